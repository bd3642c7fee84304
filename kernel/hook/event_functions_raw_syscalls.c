// SPDX-License-Identifier: GPL-2.0
/* Functions for tracepoints of the group raw_syscalls. They are on the record path: see record.c. */
#include "kernel/compat/event_functions.h"

#ifdef COMPAT_EVENT_FUNCTIONS_RAW_SYSCALLS
#include "kernel/compat/event/raw_syscalls.h"
#else
#include "kernel/compat/event/function.h"

const struct event_function *const event_functions_raw_syscalls[] = { NULL };
#endif
