/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's side of the suite "values": see main.c.
 */
#ifndef VALUES_H
#define VALUES_H

#include <stdbool.h>
#include <stdint.h>

#define ARGS_MAX	12
#define DEFINITIONS_MAX	1024
#define RECORD_MAX	4096

/* main.c: results of tests */

/** die() - print the message and errno as a failed test, and end the program with status 1 */
__attribute__((format(printf, 1, 2), noreturn))
void die(const char *format, ...);

/** result() - print the result of a test; once @fine was false, the program ends with status 1 */
__attribute__((format(printf, 2, 3)))
void result(bool fine, const char *format, ...);

/* target.c: functions to probe, and the calls that hit them */

/* The stack pointer's name in definitions */
#define STACK_POINTER	"%sp"

/**
 * struct target - a place in the kernel that gets probes, and what definitions can read there
 * @name: names the target in the results of tests
 * @function: the function that is probed
 * @kind: 'p' probes the entry or, with @inside, an instruction; 'r' probes the return
 * @inside: the probe is put on an instruction behind the entry, where only a breakpoint can be
 * @call: calls the function once, with arguments that are known
 * @kernel_base: points to at least 64 bytes of the kernel's memory; to be read by target_base()
 * @kernel_from: the first of these bytes that definitions read
 * @kernel_string: the memory begins with a string of 15 bytes
 * @user_base: points to the memory of this program that targets_prepare() fills; NULL when no register
 *	does; to be read by target_base()
 */
struct target {
	const char *name;
	const char *function;
	char kind;
	bool inside;
	void (*call)(void);
	const char *kernel_base;
	unsigned int kernel_from;
	bool kernel_string;
	const char *user_base;
};

extern const struct target targets[];
extern const unsigned int nr_targets;

/** target_entry_may_be_breakpoint - where ftrace does not serve an entry, is a hit there in a breakpoint? */
extern const bool target_entry_may_be_breakpoint;

/** target_inside_offsets - offsets to try for a probe inside of a function, until one is accepted; ends with NULL */
extern const char *const target_inside_offsets[];

/** target_argument() - the register that has argument @n of a function, counted from 0 */
const char *target_argument(unsigned int n);

/** target_base() - the register or variable that a target's kernel_base or user_base stands for */
const char *target_base(const char *name);

/** target_register() - one of the registers, or the return value, that a definition can record; @n chooses */
const char *target_register(const struct target *target, unsigned int n);

/**
 * targets_prepare() - fill the memory that the calls pass to the kernel
 *
 * The task gets the name that the calls give it as well, so that it is the same at each hit. To be called
 * once, before any target is called.
 */
void targets_prepare(void);

/* definition.c: definitions that are made up for a target */

/**
 * struct arg - an argument of a definition, and where its value lies in the record
 * @text: the argument as it stands in the definition, without its name
 * @size: bytes of an element
 * @count: elements of the array, or 1
 * @dynamic: the record has a location here (__data_loc) and the value behind the static part
 * @user_string: the value is a string that is read from user space
 * @ours: mainline does not know the type, so it does not get the definition
 * @at: offset in the record
 */
struct arg {
	char text[160];
	unsigned int size;
	unsigned int count;
	bool dynamic;
	bool user_string;
	bool ours;
	unsigned int at;
};

/**
 * struct definition - a definition of a probe, and the layout that its records have to have
 * @text: the line that is written into kprobe_events
 * @arg: its arguments
 * @nr_args: how many of them are used
 * @end: offset behind the static part of the record
 * @ours: mainline does not know a type in it
 * @refused: mainline has not taken it
 * @stack: it reads the stack, parts of which hold what earlier calls left there
 */
struct definition {
	char text[ARGS_MAX * 170];
	struct arg arg[ARGS_MAX];
	unsigned int nr_args;
	unsigned int end;
	bool ours;
	bool refused;
	bool stack;
};

extern struct definition definitions[DEFINITIONS_MAX];
extern unsigned int nr_definitions;

/** definitions_seed() - choose which random definitions definitions_create() makes */
void definitions_seed(uint64_t number);

/**
 * definitions_create() - replace all definitions by those for a target
 * @target: the target that they probe and read from
 * @random: how many random ones there are beside those that every run has
 */
void definitions_create(const struct target *target, unsigned int random);

/* way.c: mounts, and how hits are recorded in each */

