// SPDX-License-Identifier: GPL-2.0
/*
 * values [--seed N] [--random N] [--mainline DIR]: the same hit on every way a hit can take.
 *
 * Mounts probefs several times, so that hits take another way in each mount: the clock that allows
 * the quick ways and one that does not, filters that accept everything, the option stacktrace, hooks
 * by the kprobe core. All mounts, and mainline's tracefs in DIR, get the same generated definitions
 * on one function. One call of it is then one hit of all of them, and what they recorded has to be
 * the same: the bytes of trace_pipe_raw field by field (where a string lies in a record may differ,
 * what it says may not; what belongs to no field has to be 0), and the lines of trace.
 *
 * Several hooks of one function are called by a function that disables preemption, and some ways are
 * not for that. So each mount is also hit alone, by the same call, and what is the same in all mounts
 * where hits take the general way is compared with the others. With randomize_kstack_offset=off that
 * is all but what is on the stack.
 *
 * The definitions: all orders of up to three widths of registers and of memory, strings between all
 * pairs of widths, and --random others for each function. --seed repeats a run.
 *
 * Prints results of tests. Exit status 1 when one failed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#define ARGS_MAX	12
#define DEFINITIONS_MAX	1024
#define RECORD_MAX	4096
#define WAYS_MAX	8
#define SHOWN_MAX	12	/* differences of one kind that are shown */

/* An argument of a definition, and where it is in the record */
struct arg {
	char text[160];
	unsigned int size;	/* of an element */
	unsigned int count;
	bool dynamic;
	bool user_string;
	bool ours;		/* mainline is not asked */
	unsigned int at;
};

struct definition {
	char text[ARGS_MAX * 170];
	struct arg arg[ARGS_MAX];
	unsigned int nr_args;
	unsigned int end;	/* of the static part */
	bool ours;
	bool refused;		/* by mainline */
	bool stack;		/* reads the stack, of which some is what was there before */
};

static struct definition definitions[DEFINITIONS_MAX];
static unsigned int nr_definitions;

struct record {
	unsigned char data[RECORD_MAX];
	unsigned int len;
	unsigned int hits;
	unsigned int more;	/* bytes of common fields that others do not have, taken out */
	char line[RECORD_MAX * 4];
	unsigned int lines;
};

/* A way of hits: a mount, and how it is set up */
struct way {
	const char *name;
	char dir[60];
	const char *options;
	const char *clock;
	const char *filter;
	bool stacktrace;
	const char *expected;	/* names of probe_stats that have to be seen in the column "way" */
	char seen[200];
	unsigned int more;	/* see struct record */
	unsigned int ids[65536];
	struct record *record;	/* one per definition */
};

/* The filters accept every hit: one without the record, one by what only that has. */
#define BY_CPU		"CPU < 4096"
#define BY_RECORD	"__probe_ip != 0"
#define BY_RECORD_BACK	"__probe_func != 0"

static struct way ways[WAYS_MAX] = {
	{ .name = "global", .clock = "global", .expected = "general" },
	{ .name = "local", .clock = "local", .expected = "registers bounded strings general" },
	{ .name = "filter", .clock = "local", .filter = BY_CPU, .expected = "registers_filter general" },
	{ .name = "aside", .clock = "local", .filter = BY_RECORD, .expected = "general" },
	{ .name = "stacktrace", .clock = "local", .stacktrace = true, .expected = "general" },
	{ .name = "kprobe", .clock = "local", .options = "backend=kprobe",
	  .expected = "registers bounded strings general" },
};
static unsigned int nr_ways = 6;
static struct way *mainline;	/* the last of them, or NULL */
/* strncpy_from_user_nofault() of 6.12 and older says of a string without a byte what it says of a fault. */
static bool empty_is_fault;

static bool has_mainline(const struct way *way)
{
	return way == mainline;
}

static unsigned int failures;

__attribute__((format(printf, 1, 2), noreturn))
static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(": %s\nnot ok values could be compared\n", strerror(errno));
	exit(1);
}

__attribute__((format(printf, 2, 3)))
static void result(bool fine, const char *format, ...)
{
	va_list args;

	printf(fine ? "ok " : "not ok ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	failures += !fine;
	fflush(stdout);
}

/* Random numbers that are the same on every machine */
static uint64_t seed = 1;

static unsigned int below(unsigned int limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (seed >> 16) % limit;
}

#define ONE_OF(array)	(array)[below(sizeof(array) / sizeof((array)[0]))]

/* Files of a mount */

static const char *path_in(const struct way *way, const char *file)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", way->dir, file);
	return path;
}

