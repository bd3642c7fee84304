/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fetch programs: the arguments of one probe, compiled.
 *
 * A program writes the arguments of one hit into a record. The place of everything of fixed size is
 * fixed when the program is compiled. Strings are appended behind the static part, and a location
 * word (length << 16 | offset from the start of the record, length with its NUL) points at each
 * string.
 *
 * The arguments are behind the head of the record (record_head.h).
 */
#ifndef FETCH_FETCH_PROGRAM_H
#define FETCH_FETCH_PROGRAM_H

#include <linux/types.h>
#include "parser/parse_definition.h"
#include "fetch/fetch_type.h"
#include "fetch/record_head.h"

#define FETCH_RECORD_MAX	4072	/* largest payload of a 4 KiB sub-buffer */
#define FETCH_STATIC_MAX	3072	/* all arguments of fixed size (MAX_PROBE_EVENT_SIZE) */
#define FETCH_STRING_MAX	4096	/* longest string read, equal to mainline's PATH_MAX */
#define FETCH_STEPS_MAX		16	/* mainline's FETCH_INSN_MAX, which decides TOO_MANY_OPS */
#define FETCH_ENTRY_DATA_MAX	4096	/* bytes that a return probe may save at entry */

/**
 * struct fetch_field - one argument as readers of records see it
 * @name: name of the argument
 * @body: text of the expression, as listed
 * @type: type of the argument's value or elements
 * @offset: offset of the field in the record
 * @size: bytes in the static part, all elements together
 * @count: number of array elements, 0 for a scalar
 * @bit_width: bits of a bitfield, else 0
 * @dynamic: the field is a location word, or an array of them
 */
struct fetch_field {
	const char *name;
	const char *body;
	const struct fetch_type *type;
	u16 offset;
	u16 size;
	u16 count;
	u8 bit_width;
	bool dynamic;
};

/**
 * struct fetch_layout - the fields of an event, shared by all its probes
 * @head: what the records have before the arguments
 * @nr_fields: number of elements in @field
 * @static_size: bytes of the record without strings
 * @dynamic: at least one field is dynamic
 * @field: the fields, one for each argument
 */
struct fetch_layout {
	const struct record_head *head;
	unsigned int nr_fields;
	u16 static_size;
	bool dynamic;
	struct fetch_field field[];
};

struct fetch_layout *fetch_layout_create(const struct record_head *head,
					 const struct probe_argument *args, unsigned int nr_args,
					 struct parse_error *error);
void fetch_layout_destroy(struct fetch_layout *layout);
int fetch_layout_compare(const struct fetch_layout *a, const struct fetch_layout *b);

/*
 * Finds the symbol of @SYM. Returns 0, or -ENOENT while it is unknown (its module is not loaded).
 */
typedef int (*fetch_symbol_fn)(const char *symbol, unsigned long *address);

struct fetch_frame;
struct fetch_program;
struct fetch_op;

struct fetch_program *fetch_program_create(const struct fetch_layout *layout,
					   const struct fetch_frame *frame,
					   const struct probe_argument *args, unsigned int nr_args,
					   fetch_symbol_fn symbol);
void fetch_program_destroy(struct fetch_program *program);
bool fetch_program_update_symbols(struct fetch_program *program, fetch_symbol_fn symbol);
int fetch_check_argument(const struct probe_argument *arg, struct parse_error *error);

/* Tells whether a hit reads the word at that offset in the frame. */
bool fetch_program_reads_register(const struct fetch_program *program, u16 offset);

/* Returns the bytes that a return probe has to save when the function is entered; 0: nothing. */
size_t fetch_program_entry_size(const struct fetch_program *program);
void fetch_program_run_entry(const struct fetch_program *program, const void *frame,
			     void *entry_data);

/**
 * struct fetch_source - the values of one hit
 * @frame: what the hit brings
 * @entry_data: what fetch_program_run_entry() saved, or NULL
 * @faults: number of reads that faulted; programs add to it
 */
struct fetch_source {
	const void *frame;
	const void *entry_data;
	unsigned int faults;
};

/* Writes the static part, for programs of a layout that is not dynamic. Any context. */
void fetch_program_run(const struct fetch_program *program, struct fetch_source *source,
		       void *record);
/* Runs a program whose bound is known, with that many bytes at @record. Any context. */
void fetch_program_run_bounded(const struct fetch_program *program, struct fetch_source *source,
			       void *record);
enum fetch_tried;
void fetch_run_other(const struct fetch_op *op, enum fetch_tried tried, struct fetch_source *source,
		     void *record);
/*
 * Writes the static part and strings, @room bytes at most; returns the record's size. Any context.
 */
size_t fetch_program_run_dynamic(const struct fetch_program *program, struct fetch_source *source,
				 void *record, size_t room);

#endif
