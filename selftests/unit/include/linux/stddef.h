/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_STDDEF_H
#define STANDIN_LINUX_STDDEF_H

#include <stddef.h>
#include <linux/types.h>

#define offsetofend(type, member)	(offsetof(type, member) + sizeof(((type *)0)->member))
#define sizeof_field(type, member)	sizeof(((type *)0)->member)
#define struct_group(name, ...)		union { struct { __VA_ARGS__ }; struct { __VA_ARGS__ } name; }

#endif
