/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_IRQFLAGS_H
#define STANDIN_LINUX_IRQFLAGS_H

/* Nothing of it is needed by what is tested on the host. */

#endif