static bool write_at(const char *path, const char *text, int flags)
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

static bool try_write(const struct way *way, const char *file, const char *text, int flags)
{
	return write_at(path_in(way, file), text, flags);
}

static void show_file(const struct way *way, const char *file)
{
	char line[4096];
	FILE *from = fopen(path_in(way, file), "r");

	while (from && fgets(line, sizeof(line), from))
		printf("    %s", line);
	if (from)
		fclose(from);
}

static void put(const struct way *way, const char *file, const char *text, int flags)
{
	if (try_write(way, file, text, flags))
		return;
	show_file(way, "error_log");
	die("%s: %.60s > %s", way->name, text, file);
}

/* Functions, and the calls that hit them */

#if defined(__x86_64__)
#define ARG(n)	((const char *[]){ "%di", "%si", "%dx" }[n])
#define SP	"%sp"
static const char *const all_registers[] = {
	"%di", "%si", "%dx", "%sp", "%bp", "%bx", "%r12", "%r13", "%r14", "%r15", "%cx", "%r8",
};
static const char *const inside_offsets[] = { "+5", "+9", "+16", "+6", "+7", "+8", "+10", "+11", NULL };
#elif defined(__aarch64__)
#define ARG(n)	((const char *[]){ "%x0", "%x1", "%x2" }[n])
#define SP	"%sp"
static const char *const all_registers[] = {
	"%x0", "%x1", "%x2", "%sp", "%x29", "%x3", "%x4", "%x5", "%x6", "%x7",
};
static const char *const inside_offsets[] = { "+8", "+12", "+16", "+20", NULL };
#endif

/* What calls read: words without a zero byte, addresses of strings, the strings */
static struct {
	uint64_t word[4];
	const char *string[4];
	char text[64];
} memory __attribute__((aligned(64)));

static void call_read(void)
{
	syscall(SYS_read, 0x71a2b3c4, &memory, 0xf1e2d3c4b5a69788);
}

static void call_set_name(void)
{
	/* Registers have the other arguments, too. */
	syscall(SYS_prctl, PR_SET_NAME, "qWe-7Zx,kLm~9pQ", 0x6172839405162738, 0x5162738495a6b7c8,
		0x4152637485960718);
}

struct target {
	const char *name;
	const char *function;
	char kind;
	bool inside;
	void (*call)(void);
	const char *kernel_base;	/* memory of the kernel that a register points to, 64 bytes */
	unsigned int kernel_from;	/* where in it to begin */
	bool kernel_string;		/* and begins with a string of 15 bytes */
	const char *user_base;		/* struct memory */
};

/* Return addresses, at the stack pointer, are not the same to all when returns are hooked. */
static const struct target targets[] = {
	{ .name = "entry", .function = "__set_task_comm", .kind = 'p', .call = call_set_name,
	  .kernel_base = "ARG1", .kernel_string = true },
	{ .name = "entry of a system call", .function = "ksys_read", .kind = 'p', .call = call_read,
	  .kernel_base = SP, .kernel_from = 8, .user_base = "ARG1" },
	{ .name = "breakpoint", .function = "ksys_read", .kind = 'p', .inside = true,
	  .call = call_read, .kernel_base = SP, .kernel_from = 40 },
	{ .name = "return", .function = "ksys_read", .kind = 'r', .call = call_read,
	  .kernel_base = SP, .kernel_from = 40, .user_base = "$arg2" },
};

static const char *base(const char *name)
{
	return strcmp(name, "ARG1") ? name : ARG(1);
}

/* Definitions */

static struct definition *definition_new(void)
{
	struct definition *def = &definitions[nr_definitions++];

	if (nr_definitions > DEFINITIONS_MAX)
		die("too many definitions");
	memset(def, 0, sizeof(*def));
	return def;
}

__attribute__((format(printf, 4, 5)))
static struct arg *add(struct definition *def, unsigned int size, unsigned int count,
		       const char *format, ...)
{
	struct arg *arg = &def->arg[def->nr_args++];
	va_list args;

	va_start(args, format);
	vsnprintf(arg->text, sizeof(arg->text), format, args);
	va_end(args);
	arg->size = size;
	arg->count = count;
	return arg;
}

static void add_string(struct definition *def, const char *expression, unsigned int count)
{
	add(def, 4, count, "%s", expression)->dynamic = true;
}

static const char *number_type(unsigned int size)
{
	static char type[8];

	snprintf(type, sizeof(type), "%c%u", "usx"[below(3)], size * 8);
	return type;
}

