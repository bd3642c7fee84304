// SPDX-License-Identifier: GPL-2.0
/*
 * A probe that does nothing, on one place: what a hit costs before anybody records it.
 *
 * Parameters: function, offset; kind: p (kprobe), r (kretprobe), e (kretprobe that looks at the
 * entry too), b (both p and r), f (ftrace_ops that gets all registers), g (an fprobe), t (a function on the
 * tracepoint @function), c (perf's counter, on CPU 0, of the event @id of the kernel's tracefs), u (a consumer
 * of a uprobe at @offset of the file @function), v (one that takes the return). Built like the record path:
 * no function-entry hooks, .kprobes.text.
 *
 * It also has memory for definitions to look at: floor_chain, a pointer to a pointer to a pointer
 * to a number, and floor_text, a string of 200 bytes.
 */
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#ifdef CONFIG_FPROBE
#include <linux/fprobe.h>
#endif

#include "kernel/compat/uprobe.h"

static char *function = "__x64_sys_getppid";
module_param(function, charp, 0444);
static int offset;
module_param(offset, int, 0444);
static char *kind = "p";
module_param(kind, charp, 0444);
static int id;
module_param(id, int, 0444);

static unsigned long floor_number = 4711;
static unsigned long *floor_last = &floor_number;
static unsigned long **floor_middle = &floor_last;
static unsigned long ***floor_chain __used = &floor_middle;
static char floor_text[200] __used;

static int __kprobes floor_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static int __kprobes floor_returned(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}

static struct kprobe floor_entry = {
	.pre_handler = floor_hit,
};

static struct kretprobe floor_return = {
	.handler = floor_returned,
	.maxactive = 16,
};

static void notrace floor_entered(void)
{
}

/* What it gets differs between kernels, and it looks at none of it. */
static struct ftrace_ops floor_ops = {
	.func = (ftrace_func_t)(void *)floor_entered,
	.flags = FTRACE_OPS_FL_SAVE_REGS,
};

/* Where ftrace hooks the function is where a kprobe on it would be. */
static int floor_hook(void)
{
	int ret;

	floor_entry.flags = KPROBE_FLAG_DISABLED;
	ret = register_kprobe(&floor_entry);
	if (ret)
		return ret;
	unregister_kprobe(&floor_entry);
	ret = ftrace_set_filter_ip(&floor_ops, (unsigned long)floor_entry.addr, 0, 0);
	return ret ?: register_ftrace_function(&floor_ops);
}

static struct tracepoint *floor_tracepoint;

static void floor_take_tracepoint(struct tracepoint *tracepoint, void *unused)
{
	if (!strcmp(tracepoint->name, function))
		floor_tracepoint = tracepoint;
}

static int floor_watch(void)
{
	for_each_kernel_tracepoint(floor_take_tracepoint, NULL);
	if (!floor_tracepoint)
		return -ENOENT;
	return tracepoint_probe_register(floor_tracepoint, floor_entered, NULL);
}

static void floor_unwatch(void)
{
	tracepoint_probe_unregister(floor_tracepoint, floor_entered, NULL);
	tracepoint_synchronize_unregister();
}

static struct perf_event *floor_counter;

static void __kprobes floor_counted(struct perf_event *counter, struct perf_sample_data *data,
				    struct pt_regs *regs)
{
}

static int floor_count(void)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_TRACEPOINT,
		.size		= sizeof(attr),
		.config		= id,
		.sample_type	= PERF_SAMPLE_RAW | PERF_SAMPLE_PERIOD,
		.sample_period	= 1,
	};

	floor_counter = perf_event_create_kernel_counter(&attr, 0, NULL, floor_counted, NULL);
	return PTR_ERR_OR_ZERO(floor_counter);
}

#ifdef CONFIG_FPROBE
/* As of the ftrace_ops, nobody looks at what the function gets. */
static struct fprobe floor_fprobe = {
	.entry_handler = (void *)floor_entered,
};

static int floor_probe_function(void)
{
	return register_fprobe(&floor_fprobe, function, NULL);
}

static void floor_leave_function(void)
{
	unregister_fprobe(&floor_fprobe);
}
#else
static int floor_probe_function(void)
{
	return -EOPNOTSUPP;
}

static void floor_leave_function(void)
{
}
#endif

static struct path floor_file;
static struct compat_uprobe floor_uprobe;

static int floor_user_hit(struct uprobe_consumer *uc, struct pt_regs *regs COMPAT_UPROBE_DATA)
{
	return 0;
}

static int floor_user_returned(struct uprobe_consumer *uc, unsigned long func, struct pt_regs *regs
			       COMPAT_UPROBE_DATA)
{
	return 0;
}

static struct uprobe_consumer floor_user_entry = {
	.handler = floor_user_hit,
};

static struct uprobe_consumer floor_user_return = {
	.ret_handler = floor_user_returned,
};

static struct uprobe_consumer *floor_user(void)
{
	return kind[0] == 'u' ? &floor_user_entry : &floor_user_return;
}

static int floor_probe_program(void)
{
	int ret = kern_path(function, LOOKUP_FOLLOW, &floor_file);

	if (ret)
		return ret;
	ret = compat_uprobe_register(&floor_uprobe, d_inode(floor_file.dentry), offset, 0, floor_user());
	if (ret)
		path_put(&floor_file);
	return ret;
}

static void floor_leave_program(void)
{
	compat_uprobe_unregister(&floor_uprobe, floor_user());
	compat_uprobe_wait();
	path_put(&floor_file);
}

static bool has(const char *kinds)
{
	return strchr(kinds, kind[0]);
}

static int __init floor_init(void)
{
	int ret = 0;

	memset(floor_text, 'x', sizeof(floor_text) - 1);
	floor_entry.symbol_name = function;
	floor_entry.offset = offset;
	floor_return.kp.symbol_name = function;
	if (has("e"))
		floor_return.entry_handler = floor_returned;
	if (has("pb"))
		ret = register_kprobe(&floor_entry);
	if (!ret && has("reb"))
		ret = register_kretprobe(&floor_return);
	if (!ret && has("f"))
		ret = floor_hook();
	if (!ret && has("t"))
		ret = floor_watch();
	if (!ret && has("c"))
		ret = floor_count();
	if (!ret && has("g"))
		ret = floor_probe_function();
	if (!ret && has("uv"))
		ret = floor_probe_program();
	return ret;
}

static void __exit floor_exit(void)
{
	if (has("pb"))
		unregister_kprobe(&floor_entry);
	if (has("reb"))
		unregister_kretprobe(&floor_return);
	if (has("f"))
		unregister_ftrace_function(&floor_ops);
	if (has("t"))
		floor_unwatch();
	if (has("c"))
		perf_event_release_kernel(floor_counter);
	if (has("g"))
		floor_leave_function();
	if (has("uv"))
		floor_leave_program();
}

module_init(floor_init);
module_exit(floor_exit);
MODULE_DESCRIPTION("Probe with an empty handler, for measurements");
MODULE_LICENSE("GPL");
