// SPDX-License-Identifier: GPL-2.0
/*
 * mmap(2) of per_cpu/cpuN/trace_pipe_raw: the meta page, and behind it the sub-buffers of the CPU, for
 * a program that reads them without copying (kernel/buffer/ring_buffer_map.c).
 *
 * All pages are there from the beginning; nothing faults them in later. A mapping is for reading, of
 * any part from any page on, and stays whole: it is neither split, nor grown, nor inherited by a child
 * unless the program asks for that. It has the file open, and with it the instance, the mount and the
 * module. The kernel calls what is here with the lock of the address space held. Hence no lock that is
 * held over a copy to or from a program, such as that of struct raw_file, may be taken.
 */
#include <linux/fs.h>
#include <linux/mm.h>

#include "kernel/buffer/ring_buffer_map.h"
#include "kernel/compat/vma.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/snapshot.h"
#include "tracefs/files/raw_map.h"
#include "tracefs/vfs/node.h"

/* The kernel has copied or moved a mapping, with the pages in it. */
static void raw_map_open(struct vm_area_struct *vma)
{
	ring_buffer_map_again(tracefs_file_instance(vma->vm_file)->buffer,
			      tracefs_file_cpu(vma->vm_file));
}

static void raw_map_close(struct vm_area_struct *vma)
{
	ring_buffer_unmap(tracefs_file_instance(vma->vm_file)->buffer,
			  tracefs_file_cpu(vma->vm_file));
}

static int raw_map_may_split(struct vm_area_struct *vma, unsigned long address)
{
	return -EINVAL;
}

static const struct vm_operations_struct raw_map_operations = {
	.open = raw_map_open,
	.close = raw_map_close,
	.COMPAT_MAY_SPLIT = raw_map_may_split,
};

/*
 * Puts the pages into a mapping that has none yet. Returns 0, or -EINVAL when there are too few, or when
 * the first one is not the beginning of a sub-buffer.
 */
static int raw_map_fill(struct vm_area_struct *vma, struct ring_buffer *buffer, int cpu)
{
	unsigned long i, nr = vma_pages(vma);
	int ret = 0;

	if (vma->vm_pgoff % (ring_buffer_subbuf_size(buffer) / PAGE_SIZE))
		return -EINVAL;
	if (vma->vm_pgoff + nr < nr || !ring_buffer_map_page(buffer, cpu, vma->vm_pgoff + nr - 1))
		return -EINVAL;
	for (i = 0; i < nr && !ret; i++) {
		void *page = ring_buffer_map_page(buffer, cpu, vma->vm_pgoff + i);

		ret = vm_insert_page(vma, vma->vm_start + i * PAGE_SIZE, virt_to_page(page));
	}
	return ret;
}

/**
 * tracefs_raw_mmap() - the mmap of trace_pipe_raw
 * @file: the open file
 * @vma: the mapping, without pages
 *
 * The buffer gets its size first, because it can't get it while it is mapped.
 *
 * Context: process context, the lock of the address space is held. Return: 0; -EPERM for a mapping that
 * is private, or not for reading alone; -EINVAL for one that goes beyond the buffer, and for a CPU that
 * has never been there; -ENOMEM; -EBUSY when there are too many, or
 * while hits may take snapshots.
 */
int tracefs_raw_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct trace_instance *instance = tracefs_file_instance(file);
	int ret, cpu = tracefs_file_cpu(file);

	if (vma->vm_flags & (VM_WRITE | VM_EXEC) || !(vma->vm_flags & VM_MAYSHARE))
		return -EPERM;
	compat_vm_flags_mod(vma, VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP,
			    VM_MAYWRITE | VM_MAYEXEC);
	ret = instance_expand(instance);
	if (!ret)
		ret = instance_map(instance, cpu);
	if (ret)
		return ret;
	ret = raw_map_fill(vma, instance->buffer, cpu);
	if (ret)
		ring_buffer_unmap(instance->buffer, cpu);
	else
		vma->vm_ops = &raw_map_operations;
	return ret;
}
