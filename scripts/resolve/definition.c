// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of definitions: which of them have a place that is said by name, and what is written instead. A USDT
 * probe that has several places becomes several lines, whose event is the same.
 *
 * The kernel's own parser judges everything else. A line without such a place is passed on byte by byte,
 * whatever it is; so are those parts of the others that are not about the place.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "argument.h"
#include "definition.h"
#include "place.h"

#define BLANKS		" \t\v\f\r"
#define EVENT_NAME_MAX	63

/* What a name that is made of a path leaves out, as the kernel does: the first of these and all behind it. */
#define PATH_NAME_ENDS	".-_"

/**
 * struct definition - a line that was split into words
 * @text: the line, with a NUL behind each word
 * @words: where the words begin
 * @nr_words: how many there are
 */
struct definition {
	char *text;
	char **words;
	size_t nr_words;
};

static bool definition_split(struct definition *def, const char *line, size_t length)
{
	char *word, *rest;

	memset(def, 0, sizeof(*def));
	def->text = strndup(line, length);
	/* Of two words, one blank is between them. */
	def->words = calloc(length / 2 + 1, sizeof(*def->words));
	if (!def->text || !def->words)
		return false;
	def->text[strcspn(def->text, "#")] = '\0';
	for (word = strtok_r(def->text, BLANKS, &rest); word; word = strtok_r(NULL, BLANKS, &rest))
		def->words[def->nr_words++] = word;
	return true;
}

static void definition_free(struct definition *def)
{
	free(def->words);
	free(def->text);
}

/* Probes, and what deletes one of several probes of an event. Letters of other kinds have other places. */
static bool is_symbolic(const struct definition *def)
{
	return def->nr_words >= 2 && strchr("pr-", *def->words[0]) &&
	       place_is_symbolic(def->words[1]);
}

static bool is_deletion(const struct definition *def)
{
	return *def->words[0] == '-';
}

static bool is_return(const struct definition *def, const struct place *place)
{
	return place->is_return || *def->words[0] == 'r';
}

/*
 * Names of events
 */

static void make_symbol_name(char *name, size_t size, const struct definition *def,
			     const struct place *place)
{
	const char *slash = strrchr(place->path, '/'), *base = slash ? slash + 1 : place->path;
	char letter = is_return(def, place) ? 'r' : 'p';
	int length = strcspn(base, PATH_NAME_ENDS);

	snprintf(name, size, "%c_%.*s_%s", letter, length, base, place->name);
	if (place->displacement)
		snprintf(name + strlen(name), size - strlen(name), "_%llu",
			 (unsigned long long)place->displacement);
}

/* Writes p_PROGRAM_SYMBOL, r_PROGRAM_SYMBOL or PROVIDER_NAME, with what can't be in a name as '_'. */
static void make_name(char *name, size_t size, const struct definition *def,
		      const struct place *place)
{
	if (place->provider)
		snprintf(name, size, "%s%s_%s", isdigit((unsigned char)*place->provider) ? "_" : "",
			 place->provider, place->name);
	else
		make_symbol_name(name, size, def, place);
	for (; *name; name++)
		if (!isalnum((unsigned char)*name))
			*name = '_';
}

/*
 * Writes the first word, with a name if the event would get one by itself, which would be that of an offset.
 * The kernel ignores a name that does not stand right behind the letter.
 */
static void write_head(const struct definition *def, const struct place *place, FILE *out)
{
	const char *head = def->words[0];
	char name[EVENT_NAME_MAX + 1];
	size_t length = strlen(head);

	fputs(head, out);
	if (is_deletion(def) || (head[1] && head[1] != ':'))
		return;
	if (length > 2 && head[length - 1] != '/')
		return;
	make_name(name, sizeof(name), def, place);
	fprintf(out, "%s%s", length == 1 ? ":" : "", name);
}

/* Writes the place with as many digits as listings have, so that deletions find it. */
static void write_place(const struct place *place, const struct target *target, FILE *out)
{
	fprintf(out, " %s:0x%016llx%s", place->path, (unsigned long long)target->offset,
		place->is_return ? "%return" : "");
	if (place->reference)
		fprintf(out, "(%s", place->reference);
	else if (target->reference)
		fprintf(out, "(0x%llx)", (unsigned long long)target->reference);
}

static int write_line(const struct definition *def, const struct place *place,
		      const struct targets *targets, size_t n, FILE *out, struct problem *problem)
{
	size_t i;

	write_head(def, place, out);
	write_place(place, &targets->list[n], out);
	for (i = 2; i < def->nr_words; i++) {
		problem->at = def->words[i];
		if (argument_write(def->words[i], targets, n, out, problem))
			return -1;
	}
	fputc('\n', out);
	return 0;
}

/* Returns how many lines were written, one for each place, or -1. */
static int write_lines(const struct definition *def, const struct place *place,
		       const char *debug_directory, FILE *out, struct problem *problem)
{
	struct targets targets;
	size_t i;
	int ret = place_resolve(place, debug_directory, &targets, problem);

	for (i = 0; !ret && i < targets.count; i++)
		ret = write_line(def, place, &targets, i, out, problem);
	free(targets.list);
	return ret ? ret : (int)i;
}

static int resolve_words(struct definition *def, const char *debug_directory, FILE *out,
			 struct problem *problem)
{
	struct place place;

	problem->at = def->words[1];
	if (place_parse(def->words[1], &place, problem))
		return -1;
	if (is_return(def, &place) && place.provider)
		return problem_set(problem, "a USDT probe is no function, and has no return");
	if (is_return(def, &place) && place.displacement)
		return problem_set(problem, "the return of a function is probed by its name alone");
	problem->at = def->words[1];
	return write_lines(def, &place, debug_directory, out, problem);
}

/**
 * definition_resolve() - write a line with numbers in place of names
 * @line: the line, without its newline
 * @length: bytes of it
 * @debug_directory: where the files with the symbols of stripped files are
 * @out: is written to; what it has got is of no use when the line can't be resolved
 * @problem: receives why it can't be
 * @column: receives the byte of the line that @problem is about
 *
 * Return: how many lines were written, or -1.
 */
int definition_resolve(const char *line, size_t length, const char *debug_directory, FILE *out,
		       struct problem *problem, size_t *column)
{
	struct definition def;
	int ret = 1;

	if (!definition_split(&def, line, length)) {
		ret = problem_set(problem, "there is no memory for the line");
		problem->at = def.text;
	} else if (memchr(line, '\0', length) || !is_symbolic(&def)) {
		fwrite(line, 1, length, out);
		fputc('\n', out);
	} else {
		ret = resolve_words(&def, debug_directory, out, problem);
	}
	*column = ret < 0 ? problem->at - def.text : 0;
	definition_free(&def);
	return ret;
}
