// SPDX-License-Identifier: GPL-2.0
/*
 * Waiting for hits that are running.
 *
 * A hit runs with preemption off from its first access to a probe to its last one. So
 * synchronize_rcu() waits for the hit, unless it is in a place where RCU does not watch. Code
 * entered from user space has no such place: the kernels' entry code has been noinstr for longer
 * than probefs supports them. The idle loop has one in kernels before v6.3, and on some
 * architectures in later ones (kernel/compat/idle.h); this file waits for hits there.
 *
 * The idle task is never preempted. When anything else runs on its CPU, the idle task has gone
 * through schedule_idle(), with no hit on its stack. That is also true of a task that injects idle
 * time: it has PF_IDLE set, as the idle task has, and preemption off, from before its first
 * function of the idle loop until after its last. So we wait until each CPU has been seen in a task
 * without PF_IDLE. No task needs to get to run for that:
 *
 *  - An interrupt asks a CPU; its handler looks at what it interrupted. A task that is not idle, a
 *    real-time task that never ends for example, is the answer.
 *  - When the handler has interrupted an idle task, it queues a work. The worker takes the CPU from
 *    the idle task, and answers. If something else takes the CPU first, and keeps the worker away,
 *    a later question finds that. So questions are repeated until there is an answer, with a sleep
 *    in between.
 *
 * A question is a number, larger than all before, and a CPU's answer is the largest number that it
 * has read in a task that is not idle. Any number of waiters ask at a time, and each waits for
 * answers that are not smaller than its own number. A work that a waiter has left behind, because
 * the CPU was kept from running it, serves the next waiter, or is cancelled by
 * record_wait_finish().
 *
 * Order. The hits that have to end are those that can find what the caller has unlinked.
 *
 *	caller: unlink; question = n (full barrier)	... sees the answer n (acquire): free
 *	CPU:    a hit; switch away from the idle task; read question n; answer n (release)
 *	CPU:    read question n; answer n; switch to the idle task (full barrier); a hit
 *
 * A hit before the answer has ended when the caller sees that answer. A hit after the answer, and
 * so after the read of n, sees the unlinking.
 *
 * A CPU that is offline runs no idle loop. On its way there, and back, the CPU runs some functions
 * when RCU does not watch it any more, or not yet. That lasts for a part of the time that
 * cpus_write_lock() is held for. So record_wait_for_idle() takes cpus_read_lock() once, but does
 * not hold it while it waits for anything.
 *
 * Waits are numbered, so that a caller that has unlinked something earlier can tell whether a wait that
 * somebody made since then will do (record_wait_ticket()). A wait gets its number before it begins,
 * and notes the number when it has ended. A ticket is the newest number at the time of the
 * unlinking; any wait with a greater number began later, and has seen to the hits of that time.
 *
 * stop_machine() would be simpler, but it makes all CPUs stand still at the same moment, for
 * something that concerns one at a time.
 */
#include <linux/atomic.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "kernel/compat/idle.h"
#include "kernel/record/record.h"

#define SLEEP_MIN	20U	/* microseconds; a worker takes about as many to get an idle CPU */
#define SLEEP_MAX	2000U
#define WORKERS_TIMEOUT	(HZ / 4)

/**
 * struct cpu_answer - what one CPU has answered; written by that CPU with interrupts off
 * @not_idle: the newest question that the CPU read in a task without PF_IDLE
 * @worker: the newest question that a worker read
 * @work: lets a worker run on the CPU; bound to the CPU for as long as that is online
 */
struct cpu_answer {
	unsigned long not_idle;
	unsigned long worker;
	struct work_struct work;
};

static DEFINE_PER_CPU(struct cpu_answer, cpu_answers);
static atomic_long_t newest_question;
static atomic_long_t newest_wait, newest_wait_over;

/* The increment is a full barrier before and after. */
static unsigned long question_new(void)
{
	return atomic_long_inc_return(&newest_question);
}

static void answer(unsigned long *to)
{
	smp_store_release(to, (unsigned long)atomic_long_read(&newest_question));
}

static bool is_answered(const unsigned long *by, unsigned long question)
{
	return (long)(smp_load_acquire(by) - question) >= 0;
}

/* When the CPU that was meant has gone, the worker answers for the CPU that it runs on. */
static void answer_in_worker(struct work_struct *work)
{
	unsigned long flags;

	local_irq_save(flags);
	answer(this_cpu_ptr(&cpu_answers.not_idle));
	answer(this_cpu_ptr(&cpu_answers.worker));
	local_irq_restore(flags);
}

static void queue_here(void)
{
	schedule_work_on(smp_processor_id(), this_cpu_ptr(&cpu_answers.work));
}

