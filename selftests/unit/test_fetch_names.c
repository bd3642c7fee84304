// SPDX-License-Identifier: GPL-2.0
/*
 * Names in definitions, with types made by hand: what they mean, what arguments are called, which
 * types they have, what is recorded, and every error with its column.
 */
#include <linux/ptrace.h>

#include "cmocka_all.h"
#include "btf_sample.h"
#include "fake_kernel.h"
#include "fetch_test.h"
#include "fetch/fetch_names.h"
#include "fetch/fetch_run.h"

struct sample {
	struct btf_build build;
	struct fetch_btf *btf;
};

static void find_names(const struct fetch_btf *btf, const char *name, struct fetch_names *names)
{
	struct fetch_btf_prototype prototype;
	int ret = fetch_btf_find_function(btf, name, strlen(name), &prototype);

	fetch_names_init(names, btf, ret ? NULL : &prototype);
}

static int setup(void **state)
{
	struct sample *sample = test_calloc(1, sizeof(*sample));

	btf_sample_build(&sample->build);
	sample->btf = btf_build_open(&sample->build);
	assert_false(IS_ERR(sample->btf));
	*state = sample;
	return 0;
}

static int teardown(void **state)
{
	struct sample *sample = *state;

	fetch_test_names = NULL;
	btf_build_close(&sample->build, sample->btf);
	test_free(sample);
	return 0;
}

/* Names are those of the function that the definition has as its place. */
static int parse(struct sample *sample, struct fetch_test *test, const char *definition)
{
	static struct fetch_names names;
	char place[64];

	assert_int_equal(sscanf(definition, "%*s %63[a-z_]", place), 1);
	find_names(sample->btf, place, &names);
	fetch_test_names = &names.names;
	return fetch_test_parse(test, definition);
}

struct accepted {
	const char *definition;
	const char *listed;	/* NAME=BODY of each argument */
	const char *type;	/* of the last argument */
	enum operand_kind operand;
	unsigned int number;
	unsigned int nr_derefs;
	long offset[3];
	unsigned int bits[2];	/* width and offset */
};

