// SPDX-License-Identifier: GPL-2.0
/*
 * A program maps all the memory of one CPU's buffer, and a page in front of it, the meta page, whose
 * struct ring_buffer_meta says which of the sub-buffers is the reader's. That is the memory of the
 * consuming reader: writers never write there, so the program reads it in peace. When it has done so,
 * it asks for the next one (ring_buffer_map_get_reader()).
 *
 * What differs while a buffer is mapped is up to the consuming reader alone (ring_buffer_consume.c);
 * writers know nothing of mappings:
 *
 *	- The memory stays what it is: a sub-buffer goes to a reader or a pipe as a copy, and the buffer
 *	  keeps its size.
 *	- The events that the reader has taken stand in its memory as a program expects them, with a
 *	  header of their own and the lost marks (subbuf_chunk_settle()).
 *	- New events of the page that writers are on are copied into other memory than the program has:
 *	  take_part_mapped() gets some whose events were read or lost. Mainline gives the page itself to the
 *	  program, which then sees it grow. Here a program that asks for more gets it in a sub-buffer with
 *	  another id, as if that were the next page. Programs take a sub-buffer whose id has not changed
 *	  for the sign that there is nothing more.
 *
 * Programs number the sub-buffers by the order of the ring at the time of the first mapping; the
 * reader's is number 0. @ids and @pages of struct ring_buffer_map translate that.
 *
 * Locks and lifetimes: rb->resize protects the number of mappings, so a resize finds a buffer that is
 * mapped, and none becomes so meanwhile. cpu->map changes under rb->resize and cpu->mutex, so either
 * suffices to look at it. The first mapping makes the struct, the last one frees it. Whoever has a
 * mapping keeps the buffer from going. rb->resize may be taken with the lock of an address space held:
 * nothing that holds it touches the memory of programs.
 */
#include <linux/compiler.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_map.h"
#include "kernel/buffer/ring_buffer_read.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_page.h"

static void map_destroy(struct ring_buffer_map *map)
{
	if (!map)
		return;
	subbuf_page_free(map->scratch);
	subbuf_page_free(map->meta);
	kvfree(map->pages);
	kvfree(map->ids);
	kfree(map);
}

/*
 * The meta page takes as much as a sub-buffer, because the sub-buffers begin at a multiple of their size.
 * It is not charged to the memory cgroup of the program: before 5.11 a page that is can't be
 * mapped.
 */
static struct ring_buffer_map *map_create(const struct ring_buffer_cpu *cpu)
{
	struct ring_buffer_map *map = kzalloc(sizeof(*map), GFP_KERNEL_ACCOUNT);
	u64 nr = cpu->nr_pages + 1;

	if (!map)
		return NULL;
	map->users = 1;
	map->ids = kvcalloc(nr, sizeof(*map->ids), GFP_KERNEL_ACCOUNT);
	map->pages = kvcalloc(nr, sizeof(*map->pages), GFP_KERNEL_ACCOUNT);
	map->meta = subbuf_page_alloc(cpu->cpu, cpu->subbuf_size);
	map->scratch = subbuf_page_alloc(cpu->cpu, cpu->subbuf_size);
	if (map->ids && map->pages && map->meta && map->scratch)
		return map;
	map_destroy(map);
	return NULL;
}

static void map_number(const struct ring_buffer_cpu *cpu, struct ring_buffer_map *map, u32 number,
		       unsigned int id)
{
	map->ids[id] = number;
	map->pages[number] = cpu->pages[id];
}

/*
 * Numbers the sub-buffers, and makes the reader's memory one that programs can read. No slot gets other
 * memory while the caller holds cpu->mutex; writers only change the number of its page.
 */
static void map_begin(struct ring_buffer_cpu *cpu, struct ring_buffer_map *map)
{
	struct subbuf_chunk *chunk = &cpu->chunk;
	u64 i;

	map_number(cpu, map, 0, cpu->chunk_id);
	for (i = 0; i < cpu->nr_pages; i++) {
		const struct ring_buffer_slot *slot = ring_buffer_slot(cpu, cpu->place.page + i);

		map_number(cpu, map, i + 1, slot_id(READ_ONCE(slot->word)));
	}
	map->meta->meta_page_size = cpu->subbuf_size;
	map->meta->meta_struct_len = sizeof(*map->meta);
	map->meta->subbuf_size = cpu->subbuf_size;
	map->meta->nr_subbufs = cpu->nr_pages + 1;
	if (subbuf_chunk_is_empty(chunk))
		chunk->lost = 0;
	subbuf_chunk_settle(chunk, ring_buffer_capacity(cpu));
	cpu->map = map;
	ring_buffer_map_update(cpu);
}

/* Makes the first mapping; the caller holds rb->resize, so the ring keeps its size. */
static int map_first(struct ring_buffer_cpu *cpu)
{
	struct ring_buffer_map *map = map_create(cpu);

	if (!map)
		return -ENOMEM;
	mutex_lock(&cpu->mutex);
	map_begin(cpu, map);
	mutex_unlock(&cpu->mutex);
	return 0;
}

