# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/buffer/: the ring buffer. The form is explained in kernel/Objects.mk.
probefs-y += kernel/buffer/ring_buffer.o
probefs-y += kernel/buffer/ring_buffer_consume.o
probefs-y += kernel/buffer/ring_buffer_control.o
probefs-y += kernel/buffer/ring_buffer_iterator.o
probefs-y += kernel/buffer/ring_buffer_map.o
probefs-y += kernel/buffer/ring_buffer_open.o
probefs-y += kernel/buffer/ring_buffer_pages.o
probefs-y += kernel/buffer/ring_buffer_query.o
probefs-y += kernel/buffer/ring_buffer_read.o
probefs-y += kernel/buffer/ring_buffer_swap.o
probefs-y += kernel/buffer/ring_buffer_wait.o

probefs-record-objs += kernel/buffer/ring_buffer.o
probefs-record-objs += kernel/buffer/ring_buffer_open.o
