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
 *	parse_probe_argument()		for word 2, 3, ...; caller checks each before the next
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
#define PROBE_ARGUMENT_LEN	63	/* expression text after NAME= */
#define PROBE_ARGUMENT_NAME_LEN	32
#define PROBE_ARRAY_MAX		64
#define PROBE_MAXACTIVE_MAX	4096
#define PROBE_COMMAND_MAX	4096	/* one line, its NUL included */
#define PROBE_DEREF_MAX		16	/* room for levels; the limit in force counts fetch steps */
#define PARSE_WORDS_MAX		(PROBE_ARGUMENTS_MAX + 3)

/** struct text_span - a part of the normalised command text, in bytes */
struct text_span {
	u16 pos;
	u16 len;
};

/**
 * struct parse_command - one line, split into words
 * @text: normalised text: words joined by single blanks, NUL-terminated; the caller's line buffer
 * @nr_words: number of words found (words past PARSE_WORDS_MAX are counted, not stored)
 * @word: position and length of each word
 * @error: the first error, valid after a parse function failed with @error.code set
 */
struct parse_command {
	char *text;
	unsigned int nr_words;
	struct text_span word[PARSE_WORDS_MAX];
	struct parse_error error;
};

enum probe_kind {
	PROBE_ENTRY,		/* p */
	PROBE_RETURN,		/* r, or p SYM%return */
};

/**
 * struct probe_definition - head and place of a definition
 * @kind: whether the probe is an entry or a return probe
 * @maxactive: the number of return instances, or 0 for the default
 * @group: name of the group, given or automatic
 * @event: name of the event, given or automatic
 * @by_address: the place is @address, and @symbol is empty
 * @module: name of the module in MOD:SYM, or empty
 * @symbol: symbol without module and offset; empty with @by_address, and for "MOD:"
 * @offset: offset of the place from the symbol, negative for SYM-OFF
 * @address: absolute address of the place, with @by_address
 */
struct probe_definition {
	enum probe_kind kind;
	unsigned int maxactive;
	char group[PROBE_NAME_SIZE];
	char event[PROBE_NAME_SIZE];
	bool by_address;
	char module[PROBE_MODULE_SIZE];
	char symbol[PROBE_SYMBOL_SIZE];
	long offset;
	unsigned long address;
};

/**
 * struct probe_naming - the names that the events of one kind of probe get by themselves
 * @group: name of the group
 * @prefix: what an event's name begins with, before '_' and the place
 */
struct probe_naming {
	const char *group;
	const char *prefix;
};

/* The kind of an expression's innermost operand */
enum operand_kind {
	OPERAND_REGISTER,	/* %REG:	@number = what the register look-up returned */
	OPERAND_STACK_POINTER,	/* $stack */
	OPERAND_STACK,		/* $stackN:	@number = N */
	OPERAND_RETVAL,		/* $retval */
	OPERAND_ARGUMENT,	/* $argN:	@number = N, from 1 */
	OPERAND_COMM,		/* $comm */
	OPERAND_ADDRESS,	/* @ADDR:	@value; a memory operand */
	OPERAND_SYMBOL,		/* @SYM+-OFF:	@text, @value = offset; a memory operand */
	OPERAND_IMMEDIATE,	/* \NUM:	@value */
	OPERAND_STRING,		/* \"TEXT":	@text, without the quotes */
};

/** struct dereference - one +-[u]OFFS( ) level; @pos is the column of its sign */
struct dereference {
	long offset;
	bool user;
	u16 pos;
};

/**
 * struct probe_argument - one fetch argument
 * @name: name of the argument, given or automatic (argN)
 * @body: the expression with its type, without NAME=, as listings show it (%pd and %pD rewritten)
 * @word_pos: column of the argument word in the command
 * @body_pos: column of the expression (word_pos, or past NAME=)
 * @type_pos: column of the type, to which a type error points; that of the expression when no type
 *	was given
 * @operand: kind of the innermost operand
 * @number: offset of a register, or number of a stack slot or argument
 * @value: an address, an immediate, or the offset of @SYM
 * @text: symbol name (may be empty: "@" is a symbol that does not exist) or string, in @body
 * @nr_derefs: number of levels around the operand
 * @deref: the levels, innermost first. "@ADDR" and "@SYM" without a level around them stand for the
 *	memory at that address: they carry one implicit level with offset 0 as deref[0]
 * @type: index that the type look-up returned (the base type: "u8" of "u8[4]")
 * @has_type: a type was written
 * @count: number of array elements, 0 for a scalar
 */
struct probe_argument {
	char name[PROBE_ARGUMENT_NAME_LEN + 1];
	char body[PROBE_ARGUMENT_LEN + 1];
	u16 word_pos;
	u16 body_pos;
	u16 type_pos;
	enum operand_kind operand;
	unsigned int number;
	long value;
	struct text_span text;
	unsigned int nr_derefs;
	struct dereference deref[PROBE_DEREF_MAX];
	int type;
	bool has_type;
	unsigned int count;
};

/**
 * struct parse_lookup - what the parser asks of the layer above
 * @find_type: finds the index of a type by its name, or -ENOENT. @len 0 asks for the default type.
 *	Bitfield types (bW@O/C) are types, too; %pd and %pD have been rewritten before
 * @find_register: finds the offset of a register by its name without '%', or -ENOENT
 * @dentry_name_offset: offset of d_name.name in struct dentry, for the rewrite of EXPR:%pd into
 *	+0x0(+OFF(EXPR)):string
 * @file_dentry_offset: offset of f_path.dentry in struct file, for %pD
 */
struct parse_lookup {
	int (*find_type)(const char *name, size_t len);
	int (*find_register)(const char *name, size_t len);
	unsigned int dentry_name_offset;
	unsigned int file_dentry_offset;
};

/* What is known of the place when arguments are parsed: */
#define PARSE_FUNCTION_ENTRY	0x1	/* $argN is available on an entry probe */
#define PARSE_RETURN		0x2	/* $retval, and $argN as saved at entry */

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
void parse_symbol_print(const struct probe_definition *def, char *text, size_t size);
int parse_probe_names(struct parse_command *cmd, struct probe_definition *def,
		      const struct probe_naming *naming);
int parse_probe_argument(struct parse_command *cmd, unsigned int index, unsigned int flags,
			 const struct parse_lookup *lookup, struct probe_argument *args);
int parse_deletion(struct parse_command *cmd, struct probe_deletion *del);
unsigned int parse_error_column(const struct parse_command *cmd, unsigned int word);

#endif
