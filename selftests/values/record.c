// SPDX-License-Identifier: GPL-2.0
/*
 * What a mount recorded: records from trace_pipe_raw, lines from trace, and the ways that hits took from
 * probe_stats.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "values.h"

struct record *records_alloc(void)
{
	struct record *record = calloc(nr_definitions, sizeof(*record));

	if (!record)
		die("memory");
	return record;
}

static void take_record(struct way *way, const unsigned char *data, unsigned int len)
{
	struct record *record;
	uint16_t id;
	int32_t pid;

	if (len < 8 + way->more)
		die("%s: a record of %u bytes", way->name, len);
	memcpy(&id, data, 2);
	memcpy(&pid, data + 4, 4);
	if (!way->ids[id] || pid != getpid())
		return;
	record = &way->record[way->ids[id] - 1];
	record->hits++;
	record->more = way->more;
	record->len = len - way->more;
	memcpy(record->data, data, 8);
	memcpy(record->data + 8, data + 8 + way->more, len - 8 - way->more);
}

static void take_page(struct way *way, const unsigned char *page, unsigned int size)
{
	unsigned int at = 16, end, len, type;
	uint64_t commit;
	uint32_t word;

	memcpy(&commit, page + 8, 8);
	end = at + (commit & ((1U << 27) - 1));
	while (at + 4 <= end && end <= size) {
		memcpy(&word, page + at, 4);
		type = word & 31;
		at += 4;
		if (type > 29) {		/* a time */
			at += 4;
			continue;
		}
		if (type == 29 && !(word >> 5))	/* nothing from here on */
			return;
		len = type * 4;
		if (!type || type == 29) {
			memcpy(&len, page + at, 4);
			if (!type) {
				take_record(way, page + at + 4, len - 4);
				len = (len + 3) & ~3U;
			}
		} else {
			take_record(way, page + at, len);
		}
		at += len;
	}
	if (at != end)
		die("%s: a page ends at %u, its events at %u", way->name, end, at);
}

static void read_records(struct way *way, unsigned int cpu)
{
	unsigned int size = getpagesize();
	unsigned char page[65536];
	char file[60];
	int fd;

	snprintf(file, sizeof(file), "per_cpu/cpu%u/trace_pipe_raw", cpu);
	fd = open(way_path(way, file), O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		die("%s: %s", way->name, file);
	while (read(fd, page, size) > 0)
		take_page(way, page, size);
	close(fd);
}

/* "  TASK-PID  [CPU] FLAGS TIME: vN: (PLACE) ARGUMENTS"; what counts is ARGUMENTS. */
static void read_lines(struct way *way)
{
	static char line[RECORD_MAX * 8];
	FILE *from = fopen(way_path(way, "trace"), "r");
	char task[20], *at, *text;
	unsigned int number;

	if (!from)
		die("%s: trace", way->name);
	snprintf(task, sizeof(task), "-%d ", getpid());
	while (fgets(line, sizeof(line), from)) {
		if (line[0] == '#' || !strstr(line, task))
			continue;
		for (at = line; (at = strstr(at, ": v")); at++)
			if (sscanf(at, ": v%u: (", &number) == 1)
				break;
		text = at ? strstr(at, ") ") : NULL;
		if (!text || number >= nr_definitions)
			continue;
		way->record[number].lines++;
		snprintf(way->record[number].line, sizeof(way->record[number].line), "%s", text + 2);
	}
	fclose(from);
}

/* With pread(2): a call of ksys_read(), by this task, would be one more hit. */
static char *read_stats(const struct way *way)
{
	static char text[1 << 20];
	int fd = open(way_path(way, "probe_stats"), O_RDONLY);
	ssize_t got;
	size_t len = 0;

	if (fd < 0)
		die("%s: probe_stats", way->name);
	while ((got = pread(fd, text + len, sizeof(text) - 1 - len, len)) > 0)
		len += got;
	close(fd);
	text[len] = '\0';
	return text;
}

static unsigned int column_of(const char *header, const char *name)
{
	unsigned int column = 0;
	const char *at;

	for (at = header; *at && *at != '\n'; at++) {
		if (*at != ' ')
			continue;
		if (!strncmp(at + 1, name, strlen(name)) && strchr(" \n", at[1 + strlen(name)]))
			return column;
		column++;
	}
	die("probe_stats has no column \"%s\"", name);
}

struct taken taken_read(struct way *way)
{
	char *text = read_stats(way), *line, *word, *lines, *words;
	unsigned int name = column_of(text, "way"), slow = column_of(text, "slow"), n;
	struct taken taken = {};

	line = strtok_r(text, "\n", &lines);
	while ((line = strtok_r(NULL, "\n", &lines))) {
		taken.probes++;
		word = strtok_r(line, " ", &words);
		for (n = 0; word; word = strtok_r(NULL, " ", &words), n++) {
			if (n == slow)
				taken.slow += atol(word);
			if (n != name)
				continue;
			taken.general += !strcmp(word, "general");
			if (!strstr(way->seen, word))
				strcat(strcat(way->seen, word), " ");
		}
	}
	return taken;
}

void records_read(struct way *way)
{
	read_lines(way);
	read_records(way, 0);
}
