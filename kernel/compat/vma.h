/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mappings of files: their flags, and the name of one of their operations.
 */
#ifndef KERNEL_COMPAT_VMA_H
#define KERNEL_COMPAT_VMA_H

#include <linux/mm.h>

#include "kernel/compat/have.h"

/*
 * Flags are changed by functions since commit bc292ab00f6c ("mm: introduce vma->vm_flags wrapper
 * functions", v6.3).
 */
static inline void compat_vm_flags_mod(struct vm_area_struct *vma, unsigned long set,
				       unsigned long clear)
{
#ifdef COMPAT_HAVE_VM_FLAGS_MOD
	vm_flags_mod(vma, set, clear);
#else
	vma->vm_flags |= set;
	vma->vm_flags &= ~clear;
#endif
}

/* Commit dd3b614f858d ("vm_ops: Rename .split() callback to .may_split()", v5.11) */
#ifdef COMPAT_HAVE_VM_OPS_MAY_SPLIT
#define COMPAT_MAY_SPLIT	may_split
#else
#define COMPAT_MAY_SPLIT	split
#endif

#endif
