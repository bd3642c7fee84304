/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_DELAY_H
#define STANDIN_LINUX_DELAY_H

#include <unistd.h>

#define usleep_range(min, max)	usleep(min)

#endif
