/* SPDX-License-Identifier: GPL-2.0 */
/* Functions for tracepoints of the group sched: see functions.h. */
#include <linux/mm.h>		/* the kernel's header names structures of this */

#define EVENT_HEADER			<trace/events/sched.h>
#define EVENT_WANTED_sched_switch	1
#define EVENT_WANTED_sched_wakeup_template	1
#define EVENT_WANTED_sched_waking	1
#define EVENT_WANTED_sched_wakeup	1
#define EVENT_WANTED_sched_wakeup_new	1
#include "kernel/compat/event/functions.h"

const struct event_function *const event_functions_sched[] = {
	&event_function_sched_switch,
	&event_function_sched_waking,
	&event_function_sched_wakeup,
	&event_function_sched_wakeup_new,
	NULL
};
