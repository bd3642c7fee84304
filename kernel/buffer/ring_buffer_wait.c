// SPDX-License-Identifier: GPL-2.0
/*
 * Readers that sleep until there is something to read.
 *
 * A commit wakes nobody: it only looks at cpu->wake, and queues an irq_work if a bit is set,
 * because the hit may have come in anywhere, with any lock held.
 *
 * No wake-up is lost. A reader sets its bit, orders that before its look at the buffer with a full
 * barrier, and sleeps if there is nothing to read. A writer publishes and then looks at the bit,
 * without a barrier, which would be dear on every hit: it may read the bit too early, while the
 * reader looks at the buffer too early. So the reader looks again two ticks later. If nobody woke
 * it until then, its bit was set all the time, or an irq_work that will wake it is under way; a
 * commit that missed the bit has long become visible; and every later commit sees the bit. Only
 * then the reader sleeps for as long as it takes. A poller can't come back by itself; a delayed
 * work looks again in its place.
 *
 * Whoever finds a bit set clears it and wakes all readers that wait there; readers that want to go
 * on sleeping set it again. A reader of all CPUs sets its bit on each.
 */
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/compat/irq_work.h"
#include "kernel/compat/workqueue.h"

#define LOOK_AGAIN	2	/* ticks; the first one may be nearly over */

/* A sleeping reader; @woken is set when anybody wakes it, and cleared by the reader. */
struct waiter {
	struct wait_queue_entry entry;
	bool woken;
};

static void wake_readers(struct ring_buffer_cpu *cpu)
{
	wake_up_all(&cpu->readers);
	wake_up_all(&cpu->rb->readers);
}

static void wake_in_process(struct work_struct *work)
{
	wake_readers(container_of(work, struct ring_buffer_cpu, wake_work));
}

/*
 * This runs in an interrupt on all kernels. A thread that did it with PREEMPT_RT would be parked while the CPU
 * goes; but there the locks of the queues may sleep.
 */
static void wake_in_interrupt(struct irq_work *work)
{
	struct ring_buffer_cpu *cpu = container_of(work, struct ring_buffer_cpu, work);

	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		compat_queue_unbound_work(&cpu->wake_work);
	else
		wake_readers(cpu);
}

/**
 * ring_buffer_look - wake the readers that have something to read
 * @rb: the buffer; a commit may have left its readers asleep, as it does on a CPU that is going
 *
 * Process context.
 */
void ring_buffer_look(struct ring_buffer *rb)
{
	int nr;

	for_each_possible_cpu(nr) {
		struct ring_buffer_cpu *cpu = rb->cpus[nr];
		int wake = atomic_read(&cpu->wake);
		unsigned int percent = wake & WAKE_DATA ? 0 : READ_ONCE(cpu->wake_percent);

		if (wake & (WAKE_DATA | WAKE_FULL) && ring_buffer_watermark(rb, nr, percent))
			wake_readers(cpu);
	}
}

/*
 * Looks on behalf of pollers. A poller that is woken for nothing polls once more. This look may
 * have come too early for those that polled since it was asked for: then there is another one.
 */
static void ring_buffer_look_again(struct work_struct *work)
{
	struct delayed_work *delayed = to_delayed_work(work);
	struct ring_buffer *rb = container_of(delayed, struct ring_buffer, look_again);
	/*
	 * Pairs with the barrier in ask_for_look(): the work was not pending any more when this
	 * began.
	 */
	long left = READ_ONCE(rb->polled) + LOOK_AGAIN - jiffies;

	ring_buffer_look(rb);
	if (left > 0)
		schedule_delayed_work(delayed, left);
}

/*
 * Asks for a look two ticks from now, because a poller found nothing. A look that is under way is
 * not put off, or a task that polls all the time would keep it from all others.
 */
static void ask_for_look(struct ring_buffer *rb)
{
	WRITE_ONCE(rb->polled, jiffies);
	smp_mb();	/* the time, then the question whether the work is pending */
	schedule_delayed_work(&rb->look_again, LOOK_AGAIN);
}

/**
 * ring_buffer_wait_init - prepare a new buffer for waiting
 * @rb: a new buffer
 */
void ring_buffer_wait_init(struct ring_buffer *rb)
{
	init_waitqueue_head(&rb->readers);
	INIT_DELAYED_WORK(&rb->look_again, ring_buffer_look_again);
}

/**
 * ring_buffer_wait_finish - wait until no work looks at the buffer any more
 * @rb: a buffer that no writer or reader uses; none of its CPUs is freed yet
 */
void ring_buffer_wait_finish(struct ring_buffer *rb)
{
	cancel_delayed_work_sync(&rb->look_again);
}

/**
 * ring_buffer_wait_init_cpu - prepare one CPU of a buffer
 * @cpu: a part of a new buffer
 */
void ring_buffer_wait_init_cpu(struct ring_buffer_cpu *cpu)
{
	init_waitqueue_head(&cpu->readers);
	compat_init_irq_work_hard(&cpu->work, wake_in_interrupt);
	INIT_WORK(&cpu->wake_work, wake_in_process);
}

/**
 * ring_buffer_wait_finish_cpu - wait until no wake-up is under way any more
 * @cpu: a part of a buffer that no writer or reader uses; not freed yet
 */
void ring_buffer_wait_finish_cpu(struct ring_buffer_cpu *cpu)
{
	irq_work_sync(&cpu->work);
	cancel_work_sync(&cpu->wake_work);
}

