/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_WAIT_H
#define STANDIN_LINUX_WAIT_H

/* Nobody sleeps on the host. */
typedef struct {
	int unused;
} wait_queue_head_t;

#endif
