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

/* A test that has names or other types sets them. */
static struct parse_lookup stub_lookup = {
	.find_type = stub_find_type,
	.find_register = stub_find_register,
	.dentry_name_offset = 0x28,
	.file_dentry_offset = 0x48,
};

/* The record of the event that an event probe is attached to */
static inline int stub_find_field(const struct parse_names *names, const char *text, size_t len,
				  struct parse_value *value, struct parse_error *error)
{
	static const struct {
		const char *name;
		struct parse_field field;
	} fields[] = {
		{ "number", { .offset = 8, .size = 4, .is_signed = true } },
		{ "text", { .offset = 16, .size = 4, .kind = PARSE_FIELD_LOCATION } },
		{ "arg1", { .offset = 24, .size = 16, .kind = PARSE_FIELD_INLINE } },
	};

	(void)names;
	memset(value, 0, sizeof(*value));
	value->operand = OPERAND_FIELD;
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		value->field = fields[i].field;
		if (parse_text_is(text, len, fields[i].name))
			return 0;
	}
	return parse_fail(error, PARSE_NO_EVENT_FIELD, 0);
}

static const struct parse_names stub_fields = { .find = stub_find_field };

/* What came of one line */
struct stub_result {
	struct parse_command cmd;
	struct probe_definition def;
	unsigned int nr_args;
	struct probe_argument args[PROBE_ARGUMENTS_MAX];
};

/* What the kernel layer has in the rows of the kinds. */
static const struct {
	struct probe_naming naming;
	unsigned int flags;
} stub_kinds[] = {
	[PROBE_ENTRY] = { { .group = "kprobes", .prefix = "p" }, 0 },
	[PROBE_RETURN] = { { .group = "kprobes", .prefix = "r" }, PARSE_RETURN },
	[PROBE_FUNCTION_ENTRY] = { { .group = "fprobes", .suffix = "__entry" },
				   PARSE_FUNCTION_ENTRY | PARSE_NO_REGISTERS },
	[PROBE_FUNCTION_EXIT] = { { .group = "fprobes", .suffix = "__exit" },
				  PARSE_RETURN | PARSE_NO_REGISTERS },
	[PROBE_TRACEPOINT] = { { .group = "tracepoints", .suffix = "" },
			       PARSE_FUNCTION_ENTRY | PARSE_NO_REGISTERS },
	[PROBE_EVENT] = { { }, PARSE_FIELDS | PARSE_NO_REGISTERS },
};

static inline int stub_parse_place(struct parse_command *cmd, struct probe_definition *def)
{
	switch (cmd->text[0]) {
	case 'f':
		return parse_function_place(cmd, def);
	case 't':
		return parse_tracepoint_place(cmd, def);
	case 'e':
		return parse_event_place(cmd, def);
	default:
		return parse_probe_place(cmd, def);
	}
}

/* As the kernel layer drives the parser, but every symbol exists. */
static inline int stub_parse(struct stub_result *result, char *line)
{
	const struct probe_definition *def = &result->def;
	struct parse_lookup lookup = stub_lookup;
	const struct probe_naming *naming;
	unsigned int flags;
	int ret;

	result->nr_args = 0;
	ret = parse_command_split(&result->cmd, line);
	if (!ret)
		ret = stub_parse_place(&result->cmd, &result->def);
	if (ret)
		return ret;
	naming = &stub_kinds[def->kind].naming;
	if (def->kind == PROBE_EVENT)
		lookup.names = &stub_fields;
	flags = def->by_address ? 0 : stub_kinds[def->kind].flags;
	if (!def->by_address && !def->offset && def->kind <= PROBE_RETURN)
		flags |= PARSE_FUNCTION_ENTRY;

	if (naming->group)
		ret = parse_probe_names(&result->cmd, &result->def, naming);
	if (!ret)
		ret = parse_expand_arguments(&result->cmd, flags, lookup.names);
	while (!ret && result->nr_args < result->cmd.nr_args) {
		ret = parse_probe_argument(&result->cmd, result->nr_args, flags, &lookup,
					   result->args);
		if (!ret)
			result->nr_args++;
	}
	return ret;
}

#endif
