// SPDX-License-Identifier: GPL-2.0
/*
 * A module with a static event. The module's initialisation hits the event, and then fails unless the parameter
 * "fail" is 0.
 */
#include <linux/module.h>

#define CREATE_TRACE_POINTS
#include "failing_trace.h"

static bool fail = true;
module_param(fail, bool, 0);
static bool leave_hits;
module_param(leave_hits, bool, 0);

/* Linux 5.10 leaves tracepoints off that are in initialisation code. */
static noinline void failing_hit(int number)
{
	trace_failing_came(number);
}

static int __init failing_init(void)
{
	failing_hit(42);
	return fail ? -ENODEV : 0;
}
module_init(failing_init);

static void __exit failing_exit(void)
{
	if (leave_hits)
		failing_hit(43);
}
module_exit(failing_exit);

MODULE_DESCRIPTION("a static event, and an initialisation that fails");
MODULE_LICENSE("GPL");
