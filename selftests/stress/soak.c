// SPDX-License-Identifier: GPL-2.0
/*
 * soak DIR SECONDS: writes into instances of the tracer at DIR on all CPUs for so long, reads each of them
 * in another way, and accounts for every record.
 *
 * Each of the instances read, splice, map, pipe and full has one reader, of the way that its name says;
 * "full" is read by read(2), and does not overwrite. An instance gets markers, hits of a probe, and, where
 * the kernel has static events, hits of one of these. Each event has a system call of its own that nobody but
 * a writer calls, so the writers know how many records an instance was given. Two more events, of one call,
 * go to all of the instances.
 *
 * Meanwhile somebody reads "trace" of all of them, and an instance with a snapshot comes and goes, which
 * records the events of all, too.
 *
 * In the end this has to hold for each instance, and the program exits with 1 if it does not:
 *
 *	written = read + overwritten + dropped	written: what the writers counted; read: the records that the
 *						reader found; the others: "overrun" and "dropped events" of the
 *						files stats
 *	read events of stats = read		and nothing is left
 *	lost <= overwritten			lost: what the reader was told by flags of pages, or lines; trace_pipe
 *						tells all
 *	hits of an event = calls of it		in probe_stats, and all of them recorded or lost_full
 *
 * The readers wait at first until each instance has been given more than it has room for.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "../clients/subbuffer.h"

#define GET_READER	_IO('R', 0x20)
#define CPUS_MAX	64
#define PAGE		4096
#define HEAD_START	4000	/* rounds of each writer before the readers begin */
#define BUFFER_KB	"64"
#define POLL_MS		100
#define TURN		16	/* that many reads of a CPU, and then it is the next one's turn */

/**
 * struct meta - the page that stands before the sub-buffers of a mapped trace_pipe_raw, up to what is used
 * @id: the sub-buffer that the reader has
 * @read: bytes of it that count as read
 */
struct meta {
	uint32_t page_size;
	uint32_t struct_len;
	uint32_t subbuf_size;
	uint32_t nr_subbufs;
	uint64_t lost_events;
	uint32_t id;
	uint32_t read;
};

/**
 * struct cpu_reader - what reads trace_pipe_raw of one CPU, or trace_pipe
 * @fd: the descriptor of that file
 * @pipe: what splice(2) moves pages through
 * @meta: where the file is mapped
 * @data: the sub-buffers behind @meta
 * @seen: bytes of the sub-buffer @id that have been counted
 */
struct cpu_reader {
	int fd;
	int pipe[2];
	volatile struct meta *meta;
	const unsigned char *data;
	uint32_t id;
	uint32_t seen;
};

struct instance;

/** take_fn - reads something; returns false when there was nothing */
typedef bool take_fn(struct instance *instance, struct cpu_reader *reader);

/**
 * struct instance - an instance that is accounted for
 * @name: the name of its directory below instances
 * @call: the system call, as the kernel's functions and events have it in their names
 * @number: the number of that call
 * @take: its way to read
 * @discards: it does not overwrite
 * @marker: its trace_marker
 * @markers: texts that were written to @marker, or refused
 * @calls: of @number
 * @read: records that the reader found
 * @lost: records that the reader was told of
 * @cpu: for each CPU; trace_pipe takes the first alone
 */
struct instance {
	const char *name;
	const char *call;
	int number;
	take_fn *take;
	bool discards;
	int marker;
	atomic_ulong markers;
	atomic_ulong calls;
	unsigned long read;
	unsigned long lost;
	struct cpu_reader cpu[CPUS_MAX];
};

static take_fn take_read, take_splice, take_map, take_text;

static struct instance instances[] = {
	{ .name = "read", .call = "getuid", .number = SYS_getuid, .take = take_read },
	{ .name = "splice", .call = "geteuid", .number = SYS_geteuid, .take = take_splice },
	{ .name = "map", .call = "getgid", .number = SYS_getgid, .take = take_map },
	{ .name = "pipe", .call = "getegid", .number = SYS_getegid, .take = take_text },
	{ .name = "full", .call = "getpgid", .number = SYS_getpgid, .take = take_read, .discards = true },
};

#define SHARED		"getppid"
#define NR_INSTANCES	(sizeof(instances) / sizeof(*instances))
#define for_each_instance(i) for (i = instances; i < instances + NR_INSTANCES; i++)