static const struct accepted accepted[] = {
	{ "p f var", "var=var", "x64", OPERAND_ARGUMENT, 1 },
	{ "p f x=small", "x=small", "u8", OPERAND_ARGUMENT, 3 },
	{ "p f color", "color=color", "s32", OPERAND_ARGUMENT, 4 },
	{ "p f small:x16", "small=small:x16", "x16", OPERAND_ARGUMENT, 3 },
	{ "r f small", "small=small", "u8", OPERAND_ARGUMENT, 3 },
	{ "p f text", "text=text", "x64", OPERAND_ARGUMENT, 2 },
	{ "p f text:string", "text=text:string", "string", OPERAND_ARGUMENT, 2, 1 },
	{ "p f text:ustring", "text=text:ustring", "ustring", OPERAND_ARGUMENT, 2, 1 },
	{ "p f $arg1", "var=var", "x64", OPERAND_ARGUMENT, 1 },
	{ "p f $arg3:x8", "small=small:x8", "x8", OPERAND_ARGUMENT, 3 },
	{ "p f $arg03", "small=small", "u8", OPERAND_ARGUMENT, 3 },
	{ "p f $arg2:string", "text=text:string", "string", OPERAND_ARGUMENT, 2, 1 },
	{ "p f a=$arg3", "a=$arg3", "x64", OPERAND_ARGUMENT, 3 },
	{ "p f +0($arg3)", "arg1=+0($arg3)", "x64", OPERAND_ARGUMENT, 3, 1 },
	{ "p f +8(var)", "arg1=+8(var)", "x64", OPERAND_ARGUMENT, 1, 1, { 8 } },
	{ "p f +8(small):string", "arg1=+8(small):string", "string", OPERAND_ARGUMENT, 3, 1, { 8 } },
	/* A parameter without a name keeps its number. */
	{ "p f $arg5", "arg1=$arg5", "x64", OPERAND_ARGUMENT, 5 },
	{ "p f $arg5:u8", "arg1=$arg5:u8", "u8", OPERAND_ARGUMENT, 5 },
	{ "p f $arg*", "var=var text=text small=small color=color arg5=$arg5", "x64",
	  OPERAND_ARGUMENT, 5 },
	{ "r f $arg*:u8 x=$retval", "var=var text=text small=small color=color arg5=$arg5 x=$retval",
	  "x64", OPERAND_RETVAL },
	{ "p f %di $arg* $stack", "arg1=%di var=var text=text small=small color=color arg6=$arg5 "
	  "arg7=$stack", "x64", OPERAND_STACK_POINTER },
	{ "p f var->next", "arg1=var->next", "x64", OPERAND_ARGUMENT, 1, 1, { 0 } },
	{ "p f var->next->count", "arg1=var->next->count", "s32", OPERAND_ARGUMENT, 1, 2, { 0, 0 } },
	{ "p f var->half", "arg1=var->half", "u16", OPERAND_ARGUMENT, 1, 1, { 8 } },
	{ "p f n=var->name:string", "n=var->name:string", "string", OPERAND_ARGUMENT, 1, 2, { 8, 0 } },
	{ "p f var->nested.count", "arg1=var->nested.count", "s32", OPERAND_ARGUMENT, 1, 1, { 24 } },
	{ "p f var->nested.text:string", "arg1=var->nested.text:string", "string",
	  OPERAND_ARGUMENT, 1, 1, { 28 } },
	{ "p f var->many[1].count", "arg1=var->many[1].count", "s32", OPERAND_ARGUMENT, 1, 1, { 48 } },
	{ "p f var->many[1].text[2]", "arg1=var->many[1].text[2]", "u8", OPERAND_ARGUMENT, 1, 1,
	  { 54 } },
	{ "p f var->nested.text:u8[4]", "arg1=var->nested.text:u8[4]", "u8", OPERAND_ARGUMENT, 1, 1,
	  { 28 } },
	{ "p f +4(var->next):u8", "arg1=+4(var->next):u8", "u8", OPERAND_ARGUMENT, 1, 2, { 0, 4 } },
	{ "p f var->low", "arg1=var->low", "u32", OPERAND_ARGUMENT, 1, 1, { 16 }, { 3, 0 } },
	{ "p f var->high", "arg1=var->high", "u32", OPERAND_ARGUMENT, 1, 1, { 16 }, { 9, 3 } },
	{ "p f var->sign", "arg1=var->sign", "s32", OPERAND_ARGUMENT, 1, 1, { 18 }, { 5, 7 } },
	{ "p f var->high:u16", "arg1=var->high:u16", "u16", OPERAND_ARGUMENT, 1, 1, { 16 } },
	{ "p f $arg1:%pd", "arg1=+0x0(+0x0(var)):string", "string", OPERAND_ARGUMENT, 1, 2 },
	{ "r f $retval", "arg1=$retval", "x64", OPERAND_RETVAL },
	{ "r f $retval->count", "arg1=$retval->count", "s32", OPERAND_RETVAL, 0, 1, { 0 } },
	{ "r f $retval->text:string", "arg1=$retval->text:string", "string", OPERAND_RETVAL, 0, 1,
	  { 4 } },
	{ "r long_names $retval", "arg1=$retval", "s32", OPERAND_RETVAL },
	{ "r f var->next->count", "arg1=var->next->count", "s32", OPERAND_ARGUMENT, 1, 2 },
	/* Typecasts */
	{ "p f (outer)text->nested.count", "arg1=(outer)text->nested.count", "s32", OPERAND_ARGUMENT,
	  2, 1, { 24 } },
	{ "p f (outer)$arg2->high", "arg1=(outer)$arg2->high", "u32", OPERAND_ARGUMENT, 2, 1, { 16 },
	  { 9, 3 } },
	{ "p f n=(outer)text->name:string", "n=(outer)text->name:string", "string", OPERAND_ARGUMENT,
	  2, 2, { 8, 0 } },
	{ "p f (outer,nested)text->half", "arg1=(outer,nested)text->half", "u16", OPERAND_ARGUMENT, 2,
	  1, { 8 - 24 } },
	{ "p f (outer,many[1].text)text->half", "arg1=(outer,many[1].text)text->half", "u16",
	  OPERAND_ARGUMENT, 2, 1, { 8 - 52 } },
	{ "p f (inner)(var->next)->count", "arg1=(inner)(var->next)->count", "s32", OPERAND_ARGUMENT, 1,
	  2, { 0, 0 } },
	{ "p f (inner)+8(var)->text:string", "arg1=(inner)+8(var)->text:string", "string",
	  OPERAND_ARGUMENT, 1, 2, { 8, 4 } },
	{ "p f (inner)((outer)text->next)->count", "arg1=(inner)((outer)text->next)->count", "s32",
	  OPERAND_ARGUMENT, 2, 2, { 0, 0 } },
	{ "p f +4((outer)text->next):u8", "arg1=+4((outer)text->next):u8", "u8", OPERAND_ARGUMENT, 2, 2,
	  { 0, 4 } },
	{ "p f +4((outer)text->next)", "arg1=+4((outer)text->next)", "x64", OPERAND_ARGUMENT, 2, 2,
	  { 0, 4 } },
	{ "p f (outer)%si->half", "arg1=(outer)%si->half", "u16", OPERAND_REGISTER, 104, 1, { 8 } },
	{ "r f (outer)$retval->half", "arg1=(outer)$retval->half", "u16", OPERAND_RETVAL, 0, 1, { 8 } },
	{ "p elsewhere (outer)$arg1->half", "arg1=(outer)$arg1->half", "u16", OPERAND_ARGUMENT, 1, 1,
	  { 8 } },
	/* Nothing is known of this one. */
	{ "p elsewhere $arg1", "arg1=$arg1", "x64", OPERAND_ARGUMENT, 1 },
	{ "r elsewhere $retval", "arg1=$retval", "x64", OPERAND_RETVAL },
	{ "p quiet $arg1", "arg1=$arg1", "x64", OPERAND_ARGUMENT, 1 },
	{ "p long_names a_name_of_forty_characters_that_is_long_2",
	  "a_name_of_forty_characters_that_is_long_2=a_name_of_forty_characters_that_is_long_2",
	  "s32", OPERAND_ARGUMENT, 2 },
};