/**
 * ring_buffer_map - begin a mapping of one CPU's buffer
 * @rb: the buffer that is mapped
 * @nr: number of the CPU
 *
 * From now on to ring_buffer_unmap() the buffer of the CPU keeps its memory and its size. Context:
 * process context; the lock of the address space may be held. Return: 0; -EINVAL for a CPU that has
 * never been there, whose buffer gets its size when the CPU comes; -EBUSY when there are too many
 * mappings; -ENOMEM.
 */
int ring_buffer_map(struct ring_buffer *rb, int nr)
{
	struct ring_buffer_cpu *cpu = rb->cpus[nr];
	int ret = 0;

	mutex_lock(&rb->resize);
	if (cpu->absent)
		ret = -EINVAL;
	else if (!cpu->map)
		ret = map_first(cpu);
	else if (cpu->map->users == UINT_MAX)
		ret = -EBUSY;
	else
		cpu->map->users++;
	mutex_unlock(&rb->resize);
	return ret;
}

/**
 * ring_buffer_map_again - count one more mapping of a buffer that is mapped
 * @rb: the buffer whose part is mapped
 * @nr: number of the CPU whose buffer the caller has mapped
 *
 * This is for a mapping that is moved or inherited, which can't be refused any more. Should there be
 * as many as can be counted, the buffer stays mapped for ever. Context: as ring_buffer_map().
 */
void ring_buffer_map_again(struct ring_buffer *rb, int nr)
{
	struct ring_buffer_map *map = rb->cpus[nr]->map;

	mutex_lock(&rb->resize);
	if (map->users != UINT_MAX)
		map->users++;
	mutex_unlock(&rb->resize);
}

/**
 * ring_buffer_unmap - end a mapping
 * @rb: the buffer that is mapped
 * @nr: number of the CPU
 *
 * Events that were not read stay. Context: as ring_buffer_map().
 */
void ring_buffer_unmap(struct ring_buffer *rb, int nr)
{
	struct ring_buffer_cpu *cpu = rb->cpus[nr];
	struct ring_buffer_map *map = cpu->map;

	mutex_lock(&rb->resize);
	if (map->users == UINT_MAX || --map->users) {
		mutex_unlock(&rb->resize);
		return;
	}
	mutex_lock(&cpu->mutex);
	cpu->map = NULL;
	mutex_unlock(&cpu->mutex);
	mutex_unlock(&rb->resize);
	map_destroy(map);
}

/**
 * ring_buffer_map_page - get the page at a place of the mapping
 * @rb: the buffer whose part is mapped
 * @nr: number of the CPU whose buffer the caller has mapped
 * @index: number of the page from the beginning of the mapping: 0 is the meta page
 *
 * Context: any. Return: the address of the page, which belongs to the buffer, or NULL behind the end.
 */
void *ring_buffer_map_page(struct ring_buffer *rb, int nr, unsigned long index)
{
	const struct ring_buffer_cpu *cpu = rb->cpus[nr];
	unsigned long pages = cpu->subbuf_size / PAGE_SIZE, subbuf = index / pages;
	u8 *memory;

	if (subbuf > cpu->nr_pages + 1)
		return NULL;
	memory = subbuf ? cpu->map->pages[subbuf - 1] : (u8 *)cpu->map->meta;
	return memory + index % pages * PAGE_SIZE;
}

/**
 * ring_buffer_map_update - tell programs what the reader has, and the statistics
 * @cpu: the buffer; nothing is done when no program has it mapped
 *
 * Programs read the page meanwhile: each number is stored at once, and what is in the reader's
 * sub-buffer is there before its id is. The caller holds cpu->mutex.
 */
void ring_buffer_map_update(struct ring_buffer_cpu *cpu)
{
	struct ring_buffer_stats stats = {};
	struct ring_buffer_place oldest;
	struct ring_buffer_meta *meta;
	u64 commit, pages;

	if (!cpu->map)
		return;
	meta = cpu->map->meta;
	ring_buffer_count_events(cpu, &stats, &commit, &oldest);
	pages = position_page(commit) - position_page(cpu->start);
	WRITE_ONCE(meta->entries, stats.written);
	WRITE_ONCE(meta->overrun, stats.overrun);
	WRITE_ONCE(meta->read, stats.read);
	WRITE_ONCE(meta->pages_lost, oldest.pages_lost);
	WRITE_ONCE(meta->pages_touched, pages ? pages - 1 : 0);
	WRITE_ONCE(meta->reader.lost_events, cpu->chunk.lost);
	WRITE_ONCE(meta->reader.read, cpu->chunk.offset);
	/* The events before the id; the program's loads depend on the id. */
	smp_store_release(&meta->reader.id, cpu->map->ids[cpu->chunk_id]);
}

/**
 * ring_buffer_map_get_reader - give the program that has mapped a buffer its next events
 * @rb: the buffer that is mapped
 * @nr: number of the CPU
 *
 * What the reader had stays when there is nothing new. All events that it has then count as read.
 * Context: process context. Return: 0, or -ENODEV when the buffer is not mapped.
 */
int ring_buffer_map_get_reader(struct ring_buffer *rb, int nr)
{
	struct ring_buffer_cpu *cpu = rb->cpus[nr];
	int ret = -ENODEV;

	mutex_lock(&cpu->mutex);
	if (cpu->map) {
		ring_buffer_take_all(cpu);
		ring_buffer_map_update(cpu);
		ret = 0;
	}
	mutex_unlock(&cpu->mutex);
	return ret;
}
