// SPDX-License-Identifier: GPL-2.0
/*
 * Symbols: the index, the question to the kprobe core, and what becomes of both without memory.
 *
 * The kernel here has IBT: its kprobe core moves a kprobe at the entry of a function behind the
 * ENDBR64, whichever way it was asked for.
 */
#include <linux/array_size.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/sprintf.h>
#include <linux/string.h>

#include "cmocka_all.h"
#include "kernel/symbol/symbol.h"

#define ENDBR_SIZE	4

int standin_alloc_fail_at;

struct fake_symbol {
	const char *name;
	unsigned long address;
	bool data;
};

static const struct fake_symbol vmlinux[] = {
	{ "first", 0xffffffff81000010 },
	{ "twice", 0xffffffff81000100 },
	{ "second", 0xffffffff81000200 },
	{ "twice", 0xffffffff81000300 },
	{ "shared", 0xffffffff81000400 },
	{ "variable", 0xffffffff82000000, true },
};

static const struct fake_symbol module[] = {
	{ "function", 0xffffffffc0000010 },
	{ "shared", 0xffffffffc0000040 },
	{ "variable_there", 0xffffffffc0001000, true },
};

/* What this kernel has of functions that are found by their address. */
static bool has_walk, has_module_lookup;
static int registered;

static unsigned long find(const struct fake_symbol *symbols, size_t nr, const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(symbols[i].name, name))
			return symbols[i].address;
	return 0;
}

static int fake_walk(int (*fn)(void *data, const char *name, unsigned long address), void *data)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(vmlinux) && !ret; i++)
		ret = fn(data, vmlinux[i].name, vmlinux[i].address);
	return ret;
}

static unsigned long fake_module_lookup(const char *name)
{
	const char *bare = str_has_prefix(name, "mod:") ? name + 4 : name;

	return strchr(bare, ':') ? 0 : find(module, ARRAY_SIZE(module), bare);
}

static unsigned long kernel_lookup(const char *name)
{
	if (!strcmp(name, "kallsyms_on_each_symbol"))
		return has_walk ? (unsigned long)fake_walk : 0;
	if (!strcmp(name, "module_kallsyms_lookup_name"))
		return has_module_lookup ? (unsigned long)fake_module_lookup : 0;
	return find(vmlinux, ARRAY_SIZE(vmlinux), name) ?: fake_module_lookup(name);
}

static bool is_data(unsigned long address)
{
	return address >> 12 == 0xffffffff82000 || address >> 12 == 0xffffffffc0001;
}

int register_kprobe(struct kprobe *kp)
{
	unsigned long address = kernel_lookup(kp->symbol_name);

	if (!address)
		return -ENOENT;
	if (!kp->offset && !is_data(address))
		address += ENDBR_SIZE;
	kp->addr = (kprobe_opcode_t *)(address + kp->offset);
	if (is_data(address))
		return -EINVAL;
	if (kp->offset % ENDBR_SIZE)
		return -EILSEQ;
	registered++;
	return 0;
}

void unregister_kprobe(struct kprobe *kp)
{
	registered--;
}

int sprint_symbol(char *buffer, unsigned long address)
{
	return sprintf(buffer, "sym+0x%lx/0x100", address & 0xff);
}

int sprint_symbol_no_offset(char *buffer, unsigned long address)
{
	return sprintf(buffer, "sym");
}

/* The kernel with or without those functions; the module is loaded anew. */
static void boot(bool walk, bool module_lookup)
{
	has_walk = walk;
	has_module_lookup = module_lookup;
	symbol_exit();
	assert_int_equal(symbol_init(), 0);
}

static void assert_address(const char *name, unsigned long expected)
{
	unsigned long address = 0;

	assert_int_equal(symbol_lookup(name, &address), 0);
	assert_int_equal(address, expected);
}

