/* SPDX-License-Identifier: GPL-2.0 */
/* Functions for tracepoints of the group kmem: see functions.h. Up to v6.0 both events had a class. */
#include <linux/mm.h>		/* the kernel's header names structures of these */
#include <linux/slab.h>

#define EVENT_HEADER			<trace/events/kmem.h>
#define EVENT_WANTED_kmem_alloc		1
#define EVENT_WANTED_kmem_free		1
#define EVENT_WANTED_kfree		1
#define EVENT_WANTED_kmalloc		1
#include "kernel/compat/event/functions.h"

const struct event_function *const event_functions_kmem[] = {
	&event_function_kfree,
	&event_function_kmalloc,
	NULL
};
