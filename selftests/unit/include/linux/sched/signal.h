/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SCHED_SIGNAL_H
#define STANDIN_LINUX_SCHED_SIGNAL_H

#include <linux/types.h>

/* Nobody kills a test. */
#define fatal_signal_pending(task)	false

#endif
