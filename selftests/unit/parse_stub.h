/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types and registers for tests of the parser alone, and the way a definition takes through it.
 */
#ifndef UNIT_PARSE_STUB_H
#define UNIT_PARSE_STUB_H

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

static const char * const stub_types[] = { "u64", "u8", "u32", "x32", "string", "ustring", "b" };
static const char * const stub_registers[] = { "di", "si", "ax" };

#define STUB_TYPE_DEFAULT	0
#define STUB_TYPE_U8		1
#define STUB_TYPE_STRING	4
#define STUB_TYPE_BITFIELD	6

static inline int stub_find(const char * const *names, size_t count, const char *name, size_t len)
{
	for (size_t i = 0; i < count; i++)
		if (parse_text_is(name, len, names[i]))
			return i;
	return -ENOENT;
}

static inline int stub_find_type(const char *name, size_t len)
{
	if (!len)
		return STUB_TYPE_DEFAULT;
	if (name[0] == 'b')
		return STUB_TYPE_BITFIELD;
	return stub_find(stub_types, ARRAY_SIZE(stub_types), name, len);
}

static inline int stub_find_register(const char *name, size_t len)
{
	return stub_find(stub_registers, ARRAY_SIZE(stub_registers), name, len);
}

static const struct parse_lookup stub_lookup = {
	.find_type = stub_find_type,
	.find_register = stub_find_register,
	.dentry_name_offset = 0x28,
	.file_dentry_offset = 0x48,
};

/* What came of one line */
struct stub_result {
	struct parse_command cmd;
	struct probe_definition def;
	unsigned int nr_args;
	struct probe_argument args[PROBE_ARGUMENTS_MAX];
};

/* As the kernel layer drives the parser, but every symbol exists. */
static inline int stub_parse(struct stub_result *result, char *line)
{
	struct probe_naming naming = { .group = "kprobes", .prefix = "p" };
	unsigned int flags = 0;
	int ret;

	result->nr_args = 0;
	ret = parse_command_split(&result->cmd, line);
	if (!ret)
		ret = parse_probe_place(&result->cmd, &result->def);
	if (ret)
		return ret;
	if (!result->def.by_address && result->def.kind == PROBE_RETURN)
		flags |= PARSE_RETURN;
	if (!result->def.by_address && !result->def.offset)
		flags |= PARSE_FUNCTION_ENTRY;

	if (result->def.kind == PROBE_RETURN)
		naming.prefix = "r";
	ret = parse_probe_names(&result->cmd, &result->def, &naming);
	while (!ret && result->nr_args + 2 < result->cmd.nr_words) {
		ret = parse_probe_argument(&result->cmd, result->nr_args, flags, &stub_lookup,
					   result->args);
		if (!ret)
			result->nr_args++;
	}
	return ret;
}

#endif
