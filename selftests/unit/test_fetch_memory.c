// SPDX-License-Identifier: GPL-2.0
/*
 * Strings and numbers from memory of which a part is missing: every alignment, length and room.
 */
#include <linux/kernel.h>
#include <linux/slab.h>

#include "cmocka_all.h"
#include "fake_kernel.h"
#include "fetch/fetch_memory.h"

#define PAGES		3
#define LENGTH_MAX	140

static char memory[PAGES * PAGE_SIZE];

static void map(unsigned long base)
{
	fake_unmap_all();
	fake_map(base, memory, sizeof(memory));
}

/* Copies to a buffer of exactly @room bytes, so that the sanitizer sees one too many. */
static int copy(unsigned long addr, bool user, unsigned int room, char *result)
{
	char *to = kmalloc(room, GFP_KERNEL);
	int len;

	pagefault_disable();
	len = fetch_copy_string(to, addr, user, room);
	pagefault_enable();
	if (len > 0) {
		assert_true(len <= room);
		memcpy(result, to, len);
	}
	kfree(to);
	return len;
}

static void check_string(unsigned long base, size_t at, size_t length, unsigned int room)
{
	char result[LENGTH_MAX + 10], expected[LENGTH_MAX + 10];
	size_t fits = min_t(size_t, length, room - 1);

	for (size_t i = 0; i < length; i++)
		memory[at + i] = expected[i] = 'a' + (at + i) % 26;
	memory[at + length] = '\0';
	expected[fits] = '\0';
	assert_int_equal(copy(base + at, false, room, result), fits + 1);
	assert_string_equal(result, expected);
	memset(memory + at, 'x', length + 1);
}

static void all_lengths_and_places(unsigned long base)
{
	map(base);
	memset(memory, 'x', sizeof(memory));
	for (size_t skip = 0; skip < 9; skip++)
		for (size_t length = 0; length < LENGTH_MAX; length += length < 20 ? 1 : 7)
			check_string(base, PAGE_SIZE - 20 + skip, length, LENGTH_MAX + 10);
	/* The last string of the memory: nothing behind its NUL may be missed. */
	for (size_t length = 0; length < LENGTH_MAX; length++)
		check_string(base, sizeof(memory) - 1 - length, length, LENGTH_MAX + 10);
}

static void kernel_strings(void **state)
{
	all_lengths_and_places(FAKE_KERNEL);
}

static void user_strings(void **state)
{
	all_lengths_and_places(FAKE_USER);
}

static void all_rooms(unsigned long base)
{
	map(base);
	memset(memory, 'x', sizeof(memory));
	for (size_t skip = 0; skip < 9; skip++)
		for (size_t length = 0; length < 70; length += 3)
			for (unsigned int room = 1; room < length + 12; room++)
				check_string(base, 64 + skip, length, room);
}

static void rooms(void **state)
{
	all_rooms(FAKE_KERNEL);
	all_rooms(FAKE_USER);
}

/* A string that runs into memory that is not there. */
static void faults(void **state)
{
	static const unsigned long bases[] = { FAKE_KERNEL, FAKE_USER };
	char result[64];

	memset(memory, 'x', sizeof(memory));
	for (size_t i = 0; i < ARRAY_SIZE(bases); i++) {
		unsigned long end = bases[i] + sizeof(memory);

		map(bases[i]);
		for (size_t length = 0; length < 20; length++) {
			assert_int_equal(copy(end - length, false, 64, result), -EFAULT);
			assert_int_equal(copy(bases[i] - 1 - length, false, 64, result), -EFAULT);
			/* Cut before it gets there */
			if (length)
				assert_int_equal(copy(end - length, false, length, result), length);
		}
	}
}

static void user_means_user(void **state)
{
	char result[8];

	map(FAKE_KERNEL);
	memory[0] = '\0';
	assert_int_equal(copy(FAKE_KERNEL, false, 8, result), 1);
	assert_int_equal(copy(FAKE_KERNEL, true, 8, result), -EFAULT);
	map(FAKE_USER);
	assert_int_equal(copy(FAKE_USER, false, 8, result), 1);
	assert_int_equal(copy(FAKE_USER, true, 8, result), 1);
}

static struct fetch_number read_at(unsigned long addr, unsigned int width)
{
	struct fetch_number number;

	pagefault_disable();
	number = fetch_read_kernel(addr, width);
	pagefault_enable();
	return number;
}

