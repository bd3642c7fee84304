// SPDX-License-Identifier: GPL-2.0
/* Can functions for tracepoints be made of the kernel's header of the group kmem? */
#include "kernel/compat/event/kmem.h"