/**
 * struct record - what one mount recorded of the hit of one definition
 * @data: the bytes of the record, without the common fields that @more counts
 * @len: bytes of @data
 * @hits: records that were read; 1 when all is well
 * @more: bytes of common fields that only some kernels have; they were taken out of @data, but the
 *	locations of strings still count them
 * @line: the arguments as trace shows them
 * @lines: lines that were read; 1 when all is well
 */
struct record {
	unsigned char data[RECORD_MAX];
	unsigned int len;
	unsigned int hits;
	unsigned int more;
	char line[RECORD_MAX * 4];
	unsigned int lines;
};

/**
 * struct way - a mount that is set up so that its hits take a certain way
 * @name: names the way in the results of tests
 * @dir: where it is mounted
 * @options: options of the mount, or NULL
 * @clock: is written into trace_clock
 * @filter: is written into the filter of all events; NULL sets none
 * @stacktrace: the option stacktrace is on
 * @expected: words that have to be seen in the column "way" of probe_stats, with spaces between
 * @seen: words that have been seen there, a space behind each
 * @more: see struct record
 * @ids: for each event's id, the number of its definition plus 1, or 0
 * @record: one record for each definition
 */
struct way {
	const char *name;
	char dir[60];
	const char *options;
	const char *clock;
	const char *filter;
	bool stacktrace;
	const char *expected;
	char seen[200];
	unsigned int more;
	unsigned int ids[65536];
	struct record *record;
};

extern struct way ways[];
extern unsigned int nr_ways;	/* counts mainline once ways_mount() was told where that is */

/*
 * strncpy_from_user_nofault() of 6.12 and older returns the same for a string without a byte as for a fault,
 * and mainline records a fault then. Set by ways_mount() for such a kernel.
 */
extern bool empty_is_fault;

/** way_is_mainline() - is it the kernel's own tracefs, and no mount of probefs? */
bool way_is_mainline(const struct way *way);

/**
 * ways_mount() - make all mounts of probefs
 * @tracefs: where mainline's tracefs is, which becomes the last of the ways; or NULL
 */
void ways_mount(const char *tracefs);

/** ways_umount() - remove all mounts that ways_mount() made */
void ways_umount(void);

/** way_path() - the path of a file of the mount, good until the next call */
const char *way_path(const struct way *way, const char *file);

/** write_at() - write a text into the file of that path, opened with @flags; return whether all was taken */
bool write_at(const char *path, const char *text, int flags);

/** way_try_write() - write_at() for a file of the mount */
bool way_try_write(const struct way *way, const char *file, const char *text, int flags);

/** way_write() - write a text into a file of the mount; on failure print its error_log and end the program */
void way_write(const struct way *way, const char *file, const char *text, int flags);

/** way_prepare() - give all definitions to the mount, and set it up for hits; its events stay off */
void way_prepare(struct way *way, const struct target *target);

/** way_switch_events() - enable or disable the events of all definitions */
void way_switch_events(struct way *way, bool on);

/** way_clean_up() - take the filter and all definitions out of the mount again */
void way_clean_up(struct way *way);

/* record.c: what a mount recorded */

/** records_alloc() - an empty record for each definition; to be freed by free() */
struct record *records_alloc(void);

/** records_read() - fill the records of a way from the mount's trace and trace_pipe_raw of CPU 0 */
void records_read(struct way *way);

/**
 * struct taken - what probe_stats says of the ways of all probes of a mount
 * @probes: how many probes there are
 * @general: probes for which no other way than the general one is meant
 * @slow: hits that have taken the general way so far
 */
struct taken {
	unsigned long probes;
	unsigned long general;
	unsigned long slow;
};

/** taken_read() - read probe_stats; words of its column "way" are added to @way->seen */
struct taken taken_read(struct way *way);

/* compare.c: is it the same? */

/**
 * records_differ() - compare two records of one definition
 * @def: the definition
 * @a: a record of a mount of probefs
 * @b: the other record
 * @is_mainline: @b is mainline's
 *
 * Return: the first argument that differs, counted from 1; -1 when the probe's address differs; 0 when the
 * records are the same.
 */
int records_differ(const struct definition *def, const struct record *a, const struct record *b,
		   bool is_mainline);

/**
 * compare_way() - compare what two ways recorded of a target, and print the result of the test
 * @target: the target that was hit
 * @way: the way whose records and lines are judged
 * @with: the way that they have to agree with
 * @steady: for each definition, whether it is compared; NULL when all are. With it the two were not hit by the
 *	same call, and it names the definitions that record the same at each hit.
 */
void compare_way(const struct target *target, struct way *way, const struct way *with, const bool *steady);

#endif
