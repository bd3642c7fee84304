/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_KSTRTOX_H
#define STANDIN_LINUX_KSTRTOX_H

/*
 * The kernel's strict conversions: the whole string, one optional '+' (and '-' for signed types),
 * one optional newline at the end, base 0 as in C.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/limits.h>

static inline unsigned int standin_digit(char c)
{
	if (isdigit(c))
		return c - '0';
	if (isxdigit(c))
		return (c | 0x20) - 'a' + 10;
	return 16;
}

static inline const char *standin_radix(const char *s, unsigned int *base)
{
	bool hex = s[0] == '0' && (s[1] | 0x20) == 'x';

	if (*base == 0)
		*base = hex && isxdigit(s[2]) ? 16 : s[0] == '0' ? 8 : 10;
	return *base == 16 && hex ? s + 2 : s;
}

static inline int standin_parse_ull(const char *s, unsigned int base, unsigned long long *res)
{
	unsigned long long value = 0;
	bool overflow = false;
	const char *start;

	s = standin_radix(s, &base);
	for (start = s; standin_digit(*s) < base; s++) {
		overflow |= __builtin_mul_overflow(value, base, &value);
		overflow |= __builtin_add_overflow(value, standin_digit(*s), &value);
	}
	if (overflow)
		return -ERANGE;
	if (s == start)
		return -EINVAL;
	if (*s == '\n')
		s++;
	if (*s)
		return -EINVAL;
	*res = value;
	return 0;
}

static inline int kstrtoull(const char *s, unsigned int base, unsigned long long *res)
{
	return standin_parse_ull(*s == '+' ? s + 1 : s, base, res);
}

static inline int kstrtoll(const char *s, unsigned int base, long long *res)
{
	bool negative = *s == '-';
	unsigned long long value;
	int ret;

	ret = negative ? standin_parse_ull(s + 1, base, &value) : kstrtoull(s, base, &value);
	if (ret)
		return ret;
	if (value > (unsigned long long)LLONG_MAX + negative)
		return -ERANGE;
	*res = negative ? (long long)-value : (long long)value;
	return 0;
}

#define STANDIN_KSTRTO(name, type, wide, wide_type)				\
static inline int name(const char *s, unsigned int base, type *res)		\
{										\
	wide_type value;							\
	int ret = wide(s, base, &value);					\
										\
	if (ret)								\
		return ret;							\
	if (value != (wide_type)(type)value)					\
		return -ERANGE;							\
	*res = value;								\
	return 0;								\
}

STANDIN_KSTRTO(kstrtoul, unsigned long, kstrtoull, unsigned long long)
STANDIN_KSTRTO(kstrtol, long, kstrtoll, long long)
STANDIN_KSTRTO(kstrtouint, unsigned int, kstrtoull, unsigned long long)
STANDIN_KSTRTO(kstrtoint, int, kstrtoll, long long)
STANDIN_KSTRTO(kstrtou64, u64, kstrtoull, unsigned long long)
STANDIN_KSTRTO(kstrtos64, s64, kstrtoll, long long)
STANDIN_KSTRTO(kstrtou32, u32, kstrtoull, unsigned long long)
STANDIN_KSTRTO(kstrtos32, s32, kstrtoll, long long)
STANDIN_KSTRTO(kstrtou16, u16, kstrtoull, unsigned long long)
STANDIN_KSTRTO(kstrtou8, u8, kstrtoull, unsigned long long)

/* The lenient ones: as far as it goes, no overflow check. */
static inline unsigned long simple_strtoul(const char *s, char **end, unsigned int base)
{
	unsigned long value = 0;

	s = standin_radix(s, &base);
	for (; standin_digit(*s) < base; s++)
		value = value * base + standin_digit(*s);
	if (end)
		*end = (char *)s;
	return value;
}

#endif