static int cpus;
static bool has_static;
static atomic_ulong shared_calls;
static atomic_bool writing = true, done;
static pthread_barrier_t head_start;
static unsigned long traces, churns;

static void die(const char *format, ...)
{
	int error = errno;
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(": %s\n", strerror(error));
	exit(1);
}

/* All paths are relative to the top of the tracer, which is the working directory. */
static int open_path(int flags, const char *format, ...)
{
	char path[256];
	va_list args;
	int fd;

	va_start(args, format);
	vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	fd = open(path, flags);
	if (fd < 0)
		die("%s", path);
	return fd;
}

static void put(const char *text, const char *format, ...)
{
	char path[256];
	va_list args;
	int fd;

	va_start(args, format);
	vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	fd = open_path(O_WRONLY | O_APPEND, "%s", path);
	if (write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		die("%s > %s", text, path);
	close(fd);
}

/* Events */

static void define(const char *call)
{
	struct utsname machine;
	char line[128];

	uname(&machine);
	snprintf(line, sizeof(line), "p:soak/%s __%s_sys_%s $comm\n", call,
		 strcmp(machine.machine, "aarch64") ? "x64" : "arm64", call);
	put(line, "kprobe_events");
}

static void enable(const char *where, const char *call)
{
	put("1", "%s/events/soak/%s/enable", where, call);
	if (has_static)
		put("1", "%s/events/syscalls/sys_enter_%s/enable", where, call);
}

static void disable(const char *where, const char *call)
{
	put("0", "%s/events/soak/%s/enable", where, call);
	if (has_static)
		put("0", "%s/events/syscalls/sys_enter_%s/enable", where, call);
}

/* Records that each call makes in an instance that has its events enabled. */
static unsigned long events_of_call(void)
{
	return has_static ? 2 : 1;
}

/* Writers */

static void mark(struct instance *instance)
{
	static const char text[] = "a marker that is one line";

	if (write(instance->marker, text, sizeof(text) - 1) < 0 && (errno != EBADF || !instance->discards))
		die("trace_marker of %s", instance->name);
	atomic_fetch_add(&instance->markers, 1);
}

static void write_round(void)
{
	struct instance *instance;

	for_each_instance(instance) {
		mark(instance);
		syscall(instance->number, 0);
		atomic_fetch_add(&instance->calls, 1);
	}
	syscall(SYS_getppid);
	atomic_fetch_add(&shared_calls, 1);
}

static void stay_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("CPU %d", cpu);
}

static void *writer(void *cpu)
{
	int i;

	stay_on((long)cpu);
	for (i = 0; i < HEAD_START; i++)
		write_round();
	pthread_barrier_wait(&head_start);
	while (atomic_load(&writing))
		write_round();
	return NULL;
}

/* Readers */

/* Counts the events of a sub-buffer from @at to @end. */
static unsigned long count_events(struct instance *instance, const unsigned char *page, unsigned int at,
				  unsigned int end)
{
	struct subbuffer_state state = { .at = at };
	const char *wrong = NULL;
	uint64_t time = 0;

	while (state.at < end && !wrong)
		wrong = subbuffer_event(page, end, &state, &time, NULL);
	if (wrong) {
		printf("%s: at %u of %u: %s\n", instance->name, state.at, end, wrong);
		exit(1);
	}
	return state.events;
}

/* A page that is the reader's alone is looked at as strictly as can be. */
static void count_page(struct instance *instance, const unsigned char *page)
{
	struct subbuffer_state state = { 0 };
	const char *wrong = subbuffer_look(page, &state, NULL);

	if (wrong) {
		printf("%s: at %u: %s\n", instance->name, state.at, wrong);
		exit(1);
	}
	instance->read += state.events;
	instance->lost += state.lost;
}

static bool nothing(struct instance *instance, const char *what, ssize_t got)
{
	if (got < 0 && errno != EAGAIN)
		die("%s of %s", what, instance->name);
	return got <= 0;
}

static bool take_read(struct instance *instance, struct cpu_reader *reader)
{
	unsigned char page[PAGE];
	ssize_t got = read(reader->fd, page, PAGE);

	if (nothing(instance, "read", got))
		return false;
	if (got != PAGE)
		die("%s: read of %zd bytes", instance->name, got);
	count_page(instance, page);
	return true;
}

