// SPDX-License-Identifier: GPL-2.0
/* Can functions for tracepoints be made of the kernel's header of the group raw_syscalls? */
#include "kernel/compat/event/raw_syscalls.h"
