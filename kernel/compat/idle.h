/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a function can be probed that an idle task runs while RCU does not watch.
 *
 * Until commit a01353cf1896 ("cpuidle: Fix ct_idle_*() usage", v6.3) RCU stopped watching in the
 * middle of ordinary C code: cpuidle drivers, tracepoints, arch_cpu_idle(). That series moved the
 * whole stretch into noinstr functions, which have no hook of ftrace and are on the blacklist of
 * kprobes; ct_cpuidle_enter() came with that series. The rule holds where the architecture keeps
 * its side of it, CONFIG_ARCH_WANTS_NO_INSTR; on that ground synchronize_rcu_tasks_rude() of later
 * kernels does nothing there.
 */
#ifndef KERNEL_COMPAT_IDLE_H
#define KERNEL_COMPAT_IDLE_H

#include <linux/kconfig.h>

#include "kernel/compat/have.h"

#ifdef COMPAT_HAVE_CT_CPUIDLE_ENTER
#define COMPAT_IDLE_HITS_UNWATCHED	(!IS_ENABLED(CONFIG_ARCH_WANTS_NO_INSTR))
#else
#define COMPAT_IDLE_HITS_UNWATCHED	1
#endif

#endif
