/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_ERRNO_H
#define STANDIN_LINUX_ERRNO_H

#include_next <linux/errno.h>

/* Known to the kernel alone */
#define ERESTARTSYS	512
#define ENOTSUPP	524

#endif
