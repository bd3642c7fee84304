/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Paths from a variable to what it leads to, as definitions of probes have them:
 *
 *	file->f_path.dentry->d_name.name	members, through pointers and within structs
 *	task->comm[2]				elements of arrays
 *	(sock)arg1->sk_family			the variable is taken for a pointer to a struct
 *	(task_struct,se.group_node)node->pid	... for one to a member of a struct
 *
 * The syntax is mainline's; elements of arrays are an addition.
 */
#ifndef FETCH_BTF_PATH_H
#define FETCH_BTF_PATH_H

#include <linux/errno.h>
#include <linux/types.h>

#include "fetch/btf/btf.h"
#include "parser/parse_definition.h"
#include "parser/parse_text.h"

/*
 * What may be wrong with a path, a row ERROR(name, errno) each. The names are those of mainline's
 * errors, whose texts are known. The last three are new: mainline has BAD_BTF_TID for the first two
 * of them, and no elements of arrays.
 */
#define FETCH_BTF_PATH_ERRORS(ERROR)								\
	ERROR(BAD_HYPHEN,		EINVAL)		/* a '-' that is no "->" */		\
	ERROR(NOSUP_DAT_ARG,		EOPNOTSUPP)	/* "." behind the variable */		\
	ERROR(NO_PTR_STRCT,		EINVAL)		/* "->" behind no pointer; no struct */	\
	ERROR(NO_BTF_FIELD,		ENOENT)		/* a struct has no such member */	\
	ERROR(BAD_BTF_TID,		EINVAL)		/* the blob makes no sense here */	\
	ERROR(TOO_MANY_OPS,		EINVAL)		/* more than PROBE_DEREF_MAX reads */	\
	ERROR(ARRAY_NO_CLOSE,		EINVAL)		/* an index without ']' */		\
	ERROR(BAD_ARRAY_SUFFIX,		EINVAL)		/* something else behind an index */	\
	ERROR(BAD_ARRAY_NUM,		EINVAL)		/* an index that is no number */	\
	ERROR(ARRAY_TOO_BIG,		EINVAL)		/* the array has no such element */	\
	ERROR(TYPECAST_REQ_FIELD,	EINVAL)		/* a cast variable without a member */	\
	ERROR(TYPECAST_NOT_ALIGNED,	EINVAL)		/* a cast to bits within a byte */	\
	ERROR(TYPECAST_BAD_ARROW,	EINVAL)		/* "->" in the member of a cast */	\
	ERROR(DOT_ON_POINTER,		EINVAL)		/* "." behind a pointer member */	\
	ERROR(NO_STRUCT,		EINVAL)		/* a member of what is no struct */	\
	ERROR(NO_ARRAY,			EINVAL)		/* an index behind no array */

enum fetch_btf_path_error_code {
	FETCH_BTF_PATH_OK,
#define ERROR(name, errno_) FETCH_BTF_PATH_##name,
	FETCH_BTF_PATH_ERRORS(ERROR)
#undef ERROR
	FETCH_BTF_PATH_NR_ERRORS
};

/**
 * struct fetch_btf_path_error - what is wrong with a path, and where
 * @code: row of FETCH_BTF_PATH_ERRORS
 * @pos: where the caret belongs, in bytes from the beginning of the text that was given
 */
struct fetch_btf_path_error {
	enum fetch_btf_path_error_code code;
	size_t pos;
};

/**
 * struct fetch_btf_start - the variable that a path begins with
 * @type: id of the type of the variable; with @is_cast, id of a struct or union
 * @is_cast: the variable is an address in a struct @type, whatever its own type is
 * @container: with @is_cast, how many bytes behind the beginning of the struct that address is
 */
struct fetch_btf_start {
	u32 type;
	bool is_cast;
	long container;
};

/**
 * struct fetch_btf_path - the way from the value of a variable to what a path means
 * @nr_derefs: number of times that memory is read; 0 when the path is the variable itself
 * @offset: for each of these, what is added to the value so far to make an address. What is read
 *	there is the next value; the last address is that of what the path means
 * @type: id of what the path means, without typedefs, qualifiers and tags
 * @bit_offset: lowest bit of a bitfield, in the byte at the last address
 * @bit_size: number of bits of a bitfield, which end within 64 bits from that byte; 0 for anything
 *	else
 */
struct fetch_btf_path {
	unsigned int nr_derefs;
	long offset[PROBE_DEREF_MAX];
	u32 type;
	u8 bit_offset;
	u8 bit_size;
};

/**
 * fetch_btf_variable_len() - find the end of the variable at the beginning of a path
 * @text: the path with its variable
 * @len: bytes of @text
 *
 * Return: bytes of the variable; what follows them is for fetch_btf_parse_path().
 */
static inline size_t fetch_btf_variable_len(const char *text, size_t len)
{
	return parse_text_find(text, len, "-.[");
}

int fetch_btf_parse_path(const struct fetch_btf *btf, const struct fetch_btf_start *start,
			 const char *text, size_t len, struct fetch_btf_path *path,
			 struct fetch_btf_path_error *error);
int fetch_btf_parse_cast(const struct fetch_btf *btf, const char *text, size_t len,
			 struct fetch_btf_start *start, struct fetch_btf_path_error *error);
int fetch_btf_find_offset(const struct fetch_btf *btf, u32 id, const char *text, size_t len,
			  long *offset, struct fetch_btf_path_error *error);

#endif
