// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of probes on tracepoints. This is on the record path: see record.c.
 *
 * Each tracepoint has a type of its own, and calls what was registered with it as a function of that type:
 * first the pointer that was registered along, then the arguments of the tracepoint. One function takes
 * them all. It is in assembly, because it has to save the registers of the arguments before a compiler
 * uses them. It makes them a struct pt_regs: what the registers were at its entry, where an argument
 * that is not in a register lies above the stack pointer and the return address. Nothing there says how
 * many arguments there are, and how wide: registers that the caller did not load, and the upper bits of
 * those that it loaded with less, have what was left in them. A definition's $argN and types say what is
 * believed.
 *
 * Members of struct pt_regs that a hit of a tracepoint does not ask for are not written: the other
 * registers, which such definitions can't name (PARSE_NO_REGISTERS).
 */
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>

#include "kernel/compat/asm.h"
#include "kernel/hook/tracepoint_probe.h"
#include "kernel/record/record.h"

void tracepoint_hit(struct probe *probe, struct pt_regs *regs);

#ifdef CONFIG_X86_64
static_assert(offsetof(struct pt_regs, bp) == 32);
static_assert(offsetof(struct pt_regs, r9) == 64);
static_assert(offsetof(struct pt_regs, r8) == 72);
static_assert(offsetof(struct pt_regs, cx) == 88);
static_assert(offsetof(struct pt_regs, dx) == 96);
static_assert(offsetof(struct pt_regs, si) == 104);
static_assert(offsetof(struct pt_regs, di) == 112);
static_assert(offsetof(struct pt_regs, cs) == 136);
static_assert(offsetof(struct pt_regs, flags) == 144);
static_assert(offsetof(struct pt_regs, sp) == 152);
static_assert(sizeof(struct pt_regs) <= 176);
static_assert(__KERNEL_CS == 16);

/* Behind the push of %rbp, the caller's stack pointer is that of the frame and 8. */
asm(
"	.pushsection .kprobes.text, \"ax\"\n"
"	.balign 16\n"
"	.globl tracepoint_entry\n"
"	.type tracepoint_entry, @function\n"
"tracepoint_entry:\n"
"	" COMPAT_ASM_LANDING
"	pushq %rbp\n"
"	movq %rsp, %rbp\n"
"	subq $176, %rsp\n"
"	pushfq\n"
"	popq %rax\n"
"	movq %rax, 144(%rsp)\n"
"	leaq 8(%rbp), %rax\n"
"	movq %rax, 152(%rsp)\n"
"	movq (%rbp), %rax\n"
"	movq %rax, 32(%rsp)\n"
"	movq $16, 136(%rsp)\n"
"	movq %rdi, 112(%rsp)\n"
"	movq %rsi, 104(%rsp)\n"
"	movq %rdx, 96(%rsp)\n"
"	movq %rcx, 88(%rsp)\n"
"	movq %r8, 72(%rsp)\n"
"	movq %r9, 64(%rsp)\n"
"	movq %rsp, %rsi\n"
"	call tracepoint_hit\n"
"	leave\n"
"	" COMPAT_ASM_RET
"	.size tracepoint_entry, . - tracepoint_entry\n"
"	.globl tracepoint_entry_end\n"
"tracepoint_entry_end:\n"
"	.popsection\n");
#endif

#ifdef CONFIG_ARM64
static_assert(offsetof(struct pt_regs, regs) == 0);
static_assert(offsetof(struct pt_regs, sp) == 248);
static_assert(offsetof(struct pt_regs, pc) == 256);
static_assert(offsetof(struct pt_regs, pstate) == 264);
static_assert(sizeof(struct pt_regs) <= 368);
static_assert(PSR_MODE_EL1h == 5);

/* Behind the push of the frame record, the caller's stack pointer is that of the frame and 16. */
asm(
"	.pushsection .kprobes.text, \"ax\"\n"
"	.balign 16\n"
"	.globl tracepoint_entry\n"
"	.type tracepoint_entry, %function\n"
"tracepoint_entry:\n"
"	" COMPAT_ASM_LANDING
"	stp x29, x30, [sp, #-16]!\n"
"	mov x29, sp\n"
"	sub sp, sp, #368\n"
"	stp x0, x1, [sp]\n"
"	stp x2, x3, [sp, #16]\n"
"	stp x4, x5, [sp, #32]\n"
"	stp x6, x7, [sp, #48]\n"
"	ldr x9, [x29]\n"
"	stp x9, x30, [sp, #232]\n"
"	add x9, x29, #16\n"
"	str x9, [sp, #248]\n"
"	mov x9, #5\n"
"	str x9, [sp, #264]\n"
"	mov x1, sp\n"
"	bl tracepoint_hit\n"
"	mov sp, x29\n"
"	ldp x29, x30, [sp], #16\n"
"	" COMPAT_ASM_RET
"	.size tracepoint_entry, . - tracepoint_entry\n"
"	.globl tracepoint_entry_end\n"
"tracepoint_entry_end:\n"
"	.popsection\n");
#endif

/* Whether a hit has to switch preemption off; a kernel that does not count is not preemptible. */
static __always_inline bool may_be_preempted(const struct probe *probe)
{
	if (probe->preemptible)
		return true;
	return IS_ENABLED(CONFIG_PREEMPT_COUNT) && !(preempt_count() & PREEMPT_MASK);
}

/**
 * tracepoint_hit() - record a hit of a tracepoint
 * @probe: the probe, which was registered along with tracepoint_entry()
 * @regs: what tracepoint_entry() has saved, without the instruction pointer
 *
 * The record path wants preemption off, one level more than the traced code has: the tracepoint adds that, or
 * this function. Context: any; tracepoint_synchronize_unregister() waits for the caller.
 */
void __kprobes tracepoint_hit(struct probe *probe, struct pt_regs *regs)
{
	bool off = may_be_preempted(probe);

	instruction_pointer_set(regs, probe->ip);
	if (off)
		preempt_disable_notrace();
	record_entry(probe, regs);
	if (off)
		preempt_enable_notrace();
}
