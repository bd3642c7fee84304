// SPDX-License-Identifier: GPL-2.0
/*
 * Mounts, each of which is set up so that hits take another way in it, and the definitions that they get.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "values.h"

/* The filters accept every hit: one without the record, one by what only that has. */
#define BY_CPU		"CPU < 4096"
#define BY_RECORD	"__probe_ip != 0"
#define BY_RECORD_BACK	"__probe_func != 0"

/* The last row is mainline's; the others are mounts that ways_mount() makes. */
struct way ways[] = {
	{ .name = "global", .clock = "global", .expected = "general" },
	{ .name = "local", .clock = "local", .expected = "registers bounded strings general" },
	{ .name = "filter", .clock = "local", .filter = BY_CPU, .expected = "registers_filter general" },
	{ .name = "aside", .clock = "local", .filter = BY_RECORD, .expected = "general" },
	{ .name = "stacktrace", .clock = "local", .stacktrace = true, .expected = "general" },
	{ .name = "kprobe", .clock = "local", .options = "backend=kprobe",
	  .expected = "registers bounded strings general" },
	{ .name = "mainline", .clock = "local" },
};

#define NR_MOUNTS	(sizeof(ways) / sizeof(ways[0]) - 1)

static struct way *const mainline = &ways[NR_MOUNTS];
unsigned int nr_ways = NR_MOUNTS;
bool empty_is_fault;

bool way_is_mainline(const struct way *way)
{
	return way == mainline;
}

const char *way_path(const struct way *way, const char *file)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", way->dir, file);
	return path;
}

bool write_at(const char *path, const char *text, int flags)
{
	int fd = open(path, O_WRONLY | flags);
	ssize_t len = strlen(text);
	bool fine;

	if (fd < 0)
		return false;
	fine = write(fd, text, len) == len;
	close(fd);
	return fine;
}

bool way_try_write(const struct way *way, const char *file, const char *text, int flags)
{
	return write_at(way_path(way, file), text, flags);
}

static void show_file(const struct way *way, const char *file)
{
	char line[4096];
	FILE *from = fopen(way_path(way, file), "r");

	while (from && fgets(line, sizeof(line), from))
		printf("    %s", line);
	if (from)
		fclose(from);
}

void way_write(const struct way *way, const char *file, const char *text, int flags)
{
	if (way_try_write(way, file, text, flags))
		return;
	show_file(way, "error_log");
	die("%s: %.60s > %s", way->name, text, file);
}

void ways_mount(const char *tracefs)
{
	unsigned int i, major, minor;
	struct utsname running;

	for (i = 0; i < NR_MOUNTS; i++) {
		snprintf(ways[i].dir, sizeof(ways[i].dir), "/tmp/values.%s", ways[i].name);
		mkdir(ways[i].dir, 0700);
		if (mount("none", ways[i].dir, "probefs", 0, ways[i].options))
			die("mount %s", ways[i].dir);
	}
	if (!tracefs)
		return;
	uname(&running);
	empty_is_fault = sscanf(running.release, "%u.%u", &major, &minor) == 2 &&
			 (major < 6 || (major == 6 && minor <= 12));
	nr_ways = NR_MOUNTS + 1;
	snprintf(mainline->dir, sizeof(mainline->dir), "%s", tracefs);
}

void ways_umount(void)
{
	unsigned int i;

	for (i = 0; i < NR_MOUNTS; i++)
		if (umount(ways[i].dir))
			die("umount %s", ways[i].dir);
}

static void define_ours(struct way *way)
{
	char *text = malloc(nr_definitions * sizeof(definitions[0].text)), *to = text;
	unsigned int i;

	for (i = 0; i < nr_definitions; i++)
		to = stpcpy(to, definitions[i].text);
	way_write(way, "kprobe_events", text, O_TRUNC);
	free(text);
}

static void define_mainline(struct way *way)
{
	unsigned int i;

	way_write(way, "kprobe_events", "", O_TRUNC);
	for (i = 0; i < nr_definitions; i++) {
		struct definition *def = &definitions[i];

		def->refused = def->ours || !way_try_write(way, "kprobe_events", def->text, O_APPEND);
	}
}

static void read_ids(struct way *way)
{
	unsigned int i, id;
	char file[100];
	FILE *from;

	memset(way->ids, 0, sizeof(way->ids));
	for (i = 0; i < nr_definitions; i++) {
		if (way_is_mainline(way) && definitions[i].refused)
			continue;
		snprintf(file, sizeof(file), "events/values/v%u/id", i);
		from = fopen(way_path(way, file), "r");
		if (!from || fscanf(from, "%u", &id) != 1 || id > 65535)
			die("%s: %s", way->name, file);
		fclose(from);
		way->ids[id] = i + 1;
	}
}

/* The rt kernel has one more common field, and all that is behind it 8 bytes further on. */
static void read_common(struct way *way)
{
	FILE *from = fopen(way_path(way, "events/values/v0/format"), "r");
	char line[512];

	while (from && fgets(line, sizeof(line), from))
		if (strstr(line, "common_preempt_lazy_count"))
			way->more = 8;
	if (from)
		fclose(from);
}

void way_prepare(struct way *way, const struct target *target)
{
	if (way_is_mainline(way))
		define_mainline(way);
	else
		define_ours(way);
	read_ids(way);
	read_common(way);
	way_write(way, "trace_clock", way->clock, 0);
	way_write(way, "trace", "", O_TRUNC);
	if (way->stacktrace)
		way_write(way, "options/stacktrace", "1", 0);
	if (way->filter)
		way_write(way, "events/values/filter",
			  target->kind == 'r' && !strcmp(way->filter, BY_RECORD) ? BY_RECORD_BACK : way->filter, 0);
}

void way_switch_events(struct way *way, bool on)
{
	way_write(way, "events/values/enable", on ? "1" : "0", 0);
}

void way_clean_up(struct way *way)
{
	if (way->filter)
		way_write(way, "events/values/filter", "0", 0);
	way_write(way, "kprobe_events", "", O_TRUNC);
}
