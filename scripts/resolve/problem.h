/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_PROBLEM_H
#define RESOLVE_PROBLEM_H

/**
 * struct problem - why a definition can't be resolved
 * @text: the message, without a newline
 * @at: the part of the line that the message is about
 */
struct problem {
	char text[1024];
	const char *at;
};

int problem_set(struct problem *problem, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int problem_add(struct problem *problem, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
