// SPDX-License-Identifier: GPL-2.0
/* Commit bc292ab00f6c ("mm: introduce vma->vm_flags wrapper functions", v6.3) */
#include <linux/mm.h>

void probe_vm_flags_mod(struct vm_area_struct *vma);

void probe_vm_flags_mod(struct vm_area_struct *vma)
{
	vm_flags_mod(vma, VM_DONTCOPY, VM_MAYWRITE);
}
