/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a probe definition from the text of one line.
 *
 * The parser holds no memory, takes no lock and knows no kernel object: the caller brings the line,
 * the structures to fill, and two look-ups (types and registers) that belong to the layer above.
 * The caller drives it in steps, because mainline's parser reports the first error in this order:
 * letter and place, (the caller resolves the symbol), names, then one argument after another.
 *
 *	parse_command_split()		line -> words, comment dropped, single blanks
 *	parse_probe_place()		word 0 up to the ':', word 1
 *	  caller: resolve the symbol, find out whether it is a function entry
 *	parse_probe_names()		[:[GRP/][EVENT]] or the automatic names
 *	parse_expand_arguments()	word 2, 3, ... -> arguments: $arg* is one for each parameter
 *	parse_probe_argument()		for argument 0, 1, ...; caller checks each before the next
 *
 * What a name means (FILE->f_mode, $retval, $argN) depends on the place. The caller fills a struct
 * parse_names with two functions that know; without one there are no names.
 *
 * Sources of the grammar: Documentation/trace/kprobetrace.rst of the kernel; columns as mainline's
 * error_log reports them.
 */
#ifndef PARSER_PARSE_DEFINITION_H
#define PARSER_PARSE_DEFINITION_H

#include <linux/types.h>
#include "parser/parse_error.h"

#define PROBE_NAME_SIZE		64	/* group, event: 63 characters and NUL */
#define PROBE_SYMBOL_SIZE	512	/* KSYM_NAME_LEN of the newest kernels */
#define PROBE_MODULE_SIZE	64
#define PROBE_SYMBOL_TEXT	(PROBE_MODULE_SIZE + PROBE_SYMBOL_SIZE)	/* MODULE:SYMBOL and NUL */
#define PROBE_ARGUMENTS_MAX	128
#define PROBE_ARGUMENT_LEN	255	/* expression text after NAME=, with names of fields or per-CPU variables */
#define PROBE_OFFSETS_LEN	63	/* the same without such names; and the name of a variable */
#define PROBE_ARGUMENT_NAME_LEN	32	/* NAME= */
#define PARSE_EXPANDED_MAX	128	/* names that replace $argN and $arg*, each with a NUL */
#define PROBE_ARRAY_MAX		64
#define PROBE_MAXACTIVE_MAX	4096
#define PROBE_COMMAND_MAX	4096	/* one line, its NUL included */
#define PROBE_DEREF_MAX		16	/* room for levels; the limit in force counts fetch steps */
#define PARSE_WORDS_MAX		(PROBE_ARGUMENTS_MAX + 3)

struct path;

/** struct text_span - a part of the normalised command text, in bytes */
struct text_span {
	u16 pos;
	u16 len;
};

/**
 * struct argument_source - what an argument is made of
 * @word: index of the word in the command
 * @parameter: number of the parameter, from 1, whose name replaces $argN or $arg* in the word; 0
 *	when the word stands for itself
 */
struct argument_source {
	u16 word;
	u16 parameter;
};

/**
 * struct parse_command - one line, split into words
 * @text: normalised text: words joined by single blanks, NUL-terminated; the caller's line buffer
 * @nr_words: number of words found (words past PARSE_WORDS_MAX are counted, not stored)
 * @word: position and length of each word
 * @nr_args: number of arguments, which parse_expand_arguments() finds
 * @arg: what each of them is made of
 * @error: the first error, valid after a parse function failed with @error.code set
 */
struct parse_command {
	char *text;
	unsigned int nr_words;
	struct text_span word[PARSE_WORDS_MAX];
	unsigned int nr_args;
	struct argument_source arg[PROBE_ARGUMENTS_MAX];
	struct parse_error error;
};

enum probe_kind {
	PROBE_ENTRY,		/* p */
	PROBE_RETURN,		/* r, or p SYM%return */
	PROBE_FUNCTION_ENTRY,	/* f */
	PROBE_FUNCTION_EXIT,	/* f SYM%return, or f with $retval */
	PROBE_TRACEPOINT,	/* t */
	PROBE_USER_ENTRY,	/* p PATH:OFFSET */
	PROBE_USER_RETURN,	/* r PATH:OFFSET, or p PATH:OFFSET%return */
	PROBE_EVENT,		/* e */
};

