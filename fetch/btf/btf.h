/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types of the kernel, read from BTF: the prototype of a function or of a tracepoint, a struct by
 * its name, the members of one, and the type of fetch arguments that suits a type. Paths such as
 * "file->f_path.dentry" are the business of btf_path.h.
 *
 * A blob is bytes that somebody else wrote. fetch_btf_create() checks all of them: whatever it
 * accepts can be read without leaving the blob. What it does not check is whether types refer to
 * each other in a circle; every function that follows references stops after a number of them, and
 * says -EINVAL.
 *
 * Once it was created a blob is only read, so any number of callers may do so at the same time.
 */
#ifndef FETCH_BTF_H
#define FETCH_BTF_H

#include <linux/types.h>

/* The kinds of types; the numbers are those of the format. */
enum fetch_btf_kind {
	FETCH_BTF_VOID,
	FETCH_BTF_INTEGER,
	FETCH_BTF_POINTER,
	FETCH_BTF_ARRAY,
	FETCH_BTF_STRUCT,
	FETCH_BTF_UNION,
	FETCH_BTF_ENUM,
	FETCH_BTF_FORWARD,
	FETCH_BTF_TYPEDEF,
	FETCH_BTF_VOLATILE,
	FETCH_BTF_CONST,
	FETCH_BTF_RESTRICT,
	FETCH_BTF_FUNCTION,
	FETCH_BTF_PROTOTYPE,
	FETCH_BTF_VARIABLE,
	FETCH_BTF_SECTION,
	FETCH_BTF_FLOAT,
	FETCH_BTF_DECL_TAG,
	FETCH_BTF_TYPE_TAG,
	FETCH_BTF_ENUM64,
	FETCH_BTF_NR_KINDS,	/* a blob may have more, if it has their layouts */
};

struct fetch_btf;

/**
 * struct fetch_btf_type - one type
 * @id: id of the type
 * @kind: kind of the type
 * @name: name of the type, in the blob; empty when it has none
 * @nr: number of members, parameters or values; of a function, its linkage
 * @flag: the offsets of the members have the widths of bitfields on top
 * @size: bytes of a value, for a kind that has a size; the same memory as @target
 * @target: id of the type that this one refers to, for a kind that refers to one
 * @data: what the blob has behind the head of the type
 */
struct fetch_btf_type {
	u32 id;
	unsigned int kind;
	const char *name;
	u32 nr;
	bool flag;
	union {
		u32 size;
		u32 target;
	};
	const u8 *data;
};

/**
 * struct fetch_btf_member - one member of a struct or union
 * @name: name of the member, in the blob; empty for an anonymous struct or union
 * @type: id of the type of the member
 * @bit_offset: offset in bits; from the outermost struct when the member was looked up by its name
 * @bit_size: width of a bitfield in bits, or 0 for a member that is no bitfield
 */
struct fetch_btf_member {
	const char *name;
	u32 type;
	u32 bit_offset;
	u32 bit_size;
};

/**
 * struct fetch_btf_prototype - parameters and return type of a function or a tracepoint
 * @btf: the blob that was asked, whose base may be the one that has the prototype
 * @parameters: where the parameters begin in the blob
 * @nr: number of parameters, without the hidden one and without "..."
 * @hidden: number of parameters that a hit brings before the first one: 1 for a tracepoint, else 0
 * @variadic: the last parameter is followed by "..."
 * @return_type: id of the type that is returned; 0 is void, which a tracepoint returns
 * @of_base: the blob that was asked has no such function, but its base has
 */
struct fetch_btf_prototype {
	const struct fetch_btf *btf;
	const u8 *parameters;
	u32 nr;
	u32 hidden;
	bool variadic;
	u32 return_type;
	bool of_base;
};

/**
 * struct fetch_btf_parameter - one parameter of a function or a tracepoint
 * @name: name of the parameter, in the blob; empty when it has none
 * @type: id of the type of the parameter
 */
struct fetch_btf_parameter {
	const char *name;
	u32 type;
};

/* How a value is read as a string */
enum fetch_btf_string_form {
	FETCH_BTF_NO_STRING,	/* it can't be */
	FETCH_BTF_CHARACTERS,	/* char[]: the bytes are where the value is */
	FETCH_BTF_CHARACTER_POINTER,	/* char *: the value is the address of the bytes */
};

/**
 * struct fetch_btf_declaration - a parameter as it was compiled
 * @text: the declaration in C
 * @size: bytes of the parameter
 */
struct fetch_btf_declaration {
	const char *text;
	u8 size;
};

struct fetch_btf *fetch_btf_create(const void *data, size_t size, const struct fetch_btf *base,
				   gfp_t gfp);
void fetch_btf_destroy(struct fetch_btf *btf);
size_t fetch_btf_index_size(const struct fetch_btf *btf);
u32 fetch_btf_nr_types(const struct fetch_btf *btf);

int fetch_btf_find_function(const struct fetch_btf *btf, const char *name, size_t len,
			    struct fetch_btf_prototype *prototype);
int fetch_btf_find_tracepoint(const struct fetch_btf *btf, const char *name, size_t len,
			      struct fetch_btf_prototype *prototype);
int fetch_btf_find_struct(const struct fetch_btf *btf, const char *name, size_t len, u32 *id);
int fetch_btf_parameter(const struct fetch_btf_prototype *prototype, u32 index,
			struct fetch_btf_parameter *parameter);
int fetch_btf_find_parameter(const struct fetch_btf_prototype *prototype, const char *name,
			     size_t len);
bool fetch_btf_has_parameters(const struct fetch_btf_prototype *prototype,
			      const struct fetch_btf_declaration *declarations);

int fetch_btf_type(const struct fetch_btf *btf, u32 id, struct fetch_btf_type *type);
int fetch_btf_resolve(const struct fetch_btf *btf, u32 id, struct fetch_btf_type *type);
int fetch_btf_size(const struct fetch_btf *btf, u32 id, u64 *size);
int fetch_btf_member(const struct fetch_btf *btf, const struct fetch_btf_type *type, u32 index,
		     struct fetch_btf_member *member);
int fetch_btf_find_member(const struct fetch_btf *btf, u32 id, const char *name, size_t len,
			  struct fetch_btf_member *member);

const char *fetch_btf_fetch_type(const struct fetch_btf *btf, u32 id);
enum fetch_btf_string_form fetch_btf_string_form(const struct fetch_btf *btf, u32 id);

#endif
