/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_OVERFLOW_H
#define STANDIN_LINUX_OVERFLOW_H

#include <linux/types.h>

#define check_add_overflow(a, b, d)	__builtin_add_overflow(a, b, d)
#define check_sub_overflow(a, b, d)	__builtin_sub_overflow(a, b, d)
#define check_mul_overflow(a, b, d)	__builtin_mul_overflow(a, b, d)

static inline size_t array_size(size_t a, size_t b)
{
	size_t bytes;

	return check_mul_overflow(a, b, &bytes) ? SIZE_MAX : bytes;
}

static inline size_t size_add(size_t a, size_t b)
{
	size_t bytes;

	return check_add_overflow(a, b, &bytes) ? SIZE_MAX : bytes;
}

#define flex_array_size(p, member, count)	array_size(count, sizeof(*(p)->member))
#define struct_size(p, member, count)	size_add(sizeof(*(p)), flex_array_size(p, member, count))

#endif
