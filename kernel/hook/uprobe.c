// SPDX-License-Identifier: GPL-2.0
/*
 * User probes, which the kernel's uprobes hook: a breakpoint in each memory that has the file mapped, now or
 * later.
 *
 * A probe is registered while it is armed. Until then nobody knows whether there is an instruction at its
 * offset; nor does mainline.
 *
 * A hit comes in the task that ran into the breakpoint, on its way back to the program, with preemption and
 * interrupts on, and it may sleep. A record of registers alone goes straight into the buffer, where it can
 * (user_record_registers()). Otherwise the arguments are fetched first, from memory that may have to be read
 * from the file (fetch_run_user.c), into memory of the hit. Then the record is complete, and is recorded with
 * preemption off, as all hits are (user_record.c). Of the event and its instances only the second part knows:
 * what waits for hits with synchronize_rcu() (record_wait()) waits for that part, and the probe and its program
 * stay until the probe is unregistered, which waits for all of the hit.
 *
 * Locks. Up to v6.11 a handler runs with the uprobe's register_rwsem held for reading, and registering takes
 * that for writing, then the lock of forks (dup_mmap_sem), then for one address space after the other its
 * mmap_lock. Later handlers run under RCU (tasks trace) or SRCU, and unregistering waits for them. All of
 * this happens inside of tracer->lock. It can't deadlock:
 *
 *  - A hit takes no lock of ours. A fault of its fetches takes mmap_lock inside of register_rwsem, as
 *    registering does, and then what the file's own file system takes.
 *  - Who holds an mmap_lock takes no lock of ours but instance->lock (mmap(2) of a buffer, munmap(2)), and
 *    who holds that waits for no mmap_lock, nor for tracer->lock. A file of ours whose last user was a mapping
 *    is released later, without mmap_lock.
 *  - Paths are looked up before tracer->lock is taken (definition_file.c), for a look-up that leads into a
 *    mount of ours takes the lock.
 *
 * A fault that never ends, because a program that should serve it (userfaultfd(2), FUSE) does not, keeps the
 * probe from being unregistered until the task that has the fault is killed. That is so in mainline, too.
 *
 * Lifetime. The probe holds its file, and keeps the file system active, but no mount of it: a mount of ours may
 * hang below that one, and is released no earlier (a copy of both in another mount namespace, whose mounts are
 * locked to each other). A file of our own mounts can't be probed: the mount would hold itself
 * (definition_find_file()). Who makes an overlay with a layer in a mount of ours, and probes a file of another
 * layer, has such a circle all the same, until the probe is deleted: nobody but overlayfs knows its layers.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/llist.h>
#include <linux/path.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "fetch/fetch_run.h"
#include "kernel/compat/uprobe.h"
#include "kernel/compat/workqueue.h"
#include "kernel/event/event.h"
#include "kernel/hook/hook.h"
#include "kernel/hook/uprobe.h"
#include "kernel/record/user_record.h"
#include "kernel/symbol/symbol.h"

/* A record that surely has no more bytes is made on the stack. */
#define ON_STACK	256

/**
 * struct user_probe - a probe in a file
 * @probe: what all mechanisms know of the probe
 * @dentry: the name under which the definition found the file; holds it
 * @sb: its file system, which stays active for the probe
 * @left: puts the probe on the list files_left, when there is nothing else that keeps the super block active
 * @consumer: the handlers; one of them, by the kind of the probe
 * @registered: what unregisters the probe while it is armed
 */
struct user_probe {
	struct probe probe;
	struct dentry *dentry;
	struct super_block *sb;
	struct llist_node left;
	struct uprobe_consumer consumer;
	struct compat_uprobe registered;
};

static struct user_probe *user_probe_of(const struct probe *probe)
{
	return container_of((struct probe *)probe, struct user_probe, probe);
}

/**
 * struct user_hit - a hit of a user probe
 * @regs: registers of the program
 * @start: address of the probed instruction; of a return, where the function was entered
 * @place: the words that records of the kind begin with
 * @nr_places: number of elements in @place
 */
