/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_ARGUMENT_H
#define RESOLVE_ARGUMENT_H

#include <stddef.h>
#include <stdio.h>

#include "place.h"
#include "problem.h"

int argument_write(const char *word, const struct targets *targets, size_t n, FILE *out,
		   struct problem *problem);

#endif
