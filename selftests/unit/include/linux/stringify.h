/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_STRINGIFY_H
#define STANDIN_LINUX_STRINGIFY_H

#define __stringify_1(...)	#__VA_ARGS__
#define __stringify(...)	__stringify_1(__VA_ARGS__)

#endif
