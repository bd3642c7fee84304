// SPDX-License-Identifier: GPL-2.0
/* Commit a01353cf1896 ("cpuidle: Fix ct_idle_*() usage", v6.3) */
#include <linux/cpuidle.h>

void probe_ct_cpuidle_enter(void);

void probe_ct_cpuidle_enter(void)
{
	ct_cpuidle_enter();
}
