/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The format of BTF, as Documentation/bpf/btf.rst of Linux 7.2 describes it. Older blobs have the
 * same format with fewer kinds. These are definitions of our own because the kernel's header lacks
 * whatever came after the kernel that the module is built for.
 *
 * A blob is a header, a section of types, one of strings and, since 7.1, perhaps one of layouts.
 * All numbers have the byte order of the machine. The types lie one behind the other and have no
 * length of their own: it follows from the kind. The first has the id 1, and the id 0 is void. A
 * split blob, which a module has, goes on where its base ends, with ids and with offsets of
 * strings.
 */
#ifndef FETCH_BTF_FORMAT_H
#define FETCH_BTF_FORMAT_H

#include <linux/types.h>

#define BTF_HEADER_MAGIC	0xeb9f
#define BTF_HEADER_VERSION	1

/**
 * struct fetch_btf_header - the beginning of a blob
 * @magic: BTF_HEADER_MAGIC; its bytes are swapped in a blob of the other byte order
 * @version: BTF_HEADER_VERSION, the only one so far
 * @flags: no flag is defined so far
 * @header_len: number of bytes of the header, from whose end the offsets of the sections count
 * @type_start: offset of the section of types
 * @type_len: bytes of the section of types
 * @string_start: offset of the section of strings
 * @string_len: bytes of the section of strings
 * @layout_start: offset of the section of layouts; shorter headers end before this member
 * @layout_len: bytes of the section of layouts
 */
struct fetch_btf_header {
	u16 magic;
	u8 version;
	u8 flags;
	u32 header_len;
	u32 type_start;
	u32 type_len;
	u32 string_start;
	u32 string_len;
	u32 layout_start;
	u32 layout_len;
};

#define BTF_HEADER_LEN_MIN	offsetof(struct fetch_btf_header, layout_start)

/* A type begins with three words: offset of the name, kind and vlen, and size or id of a type. */
#define BTF_RECORD_NAME		0
#define BTF_RECORD_INFO		4
#define BTF_RECORD_SIZE		8
#define BTF_RECORD_HEAD		12

#define BTF_INFO_VLEN_MASK	0xffffff
#define BTF_INFO_KIND_SHIFT	24
#define BTF_INFO_KIND_MASK	0x7f
#define BTF_INFO_FLAG		0x80000000U

/* Behind the head of an integer is one word. */
#define BTF_INTEGER_BITS(word)		((word) & 0xff)
#define BTF_INTEGER_OFFSET(word)	(((word) >> 16) & 0xff)
#define BTF_INTEGER_SIGNED		0x01000000

/* Of a struct whose flag is set, the offset of a member has the width of the bitfield on top. */
#define BTF_MEMBER_OFFSET(word)		((word) & 0xffffff)
#define BTF_MEMBER_WIDTH(word)		((word) >> 24)

/* Words of an element, in bytes from its beginning; a name comes first where there is one. */
#define BTF_ELEMENT_NAME	0
#define BTF_MEMBER_TARGET	4
#define BTF_MEMBER_PLACE	8
#define BTF_MEMBER_BYTES	12
#define BTF_PARAMETER_TARGET	4
#define BTF_PARAMETER_BYTES	8
#define BTF_ENUM_BYTES		8
#define BTF_ENUM64_BYTES	12
#define BTF_VARIABLE_TARGET	0
#define BTF_VARIABLE_BYTES	12

/* Behind the head of an array are three words. */
#define BTF_ARRAY_ELEMENT	0
#define BTF_ARRAY_INDEX		4
#define BTF_ARRAY_COUNT		8
#define BTF_ARRAY_BYTES		12

/* A layout has the length of a kind: bytes behind the head, and bytes of each element. */
#define BTF_LAYOUT_FIXED	0
#define BTF_LAYOUT_EACH		1
#define BTF_LAYOUT_BYTES	4

#endif
