/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event with a field of every width, a record of it, and the kernel that a filter asks. For one
 * source of a test.
 */
#ifndef UNIT_FILTER_TEST_H
#define UNIT_FILTER_TEST_H

#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <linux/uaccess.h>
#include <asm/page.h>
#include <asm/processor.h>

#include "kernel/filter/filter.h"
#include "kernel/symbol/symbol.h"

struct task_struct standin_current = { .comm = "cat" };
unsigned int standin_cpu = 3;

unsigned long standin_cr3;

/* All the memory that the kernel has: a string. */
#define MEMORY_START	(PAGE_OFFSET + 0x1000)
static const char filter_test_memory[512] = "in memory";

bool standin_read(void *to, unsigned long addr, size_t size, bool user)
{
	if (user || addr < MEMORY_START || addr + size > MEMORY_START + sizeof(filter_test_memory))
		return false;
	memcpy(to, filter_test_memory + (addr - MEMORY_START), size);
	return true;
}

void standin_pagefaults(int disable __always_unused)
{
}

bool standin_user_begin(unsigned long addr __always_unused, size_t len __always_unused)
{
	return false;
}

void standin_user_end(void)
{
}

#define FUNCTION_START	0xffffffff81001000UL
#define FUNCTION_SIZE	0x100UL

int symbol_lookup(const char *name, unsigned long *address)
{
	if (strcmp(name, "vfs_read") && strcmp(name, "mod:init"))
		return -ENOENT;
	*address = FUNCTION_START;
	return 0;
}

bool symbol_bounds(unsigned long address, unsigned long *start, unsigned long *size)
{
	if (address < FUNCTION_START || address >= FUNCTION_START + FUNCTION_SIZE)
		return false;
	*start = FUNCTION_START;
	*size = FUNCTION_SIZE;
	return true;
}

struct filter_test_field {
	const char *name;
	const char *type;
	unsigned int count;
};

static const struct filter_test_field filter_test_fields[] = {
	{ "u8", "u8" }, { "s8", "s8" }, { "u16", "u16" }, { "s16", "s16" },
	{ "u32", "u32" }, { "s32", "s32" }, { "u64", "u64" }, { "s64", "s64" },
	{ "x64", "x64" }, { "sym", "symbol" }, { "ch", "char" },
	{ "s", "string" }, { "us", "ustring" }, { "ss", "symstr" }, { "none", "string" },
	{ "ar", "u8", 4 }, { "ar3", "u8", 3 }, { "sa", "string", 2 }, { "cs", "char", 4 },
	{ "i1", "s8" }, { "i2", "s8" }, { "i3", "u32" }, { "i4", "u64" },
};

/* Fields are packed, as fetch programs pack them: most are not aligned. */
static inline struct fetch_layout *filter_test_layout(const struct record_head *head)
{
	unsigned int nr = ARRAY_SIZE(filter_test_fields), i;
	struct fetch_layout *layout = kzalloc(struct_size(layout, field, nr), GFP_KERNEL);
	u16 offset = head->size;

	for (i = 0; i < nr; i++) {
		const struct filter_test_field *from = &filter_test_fields[i];
		struct fetch_field *field = &layout->field[i];

		field->name = from->name;
		field->type = fetch_type_at(fetch_find_type(from->type, strlen(from->type)));
		field->offset = offset;
		field->count = from->count;
		field->size = field->type->size * (from->count ?: 1);
		field->dynamic = field->type->show == FETCH_SHOW_STRING;
		offset += field->size;
	}
	layout->head = head;
	layout->nr_fields = nr;
	layout->static_size = offset;
	layout->dynamic = true;
	return layout;
}

static inline const struct fetch_field *filter_test_field(const struct fetch_layout *layout,
							  const char *name)
{
	unsigned int i;

	for (i = 0; i < layout->nr_fields; i++)
		if (!strcmp(layout->field[i].name, name))
			return &layout->field[i];
	abort();
}

/**
 * struct filter_test_record - a record
 * @size: bytes in use
 * @bytes: the record; a string that is added goes behind all others
 */
struct filter_test_record {
	size_t size;
	u8 bytes[512];
};

static inline void filter_test_set(struct filter_test_record *record,
				   const struct fetch_layout *layout, const char *name, u64 value)
{
	const struct fetch_field *field = filter_test_field(layout, name);

	memcpy(record->bytes + field->offset, &value, field->size < 8 ? field->size : 8);
}

static inline u32 filter_test_add(struct filter_test_record *record, const char *string)
{
	size_t len = strlen(string) + 1, offset = record->size;

	memcpy(record->bytes + offset, string, len);
	record->size += len;
	return len << 16 | offset;
}

static inline void filter_test_fill(struct filter_test_record *record,
				    const struct fetch_layout *layout)
{
	struct record_header *header = (struct record_header *)record->bytes;
	u64 ip = FUNCTION_START + 4;

	memset(record, 0, sizeof(*record));
	record->size = layout->static_size;
	*header = (struct record_header){
		.type = 300, .flags = 0x41, .preempt_count = 2, .pid = 1234
	};
	memcpy(record->bytes + 8, &ip, 8);
	memcpy(record->bytes + 16, &ip, 8);
	filter_test_set(record, layout, "u8", 200);
	filter_test_set(record, layout, "s8", -56);
	filter_test_set(record, layout, "u16", 60000);
	filter_test_set(record, layout, "s16", -5536);
	filter_test_set(record, layout, "u32", 4000000000);
	filter_test_set(record, layout, "s32", -2);
	filter_test_set(record, layout, "u64", 0xffff888000000010);
	filter_test_set(record, layout, "s64", -5);
	filter_test_set(record, layout, "x64", 0x7fffffffffffffff);
	filter_test_set(record, layout, "sym", FUNCTION_START + FUNCTION_SIZE - 1);
	filter_test_set(record, layout, "ch", 'x');
	filter_test_set(record, layout, "ar", 0x04030201);
	filter_test_set(record, layout, "ar3", 0x030201);
	filter_test_set(record, layout, "cs", 'a');
	filter_test_set(record, layout, "i1", 3);
	filter_test_set(record, layout, "i2", -1);
	filter_test_set(record, layout, "i3", 63);
	filter_test_set(record, layout, "i4", 1ULL << 32);
	filter_test_set(record, layout, "s", filter_test_add(record, "hello world"));
	filter_test_set(record, layout, "us", filter_test_add(record, "/etc/passwd"));
	filter_test_set(record, layout, "ss", filter_test_add(record, "vfs_read+0x0/0x100"));
	filter_test_set(record, layout, "sa", filter_test_add(record, "one"));
}

#endif