static void list(const struct fetch_test *test, char *text, size_t size)
{
	size_t len = 0;

	text[0] = '\0';
	for (unsigned int i = 0; i < test->nr_args; i++)
		len += scnprintf(text + len, size - len, "%s%s=%s", i ? " " : "", test->args[i].name,
				 test->args[i].body);
}

static void check_meaning(const struct probe_argument *arg, const struct accepted *c)
{
	assert_string_equal(fetch_type_at(arg->type)->name, c->type);
	assert_int_equal(arg->operand, c->operand);
	assert_int_equal(arg->number, c->number);
	assert_int_equal(arg->nr_derefs, c->nr_derefs);
	for (unsigned int i = 0; i < min_t(unsigned int, c->nr_derefs, 3); i++)
		assert_int_equal(arg->deref[i].offset, c->offset[i]);
	assert_int_equal(fetch_type_bit_width(arg->type), c->bits[0]);
	assert_int_equal(fetch_type_bit_offset(arg->type), c->bits[1]);
}

static void meanings(void **state)
{
	static struct fetch_test test;
	char text[512];

	for (size_t i = 0; i < ARRAY_SIZE(accepted); i++) {
		int ret = parse(*state, &test, accepted[i].definition);

		if (ret)
			print_error("%s: error %d at %u\n", accepted[i].definition,
				    test.cmd.error.code, test.cmd.error.pos);
		assert_int_equal(ret, 0);
		list(&test, text, sizeof(text));
		assert_string_equal(text, accepted[i].listed);
		check_meaning(&test.args[test.nr_args - 1], &accepted[i]);
	}
}

#define PLUS_7 "+8(+8(+8(+8(+8(+8(+8("
#define CLOSE_7 ")))))))"

