// SPDX-License-Identifier: GPL-2.0
/*
 * A module with a static event. The module's initialisation hits the event, and then fails.
 */
#include <linux/module.h>

#define CREATE_TRACE_POINTS
#include "failing_trace.h"

static int __init failing_init(void)
{
	trace_failing_came(42);
	return -ENODEV;
}
module_init(failing_init);

MODULE_DESCRIPTION("a static event, and an initialisation that fails");
MODULE_LICENSE("GPL");
