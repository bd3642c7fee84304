// SPDX-License-Identifier: GPL-2.0
/*
 * Probes everywhere, the guest's side: selftests/everywhere/run drives it.
 *
 *	everywhere list			the functions that may be probed, a line each
 *	everywhere groups FILE		puts probes on groups of functions, one group after the other
 *
 * With --mainline first, the tracer in the current directory is the kernel's own, and all that is
 * asked is that it survives.
 *
 * FILE has for each group a line "group NAME PLACE CLOCK SHAPE READER LOAD SEED SAMPLES MS", functions, a
 * line each, and "end":
 *	PLACE	entry, return or inside
 *	CLOCK	for trace_clock
 *	SHAPE	what is recorded, see shape_names in probes.c; "any": it depends on the function's name
 *	READER	raw or pipe: who takes records away meanwhile; trace reads without taking; none; late: the buffer
 *		is large enough for all, and each record is looked at in the end
 *	LOAD	writer: only the task that calls one function; mixed: that, and all the others
 *	SAMPLES	places inside of a function; 1 with entry and return
 *	MS	how long the load runs
 *
 * What comes out: "begin NAME", "probes NAME NUMBER", and "done NAME ok COUNTS" or "done NAME bad", which ends it.
 * Before "done ... bad" there are lines "bad ..." that say what is wrong.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "everywhere.h"

#define FEW	8	/* so few definitions are shown */

struct group {
	char name[64], place[16], clock[16], shape[16], reader[16], load[16];
	unsigned int seed, samples, ms;
};

bool mainline;
int nr_cpus;
static unsigned int nr_bad;

