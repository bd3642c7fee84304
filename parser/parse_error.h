/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors of definitions, one row per error. The rows are expanded into the enum, the text and the
 * errno.
 *
 * The texts are those of mainline's error_log, which people search the web for. A text may go on, behind
 * ": ", with what mainline does not say. A row without a test case fails `make check`.
 */
#ifndef PARSER_PARSE_ERROR_H
#define PARSER_PARSE_ERROR_H

#include <linux/types.h>
#include <linux/errno.h>

/* Each row is ERROR(name, errno, text). */
#define PARSE_ERRORS(ERROR)											\
	ERROR(LINE_TOO_LONG,		EINVAL,	"The line is too long: it has 4094 characters at most")		\
	ERROR(NUL_BYTE,			EINVAL,	"There is a NUL byte in the line")				\
	ERROR(NO_KIND,			EINVAL,	"No matching dynamic event type: a line begins with 'p', 'r' or '-:'")	\
	ERROR(KIND_MISSING,		EINVAL,	"No matching dynamic event type: 'f', 't' and 'e' are for dynamic_events, there is no 's'") \
	ERROR(NO_TRACEPOINTS,		EINVAL,	"No matching dynamic event type: this kernel or this build has no probes on tracepoints") \
	ERROR(NO_PLACE,			EINVAL,	"No matching dynamic event type: the place is missing, as in 'p:open do_sys_openat2'") \
	ERROR(PLACE_IN_FILE,		EINVAL,	"No matching dynamic event type: PATH:OFFSET, with a number, is for uprobe_events and dynamic_events") \
	ERROR(FILE_PLACE_WANTED,	EINVAL,	"No matching dynamic event type: the place is PATH:OFFSET, with a number, which probefs-load makes of a name") \
	ERROR(BAD_DELETION,		EINVAL,	"Invalid deletion: it is -:EVENT, -:GROUP/EVENT or -:GROUP/")	\
	ERROR(NO_EVENT,			ENOENT,	"There is no such event to delete: this file lists those there are")	\
	ERROR(NO_PROBE,			ENOENT,	"The event has no such probe to delete: place and arguments are compared as listed") \
	ERROR(EVENT_IN_USE,		EBUSY,	"The event is in use: write 0 to its file enable, and remove its triggers and event probes") \
	ERROR(FILE_NOT_FOUND,		ENOENT,	"Failed to find the given file")				\
	ERROR(NO_REGULAR_FILE,		EINVAL,	"Not a regular file")						\
	ERROR(BAD_REFCNT,		EINVAL,	"Invalid reference counter offset")				\
	ERROR(REFCNT_OPEN_BRACE,	EINVAL,	"Reference counter brace is not closed")			\
	ERROR(BAD_REFCNT_SUFFIX,	EINVAL,	"Reference counter has wrong suffix")				\
	ERROR(BAD_UPROBE_OFFS,		EINVAL,	"Invalid uprobe offset")					\
	ERROR(REFCNT_DIFFERS,		EINVAL,	"Invalid reference counter offset: another probe of this place has another one") \
	ERROR(BAD_MAXACT_TYPE,		EINVAL,	"Maxactive is only for function exit")				\
	ERROR(BAD_MAXACT,		EINVAL,	"Invalid maxactive number")					\
	ERROR(MAXACT_TOO_BIG,		EINVAL,	"Maxactive is too big")						\
	ERROR(BAD_PROBE_ADDR,		EINVAL,	"Invalid probed address or symbol")				\
	ERROR(NON_UNIQ_SYMBOL,		EINVAL,	"The symbol is not unique")					\
	ERROR(BAD_RETPROBE,		EINVAL,	"Retprobe address must be an function entry")			\
	ERROR(NO_PATTERN,		EINVAL,	"Invalid probed address or symbol: a name or a pattern is missing in the list") \
	ERROR(BAD_PATTERN,		EINVAL,	"Invalid probed address or symbol: in a list there are no modules and no offsets") \
	ERROR(NOTHING_BEFORE,		EINVAL,	"Invalid probed address or symbol: '!' leaves out functions that come before it") \
	ERROR(NO_MATCH,			EINVAL,	"Invalid probed address or symbol: no function that can be probed matches") \
	ERROR(NO_SUCH_INDEX,		EINVAL,	"Invalid probed address or symbol: there are fewer symbols of that name, and the first has the number 0") \
	ERROR(BAD_TP_NAME,		EINVAL,	"Invalid character in tracepoint name")				\
	ERROR(BAD_ADDR_SUFFIX,		EINVAL,	"Invalid probed address suffix")				\
	ERROR(NO_GROUP_NAME,		EINVAL,	"Group name is not specified")					\
	ERROR(GROUP_TOO_LONG,		EINVAL,	"Group name is too long")					\
	ERROR(BAD_GROUP_NAME,		EINVAL,	"Group name must follow the same rules as C identifiers")	\
	ERROR(NO_EVENT_NAME,		EINVAL,	"Event name is not specified")					\
	ERROR(EVENT_TOO_LONG,		EINVAL,	"Event name is too long")					\
	ERROR(BAD_EVENT_NAME,		EINVAL,	"Event name must follow the same rules as C identifiers")	\
	ERROR(EVENT_EXIST,		EEXIST,	"Given group/event name is already used by another event")	\
	ERROR(RETVAL_ON_PROBE,		EINVAL,	"$retval is not available on probe")				\
	ERROR(NO_RETVAL,		ENOENT,	"This function returns 'void' type")				\
	ERROR(BAD_STACK_NUM,		EINVAL,	"Invalid stack number")						\
	ERROR(BAD_ARG_NUM,		EINVAL,	"Invalid argument number")					\
	ERROR(BAD_VAR,			EINVAL,	"Invalid $-variable specified")					\
	ERROR(BAD_REG_NAME,		EINVAL,	"Invalid register name")					\
	ERROR(BAD_MEM_ADDR,		EINVAL,	"Invalid memory address")					\
	ERROR(BAD_IMM,			EINVAL,	"Invalid immediate value")					\
	ERROR(IMMSTR_NO_CLOSE,		EINVAL,	"String is not closed with '\"'")				\
	ERROR(FILE_ON_KPROBE,		EINVAL,	"File offset is not available for kernel probes")		\
	ERROR(BAD_FILE_OFFS,		EINVAL,	"Invalid file offset value")					\
	ERROR(SYM_ON_UPROBE,		EINVAL,	"Symbol is not available with uprobe")				\
	ERROR(TOO_MANY_OPS,		EINVAL,	"Dereference is too much nested")				\
	ERROR(DEREF_NEED_BRACE,		EINVAL,	"Dereference needs a brace")					\
	ERROR(BAD_DEREF_OFFS,		EINVAL,	"Invalid dereference offset")					\
	ERROR(DEREF_OPEN_BRACE,		EINVAL,	"Dereference brace is not closed")				\
	ERROR(COMM_CANT_DEREF,		EINVAL,	"$comm can not be dereferenced")				\
	ERROR(BAD_FETCH_ARG,		EINVAL,	"Invalid fetch argument")					\
	ERROR(NOSUP_BTFARG,		EOPNOTSUPP, "BTF is not available or not supported")		\
	ERROR(NOSUP_BTFARG_HERE,	EINVAL,	"BTF is not available or not supported: names are known at the entry and the return of a function") \
	ERROR(NO_BTFARG,		ENOENT,	"This variable is not found at this probe point")		\
	ERROR(NO_BTF_ENTRY,		ENOENT,	"No BTF entry for this probe point")				\
	ERROR(NOFENTRY_ARGS,		EINVAL,	"$arg* can be used only on function entry or exit")		\
	ERROR(DOUBLE_ARGS,		EINVAL,	"$arg* can be used only once in the parameters")		\
	ERROR(ARGS_2LONG,		E2BIG,	"$arg* failed because the argument list is too long")		\
	ERROR(NO_PTR_STRCT,		EINVAL,	"This is not a pointer to union/structure.")			\
	ERROR(NOSUP_DAT_ARG,		EOPNOTSUPP, "Non pointer structure/union argument is not supported.")	\
	ERROR(BAD_HYPHEN,		EINVAL,	"Failed to parse single hyphen. Forgot '>'?")			\
	ERROR(NO_BTF_FIELD,		ENOENT,	"This field is not found.")					\
	ERROR(BAD_BTF_TID,		EINVAL,	"Failed to get BTF type info.")					\
	ERROR(DOT_ON_POINTER,		EINVAL,	"Failed to get BTF type info.: this is a pointer, and '->' follows it")	\
	ERROR(NO_STRUCT,		EINVAL,	"Failed to get BTF type info.: this is no structure, and has no fields") \
	ERROR(NO_ARRAY,			EINVAL,	"This is not an array of a structure: only such have elements")	\
	ERROR(NO_ELEMENT,		EINVAL,	"The array has no such element")				\
	ERROR(NOSUP_PERCPU,		EINVAL,	"Per-cpu variable access is only for kernel probes")		\
	ERROR(TYPECAST_REQ_FIELD,	EINVAL,	"Typecast requires a field access")				\
	ERROR(TYPECAST_NOT_ALIGNED,	EINVAL,	"Typecast field option is not byte-aligned")			\
	ERROR(TYPECAST_BAD_ARROW,	EINVAL,	"Typecast field option does not support -> operator")		\
	ERROR(TYPECAST_SYM_OFFSET,	EINVAL,	"@SYM+/-OFFSET with typecast needs parentheses")		\
	ERROR(TOO_MANY_NESTED,		E2BIG,	"Too many nested typecasts/dereferences")			\
	ERROR(BAD_TYPE4STR,		EINVAL,	"This type does not fit for string.")				\
	ERROR(REGISTERS_MISSING,	EINVAL,	"Invalid fetch argument: f and t have no registers, but $argN and $stackN") \
	ERROR(EVENT_REGISTERS,		EINVAL,	"Invalid fetch argument: e has no registers, but the fields of its event") \
	ERROR(ARRAY_NO_CLOSE,		EINVAL,	"Array is not closed")						\
	ERROR(BAD_ARRAY_SUFFIX,		EINVAL,	"Array has wrong suffix")					\
	ERROR(BAD_ARRAY_NUM,		EINVAL,	"Invalid array size")						\
	ERROR(ARRAY_TOO_BIG,		EINVAL,	"Array number is too big")					\
	ERROR(BAD_TYPE,			EINVAL,	"Unknown type is specified")					\
	ERROR(BAD_STRING,		EINVAL,	"String accepts only memory argument")				\
	ERROR(BAD_SYMSTRING,		EINVAL,	"Symbol String doesn't accept data/userdata")			\
	ERROR(BAD_BITFIELD,		EINVAL,	"Invalid bitfield")						\
	ERROR(ARG_NAME_TOO_LONG,	EINVAL,	"Argument name is too long")					\
	ERROR(NO_ARG_NAME,		EINVAL,	"Argument name is not specified")				\
	ERROR(BAD_ARG_NAME,		EINVAL,	"Argument name must follow the same rules as C identifiers")	\
	ERROR(USED_ARG_NAME,		EINVAL,	"This argument name is already used")				\
	ERROR(ARG_TOO_LONG,		E2BIG,	"Argument expression is too long")				\
	ERROR(NO_ARG_BODY,		EINVAL,	"No argument expression")					\
	ERROR(NEED_STRING_TYPE,		EINVAL,	"$comm and immediate-string only accepts string type")		\
	ERROR(TOO_MANY_ARGS,		E2BIG,	"Too many arguments are specified")				\
	ERROR(TOO_MANY_EARGS,		E2BIG,	"Too many entry arguments specified")				\
	ERROR(EVENT_TOO_BIG,		E2BIG,	"Event too big (too many fields?)")				\
	ERROR(BAD_INSN_BNDRY,		EILSEQ,	"Probe point is not an instruction boundary")			\
	ERROR(OUTSIDE_SYMBOL,		EINVAL,	"The offset is beyond the end of the symbol: name the function that is there") \
	ERROR(FAIL_REG_PROBE,		EINVAL,	"Failed to register probe event")				\
	ERROR(NO_CODE,			EINVAL,	"Failed to register probe event: this is data, or initialisation code that is gone") \
	ERROR(BLACKLISTED,		EINVAL,	"Failed to register probe event: the function is on the kernel's blacklist of kprobes") \
	ERROR(NOT_TRACEABLE,		EINVAL,	"Failed to register probe event: ftrace leaves this function alone (notrace, or padding)") \
	ERROR(HARMFUL,			EINVAL,	"Failed to register probe event: a probe does harm here, the kernel's log says which") \
	ERROR(BAD_SYMBOL_OFFS,		EINVAL,	"Failed to register probe event: the offset from the symbol is no number") \
	ERROR(DIFF_PROBE_TYPE,		EEXIST,	"Probe type is different from existing probe")			\
	ERROR(DIFF_ARG_TYPE,		EEXIST,	"Argument type or name is different from existing probe")	\
	ERROR(SAME_PROBE,		EEXIST,	"There is already the exact same probe event")			\
	ERROR(NO_EVENT_INFO,		EINVAL,	"This requires both group and event name to attach")		\
	ERROR(BAD_ATTACH_EVENT,		ENODEV,	"Attached event does not exist")				\
	ERROR(BAD_ATTACH_ARG,		EINVAL,	"Attached event does not have this field")			\
	ERROR(NO_EVENT_FIELD,		EINVAL,	"This event field is not found.")				\
	ERROR(NO_EP_FILTER,		EINVAL,	"No filter rule after 'if'")

enum parse_error_code {
	PARSE_OK,
#define ERROR(name, errno_, text) PARSE_##name,
	PARSE_ERRORS(ERROR)
#undef ERROR
	PARSE_NR_ERRORS
};

/**
 * struct parse_error - what is wrong with a command, and where
 * @code: the row of the table, or PARSE_OK when nothing was reported
 * @pos: column in the normalised text of the command, in bytes from 0
 */
struct parse_error {
	enum parse_error_code code;
	unsigned int pos;
};

const char *parse_error_text(enum parse_error_code code);
int parse_error_errno(enum parse_error_code code);

/**
 * parse_fail() - note an error and give its errno
 * @error: receives the error
 * @code: the error, a row of the table
 * @pos: column of the error in the normalised text
 *
 * Return: the negative errno of the row.
 */
static inline int parse_fail(struct parse_error *error, enum parse_error_code code,
			     unsigned int pos)
{
	error->code = code;
	error->pos = pos;
	return parse_error_errno(code);
}

#endif