/* Runs on the CPU that is asked, with interrupts off. */
static void ask_for_task(void *unused)
{
	if (is_idle_task(current))
		queue_here();
	else
		answer(this_cpu_ptr(&cpu_answers.not_idle));
}

static void wait_for_task(int cpu, unsigned long question)
{
	const unsigned long *answers = per_cpu_ptr(&cpu_answers.not_idle, cpu);
	unsigned int sleep = SLEEP_MIN;

	while (cpu_online(cpu) && !is_answered(answers, question)) {
		usleep_range(sleep, 2 * sleep);
		sleep = min(2 * sleep, SLEEP_MAX);
		if (!is_answered(answers, question))
			smp_call_function_single(cpu, ask_for_task, NULL, 1);
	}
}

/**
 * record_wait_for_idle() - wait for hits in idle tasks, which synchronize_rcu() does not wait for
 *
 * Context: process context, may sleep; the wait ends, whatever runs on the CPUs. The caller must
 * not hold cpus_read_lock().
 */
void record_wait_for_idle(void)
{
	unsigned long question;
	int cpu;

	cpus_read_lock();
	cpus_read_unlock();
	if (!COMPAT_IDLE_HITS_UNWATCHED)
		return;
	question = question_new();
	on_each_cpu(ask_for_task, NULL, 1);
	for_each_online_cpu(cpu)
		wait_for_task(cpu, question);
}

static void note_wait_over(long number)
{
	long newest = atomic_long_read(&newest_wait_over);

	while (number - newest > 0 && !atomic_long_try_cmpxchg(&newest_wait_over, &newest, number))
		;
}

/**
 * record_wait() - wait for all hits that are running
 *
 * Context: as for record_wait_for_idle().
 */
void record_wait(void)
{
	long number = atomic_long_inc_return(&newest_wait);	/* a full barrier before and after */

	synchronize_rcu();
	record_wait_for_idle();
	note_wait_over(number);
}

/**
 * record_wait_ticket() - remember a moment
 *
 * Context: any. Return: a ticket for record_wait_since(), to be taken after the caller has unlinked
 * what hits may be on.
 */
unsigned long record_wait_ticket(void)
{
	smp_mb();	/* the unlinking before the number; a wait with a greater one comes after both */
	return atomic_long_read(&newest_wait);
}

/**
 * record_wait_since() - wait for the hits that were running at a moment, unless somebody has
 * @ticket: what record_wait_ticket() returned then
 *
 * Context: as for record_wait_for_idle().
 */
void record_wait_since(unsigned long ticket)
{
	/* Full barriers in note_wait_over() and here: what follows comes after that wait. */
	bool is_over = (long)(atomic_long_read(&newest_wait_over) - ticket) > 0;

	smp_mb();
	if (!is_over)
		record_wait();
}

/*
 * A CPU that runs a real-time task has no time for workers, and gets no work: a worker that is
 * runnable and can't run keeps every synchronize_rcu_tasks() of the system from ending.
 */
static void ask_for_worker(void *refused)
{
	if (current->prio < MAX_RT_PRIO)
		WRITE_ONCE(*(bool *)refused, true);
	else
		queue_here();
}

static bool wait_for_worker(int cpu, unsigned long question, unsigned long end)
{
	const unsigned long *answers = per_cpu_ptr(&cpu_answers.worker, cpu);

	while (cpu_online(cpu) && !is_answered(answers, question)) {
		if (time_after(jiffies, end))
			return false;
		usleep_range(SLEEP_MAX / 2, SLEEP_MAX);
	}
	return true;
}

/**
 * record_workers_run() - do workers get to run on all CPUs?
 *
 * A caller asks this when it is about to do something that waits for a worker on each CPU, in the
 * kernel and with the kernel's locks held, and that the caller can do without. The answer does not
 * foresee a real-time task that comes a moment later.
 *
 * Context: process context, sleeps for a quarter of a second at most.
 */
bool record_workers_run(void)
{
	unsigned long question = question_new(), end = jiffies + WORKERS_TIMEOUT;
	bool refused = false;
	int cpu;

	on_each_cpu(ask_for_worker, &refused, 1);
	if (refused)
		return false;
	for_each_online_cpu(cpu)
		if (!wait_for_worker(cpu, question, end))
			return false;
	return true;
}

/** record_wait_init() - prepare the works, before anybody waits */
void record_wait_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		INIT_WORK(per_cpu_ptr(&cpu_answers.work, cpu), answer_in_worker);
}

/** record_wait_finish() - take back works that CPUs did not get to run; nobody waits any more */
void record_wait_finish(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		cancel_work_sync(per_cpu_ptr(&cpu_answers.work, cpu));
}
