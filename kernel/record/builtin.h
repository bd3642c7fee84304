/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records that belong to no event which somebody has defined: those of the group "ftrace".
 */
#ifndef KERNEL_BUILTIN_H
#define KERNEL_BUILTIN_H

#include "fetch/record_head.h"

/* The ids that the records carry, which are mainline's: */
#define BUILTIN_ID_FUNCTION	1
#define BUILTIN_ID_STACK	4
#define BUILTIN_ID_MARKER	5
#define BUILTIN_ID_BPRINT	6
#define BUILTIN_ID_USER_STACK	12
#define BUILTIN_ID_BPUTS	14	/* these in 6.1; others number them otherwise */
#define BUILTIN_ID_RAW_MARKER	18

/**
 * struct builtin_record - one of these records
 * @name: name of its event
 * @id: id that the records carry
 * @head: all that a record has
 * @print_raw: appends what the option raw shows of a record of at least @head.size bytes, with the
 *	newline; NULL when that is the id alone
 * @print_message: appends what the option printk-msg-only leaves of a record of at least @head.size bytes;
 *	NULL when the option leaves the line as it is
 */
struct builtin_record {
	const char *name;
	unsigned int id;
	struct record_head head;
	void (*print_raw)(struct text_buffer *text, const void *record, size_t size);
	void (*print_message)(struct text_buffer *text, const void *record, size_t size);
};

extern const struct builtin_record builtin_bprint;
extern const struct builtin_record builtin_bputs;
extern const struct builtin_record builtin_function;
extern const struct builtin_record builtin_marker;
extern const struct builtin_record builtin_raw_marker;
extern const struct builtin_record builtin_stack;
extern const struct builtin_record builtin_user_stack;

#define BUILTIN_GROUP	"ftrace"

const struct builtin_record *builtin_record_by_id(unsigned int id);
const struct builtin_record *builtin_record_by_name(const char *name);

#endif
