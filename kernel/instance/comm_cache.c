// SPDX-License-Identifier: GPL-2.0
/*
 * Maps pids to the names (comm) and processes (tgid) of the tasks that recorded something.
 *
 * Each CPU has a table of its own with a slot per pid, modulo its size, and only that CPU writes
 * it: the newest task with such a pid has the slot. Readers on other CPUs merge the tables. When a
 * pid is in several tables with different names, the newest name counts.
 *
 * A slot is written under its sequence count. Whoever interrupts the writer finds the count odd and
 * leaves the slot alone: it belongs to the same task, whose name the writer is noting. A reader
 * that finds the count odd or changed looks again.
 *
 * Tables of another size take the place of the tables that are there, which are freed when no hit
 * uses them any more. Then the last task of each CPU is forgotten: a hit may have noted it in the
 * old table alone. Readers hold RCU, or keep the tables from being replaced.
 */
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/rcupdate.h>
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

static struct comm_table *comm_table_create(unsigned int slots, int cpu)
{
	struct comm_table *table;

	slots = roundup_pow_of_two(slots);
	table = kvzalloc_node(struct_size(table, slot, slots), GFP_KERNEL, cpu_to_node(cpu));
	if (table)
		table->mask = slots - 1;
	return table;
}

static void comm_tables_free(struct comm_table *table)
{
	struct comm_table *next;

	for (; table; table = next) {
		next = table->next;
		kvfree(table);
	}
}

/**
 * comm_cache_expand() - make room for the tasks of a CPU, if there is none
 * @cache: the cache that gets room
 * @slots: how many tasks there is to be room for, at least
 * @cpu: the CPU whose tasks get room
 *
 * Call this before anything is stored on @cpu. Context: process context, one caller at a time.
 * Return: 0 or -ENOMEM.
 */
int comm_cache_expand(struct comm_cache __percpu *cache, unsigned int slots, int cpu)
{
	struct comm_cache *there = per_cpu_ptr(cache, cpu);
	struct comm_table *table;

	if (there->table)
		return 0;
	table = comm_table_create(slots, cpu);
	/* Pairs with comm_cache_table(). */
	smp_store_release(&there->table, table);
	return table ? 0 : -ENOMEM;
}

/* Makes a table for each CPU that has one, as a list in the order of the CPUs. */
static int comm_tables_create(struct comm_cache __percpu *cache, unsigned int slots,
			      struct comm_table **tables)
{
	struct comm_table **link = tables;
	int cpu;

	*tables = NULL;
	for_each_possible_cpu(cpu) {
		if (!per_cpu_ptr(cache, cpu)->table)
			continue;
		*link = comm_table_create(slots, cpu);
		if (!*link) {
			comm_tables_free(*tables);
			return -ENOMEM;
		}
		link = &(*link)->next;
	}
	return 0;
}

/**
 * comm_cache_replace() - change how many tasks there is room for, and forget those that are known
 * @cache: the cache whose tables are replaced
 * @slots: how many tasks of each CPU there is to be room for, at least
 * @replaced: receives what comm_cache_replaced() takes
 *
 * CPUs that have no room yet get it by comm_cache_expand().
 *
 * Context: process context, one caller at a time, also of comm_cache_expand() and
 * comm_cache_for_each(). Return: 0, or -ENOMEM and nothing has changed.
 */
int comm_cache_replace(struct comm_cache __percpu *cache, unsigned int slots,
		       struct comm_table **replaced)
{
	struct comm_table *table, *old, *next;
	int cpu, ret = comm_tables_create(cache, slots, &next);

	if (ret)
		return ret;
	*replaced = NULL;
	for_each_possible_cpu(cpu) {
		struct comm_cache *there = per_cpu_ptr(cache, cpu);

		old = there->table;
		if (!old)
			continue;
		table = next;
		next = table->next;
		smp_store_release(&there->table, table);	/* as in comm_cache_expand() */
		old->next = *replaced;
		*replaced = old;
	}
	return 0;
}

/**
 * comm_cache_replaced() - free the tables that were replaced
 * @cache: the cache that comm_cache_replace() was called with
 * @replaced: what comm_cache_replace() gave, and no hit that was running then is running any more
 *
 * Context: process context.
 */
void comm_cache_replaced(struct comm_cache __percpu *cache, struct comm_table *replaced)
{
	int cpu;

	comm_tables_free(replaced);
	/* A hit that writes its task's pid at this moment has noted the task in the new table. */
	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu_ptr(cache, cpu)->pid, -1);
}

