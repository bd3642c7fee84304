/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_CACHE_H
#define STANDIN_LINUX_CACHE_H

/* Allocations of the host are not aligned to more than 16. */
#define ____cacheline_aligned

#endif