/* splice(2) takes whole pages; the last one is read when nobody writes any more. */
static bool take_splice(struct instance *instance, struct cpu_reader *reader)
{
	ssize_t got = splice(reader->fd, NULL, reader->pipe[1], NULL, 8 * PAGE, SPLICE_F_NONBLOCK), part, sum;
	unsigned char page[PAGE];

	if (nothing(instance, "splice", got))
		return !atomic_load(&writing) && take_read(instance, reader);
	for (; got > 0; got -= PAGE) {
		for (sum = 0; sum < PAGE; sum += part) {
			part = read(reader->pipe[0], page + sum, PAGE - sum);
			if (part <= 0)
				die("%s: the pipe", instance->name);
		}
		count_page(instance, page);
	}
	return true;
}

/* The writer may be in the sub-buffer still, whose part that counts as read was copied first. */
static bool take_map(struct instance *instance, struct cpu_reader *reader)
{
	unsigned char page[PAGE];
	uint32_t end;
	bool more;

	if (ioctl(reader->fd, GET_READER))
		die("GET_READER of %s", instance->name);
	if (reader->meta->id != reader->id) {
		reader->id = reader->meta->id;
		reader->seen = 0;
		instance->lost += reader->meta->lost_events;
	}
	end = reader->meta->read;
	more = end > reader->seen;
	if (more) {
		memcpy(page, reader->data + (size_t)reader->id * PAGE, PAGE);
		instance->read += count_events(instance, page, SUBBUFFER_HEADER + reader->seen, SUBBUFFER_HEADER + end);
		reader->seen = end;
	}
	return more;
}

static void count_line(struct instance *instance, const char *line)
{
	const char *lost = strstr(line, " [LOST ");

	if (lost)
		instance->lost += strtoul(lost + 7, NULL, 10);
	else
		instance->read++;
}

/* trace_pipe gives whole lines. */
static bool take_text(struct instance *instance, struct cpu_reader *reader)
{
	static char text[64 * 1024 + 1];
	ssize_t got = read(reader->fd, text, sizeof(text) - 1);
	char *line, *next;

	if (nothing(instance, "read", got))
		return false;
	text[got] = 0;
	for (line = text; *line; line = next) {
		next = strchr(line, '\n');
		if (!next)
			die("%s: a line without an end: %s", instance->name, line);
		*next++ = 0;
		count_line(instance, line);
	}
	return true;
}

static int nr_readers(const struct instance *instance)
{
	return instance->take == take_text ? 1 : cpus;
}

static void *read_instance(void *data)
{
	struct instance *instance = data;
	struct pollfd polled[CPUS_MAX];
	bool last, found;
	int i, turn, nr = nr_readers(instance);

	for (i = 0; i < nr; i++)
		polled[i] = (struct pollfd){ .fd = instance->cpu[i].fd, .events = POLLIN };
	pthread_barrier_wait(&head_start);
	do {
		last = atomic_load(&done);
		found = false;
		for (i = 0; i < nr; i++)
			for (turn = 0; (last || turn < TURN) && instance->take(instance, &instance->cpu[i]); turn++)
				found = true;
		if (!found && !last)
			poll(polled, nr, POLL_MS);
	} while (!last);
	return NULL;
}

static void *read_traces(void *unused)
{
	static char text[64 * 1024];
	struct instance *instance;
	int fd;

	(void)unused;
	pthread_barrier_wait(&head_start);
	while (atomic_load(&writing)) {
		for_each_instance(instance) {
			fd = open_path(O_RDONLY, "instances/%s/trace", instance->name);
			while (read(fd, text, sizeof(text)) > 0)
				;
			close(fd);
			traces++;
		}
	}
	return NULL;
}

static void drain(const char *path)
{
	static char text[64 * 1024];
	int fd = open_path(O_RDONLY, "%s", path);

	while (read(fd, text, sizeof(text)) > 0)
		;
	close(fd);
}

/* An instance and its snapshot come, record what all instances record, and go. */
static void *churn(void *unused)
{
	(void)unused;
	pthread_barrier_wait(&head_start);
	while (atomic_load(&writing)) {
		if (mkdir("instances/churn", 0700))
			die("mkdir");
		enable("instances/churn", SHARED);
		put("a marker", "instances/churn/trace_marker");
		put("1", "instances/churn/snapshot");
		drain("instances/churn/snapshot");
		put("1", "instances/churn/snapshot");
		drain("instances/churn/trace");
		put(churns % 2 ? "0" : "2", "instances/churn/snapshot");
		if (churns % 3)
			disable("instances/churn", SHARED);
		if (rmdir("instances/churn"))
			die("rmdir");
		churns++;
	}
	return NULL;
}

