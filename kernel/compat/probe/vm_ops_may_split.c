// SPDX-License-Identifier: GPL-2.0
/* Commit dd3b614f858d ("vm_ops: Rename .split() callback to .may_split()", v5.11) */
#include <linux/mm.h>

int probe_may_split(struct vm_area_struct *vma, unsigned long address);
extern const struct vm_operations_struct probe_vm_ops;

int probe_may_split(struct vm_area_struct *vma, unsigned long address)
{
	return 0;
}

const struct vm_operations_struct probe_vm_ops = {
	.may_split = probe_may_split,
};
