// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks what modules call by trace_printk().
 *
 * The macro has one of six functions called, all of which are exported. ftrace can't hook them, for they belong to the
 * tracer, and so each gets a kprobe. Those are there only while a module is loaded that calls trace_printk(), which
 * the kernel's own sources do while somebody is debugging them, and while there is a tracer.
 *
 * A handler may be called by a jump or, before the kprobe core has put that there, from a breakpoint's exception. A
 * record shows the context of the caller, which is the handler's less what the way there adds to the preemption count.
 * For a breakpoint that is measured: a function of ours gets a kprobe, and is called. That one stays a breakpoint, as
 * a kprobe with a post_handler is not turned into a jump.
 *
 * Not recorded are calls that the core counts as missed, as the file printk_stats shows: those that a handler of
 * another kprobe makes on the same CPU, and those of an NMI handler which has interrupted such a handler, or ours.
 * Without the jump, on x86, the core would single-step what is at the place then. A second kprobe that is hit while it does
 * so, which an NMI handler can do, is a BUG() of the core's. So where there can be jumps there have to be: a kprobe
 * that would stay a breakpoint is not enabled, and one that becomes a breakpoint for good, by what others do, is taken
 * back when it is hit: they may switch optimization off, or have kprobes of their own within the bytes of the jump. What
 * is left are moments: those until it is taken back, and those between the breakpoint and the core's note that a jump is
 * to come, and between the end of that note and the end of the breakpoint. On arm64 the core single-steps with
 * everything masked that may talk.
 *
 * In an idle task that RCU does not watch, which is before v6.3, the core looks at its list of kprobes all the same. With
 * CONFIG_PROVE_RCU_LIST it reports itself for that, once.
 *
 * What could not be hooked, or was taken back, is tried again when a tracer or such a module comes or goes. With the
 * module's parameter trace_printk=0 there are no hooks.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/seq_file.h>
#include <linux/workqueue.h>

#include "kernel/compat/irqflags.h"
#include "kernel/compat/kprobe_jump.h"
#include "kernel/compat/printk_arguments.h"
#include "kernel/hook/printk_hook.h"
#include "kernel/record/context.h"
#include "kernel/record/printk_record.h"
#include "kernel/record/record.h"
#include "kernel/symbol/printk_format.h"

static bool printk_wanted __ro_after_init = true;
module_param_named(trace_printk, printk_wanted, bool, 0444);
MODULE_PARM_DESC(trace_printk, "Records what modules say by trace_printk(); 0 hooks nothing");

/* printk_hook_lock protects these; @nr_hooked is read without it, too. */
static DEFINE_MUTEX(printk_hook_lock);
static unsigned int nr_tracers;
static unsigned int nr_hooked;

/* What a breakpoint's exception adds to the preemption count. It is set before the hooks are there. */
static unsigned int exception_count;

/**
 * struct printk_hook - a function that trace_printk() has called
 * @kp: the kprobe at its entry
 * @name: the name of the function, whose first two arguments are where the caller is, and a text or format
 * @record: records a call whose text is not NULL
 * @constant: the text is one that mainline has copied, unless somebody calls the function without the macro
 * @list: behind the format comes a va_list, not the arguments themselves
 * @registered: the kprobe core has @kp
 * @missed: number of calls that the core has missed, of kprobes that it has no more
 * @nested: number of calls that came on top of as many recordings as a CPU has room for
 */
struct printk_hook {
	struct kprobe kp;
	const char *name;
	void (*record)(const struct printk_hook *hook, const struct printk_call *call, const char *text);
	bool constant;
	bool list;
	bool registered;
	unsigned long missed;
	atomic_long_t nested;
};

static void __kprobes hit_format(const struct printk_hook *hook, const struct printk_call *call, const char *format)
{
	struct compat_arguments arguments;

	if (hook->list)
		compat_arguments_of_list(&arguments, call->regs, 2);
	else
		compat_arguments_of_entry(&arguments, call->regs, 2);
	if (hook->constant && printk_format_stays(format))
		record_bprint(call, format, &arguments);
	else
		record_printk(call, format, arguments.list);
}

static void __kprobes hit_text(const struct printk_hook *hook, const struct printk_call *call, const char *text)
{
	if (hook->constant && printk_format_stays(text))
		record_bputs(call, text);
	else
		record_puts(call, text);
}

static struct printk_hook printk_hooks[] = {
	{ .name = "__trace_bprintk",	.record = hit_format,	.constant = true },
	{ .name = "__ftrace_vbprintk",	.record = hit_format,	.constant = true,	.list = true },
	{ .name = "__trace_printk",	.record = hit_format },
	{ .name = "__ftrace_vprintk",	.record = hit_format,	.list = true },
	{ .name = "__trace_bputs",	.record = hit_text,	.constant = true },
	{ .name = "__trace_puts",	.record = hit_text },
};

