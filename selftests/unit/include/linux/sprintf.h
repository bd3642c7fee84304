/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SPRINTF_H
#define STANDIN_LINUX_SPRINTF_H

#include <stdarg.h>
#include <stdio.h>
#include <linux/compiler.h>

static inline int __printf(3, 0)
	vscnprintf(char *buf, size_t size, const char *format, va_list args)
{
	int len = vsnprintf(buf, size, format, args);

	if (len >= 0 && (size_t)len < size)
		return len;
	return size ? size - 1 : 0;
}

static inline int __printf(3, 4) scnprintf(char *buf, size_t size, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vscnprintf(buf, size, format, args);
	va_end(args);
	return len;
}

#endif
