// SPDX-License-Identifier: GPL-2.0
/*
 * Hits that come through ftrace. probe_ftrace.c explains who may touch what when.
 *
 * Context: any. Interrupts are as they were at the call; RCU may not be watching; preemption may be
 * on when the function's own trampoline calls, hence the guard. Nothing that can be probed may be
 * called before a slot is claimed, or a hit there would never end. The way "registers" claims none,
 * and calls nothing that can be probed before its record is published.
 */
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "kernel/hook/function_probe.h"
#include "kernel/hook/kernel_variable.h"
#include "kernel/hook/probe_ftrace.h"
#include "kernel/record/record_entry.h"

#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
/*
 * Handles a hit of a return probe: its kretprobe is registered, disabled, and called as the kprobe
 * core would call it. So it is not called, as the core does not call it, in the handler of a
 * kprobe: when the function returns, the kernel sets current_kprobe to that kretprobe and then to
 * NULL, whatever it was, and the handler of the outer kprobe's second breakpoint depends on what it
 * was. Saving arguments may fault, and the code that handles the fault may be a probed function,
 * too.
 */
static __always_inline void ftrace_hit_return(struct probe *probe, struct pt_regs *regs)
{
	struct kretprobe *rp = &core_probe_of(probe)->rp;
	int slot;

	if (unlikely(in_kprobe())) {
		rp->nmissed++;
		return;
	}
	slot = record_enter();
	if (unlikely(slot < 0)) {
		rp->nmissed++;
		return;
	}
	rp->kp.pre_handler(&rp->kp, regs);
	record_exit(slot);
}
#else
static __always_inline void ftrace_hit_return(struct probe *probe, struct pt_regs *regs)
{
}
#endif

/* Returns the newest probe at an address, or ftrace_backend_nobody. */
static __always_inline struct probe *ftrace_search(struct ftrace_table *table, unsigned long ip)
{
	u32 offset = ftrace_table_offset(table, ip);

	for (;;) {
		struct ftrace_site *site = ftrace_table_site(table, offset);
		unsigned long found = READ_ONCE(site->ip);

		if (found == ip)
			return READ_ONCE(site->head);
		if (!found)
			return &ftrace_backend_nobody;
		offset = ftrace_table_next(table, offset);
	}
}

/*
 * Handles hits for which the search takes more than one step, and hits of several probes, of a
 * return probe, of a probe that looks at the instruction pointer, or of none any more.
 */
static noinline void __kprobes ftrace_hit_otherwise(struct ftrace_table *table, unsigned long ip,
						    struct pt_regs *regs)
{
	struct probe *probe = ftrace_search(table, ip);
	unsigned long saved = instruction_pointer(regs);

	/* A kprobe's handler finds the instruction pointer behind the breakpoint. */
	instruction_pointer_set(regs, ip + sizeof(kprobe_opcode_t));
	for (; probe != &ftrace_backend_nobody;
	     probe = rcu_dereference_raw(function_probe_of(probe)->sibling)) {
		if (probe_is_return(probe))
			ftrace_hit_return(probe, regs);
		else
			record_entry(probe, regs);
	}
	instruction_pointer_set(regs, saved);
}

/**
 * ftrace_backend_hit() - handle the entry of a hooked function, as the callback of the ftrace_ops
 * @ip: address of the function as ftrace has it
 * @parent_ip: address that called the function; not used
 * @ops: the ops of the backend; not used
 * @fregs: all registers at the entry
 */
void __kprobes ftrace_backend_hit(unsigned long ip, unsigned long parent_ip,
				  struct ftrace_ops *ops, compat_ftrace_regs *fregs)
{
	struct pt_regs *regs = compat_ftrace_all_regs(fregs);
	struct ftrace_table *table;
	struct probe *probe;

	preempt_disable_notrace();
	table = READ_ONCE(ftrace_backend_table);
	probe = READ_ONCE(ftrace_table_site(table, ftrace_table_offset(table, ip))->head);
	barrier();	/* the next load is plain, part of the comparison; either answer is right */
	if (likely(data_race(probe->alone_at) == ip))
		record_entry_and_go_on(probe, regs);
	else
		ftrace_hit_otherwise(table, ip, regs);
	preempt_enable_notrace();
}