static void every_symbol_is_where_it_is(void **state)
{
	unsigned long address;
	int kernel;

	for (kernel = 0; kernel < 4; kernel++) {
		boot(kernel & 1, kernel & 2);
		assert_address("first", 0xffffffff81000010);
		assert_address("second", 0xffffffff81000200);
		assert_address("variable", 0xffffffff82000000);
		assert_address("function", 0xffffffffc0000010);
		assert_address("mod:function", 0xffffffffc0000010);
		assert_address("mod:variable_there", 0xffffffffc0001000);
		assert_address("shared", 0xffffffff81000400);
		assert_address("mod:shared", 0xffffffffc0000040);
		assert_int_equal(symbol_lookup("none", &address), -ENOENT);
		assert_int_equal(symbol_lookup("mod:none", &address), -ENOENT);
		assert_int_equal(symbol_lookup("mod:first", &address), -ENOENT);
		assert_int_equal(registered, 0);
	}
}

static void names_are_counted(void **state)
{
	unsigned long addresses[4];

	boot(true, true);
	assert_int_equal(symbol_count("first"), 1);
	assert_int_equal(symbol_count("twice"), 2);
	assert_int_equal(symbol_count("shared"), 1);
	assert_int_equal(symbol_count("function"), 1);
	assert_int_equal(symbol_count("none"), 0);
	assert_int_equal(symbol_addresses("twice", addresses, 4), 2);
	assert_int_equal(addresses[0], 0xffffffff81000100);
	assert_int_equal(addresses[1], 0xffffffff81000300);
	assert_int_equal(symbol_addresses("twice", addresses, 1), 1);
	assert_int_equal(symbol_addresses("function", addresses, 4), 0);
}

/* Each allocation of the index fails once. Nothing that is asked then gets a wrong answer. */
static void without_memory_nothing_is_said_of_a_name(void **state)
{
	unsigned long address;
	int nth;

	boot(true, true);
	for (nth = 1; nth <= 4; nth++) {
		standin_alloc_fail_at = nth;
		assert_int_equal(symbol_count("twice"), -ENOMEM);
		standin_alloc_fail_at = nth;
		assert_int_equal(symbol_lookup("first", &address), -ENOMEM);
		standin_alloc_fail_at = 0;
	}
	assert_int_equal(symbol_count("twice"), 2);
	assert_address("first", 0xffffffff81000010);
}

static void a_place_in_a_function_is_no_entry(void **state)
{
	assert_true(symbol_is_function_entry(0xffffffff81000100));
	assert_false(symbol_is_function_entry(0xffffffff81000104));	/* not an IBT build */
	assert_false(symbol_is_function_entry(0xffffffff81000109));
}

/* A symbol of this kernel has 256 bytes. */
static void an_offset_stays_in_its_symbol(void **state)
{
	assert_true(symbol_reaches("twice", 0xffffffff81000100, 0));
	assert_true(symbol_reaches("twice", 0xffffffff81000100, 0xff));
	assert_true(symbol_reaches("twice", 0xffffffff81000100, 0x100));	/* another one begins */
	assert_false(symbol_reaches("twice", 0xffffffff81000100, 0x101));
	assert_true(symbol_reaches("twice", 0xffffffff81000100, 0x1000));
	assert_false(symbol_reaches("twice", 0xffffffff81000100, 0xffffffff));
	assert_true(symbol_reaches("twice", 0xffffffff81000100, -1));
	assert_true(symbol_reaches("alias_behind_the_start", 0xffffffff81000110, 0xf0));
	assert_false(symbol_reaches("alias_behind_the_start", 0xffffffff81000110, 0xf1));
	assert_true(symbol_reaches("_text", 0xffffffff81000000, 0x1001));
	assert_true(symbol_reaches("_stext", 0xffffffff81000000, 0xffffffff));
	assert_false(symbol_reaches("mod:_text", 0xffffffffc0000000, 0x1001));
}

static int symbols_go(void **state)
{
	symbol_exit();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_symbol_is_where_it_is),
		cmocka_unit_test(names_are_counted),
		cmocka_unit_test(without_memory_nothing_is_said_of_a_name),
		cmocka_unit_test(a_place_in_a_function_is_no_entry),
		cmocka_unit_test(an_offset_stays_in_its_symbol),
	};

	return cmocka_run_group_tests(tests, NULL, symbols_go);
}
