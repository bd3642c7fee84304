// SPDX-License-Identifier: GPL-2.0
/*
 * Comparing what two mounts recorded of the same hit.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "values.h"

#define SHOWN_MAX	12	/* differences of one kind that are shown */

static void show_bytes(const struct way *way, const struct record *record)
{
	unsigned int i;

	printf("    %-10s", way->name);
	for (i = 8; i < record->len && i < 200; i++)
		printf("%s%02x", i % 8 ? "" : " ", record->data[i]);
	printf("\n    %-10s  %s", "", record->line);
	if (!strchr(record->line, '\n'))
		printf("\n");
}

static uint32_t location_at(const struct record *record, unsigned int at)
{
	uint32_t location;

	memcpy(&location, record->data + at, 4);
	return location - record->more;
}

/* Is each byte behind the head of some field, or 0? (Not in mainline: there it is anything.) */
static const char *wrong_in(const struct definition *def, const struct record *record, bool ours)
{
	static bool used[RECORD_MAX];
	unsigned int i, j, end;

	if (record->hits != 1)
		return "not one record";
	if (record->lines != 1)
		return "not one line";
	if (record->len < def->end)
		return "the record is too short";
	memset(used, 0, sizeof(used));
	memset(used, true, def->end);
	for (i = 0; i < def->nr_args; i++) {
		for (j = 0; def->arg[i].dynamic && j < def->arg[i].count; j++) {
			uint32_t location = location_at(record, def->arg[i].at + 4 * j);

			end = (location & 0xffff) + (location >> 16);
			if (end > record->len || (location >> 16 && (location & 0xffff) < def->end))
				return "a string lies elsewhere";
			memset(used + (location & 0xffff), true, location >> 16);
		}
	}
	for (i = def->end; i < record->len && ours; i++)
		if (!used[i] && record->data[i])
			return "something that is of no field";
	return NULL;
}

/* Is it "" in @a, and a fault in @b, which is of a kernel that takes the one for the other? */
static bool only_empty(const struct record *a, const struct record *b, unsigned int at)
{
	uint32_t one = location_at(a, at), other = location_at(b, at);

	return empty_is_fault && one >> 16 == 1 && !a->data[one & 0xffff] && !(other >> 16);
}

static bool same_string(const struct record *a, const struct record *b, unsigned int at)
{
	uint32_t one = location_at(a, at), other = location_at(b, at);

	return one >> 16 == other >> 16 &&
	       !memcmp(a->data + (one & 0xffff), b->data + (other & 0xffff), one >> 16);
}

/* How many user strings are only_empty() */
static unsigned int empty_strings(const struct definition *def, const struct record *a,
				  const struct record *b)
{
	unsigned int i, j, count = 0;

	for (i = 0; i < def->nr_args; i++)
		for (j = 0; def->arg[i].user_string && j < def->arg[i].count; j++)
			count += only_empty(a, b, def->arg[i].at + 4 * j);
	return count;
}

/* @empty: so many times, @b may say (fault) where @a says "" */
static bool same_text(const char *a, const char *b, unsigned int empty)
{
	while (*a && *b) {
		if (empty && !strncmp(a, "\"\"", 2) && !strncmp(b, "(fault)", 7)) {
			empty--;
			a += 2;
			b += 7;
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return *a == *b;
}

int records_differ(const struct definition *def, const struct record *a, const struct record *b,
		   bool is_mainline)
{
	unsigned int i, j;

	/* Of a return this is the function; the address that it returns to may be that of the other's hook. */
	if (memcmp(a->data + 8, b->data + 8, 8))
		return -1;
	for (i = 0; i < def->nr_args; i++) {
		const struct arg *arg = &def->arg[i];

		if (!arg->dynamic && memcmp(a->data + arg->at, b->data + arg->at, arg->size * arg->count))
			return i + 1;
		for (j = 0; arg->dynamic && j < arg->count; j++)
			if (!same_string(a, b, arg->at + 4 * j) &&
			    !(is_mainline && arg->user_string && only_empty(a, b, arg->at + 4 * j)))
				return i + 1;
	}
	return 0;
}

void compare_way(const struct target *target, struct way *way, const struct way *with, const bool *steady)
{
	unsigned int i, differences = 0, compared = 0, empty;
	int which;

	for (i = 0; i < nr_definitions; i++) {
		const struct definition *def = &definitions[i];
		const struct record *a = &with->record[i], *b = &way->record[i];
		const char *wrong;

		if ((way_is_mainline(way) && def->refused) || (steady && !steady[i]))
			continue;
		compared++;
		wrong = wrong_in(def, b, !way_is_mainline(way));
		which = wrong ? 0 : records_differ(def, a, b, way_is_mainline(way));
		empty = way_is_mainline(way) ? empty_strings(def, a, b) : 0;
		if (!wrong && !which && same_text(a->line, b->line, empty))
			continue;
		if (++differences > SHOWN_MAX)
			continue;
		printf("    %s    %s, argument %d\n", def->text, wrong ? wrong : which ? "bytes" : "text",
		       which - 1);
		show_bytes(with, a);
		show_bytes(way, b);
	}
	result(!differences && compared >= nr_definitions / (steady ? 8 : 2),
	       "%s, %s%s: %u of %u definitions compared, %u recorded otherwise than %s", target->name,
	       steady ? "alone, " : "", way->name, compared, nr_definitions, differences, with->name);
}
