/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Grace periods that are expedited while somebody has many of them to wait for, one after the other.
 * The two functions are exported, but declared in kernel/rcu/rcu.h only. Tiny RCU has no need of them.
 */
#ifndef KERNEL_COMPAT_RCU_H
#define KERNEL_COMPAT_RCU_H

#include <linux/rcupdate.h>

#ifdef CONFIG_TINY_RCU
static inline void compat_rcu_expedite(void)
{
}

static inline void compat_rcu_unexpedite(void)
{
}
#else
void rcu_expedite_gp(void);
void rcu_unexpedite_gp(void);

static inline void compat_rcu_expedite(void)
{
	rcu_expedite_gp();
}

static inline void compat_rcu_unexpedite(void)
{
	rcu_unexpedite_gp();
}
#endif

#endif