/* The '^' is not part of the definition, but shows where the caret goes. */
static const struct {
	const char *definition;
	enum parse_error_code code;
} refused[] = {
	{ "p f ^nope", PARSE_NO_BTFARG },
	{ "p f x=^nope->next", PARSE_NO_BTFARG },
	{ "p f var[^x]", PARSE_BAD_ARRAY_NUM },
	{ "p f +8(^nope)", PARSE_NO_BTFARG },
	{ "p f var ^var", PARSE_USED_ARG_NAME },
	{ "p f $arg* ^var", PARSE_USED_ARG_NAME },
	{ "p f var ^$arg*", PARSE_USED_ARG_NAME },
	{ "p f ^$arg6", PARSE_NO_BTFARG },
	{ "p f ^$arg99999999999999999999", PARSE_NO_BTFARG },
	{ "p f %di ^$arg0", PARSE_BAD_ARG_NUM },
	{ "p f ^$arg1x", PARSE_BAD_VAR },
	{ "p f ^$arg1->next", PARSE_BAD_VAR },
	{ "p f $arg* ^$arg*", PARSE_DOUBLE_ARGS },
	{ "p f $arg3:^nope", PARSE_BAD_TYPE },
	{ "p f ^$arg3:string", PARSE_BAD_TYPE4STR },
	{ "p f %di:^nope $arg*", PARSE_BAD_TYPE },
	{ "p quiet ^$arg*", PARSE_NOSUP_BTFARG },
	{ "p elsewhere ^$arg*", PARSE_NOSUP_BTFARG },
	{ "p elsewhere x=^var", PARSE_NO_BTF_ENTRY },
	{ "p quiet ^var", PARSE_NO_BTF_ENTRY },
	{ "p long_names ^$arg*", PARSE_ARGS_2LONG },
	{ "r quiet ^$retval", PARSE_NO_RETVAL },
	{ "r f ^$retvalx", PARSE_NO_BTFARG },
	{ "r elsewhere ^$retvalx", PARSE_NO_BTF_ENTRY },
	{ "r elsewhere $retval->^count", PARSE_NO_BTF_ENTRY },
	{ "r f $retval.^count", PARSE_NOSUP_DAT_ARG },
	{ "r f $retval->^none", PARSE_NO_BTF_FIELD },
	{ "p f var.^next", PARSE_NOSUP_DAT_ARG },
	{ "p f nope.^next", PARSE_NOSUP_DAT_ARG },
	{ "p f var^-next", PARSE_BAD_HYPHEN },
	{ "p f nope^-next", PARSE_BAD_HYPHEN },
	{ "p f var->next^-count", PARSE_BAD_HYPHEN },
	{ "p f var->^none", PARSE_NO_BTF_FIELD },
	{ "p f a=var->next->^none", PARSE_NO_BTF_FIELD },
	{ "p f a=+8(var->nested.^none):u8", PARSE_NO_BTF_FIELD },
	{ "p f small->^next", PARSE_NO_PTR_STRCT },
	{ "p f var->nested->^count", PARSE_NO_PTR_STRCT },
	{ "p f text->^next", PARSE_NO_STRUCT },
	{ "p f var->next.^count", PARSE_DOT_ON_POINTER },
	{ "p f var->half.^x", PARSE_NO_STRUCT },
	{ "p f var->many[^2].count", PARSE_NO_ELEMENT },
	{ "p f var->many[1^", PARSE_ARRAY_NO_CLOSE },
	{ "p f var->many[1]^x", PARSE_BAD_ARRAY_SUFFIX },
	{ "p f var->nested^[1]", PARSE_NO_ARRAY },
	{ "p f x=^small:string", PARSE_BAD_TYPE4STR },
	{ "p f ^var->nested:string", PARSE_BAD_TYPE4STR },
	{ "p f ^var->nested.count:ustring", PARSE_BAD_TYPE4STR },
	{ "p f small:^u8[2]", PARSE_BAD_STRING },
	{ "p f (outer^", PARSE_DEREF_OPEN_BRACE },
	{ "p f (^nope)var->next", PARSE_NO_PTR_STRCT },
	{ "p f x=(^)var->next", PARSE_NO_PTR_STRCT },
	{ "p f (outer)var^", PARSE_TYPECAST_REQ_FIELD },
	{ "p f (outer)^@a+8->next", PARSE_TYPECAST_SYM_OFFSET },
	{ "p f a=+8((outer)^@a-8->next)", PARSE_TYPECAST_SYM_OFFSET },
	{ "p f (outer)@a+^", PARSE_TYPECAST_REQ_FIELD },
	{ "p f (outer)var^:string", PARSE_TYPECAST_REQ_FIELD },
	{ "p f (outer)(var)^", PARSE_TYPECAST_REQ_FIELD },
	{ "p f (outer)(var)^.next", PARSE_TYPECAST_REQ_FIELD },
	{ "p f (outer)(var^", PARSE_DEREF_OPEN_BRACE },
	{ "p f (outer)+8(var->next^", PARSE_DEREF_OPEN_BRACE },
	{ "p f (outer)^+8", PARSE_DEREF_NEED_BRACE },
	{ "p f (outer,^high)var->next", PARSE_TYPECAST_NOT_ALIGNED },
	{ "p f (outer,next^->count)var->next", PARSE_TYPECAST_BAD_ARROW },
	{ "p f (outer,^none)var->next", PARSE_NO_BTF_FIELD },
	{ "p f (outer)text->^none", PARSE_NO_BTF_FIELD },
	{ "p f a=+8((outer)text->next->^none):u8", PARSE_NO_BTF_FIELD },
	{ "p f (outer)^nope->next", PARSE_NO_BTFARG },
	{ "p f (outer)^->next", PARSE_DEREF_NEED_BRACE },
	{ "p f (outer)(^)->next", PARSE_BAD_FETCH_ARG },
	{ "p f (outer)(^$comm)->next", PARSE_COMM_CANT_DEREF },
	{ "p f (a)((b)((c)((d)((e)((f)((g)((h)(^(i)var->i)->h)->g)->f)->e)->d)->c)->b)->a", PARSE_TOO_MANY_NESTED },
	{ "p f (inner)(+8(^" PLUS_7 PLUS_7 "+8(var" CLOSE_7 CLOSE_7 ")))->text", PARSE_TOO_MANY_OPS },
	{ "p f " PLUS_7 "(inner)(+8(^+8(" PLUS_7 "var)))" CLOSE_7 "->text" CLOSE_7, PARSE_TOO_MANY_OPS },
	{ "p f ^(outer)text->next:string", PARSE_BAD_TYPE4STR },
	{ "p f (outer)this_cpu_ptr(var)^", PARSE_TYPECAST_REQ_FIELD },
	{ "p f (outer)this_cpu_ptr(var^", PARSE_DEREF_OPEN_BRACE },
	{ "p f (outer)this_cpu_read(^nope)->next", PARSE_NO_BTFARG },
	{ "p f ^$current->pid", PARSE_NO_BTF_ENTRY },
	{ "p f $current^-pid", PARSE_BAD_HYPHEN },
	{ "p f ^$current.pid", PARSE_BAD_VAR },
};

