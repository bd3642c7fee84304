/* SPDX-License-Identifier: GPL-2.0 */
/*
 * mmap(2) of trace_pipe_raw: raw_map.c.
 */
#ifndef TRACEFS_RAW_MAP_H
#define TRACEFS_RAW_MAP_H

#include <linux/fs.h>
#include <linux/ioctl.h>

/* Gives a program its next sub-buffer, as TRACE_MMAP_IOCTL_GET_READER of the kernel does. */
#define RAW_MAP_GET_READER	_IO('R', 0x20)

int tracefs_raw_mmap(struct file *file, struct vm_area_struct *vma);

#endif
