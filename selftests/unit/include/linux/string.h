/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_STRING_H
#define STANDIN_LINUX_STRING_H

#include <string.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/types.h>

static inline ssize_t strscpy(char *dest, const char *src, size_t size)
{
	size_t i;

	if (!size)
		return -E2BIG;
	for (i = 0; i < size - 1 && src[i]; i++)
		dest[i] = src[i];
	dest[i] = '\0';
	return src[i] ? -E2BIG : (ssize_t)i;
}

static inline char *skip_spaces(const char *str)
{
	while (isspace(*str))
		str++;
	return (char *)str;
}

static inline void memset32(u32 *s, u32 value, size_t count)
{
	while (count--)
		*s++ = value;
}

static inline size_t str_has_prefix(const char *str, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(str, prefix, len) == 0 ? len : 0;
}

static inline bool strstarts(const char *str, const char *prefix)
{
	return strncmp(str, prefix, strlen(prefix)) == 0;
}

static inline void *memchr_inv(const void *start, int c, size_t bytes)
{
	const unsigned char *p = start;

	for (; bytes; bytes--, p++)
		if (*p != (unsigned char)c)
			return (void *)p;
	return NULL;
}

static inline void *kmemdup(const void *src, size_t len, gfp_t flags)
{
	void *p = kmalloc(len, flags);

	return p ? memcpy(p, src, len) : NULL;
}

static inline char *kmemdup_nul(const char *s, size_t len, gfp_t flags)
{
	char *p = kmalloc(len + 1, flags);

	if (!p)
		return NULL;
	memcpy(p, s, len);
	p[len] = '\0';
	return p;
}

static inline char *kstrndup(const char *s, size_t max, gfp_t flags)
{
	return s ? kmemdup_nul(s, strnlen(s, max), flags) : NULL;
}

static inline char *kstrdup(const char *s, gfp_t flags)
{
	return s ? kmemdup_nul(s, strlen(s), flags) : NULL;
}

#endif
