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
 * Not recorded are calls that the core counts as missed: those that a handler of another kprobe makes on the same
 * CPU, and those of an NMI handler which has interrupted such a handler, or ours. Without the jump, on x86, the core
 * would single-step what is at the place then. A second kprobe that is hit while it does so, which an NMI handler can
 * do, is a BUG() of the core's. So where there can be jumps there have to be: a kprobe that would stay a breakpoint is
 * not enabled. What is left are the moments between the breakpoint and the core's note that a jump is to come, and
 * between the end of that note and the end of the breakpoint; and what others do: debug.kprobes-optimization, or
 * kprobes of theirs within the bytes of the jump. On arm64 the core single-steps with everything masked that may talk.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>

#include "kernel/compat/irqflags.h"
#include "kernel/compat/kprobe_jump.h"
#include "kernel/compat/printk_arguments.h"
#include "kernel/hook/printk_hook.h"
#include "kernel/record/context.h"
#include "kernel/record/printk_record.h"
#include "kernel/record/record.h"
#include "kernel/symbol/printk_format.h"

/* printk_hook_lock protects these; @hooked is read without it, too. */
static DEFINE_MUTEX(printk_hook_lock);
static unsigned int nr_tracers;
static bool hooked;

/* What a breakpoint's exception adds to the preemption count. It is set before the hooks are there. */
static unsigned int exception_count;

/**
 * struct printk_hook - a function that trace_printk() has called
 * @kp: the kprobe at its entry
 * @name: the name of the function, whose first two arguments are where the caller is, and a text or format
 * @record: records a call whose text is not NULL
 * @constant: the text is one that mainline has copied, unless somebody calls the function without the macro
 * @list: behind the format comes a va_list, not the arguments themselves
 * @registered: @kp is
 */
struct printk_hook {
	struct kprobe kp;
	const char *name;
	void (*record)(const struct printk_hook *hook, const struct printk_call *call, const char *text);
	bool constant;
	bool list;
	bool registered;
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

static void __kprobes hit(const struct printk_hook *hook, struct pt_regs *regs)
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

	if (unlikely(call.slot < 0))
		return;
	if (text)	/* the kernel has no memory for a copy of the text */
		hook->record(hook, &call, text);
	record_exit(call.slot);
}

/* An interrupt that says something while a kprobe is being served would have that missed. */
static int __kprobes printk_hit(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	hit(container_of(kp, struct printk_hook, kp), regs);
	raw_local_irq_restore(flags);
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
	if (ret || !IS_ENABLED(CONFIG_OPTPROBES) || compat_kprobe_may_jump(&hook->kp))
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

static int enable_hook(struct printk_hook *hook)
{
	int ret = enable_kprobe(&hook->kp);

	if (!ret && IS_ENABLED(CONFIG_OPTPROBES) && !compat_kprobe_jumps(&hook->kp))
		ret = -EOPNOTSUPP;
	if (ret)
		unregister_kprobe(&hook->kp);
	return ret;
}

static int hook_one(struct printk_hook *hook, bool on)
{
	int ret = register_hook(hook, on);

	if (!ret && on)
		ret = enable_hook(hook);
	hook->registered = !ret;
	return ret;
}

static void hook_all(void)
{
	int error, ret;
	unsigned int i;
	bool on;

	error = measure(&on);
	for (i = 0; i < ARRAY_SIZE(printk_hooks); i++) {
		ret = error ?: hook_one(&printk_hooks[i], on);
		if (!ret || ret == -ENOENT)	/* what the kernel does not have, no module calls */
			continue;
		pr_notice("%s can't be hooked%s (error %d): what modules say by it is not recorded\n",
			  printk_hooks[i].name, ret == -EOPNOTSUPP ? " by a jump" : "", ret);
	}
	WRITE_ONCE(hooked, true);
}

/* A hit may still be running in an idle task, for which unregister_kprobes() does not wait. */
static void unhook_all(void)
{
	struct kprobe *kps[ARRAY_SIZE(printk_hooks)];
	unsigned int i, nr = 0;

	for (i = 0; i < ARRAY_SIZE(printk_hooks); i++) {
		if (printk_hooks[i].registered)
			kps[nr++] = &printk_hooks[i].kp;
		printk_hooks[i].registered = false;
	}
	unregister_kprobes(kps, nr);
	record_wait_for_idle();
	WRITE_ONCE(hooked, false);
}

static void update(void)
{
	bool wanted = nr_tracers && printk_formats_have_caller();

	if (wanted && !hooked)
		hook_all();
	else if (!wanted && hooked)
		unhook_all();
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
 * printk_hook_module_comes() - hook what a module calls, before it does
 * @mod: the module, none of whose code has run
 */
void printk_hook_module_comes(struct module *mod)
{
	if (!mod->num_trace_bprintk_fmt)
		return;
	mutex_lock(&printk_hook_lock);
	printk_formats_module_comes(mod);
	update();
	mutex_unlock(&printk_hook_lock);
}

/**
 * printk_hook_module_goes() - take the hooks back behind the last module that called trace_printk()
 * @mod: a module none of whose code runs any more
 */
void printk_hook_module_goes(struct module *mod)
{
	if (!mod->num_trace_bprintk_fmt)
		return;
	mutex_lock(&printk_hook_lock);
	printk_formats_module_goes(mod);
	update();
	mutex_unlock(&printk_hook_lock);
}

/** printk_is_hooked() - tell whether trace_printk() may have something recorded */
bool printk_is_hooked(void)
{
	return READ_ONCE(hooked);
}
