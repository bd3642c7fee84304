/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_UAPI_ASM_VSYSCALL_H
#define STANDIN_UAPI_ASM_VSYSCALL_H

#define VSYSCALL_ADDR	(-10UL << 20)

#endif