/**
 * struct probe_definition - head and place of a definition
 * @kind: the kind of the probe, which the letter and the place decide
 * @maxactive: the number of return instances, or 0 for the default
 * @group: name of the group, given or automatic
 * @event: name of the event, given or automatic
 * @several: @place is a list of patterns, each place of which gets a probe, and @symbol is empty
 * @by_address: the place is @address, and @symbol is empty
 * @module: name of the module in MOD:SYM, or empty
 * @symbol: symbol without module and offset; empty with @by_address, and for "MOD:"
 * @offset: offset of the place from the symbol, negative for SYM-OFF
 * @address: absolute address of the place, with @by_address
 * @place: the place as listed, for a kind whose places are neither symbols nor addresses; else empty
 * @path: PATH of a place in a file, in the command
 * @file: the file that is at @path; the layer above looks it up
 * @file_offset: OFFSET of a place in a file
 * @ref_offset: REF of a place in a file, 0 when there is none
 * @own_name: the name that the event gets by itself, for a kind that makes one of its own; else empty
 * @attached_group: for an event probe, the group of the event that it is attached to
 * @attached_event: for an event probe, the name of that event
 * @filter: for an event probe, where the filter is in the command; pos 0 when there is none, len 0 when
 *	nothing follows the "if"
 */
struct probe_definition {
	enum probe_kind kind;
	unsigned int maxactive;
	char group[PROBE_NAME_SIZE];
	char event[PROBE_NAME_SIZE];
	bool several;
	bool by_address;
	char module[PROBE_MODULE_SIZE];
	char symbol[PROBE_SYMBOL_SIZE];
	long offset;
	unsigned long address;
	char place[PROBE_COMMAND_MAX];
	struct text_span path;
	const struct path *file;
	unsigned long file_offset;
	unsigned long ref_offset;
	char own_name[PROBE_NAME_SIZE];
	char attached_group[PROBE_NAME_SIZE];
	char attached_event[PROBE_NAME_SIZE];
	struct text_span filter;
};

/**
 * struct probe_naming - the names that the events of one kind of probe get by themselves
 * @group: name of the group; NULL when the parser of the place takes the names, too
 * @prefix: what an event's name begins with, before '_', the place, '_' and its offset; or NULL when the
 *	name is the place
 * @suffix: what follows the place, without @prefix
 */
struct probe_naming {
	const char *group;
	const char *prefix;
	const char *suffix;
};

/* How a pattern in a list of places means functions */
enum place_pattern_kind {
	PLACE_NAME,	/* NAME: the one symbol of that name */
	PLACE_NTH,	/* NAME[N]: of several symbols of that name, the one with number @index by address */
	PLACE_EACH,	/* NAME[*]: all symbols of that name */
	PLACE_GLOB,	/* all functions that it matches; one that ends in ".*" also without that end */
};

/**
 * struct place_pattern - one pattern of a list of places
 * @text: name or glob, in the list
 * @leaves_out: the functions are left out, if patterns before have named them
 * @kind: how functions are meant
 * @index: with PLACE_NTH, the number, from 0
 */
struct place_pattern {
	struct text_span text;
	bool leaves_out;
	enum place_pattern_kind kind;
	unsigned int index;
};

/* The kind of an expression's innermost operand */
enum operand_kind {
	OPERAND_REGISTER,	/* %REG:	@number = what the register look-up returned */
	OPERAND_STACK_POINTER,	/* $stack */
	OPERAND_STACK,		/* $stackN:	@number = N */
	OPERAND_RETVAL,		/* $retval */
	OPERAND_ARGUMENT,	/* $argN:	@number = N, from 1 */
	OPERAND_COMM,		/* $comm */
	OPERAND_CURRENT,	/* $current: the address of the task's struct task_struct */
	OPERAND_ADDRESS,	/* @ADDR:	@value; a memory operand */
	OPERAND_SYMBOL,		/* @SYM+-OFF:	@text, @value = offset; a memory operand */
	OPERAND_FILE,		/* @+OFFSET:	in deref[0]; a memory operand */
	OPERAND_IMMEDIATE,	/* \NUM:	@value */
	OPERAND_STRING,		/* \"TEXT":	@text, without the quotes */
	OPERAND_FIELD,		/* $FIELD:	@field */
};

/* What a field of a record is to an event probe that names it: */
enum parse_field_kind {
	PARSE_FIELD_NUMBER,	/* the number in the field */
	PARSE_FIELD_INLINE,	/* the address of the field: characters, or another array */
	PARSE_FIELD_LOCATION,	/* the address of what a location word (__data_loc) points to */
	PARSE_FIELD_RELATIVE,	/* the same, counted from behind the word (__rel_loc) */
};