/* Returns the slots of one CPU, for readers, or NULL when nothing was recorded there yet. */
static const struct comm_table *comm_cache_table(struct comm_cache __percpu *cache, int cpu)
{
	/* Pairs with comm_cache_expand(): the reader sees the slots cleared. */
	return smp_load_acquire(&per_cpu_ptr(cache, cpu)->table);
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
		kvfree(per_cpu_ptr(cache, cpu)->table);
	free_percpu(cache);
}

static __always_inline bool comm_slot_is(const struct comm_slot *slot,
					 const struct task_struct *task)
{
	return slot->pid == task->pid && slot->tgid == task->tgid &&
	       !memcmp(slot->comm, task->comm, TASK_COMM_LEN);
}

static __always_inline void comm_slot_write(struct comm_slot *slot, const struct task_struct *task)
{
	u32 sequence = slot->sequence;

	WRITE_ONCE(slot->sequence, sequence + 1);
	smp_wmb();	/* pairs with the second smp_rmb() in comm_slot_read() */
	slot->pid = task->pid;
	slot->tgid = task->tgid;
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
	struct comm_table *table = READ_ONCE(here->table);
	struct comm_slot *slot = &table->slot[current->pid & table->mask];

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

/* Looks for the newest task of a pid. */
static void comm_cache_look(struct comm_cache __percpu *cache, pid_t pid, struct comm_slot *best)
{
	const struct comm_table *table;
	const struct comm_slot *slot;
	struct comm_slot copy;
	int cpu;

	for_each_possible_cpu(cpu) {
		table = comm_cache_table(cache, cpu);
		if (!table)
			continue;
		slot = &table->slot[pid & table->mask];
		if (READ_ONCE(slot->pid) != pid)
			continue;
		comm_slot_read(slot, &copy);
		if (copy.pid == pid && copy.time >= best->time)
			*best = copy;
	}
}

/**
 * comm_cache_find() - get the name and the process of a task
 * @cache: the cache to look in
 * @pid: pid of the task
 * @comm: receives TASK_COMM_LEN bytes; "<idle>" for pid 0, "<...>" for an unknown task
 *
 * Context: process context. Return: the pid of the process, or 0 for pid 0 and for an unknown task.
 */
pid_t comm_cache_find(struct comm_cache __percpu *cache, pid_t pid, char *comm)
{
	struct comm_slot best = { };

	strscpy(comm, pid ? "<...>" : "<idle>", TASK_COMM_LEN);
	if (!pid)
		return 0;
	rcu_read_lock();
	comm_cache_look(cache, pid, &best);
	rcu_read_unlock();
	if (best.pid)
		memcpy(comm, best.comm, TASK_COMM_LEN);
	return best.tgid;
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
	const struct comm_table *table;
	unsigned int i, nr = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		table = comm_cache_table(cache, cpu);
		for (i = 0; table && i <= table->mask; i++) {
			comm_slot_read(&table->slot[i], &copies[nr]);
			if (copies[nr].pid)
				nr++;
		}
		cond_resched();
	}
	return nr;
}

/* Returns how many slots all CPUs have. */
static size_t comm_count_slots(struct comm_cache __percpu *cache)
{
	const struct comm_table *table;
	size_t nr = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		table = comm_cache_table(cache, cpu);
		nr += table ? table->mask + 1 : 0;
	}
	return nr;
}

/**
 * comm_cache_for_each() - call a function for all tasks that are known, in order of pid
 * @cache: the cache to walk
 * @fn: called once for each pid, with the newest of what is known of it
 * @data: last argument of @fn
 *
 * Context: process context, one caller at a time, also of comm_cache_expand() and
 * comm_cache_replace(). Return: 0 or -ENOMEM.
 */
int comm_cache_for_each(struct comm_cache __percpu *cache, comm_fn fn, void *data)
{
	struct comm_slot *copies;
	unsigned int i, nr;

	/*
	 * One slot more than there can be tasks: comm_collect() reads into a slot before it looks.
	 */
	copies = kvmalloc_array(comm_count_slots(cache) + 1, sizeof(*copies), GFP_KERNEL);
	if (!copies)
		return -ENOMEM;
	nr = comm_collect(cache, copies);
	sort(copies, nr, sizeof(*copies), comm_compare, NULL);
	for (i = 0; i < nr; i++) {
		if (!i || copies[i].pid != copies[i - 1].pid)
			fn(&copies[i], data);
	}
	kvfree(copies);
	return 0;
}