static const char *target_register(const struct target *target, unsigned int n)
{
	if (target->kind == 'r' && n % 3 == 0)
		return "$retval";
	return all_registers[n % (sizeof(all_registers) / sizeof(all_registers[0]))];
}

static void add_register(struct definition *def, const struct target *target, unsigned int n,
			 unsigned int size)
{
	add(def, size, 1, "%s:%s", target_register(target, n), number_type(size));
}

static void add_memory(struct definition *def, const struct target *target, unsigned int n,
		       unsigned int size)
{
	add(def, size, 1, "+%u(%s):%s", target->kernel_from + n % 8, base(target->kernel_base),
	    number_type(size));
}

static const char *bitfield_type(unsigned int size)
{
	unsigned int width = 1 + below(size * 8), offset = below(size * 8 - width + 1);
	static char type[32];

	snprintf(type, sizeof(type), "b%u@%u/%u", width, offset, size * 8);
	return type;
}

/* A part of the memory a target has, for numbers */
static const char *some_memory(const struct target *target, unsigned int size)
{
	unsigned int at = below(16);
	static char text[80];

	if (!target->user_base || below(2))
		snprintf(text, sizeof(text), "+%u(%s)", target->kernel_from + below(9 - size),
			 base(target->kernel_base));
	else if (below(3))
		snprintf(text, sizeof(text), "+%s%u(%s)", below(2) ? "u" : "", at, base(target->user_base));
	else
		snprintf(text, sizeof(text), "+%s%u(+%s%u(%s))", below(2) ? "u" : "", below(8),
			 below(2) ? "u" : "", 32 + 8 * below(4), base(target->user_base));
	return text;
}

static void add_some_string(struct definition *def, const struct target *target)
{
	const char *user = target->user_base ? base(target->user_base) : NULL;
	unsigned int n = below(6), count;
	char text[100];

	if (n < 3 && target->kernel_string) {
		snprintf(text, sizeof(text), "+%u(%s):string", below(16), base(target->kernel_base));
		add_string(def, text, 1);
	} else if (n == 3 && user) {
		count = 1 + below(4);
		snprintf(text, sizeof(text), "+%s32(%s):ustring[%u]", below(2) ? "u" : "", user, count);
		add_string(def, text, count);
	} else if (n < 3 && user) {
		snprintf(text, sizeof(text), "+%s%u(%s):%sstring", n ? "u" : "", 64 + below(60), user,
			 n > 1 ? "" : "u");
		add_string(def, text, 1);
	} else if (n == 4) {
		add_string(def, "\\\"some_text\"", 1);
	} else if (n == 5 && target->kind == 'p' && !below(3)) {
		add(def, 4, 1, "%s:symstr", ARG(0))->ours = true;
		def->arg[def->nr_args - 1].dynamic = true;
	} else {
		add_string(def, "$comm", 1);
	}
}

static void add_some(struct definition *def, const struct target *target)
{
	unsigned int size = 1 << below(4), count;

	switch (below(12)) {
	case 0: case 1: case 2: case 3:
		add_register(def, target, below(100), size);
		break;
	case 4: case 5:
		add(def, size, 1, "%s:%s", some_memory(target, size), number_type(size));
		break;
	case 6:
		add(def, size, 1, "%s:%s", target_register(target, below(100)), bitfield_type(size));
		break;
	case 7:
		add(def, size, 1, "%s:%s", some_memory(target, size), bitfield_type(size));
		break;
	case 8:
		count = 1 + below(8 / size * 2);
		add(def, size, count, "+%u(%s):%s[%u]", target->kernel_from, base(target->kernel_base),
		    number_type(size), count);
		break;
	case 9:
		add(def, size, 1, "\\0x%x%x:%s", 0x71000000 + below(1 << 20), 0x72000000 + below(1 << 20),
		    number_type(size));
		break;
	default:
		add_some_string(def, target);
	}
}

static void define_random(const struct target *target)
{
	struct definition *def = definition_new();
	unsigned int n = 1 + below(ARGS_MAX);

	while (n--)
		add_some(def, target);
}

typedef void (*add_number)(struct definition *def, const struct target *target, unsigned int n,
			   unsigned int size);

/* All orders of up to @most widths */
static void define_orders(const struct target *target, add_number number, unsigned int least,
			  unsigned int most)
{
	unsigned int length, order, i;

	for (length = least; length <= most; length++) {
		for (order = 0; order < 1U << 2 * length; order++) {
			struct definition *def = definition_new();

			for (i = 0; i < length; i++)
				number(def, target, order + i, 1 << (order >> 2 * i & 3));
		}
	}
}

