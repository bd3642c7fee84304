/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What names mean in an event probe: the fields of the event's records.
 */
#ifndef FETCH_FIELD_NAMES_H
#define FETCH_FIELD_NAMES_H

#include "fetch/fetch_names.h"

struct fetch_layout;

/**
 * struct field_names - what names mean, for the parser
 * @types: what the parser is given, with typecasts
 * @layout: the layout in which fields are looked up
 */
struct field_names {
	struct fetch_names types;
	const struct fetch_layout *layout;
};

void field_names_init(struct field_names *names, const struct fetch_layout *layout,
		      const struct fetch_btf *btf);

#endif
