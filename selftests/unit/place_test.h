/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tests of places share, of the kinds that stub_parse_place() knows.
 */
#ifndef UNIT_PLACE_TEST_H
#define UNIT_PLACE_TEST_H

#include "cmocka_all.h"
#include "parse_stub.h"

static inline void split(struct parse_command *cmd, char *line, size_t size, const char *text)
{
	snprintf(line, size, "%s", text);
	assert_int_equal(parse_command_split(cmd, line), 0);
}

/* A place that is refused, what the parser returns, and the error with its column */
struct refused_place {
	const char *line;
	int ret;
	enum parse_error_code code;
	unsigned int pos;
};

static inline void check_refused_places(const struct refused_place *cases, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		static struct probe_definition def;
		struct parse_command cmd;
		char line[64];

		split(&cmd, line, sizeof(line), cases[i].line);
		print_message("%s\n", line);
		assert_int_equal(stub_parse_place(&cmd, &def), cases[i].ret);
		assert_int_equal(cmd.error.code, cases[i].code);
		assert_int_equal(cmd.error.pos, cases[i].pos);
	}
}

#endif
