// SPDX-License-Identifier: GPL-2.0
/* Functions for tracepoints of the group kmem. They are on the record path: see record.c. */
#include "kernel/compat/event_functions.h"

#ifdef COMPAT_EVENT_FUNCTIONS_KMEM
#include "kernel/compat/event/kmem.h"
#else
#include "kernel/compat/event/function.h"

static const struct event_function *const kmem_functions[] = { NULL };
#endif

#include "kernel/hook/event_functions.h"

const struct event_function *const *const event_functions_kmem = kmem_functions;
