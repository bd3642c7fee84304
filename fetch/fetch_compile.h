/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Compiles parsed arguments into a fetch program; fetch_program_create() calls it.
 */
#ifndef FETCH_FETCH_COMPILE_H
#define FETCH_FETCH_COMPILE_H

struct fetch_frame;
struct fetch_layout;
struct fetch_program;
struct probe_argument;

int fetch_compile(struct fetch_program *program, const struct fetch_layout *layout,
		  const struct fetch_frame *frame, const struct probe_argument *args);

#endif
