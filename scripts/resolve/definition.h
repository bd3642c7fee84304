/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_DEFINITION_H
#define RESOLVE_DEFINITION_H

#include <stddef.h>
#include <stdio.h>

#include "problem.h"

int definition_resolve(const char *line, size_t length, const char *debug_directory, FILE *out,
		       struct problem *problem, size_t *column);

#endif
