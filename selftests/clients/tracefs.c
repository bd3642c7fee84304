// SPDX-License-Identifier: GPL-2.0
/*
 * A client of libtracefs and libtraceevent: makes or takes an event, enables it, has a child hit it, reads
 * the raw buffers as libtraceevent decodes them, and takes all down again. Prints what it reads of the
 * child, which depends on nothing but the hits.
 *
 *	tracefs kprobe	a kprobe event and a kretprobe event at the top level
 *	tracefs static	sched:sched_switch in an instance
 *
 * A call that fails is a message and exit status 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <event-parse.h>
#include <tracefs.h>

#define GROUP		"clients"
#define HITS		5
#define SLEEPING	1		/* prev_state of a task that waits */

static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(": %s\n", strerror(errno));
	exit(1);
}

static void check(int fine, const char *what)
{
	if (!fine)
		die("%s", what);
}

/* What the events are to have hits of. */
static pid_t run_child(void (*hit)(int))
{
	pid_t pid = fork();
	int status, i;

	check(pid >= 0, "fork");
	if (!pid) {
		prctl(PR_SET_NAME, "hitting");
		for (i = 0; i < HITS; i++)
			hit(i);
		_exit(0);
	}
	check(waitpid(pid, &status, 0) == pid && !status, "the child");
	return pid;
}

static void open_file(int i)
{
	char name[32];

	snprintf(name, sizeof(name), "/no/such/file/%d", i);
	if (open(name, O_RDONLY) >= 0)
		_exit(1);
}

static void sleep_a_moment(int i)
{
	struct timespec moment = { .tv_nsec = 1000000 * (i + 1) };

	if (nanosleep(&moment, NULL))
		_exit(1);
}

/* One record, as libtraceevent sees it. */
struct reader {
	struct tep_handle *tep;
	pid_t pid;
	int records;
};

static unsigned long long number(struct tep_event *event, struct tep_record *record, const char *field)
{
	unsigned long long value;

	check(!tep_get_field_val(NULL, event, field, record, &value, 0), field);
	return value;
}

static void print_string(struct tep_event *event, struct tep_record *record, const char *field)
{
	int length;
	const char *text = tep_get_field_raw(NULL, event, field, record, &length, 0);

	check(text && length > 0, field);
	printf(" %s=%.*s", field, length, text);
}

/* The name that the event was recorded with; a reader of one tracer looks at one CPU after the other. */
static void begin_line(struct reader *reader, struct tep_event *event, struct tep_record *record)
{
	check(record->ts > 0, "a record without a time");
	reader->records++;
	printf("%s:%s", event->system, event->name);
}

static int print_probe(struct tep_event *event, struct tep_record *record, int cpu, void *data)
{
	struct reader *reader = data;
	struct trace_seq text;

	(void)cpu;
	if (tep_data_pid(reader->tep, record) != reader->pid)
		return 0;
	begin_line(reader, event, record);
	if (!strcmp(event->name, "open")) {
		printf(" dfd=%d", (int)number(event, record, "dfd"));
		print_string(event, record, "file");
	} else {
		printf(" fd=%d", (int)number(event, record, "fd"));
	}
	/* The text that libtraceevent makes by the print fmt of format, from behind the address on. */
	trace_seq_init(&text);
	tep_print_event(reader->tep, &text, record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&text);
	check(!!strchr(text.buffer, ')'), text.buffer);
	printf(" text:%s\n", strchr(text.buffer, ')') + 1);
	trace_seq_destroy(&text);
	return 0;
}

/* The child leaves the CPU when it sleeps, and, by chance, when it is preempted. */
static int print_switch(struct tep_event *event, struct tep_record *record, int cpu, void *data)
{
	struct reader *reader = data;

	(void)cpu;
	if ((pid_t)number(event, record, "prev_pid") != reader->pid || number(event, record, "prev_state") != SLEEPING)
		return 0;
	begin_line(reader, event, record);
	print_string(event, record, "prev_comm");
	printf(" prev_prio=%d common_type_fits=%d\n", (int)number(event, record, "prev_prio"),
	       event->id == tep_data_type(reader->tep, record));
	return 0;
}