/** bad() - say that something is wrong with what was seen */
void bad(const char *format, ...)
{
	va_list args;

	if (++nr_bad > 20)
		return;
	printf("bad ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
}

bool is_bad(void)
{
	return nr_bad;
}

/** die() - this program can't go on */
void die(const char *format, ...)
{
	va_list args;

	printf("everywhere: ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	exit(2);
}

uint64_t now_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000ULL + time.tv_nsec / 1000000;
}

static enum place place_named(const char *name)
{
	if (!strcmp(name, "entry"))
		return PLACE_ENTRY;
	return strcmp(name, "return") ? PLACE_INSIDE : PLACE_RETURN;
}

static void add_function(const struct group *group, const char *name)
{
	unsigned int sample;

	for (sample = 0; sample < group->samples; sample++)
		target_add(name, place_named(group->place), group->seed, sample);
}

/* Reads the file "trace" again and again, as people do. */
static pid_t start_looker(const struct group *group)
{
	char text[65536];
	pid_t pid;
	int fd;

	if (strcmp(group->reader, "trace"))
		return 0;
	pid = fork();
	if (pid)
		return pid;
	for (;;) {
		fd = open("trace", O_RDONLY);
		while (read(fd, text, sizeof(text)) > 0)
			;
		close(fd);
	}
}

static void run_load(const struct group *group)
{
	uint64_t end = now_ms() + group->ms, last_drain = end - group->ms / 3, now;
	pid_t looker = start_looker(group);

	load_start(!strcmp(group->load, "mixed"));
	while ((now = now_ms()) < end && !is_bad()) {
		struct timespec time = { .tv_nsec = 10000000 };

		if (now < last_drain && (!strcmp(group->reader, "raw") || !strcmp(group->reader, "pipe")))
			buffer_drain(!strcmp(group->reader, "pipe"));
		nanosleep(&time, NULL);
	}
	load_stop();
	if (looker) {
		kill(looker, SIGKILL);
		waitpid(looker, NULL, 0);
	}
}

struct counts {
	unsigned long hits, recorded, filtered, suppressed, lost_full, lost_large, lost_nested, missed, probes, hit;
};

static struct counts count_all(void)
{
	struct counts all = { 0 };
	unsigned int i;

	for (i = 0; i < nr_targets; i++) {
		const struct target *target = &targets[i];

		all.probes += !!target->definition[0];
		all.hit += !!target->hits;
		all.hits += target->hits;
		all.recorded += target->recorded;
		all.filtered += target->filtered;
		all.suppressed += target->suppressed;
		all.lost_full += target->lost_full;
		all.lost_large += target->lost_large;
		all.lost_nested += target->lost_nested;
		all.missed += target->missed;
		if (target->seen > target->recorded)
			bad("%s: %lu events were read, %lu recorded", target->event, target->seen, target->recorded);
		if (target->hits != target->recorded + target->filtered + target->suppressed + target->lost_full +
				    target->lost_large + target->lost_nested)
			bad("%s: %lu hits are not the sum of the rest", target->event, target->hits);
	}
	return all;
}

static struct counts check_counts(void)
{
	struct counts all;

	targets_read_stats();
	all = count_all();
	if (hot->hits + hot->missed != load_calls())
		bad("%s was called %lu times: %lu hits, %lu missed", hot->spec, load_calls(), hot->hits, hot->missed);
	if (all.recorded != buffer_events() + buffer_overrun())
		bad("%lu recorded, but %lu events read and %lu overwritten", all.recorded, buffer_events(), buffer_overrun());
	return all;
}

static void check_log(void)
{
	char text[2000];
	FILE *log = popen("dmesg -c > /tmp/dmesg; scan-kernel-log < /tmp/dmesg", "r");

	while (log && fgets(text, sizeof(text), log))
		bad("log: %s", text);
	if (log)
		pclose(log);
}

static void report(const struct group *group, unsigned int refused, struct counts all, uint64_t started)
{
	if (is_bad()) {
		printf("done %s bad\n", group->name);
		exit(1);
	}
	printf("done %s ok probes %lu refused %u hit %lu hits %lu recorded %lu filtered %lu suppressed %lu lost_full %lu lost_large %lu lost_nested %lu missed %lu read %lu ms %lu\n",
	       group->name, all.probes, refused, all.hit, all.hits, all.recorded, all.filtered, all.suppressed,
	       all.lost_full, all.lost_large, all.lost_nested, all.missed, buffer_events(), (unsigned long)(now_ms() - started));
	fflush(stdout);
}

static bool is_late(const struct group *group)
{
	return !strcmp(group->reader, "late");
}

static void prepare(const struct group *group)
{
	write_text("events/enable", "0");
	if (write_text("kprobe_events", "\n"))
		die("kprobe_events can't be emptied: %s", strerror(errno));
	if (write_text("trace_clock", group->clock))
		die("there is no clock %s", group->clock);
	write_text("buffer_size_kb", is_late(group) ? "32768" : "256");
	targets_begin(group->shape);
}

static void show_definitions(void)
{
	unsigned int i;

	for (i = 0; i < nr_targets && nr_targets <= FEW; i++)
		printf("definition %s", targets[i].definition[0] ? targets[i].definition : "(refused)\n");
}

static void run_group(const struct group *group)
{
	uint64_t started = now_ms();
	struct counts all = { 0 };
	unsigned int refused;

	nr_bad = 0;
	refused = targets_define();
	show_definitions();
	printf("probes %s %u\n", group->name, nr_targets - refused);
	fflush(stdout);
	buffer_begin();
	targets_enable(true);
	run_load(group);
	targets_enable(false);
	if (!is_bad() && !mainline && strcmp(group->reader, "pipe") && !is_late(group))
		buffer_look_at_text();
	buffer_finish();
	if (!is_bad() && !mainline)
		all = check_counts();
	check_log();
	write_text("kprobe_events", "\n");
	report(group, refused, all, started);
}

static void run_groups(const char *file)
{
	char *text = read_file(file), *line, *rest = text;
	struct group group = { 0 };

	if (!text)
		die("%s: %s", file, strerror(errno));
	while ((line = strsep(&rest, "\n"))) {
		if (!strncmp(line, "group ", 6) &&
		    sscanf(line, "group %63s %15s %15s %15s %15s %15s %u %u %u", group.name, group.place, group.clock,
			   group.shape, group.reader, group.load, &group.seed, &group.samples,
			   &group.ms) == 9) {
			printf("begin %s\n", group.name);
			fflush(stdout);
			prepare(&group);
		} else if (!strcmp(line, "end")) {
			run_group(&group);
		} else if (*line && group.samples) {
			add_function(&group, line);
		}
	}
	free(text);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--mainline")) {
		mainline = true;
		argc--;
		argv++;
	}
	if (argc < 2)
		die("list, or groups FILE");
	nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (nr_cpus > MAX_CPUS)
		nr_cpus = MAX_CPUS;
	symbols_read();
	if (!strcmp(argv[1], "list")) {
		list_functions();
		return 0;
	}
	if (argc != 3 || strcmp(argv[1], "groups"))
		die("list, or groups FILE");
	check_log();
	write_text("/proc/sys/debug/exception-trace", "0");
	run_groups(argv[2]);
	printf("all done\n");
	return 0;
}
