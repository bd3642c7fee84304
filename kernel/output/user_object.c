// SPDX-License-Identifier: GPL-2.0
/*
 * Places in programs, as PATH[+0xOFFSET], for the option sym-userobj. The path is that of the file which
 * the process has mapped there now, when the record is printed: that may be another one than at the hit.
 */
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "fetch/text_buffer.h"
#include "kernel/output/user_object.h"

/* A thread that recorded may be gone, so the process counts. */
static struct mm_struct *get_process_mm(pid_t process)
{
	struct task_struct *task;
	struct mm_struct *mm;

	rcu_read_lock();
	task = pid_task(find_pid_ns(process, &init_pid_ns), PIDTYPE_PID);
	mm = task ? get_task_mm(task) : NULL;
	rcu_read_unlock();
	return mm;
}

/* Returns the file that is mapped at @address, for fput(), or NULL, and where the mapping starts. */
static struct file *get_mapped_file(struct mm_struct *mm, unsigned long address,
				    unsigned long *start)
{
	struct vm_area_struct *vma;
	struct file *file = NULL;

	mmap_read_lock(mm);
	vma = find_vma(mm, address);
	if (vma && vma->vm_file && address >= vma->vm_start) {
		file = get_file(vma->vm_file);
		*start = vma->vm_start;
	}
	mmap_read_unlock(mm);
	return file;
}

/* A line of the trace has to stay one. */
static void print_path(struct text_buffer *text, const char *path)
{
	for (; *path; path++) {
		if (*path == '\n')
			text_puts(text, "\\012");
		else
			text_putc(text, *path);
	}
}

static bool print_object(struct text_buffer *text, struct file *file, unsigned long offset)
{
	char *room = kmalloc(PATH_MAX, GFP_KERNEL);
	char *path = room ? d_path(&file->f_path, room, PATH_MAX) : ERR_PTR(-ENOMEM);

	if (!IS_ERR(path)) {
		print_path(text, path);
		text_printf(text, "[+0x%lx]", offset);
	}
	kfree(room);
	return !IS_ERR(path);
}

/**
 * trace_print_user_object() - print a place in a program by the file that is mapped there
 * @text: the text to append to
 * @process: pid of the process, as records have it
 * @address: the address of the place in the process
 *
 * Context: process context, takes the lock of the process's address space. Return: false when nothing was
 * printed: the process is gone, or has no file there.
 */
bool trace_print_user_object(struct text_buffer *text, pid_t process, unsigned long address)
{
	struct mm_struct *mm = get_process_mm(process);
	unsigned long start = 0;
	struct file *file;
	bool printed;

	if (!mm)
		return false;
	file = get_mapped_file(mm, address, &start);
	mmput(mm);
	if (!file)
		return false;
	printed = print_object(text, file, address - start);
	fput(file);
	return printed;
}
