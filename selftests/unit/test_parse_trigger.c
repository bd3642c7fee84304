// SPDX-License-Identifier: GPL-2.0
/*
 * Commands of trigger files. The expected results are those of Linux 6.1 and 7.2 for the trigger
 * traceoff.
 */
#include "cmocka_all.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_trigger.h"

struct parsed {
	char text[128];
	struct trigger_command cmd;
	int ret;
};

static struct parsed parse(const char *text)
{
	/* The command points into the text. */
	static struct parsed p;

	strcpy(p.text, text);
	parse_trigger_name(&p.cmd, p.text);
	p.ret = parse_trigger_parameters(&p.cmd);
	return p;
}

static void refused(const char *text, int ret)
{
	struct parsed p = parse(text);

	if (p.ret != ret)
		fail_msg("\"%s\": %d, expected %d", text, p.ret, ret);
}

/* @count: -1 when the command has none; @filter: NULL when it has none */
static void assert_parameters(const struct trigger_command *cmd, long count, const char *filter)
{
	assert_int_equal(cmd->has_count, count >= 0);
	if (count >= 0)
		assert_int_equal(cmd->count, count);
	assert_int_equal(!cmd->filter, !filter);
	if (filter)
		assert_string_equal(cmd->filter, filter);
}

/* @count, @filter: as for assert_parameters() */
static void accepted(const char *text, const char *name, long count, const char *filter)
{
	struct parsed p = parse(text);

	if (p.ret)
		fail_msg("\"%s\": %d", text, p.ret);
	assert_false(p.cmd.removes);
	assert_string_equal(p.cmd.name, name);
	assert_parameters(&p.cmd, count, filter);
}

static void test_name_ends_at_a_colon_or_blank(void **state)
{
	accepted("traceoff", "traceoff", -1, NULL);
	accepted("", "", -1, NULL);
	accepted("a\nb", "a\nb", -1, NULL);
	accepted("traceoff:", "traceoff", -1, NULL);
	accepted("traceoff:3", "traceoff", 3, NULL);
	accepted("traceoff 3", "traceoff", 3, NULL);
	accepted("traceoff\t3", "traceoff", 3, NULL);
}

static void test_removal_looks_at_the_name_alone(void **state)
{
	struct trigger_command cmd;
	char text[] = "!traceoff:x if y", again[] = "!!traceoff", blank[] = "! traceoff";

	parse_trigger_name(&cmd, text);
	assert_true(cmd.removes);
	assert_string_equal(cmd.name, "traceoff");
	parse_trigger_name(&cmd, again);
	assert_string_equal(cmd.name, "!traceoff");
	parse_trigger_name(&cmd, blank);
	assert_string_equal(cmd.name, "");
}

static void test_count(void **state)
{
	accepted("t:0", "t", 0, NULL);
	accepted("t:0x10", "t", 16, NULL);
	accepted("t:010", "t", 8, NULL);
	accepted("t:1:2", "t", 1, NULL);
	accepted("t:1:", "t", 1, NULL);
	accepted("t:9223372036854775807", "t", 0x7fffffffffffffff, NULL);
	refused("t:18446744073709551616", -ERANGE);
	refused("t:1000000000000000000000000000000000000000000000000000000000000000000000", -ERANGE);
	refused("t:x", -EINVAL);
	refused("t:-1", -EINVAL);
	refused("t::1", -EINVAL);
	refused("t::", -EINVAL);
	refused("t:3x", -EINVAL);
}

static void test_filter(void **state)
{
	accepted("t if x == 5", "t", -1, "x == 5");
	accepted("t:3 if x == 5", "t", 3, "x == 5");
	accepted("t 3 if x == 5", "t", 3, "x == 5");
	accepted("t  if x == 5", "t", -1, "x == 5");
	accepted("t if  x == 5", "t", -1, " x == 5");
	accepted("t:3  if  x == 5", "t", 3, " x == 5");
	accepted("t\tif\tx", "t", -1, "x");
	refused("t if", -EINVAL);
	refused("t:3 if", -EINVAL);
	refused("t:3if x", -EINVAL);
	refused("t x == 5", -EINVAL);
	refused("t unless x", -EINVAL);
	refused("t iffy x", -EINVAL);
}

/* @count, @filter: as for assert_parameters() */
static void targeted(const char *text, const char *group, const char *event, long count, const char *filter)
{
	struct trigger_command cmd;
	char copy[128];

	strcpy(copy, text);
	parse_trigger_name(&cmd, copy);
	assert_int_equal(parse_trigger_target(&cmd), 0);
	assert_int_equal(parse_trigger_parameters(&cmd), 0);
	assert_string_equal(cmd.name, "t");
	assert_string_equal(cmd.group, group);
	assert_string_equal(cmd.event, event);
	assert_parameters(&cmd, count, filter);
}

static void not_targeted(const char *text, int ret)
{
	struct trigger_command cmd;
	char copy[128];

	strcpy(copy, text);
	parse_trigger_name(&cmd, copy);
	if ((parse_trigger_target(&cmd) ?: parse_trigger_parameters(&cmd)) != ret)
		fail_msg("\"%s\": expected %d", text, ret);
}

static void test_target(void **state)
{
	targeted("t:g:e", "g", "e", -1, NULL);
	targeted("t g:e", "g", "e", -1, NULL);
	targeted("t:g:", "g", "", -1, NULL);
	targeted("t::e:0", "", "e", 0, NULL);
	targeted("t:g:e:0x10", "g", "e", 16, NULL);
	targeted("t:g:e:3:4", "g", "e", 3, NULL);
	targeted("t:g:e if x == 5", "g", "e", -1, "x == 5");
	targeted("t:g:e:3 if x:y", "g", "e", 3, "x:y");
	targeted("t:3:4", "3", "4", -1, NULL);
	not_targeted("t", -EINVAL);
	not_targeted("t:", -EINVAL);
	not_targeted("t:g", -EINVAL);
	not_targeted("t:g if x:y", -EINVAL);
	not_targeted("t:g:e:x", -EINVAL);
	not_targeted("t:g:e:", -EINVAL);
	not_targeted("t:g:e:18446744073709551616", -ERANGE);
	not_targeted("t:g:e 3 if x", -EINVAL);
	not_targeted("t:g:e if", -EINVAL);
}

static void test_removal_of_a_target(void **state)
{
	struct trigger_command cmd;
	char text[] = "!t:g:e:x if y", none[] = "!t", half[] = "!t:g";

	parse_trigger_name(&cmd, text);
	assert_int_equal(parse_trigger_target(&cmd), 0);
	assert_true(cmd.removes);
	assert_string_equal(cmd.group, "g");
	assert_string_equal(cmd.event, "e");
	parse_trigger_name(&cmd, none);
	assert_int_equal(parse_trigger_target(&cmd), -EINVAL);
	parse_trigger_name(&cmd, half);
	assert_int_equal(parse_trigger_target(&cmd), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_name_ends_at_a_colon_or_blank),
		cmocka_unit_test(test_removal_looks_at_the_name_alone),
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_filter),
		cmocka_unit_test(test_target),
		cmocka_unit_test(test_removal_of_a_target),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
