// SPDX-License-Identifier: GPL-2.0
/* __is_endbr() of a value; kernels without it have is_endbr() of a value. */
#include <linux/types.h>
#include <asm/ibt.h>

bool probe_is_endbr_of_value(u32 instruction);

bool probe_is_endbr_of_value(u32 instruction)
{
	return __is_endbr(instruction);
}