/**
 * struct parse_field - a field of the records of the event that an event probe is attached to
 * @offset: offset of the field in the record
 * @size: bytes of the field in the record
 * @is_signed: the number has a sign
 * @kind: what the field is to an expression
 */
struct parse_field {
	u16 offset;
	u16 size;
	bool is_signed;
	enum parse_field_kind kind;
};

/**
 * struct dereference - one level: a word that is read, or a step to the variable of this CPU
 * @offset: what is added to the value so far
 * @user: the word is in user memory
 * @per_cpu: nothing is read: the value so far is the address of a per-CPU variable as the kernel
 *	keeps it, and becomes that of this CPU's
 * @pos: column of the level
 */
struct dereference {
	long offset;
	bool user;
	bool per_cpu;
	u16 pos;
};

/**
 * struct probe_argument - one fetch argument
 * @name: name of the argument, given, that of the variable, or automatic (argN)
 * @body: the expression with its type, without NAME=, as listings show it (%pd and %pD rewritten)
 * @word_pos: column of the argument word in the command
 * @body_pos: column of the expression (word_pos, or past NAME=)
 * @type_pos: column of the type, to which a type error points; that of the expression when no type
 *	was given
 * @operand: kind of the innermost operand
 * @number: offset of a register, or number of a stack slot or argument
 * @value: an address, an immediate, or the offset of @SYM
 * @field: the field that is the innermost operand
 * @text: symbol name (may be empty: "@" is a symbol that does not exist) or string, in @body
 * @nr_derefs: number of levels around the operand
 * @deref: the levels, innermost first. "@ADDR" and "@SYM" without a level around them stand for the
 *	memory at that address: they carry one implicit level with offset 0 as deref[0]; that of
 *	"@+OFFSET" has the offset from the place where the file begins in memory
 * @type: index that the type look-up returned (the base type: "u8" of "u8[4]"), or, without a type
 *	in the text, the one that a name has by itself
 * @has_type: a type was written
 * @count: number of array elements, 0 for a scalar
 */
struct probe_argument {
	char name[PROBE_OFFSETS_LEN + 1];
	char body[PROBE_ARGUMENT_LEN + 1];
	u16 word_pos;
	u16 body_pos;
	u16 type_pos;
	enum operand_kind operand;
	unsigned int number;
	long value;
	struct parse_field field;
	struct text_span text;
	unsigned int nr_derefs;
	struct dereference deref[PROBE_DEREF_MAX];
	int type;
	bool has_type;
	unsigned int count;
};

/* How a value of a known type is read as a string */
enum parse_string_form {
	PARSE_NO_STRING,	/* it can't be */
	PARSE_CHARACTERS,	/* the bytes are where the value is */
	PARSE_CHARACTER_POINTER,	/* the value is the address of the bytes */
};

/**
 * struct parse_value - what a name means
 * @operand: kind of the operand that the name stands for
 * @number: its number, as in struct probe_argument
 * @field: with OPERAND_FIELD, the field
 * @nr_derefs: number of times that memory is read from there
 * @offset: for each of these, what is added to the value so far to make an address
 * @is_typed: the type of the value is known, and so are the next two
 * @type: index of the type that an argument has when its text has none
 * @string: how the types string and ustring read the value
 */
struct parse_value {
	enum operand_kind operand;
	unsigned int number;
	struct parse_field field;
	unsigned int nr_derefs;
	long offset[PROBE_DEREF_MAX];
	bool is_typed;
	int type;
	enum parse_string_form string;
};

/**
 * struct parse_names - what names mean at the place of a definition
 * @nr_parameters: number of parameters, which $argN and $arg* stand for
 * @parameter: gets the name of a parameter, @index from 0 and below @nr_parameters; empty when it
 *	has none
 * @find: finds out what an operand means that is no register, address or immediate value: "NAME",
 *	"NAME->FIELD.FIELD", "$current->FIELD", "$retval" and "$retval->FIELD" (only where there is a
 *	return value); with PARSE_FIELDS, the field of a record that is called "NAME", which the text
 *	may have behind a '$'.
 *	@text need not be terminated. Returns 0 with @value filled, or an errno; that of @error, whose
 *	position counts from the beginning of @text, except for -ENOMEM
 * @cast: finds out what the fields @path of @text are, which begin with an arrow, if what stands
 *	before them is the address that @cast of @text says: "STRUCT" or "STRUCT,MEMBER". Fills @value but
 *	for its operand, with at least one read; otherwise as @find. NULL for a kind without typecasts
 *
 * A kind of definition embeds this in what else the two functions need to know.
 */
