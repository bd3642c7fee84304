// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks what modules call by trace_printk().
 *
 * The macro has one of six functions called, all of which are exported. ftrace can't hook them, for they belong to the
 * tracer, and so each gets a kprobe. Those are there only while a module is loaded that calls trace_printk(), which
 * the kernel's own sources do while somebody is debugging them, and while there is a tracer.
 *
 * A record shows the context of the caller. The handler runs in a breakpoint's exception, which counts as something
 * else on each architecture. So the difference is measured: a function of ours gets a kprobe of the same kind, and is
 * called. It stays the same kind, as a kprobe with a post_handler is not turned into a jump.
 *
 * Not hooked are calls that a handler of another kprobe makes on the same CPU: the kprobe core counts them as missed.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>

#include "kernel/compat/irqflags.h"
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

/* What the exception adds to the preemption count. It is set before the hooks are there. */
static unsigned int exception_count;

/**
 * struct printk_hook - a function that trace_printk() has called
 * @kp: the kprobe at its entry
 * @name: the name of the function, whose first two arguments are where the caller is, and a text or format
 * @record: records a call whose text is not NULL
 * @constant: the text is one that mainline has copied, unless somebody calls the function without the macro
 * @list: behind the format comes a va_list, not the arguments themselves
 * @armed: @kp is registered
 */
struct printk_hook {
	struct kprobe kp;
	const char *name;
	void (*record)(const struct printk_hook *hook, const struct printk_call *call, const char *text);
	bool constant;
	bool list;
	bool armed;
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

static int __kprobes printk_hit(struct kprobe *kp, struct pt_regs *regs)
{
	const struct printk_hook *hook = container_of(kp, struct printk_hook, kp);
	const char *text = (const char *)regs_get_kernel_argument(regs, 1);
	const struct printk_call call = {
		.ip	= regs_get_kernel_argument(regs, 0),
		.head	= printk_caller_head(preempt_count() - exception_count, compat_irqs_off_before(regs)),
		.regs	= regs,
		.place	= (unsigned long)kp->addr,
		.slot	= record_enter(),
	};

	if (unlikely(call.slot < 0))
		return 0;
	if (text)	/* the kernel has no memory for a copy of the text */
		hook->record(hook, &call, text);
	record_exit(call.slot);
	return 0;
}

static void __kprobes printk_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

/* Measuring what a breakpoint's exception adds to the preemption count */

static unsigned int count_in_handler;

static int __kprobes measure_hit(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(count_in_handler, preempt_count());
	return 0;
}

static noinline notrace void measured(void)
{
	barrier();
}

static int measure(void)
{
	struct kprobe kp = {
		.addr		= (kprobe_opcode_t *)measured,
		.pre_handler	= measure_hit,
		.post_handler	= printk_post,
	};
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	preempt_disable();
	/* What it is known to add: when kprobes have been switched off, the handler is not called. */
	WRITE_ONCE(count_in_handler, preempt_count() + CONTEXT_BREAKPOINT_COUNT);
	measured();
	exception_count = READ_ONCE(count_in_handler) - preempt_count();
	preempt_enable();
	unregister_kprobe(&kp);
	return 0;
}

static void hook_all(void)
{
	unsigned int i;
	int ret = measure();

	for (i = 0; !ret && i < ARRAY_SIZE(printk_hooks); i++) {
		struct printk_hook *hook = &printk_hooks[i];

		hook->kp = (struct kprobe){
			.symbol_name	= hook->name,
			.pre_handler	= printk_hit,
			.post_handler	= printk_post,
		};
		ret = register_kprobe(&hook->kp);
		hook->armed = !ret;
		if (ret == -ENOENT)	/* a kernel that has no such function has no module that calls it */
			ret = 0;
	}
	if (ret)
		pr_warn("trace_printk() could not be hooked (error %d): what modules say by it is not recorded\n", ret);
	WRITE_ONCE(hooked, true);
}

static void unhook_all(void)
{
	struct kprobe *kps[ARRAY_SIZE(printk_hooks)];
	unsigned int i, nr = 0;

	for (i = 0; i < ARRAY_SIZE(printk_hooks); i++) {
		if (printk_hooks[i].armed)
			kps[nr++] = &printk_hooks[i].kp;
		printk_hooks[i].armed = false;
	}
	unregister_kprobes(kps, nr);
	WRITE_ONCE(hooked, false);
}

/* @gone: a module that runs no more, or NULL */
static void update(const struct module *gone)
{
	bool wanted = nr_tracers && printk_formats_scan(gone, hooked);

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
	update(NULL);
	mutex_unlock(&printk_hook_lock);
}

/** printk_hook_tracer_went() - a tracer is no more */
void printk_hook_tracer_went(void)
{
	mutex_lock(&printk_hook_lock);
	nr_tracers--;
	update(NULL);
	mutex_unlock(&printk_hook_lock);
}

/**
 * printk_hook_module_changed() - a module comes, is live, or goes
 * @mod: the module whose state has changed
 * @goes: none of its code runs any more
 */
void printk_hook_module_changed(struct module *mod, bool goes)
{
	if (!mod->num_trace_bprintk_fmt)
		return;
	mutex_lock(&printk_hook_lock);
	update(goes ? mod : NULL);
	mutex_unlock(&printk_hook_lock);
}

/** printk_is_hooked() - tell whether trace_printk() may have something recorded */
bool printk_is_hooked(void)
{
	return READ_ONCE(hooked);
}
