/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looks at a sub-buffer that writers may be writing: subbuf_racing.c.
 */
#ifndef KERNEL_SUBBUF_RACING_H
#define KERNEL_SUBBUF_RACING_H

#include <linux/types.h>

void subbuf_copy_racing(void *to, const void *from, u32 end);
u32 subbuf_count_racing(const void *page, u32 end);

#endif
