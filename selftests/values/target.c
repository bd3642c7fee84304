// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that the suite "values" probes, and the calls that hit them.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "values.h"

#if defined(__x86_64__)
static const char *const arguments[] = { "%di", "%si", "%dx" };
static const char *const all_registers[] = {
	"%di", "%si", "%dx", "%sp", "%bp", "%bx", "%r12", "%r13", "%r14", "%r15", "%cx", "%r8",
};
const char *const target_inside_offsets[] = { "+5", "+9", "+16", "+6", "+7", "+8", "+10", "+11", NULL };
const bool target_entry_may_be_breakpoint = true;
#elif defined(__aarch64__)
static const char *const arguments[] = { "%x0", "%x1", "%x2" };
static const char *const all_registers[] = {
	"%x0", "%x1", "%x2", "%sp", "%x29", "%x3", "%x4", "%x5", "%x6", "%x7",
};
const char *const target_inside_offsets[] = { "+8", "+12", "+16", "+20", NULL };
/* The kernel leaves the handler of a breakpoint's exception in a context that is a task's. */
const bool target_entry_may_be_breakpoint;
#endif

/* What calls read: words without a zero byte, addresses of strings, the strings */
static struct {
	uint64_t word[4];
	const char *string[4];
	char text[64];
} memory __attribute__((aligned(64)));

static void call_read(void)
{
	syscall(SYS_read, 0x71a2b3c4, &memory, 0xf1e2d3c4b5a69788);
}

static void call_set_name(void)
{
	/* Registers have the other arguments, too. */
	syscall(SYS_prctl, PR_SET_NAME, "qWe-7Zx,kLm~9pQ", 0x6172839405162738, 0x5162738495a6b7c8,
		0x4152637485960718);
}

static void fill_memory(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(memory.text); i++)
		memory.text[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[i % 36];
	memory.text[40] = memory.text[63] = '\0';
	for (i = 0; i < 4; i++) {
		memory.word[i] = 0x9182a3b4c5d6e7f8 + 0x0102030401020304 * i;
		memory.string[i] = memory.text + 11 * i;
	}
}

void targets_prepare(void)
{
	fill_memory();
	call_set_name();
}

/* Return addresses, at the stack pointer, are not the same to all when returns are hooked. */
const struct target targets[] = {
	{ .name = "entry", .function = "__set_task_comm", .kind = 'p', .call = call_set_name,
	  .kernel_base = "ARG1", .kernel_string = true },
	{ .name = "entry of a system call", .function = "ksys_read", .kind = 'p', .call = call_read,
	  .kernel_base = STACK_POINTER, .kernel_from = 8, .user_base = "ARG1" },
	{ .name = "breakpoint", .function = "ksys_read", .kind = 'p', .inside = true,
	  .call = call_read, .kernel_base = STACK_POINTER, .kernel_from = 40 },
	{ .name = "return", .function = "ksys_read", .kind = 'r', .call = call_read,
	  .kernel_base = STACK_POINTER, .kernel_from = 40, .user_base = "$arg2" },
};
const unsigned int nr_targets = sizeof(targets) / sizeof(targets[0]);

const char *target_argument(unsigned int n)
{
	return arguments[n];
}

const char *target_base(const char *name)
{
	return strcmp(name, "ARG1") ? name : target_argument(1);
}

const char *target_register(const struct target *target, unsigned int n)
{
	if (target->kind == 'r' && n % 3 == 0)
		return "$retval";
	return all_registers[n % (sizeof(all_registers) / sizeof(all_registers[0]))];
}