struct parse_names {
	unsigned int nr_parameters;
	const char *(*parameter)(const struct parse_names *names, unsigned int index);
	int (*find)(const struct parse_names *names, const char *text, size_t len,
		    struct parse_value *value, struct parse_error *error);
	int (*cast)(const struct parse_names *names, const char *text, struct text_span cast,
		    struct text_span path, struct parse_value *value, struct parse_error *error);
};

/**
 * struct parse_lookup - what the parser asks of the layer above
 * @find_type: finds the index of a type by its name, or -ENOENT. @len 0 asks for the default type.
 *	Bitfield types (bW@O/C) are types, too; %pd and %pD have been rewritten before
 * @find_register: finds the offset of a register by its name without '%', or -ENOENT
 * @names: what names mean at the place, or NULL when nothing is known of types there
 * @dentry_name_offset: offset of d_name.name in struct dentry, for the rewrite of EXPR:%pd into
 *	+0x0(+OFF(EXPR)):string
 * @file_dentry_offset: offset of f_path.dentry in struct file, for %pD
 * @limits_as_7_3: the limits of expressions are those of mainline since Linux 7.3: eight levels of dereferences,
 *	per-CPU variables and typecasts together, in PROBE_ARGUMENT_LEN characters. Else only names of fields and of
 *	per-CPU variables give an expression more than PROBE_OFFSETS_LEN
 */
struct parse_lookup {
	int (*find_type)(const char *name, size_t len);
	int (*find_register)(const char *name, size_t len);
	const struct parse_names *names;
	unsigned int dentry_name_offset;
	unsigned int file_dentry_offset;
	bool limits_as_7_3;
};

/* What is known of the place when arguments are parsed: */
#define PARSE_FUNCTION_ENTRY	0x1	/* $argN is available on an entry probe */
#define PARSE_RETURN		0x2	/* $retval, and $argN as saved at entry */
#define PARSE_FIELDS		0x4	/* the place is an event: names are fields, and there is no $argN */
#define PARSE_NO_REGISTERS	0x10	/* %REG is not available */
#define PARSE_USER		0x20	/* the place is in a program: no symbols, no $argN, but @+OFFSET */

/**
 * struct probe_deletion - "-:[GRP/][EVENT] [PLACE [ARGS]]" or "!DEFINITION"
 * @name_pos: column of the names
 * @group: name of the group; empty matches any group
 * @event: name of the event; empty (only with a group) matches every event of the group
 * @place: word to compare with the place as listed; len 0 matches any place
 * @first_argument: index of the first argument word to compare; nr_words when there is none
 */
struct probe_deletion {
	unsigned int name_pos;
	char group[PROBE_NAME_SIZE];
	char event[PROBE_NAME_SIZE];
	struct text_span place;
	unsigned int first_argument;
};

int parse_command_split(struct parse_command *cmd, char *line);
int parse_no_kind(struct parse_command *cmd);
int parse_probe_place(struct parse_command *cmd, struct probe_definition *def);
int parse_function_place(struct parse_command *cmd, struct probe_definition *def);
int parse_tracepoint_place(struct parse_command *cmd, struct probe_definition *def);
int parse_event_place(struct parse_command *cmd, struct probe_definition *def);
bool parse_place_is_list(const char *place, size_t len);
bool parse_next_pattern(const char *place, unsigned int *pos, struct place_pattern *pattern);
int parse_place_patterns(struct parse_command *cmd, struct probe_definition *def, size_t len);
void parse_symbol_print(const struct probe_definition *def, char *text, size_t size);
int parse_given_names(struct parse_command *cmd, struct probe_definition *def);
int parse_probe_names(struct parse_command *cmd, struct probe_definition *def,
		      const struct probe_naming *naming);
int parse_expand_arguments(struct parse_command *cmd, unsigned int flags,
			   const struct parse_names *names);
int parse_probe_argument(struct parse_command *cmd, unsigned int index, unsigned int flags,
			 const struct parse_lookup *lookup, struct probe_argument *args);
size_t parse_find_path(const char *place, size_t len);
int parse_file_place(struct parse_command *cmd, struct probe_definition *def);
int parse_file_offset(struct parse_command *cmd, struct probe_definition *def);
int parse_deletion(struct parse_command *cmd, struct probe_deletion *del);
unsigned int parse_error_column(const struct parse_command *cmd, unsigned int word);

#endif
