// SPDX-License-Identifier: GPL-2.0
/*
 * Maps pids to the names (comm) of the tasks that recorded something.
 *
 * Each CPU has a table of its own with a slot per pid, modulo its size, and only that CPU writes
 * it: the newest task with such a pid has the slot. Readers on other CPUs merge the tables. When a
 * pid is in several tables with different names, the newest name counts.
 *
 * A slot is written under its sequence count. Whoever interrupts the writer finds the count odd and
 * leaves the slot alone: it belongs to the same task, whose name the writer is noting. A reader
 * that finds the count odd or changed looks again.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/timekeeping.h>

#include "kernel/instance/comm_cache.h"

/**
 * comm_cache_create() - make an empty cache, which has no room for any task yet
 *
 * Context: process context. Return: the cache, or NULL without memory.
 */
struct comm_cache __percpu *comm_cache_create(void)
{
	return alloc_percpu(struct comm_cache);
}

/**
 * comm_cache_expand() - make room for the tasks of a CPU, if there is none
 * @cache: the cache that gets room
 * @cpu: the CPU whose tasks get room
 *
 * Call this before anything is stored on @cpu. Context: process context, one caller at a time.
 * Return: 0 or -ENOMEM.
 */
int comm_cache_expand(struct comm_cache __percpu *cache, int cpu)
{
	struct comm_cache *there = per_cpu_ptr(cache, cpu);
	struct comm_slot *slots;

	if (there->slots)
		return 0;
	slots = kcalloc_node(COMM_SLOTS, sizeof(*slots), GFP_KERNEL, cpu_to_node(cpu));
	/* Pairs with comm_cache_slots(). */
	smp_store_release(&there->slots, slots);
	return slots ? 0 : -ENOMEM;
}

/* Returns the slots of one CPU, for readers, or NULL when nothing was recorded there yet. */
static const struct comm_slot *comm_cache_slots(struct comm_cache __percpu *cache, int cpu)
{
	/* Pairs with comm_cache_expand(): the reader sees the slots cleared. */
	return smp_load_acquire(&per_cpu_ptr(cache, cpu)->slots);
}

/**
 * comm_cache_destroy() - free a cache
 * @cache: the cache, or NULL; no writer may be left
 */
void comm_cache_destroy(struct comm_cache __percpu *cache)
{
	int cpu;

	if (!cache)
		return;
	for_each_possible_cpu(cpu)
		kfree(per_cpu_ptr(cache, cpu)->slots);
	free_percpu(cache);
}

static __always_inline bool comm_slot_is(const struct comm_slot *slot,
					 const struct task_struct *task)
{
	return slot->pid == task->pid && !memcmp(slot->comm, task->comm, TASK_COMM_LEN);
}

static __always_inline void comm_slot_write(struct comm_slot *slot, const struct task_struct *task)
{
	u32 sequence = slot->sequence;

	WRITE_ONCE(slot->sequence, sequence + 1);
	smp_wmb();	/* pairs with the second smp_rmb() in comm_slot_read() */
	slot->pid = task->pid;
	slot->time = ktime_get_mono_fast_ns();
	memcpy(slot->comm, task->comm, TASK_COMM_LEN);
	smp_wmb();	/* pairs with the first smp_rmb() there */
	WRITE_ONCE(slot->sequence, sequence + 2);
}

/**
 * comm_cache_store() - note the current task in its slot, and as the last one
 * @here: the part of the cache that belongs to this CPU
 * @kept: any value, which the call returns
 *
 * The last task's name is taken from the slot, because the task's may change meanwhile.
 * Context: any, preemption off. Return: @kept.
 */
__kprobes void *comm_cache_store(struct comm_cache *here, void *kept)
{
	struct comm_slot *slot = here->slots + (current->pid & (COMM_SLOTS - 1));

	if (slot->sequence & 1)
		return kept;
	if (!comm_slot_is(slot, current))
		comm_slot_write(slot, current);
	here->pid = slot->pid;
	memcpy(here->comm, slot->comm, TASK_COMM_LEN);
	return kept;
}

static void comm_slot_read(const struct comm_slot *slot, struct comm_slot *copy)
{
	u32 sequence;

	for (;;) {
		sequence = READ_ONCE(slot->sequence);
		smp_rmb();	/* count before contents; see comm_slot_write() */
		*copy = *slot;
		smp_rmb();	/* contents before count */
		if (!(sequence & 1) && READ_ONCE(slot->sequence) == sequence)
			break;
		cpu_relax();
	}
	copy->comm[TASK_COMM_LEN - 1] = '\0';
}

/**
 * comm_cache_find() - get the name of a task
 * @cache: the cache to look in
 * @pid: pid of the task
 * @comm: receives TASK_COMM_LEN bytes; "<idle>" for pid 0, "<...>" for an unknown task
 *
 * Context: process context.
 */
void comm_cache_find(struct comm_cache __percpu *cache, pid_t pid, char *comm)
{
	struct comm_slot best = { }, copy;
	int cpu;

	strscpy(comm, pid ? "<...>" : "<idle>", TASK_COMM_LEN);
	if (!pid)
		return;
	for_each_possible_cpu(cpu) {
		const struct comm_slot *slot = comm_cache_slots(cache, cpu);

		if (!slot)
			continue;
		slot += pid & (COMM_SLOTS - 1);
		if (READ_ONCE(slot->pid) != pid)
			continue;
		comm_slot_read(slot, &copy);
		if (copy.pid == pid && copy.time >= best.time)
			best = copy;
	}
	if (best.pid)
		memcpy(comm, best.comm, TASK_COMM_LEN);
}

static int comm_compare(const void *a, const void *b)
{
	const struct comm_slot *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->time < y->time ? 1 : x->time > y->time ? -1 : 0;
}

static unsigned int comm_collect(struct comm_cache __percpu *cache, struct comm_slot *copies)
{
	unsigned int nr = 0;
	int cpu, i;

	for_each_possible_cpu(cpu) {
		const struct comm_slot *slots = comm_cache_slots(cache, cpu);

		for (i = 0; slots && i < COMM_SLOTS; i++) {
			comm_slot_read(&slots[i], &copies[nr]);
			if (copies[nr].pid)
				nr++;
		}
		cond_resched();
	}
	return nr;
}

/**
 * comm_cache_for_each() - call a function for all tasks that are known, in order of pid
 * @cache: the cache to walk
 * @fn: called once for each pid
 * @data: last argument of @fn
 *
 * Context: process context. Return: 0 or -ENOMEM.
 */
int comm_cache_for_each(struct comm_cache __percpu *cache, comm_fn fn, void *data)
{
	struct comm_slot *copies;
	unsigned int i, nr;

	/*
	 * One slot more than there can be tasks: comm_collect() reads into a slot before it looks.
	 */
	copies = kvmalloc_array(num_possible_cpus() * COMM_SLOTS + 1, sizeof(*copies), GFP_KERNEL);
	if (!copies)
		return -ENOMEM;
	nr = comm_collect(cache, copies);
	sort(copies, nr, sizeof(*copies), comm_compare, NULL);
	for (i = 0; i < nr; i++) {
		if (!i || copies[i].pid != copies[i - 1].pid)
			fn(copies[i].pid, copies[i].comm, data);
	}
	kvfree(copies);
	return 0;
}
