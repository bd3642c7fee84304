// SPDX-License-Identifier: GPL-2.0
/*
 * Event probes in the parser: names, the attached event, the filter, and what names of fields mean in
 * arguments, with the column of every error.
 */
#include "place_test.h"

static void places(void **state)
{
	static const struct {
		const char *line;
		const char *group, *event, *place;
		unsigned int nr_words;
		const char *filter;	/* NULL when there is no "if" */
	} cases[] = {
		{ "e a.b", "eprobes", "b", "a.b", 2 },
		{ "e a/b", "eprobes", "b", "a.b", 2 },
		{ "e5 a.b", "eprobes", "b", "a.b", 2 },
		{ "e:c a.b", "eprobes", "c", "a.b", 2 },
		{ "ex:g/ a.b", "g", "b", "a.b", 2 },
		{ "e:g.c a.b x=$y z", "g", "c", "a.b", 4 },
		{ "e:g/c a.b if x == 1", "g", "c", "a.b", 2, "x == 1" },
		{ "e a.b $x if if if", "eprobes", "b", "a.b", 3, "if if" },
		{ "e a.b $x if", "eprobes", "b", "a.b", 3, "" },
		{ "e a.b $x iff $if", "eprobes", "b", "a.b", 5 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct probe_definition def;
		struct parse_command cmd;
		char line[64];

		split(&cmd, line, sizeof(line), cases[i].line);
		print_message("%s\n", line);
		memset(&def, 0xff, sizeof(def));
		assert_int_equal(parse_event_place(&cmd, &def), 0);
		assert_int_equal(cmd.error.code, PARSE_OK);
		assert_int_equal(def.kind, PROBE_EVENT);
		assert_string_equal(def.group, cases[i].group);
		assert_string_equal(def.event, cases[i].event);
		assert_string_equal(def.place, cases[i].place);
		assert_string_equal(def.attached_group, "a");
		assert_string_equal(def.attached_event, "b");
		assert_string_equal(def.symbol, "");
		assert_int_equal(cmd.nr_words, cases[i].nr_words);
		assert_int_equal(!!def.filter.pos, !!cases[i].filter);
		if (!cases[i].filter)
			continue;
		assert_int_equal(def.filter.len, strlen(cases[i].filter));
		if (def.filter.len)
			assert_string_equal(cmd.text + def.filter.pos, cases[i].filter);
	}
}

static void refusals(void **state)
{
	static const struct refused_place cases[] = {
		{ "e", -ECANCELED, PARSE_NO_PLACE, 2 },
		{ "e:g/c", -ECANCELED, PARSE_NO_PLACE, 6 },
		{ "e alone", -EINVAL, PARSE_NO_EVENT_INFO, 2 },
		{ "e a.", -EINVAL, PARSE_NO_EVENT_INFO, 2 },
		{ "e .b", -EINVAL, PARSE_NO_EVENT_INFO, 2 },
		{ "e a/b.c", -EINVAL, PARSE_NO_EVENT_INFO, 2 },
		{ "e a/b/c", -EINVAL, PARSE_NO_EVENT_INFO, 2 },
		{ "e a.b-c", -EINVAL, PARSE_NO_EVENT_INFO, 2 },
		{ "e: a.b", -EINVAL, PARSE_NO_EVENT_NAME, 2 },
		{ "e:/c a.b", -EINVAL, PARSE_NO_GROUP_NAME, 2 },
		{ "e:g/c-d alone", -EINVAL, PARSE_BAD_EVENT_NAME, 4 },
	};

	check_refused_places(cases, ARRAY_SIZE(cases));
}

/* Words of the filter are no arguments; words of which too many stand before it are. */
static void number_of_arguments(void **state)
{
	static char line[PROBE_COMMAND_MAX];
	static struct probe_definition def;

	for (unsigned int nr = PROBE_ARGUMENTS_MAX; nr <= PROBE_ARGUMENTS_MAX + 1; nr++) {
		bool fits = nr <= PROBE_ARGUMENTS_MAX;
		struct parse_command cmd;

		strcpy(line, "e a.b");
		for (unsigned int i = 0; i < nr; i++)
			strcat(line, " x");
		strcat(line, " if x == 1 && x == 1 && x == 1");
		assert_int_equal(parse_command_split(&cmd, line), 0);
		assert_int_equal(parse_event_place(&cmd, &def), fits ? 0 : -E2BIG);
		assert_int_equal(cmd.error.code, fits ? PARSE_OK : PARSE_TOO_MANY_ARGS);
		if (fits)
			assert_int_equal(cmd.nr_words, PROBE_ARGUMENTS_MAX + 2);
		else
			assert_int_equal(cmd.error.pos, strlen("e a.b "));
	}
}

static int parse_one(struct stub_result *result, const char *argument)
{
	static char line[128];

	snprintf(line, sizeof(line), "e:g/c a.b %s", argument);
	return stub_parse(result, line);
}

static void fields(void **state)
{
	static const struct {
		const char *argument;
		const char *name, *body;
		enum operand_kind operand;
		u16 offset;	/* that of the field */
		unsigned int nr_derefs;
		int type;
	} cases[] = {
		{ "$number", "arg1", "$number", OPERAND_FIELD, 8 },
		{ "x=$number:u8", "x", "$number:u8", OPERAND_FIELD, 8, 0, STUB_TYPE_U8 },
		{ "number", "number", "number", OPERAND_FIELD, 8 },
		{ "number:u8", "number", "number:u8", OPERAND_FIELD, 8, 0, STUB_TYPE_U8 },
		{ "x=number", "x", "number", OPERAND_FIELD, 8 },
		{ "x=+4(number)", "x", "+4(number)", OPERAND_FIELD, 8, 1 },
		{ "$text:string", "arg1", "$text:string", OPERAND_FIELD, 16, 0, STUB_TYPE_STRING },
		{ "x=+1(+2($text)):u8", "x", "+1(+2($text)):u8", OPERAND_FIELD, 16, 2, STUB_TYPE_U8 },
		{ "$arg1", "arg1", "$arg1", OPERAND_FIELD, 24 },
		{ "comm=$comm", "comm", "$comm", OPERAND_COMM },
		{ "$COMM:string", "arg1", "$COMM:string", OPERAND_COMM, 0, 0, STUB_TYPE_STRING },
		{ "\\\"text\":string", "arg1", "\\\"text\":string", OPERAND_STRING, 0, 0,
		  STUB_TYPE_STRING },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct stub_result result;
		const struct probe_argument *arg = result.args;

		print_message("%s\n", cases[i].argument);
		assert_int_equal(parse_one(&result, cases[i].argument), 0);
		assert_int_equal(result.nr_args, 1);
		assert_string_equal(arg->name, cases[i].name);
		assert_string_equal(arg->body, cases[i].body);
		assert_int_equal(arg->operand, cases[i].operand);
		assert_int_equal(arg->nr_derefs, cases[i].nr_derefs);
		assert_int_equal(arg->type, cases[i].type);
		if (arg->operand == OPERAND_FIELD)
			assert_int_equal(arg->field.offset, cases[i].offset);
	}
}

static void wrong_fields(void **state)
{
	static const struct {
		const char *argument;
		int ret;
		enum parse_error_code code;
		unsigned int pos;	/* in the argument */
	} cases[] = {
		{ "none", -EINVAL, PARSE_NO_EVENT_FIELD, 0 },
		{ "x=none:u8", -EINVAL, PARSE_NO_EVENT_FIELD, 2 },
		{ "x=+8(none)", -EINVAL, PARSE_NO_EVENT_FIELD, 5 },
		{ "x=number->none", -EINVAL, PARSE_NO_EVENT_FIELD, 2 },
		{ "comm", -EINVAL, PARSE_NO_EVENT_FIELD, 0 },
		{ "$none", -EINVAL, PARSE_BAD_VAR, 0 },
		{ "x=$retval", -EINVAL, PARSE_BAD_VAR, 2 },
		{ "$stack", -EINVAL, PARSE_BAD_VAR, 0 },
		{ "$arg2", -EINVAL, PARSE_BAD_VAR, 0 },
		{ "$arg*", -EINVAL, PARSE_BAD_VAR, 0 },
		{ "$", -EINVAL, PARSE_BAD_VAR, 0 },
		{ "x=%di", -EINVAL, PARSE_EVENT_REGISTERS, 2 },
		{ "x=+0($comm)", -EINVAL, PARSE_COMM_CANT_DEREF, 5 },
		{ "x=*", -EINVAL, PARSE_BAD_FETCH_ARG, 2 },
		{ "x=(struct)number->a", -EOPNOTSUPP, PARSE_NOSUP_BTFARG, 2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct stub_result result;

		print_message("%s\n", cases[i].argument);
		assert_int_equal(parse_one(&result, cases[i].argument), cases[i].ret);
		assert_int_equal(result.cmd.error.code, cases[i].code);
		assert_int_equal(result.cmd.error.pos, strlen("e:g/c a.b ") + cases[i].pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places),
		cmocka_unit_test(refusals),
		cmocka_unit_test(number_of_arguments),
		cmocka_unit_test(fields),
		cmocka_unit_test(wrong_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