struct user_hit {
	struct pt_regs *regs;
	unsigned long start;
	unsigned long place[2];
	unsigned int nr_places;
};

static void make_record(struct probe *probe, const struct user_hit *hit, void *record, size_t room)
{
	u64 file_begins = hit->start - probe->offset;
	struct fetch_source source = { .frame = hit->regs, .entry_data = &file_begins };
	size_t places = hit->nr_places * sizeof(hit->place[0]), size;

	memcpy(record + sizeof(struct record_header), hit->place, places);
	size = fetch_program_run_user(probe->program, &source, record,
				      sizeof(struct record_header) + places, room);
	if (source.faults)
		this_cpu_add(probe->counters->faults, source.faults);
	user_record(probe, hit->regs, record, size);
}

/*
 * Memory for a record, which the last hit on the CPU has left for the next one, or NULL. A hit may sleep, so it
 * takes the memory away, and may leave it on another CPU. Where others have left theirs meanwhile, it is freed.
 */
static DEFINE_PER_CPU(void *, spare_record);

static void *take_record(void)
{
	return this_cpu_xchg(spare_record, NULL) ?: kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);
}

static void leave_record(void *record)
{
	record = this_cpu_xchg(spare_record, record);
	if (unlikely(record))
		kfree(record);
}

static noinline void record_in_memory(struct probe *probe, const struct user_hit *hit)
{
	void *record = take_record();

	if (!record) {
		this_cpu_inc(probe->counters->lost_full);
		return;
	}
	make_record(probe, hit, record, FETCH_RECORD_MAX);
	leave_record(record);
}

static noinline void record_on_stack(struct probe *probe, const struct user_hit *hit)
{
	u64 record[ON_STACK / sizeof(u64)];

	make_record(probe, hit, record, sizeof(record));
}

static void record_hit(struct probe *probe, const struct user_hit *hit)
{
	size_t bound = fetch_program_bound(probe->program);

	if (unlikely(!event_is_enabled(probe->event)))	/* it is being switched off */
		return;
	if (bound && bound <= ON_STACK)
		record_on_stack(probe, hit);
	else
		record_in_memory(probe, hit);
}

static noinline void fetch_and_record(struct probe *probe, struct pt_regs *regs)
{
	const struct user_hit hit = {
		.regs		= regs,
		.start		= instruction_pointer(regs),
		.place		= { instruction_pointer(regs) },
		.nr_places	= 1,
	};

	record_hit(probe, &hit);
}

static noinline void fetch_and_record_return(struct probe *probe, struct pt_regs *regs, unsigned long func)
{
	const struct user_hit hit = {
		.regs		= regs,
		.start		= func,
		.place		= { func, instruction_pointer(regs) },
		.nr_places	= 2,
	};

	record_hit(probe, &hit);
}

static int uprobe_hit(struct uprobe_consumer *consumer, struct pt_regs *regs COMPAT_UPROBE_DATA)
{
	struct user_probe *up = container_of(consumer, struct user_probe, consumer);

	if (!user_record_registers(&up->probe, regs))
		fetch_and_record(&up->probe, regs);
	return 0;
}

static int uprobe_return_hit(struct uprobe_consumer *consumer, unsigned long func,
			     struct pt_regs *regs COMPAT_UPROBE_DATA)
{
	struct user_probe *up = container_of(consumer, struct user_probe, consumer);

	if (!user_record_return_registers(&up->probe, regs, func))
		fetch_and_record_return(&up->probe, regs, func);
	return 0;
}

/* Stacks of the kernel begin above the handler. */
static void find_callback(struct probe *probe)
{
	unsigned long handler = (unsigned long)(probe->kind == PROBE_USER_RETURN ?
						(void *)uprobe_return_hit : (void *)uprobe_hit);
	unsigned long start, size;

	if (probe->callback || !symbol_bounds(handler, &start, &size))
		return;
	probe->callback_end = start + size;
	probe->callback = start;
}

