// SPDX-License-Identifier: GPL-2.0
/*
 * A module that says things by trace_printk(): the name that is written to the parameter "say" says what.
 */
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>

/* Not static: the compiler may not know what they are. */
char *saying_text = "a text that is not constant\n";
char *saying_open_text = "a text without a newline";
char *saying_format = "not constant: %d %s %c %d %d %d %d %d %d\n";
char *saying_v_format = "va_list, not constant: %d %s %d %d %d %d %d\n";
char *saying_no_format;

static char long_text[6000];

static void __printf(1, 2) noinline say_list(const char *unused, ...)
{
	va_list args;

	va_start(args, unused);
	ftrace_vprintk("va_list, constant: %d %s %d %d %d %d %d\n", args);
	va_end(args);
}

static void __printf(1, 2) noinline say_list_format(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ftrace_vprintk(format, args);
	va_end(args);
}

static noinline void say(const char *where)
{
	static const u8 address[] = { 192, 168, 1, 2 };

	trace_printk("a constant text\n");
	trace_printk("a constant text, with \"quotes\", a\ttab and a \\\n");
	trace_puts(saying_text);
	trace_puts(saying_open_text);
	trace_printk("in %s\n", where);
	trace_printk("no more than registers: %d %s %c\n", -1, "two", '3');
	trace_printk("and on the stack: %d %s %c %llx %u %ld %hhd %s %d %zu\n", 1, "two", '3', 1ULL << 40, 5U, -6L,
		     (signed char)-7, "eight", 9, (size_t)10);
	trace_printk("forms: %5d|%-5d|%05x|%*d|%.3s|%-6s|%%|%pI4|%ps\n", 1, 2, 3, 6, 4, "shortened", "left", address,
		     schedule);
	trace_printk(saying_format, 1, "two", '3', 4, 5, 6, 7, 8, 9);
	say_list("%d %s %d %d %d %d %d", 1, "two", 3, 4, 5, 6, 7);
	say_list_format(saying_v_format, 1, "two", 3, 4, 5, 6, 7);
}

static void say_in_interrupt(struct irq_work *work)
{
	say("an interrupt");
}

static void say_in_softirq(struct tasklet_struct *tasklet)
{
	say("a softirq");
}

static void say_everywhere(void)
{
	struct tasklet_struct tasklet;
	struct irq_work work;
	unsigned long flags;

	say("a task");
	preempt_disable();
	say("a task with preemption off");
	preempt_enable();
	local_irq_save(flags);
	say("a task with interrupts off");
	local_irq_restore(flags);
	local_bh_disable();
	say("a task with bottom halves off");
	local_bh_enable();
#ifdef IRQ_WORK_INIT_HARD	/* the rt kernel has others done by a task */
	work = IRQ_WORK_INIT_HARD(say_in_interrupt);
#else
	init_irq_work(&work, say_in_interrupt);
#endif
	irq_work_queue(&work);
	irq_work_sync(&work);
	tasklet_setup(&tasklet, say_in_softirq);
	tasklet_schedule(&tasklet);
	tasklet_unlock_wait(&tasklet);
	tasklet_kill(&tasklet);
}

/* What libtraceevent 1.7 decodes: it fails at the characters, widths and addresses above, and at all that comes then. */
static noinline void say_plain(void)
{
	trace_printk("a constant text\n");
	trace_puts(saying_text);
	trace_printk("registers: %d %s %x\n", -1, "two", 3);
	trace_printk("and the stack: %d %s %d %lx %u %s %d\n", 1, "two", 3, 1UL << 40, 5U, "six", -7);
	trace_printk(saying_format, 1, "two", '3', 4, 5, 6, 7, 8, 9);
	say_list("%d %s %d %d %d %d %d", 1, "two", 3, 4, 5, 6, 7);
	say_list_format(saying_v_format, 1, "two", 3, 4, 5, 6, 7);
}

static noinline notrace void probed(void)
{
	barrier();
}

static int say_when_probed(struct kprobe *kp, struct pt_regs *regs)
{
	say_plain();
	return 0;
}

static int say_in_handler(void)
{
	struct kprobe kp = {
		.addr		= (kprobe_opcode_t *)probed,
		.pre_handler	= say_when_probed,
	};
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	probed();
	unregister_kprobe(&kp);
	return 0;
}

static void say_long(void)
{
	memset(long_text, 'x', sizeof(long_text) - 1);
	trace_printk("in one argument: %s\n", long_text);
	trace_puts(long_text);
}

/* A format that is in memory of the module alone, as no macro would have it. */
static void say_own_format(void)
{
	static char format[] = "of the module alone: %d\n", text[] = "of the module alone\n";

	__trace_bprintk(_THIS_IP_, format, 1);
	__trace_bputs(_THIS_IP_, text);
	__trace_bputs(_THIS_IP_, saying_no_format);
	__trace_bprintk(_THIS_IP_, saying_no_format, 1);
}

static int say_set(const char *value, const struct kernel_param *param)
{
	if (sysfs_streq(value, "everywhere"))
		say_everywhere();
	else if (sysfs_streq(value, "plain"))
		say_plain();
	else if (sysfs_streq(value, "long"))
		say_long();
	else if (sysfs_streq(value, "own"))
		say_own_format();
	else if (sysfs_streq(value, "handler"))
		return say_in_handler();
	else if (sysfs_streq(value, "once"))
		trace_printk("once: %d\n", 1);
	else
		return -EINVAL;
	return 0;
}

static const struct kernel_param_ops say_ops = {
	.set	= say_set,
};
module_param_cb(say, &say_ops, NULL, 0200);

static int __init saying_init(void)
{
	trace_printk("saying comes: %d\n", 1);
	return 0;
}
module_init(saying_init);

static void __exit saying_exit(void)
{
	trace_printk("saying goes: %d\n", 2);
}
module_exit(saying_exit);

MODULE_DESCRIPTION("says things by trace_printk()");
MODULE_LICENSE("GPL");
