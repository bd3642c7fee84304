/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's side of "probes everywhere": see main.c.
 */
#ifndef EVERYWHERE_H
#define EVERYWHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define MAX_CPUS	64
#define MAX_PROBES	16384
#define MAX_FIELDS	16
#define NAME_SIZE	160

/** enum place - where in a function a probe is put */
enum place { PLACE_ENTRY, PLACE_RETURN, PLACE_INSIDE };

/**
 * struct field - what the event's format says of an argument
 * @name: the first letter says what is known of the value, see the top of probes.c
 * @offset: in the record
 * @size: in bytes
 */
struct field {
	char name[8];
	unsigned int offset;
	unsigned int size;
};

/**
 * struct target - one probe and what was seen of it
 * @spec: the function, or FUNCTION#N for the Nth of that name, or FUNCTION+OFFSET
 * @definition: what was written into kprobe_events
 * @event: the name of its event
 * @constant: the number that all its records carry
 * @filter: what is written into its filter, or NULL
 * @id: of the event, or 0 when the place was refused
 * @ip: __probe_ip of its first record
 * @size: bytes of a record; a string may add to it
 * @dynamic: has a string
 * @seen: events that were read
 * @hits: from probe_stats, and so the others
 */
struct target {
	char spec[NAME_SIZE];
	char definition[640];
	char event[16];
	uint64_t constant;
	const char *filter;
	unsigned int id;
	uint64_t ip;
	unsigned int size;
	bool dynamic;
	struct field field[MAX_FIELDS];
	unsigned int nr_fields;
	unsigned long seen;
	unsigned long hits, recorded, filtered, suppressed, lost_full, lost_large, lost_nested, missed;
};

/* main.c */
extern bool mainline;		/* the tracer is the kernel's own: no counters, other pages */
extern int nr_cpus;
__attribute__((format(printf, 1, 2))) void bad(const char *format, ...);
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *format, ...);
bool is_bad(void);
uint64_t now_ms(void);

/* files.c */
char *read_file(const char *path);
int write_file(const char *path, int flags, const char *text, size_t size);
int write_text(const char *path, const char *text);
void append(char **text, size_t *size, const char *more);

/* symbols.c */
void symbols_read(void);
uint64_t symbol_address(const char *name, unsigned int nth, unsigned int *same);
unsigned int symbol_size(uint64_t address);
void list_functions(void);
bool symbol_is_there(const char *name);
void steady_memory(char *where, size_t size);

/* probes.c */
extern struct target targets[MAX_PROBES];
extern unsigned int nr_targets;
extern struct target *hot;
void targets_begin(const char *shape);
void target_add(const char *spec, enum place place, unsigned int seed, unsigned int sample);
unsigned int targets_define(void);
void targets_enable(bool on);
void targets_read_stats(void);
struct target *target_by_id(unsigned int id);
struct target *target_by_name(const char *name, size_t length);

/* load.c */
void load_start(bool mixed);
void load_stop(void);
unsigned long load_calls(void);

/* buffer.c */
void buffer_begin(void);
void buffer_drain(bool as_text);
void buffer_look_at_text(void);
void buffer_finish(void);
unsigned long buffer_events(void);
unsigned long buffer_overrun(void);
unsigned long buffer_lines(void);

#endif