/* Expects an error at the '^' of a definition, or none where that has no '^'. */
static void expect_error(struct sample *sample, const char *definition, enum parse_error_code code)
{
	static struct fetch_test test;
	size_t column = strcspn(definition, "^");
	bool has_caret = definition[column];
	char line[PROBE_ARGUMENT_LEN + 8];
	int ret;

	snprintf(line, sizeof(line), "%.*s%s", (int)column, definition, definition + column + has_caret);
	ret = parse(sample, &test, line);
	if (test.cmd.error.code != code || (has_caret && test.cmd.error.pos != column))
		print_error("%s: error %d at %u\n", line, test.cmd.error.code, test.cmd.error.pos);
	assert_int_equal(test.cmd.error.code, code);
	assert_int_equal(has_caret, code != PARSE_OK);
	assert_int_equal(ret, has_caret ? parse_error_errno(code) : 0);
	if (has_caret)
		assert_int_equal(test.cmd.error.pos, column);
}

static void errors(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
		expect_error(*state, refused[i].definition, refused[i].code);
}

/* Writes "p f ", and an expression of @len characters: of offsets with many zeros, around @operand. */
static void write_long(char *line, size_t len, const char *operand)
{
	size_t rest = len - strlen(operand), zeros;
	int levels = 0;

	strcpy(line, "p f ");
	for (line += strlen(line); rest; rest -= zeros + 4) {
		zeros = min_t(size_t, rest - 4, 56);
		if (rest > zeros + 4 && rest < zeros + 8)
			zeros -= 8;
		line += sprintf(line, "+%0*d(", (int)zeros + 1, 4);
		levels++;
	}
	line += sprintf(line, "%s", operand);
	memset(line, ')', levels);
	line[levels] = '\0';
}

