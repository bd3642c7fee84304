/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Gets the stack above a place that was hit.
 *
 * stack_trace_save_regs() is not exported. On x86 the unwinder is exported, whichever was
 * configured. Elsewhere stack_trace_save() gives the stack from here on, with the tracer's own
 * frames, and everything up to the place is cut off. A kernel without CONFIG_STACKTRACE has
 * neither; then the place is all there is.
 *
 * The registers of a kprobe say that the breakpoint was executed, though the instruction in whose place it is was not.
 * An unwinder that goes by tables has to be told the place itself: behind an instruction that pushes, it would look
 * for the return address one word too far. (Mainline does that. Its stacks are wrong there, and it may warn.)
 */
#ifndef KERNEL_COMPAT_STACK_H
#define KERNEL_COMPAT_STACK_H

#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#ifdef CONFIG_X86
#include <asm/unwind.h>

static inline unsigned int compat_stack_above(unsigned long *entries, unsigned int room,
					      struct pt_regs *regs, unsigned long place)
{
	unsigned long ip = regs->ip;
	struct unwind_state state;
	unsigned int nr = 0;

	regs->ip = place;
	unwind_start(&state, current, regs, NULL);
	regs->ip = ip;
	while (nr < room && !unwind_done(&state)) {
		unsigned long address = unwind_get_return_address(&state);

		if (!address)
			break;
		entries[nr++] = address;
		unwind_next_frame(&state);
	}
	return nr;
}
#elif defined(CONFIG_STACKTRACE)
/*
 * Bytes by which a return address may lie behind the place: a breakpoint, or the entry hook's call
 */
#define COMPAT_STACK_PLACE	16

static inline unsigned int compat_stack_above(unsigned long *entries, unsigned int room,
					      struct pt_regs *regs, unsigned long place)
{
	unsigned int i, nr = stack_trace_save(entries, room, 0);

	for (i = 0; i < nr; i++) {
		if (entries[i] - instruction_pointer(regs) <= COMPAT_STACK_PLACE)
			break;
	}
	if (i == nr)
		return 0;
	nr -= ++i;
	memmove(entries, entries + i, nr * sizeof(*entries));
	return nr;
}
#else
static inline unsigned int compat_stack_above(unsigned long *entries, unsigned int room,
					      struct pt_regs *regs, unsigned long place)
{
	return 0;
}
#endif

/*
 * Does compat_stack_above() for the entry of a function, whose caller comes first. An unwinder that goes by frames does
 * not see the caller, where the function's own frame is not there yet and the return address is in a register.
 */
static inline unsigned int compat_stack_above_entry(unsigned long *entries, unsigned int room,
						    struct pt_regs *regs, unsigned long place)
{
#ifdef CONFIG_X86
	return compat_stack_above(entries, room, regs, place);
#else
	entries[0] = procedure_link_pointer(regs);
	return 1 + compat_stack_above(entries + 1, room - 1, regs, place);
#endif
}

#ifdef CONFIG_STACKTRACE
/*
 * Gets the stack above the function from @start to @end, one that has called us. The whole stack is
 * what is left when that function is not on it.
 */
static inline unsigned int compat_stack_above_function(unsigned long *entries, unsigned int room,
						       unsigned long start, unsigned long end)
{
	unsigned int i, nr = stack_trace_save(entries, room, 0);

	/* The innermost one is ours: the hit may have interrupted another hit of the same function. */
	for (i = 0; i < nr; i++) {
		if (entries[i] > start && entries[i] <= end)
			break;
	}
	i = i < nr ? i + 1 : 0;
	nr -= i;
	memmove(entries, entries + i, nr * sizeof(*entries));
	return nr;
}
#else
static inline unsigned int compat_stack_above_function(unsigned long *entries, unsigned int room,
						       unsigned long start, unsigned long end)
{
	return 0;
}
#endif

#endif
