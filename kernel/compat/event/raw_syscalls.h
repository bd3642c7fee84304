/* SPDX-License-Identifier: GPL-2.0 */
/* Functions for tracepoints of the group raw_syscalls: see functions.h. */
#define EVENT_HEADER			<trace/events/syscalls.h>
#define EVENT_WANTED_sys_enter		1
#define EVENT_WANTED_sys_exit		1
#include "kernel/compat/event/functions.h"

const struct event_function *const event_functions_raw_syscalls[] = {
	&event_function_sys_enter,
	&event_function_sys_exit,
	NULL
};