/* What Linux 7.2 can't say may be as long as Linux 7.3 has it, and what 7.2 can say is no longer than there. */
static void lengths(void **state)
{
	static const struct {
		const char *operand;
		size_t longest;
	} rows[] = {
		{ "%si", PROBE_OFFSETS_LEN },
		{ "var", PROBE_OFFSETS_LEN },
		{ "var->next", PROBE_ARGUMENT_LEN },
		{ "(outer)text->next", PROBE_ARGUMENT_LEN },
		{ "this_cpu_read(@a)", PROBE_ARGUMENT_LEN },
	};
	static struct fetch_test test;
	char line[PROBE_ARGUMENT_LEN + 8];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		write_long(line, rows[i].longest, rows[i].operand);
		assert_int_equal(strlen(line), rows[i].longest + 4);
		assert_int_equal(parse(*state, &test, line), 0);
		assert_string_equal(test.args[0].body, line + 4);
		write_long(line, rows[i].longest + 1, rows[i].operand);
		assert_int_equal(strlen(line), rows[i].longest + 5);
		assert_int_not_equal(parse(*state, &test, line), 0);
		assert_int_equal(test.cmd.error.code, PARSE_ARG_TOO_LONG);
		assert_int_equal(test.cmd.error.pos, 4);
	}
	assert_int_equal(parse(*state, &test, "p f (outer)((outer)((outer)((outer)((outer)((outer)((outer)"
			       "((outer)text->next)->next)->next)->next)->next)->next)->next)->next"), 0);
	assert_int_equal(test.args[0].nr_derefs, 8);
}

#define READ_4 "this_cpu_read(this_cpu_read(this_cpu_read(this_cpu_read("
#define CLOSE_4 "))))"

/* Linux 7.3 counts dereferences, per-CPU variables and typecasts together, and the caret is below the ninth of them. */
static void limits_of_7_3(void **state)
{
	static const struct {
		const char *definition;
		enum parse_error_code code;
	} rows[] = {
		{ "p f " PLUS_7 "+8(var)" CLOSE_7, PARSE_OK },
		{ "p f " PLUS_7 "+8(^+8(var))" CLOSE_7, PARSE_TOO_MANY_NESTED },
		/* Within +u8( ) a caret is one column early. */
		{ "p f " PLUS_7 "+u8^(-8(var))" CLOSE_7, PARSE_TOO_MANY_NESTED },
		{ "p f " PLUS_7 "(outer)text->next" CLOSE_7, PARSE_OK },
		{ "p f " PLUS_7 "(outer)(^+8(text))->next" CLOSE_7, PARSE_TOO_MANY_NESTED },
		{ "p f " PLUS_7 "+8(^(outer)text->next)" CLOSE_7, PARSE_TOO_MANY_NESTED },
		{ "p f " PLUS_7 "this_cpu_read(@a)" CLOSE_7, PARSE_OK },
		{ "p f " PLUS_7 "+8(^this_cpu_read(@a))" CLOSE_7, PARSE_TOO_MANY_NESTED },
		/* Each of these is two steps. */
		{ "p f " READ_4 READ_4 "^this_cpu_read(@a)" CLOSE_4 CLOSE_4, PARSE_TOO_MANY_NESTED },
		{ "p f this_cpu_read(^this_cpu_read(this_cpu_read(this_cpu_read(" READ_4 "var" CLOSE_4 CLOSE_4, PARSE_TOO_MANY_OPS },
	};
	static struct fetch_test test;
	char line[PROBE_ARGUMENT_LEN + 8];

	fetch_test_limits_as_7_3 = true;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		expect_error(*state, rows[i].definition, rows[i].code);
	write_long(line, PROBE_ARGUMENT_LEN, "%si");
	assert_int_equal(parse(*state, &test, line), 0);
	write_long(line, PROBE_ARGUMENT_LEN + 1, "%si");
	assert_int_not_equal(parse(*state, &test, line), 0);
	assert_int_equal(test.cmd.error.code, PARSE_ARG_TOO_LONG);
	fetch_test_limits_as_7_3 = false;
}

#define FIELDS_12 "->n->n->n->n->n->n->n->n->n->n->n->n"

