// SPDX-License-Identifier: GPL-2.0
/*
 * Patterns of filters. The matcher runs on the record path, in any context: it neither recurses nor
 * calls anything, and reads no byte past the size it is given.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "kernel/filter/filter_pattern.h"
#include "kernel/filter/glob_inline.h"

/* Tells the kind of a glob: all kinds but FILTER_PATTERN_GLOB have stars at the ends alone. */
static enum filter_pattern_kind classify(const char *text, size_t len)
{
	bool leading = len && text[0] == '*';
	bool trailing = len > 1 && text[len - 1] == '*';
	size_t i;

	for (i = leading; i < len - trailing; i++)
		if (strchr("*?[\\", text[i]))
			return FILTER_PATTERN_GLOB;
	if (leading)
		return trailing ? FILTER_PATTERN_MIDDLE : FILTER_PATTERN_END;
	return trailing ? FILTER_PATTERN_FRONT : FILTER_PATTERN_WHOLE;
}

static void strip_stars(enum filter_pattern_kind kind, const char **text, size_t *len)
{
	if (kind == FILTER_PATTERN_END || kind == FILTER_PATTERN_MIDDLE) {
		++*text;
		--*len;
	}
	if (kind == FILTER_PATTERN_FRONT || kind == FILTER_PATTERN_MIDDLE)
		--*len;
}

/**
 * filter_pattern_create() - prepare a pattern for comparisons
 * @text: the pattern as written, not NUL-terminated and without a NUL
 * @len: number of bytes of @text
 * @glob: true if @text is a glob, false if it is the string itself
 *
 * Context: may sleep. Return: the pattern, or NULL without memory.
 */
struct filter_pattern *filter_pattern_create(const char *text, size_t len, bool glob)
{
	enum filter_pattern_kind kind = FILTER_PATTERN_WHOLE;
	bool inverted = glob && len && *text == '!';
	struct filter_pattern *pattern;

	if (inverted) {
		text++;
		len--;
	}
	if (glob) {
		kind = classify(text, len);
		strip_stars(kind, &text, &len);
	}
	pattern = kzalloc(sizeof(*pattern) + len + 1, GFP_KERNEL);
	if (!pattern)
		return NULL;
	pattern->kind = kind;
	pattern->inverted = inverted;
	pattern->len = len;
	memcpy(pattern->text, text, len);
	return pattern;
}

/**
 * filter_pattern_destroy() - free a pattern
 * @pattern: the pattern, or NULL
 */
void filter_pattern_destroy(struct filter_pattern *pattern)
{
	kfree(pattern);
}

static __always_inline bool bytes_equal(const char *a, const char *b, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

static __always_inline bool contains(const struct filter_pattern *pattern, const char *string,
				     size_t len)
{
	size_t i;

	for (i = 0; i + pattern->len <= len; i++)
		if (bytes_equal(string + i, pattern->text, pattern->len))
			return true;
	return false;
}

static __always_inline size_t string_length(const char *string, size_t size)
{
	size_t len = 0;

	while (len < size && string[len])
		len++;
	return len;
}

/**
 * filter_pattern_match() - compare a string with a pattern
 * @pattern: the pattern, whose member inverted is left to the caller
 * @string: the string, which ends at its NUL, or after @size bytes
 * @size: number of bytes that may be read
 *
 * Context: any.
 */
bool __kprobes filter_pattern_match(const struct filter_pattern *pattern, const char *string,
				    size_t size)
{
	size_t len = string_length(string, size);

	if (pattern->kind == FILTER_PATTERN_GLOB)
		return glob_matches(pattern->text, string, len);
	if (pattern->len > len)
		return false;
	switch (pattern->kind) {
	case FILTER_PATTERN_WHOLE:
		return pattern->len == len && bytes_equal(string, pattern->text, len);
	case FILTER_PATTERN_FRONT:
		return bytes_equal(string, pattern->text, pattern->len);
	case FILTER_PATTERN_END:
		return bytes_equal(string + len - pattern->len, pattern->text, pattern->len);
	default:
		return contains(pattern, string, len);
	}
}
