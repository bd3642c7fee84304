// SPDX-License-Identifier: GPL-2.0
/*
 * A module that says things by trace_printk() on one CPU in a task, in the handler of a kprobe that the task hits
 * and in an NMI handler that interrupts both. A number that is written to the parameter "nmis" is how many NMIs the
 * CPU of the writer, which has to be another one than CPU 1, sends to CPU 1; the write ends when they have come.
 * The parameter "interrupts" is the same for interrupts that say something, while the task does, and no kprobe of ours
 * is hit. While "talking" is 1, the task alone talks. The parameter "crowd" is how many kprobes of others share the
 * place of the function behind trace_printk(). The parameter "said" is how often the module has said something, all of
 * which is on CPU 1.
 */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include <asm/apic.h>
#include <asm/nmi.h>

#define TALKING_CPU	1
#define TALKS		20	/* of the kprobe's handler in each hit */
#define WORDS		500	/* of the task, from an interrupt to the next: a buffer has room for all */

static bool expected, kprobe_wanted, talks;
static struct task_struct *talker;	/* the kernel's lock of parameters protects it */
static unsigned int nmis_come, hits, words_left;
static u32 apic_id;	/* of the talking CPU */
static atomic_t said = ATOMIC_INIT(0);

#define say(format, number) do {		\
	trace_printk(format, number);		\
	atomic_inc(&said);			\
} while (0)

static noinline void target(void)
{
	barrier();
}

static int target_hit(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned int i;

	WRITE_ONCE(hits, hits + 1);
	for (i = 0; i < TALKS; i++)
		say("in a kprobe's handler: %u\n", i);
	return 0;
}

static struct kprobe target_kprobe = {
	.addr		= (kprobe_opcode_t *)target,
	.pre_handler	= target_hit,
};

static int nmi(unsigned int type, struct pt_regs *regs)
{
	if (!READ_ONCE(expected) || smp_processor_id() != TALKING_CPU)
		return NMI_DONE;
	WRITE_ONCE(expected, false);
	say("in an NMI handler: %u\n", nmis_come);
	smp_store_release(&nmis_come, nmis_come + 1);
	return NMI_HANDLED;
}

/* What the APIC has is read and written as its manual has it: the kernels have different functions for that. */
static u64 read_msr(u32 msr)
{
	u32 low, high;

	asm volatile("rdmsr" : "=a" (low), "=d" (high) : "c" (msr));
	return low | (u64)high << 32;
}

static void write_msr(u32 msr, u32 low, u32 high)
{
	asm volatile("wrmsr" : : "c" (msr), "a" (low), "d" (high) : "memory");
}

static bool has_x2apic(void)
{
	return read_msr(MSR_IA32_APICBASE) & X2APIC_ENABLE;
}

static void get_apic_id(void *id)
{
	*(u32 *)id = has_x2apic() ? (u32)read_msr(APIC_BASE_MSR + (APIC_ID >> 4)) : native_apic_mem_read(APIC_ID) >> 24;
}

static void send_nmi(u32 to)
{
	unsigned long flags;

	WRITE_ONCE(expected, true);
	local_irq_save(flags);
	if (has_x2apic()) {
		write_msr(APIC_BASE_MSR + (APIC_ICR >> 4), APIC_DM_NMI, to);
	} else {
		native_apic_mem_write(APIC_ICR2, to << 24);
		native_apic_mem_write(APIC_ICR, APIC_DM_NMI);
	}
	local_irq_restore(flags);
}

static int talk(void *unused)
{
	unsigned int round = 0;

	while (!kthread_should_stop()) {
		unsigned int left = READ_ONCE(words_left);

		if (left) {
			WRITE_ONCE(words_left, left - 1);
			say("in a task: %u\n", round++);
			if (READ_ONCE(kprobe_wanted))
				target();
		}
		WRITE_ONCE(talks, true);
		cond_resched_tasks_rcu_qs();	/* the kprobe core waits for that */
	}
	return 0;
}