static void __kprobes hit(struct printk_hook *hook, struct pt_regs *regs)
{
	const char *text = (const char *)regs_get_kernel_argument(regs, 1);
	unsigned int count = preempt_count() - (compat_hit_by_jump(regs) ? COMPAT_JUMP_COUNT : exception_count);
	const struct printk_call call = {
		.ip	= regs_get_kernel_argument(regs, 0),
		.head	= printk_caller_head(count, compat_irqs_off_before(regs)),
		.regs	= regs,
		.place	= (unsigned long)hook->kp.addr,
		.slot	= record_enter(),
	};

	if (unlikely(call.slot < 0)) {
		atomic_long_inc(&hook->nested);
		return;
	}
	if (text)	/* the kernel has no memory for a copy of the text */
		hook->record(hook, &call, text);
	record_exit(call.slot);
}

static void take_back_breakpoints(struct work_struct *unused);
static DECLARE_WORK(take_back_work, take_back_breakpoints);

static void queue_take_back(struct irq_work *unused)
{
	schedule_work(&take_back_work);
}

/* A hit may be in an NMI, where no other work can be queued. */
static struct irq_work queue_take_back_work;

/*
 * An interrupt that says something while a kprobe is being served would have that missed. So interrupts stay off until
 * the flags of @regs are restored, which is when the core is done; had they been on a moment earlier, what came
 * meanwhile would have run before that. An interrupt between the core's note that it serves a kprobe and our first
 * instruction is left.
 */
static int __kprobes printk_hit(struct kprobe *kp, struct pt_regs *regs)
{
	raw_local_irq_disable();
	if (unlikely(!compat_hit_by_jump(regs)) && compat_kprobe_stays_breakpoint(kp))
		irq_work_queue(&queue_take_back_work);
	hit(container_of(kp, struct printk_hook, kp), regs);
	return 0;
}

/* Measuring what a breakpoint's exception adds to the preemption count */

static unsigned int count_in_handler;

static int __kprobes measure_hit(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(count_in_handler, preempt_count());
	return 0;
}

static void __kprobes measure_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

static noinline notrace void measured(void)
{
	barrier();
}

/* @on: receives whether kprobes are on; where they are not, what is known to be added has to do */
static int measure(bool *on)
{
	struct kprobe kp = {
		.addr		= (kprobe_opcode_t *)measured,
		.pre_handler	= measure_hit,
		.post_handler	= measure_post,
	};
	int ret = register_kprobe(&kp);
	unsigned int count;

	if (ret)
		return ret;
	preempt_disable();
	WRITE_ONCE(count_in_handler, UINT_MAX);
	measured();
	count = READ_ONCE(count_in_handler);
	*on = count != UINT_MAX;
	exception_count = *on ? count - preempt_count() : CONTEXT_BREAKPOINT_COUNT;
	preempt_enable();
	unregister_kprobe(&kp);
	return 0;
}

/*
 * The core gets a jump ready for a kprobe that is disabled, too. So nearly no time is left between the breakpoint and
 * the note that a jump is to come. While kprobes are off there is neither, and one that is enabled then would not come
 * back with the others.
 */
static int register_at(struct printk_hook *hook, const char *name, kprobe_opcode_t *place, bool on)
{
	int ret;

	hook->kp = (struct kprobe){
		.symbol_name	= name,
		.addr		= place,
		.pre_handler	= printk_hit,
		.flags		= on ? KPROBE_FLAG_DISABLED : 0,
	};
	ret = register_kprobe(&hook->kp);
	if (ret || compat_kprobe_may_jump(&hook->kp))
		return ret;
	unregister_kprobe(&hook->kp);
	return -EOPNOTSUPP;
}

static int register_hook(struct printk_hook *hook, bool on)
{
	int ret = register_at(hook, hook->name, NULL, on);
	void *other;

	if (ret != -EOPNOTSUPP)
		return ret;
	/* The address is that behind what marks entries for indirect calls. */
	other = compat_other_place(hook->kp.addr);
	return other ? register_at(hook, NULL, other, on) : ret;
}

/* A hit may still be running in an idle task, for which unregister_kprobes() does not wait. */
static void unregister_enabled(struct kprobe **kps, unsigned int nr)
{
	unsigned int i;

	unregister_kprobes(kps, nr);
	record_wait_for_idle();
	for (i = 0; i < nr; i++)
		container_of(kps[i], struct printk_hook, kp)->missed += kps[i]->nmissed;
}

static int enable_hook(struct printk_hook *hook)
{
	struct kprobe *kp = &hook->kp;
	int ret = enable_kprobe(kp);

	if (!ret && compat_kprobe_stays_breakpoint(kp))
		ret = -EOPNOTSUPP;
	if (ret)
		unregister_enabled(&kp, 1);
	return ret;
}