static wait_queue_head_t *queue_of(struct ring_buffer *rb, int cpu)
{
	return cpu < 0 ? &rb->readers : &rb->cpus[cpu]->readers;
}

static u32 *calls_of(struct ring_buffer *rb, int cpu)
{
	return cpu < 0 ? &rb->wake_calls : &rb->cpus[cpu]->wake_calls;
}

/* Lets commits of @cpu wake from now on. The smallest of several watermarks counts. */
static void set_wake_bit(struct ring_buffer_cpu *cpu, unsigned int percent)
{
	unsigned long flags;

	if (!percent) {
		atomic_or(WAKE_DATA, &cpu->wake);
		return;
	}
	spin_lock_irqsave(&cpu->readers.lock, flags);
	if (!(atomic_read(&cpu->wake) & WAKE_FULL) || percent < cpu->wake_percent)
		WRITE_ONCE(cpu->wake_percent, percent);
	atomic_or(WAKE_FULL, &cpu->wake);
	spin_unlock_irqrestore(&cpu->readers.lock, flags);
}

static void set_wake_bits(struct ring_buffer *rb, int cpu, unsigned int percent)
{
	if (cpu >= 0)
		set_wake_bit(rb->cpus[cpu], percent);
	else
		for_each_possible_cpu(cpu)
			set_wake_bit(rb->cpus[cpu], percent);
	smp_mb();	/* the bit, then the look; the top says what stands in for a partner */
}

static int waiter_wake(struct wait_queue_entry *entry, unsigned int mode, int sync, void *key)
{
	struct waiter *waiter = container_of(entry, struct waiter, entry);

	WRITE_ONCE(waiter->woken, true);
	return woken_wake_function(entry, mode, sync, key);
}

/**
 * probefs_ring_buffer_wait - sleep until there is enough to read
 * @rb: the buffer that is read
 * @cpu: number of the CPU, or -1 for any
 * @percent: enough to read, as for ring_buffer_watermark()
 * @stop: called whenever the reader was woken, says whether it shall return; or NULL
 * @data: passed to @stop
 *
 * Process context. Returns 0 when there is enough, after ring_buffer_wake_all(), or when @stop says
 * true; -ERESTARTSYS on a signal: a task that was only stopped and continued waits on.
 */
int probefs_ring_buffer_wait(struct ring_buffer *rb, int cpu, unsigned int percent,
			     bool (*stop)(void *), void *data)
{
	struct waiter waiter = { .woken = false };
	u32 calls = READ_ONCE(*calls_of(rb, cpu));
	long timeout = LOOK_AGAIN;
	int ret = 0;

	init_waitqueue_func_entry(&waiter.entry, waiter_wake);
	waiter.entry.private = current;
	add_wait_queue(queue_of(rb, cpu), &waiter.entry);
	for (;;) {
		set_wake_bits(rb, cpu, percent);
		if (ring_buffer_watermark(rb, cpu, percent) || (stop && stop(data)) ||
		    READ_ONCE(*calls_of(rb, cpu)) != calls)
			break;
		if (signal_pending(current)) {
			ret = -ERESTARTSYS;
			break;
		}
		wait_woken(&waiter.entry, TASK_INTERRUPTIBLE, timeout);
		timeout = xchg(&waiter.woken, false) ? LOOK_AGAIN : MAX_SCHEDULE_TIMEOUT;
	}
	remove_wait_queue(queue_of(rb, cpu), &waiter.entry);
	return ret;
}

/**
 * ring_buffer_poll - ask whether there is enough to read, and be woken when there is
 * @rb: the buffer that is read
 * @cpu: number of the CPU, or -1 for any
 * @file: the file that is polled
 * @table: the poll's table
 * @percent: enough to read, as for ring_buffer_watermark()
 *
 * Process context. Returns EPOLLIN | EPOLLRDNORM or 0.
 */
unsigned int ring_buffer_poll(struct ring_buffer *rb, int cpu, struct file *file,
			      struct poll_table_struct *table, unsigned int percent)
{
	poll_wait(file, queue_of(rb, cpu), table);
	set_wake_bits(rb, cpu, percent);
	if (ring_buffer_watermark(rb, cpu, percent))
		return (__force unsigned int)(EPOLLIN | EPOLLRDNORM);
	ask_for_look(rb);
	return 0;
}

/**
 * ring_buffer_wake_waiters - make those who sleep in probefs_ring_buffer_wait() ask their @stop
 * @rb: the buffer that the readers wait for
 * @cpu: wakes readers that wait for this CPU, or for -1 those that wait for any
 *
 * The readers sleep on unless @stop says true. Pollers look again. Both see what the caller stored
 * before the call, even if they come to wait a moment later. Process context.
 */
void ring_buffer_wake_waiters(struct ring_buffer *rb, int cpu)
{
	wake_up_all(queue_of(rb, cpu));
}

/**
 * ring_buffer_wake_all - make those who sleep in probefs_ring_buffer_wait() return
 * @rb: the buffer that the readers wait for
 * @cpu: wakes readers that wait for this CPU, or for -1 all readers
 *
 * Pollers look again. Process context.
 */
void ring_buffer_wake_all(struct ring_buffer *rb, int cpu)
{
	u32 *calls = calls_of(rb, cpu);

	/*
	 * When two calls at a time count once, the number has still changed. The lock of the queue
	 * makes the change visible.
	 */
	WRITE_ONCE(*calls, READ_ONCE(*calls) + 1);
	wake_up_all(queue_of(rb, cpu));
	if (cpu < 0)
		for_each_possible_cpu(cpu)
			ring_buffer_wake_all(rb, cpu);
}
