/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring buffer of one CPU as programs map it: ring_buffer_map.c.
 */
#ifndef KERNEL_RING_BUFFER_MAP_H
#define KERNEL_RING_BUFFER_MAP_H

#include <linux/compiler.h>
#include <linux/types.h>

/**
 * struct ring_buffer_meta - the first page of a mapping, as programs know it
 * @meta_page_size: bytes from the beginning of the mapping to the first sub-buffer
 * @meta_struct_len: bytes of this structure
 * @subbuf_size: bytes of a sub-buffer, header included
 * @nr_subbufs: number of sub-buffers in the mapping, the reader's included
 * @reader: the sub-buffer that belongs to the program until it asks for the next one
 * @reader.lost_events: events that were lost immediately before that sub-buffer
 * @reader.id: which sub-buffer of the mapping it is, from 0 on
 * @reader.read: bytes of its events that count as read
 * @flags: always 0
 * @entries: events written since the last reset
 * @overrun: events that newer ones overwrote before they were read
 * @read: events that were read
 * @pages_lost: sub-buffers that were overwritten before any of their events was read
 * @pages_touched: sub-buffers that writers have entered after the first one
 *
 * Mainline has it since v6.10, as struct trace_buffer_meta of include/uapi/linux/trace_mmap.h; there
 * the last two had no name before 7.0.
 */
struct ring_buffer_meta {
	u32 meta_page_size;
	u32 meta_struct_len;
	u32 subbuf_size;
	u32 nr_subbufs;
	struct {
		u64 lost_events;
		u32 id;
		u32 read;
	} reader;
	u64 flags;
	u64 entries;
	u64 overrun;
	u64 read;
	u64 pages_lost;
	u64 pages_touched;
};

/**
 * struct ring_buffer_map - what the mappings of one CPU's buffer have in common
 * @users: number of mappings; rb->resize protects it
 * @meta: the meta page
 * @ids: the number by which programs know a sub-buffer, by the id of its memory
 * @pages: the sub-buffers by that number
 * @scratch: a page that no program sees, for a copy that may fail; cpu->mutex protects it
 */
struct ring_buffer_map {
	unsigned int users;
	struct ring_buffer_meta *meta;
	u32 *ids;
	void **pages;
	void *scratch;
};

struct ring_buffer;
struct ring_buffer_cpu;

/* For the owner of the buffer; @nr is the number of a CPU. Process context. */
int ring_buffer_map(struct ring_buffer *rb, int nr);
void ring_buffer_map_again(struct ring_buffer *rb, int nr);
void ring_buffer_unmap(struct ring_buffer *rb, int nr);
void *ring_buffer_map_page(struct ring_buffer *rb, int nr, unsigned long index);
int ring_buffer_map_get_reader(struct ring_buffer *rb, int nr);

/* For the ring buffer. */
void ring_buffer_map_update(struct ring_buffer_cpu *cpu);

#endif