/* A CPU that idles may be told by other means than an interrupt: so the task runs when this returns. */
static int start_talker(bool with_kprobe)
{
	if (talker)
		return -EBUSY;
	if (!cpu_online(TALKING_CPU))
		return -ENODEV;
	talker = kthread_create(talk, NULL, "talker");
	if (IS_ERR(talker)) {
		int ret = PTR_ERR(talker);

		talker = NULL;
		return ret;
	}
	WRITE_ONCE(kprobe_wanted, with_kprobe);
	WRITE_ONCE(talks, false);
	WRITE_ONCE(words_left, UINT_MAX);
	kthread_bind(talker, TALKING_CPU);
	wake_up_process(talker);
	while (!READ_ONCE(talks))
		usleep_range(10, 20);
	return 0;
}

static int stop_talker(void)
{
	int ret = talker ? kthread_stop(talker) : 0;

	talker = NULL;
	return ret;
}

/*
 * Has a task talk, and interrupts it as often as @value says; from the one to the next it comes to another place, and says
 * something @words times at most.
 */
static int interrupt_talker(const char *value, bool with_kprobe, unsigned int words, void (*interrupt)(unsigned int round))
{
	unsigned int nr, i;
	int ret = kstrtouint(value, 0, &nr) ?: start_talker(with_kprobe);

	if (ret)
		return ret;
	for (i = 0; i < nr; i++) {
		WRITE_ONCE(words_left, words);
		interrupt(i);
		udelay(100 + i % 50);
	}
	return stop_talker();
}

static void interrupt_by_nmi(unsigned int round)
{
	unsigned int come = READ_ONCE(nmis_come);

	send_nmi(apic_id);
	while (smp_load_acquire(&nmis_come) == come)
		usleep_range(10, 20);
}

static int nmis_set(const char *value, const struct kernel_param *param)
{
	int ret = smp_call_function_single(TALKING_CPU, get_apic_id, &apic_id, 1);

	return ret ?: interrupt_talker(value, true, UINT_MAX, interrupt_by_nmi);
}

static void say_in_interrupt(void *number)
{
	say("in an interrupt: %u\n", *(unsigned int *)number);
}

static void interrupt_by_call(unsigned int round)
{
	smp_call_function_single(TALKING_CPU, say_in_interrupt, &round, 1);
}

static int interrupts_set(const char *value, const struct kernel_param *param)
{
	return interrupt_talker(value, false, WORDS, interrupt_by_call);
}

static int talking_set(const char *value, const struct kernel_param *param)
{
	bool on;
	int ret = kstrtobool(value, &on);

	return ret ?: on ? start_talker(false) : stop_talker();
}

static int crowd_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static struct kprobe crowd[100];
static unsigned int nr_crowd;

static void disperse(void)
{
	while (nr_crowd)
		unregister_kprobe(&crowd[--nr_crowd]);
}

static int crowd_set(const char *value, const struct kernel_param *param)
{
	unsigned int nr;
	int ret = kstrtouint(value, 0, &nr);

	if (ret)
		return ret;
	if (nr > ARRAY_SIZE(crowd))
		return -ERANGE;
	disperse();
	for (; nr_crowd < nr; nr_crowd++) {
		crowd[nr_crowd] = (struct kprobe){ .symbol_name = "__trace_bprintk", .pre_handler = crowd_hit };
		ret = register_kprobe(&crowd[nr_crowd]);
		if (ret)
			return ret;
	}
	return 0;
}

#define WRITE_ONLY(name)						\
static const struct kernel_param_ops name##_ops = { .set = name##_set };	\
module_param_cb(name, &name##_ops, NULL, 0200)

WRITE_ONLY(crowd);
WRITE_ONLY(interrupts);
WRITE_ONLY(nmis);
WRITE_ONLY(talking);
module_param(hits, uint, 0444);
module_param_named(said, said.counter, int, 0444);

static int __init nesting_init(void)
{
	int ret = register_kprobe(&target_kprobe);

	if (ret)
		return ret;
	ret = register_nmi_handler(NMI_LOCAL, nmi, 0, "nesting");
	if (ret)
		unregister_kprobe(&target_kprobe);
	return ret;
}
module_init(nesting_init);

static void __exit nesting_exit(void)
{
	stop_talker();
	disperse();
	unregister_nmi_handler(NMI_LOCAL, "nesting");
	unregister_kprobe(&target_kprobe);
}
module_exit(nesting_exit);

MODULE_DESCRIPTION("trace_printk() in a kprobe's handler and in an NMI handler, on one CPU");
MODULE_LICENSE("GPL");
