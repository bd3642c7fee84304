/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Globs. The matcher runs on the record path, in any context, and is inline so that it is placed
 * in its caller: it neither recurses nor calls anything, and reads no byte past the length
 * that it is given.
 *
 * A glob knows '*', '?', "[a-z]", "[!a-z]" (a ']' in first place is an ordinary member) and '\' for
 * a literal character. A '[' without its ']' is a literal, too.
 */
#ifndef KERNEL_GLOB_INLINE_H
#define KERNEL_GLOB_INLINE_H

#include <linux/compiler.h>
#include <linux/types.h>

/*
 * Returns what is past the ']' of the class whose '[' is before @glob; NULL when there is no ']'.
 */
static __always_inline const char *glob_class_end(const char *glob)
{
	if (*glob == '!')
		glob++;
	if (!*glob)
		return NULL;
	for (glob++; *glob != ']'; glob++)
		if (!*glob)
			return NULL;
	return glob + 1;
}

static __always_inline bool glob_class_has(const char *class, const char *end, unsigned char c)
{
	bool inverted = *class == '!', found = false;

	for (class += inverted; class < end - 1; class++) {
		unsigned char low = *class, high = low;

		if (class[1] == '-' && class + 2 < end - 1) {
			high = class[2];
			class += 2;
		}
		found |= low <= c && c <= high;
	}
	return found != inverted;
}

/* Matches @c with one element of a glob that is not '*'. Returns what is past it, or NULL. */
static __always_inline const char *glob_match_one(const char *glob, char c)
{
	const char *end;

	switch (*glob) {
	case '\0':
		return NULL;
	case '?':
		return glob + 1;
	case '[':
		end = glob_class_end(glob + 1);
		if (end)
			return glob_class_has(glob + 1, end, c) ? end : NULL;
		break;
	case '\\':
		glob++;
		break;
	}
	return *glob && *glob == c ? glob + 1 : NULL;
}

/**
 * glob_matches() - compare a string with a glob
 * @glob: the glob, which ends with a NUL
 * @string: the string, without a NUL
 * @len: number of bytes of @string
 *
 * On a mismatch the last '*' takes one character more. Stars before the last need not be tried
 * again: the last star can take what they would leave to it.
 *
 * Context: any. Return: whether the glob describes the whole string.
 */
static __always_inline bool glob_matches(const char *glob, const char *string, size_t len)
{
	const char *retry = NULL, *next;
	size_t i = 0, retry_at = 0;

	for (;;) {
		if (*glob == '*') {
			retry = ++glob;
			retry_at = i;
			continue;
		}
		if (i == len && !*glob)
			return true;
		next = i < len ? glob_match_one(glob, string[i]) : NULL;
		if (next) {
			glob = next;
			i++;
		} else if (retry && retry_at < len) {
			glob = retry;
			i = ++retry_at;
		} else {
			return false;
		}
	}
}

#endif
