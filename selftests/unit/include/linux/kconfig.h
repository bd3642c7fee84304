/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_KCONFIG_H
#define STANDIN_LINUX_KCONFIG_H

/* No option is set on the host. */
#define IS_ENABLED(option)	0

#endif
