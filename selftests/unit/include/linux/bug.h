/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_BUG_H
#define STANDIN_LINUX_BUG_H

#include <stdio.h>
#include <stdlib.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>

/* A warning in the kernel log fails a guest test, so here it ends the program. */
#define WARN_ON(condition) ({							\
	bool warn_on_ = !!(condition);						\
										\
	if (warn_on_) {								\
		fprintf(stderr, "WARN_ON(%s) at %s:%d\n", #condition, __FILE__, __LINE__); \
		abort();							\
	}									\
	warn_on_;								\
})
#define WARN_ON_ONCE(condition)		WARN_ON(condition)
#define WARN(condition, ...)		WARN_ON(condition)
#define WARN_ONCE(condition, ...)	WARN_ON(condition)
#define BUG()				WARN_ON(1)
#define BUG_ON(condition)		((void)WARN_ON(condition))

#endif