/* More levels than mainline has steps, which only short names can express */
static void levels(void **state)
{
	static struct fetch_test test;
	struct btf_build build = { 0 };
	struct fetch_btf_prototype prototype;
	struct fetch_names names;
	struct fetch_btf *btf;
	char line[128] = "p g p";
	u32 self;

	btf_build_type(&build, FETCH_BTF_STRUCT, "s", 1, 8);
	btf_build_member(&build, "n", 2, 0);
	self = btf_sample_refer(&build, FETCH_BTF_POINTER, 1);
	btf_sample_function(&build, "g", 1, self);
	btf_build_parameter(&build, "p", self);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_function(btf, "g", 1, &prototype), 0);
	fetch_names_init(&names, btf, &prototype);
	fetch_test_names = &names.names;
	for (int i = 0; i < 14; i++)
		strcat(line, "->n");
	assert_int_equal(fetch_test_parse(&test, line), 0);
	assert_int_equal(test.args[0].nr_derefs, 14);
	strcat(line, "->n");
	assert_int_equal(fetch_test_parse(&test, line), -EINVAL);
	assert_int_equal(test.cmd.error.code, PARSE_TOO_MANY_OPS);
	assert_int_equal(test.cmd.error.pos, 4);
	strcat(line, "->n->n");
	assert_int_equal(fetch_test_parse(&test, line), -EINVAL);
	assert_int_equal(test.cmd.error.code, PARSE_TOO_MANY_OPS);

	/* The address of a symbol is a step, too, and leaves less room for fields. */
	assert_int_equal(fetch_test_parse(&test, "p g (s)@a" FIELDS_12), 0);
	assert_int_equal(fetch_test_parse(&test, "p g (s)@a" FIELDS_12 "->n"), -EINVAL);
	assert_int_equal(test.cmd.error.code, PARSE_TOO_MANY_OPS);
	assert_int_equal(test.cmd.error.pos, 9);
	assert_int_equal(fetch_test_parse(&test, "p g +0((s)@a" FIELDS_12 "->n)"), -EINVAL);
	assert_int_equal(test.cmd.error.code, PARSE_TOO_MANY_OPS);
	assert_int_equal(test.cmd.error.pos, 12);
	assert_int_equal(fetch_test_parse(&test, "p g +0((s)@a" FIELDS_12 ")"), -EINVAL);
	assert_int_equal(test.cmd.error.code, PARSE_TOO_MANY_OPS);
	assert_int_equal(test.cmd.error.pos, 7);
	btf_build_close(&build, btf);
}

static u8 kernel_memory[PAGE_SIZE];

static struct pt_regs regs = { .di = FAKE_KERNEL + 64, .si = FAKE_KERNEL + 256, .dx = 0x1ff };

static void put_word(size_t at, u64 value)
{
	memcpy(kernel_memory + at, &value, sizeof(value));
}

static void fill_memory(void)
{
	fake_unmap_all();
	fake_map(FAKE_KERNEL, kernel_memory, sizeof(kernel_memory));
	put_word(64, FAKE_KERNEL + 512);
	put_word(64 + 8, FAKE_KERNEL + 256);
	/* low 5, high 0x155, whole 0xc3, sign -2, and ones around them */
	put_word(64 + 16, 5 | 0x155 << 3 | 0xc3 << 12 | 7 << 20 | 0x1eULL << 23 | 0xfULL << 28 |
		 0xffffffffULL << 32);
	put_word(512, 0xfffffff0);
	strcpy((char *)kernel_memory + 256, "a text");
	strcpy((char *)kernel_memory + 64 + 28, "inside");
	strcpy((char *)kernel_memory + 64 + 36 + 12 + 4, "other");
}

/* What is recorded, seen as the text a reader would get */
static const struct {
	const char *definition;
	const char *text;
} recorded[] = {
	{ "p f small", " small=255" },
	{ "p f color", " color=0" },
	{ "p f text:string", " text=\"a text\"" },
	{ "p f a=var->name:string b=var->nested.text:string c=var->many[1].text:string",
	  " a=\"a text\" b=\"inside\" c=\"other\"" },
	{ "p f c=var->next->count h=var->half", " c=-16 h=4352" },
	{ "p f a=var->low b=var->high c=var->whole d=var->sign", " a=5 b=341 c=195 d=30" },
	{ "p f a=var->many[1].text[1] small:x8", " a=116 small=0xff" },
};

static void run(const struct fetch_test *test, char *line, size_t size)
{
	u8 *record = kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);
	struct fetch_source source = { .frame = &regs };
	size_t len = test->layout->static_size;
	struct text_buffer text;

	if (test->layout->dynamic)
		len = fetch_program_run_dynamic(test->program, &source, record, FETCH_RECORD_MAX);
	else
		fetch_program_run(test->program, &source, record);
	assert_int_equal(source.faults, 0);
	text_buffer_init(&text, line, size);
	fetch_print_arguments(&text, test->layout, record, len, NULL);
	assert_false(text.overflow);
	kfree(record);
}

static int no_symbol(const char *symbol, unsigned long *address)
{
	return -ENOENT;
}

