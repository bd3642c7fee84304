/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_INIT_H
#define STANDIN_LINUX_INIT_H

#define __init
#define __exit
#define __initdata
#define __initconst

#endif
