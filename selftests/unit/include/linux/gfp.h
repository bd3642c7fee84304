/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_GFP_H
#define STANDIN_LINUX_GFP_H

#include <linux/types.h>

#define GFP_KERNEL	((gfp_t)0)
#define GFP_ATOMIC	((gfp_t)1)
#define GFP_NOWAIT	((gfp_t)2)
#define __GFP_ZERO	((gfp_t)4)
#define __GFP_NOWARN	((gfp_t)0)
#define __GFP_COMP	((gfp_t)0)
#define __GFP_NORETRY	((gfp_t)0)
#define __GFP_RETRY_MAYFAIL	((gfp_t)0)
#define GFP_KERNEL_ACCOUNT	GFP_KERNEL

#endif
