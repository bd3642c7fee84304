// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes, as one line of a definitions file.
 *
 * Besides what the sanitizers see: words and columns are inside the text, results are terminated,
 * an error is noted exactly when there is one, and what is accepted is accepted again, with the
 * same meaning, in the form in which it is listed.
 *
 * Names mean the parameters of the function f of btf_sample.h, whatever the place is.
 */
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) do {							\
	if (!(condition)) {							\
		fprintf(stderr, "line %d: %s\n", __LINE__, #condition);		\
		abort();							\
	}									\
} while (0)
#define assert_true(condition)	CHECK(condition)

#include "btf_sample.h"
#include "fetch/fetch_names.h"
#include "fetch/fetch_type.h"
#include "parse_stub.h"

static bool is_terminated(const char *text, size_t size)
{
	return memchr(text, '\0', size);
}

static void check_words(const struct parse_command *cmd)
{
	unsigned int stored = min_t(unsigned int, cmd->nr_words, PARSE_WORDS_MAX);
	size_t len = strlen(cmd->text), pos = 0;

	CHECK(len < PROBE_COMMAND_MAX);
	for (unsigned int i = 0; i < stored; i++) {
		CHECK(cmd->word[i].pos == pos && cmd->word[i].len > 0);
		for (unsigned int n = 0; n < cmd->word[i].len; n++)
			CHECK(!isspace(cmd->text[pos++]));
		CHECK(cmd->text[pos] == (i + 1 < cmd->nr_words ? ' ' : '\0'));
		pos++;
	}
	CHECK(stored < cmd->nr_words || pos == (stored ? len + 1 : 0));
	CHECK(parse_error_column(cmd, 0) == (stored ? 0 : len + 1));
	CHECK(parse_error_column(cmd, ~0U) == len + 1);
}

/* Each pattern lies in the list, behind the one before it, and has a text. */
static void check_patterns(const struct probe_definition *def)
{
	struct place_pattern pattern;
	unsigned int pos = 0, end = 0;

	CHECK(!def->symbol[0]);
	while (parse_next_pattern(def->place, &pos, &pattern)) {
		CHECK(pattern.text.len && pattern.text.pos >= end);
		end = pattern.text.pos + pattern.text.len;
		CHECK(end <= strlen(def->place) && end < pos);
	}
	CHECK(pos == strlen(def->place) + 1);
}

static void check_definition(const struct probe_definition *def)
{
	CHECK(is_terminated(def->group, sizeof(def->group)));
	CHECK(is_terminated(def->event, sizeof(def->event)));
	CHECK(is_terminated(def->module, sizeof(def->module)));
	CHECK(is_terminated(def->symbol, sizeof(def->symbol)));
	CHECK(parse_is_group_name(def->group, strlen(def->group)));
	CHECK(parse_is_name(def->event, strlen(def->event)));
	CHECK(is_terminated(def->place, sizeof(def->place)));
	CHECK((def->kind == PROBE_TRACEPOINT || def->kind == PROBE_EVENT || def->several) ==
	      !!def->place[0]);
	if (def->several)
		check_patterns(def);
	else if (def->kind <= PROBE_RETURN)
		CHECK(def->by_address == (!def->module[0] && !def->symbol[0]));
	if (def->several || def->kind > PROBE_RETURN)
		CHECK(!def->by_address && !def->module[0] && !def->offset);
	if (def->kind > PROBE_RETURN)
		CHECK(!def->maxactive);
	CHECK(def->maxactive <= PROBE_MAXACTIVE_MAX);
}

static void check_argument(const struct parse_command *cmd, const struct probe_argument *arg)
{
	size_t len = strlen(cmd->text);

	CHECK(is_terminated(arg->name, sizeof(arg->name)));
	CHECK(is_terminated(arg->body, sizeof(arg->body)));
	CHECK(parse_is_name(arg->name, strlen(arg->name)));
	CHECK(arg->body[0]);
	CHECK(arg->word_pos <= arg->body_pos && arg->body_pos <= arg->type_pos);
	CHECK(arg->type_pos <= len);
	CHECK(arg->text.pos + arg->text.len <= strlen(arg->body));
	CHECK(arg->nr_derefs <= PROBE_DEREF_MAX);
	for (unsigned int i = 0; i < arg->nr_derefs; i++)
		CHECK(arg->deref[i].pos >= arg->body_pos && arg->deref[i].pos < len);
	CHECK(arg->type >= 0 && fetch_type_at(arg->type));
	CHECK(arg->count <= PROBE_ARRAY_MAX);
}

/* The filter of an event probe is the rest of the line, or there is none. */
static void check_filter(const struct parse_command *cmd, struct text_span filter)
{
	size_t len = strlen(cmd->text);

	if (filter.len)
		CHECK(filter.pos < len && filter.pos + filter.len == len);
	else
		CHECK(!filter.pos || filter.pos == len + 1);
}

static void check_result(const struct stub_result *result, int ret)
{
	const struct parse_error *error = &result->cmd.error;

	if (error->code == PARSE_OK) {
		CHECK(ret == 0);
	} else {
		CHECK(ret == -ECANCELED || ret == parse_error_errno(error->code));
		CHECK(error->pos <= strlen(result->cmd.text) + 1);
	}
	if (ret)
		return;
	check_definition(&result->def);
	check_filter(&result->cmd, result->def.filter);
	for (unsigned int i = 0; i < result->nr_args; i++)
		check_argument(&result->cmd, &result->args[i]);
}

/* In the form of a listing, but with an offset even when it is 0; true when it fits a line. */
static bool list_definition(const struct stub_result *result, char *line, size_t size)
{
	const struct probe_definition *def = &result->def;
	size_t len;

	len = scnprintf(line, size, "%c", "prfftpre"[def->kind]);
	if (def->maxactive)
		len += scnprintf(line + len, size - len, "%u", def->maxactive);
	len += scnprintf(line + len, size - len, ":%s/%s ", def->group, def->event);
	if (def->by_address)
		len += scnprintf(line + len, size - len, "0x%lx", def->address);
	else if (def->kind > PROBE_RETURN || def->several)
		len += scnprintf(line + len, size - len, "%s%s%s", def->place, def->symbol,
				 def->kind == PROBE_FUNCTION_EXIT ? "%return" : "");
	else
		len += scnprintf(line + len, size - len, "%s%s%s%+ld", def->module,
				 def->module[0] ? ":" : "", def->symbol, def->offset);
	for (unsigned int i = 0; i < result->nr_args; i++)
		len += scnprintf(line + len, size - len, " %s=%s", result->args[i].name,
				 result->args[i].body);
	return len < size - 1;
}

/* A variable lends its name to an argument also when NAME= would be too long. */
static bool has_long_name(const struct stub_result *result)
{
	for (unsigned int i = 0; i < result->nr_args; i++)
		if (strlen(result->args[i].name) > PROBE_ARGUMENT_NAME_LEN)
			return true;
	return false;
}

static void check_same_argument(const struct probe_argument *a, const struct probe_argument *b)
{
	CHECK(!strcmp(a->name, b->name) && !strcmp(a->body, b->body));
	CHECK(a->operand == b->operand && a->number == b->number && a->value == b->value);
	CHECK(a->text.pos == b->text.pos && a->text.len == b->text.len);
	CHECK(a->type == b->type && a->has_type == b->has_type && a->count == b->count);
	CHECK(a->nr_derefs == b->nr_derefs);
	for (unsigned int i = 0; i < a->nr_derefs; i++)
		CHECK(a->deref[i].offset == b->deref[i].offset && a->deref[i].user == b->deref[i].user);
}

static void check_listing(const struct stub_result *result)
{
	const struct probe_definition *def = &result->def;
	static struct stub_result again;
	char line[PROBE_COMMAND_MAX];

	if (has_long_name(result) || !list_definition(result, line, sizeof(line)))
		return;
	CHECK(stub_parse(&again, line) == 0);
	CHECK(again.def.kind == def->kind && again.def.maxactive == def->maxactive);
	CHECK(!strcmp(again.def.group, def->group) && !strcmp(again.def.event, def->event));
	CHECK(!strcmp(again.def.module, def->module) && !strcmp(again.def.symbol, def->symbol));
	CHECK(again.def.offset == def->offset && again.def.address == def->address);
	CHECK(!strcmp(again.def.place, def->place));
	CHECK(again.nr_args == result->nr_args);
	for (unsigned int i = 0; i < again.nr_args; i++)
		check_same_argument(&again.args[i], &result->args[i]);
}

static void check_deletion(struct parse_command *cmd)
{
	struct probe_deletion del;
	int ret = parse_deletion(cmd, &del);

	CHECK(ret == parse_error_errno(cmd->error.code));
	if (ret) {
		CHECK(cmd->error.pos <= strlen(cmd->text) + 1);
		return;
	}
	CHECK(del.name_pos < strlen(cmd->text));
	CHECK(is_terminated(del.group, sizeof(del.group)));
	CHECK(is_terminated(del.event, sizeof(del.event)));
	CHECK(del.group[0] || del.event[0]);
	CHECK(del.first_argument >= 1 && del.first_argument <= cmd->nr_words);
	CHECK(cmd->nr_words <= PARSE_WORDS_MAX);
	CHECK(del.place.pos + del.place.len <= strlen(cmd->text));
}

static void give_names(void)
{
	static struct btf_build build;
	static struct fetch_names names;
	struct fetch_btf_prototype prototype;
	struct fetch_btf *btf;

	btf_sample_build(&build);
	btf = btf_build_open(&build);
	CHECK(!IS_ERR(btf) && !fetch_btf_find_function(btf, "f", 1, &prototype));
	fetch_names_init(&names, btf, &prototype);
	stub_lookup.names = &names.names;
	stub_lookup.find_type = fetch_find_type;
}

/* libFuzzer declares them nowhere */
int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	give_names();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct stub_result result;
	char *line = malloc(size + 1), *text;
	struct parse_command cmd;
	int ret;

	memcpy(line, data, size);
	line[size] = '\0';
	ret = parse_command_split(&cmd, line);
	if (ret) {
		CHECK(ret == -EINVAL && size >= PROBE_COMMAND_MAX);
		free(line);
		return 0;
	}
	check_words(&cmd);
	check_deletion(&cmd);

	stub_lookup.limits_as_7_3 = size % 2;

	/* Splitting again changes nothing, and nobody else writes to the text. */
	text = strdup(line);
	ret = stub_parse(&result, line);
	CHECK(!strcmp(text, line));
	CHECK(result.cmd.nr_words == cmd.nr_words || result.def.filter.pos);
	check_result(&result, ret);
	if (!ret)
		check_listing(&result);
	free(text);
	free(line);
	return 0;
}