static void records(void **state)
{
	static struct fetch_names names;
	struct sample *sample = *state;
	struct fetch_test test;
	char line[256];

	fill_memory();
	find_names(sample->btf, "f", &names);
	fetch_test_names = &names.names;
	for (size_t i = 0; i < ARRAY_SIZE(recorded); i++) {
		assert_int_equal(fetch_test_create(&test, recorded[i].definition, no_symbol), 0);
		run(&test, line, sizeof(line));
		assert_string_equal(line, recorded[i].text);
		fetch_test_destroy(&test);
	}
}

/* Of a bitfield no byte is read that none of its bits is in: the next page may not be there. */
static void end_of_memory(void **state)
{
	static struct fetch_names names;
	struct sample *sample = *state;
	struct fetch_test test;
	char line[256];

	fill_memory();
	fake_unmap_all();
	fake_map(FAKE_KERNEL + 64, kernel_memory + 64, 20);
	find_names(sample->btf, "f", &names);
	fetch_test_names = &names.names;
	assert_int_equal(fetch_test_create(&test, "p f a=var->high b=var->sign", no_symbol), 0);
	run(&test, line, sizeof(line));
	assert_string_equal(line, " a=341 b=30");
	fetch_test_destroy(&test);
}

/* The registers and words of the stack that parameters take, by the calling convention of x86_64 */
static void by_value(void **state)
{
	static const struct {
		const char *definition;
		unsigned int number;
	} rows[] = {
		{ "p g first", 1 }, { "p g one", 3 }, { "p g second", 4 }, { "p g two", 6 },
		{ "p g large", 7 }, { "p g behind", 15 }, { "p g $arg3:x64", 4 }, { "p g x=$arg3", 3 },
		{ "p h five", 5 }, { "p h pair", 7 }, { "p h six", 6 }, { "p h seven", 9 },
		{ "p k first", 2 }, { "p k second", 4 },
	};
	static struct fetch_test test;
	struct btf_build build = { 0 };
	struct sample sample;
	u32 number, pair, large;

	number = btf_build_integer(&build, "long int", 8, 64, BTF_INTEGER_SIGNED);
	pair = btf_build_type(&build, FETCH_BTF_STRUCT, "pair", 2, 12);
	btf_build_member(&build, "a", number, 0);
	btf_build_member(&build, "b", number, 32);
	large = btf_build_type(&build, FETCH_BTF_STRUCT, "large", 1, 60);
	btf_build_member(&build, "a", number, 0);
	btf_sample_function(&build, "g", 6, number);
	btf_build_parameter(&build, "first", pair);
	btf_build_parameter(&build, "one", number);
	btf_build_parameter(&build, "second", pair);
	btf_build_parameter(&build, "two", number);
	btf_build_parameter(&build, "large", large);
	btf_build_parameter(&build, "behind", number);
	/* One register is left, which is not enough for a pair, but for what comes behind. */
	btf_sample_function(&build, "h", 8, number);
	btf_build_parameter(&build, "one", number);
	btf_build_parameter(&build, "two", number);
	btf_build_parameter(&build, "three", number);
	btf_build_parameter(&build, "four", number);
	btf_build_parameter(&build, "five", number);
	btf_build_parameter(&build, "pair", pair);
	btf_build_parameter(&build, "six", number);
	btf_build_parameter(&build, "seven", number);
	/* The first register has the address of what is returned. */
	btf_sample_function(&build, "k", 2, large);
	btf_build_parameter(&build, "first", pair);
	btf_build_parameter(&build, "second", number);
	sample.btf = btf_build_open(&build);
	assert_false(IS_ERR(sample.btf));
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (parse(&sample, &test, rows[i].definition) || test.args[0].number != rows[i].number)
			print_error("%s: number %u\n", rows[i].definition, test.args[0].number);
		assert_int_equal(test.args[0].operand, OPERAND_ARGUMENT);
		assert_int_equal(test.args[0].number, rows[i].number);
	}
	fetch_test_names = NULL;
	btf_build_close(&build, sample.btf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(meanings, setup, teardown),
		cmocka_unit_test_setup_teardown(errors, setup, teardown),
		cmocka_unit_test_setup_teardown(lengths, setup, teardown),
		cmocka_unit_test_setup_teardown(limits_of_7_3, setup, teardown),
		cmocka_unit_test_setup_teardown(levels, setup, teardown),
		cmocka_unit_test_setup_teardown(records, setup, teardown),
		cmocka_unit_test_setup_teardown(end_of_memory, setup, teardown),
		cmocka_unit_test(by_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
