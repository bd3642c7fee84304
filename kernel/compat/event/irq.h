/* SPDX-License-Identifier: GPL-2.0 */
/* Functions for tracepoints of the group irq: see functions.h. */
#include <linux/interrupt.h>	/* the kernel's header names structures of this */

#define EVENT_HEADER			<trace/events/irq.h>
#define EVENT_WANTED_irq_handler_exit	1
#define EVENT_WANTED_softirq		1
#define EVENT_WANTED_softirq_entry	1
#define EVENT_WANTED_softirq_exit	1
#define EVENT_WANTED_softirq_raise	1
#include "kernel/compat/event/functions.h"

const struct event_function *const event_functions_irq[] = {
	&event_function_irq_handler_exit,
	&event_function_softirq_entry,
	&event_function_softirq_exit,
	&event_function_softirq_raise,
	NULL
};
