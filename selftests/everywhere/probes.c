// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions whose records can be verified, switching them, and their counters.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "everywhere.h"

#if defined(__x86_64__)
#define REGISTER	"%di"
#define RETURNED	"%ax"
#define GETPPID		"__do_sys_getppid"
#define GETPPID_OTHER	"__x64_sys_getppid"
#else
#define REGISTER	"%x0"
#define RETURNED	"%x0"
#define GETPPID		"__do_sys_getppid"
#define GETPPID_OTHER	"__arm64_sys_getppid"
#endif

#define GROUP		"every"

/*
 * What is known of a value is said by the first letter of its name:
 *
 *	a b	equal to all others with that letter in the same record
 *	k	the number that belongs to the event, as far as it fits
 *	m	memory that nobody changes: equal to all others, in all records of all events
 *	t	a string, which ends in the record
 *
 * The shapes are for the ways that a hit can take (probe_choose_way() in kernel/record/ways.c): registers
 * alone, other arguments of a known size, strings, a filter of registers, and records that are too
 * large for all of these.
 */
enum shape { SHAPE_REGISTERS, SHAPE_MEMORY, SHAPE_CONSTANTS, SHAPE_STRINGS, SHAPE_EMPTY, SHAPE_PASSED,
	     SHAPE_FILTERED, SHAPE_STACK, NR_SHAPES };

static const char *const shape_names[] = {
	[SHAPE_REGISTERS] = "registers", [SHAPE_MEMORY] = "memory", [SHAPE_CONSTANTS] = "constants",
	[SHAPE_STRINGS] = "strings", [SHAPE_EMPTY] = "empty", [SHAPE_PASSED] = "passed",
	[SHAPE_FILTERED] = "filtered", [SHAPE_STACK] = "stack",
};

struct target targets[MAX_PROBES];
unsigned int nr_targets;
struct target *hot;

static int shape_wanted = -1;
static bool one_by_one;	/* mainline does not apply a write as a whole, and most offsets are refused */
static struct target *by_id[65536];
static char memory[64];
static const char *text_in_memory;

static uint64_t hash(const char *text, uint64_t seed)
{
	uint64_t value = 0xcbf29ce484222325ULL ^ seed * 0x9e3779b97f4a7c15ULL;

	while (*text)
		value = (value ^ (unsigned char)*text++) * 0x100000001b3ULL;
	return value ^ value >> 29;
}

static void arguments_of(char *text, size_t size, enum shape shape, enum place place, uint64_t constant)
{
	/* $retval would have the type that the function has, and a void function has none. */
	const char *value = place == PLACE_RETURN ? RETURNED : REGISTER;

	switch (shape) {
	case SHAPE_REGISTERS:
	case SHAPE_PASSED:
	case SHAPE_FILTERED:
		snprintf(text, size, "a1=%s a2=%s a3=%s a4=%s a5=%s a6=%s b1=%%sp b2=%%sp b3=%%sp b4=%%sp b5=%%sp b6=%%sp",
			 value, value, value, value, value, value);
		break;
	case SHAPE_MEMORY:
		snprintf(text, size, "m1=%s:x64[64] m2=%s:x64[64] m3=%s:x64[64] m4=%s:x64[64] m5=%s:x64[64]",
			 memory, memory, memory, memory, memory);
		break;
	case SHAPE_CONSTANTS:
		snprintf(text, size, "k1=\\0x%lx:x64 a1=%s:x64 k2=\\0x%lx:x16 b1=%%sp k3=\\0x%lx:x8 b2=%%sp k4=\\0x%lx:x32 a2=%s:x64",
			 constant, value, constant & 0xffff, constant & 0xff, constant & 0xffffffff, value);
		break;
	case SHAPE_STRINGS:
		snprintf(text, size, "k1=\\0x%lx:x64 t1=%s:string a1=%s:x64 t2=$comm a2=%s:x64",
			 constant, text_in_memory, value, value);
		break;
	case SHAPE_STACK:
		snprintf(text, size, "k1=\\0x%lx:x64 m1=%s:x64 b1=%%sp b2=%%sp t1=$comm", constant, memory);
		break;
	default:
		*text = '\0';
	}
}

/* FUNCTION, FUNCTION#N or FUNCTION+OFFSET as a definition has it; 0: there is none. */
static uint64_t place_of(const char *spec, char *text, size_t size)
{
	char name[NAME_SIZE], *number, *offset;
	unsigned int same, nth = 1;
	uint64_t address;

	snprintf(name, sizeof(name), "%s", spec);
	offset = strchr(name, '+');
	if (offset)
		*offset++ = '\0';
	number = strchr(name, '#');
	if (number) {
		*number = '\0';
		nth = atoi(number + 1);
	}
	address = symbol_address(name, nth, &same);
	if (same == 1)
		snprintf(text, size, "%s%s%s", name, offset ? "+" : "", offset ?: "");
	else
		snprintf(text, size, "0x%lx", address + (offset ? strtoul(offset, NULL, 0) : 0));
	return address;
}

