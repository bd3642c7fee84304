/* SPDX-License-Identifier: GPL-2.0 */
/* trace/events/syscalls.h says itself what trace/define_trace.h has to include: a file of this name. */
#include "kernel/compat/event/reread.h"