static void numbers(void **state)
{
	static const unsigned long bases[] = {
		FAKE_KERNEL, FAKE_USER,
		PAGE_OFFSET - PAGES * PAGE_SIZE,	/* not surely a kernel address */
		VSYSCALL_ADDR - PAGE_SIZE,		/* runs into the page not to touch inline */
	};
	static const u64 expected[9] = {
		[1] = 0x88, [2] = 0x7788, [4] = 0x55667788, [8] = 0x1122334455667788,
	};

	for (size_t i = 0; i < ARRAY_SIZE(bases); i++) {
		map(bases[i]);
		for (unsigned int width = 1; width <= 8; width *= 2) {
			for (size_t at = 0; at < 17; at++) {
				struct fetch_number number;

				memcpy(memory + PAGE_SIZE - 8 + at, &expected[8], 8);
				number = read_at(bases[i] + PAGE_SIZE - 8 + at, width);
				assert_true(number.ok);
				assert_int_equal(number.value, expected[width]);
			}
			for (unsigned int missing = 1; missing <= width; missing++) {
				struct fetch_number number;

				number = read_at(bases[i] + sizeof(memory) - width + missing, width);
				assert_false(number.ok);
				assert_int_equal(number.value, 0);
			}
		}
	}
}

/* Neither a number nor a string is read there: it would only be a fault. */
static void what_surely_faults_is_not_read(void **state)
{
	static const unsigned long nowhere[] = {
		0, 8, PAGE_SIZE - 1, ~0UL, -4095UL, -PAGE_SIZE,
		0x0000800000000000, 0x00007ffffffffffc, 0x1234567812345678, 0x7fffffffffffffff,
		0x8000000000000000, 0xffff7fffffffffff, 0xff4d9e1ab748a2ee,
	};
	char result[64];

	fake_unmap_all();
	for (size_t i = 0; i < ARRAY_SIZE(nowhere); i++) {
		for (int user = 0; user < 2; user++) {
			fake_reads = 0;
			pagefault_disable();
			for (unsigned int width = 1; width <= 8; width *= 2) {
				/* The last bytes that the processor takes are read by themselves. */
				if (nowhere[i] == 0x00007ffffffffffc && width < 8)
					continue;
				assert_true(fetch_is_nowhere(nowhere[i], width));
				assert_false(fetch_read_slow(nowhere[i], width, user).ok);
				assert_false(fetch_read_kernel(nowhere[i], width).ok);
			}
			pagefault_enable();
			if (nowhere[i] != 0x00007ffffffffffc)
				assert_int_equal(copy(nowhere[i], user, 64, result), -EFAULT);
			assert_int_equal(fake_reads, 0);
		}
	}
	assert_false(fetch_is_nowhere(PAGE_SIZE, 8));
	assert_false(fetch_is_nowhere(0x00007ffffffffff8, 8));
	assert_false(fetch_is_nowhere(0xffff800000000000, 1));
	assert_false(fetch_is_nowhere(-PAGE_SIZE - 1, 1));
}

/* In a kernel thread, and while page tables are being switched, user memory is not there. */
static void user_memory_of_others(void **state)
{
	char result[8];

	map(FAKE_USER);
	memory[0] = '\0';
	assert_int_equal(copy(FAKE_USER, true, 8, result), 1);
	standin_cr3 += PAGE_SIZE;
	fake_reads = 0;
	assert_int_equal(copy(FAKE_USER, true, 8, result), -EFAULT);
	assert_false(read_at(FAKE_USER, 4).ok);
	standin_cr3 -= PAGE_SIZE;
	standin_current.mm = NULL;
	assert_int_equal(copy(FAKE_USER, true, 8, result), -EFAULT);
	assert_false(read_at(FAKE_USER, 8).ok);
	assert_int_equal(fake_reads, 0);
	standin_current.mm = &fake_mm;
	assert_true(read_at(FAKE_USER, 8).ok);
}

static void what_kind_of_address(void **state)
{
	assert_true(fetch_is_user_address(0));
	assert_true(fetch_is_user_address(0x7fffffffffffffff));
	assert_false(fetch_is_user_address(0x8000000000000000));
	assert_false(fetch_is_kernel_address(0xffff800000000000));
	assert_true(fetch_is_kernel_address(PAGE_OFFSET));
	assert_true(fetch_is_kernel_address(0xffffffff81000000));
	assert_false(fetch_is_kernel_address(VSYSCALL_ADDR - 8));
	assert_false(fetch_is_kernel_address(VSYSCALL_ADDR));
	assert_false(fetch_is_kernel_address(~0UL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel_strings),
		cmocka_unit_test(user_strings),
		cmocka_unit_test(rooms),
		cmocka_unit_test(faults),
		cmocka_unit_test(user_means_user),
		cmocka_unit_test(numbers),
		cmocka_unit_test(what_surely_faults_is_not_read),
		cmocka_unit_test(user_memory_of_others),
		cmocka_unit_test(what_kind_of_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