static void read_records(struct tracefs_instance *instance, const char *system, pid_t pid,
			 int (*print)(struct tep_event *, struct tep_record *, int, void *))
{
	const char *systems[] = { system, "ftrace", NULL };
	struct reader reader = { .pid = pid };

	reader.tep = tracefs_local_events_system(NULL, systems);
	check(!!reader.tep, "tracefs_local_events_system");
	check(!tracefs_iterate_raw_events(reader.tep, instance, NULL, 0, print, &reader),
	      "tracefs_iterate_raw_events");
	printf("records: %d\n", reader.records);
	tep_free(reader.tep);
}

/* count_probes - the definitions of our group */
static int count_probes(void)
{
	struct tracefs_dynevent **all = tracefs_dynevent_get_all(TRACEFS_DYNEVENT_KPROBE |
								TRACEFS_DYNEVENT_KRETPROBE, GROUP);
	int count = 0;

	while (all && all[count])
		count++;
	tracefs_dynevent_list_free(all);
	return count;
}

static void trace_probes(void)
{
	struct tracefs_dynevent *open, *opened;
	pid_t pid;

	open = tracefs_kprobe_alloc(GROUP, "open", "do_sys_openat2", "dfd=$arg1:s32 file=+0($arg2):ustring");
	opened = tracefs_kretprobe_alloc(GROUP, "opened", "do_sys_openat2", "fd=$retval:s32", 0);
	check(open && opened, "tracefs_kprobe_alloc");
	check(!tracefs_dynevent_create(open), "tracefs_dynevent_create of a kprobe");
	check(!tracefs_dynevent_create(opened), "tracefs_dynevent_create of a kretprobe");
	printf("definitions: %d\n", count_probes());
	check(!tracefs_event_enable(NULL, GROUP, NULL), "tracefs_event_enable");
	printf("enabled: %d\n", tracefs_event_is_enabled(NULL, GROUP, "open") == TRACEFS_ALL_ENABLED);
	pid = run_child(open_file);
	check(!tracefs_event_disable(NULL, GROUP, NULL), "tracefs_event_disable");
	read_records(NULL, GROUP, pid, print_probe);
	check(!tracefs_dynevent_destroy(open, false), "tracefs_dynevent_destroy of a kprobe");
	check(!tracefs_dynevent_destroy(opened, true), "tracefs_dynevent_destroy of a kretprobe");
	printf("definitions: %d\n", count_probes());
	printf("event is there: %d\n", tracefs_file_exists(NULL, "events/" GROUP));
	tracefs_dynevent_free(open);
	tracefs_dynevent_free(opened);
}

static void trace_static(void)
{
	struct tracefs_instance *instance = tracefs_instance_create(GROUP);
	pid_t pid;

	check(!!instance, "tracefs_instance_create");
	printf("new: %d\n", tracefs_instance_is_new(instance));
	check(!tracefs_event_enable(instance, "sched", "sched_switch"), "tracefs_event_enable");
	printf("enabled: %d, at the top level: %d\n",
	       tracefs_event_is_enabled(instance, "sched", "sched_switch") == TRACEFS_ALL_ENABLED,
	       tracefs_event_is_enabled(NULL, "sched", "sched_switch") == TRACEFS_ALL_ENABLED);
	pid = run_child(sleep_a_moment);
	check(!tracefs_event_disable(instance, "sched", "sched_switch"), "tracefs_event_disable");
	read_records(instance, "sched", pid, print_switch);
	check(!tracefs_instance_destroy(instance), "tracefs_instance_destroy");
	tracefs_instance_free(instance);
	printf("instance is there: %d\n", tracefs_instance_exists(GROUP));
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "kprobe")) {
		trace_probes();
	} else if (argc == 2 && !strcmp(argv[1], "static")) {
		trace_static();
	} else {
		puts("Usage: tracefs kprobe | static");
		return 1;
	}
	return 0;
}
