/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Patterns that strings of records are compared with: whole strings and globs.
 */
#ifndef KERNEL_FILTER_PATTERN_H
#define KERNEL_FILTER_PATTERN_H

#include <linux/types.h>

enum filter_pattern_kind {
	FILTER_PATTERN_WHOLE,	/* text */
	FILTER_PATTERN_FRONT,	/* text* */
	FILTER_PATTERN_END,	/* *text */
	FILTER_PATTERN_MIDDLE,	/* *text* */
	FILTER_PATTERN_GLOB,
};

/**
 * struct filter_pattern - a pattern
 * @kind: how to compare
 * @inverted: a glob that began with '!'; filter_pattern_match() leaves it to the caller
 * @len: bytes of @text, its NUL not included
 * @text: without the '!', and without the stars that @kind stands for
 */
struct filter_pattern {
	enum filter_pattern_kind kind;
	bool inverted;
	unsigned int len;
	char text[];
};

struct filter_pattern *filter_pattern_create(const char *text, size_t len, bool glob);
void filter_pattern_destroy(struct filter_pattern *pattern);
bool filter_pattern_match(const struct filter_pattern *pattern, const char *string, size_t size);

#endif
