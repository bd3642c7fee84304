/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions, structs and bitfields as a small blob, for what reads definitions with names.
 */
#ifndef UNIT_BTF_SAMPLE_H
#define UNIT_BTF_SAMPLE_H

#include "btf_build.h"

#define BITFIELD(width, offset)	((u32)(width) << 24 | (offset))

/*
 * struct inner { int count; char text[8]; };
 * struct outer {
 *	struct inner *next;		0
 *	union { u16 half; char *name; };	8
 *	u32 low:3, high:9, whole:8;	16: bits 128, 131, 140
 *	int sign:5;			bit 151
 *	struct inner nested;		24
 *	struct inner many[2];		36
 * };
 * struct inner *f(struct outer *var, char *text, u8 small, enum color color, long);
 * void quiet(void); int varied(struct outer *alone);
 */

static inline u32 btf_sample_function(struct btf_build *build, const char *name, u32 nr, u32 returns)
{
	u32 id = btf_build_type(build, FETCH_BTF_FUNCTION, name, 0,
				(build->base ? build->base->end_id : 1) + build->nr + 1);

	btf_build_type(build, FETCH_BTF_PROTOTYPE, "", nr, returns);
	return id;
}

static inline u32 btf_sample_refer(struct btf_build *build, u32 kind, u32 target)
{
	return btf_build_type(build, kind, "", 0, target);
}

static inline void btf_sample_build(struct btf_build *build)
{
	u32 number = btf_build_integer(build, "int", 4, 32, BTF_INTEGER_SIGNED);
	u32 character = btf_build_integer(build, "char", 1, 8, 0);
	u32 half = btf_build_integer(build, "short unsigned int", 2, 16, 0);
	u32 word = btf_build_integer(build, "unsigned int", 4, 32, 0);
	u32 wide = btf_build_integer(build, "long int", 8, 64, BTF_INTEGER_SIGNED);
	u32 text = btf_sample_refer(build, FETCH_BTF_POINTER, character);
	u32 characters = btf_build_array(build, character, 8);
	u32 color = btf_build_type(build, FETCH_BTF_ENUM, "color", 0, 4);
	u32 inner, many, inner_pointer, choice, outer, outer_pointer;

	inner = btf_build_type(build, FETCH_BTF_STRUCT, "inner", 2, 12);
	btf_build_member(build, "count", number, 0);
	btf_build_member(build, "text", characters, 32);
	many = btf_build_array(build, inner, 2);
	inner_pointer = btf_sample_refer(build, FETCH_BTF_POINTER, inner);
	choice = btf_build_type(build, FETCH_BTF_UNION, "", 2, 8);
	btf_build_member(build, "half", half, 0);
	btf_build_member(build, "name", text, 0);
	outer = btf_build_type(build, FETCH_BTF_STRUCT, "outer", BTF_INFO_FLAG | 8, 60);
	btf_build_member(build, "next", inner_pointer, 0);
	btf_build_member(build, "", choice, 64);
	btf_build_member(build, "low", word, BITFIELD(3, 128));
	btf_build_member(build, "high", word, BITFIELD(9, 131));
	btf_build_member(build, "whole", word, BITFIELD(8, 140));
	btf_build_member(build, "sign", number, BITFIELD(5, 151));
	btf_build_member(build, "nested", inner, 192);
	btf_build_member(build, "many", many, 288);
	outer_pointer = btf_sample_refer(build, FETCH_BTF_POINTER, btf_sample_refer(build, FETCH_BTF_CONST, outer));

	btf_sample_function(build, "f", 5, inner_pointer);
	btf_build_parameter(build, "var", outer_pointer);
	btf_build_parameter(build, "text", text);
	btf_build_parameter(build, "small", character);
	btf_build_parameter(build, "color", color);
	btf_build_parameter(build, "", wide);
	btf_sample_function(build, "quiet", 0, 0);
	btf_sample_function(build, "long_names", 4, number);
	btf_build_parameter(build, "a_name_of_forty_characters_that_is_long_1", number);
	btf_build_parameter(build, "a_name_of_forty_characters_that_is_long_2", number);
	btf_build_parameter(build, "a_name_of_forty_characters_that_is_long_3", number);
	btf_build_parameter(build, "another", number);
}

#endif
