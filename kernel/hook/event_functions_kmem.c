// SPDX-License-Identifier: GPL-2.0
/* Functions for tracepoints of the group kmem. They are on the record path: see record.c. */
#include "kernel/compat/event_functions.h"

#ifdef COMPAT_EVENT_FUNCTIONS_KMEM
#include "kernel/compat/event/kmem.h"
#else
#include "kernel/compat/event/function.h"

const struct event_function *const event_functions_kmem[] = { NULL };
#endif
