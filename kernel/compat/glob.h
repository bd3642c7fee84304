/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Globs. lib/glob.c is built only where something selects CONFIG_GLOB, as tracing does; a kernel
 * without tracing may have none.
 */
#ifndef KERNEL_COMPAT_GLOB_H
#define KERNEL_COMPAT_GLOB_H

#include <linux/glob.h>
#include <linux/kconfig.h>

#if IS_ENABLED(CONFIG_GLOB)
#define compat_glob_match	glob_match
#else
/* Past the class that starts behind @pat's '[', or NULL when it does not end: then '[' is itself. */
static inline const char *compat_glob_class(const char *pat, unsigned char c, bool *match)
{
	bool inverted = *pat == '!', found = false;
	unsigned char low, high;

	pat += inverted;
	do {
		low = high = *pat++;
		if (!low)
			return NULL;
		if (pat[0] == '-' && pat[1] && pat[1] != ']') {
			high = pat[1];
			pat += 2;
		}
		found |= low <= c && c <= high;
	} while (*pat != ']');
	*match = found != inverted;
	return pat + 1;
}

/* The one character @c against what begins at @pat: past it, or NULL when it does not match. */
static inline const char *compat_glob_one(const char *pat, char c)
{
	const char *next;
	bool match;

	if (*pat == '?')
		return pat + 1;
	if (*pat == '[') {
		next = compat_glob_class(pat + 1, c, &match);
		if (next)
			return match ? next : NULL;
	}
	if (*pat == '\\')
		pat++;
	return *pat == c ? pat + 1 : NULL;
}

/* Like glob_match(): the whole of @str against @pat. */
static inline bool compat_glob_match(const char *pat, const char *str)
{
	const char *retry_pat = NULL, *retry_str = NULL, *next;

	while (*str) {
		if (*pat == '*') {
			retry_pat = ++pat;
			retry_str = str;
			continue;
		}
		next = *pat ? compat_glob_one(pat, *str) : NULL;
		if (next) {
			pat = next;
			str++;
		} else if (retry_pat) {
			pat = retry_pat;
			str = ++retry_str;
		} else {
			return false;
		}
	}
	while (*pat == '*')
		pat++;
	return !*pat;
}
#endif

#endif
