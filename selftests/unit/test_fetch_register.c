// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of x86_64: names, the calling convention, and what counts as the same stack.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include "cmocka_all.h"
#include "fetch/fetch_register.h"

#define ROW(name)	{ #name, offsetof(struct pt_regs, name) }

static const struct fetch_register expected[] = {
	ROW(r15), ROW(r14), ROW(r13), ROW(r12), ROW(bp), ROW(bx), ROW(r11), ROW(r10), ROW(r9),
	ROW(r8), ROW(ax), ROW(cx), ROW(dx), ROW(si), ROW(di), ROW(orig_ax), ROW(ip), ROW(cs),
	ROW(flags), ROW(sp), ROW(ss),
};

static int find(const char *name)
{
	return fetch_find_register(name, strlen(name));
}

static void every_name(void **state)
{
	size_t rows = 0;

	for (size_t i = 0; i < ARRAY_SIZE(expected); i++)
		assert_int_equal(find(expected[i].name), expected[i].offset);
	while (fetch_registers[rows].name)
		rows++;
	assert_int_equal(rows, ARRAY_SIZE(expected));
}

static void unknown_names(void **state)
{
	static const char * const names[] = { "", "r", "rax", "r16", "eax", "DI", "di ", "x0" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_int_equal(find(names[i]), -ENOENT);
	assert_int_equal(fetch_find_register("dix", 2), find("di"));
}

static void calling_convention(void **state)
{
	static const char * const names[] = { "di", "si", "dx", "cx", "r8", "r9" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		assert_int_equal(fetch_argument_register(i), find(names[i]));
		assert_int_equal(fetch_argument_stack_slot(i), -1);
	}
	assert_int_equal(fetch_argument_register(6), -1);
	assert_int_equal(fetch_argument_stack_slot(6), 1);
	assert_int_equal(fetch_argument_stack_slot(7), 2);
	assert_int_equal(fetch_return_register(), offsetof(struct pt_regs, ax));
	assert_int_equal(fetch_stack_register(), offsetof(struct pt_regs, sp));
}

static void kernel_stack(void **state)
{
	struct pt_regs regs = { .sp = 0xffffc90000007f00 };

	assert_int_equal(fetch_stack_pointer(&regs), regs.sp);
	assert_true(fetch_on_kernel_stack(&regs, regs.sp));
	assert_true(fetch_on_kernel_stack(&regs, 0xffffc90000004000));
	assert_true(fetch_on_kernel_stack(&regs, 0xffffc90000007ff8));
	assert_false(fetch_on_kernel_stack(&regs, 0xffffc90000008000));
	assert_false(fetch_on_kernel_stack(&regs, 0xffffc90000003ff8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name),
		cmocka_unit_test(unknown_names),
		cmocka_unit_test(calling_convention),
		cmocka_unit_test(kernel_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