/* Beginning */

static void map_file(struct instance *instance, struct cpu_reader *reader)
{
	size_t size;

	reader->meta = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, reader->fd, 0);
	if (reader->meta == MAP_FAILED || reader->meta->subbuf_size != PAGE)
		die("mmap of %s", instance->name);
	size = (size_t)PAGE * reader->meta->nr_subbufs;
	reader->data = mmap(NULL, size, PROT_READ, MAP_SHARED, reader->fd, reader->meta->page_size);
	if (reader->data == MAP_FAILED)
		die("mmap of %s", instance->name);
	reader->id = reader->meta->id;
}

static void open_readers(struct instance *instance)
{
	int i;

	for (i = 0; i < nr_readers(instance); i++) {
		struct cpu_reader *reader = &instance->cpu[i];

		if (instance->take == take_text)
			reader->fd = open_path(O_RDONLY | O_NONBLOCK, "instances/%s/trace_pipe", instance->name);
		else
			reader->fd = open_path(O_RDONLY | O_NONBLOCK, "instances/%s/per_cpu/cpu%d/trace_pipe_raw",
					       instance->name, i);
		if (instance->take == take_splice && pipe(reader->pipe))
			die("pipe");
		if (instance->take == take_map)
			map_file(instance, reader);
	}
}

static void make_instance(struct instance *instance)
{
	char path[64];

	snprintf(path, sizeof(path), "instances/%s", instance->name);
	if (mkdir(path, 0700))
		die("%s", path);
	put(BUFFER_KB, "%s/buffer_size_kb", path);
	put(instance->discards ? "0" : "1", "%s/options/overwrite", path);
	put("0", "%s/options/pause-on-trace", path);
	instance->marker = open_path(O_WRONLY, "%s/trace_marker", path);
	define(instance->call);
	open_readers(instance);
	enable(path, instance->call);
	enable(path, SHARED);
}

/* End */

static unsigned long number_in(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	if (!at)
		die("no '%s' in: %s", name, text);
	return strtoul(at + strlen(name), NULL, 10);
}

/* Returns the sum of all CPUs. @name: with the end of the line before, and ": " behind it */
static unsigned long stat_of(const struct instance *instance, const char *name)
{
	unsigned long sum = 0;
	char text[1024];
	ssize_t got;
	int cpu, fd;

	for (cpu = 0; cpu < cpus; cpu++) {
		fd = open_path(O_RDONLY, "instances/%s/per_cpu/cpu%d/stats", instance->name, cpu);
		text[0] = '\n';
		got = read(fd, text + 1, sizeof(text) - 2);
		if (got <= 0)
			die("stats of %s", instance->name);
		text[got + 1] = 0;
		sum += number_in(text, name);
		close(fd);
	}
	return sum;
}

static bool equal(const struct instance *instance, const char *what, unsigned long one, unsigned long other)
{
	if (one != other)
		printf("%s: %s: %lu, not %lu\n", instance->name, what, one, other);
	return one == other;
}

static bool account(const struct instance *instance)
{
	unsigned long calls = atomic_load(&instance->calls) + atomic_load(&shared_calls);
	unsigned long written = atomic_load(&instance->markers) + calls * events_of_call();
	unsigned long overwritten = stat_of(instance, "\noverrun: ");
	unsigned long dropped = stat_of(instance, "\ndropped events: ");
	bool fine = true;

	printf("%s: written %lu = read %lu + overwritten %lu + dropped %lu; told of %lu\n", instance->name, written,
	       instance->read, overwritten, dropped, instance->lost);
	fine &= equal(instance, "read + overwritten + dropped", instance->read + overwritten + dropped, written);
	fine &= equal(instance, "read events", stat_of(instance, "\nread events: "), instance->read);
	fine &= equal(instance, "entries", stat_of(instance, "\nentries: "), 0);
	fine &= equal(instance, "more lost than overwritten", instance->lost > overwritten, 0);
	if (instance->take == take_text)
		fine &= equal(instance, "lines of lost records", instance->lost, overwritten);
	if (!(instance->discards ? dropped : overwritten) || !instance->read) {
		printf("%s: nothing was lost, or nothing read\n", instance->name);
		fine = false;
	}
	return fine;
}

