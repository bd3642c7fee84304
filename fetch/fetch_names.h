/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What names mean at a place in the kernel's code: those of the parameters of a function or a
 * tracepoint, with the fields that they lead to, and $retval.
 */
#ifndef FETCH_FETCH_NAMES_H
#define FETCH_FETCH_NAMES_H

#include "fetch/btf/btf.h"
#include "parser/parse_definition.h"

/**
 * struct fetch_names - what names mean, for the parser
 * @names: what the parser is given; it finds the rest from there
 * @btf: types in which fields are looked up
 * @prototype: parameters and return type, when @is_known
 * @is_known: there is a prototype
 */
struct fetch_names {
	struct parse_names names;
	const struct fetch_btf *btf;
	struct fetch_btf_prototype prototype;
	bool is_known;
};

void fetch_names_init(struct fetch_names *names, const struct fetch_btf *btf,
		      const struct fetch_btf_prototype *prototype);

#endif