/* A string between all pairs of widths */
static void define_between(const struct target *target, const char *string)
{
	unsigned int order;

	for (order = 0; order < 16; order++) {
		struct definition *def = definition_new();

		add_register(def, target, order, 1 << (order & 3));
		add_string(def, string, 1);
		add_register(def, target, order + 1, 1 << (order >> 2));
	}
}

/* Where in the record the arguments are, and the text of the definition */
static void finish_definition(struct definition *def, unsigned int number,
			      const struct target *target, const char *offset)
{
	unsigned int at = target->kind == 'r' ? 24 : 16, i;
	char *to = def->text;

	to += sprintf(to, "%c:values/v%u %s%s", target->kind, number, target->function, offset);
	for (i = 0; i < def->nr_args; i++) {
		struct arg *arg = &def->arg[i];

		to += sprintf(to, " a%u=%s", i, arg->text);
		arg->at = at;
		at += arg->size * arg->count;
		arg->user_string = strstr(arg->text, ":ustring") ||
				   (strstr(arg->text, ":string") && strstr(arg->text, "+u"));
		def->ours |= arg->ours;
		def->stack |= !!strstr(arg->text, "(" SP ")");
	}
	sprintf(to, "\n");
	def->end = at;
}

static const char *offset_inside(const struct target *target)
{
	const char *const *offset;
	char text[100];

	for (offset = inside_offsets; *offset; offset++) {
		snprintf(text, sizeof(text), "p:values/inside %s%s\n", target->function, *offset);
		if (!try_write(&ways[0], "kprobe_events", text, O_TRUNC))
			continue;
		put(&ways[0], "kprobe_events", "", O_TRUNC);
		return *offset;
	}
	die("no place inside of %s", target->function);
}

static void generate(const struct target *target, unsigned int random)
{
	const char *offset = target->inside ? offset_inside(target) : "";
	unsigned int i;
	char text[60];

	nr_definitions = 0;
	if (target->kernel_string) {
		define_orders(target, add_register, 1, 3);
		define_orders(target, add_memory, 2, 3);
		snprintf(text, sizeof(text), "+1(%s):string", base(target->kernel_base));
		define_between(target, text);
		define_between(target, "$comm");
	} else if (target->user_base && target->kind == 'p') {
		define_orders(target, add_memory, 1, 2);
		snprintf(text, sizeof(text), "+u65(%s):ustring", base(target->user_base));
		define_between(target, text);
	} else {
		define_orders(target, add_register, 3, 3);
		define_between(target, "$comm");
	}
	for (i = 0; i < random; i++)
		define_random(target);
	for (i = 0; i < nr_definitions; i++)
		finish_definition(&definitions[i], i, target, offset);
}

/* Giving them to a mount */

static void define_ours(struct way *way)
{
	char *text = malloc(nr_definitions * sizeof(definitions[0].text)), *to = text;
	unsigned int i;

	for (i = 0; i < nr_definitions; i++)
		to = stpcpy(to, definitions[i].text);
	put(way, "kprobe_events", text, O_TRUNC);
	free(text);
}

static void define_mainline(struct way *way)
{
	unsigned int i;

	put(way, "kprobe_events", "", O_TRUNC);
	for (i = 0; i < nr_definitions; i++) {
		struct definition *def = &definitions[i];

		def->refused = def->ours || !try_write(way, "kprobe_events", def->text, O_APPEND);
	}
}

static void read_ids(struct way *way)
{
	unsigned int i, id;
	char file[100];
	FILE *from;

	memset(way->ids, 0, sizeof(way->ids));
	for (i = 0; i < nr_definitions; i++) {
		if (has_mainline(way) && definitions[i].refused)
			continue;
		snprintf(file, sizeof(file), "events/values/v%u/id", i);
		from = fopen(path_in(way, file), "r");
		if (!from || fscanf(from, "%u", &id) != 1 || id > 65535)
			die("%s: %s", way->name, file);
		fclose(from);
		way->ids[id] = i + 1;
	}
}

/* The rt kernel has one more common field, and all that is behind it 8 bytes further on. */
static void read_common(struct way *way)
{
	FILE *from = fopen(path_in(way, "events/values/v0/format"), "r");
	char line[512];

	while (from && fgets(line, sizeof(line), from))
		if (strstr(line, "common_preempt_lazy_count"))
			way->more = 8;
	if (from)
		fclose(from);
}

