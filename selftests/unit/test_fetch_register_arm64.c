// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of arm64. The stand-ins play that architecture here, so the sources are part of this
 * one.
 */
#define CONFIG_ARM64 1

#include <linux/kernel.h>

#include "cmocka_all.h"
#include "fetch/register.c"
#include "fetch/register_arm64.c"

static int find(const char *name)
{
	return fetch_find_register(name, strlen(name));
}

static void every_name(void **state)
{
	size_t rows = 0;
	char name[16];

	for (int i = 0; i <= 30; i++) {
		snprintf(name, sizeof(name), "x%d", i);
		assert_int_equal(find(name), i * 8);
	}
	assert_int_equal(find("lr"), 30 * 8);
	assert_int_equal(find("sp"), offsetof(struct pt_regs, sp));
	assert_int_equal(find("pc"), offsetof(struct pt_regs, pc));
	assert_int_equal(find("pstate"), offsetof(struct pt_regs, pstate));
	while (fetch_registers[rows].name)
		rows++;
	assert_int_equal(rows, 35);
}

static void unknown_names(void **state)
{
	static const char * const names[] = { "x31", "w0", "x", "r0", "fp", "xzr", "di" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_int_equal(find(names[i]), -ENOENT);
}

static void calling_convention(void **state)
{
	for (int i = 0; i < 8; i++)
		assert_int_equal(fetch_argument_register(i), i * 8);
	assert_int_equal(fetch_argument_register(8), -1);
	assert_int_equal(fetch_argument_stack_slot(8), -1);
	assert_int_equal(fetch_return_register(), 0);
	assert_int_equal(fetch_stack_register(), offsetof(struct pt_regs, sp));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name),
		cmocka_unit_test(unknown_names),
		cmocka_unit_test(calling_convention),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
