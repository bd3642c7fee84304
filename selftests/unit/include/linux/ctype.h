/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_CTYPE_H
#define STANDIN_LINUX_CTYPE_H

/*
 * The kernel's classes do not depend on a locale: Latin-1, so that 0xa0 is a blank and 0xc0 to
 * 0xff are letters, except for the signs for times and division.
 */
#include <linux/types.h>

static inline bool standin_islower(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 0xdf && c != 0xf7);
}

static inline bool standin_isupper(unsigned char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7);
}

static inline bool standin_isdigit(unsigned char c)
{
	return c >= '0' && c <= '9';
}

static inline bool standin_isxdigit(unsigned char c)
{
	return standin_isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static inline bool standin_isspace(unsigned char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0;
}

static inline char standin_tolower(unsigned char c)
{
	return standin_isupper(c) ? c + ('a' - 'A') : c;
}

static inline char standin_toupper(unsigned char c)
{
	return standin_islower(c) ? c - ('a' - 'A') : c;
}

#define islower(c)	standin_islower((unsigned char)(c))
#define isupper(c)	standin_isupper((unsigned char)(c))
#define isdigit(c)	standin_isdigit((unsigned char)(c))
#define isxdigit(c)	standin_isxdigit((unsigned char)(c))
#define isspace(c)	standin_isspace((unsigned char)(c))
#define isalpha(c)	(islower(c) || isupper(c))
#define isalnum(c)	(isalpha(c) || isdigit(c))
#define iscntrl(c)	((unsigned char)(c) < 0x20 || (unsigned char)(c) == 0x7f)
#define isgraph(c) \
	((unsigned char)(c) > 0xa0 || ((unsigned char)(c) > 0x20 && (unsigned char)(c) < 0x7f))
#define isprint(c)	(isgraph(c) || (c) == ' ' || (unsigned char)(c) == 0xa0)
#define ispunct(c)	(isgraph(c) && !isalnum(c))
#define isascii(c)	((unsigned char)(c) < 0x80)
#define tolower(c)	standin_tolower((unsigned char)(c))
#define toupper(c)	standin_toupper((unsigned char)(c))

#endif