static void define_text(struct target *target, enum shape shape, enum place place)
{
	char arguments[400], where[NAME_SIZE + 16];

	place_of(target->spec, where, sizeof(where));
	arguments_of(arguments, sizeof(arguments), shape, place, target->constant);
	snprintf(target->definition, sizeof(target->definition), "%c:" GROUP "/%s %s %s\n",
		 place == PLACE_RETURN ? 'r' : 'p', target->event, where, arguments);
	if (shape == SHAPE_PASSED)
		target->filter = "b1 != 0";
	if (shape == SHAPE_FILTERED)
		target->filter = "b1 == 0";
}

static struct target *target_new(const char *spec, const char *event)
{
	struct target *target = &targets[nr_targets++];

	if (nr_targets > MAX_PROBES)
		die("too many probes");
	memset(target, 0, sizeof(*target));
	snprintf(target->spec, sizeof(target->spec), "%s", spec);
	snprintf(target->event, sizeof(target->event), "%s", event);
	target->constant = hash(event, 1) >> 1;
	return target;
}

/** targets_begin() - the first target is the one that the load calls all the time */
void targets_begin(const char *shape)
{
	unsigned int same, i;

	nr_targets = 0;
	memset(by_id, 0, sizeof(by_id));
	steady_memory(memory, sizeof(memory));
	text_in_memory = symbol_is_there("saved_command_line") ? "+0(@saved_command_line)" : "\\\"steady\"";
	shape_wanted = -1;
	one_by_one = mainline;
	for (i = 0; i < NR_SHAPES; i++)
		if (!strcmp(shape, shape_names[i]))
			shape_wanted = i;
	if (shape_wanted < 0 && strcmp(shape, "any"))
		die("there is no shape %s", shape);
	hot = target_new(symbol_address(GETPPID, 1, &same) ? GETPPID : GETPPID_OTHER, "hot");
	define_text(hot, SHAPE_REGISTERS, PLACE_ENTRY);
}

/**
 * target_add() - one more function
 * @spec: see struct target
 * @place: an offset in @spec goes before it
 * @seed: shape and offset follow from it and the name, so that they are the same in any company
 * @sample: the how-manieth offset inside of it
 */
void target_add(const char *spec, enum place place, unsigned int seed, unsigned int sample)
{
	uint64_t number = hash(spec, seed * 1000 + sample);
	char event[16], where[NAME_SIZE], with_offset[NAME_SIZE];
	unsigned int size;

	if (!place_of(spec, where, sizeof(where)) || (!strcmp(spec, hot->spec) && place == PLACE_ENTRY))
		return;
	snprintf(event, sizeof(event), "e%u", nr_targets);
	if (place == PLACE_INSIDE && !strchr(spec, '+')) {
		size = symbol_size(place_of(spec, where, sizeof(where)));
		if (size < 8)
			return;
#if defined(__x86_64__)
		snprintf(with_offset, sizeof(with_offset), "%.140s+%lu", spec, 1 + (number >> 8) % (size - 1));
#else
		snprintf(with_offset, sizeof(with_offset), "%.140s+%lu", spec, 4 + (number >> 8) % (size / 4 - 1) * 4);
#endif
		spec = with_offset;
		one_by_one = true;
	}
	define_text(target_new(spec, event), shape_wanted < 0 ? number % NR_SHAPES : (unsigned int)shape_wanted,
		    place);
}

static int define_some(unsigned int from, unsigned int nr)
{
	char *text = NULL;
	size_t size = 0;
	unsigned int i;
	int ret = 0;

	for (i = from; i < from + nr; i++)
		append(&text, &size, targets[i].definition);
	if (size)
		ret = write_file("kprobe_events", O_APPEND, text, size);
	free(text);
	return ret;
}

/* That no instruction begins at an offset is to be expected of some. */
static void note_refusal(struct target *target, int error)
{
	if (error != EILSEQ)
		printf("refused %s: %s\n", target->spec, strerror(error));
	target->definition[0] = '\0';
}

/* A write is applied whole or not at all; halves find what is refused. */
static unsigned int define_range(unsigned int from, unsigned int nr)
{
	int error = one_by_one && nr > 1 ? EINVAL : define_some(from, nr);

	if (!error)
		return 0;
	if (nr == 1) {
		note_refusal(&targets[from], error);
		return 1;
	}
	return define_range(from, nr / 2) + define_range(from + nr / 2, nr - nr / 2);
}

static char *event_file(const struct target *target, const char *file)
{
	static char path[128];

	snprintf(path, sizeof(path), "events/" GROUP "/%s/%s", target->event, file);
	return path;
}

static void take_field(struct target *target, const char *line)
{
	const char *offset = strstr(line, "offset:"), *size = strstr(line, "size:"), *name, *end;
	struct field *field = &target->field[target->nr_fields];

	end = strchr(line, ';');
	if (!offset || !size || !end)
		return;
	if (strstr(line, "field:__data_loc"))
		target->dynamic = true;
	for (name = end; name[-1] != ' '; name--)
		;
	field->offset = atoi(offset + 7);
	field->size = atoi(size + 5);
	if (field->offset + field->size > target->size)
		target->size = field->offset + field->size;
	if (end - name >= (int)sizeof(field->name) || name[0] == '_' || !strncmp(name, "common_", 7))
		return;
	snprintf(field->name, sizeof(field->name), "%.*s", (int)strcspn(name, ";["), name);
	if (++target->nr_fields == MAX_FIELDS)
		die("too many fields");
}

