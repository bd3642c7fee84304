/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_RCUPDATE_H
#define STANDIN_LINUX_RCUPDATE_H

/* Every CPU that a test has is online, and no reader of a test is protected by RCU. */
static inline void synchronize_rcu(void)
{
}

#endif