static int hook_one(struct printk_hook *hook, bool on)
{
	int ret = register_hook(hook, on);

	if (!ret && on)
		ret = enable_hook(hook);
	hook->registered = !ret;
	WRITE_ONCE(nr_hooked, nr_hooked + !ret);
	return ret;
}

static void hook_all(void)
{
	int error, ret;
	unsigned int i;
	bool on;

	if (nr_hooked == ARRAY_SIZE(printk_hooks))
		return;
	error = measure(&on);
	for (i = 0; i < ARRAY_SIZE(printk_hooks); i++) {
		if (printk_hooks[i].registered)
			continue;
		ret = error ?: hook_one(&printk_hooks[i], on);
		if (!ret || ret == -ENOENT)	/* what the kernel does not have, no module calls */
			continue;
		pr_notice("%s can't be hooked%s (error %d): what modules say by it is not recorded\n",
			  printk_hooks[i].name, ret == -EOPNOTSUPP ? " by a jump" : "", ret);
	}
}

/* Takes back the hooks that @wanted names, or all. Returns how many there were. */
static unsigned int unhook(bool (*wanted)(const struct kprobe *kp))
{
	struct kprobe *kps[ARRAY_SIZE(printk_hooks)];
	unsigned int i, nr = 0;

	for (i = 0; i < ARRAY_SIZE(printk_hooks); i++) {
		struct printk_hook *hook = &printk_hooks[i];

		if (!hook->registered || (wanted && !wanted(&hook->kp)))
			continue;
		kps[nr++] = &hook->kp;
		hook->registered = false;
	}
	if (!nr)
		return 0;
	unregister_enabled(kps, nr);
	WRITE_ONCE(nr_hooked, nr_hooked - nr);
	return nr;
}

static void update(void)
{
	if (printk_wanted && nr_tracers && printk_formats_have_caller())
		hook_all();
	else
		unhook(NULL);
}

/*
 * A kprobe of somebody else may have gone again; the core does not have a jump then before ours is enabled anew. Where
 * there can't be a jump, a hit of the short time for which ours is enabled brings us here again, but not to another
 * try.
 */
static void take_back_breakpoints(struct work_struct *unused)
{
	mutex_lock(&printk_hook_lock);
	if (unhook(compat_kprobe_stays_breakpoint))
		update();
	mutex_unlock(&printk_hook_lock);
}

/** printk_hook_tracer_came() - a tracer has been made */
void printk_hook_tracer_came(void)
{
	mutex_lock(&printk_hook_lock);
	nr_tracers++;
	update();
	mutex_unlock(&printk_hook_lock);
}

/** printk_hook_tracer_went() - a tracer is no more */
void printk_hook_tracer_went(void)
{
	mutex_lock(&printk_hook_lock);
	nr_tracers--;
	update();
	mutex_unlock(&printk_hook_lock);
}

/**
 * printk_hook_module_changed() - hook what a module calls, before it does; take the hooks back behind the last one
 * @mod: a module that is coming, one that is live by now and may have come before the notifier did, or one that goes
 * @goes: none of the module's code runs any more
 */
void printk_hook_module_changed(struct module *mod, bool goes)
{
	if (!mod->num_trace_bprintk_fmt)
		return;
	mutex_lock(&printk_hook_lock);
	if (goes ? printk_formats_module_goes(mod) : printk_formats_module_comes(mod))
		update();
	mutex_unlock(&printk_hook_lock);
}

/** printk_is_hooked() - tell whether trace_printk() may have something recorded */
bool printk_is_hooked(void)
{
	return READ_ONCE(nr_hooked);
}

/**
 * printk_hooks_show() - print what the file printk_stats has
 * @m: receives the text
 *
 * The counts are those of all tracers together, since the module was loaded. Two CPUs that miss a call of the same
 * function at the same time may be counted as one, by the kprobe core. That of v5.10 counts as missed, too, what was
 * recorded with a fault at an address that its arguments lead to.
 */
void printk_hooks_show(struct seq_file *m)
{
	unsigned int i;

	seq_puts(m, "# function hook missed lost_nested\n");
	mutex_lock(&printk_hook_lock);
	for (i = 0; i < ARRAY_SIZE(printk_hooks); i++) {
		const struct printk_hook *hook = &printk_hooks[i];

		seq_printf(m, "%s %s %lu %lu\n", hook->name,
			   hook->registered ? compat_kprobe_kind(&hook->kp) : "none",
			   hook->missed + (hook->registered ? READ_ONCE(hook->kp.nmissed) : 0),
			   atomic_long_read(&hook->nested));
	}
	mutex_unlock(&printk_hook_lock);
}

/** printk_hook_init() - get ready, before there are tracers */
void printk_hook_init(void)
{
	init_irq_work(&queue_take_back_work, queue_take_back);
}

/** printk_hook_exit() - wait for what hits have left behind; there are no hooks any more */
void printk_hook_exit(void)
{
	irq_work_sync(&queue_take_back_work);
	cancel_work_sync(&take_back_work);
}
