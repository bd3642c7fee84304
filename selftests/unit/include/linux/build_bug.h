/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_BUILD_BUG_H
#define STANDIN_LINUX_BUILD_BUG_H

#define BUILD_BUG_ON_MSG(condition, msg)	_Static_assert(!(condition), msg)
#define BUILD_BUG_ON(condition)		BUILD_BUG_ON_MSG(condition, "BUILD_BUG_ON: " #condition)
#define BUILD_BUG_ON_ZERO(e)		((int)(sizeof(struct { int:(-!!(e)); })))
#undef static_assert
#define static_assert(expr, ...)	_Static_assert(expr, #expr)

#endif