static void prepare(struct way *way, const struct target *target)
{
	if (has_mainline(way))
		define_mainline(way);
	else
		define_ours(way);
	read_ids(way);
	read_common(way);
	put(way, "trace_clock", way->clock, 0);
	put(way, "trace", "", O_TRUNC);
	if (way->stacktrace)
		put(way, "options/stacktrace", "1", 0);
	if (way->filter)
		put(way, "events/values/filter",
		    target->kind == 'r' && !strcmp(way->filter, BY_RECORD) ? BY_RECORD_BACK : way->filter, 0);
}

static void switch_events(struct way *way, bool on)
{
	put(way, "events/values/enable", on ? "1" : "0", 0);
}

/* Reading what they recorded */

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
	fd = open(path_in(way, file), O_RDONLY | O_NONBLOCK);
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
	FILE *from = fopen(path_in(way, "trace"), "r");
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
	int fd = open(path_in(way, "probe_stats"), O_RDONLY);
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

/* What probe_stats says of the ways of all probes of a mount */
struct taken {
	unsigned long probes;
	unsigned long general;	/* of these, no other way is meant for them */
	unsigned long slow;	/* hits that took that way, so far */
};

static struct taken read_ways(struct way *way)
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

/* Comparing */

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

/* Return: the first argument that differs, from 1; -1: the place; 0: none */
static int difference(const struct definition *def, const struct target *target,
		      const struct record *a, const struct record *b, bool is_mainline)
{
	unsigned int i, j;

	/* Of a return, the address may be that of the other's hook. */
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

/* @steady: of another hit, which is to be the same where that of @with was; or NULL */
static void compare_way(const struct target *target, struct way *way, const struct way *with,
			const bool *steady)
{
	unsigned int i, differences = 0, compared = 0, empty;
	int which;

	for (i = 0; i < nr_definitions; i++) {
		const struct definition *def = &definitions[i];
		const struct record *a = &with->record[i], *b = &way->record[i];
		const char *wrong;

		if ((has_mainline(way) && def->refused) || (steady && !steady[i]))
			continue;
		compared++;
		wrong = wrong_in(def, b, !has_mainline(way));
		which = wrong ? 0 : difference(def, target, a, b, has_mainline(way));
		empty = has_mainline(way) ? empty_strings(def, a, b) : 0;
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

static struct record *records_alloc(void)
{
	struct record *record = calloc(nr_definitions, sizeof(*record));

	if (!record)
		die("memory");
	return record;
}

static void read_all(struct way *way)
{
	read_lines(way);
	read_records(way, 0);
}

/* All of them at once */
static void hit_together(const struct target *target)
{
	unsigned int i;

	for (i = 0; i < nr_ways; i++)
		switch_events(&ways[i], true);
	target->call();
	for (i = 0; i < nr_ways; i++)
		switch_events(&ways[i], false);
	for (i = 0; i < nr_ways; i++)
		read_all(&ways[i]);
	/* The first one is compared with itself: whether its records are sound. */
	for (i = 0; i < nr_ways; i++)
		compare_way(target, &ways[i], &ways[0], NULL);
}

/* Are there other ways than the general one? */
static bool way_is_for(const struct way *way, const struct target *target)
{
	return strcmp(way->expected, "general") &&
	       (!way->filter || (target->kind == 'p' && !target->inside));
}

/*
 * One of them, with records of its own. Return: did the hits take the ways that are meant for them? In
 * a breakpoint there is one for registers alone, and at the end of a page of the buffer for nothing.
 */
static bool hit_alone_once(const struct target *target, struct way *way, unsigned long *fallen,
			   unsigned long *meant)
{
	struct taken before, taken;

	memset(way->record, 0, nr_definitions * sizeof(*way->record));
	put(way, "trace", "", O_TRUNC);
	switch_events(way, true);
	/* While they are on, or there is no way to be asked for. */
	before = read_ways(way);
	target->call();
	taken = read_ways(way);
	switch_events(way, false);
	read_all(way);
	*meant = taken.probes - taken.general;
	*fallen = taken.slow - before.slow - taken.general;
	return *fallen * (target->inside ? 2 : 8) <= *meant;
}

/* A task that is to be preempted is not hit in the usual way, and a hit of many probes takes long. */
static void hit_alone(const struct target *target, struct way *way)
{
	unsigned long fallen, meant;
	unsigned int tries = 50;
	bool fine;

	do
		fine = hit_alone_once(target, way, &fallen, &meant);
	while (!fine && way_is_for(way, target) && --tries);
	if (way_is_for(way, target))
		result(fine, "%s, alone, %s: hits take the way that is meant for them (%lu of %lu do not)",
		       target->name, way->name, fallen, meant);
}

/* @before: what the first way found before the others; it has found something afterwards as well */
static bool is_steady(const struct target *target, unsigned int number, const struct record *before)
{
	const struct definition *def = &definitions[number];
	bool steady = !def->stack;
	unsigned int i;

	for (i = 0; i < nr_ways; i++)
		if (!has_mainline(&ways[i]) && !strcmp(ways[i].expected, "general"))
			steady &= !difference(def, target, before, &ways[i].record[number], false);
	return steady;
}

static void hit_each_alone(const struct target *target)
{
	struct record *before = records_alloc();
	bool steady[DEFINITIONS_MAX];
	unsigned int i;

	hit_alone(target, &ways[0]);
	memcpy(before, ways[0].record, nr_definitions * sizeof(*before));
	for (i = 1; i < nr_ways; i++)
		if (!has_mainline(&ways[i]))
			hit_alone(target, &ways[i]);
	hit_alone(target, &ways[0]);
	for (i = 0; i < nr_definitions; i++)
		steady[i] = is_steady(target, i, &before[i]);
	for (i = 1; i < nr_ways; i++)
		if (!has_mainline(&ways[i]) && strcmp(ways[i].expected, "general"))
			compare_way(target, &ways[i], &ways[0], steady);
	free(before);
}

static void run_target(const struct target *target, unsigned int random)
{
	unsigned int i;

	generate(target, random);
	for (i = 0; i < nr_ways; i++) {
		ways[i].record = records_alloc();
		prepare(&ways[i], target);
	}
	hit_together(target);
	hit_each_alone(target);
	for (i = 0; i < nr_ways; i++) {
		if (ways[i].filter)
			put(&ways[i], "events/values/filter", "0", 0);
		put(&ways[i], "kprobe_events", "", O_TRUNC);
		free(ways[i].record);
	}
}

static void check_expected(const struct way *way)
{
	char words[200], *word, *rest;
	bool all = true;

	snprintf(words, sizeof(words), "%s", way->expected);
	for (word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		all &= !!strstr(way->seen, word);
	result(all, "%s: the ways that were to be taken (%s): %s", way->name, way->expected, way->seen);
}

static void set_up(const char *tracefs)
{
	unsigned int i, major, minor;
	struct utsname running;

	for (i = 0; i < nr_ways; i++) {
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
	mainline = &ways[nr_ways++];
	*mainline = (struct way){ .name = "mainline", .clock = "local" };
	snprintf(mainline->dir, sizeof(mainline->dir), "%s", tracefs);
}

static void tear_down(void)
{
	unsigned int i;

	for (i = 0; i < nr_ways; i++)
		if (!has_mainline(&ways[i]) && umount(ways[i].dir))
			die("umount %s", ways[i].dir);
}

static void fill_memory(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(memory.text); i++)
		memory.text[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[i % 36];
	memory.text[40] = memory.text[63] = '\0';
	for (i = 0; i < 4; i++) {
		memory.word[i] = 0x9182a3b4c5d6e7f8 + 0x0102030401020304 * i;
		memory.string[i] = memory.text + 11 * i;
	}
}

int main(int argc, char **argv)
{
	unsigned int random = 25, i;
	const char *tracefs = NULL;
	cpu_set_t first;

	for (i = 1; i + 1 < (unsigned int)argc; i += 2) {
		if (!strcmp(argv[i], "--seed"))
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--random"))
			random = strtoul(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--mainline"))
			tracefs = argv[i + 1];
		else
			die("%s", argv[i]);
	}
	printf("    values --seed %llu --random %u\n", (unsigned long long)seed, random);
	seed = seed * 0x9e3779b97f4a7c15 | 1;
	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		die("sched_setaffinity");
	fill_memory();
	call_set_name();
	write_at("/sys/kernel/rcu_expedited", "1", 0);
	/* A breakpoint is to stay one: no jump is made of it. */
	write_at("/proc/sys/debug/kprobes-optimization", "0", 0);
	set_up(tracefs);
	for (i = 0; i < sizeof(targets) / sizeof(targets[0]); i++)
		run_target(&targets[i], random);
	for (i = 0; i < nr_ways; i++)
		if (!has_mainline(&ways[i]))
			check_expected(&ways[i]);
	tear_down();
	return failures > 0;
}
