/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A transaction on the tables of a tracer: probes are added and deleted, then all of it is
 * committed or rolled back.
 */
#ifndef KERNEL_TRANSACTION_H
#define KERNEL_TRANSACTION_H

#include "kernel/event/probe.h"

struct tracer;

/**
 * struct transaction - a transaction; tracer->lock is held from its begin to its end
 * @tracer: the tracer whose tables are changed
 * @created: probes that were added, in order; they are in the tables already
 * @validated: probes that were validated since the last release, the newest perhaps not in @created
 *	yet; those that the kprobe core has validated are registered, disabled
 * @doomed: probes that were deleted; they are still in the tables, marked
 * @dead_events: events that were unlinked and wait to be released
 */
struct transaction {
	struct tracer *tracer;
	struct probe_batch created;
	struct probe_batch validated;
	struct probe_batch doomed;
	struct list_head dead_events;
};

void transaction_begin(struct transaction *tx, struct tracer *tracer);
int transaction_add(struct transaction *tx, struct probe *probe, struct probe_event *event);
int transaction_validate(struct transaction *tx, struct probe *probe);
void transaction_discard(struct transaction *tx, struct probe *probe);
int transaction_doom(struct transaction *tx, struct probe *probe);
void transaction_delete(struct transaction *tx, struct probe *probe);
int transaction_end_with(struct transaction *tx, int ret);
int transaction_commit(struct transaction *tx);

#endif
