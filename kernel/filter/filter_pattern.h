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
 * struct filter_pattern - a pattern, prepared for comparisons
 * @kind: how a string is compared with the pattern
 * @inverted: the glob began with '!'; filter_pattern_match() leaves that to the caller
 * @len: number of bytes of @text, without its NUL
 * @text: the pattern without the '!', and without the stars that @kind stands for
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
