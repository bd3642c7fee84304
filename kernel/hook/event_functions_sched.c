// SPDX-License-Identifier: GPL-2.0
/* Functions for tracepoints of the group sched. They are on the record path: see record.c. */
#include "kernel/compat/event_functions.h"

#ifdef COMPAT_EVENT_FUNCTIONS_SCHED
#include "kernel/compat/event/sched.h"
#else
#include "kernel/compat/event/function.h"

const struct event_function *const event_functions_sched[] = { NULL };
#endif