/* @line: a row of probe_stats of an event that an instance has to itself */
static bool account_event(const struct instance *instance, const char *line)
{
	unsigned long hits, recorded, filtered, suppressed, full;
	bool fine;

	if (sscanf(line, "%*s %*s %*s %lu %lu %lu %lu %lu", &hits, &recorded, &filtered, &suppressed, &full) != 5)
		die("probe_stats: %s", line);
	fine = equal(instance, "hits in probe_stats", hits, atomic_load(&instance->calls));
	return equal(instance, "recorded and lost_full in probe_stats", recorded + full, hits) && fine;
}

static bool account_events(void)
{
	static char text[64 * 1024];
	struct instance *instance;
	unsigned long rows = 0;
	char *line, *next;
	bool fine = true;
	int fd = open_path(O_RDONLY, "probe_stats");
	ssize_t got, size = 0;

	while ((got = read(fd, text + size, sizeof(text) - 1 - size)) > 0)
		size += got;
	close(fd);
	for (line = strtok_r(text, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
		for_each_instance(instance) {
			char probe[64], event[64];

			snprintf(probe, sizeof(probe), "soak/%s ", instance->call);
			snprintf(event, sizeof(event), "syscalls/sys_enter_%s ", instance->call);
			if (strncmp(line, probe, strlen(probe)) && strncmp(line, event, strlen(event)))
				continue;
			rows++;
			fine &= account_event(instance, line);
		}
	}
	return equal(&instances[0], "rows of probe_stats", rows, NR_INSTANCES * events_of_call()) && fine;
}

static bool account_all(void)
{
	struct instance *instance;
	bool fine = true;

	for_each_instance(instance)
		fine &= account(instance);
	printf("trace was read %lu times, and an instance with a snapshot came and went %lu times\n", traces, churns);
	return account_events() && traces && churns && fine;
}

static void remove_instances(void)
{
	struct instance *instance;
	char path[64];
	int i;

	for_each_instance(instance) {
		snprintf(path, sizeof(path), "instances/%s", instance->name);
		close(instance->marker);
		for (i = 0; i < nr_readers(instance); i++) {
			struct cpu_reader *reader = &instance->cpu[i];

			if (reader->meta) {
				munmap((void *)reader->data, (size_t)PAGE * reader->meta->nr_subbufs);
				munmap((void *)reader->meta, PAGE);
			}
			close(reader->fd);
		}
		if (rmdir(path))
			die("rmdir %s", path);
	}
	put("-:soak/\n", "kprobe_events");
}

static pthread_t start(void *(*run)(void *), void *argument)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, argument))
		die("thread");
	return thread;
}

static void soak(unsigned int seconds)
{
	pthread_t writers[CPUS_MAX], readers[NR_INSTANCES], others[2];
	struct timespec time = { .tv_sec = seconds };
	size_t i;

	pthread_barrier_init(&head_start, NULL, cpus + NR_INSTANCES + 3);
	for (i = 0; i < NR_INSTANCES; i++)
		readers[i] = start(read_instance, &instances[i]);
	others[0] = start(read_traces, NULL);
	others[1] = start(churn, NULL);
	for (i = 0; i < (size_t)cpus; i++)
		writers[i] = start(writer, (void *)i);
	pthread_barrier_wait(&head_start);
	nanosleep(&time, NULL);
	atomic_store(&writing, false);
	for (i = 0; i < (size_t)cpus; i++)
		pthread_join(writers[i], NULL);
	for (i = 0; i < 2; i++)
		pthread_join(others[i], NULL);
	atomic_store(&done, true);
	for (i = 0; i < NR_INSTANCES; i++)
		pthread_join(readers[i], NULL);
}

int main(int argc, char **argv)
{
	struct instance *instance;
	bool fine;

	if (argc != 3 || !strcmp(argv[1], "--help")) {
		printf("Usage: soak DIR SECONDS\n"
		       "Writes into instances of the tracer at DIR on all CPUs for so long, reads each in another way,\n"
		       "and fails if a record is not accounted for.\n");
		return argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2;
	}
	if (chdir(argv[1]))
		die("%s", argv[1]);
	setvbuf(stdout, NULL, _IOLBF, 0);
	cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (cpus > CPUS_MAX)
		cpus = CPUS_MAX;
	has_static = !access("events/syscalls/sys_enter_" SHARED, F_OK);
	define(SHARED);
	for_each_instance(instance)
		make_instance(instance);
	soak(atoi(argv[2]));
	fine = account_all();
	remove_instances();
	return !fine;
}