/* What the file is made of may have changed since the definition: overlayfs copies files up. */
static int arm_one(struct probe *probe)
{
	struct user_probe *up = user_probe_of(probe);
	int ret;

	if (probe->offset < 0 || (long)probe->ref_offset < 0)
		return -EINVAL;
	find_callback(probe);
	ret = compat_uprobe_register(&up->registered, d_real_inode(up->dentry), probe->offset,
				     probe->ref_offset, &up->consumer);
	probe->armed = !ret;
	return ret;
}

static int uprobes_arm(struct probe **probes, unsigned int nr, bool killable)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++) {
		if (killable && fatal_signal_pending(current))
			ret = -EINTR;
		else
			ret = arm_one(probes[i]);
		cond_resched();
	}
	return ret;
}

/**
 * struct uprobe_batch - probes that a worker takes back
 * @work: has the worker call disarm_batch()
 * @probes: armed user probes
 * @nr: number of elements in @probes
 */
struct uprobe_batch {
	struct work_struct work;
	struct probe **probes;
	unsigned int nr;
};

static void disarm_batch(struct work_struct *work)
{
	struct uprobe_batch *batch = container_of(work, struct uprobe_batch, work);
	unsigned int i;

	for (i = 0; i < batch->nr; i++) {
		struct user_probe *up = user_probe_of(batch->probes[i]);

		compat_uprobe_unregister(&up->registered, &up->consumer);
		cond_resched();
	}
	compat_uprobe_wait();
}

/*
 * Probes are taken back by a worker, which gets no signals: for a process that is being killed the kernel leaves
 * the breakpoints in other programs where they are, and says so to nobody.
 */
static void uprobes_disarm(struct probe **probes, unsigned int nr)
{
	struct uprobe_batch batch = { .probes = probes, .nr = nr };

	INIT_WORK_ONSTACK(&batch.work, disarm_batch);
	compat_queue_unbound_work(&batch.work);
	flush_work(&batch.work);
	destroy_work_on_stack(&batch.work);
}

static struct probe *uprobe_alloc(void)
{
	struct user_probe *up = kzalloc(sizeof(*up), GFP_KERNEL);

	if (!up)
		return NULL;
	up->probe.brings_record = true;
	return &up->probe;
}

static int uprobe_set_place(struct probe *probe, const struct probe_definition *def)
{
	struct user_probe *up = user_probe_of(probe);

	up->dentry = dget(def->file->dentry);
	up->sb = up->dentry->d_sb;
	atomic_inc(&up->sb->s_active);
	probe->file = d_real_inode(up->dentry);
	probe->offset = def->file_offset;
	probe->ref_offset = def->ref_offset;
	if (def->kind == PROBE_USER_RETURN)
		up->consumer.ret_handler = uprobe_return_hit;
	else
		up->consumer.handler = uprobe_hit;
	return 0;
}

static LLIST_HEAD(files_left);

/* A file system that ends may take locks of ours with it: one of its layers may be in a mount of ours. */
static void leave_files(struct work_struct *work)
{
	struct user_probe *up, *next;

	llist_for_each_entry_safe(up, next, llist_del_all(&files_left), left) {
		deactivate_super(up->sb);
		kfree(up);
	}
}

static DECLARE_WORK(files_leave, leave_files);

static void uprobe_free(struct probe *probe)
{
	struct user_probe *up = user_probe_of(probe);
	dput(up->dentry);
	if (!up->sb || atomic_add_unless(&up->sb->s_active, -1, 1))
		kfree(up);
	else if (llist_add(&up->left, &files_left))
		compat_queue_unbound_work(&files_leave);
}

static void uprobes_finish(void)
{
	int cpu;

	flush_work(&files_leave);
	for_each_possible_cpu(cpu) {
		kfree(per_cpu(spare_record, cpu));
		per_cpu(spare_record, cpu) = NULL;
	}
}

const struct hook uprobe_hook = {
	.name		= "uprobe",
	.alloc		= uprobe_alloc,
	.set_place	= uprobe_set_place,
	.free		= uprobe_free,
	.arm		= uprobes_arm,
	.disarm		= uprobes_disarm,
	.finish		= uprobes_finish,
};