static void read_format(struct target *target)
{
	char *text = read_file(event_file(target, "format")), *line, *rest = text;

	if (!text) {
		bad("%s was defined and has no format", target->definition);
		return;
	}
	while ((line = strsep(&rest, "\n")) && strncmp(line, "print fmt", 9)) {
		if (!strncmp(line, "ID: ", 4))
			target->id = atoi(line + 4);
		else if (strstr(line, "field:"))
			take_field(target, line);
	}
	free(text);
	if (target->id >= 65536 || !target->id)
		die("%s has the id %u", target->event, target->id);
	by_id[target->id] = target;
}

/** targets_define() - all of them. Return: how many were refused. */
unsigned int targets_define(void)
{
	unsigned int refused = define_range(0, nr_targets), i;

	for (i = 0; i < nr_targets; i++) {
		if (!targets[i].definition[0])
			continue;
		read_format(&targets[i]);
		if (targets[i].filter && write_text(event_file(&targets[i], "filter"), targets[i].filter))
			bad("the filter of %s is refused", targets[i].definition);
	}
	return refused;
}

/** targets_enable() - switch all on or off */
void targets_enable(bool on)
{
	unsigned int i;
	int error = write_text("events/" GROUP "/enable", on ? "1" : "0");

	if (!error)
		return;
	if (!mainline) {
		bad("events/" GROUP "/enable: %s", strerror(error));
		return;
	}
	/* Mainline leaves on what it could. */
	for (i = 0; i < nr_targets; i++)
		if (targets[i].definition[0])
			write_text(event_file(&targets[i], "enable"), on ? "1" : "0");
}

/**
 * struct column - a column of probe_stats that is read
 * @name: its name in the header line
 * @member: offset of the number in struct target
 * @number: the word of a line that has it, counted from 0
 */
static struct column {
	const char *name;
	size_t member;
	unsigned int number;
} columns[] = {
#define COLUMN(name) { #name, offsetof(struct target, name), 0 }
	COLUMN(hits), COLUMN(recorded), COLUMN(filtered), COLUMN(suppressed), COLUMN(lost_full),
	COLUMN(lost_large), COLUMN(lost_nested), COLUMN(missed),
#undef COLUMN
};

#define NR_COLUMNS	(sizeof(columns) / sizeof(columns[0]))
#define MAX_WORDS	64

/* Splits a line at its blanks. Return: how many words it has. */
static unsigned int split(char *line, char *words[MAX_WORDS])
{
	unsigned int nr = 0;
	char *word;

	while ((word = strsep(&line, " ")))
		if (*word && nr < MAX_WORDS)
			words[nr++] = word;
	return nr;
}

/* Finds the columns by their names in the header line, "# NAME NAME ...". */
static void find_columns(char *header)
{
	char *words[MAX_WORDS];
	unsigned int nr = split(header, words), i, word;

	for (i = 0; i < NR_COLUMNS; i++) {
		for (word = 1; word < nr && strcmp(words[word], columns[i].name); word++)
			;
		if (word >= nr)
			die("probe_stats has no column \"%s\"", columns[i].name);
		columns[i].number = word - 1;
	}
}

/* Reads the numbers of a line. Return: whether it is the line of a target. */
static bool take_stats(char *line)
{
	char *words[MAX_WORDS];
	unsigned int nr = split(line, words), i;
	struct target *target;

	if (!nr || strncmp(words[0], GROUP "/", strlen(GROUP "/")))
		return false;
	words[0] += strlen(GROUP "/");
	target = target_by_name(words[0], strlen(words[0]));
	for (i = 0; target && i < NR_COLUMNS; i++) {
		if (columns[i].number >= nr)
			die("probe_stats: the line of %s has %u words", words[0], nr);
		*(unsigned long *)((char *)target + columns[i].member) = strtoul(words[columns[i].number], NULL, 10);
	}
	return target;
}

/** targets_read_stats() - from probe_stats */
void targets_read_stats(void)
{
	char *text = read_file("probe_stats"), *line, *rest = text;
	unsigned int found = 0, i;

	if (!text)
		die("probe_stats: %s", strerror(errno));
	find_columns(strsep(&rest, "\n"));
	while ((line = strsep(&rest, "\n")))
		found += take_stats(line);
	free(text);
	for (i = 0; i < nr_targets; i++)
		found -= !!targets[i].definition[0];
	if (found)
		bad("probe_stats has %d lines more than there are probes", (int)found);
}

struct target *target_by_id(unsigned int id)
{
	return id < 65536 ? by_id[id] : NULL;
}

struct target *target_by_name(const char *name, size_t length)
{
	unsigned int n;

	if (length == 3 && !memcmp(name, "hot", 3))
		return hot;
	if (length < 2 || name[0] != 'e' || name[1] < '0' || name[1] > '9')
		return NULL;
	n = atoi(name + 1);
	return n < nr_targets ? &targets[n] : NULL;
}
