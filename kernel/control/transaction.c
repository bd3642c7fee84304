// SPDX-License-Identifier: GPL-2.0
/*
 * Transactions.
 *
 * Nobody else sees the tables between transaction_begin() and the end, because tracer->lock is
 * held. So additions go into the tables at once, where later lines find them, and deletions only
 * mark: a doomed probe keeps its place in all lists, and a doomed event its name, until the commit.
 * That makes the rollback exact: it takes out what was added and clears the marks.
 *
 * Commit: arm what was added to enabled events (the only step that can still fail), unlink what is
 * doomed, unregister it as one batch, wait once, free.
 */
#include <linux/mm.h>
#include <linux/sched.h>

#include "kernel/control/transaction.h"
#include "kernel/event/event.h"
#include "kernel/hook/arm.h"
#include "kernel/instance/instance.h"
#include "kernel/record/ways.h"

/*
 * A probe that the kprobe core arms stays registered, disabled, from its definition on, as the
 * kernel's own do: to register it takes over a million instructions (entry_site.c), and to enable
 * it, if ftrace hooks its function, next to none. Others that were validated stay until there are
 * that many: then one grace period frees all. More in the kprobe core at a time would make it slow,
 * fewer would wait too often.
 */
#define TRANSACTION_VALIDATED_MAX	1024
#define TRANSACTION_PARKED_MAX		64

/** transaction_begin() - start; tracer->lock is held until commit or rollback */
void transaction_begin(struct transaction *tx, struct tracer *tracer)
{
	lockdep_assert_held(&tracer->lock);
	memset(tx, 0, sizeof(*tx));
	tx->tracer = tracer;
	INIT_LIST_HEAD(&tx->dead_events);
}

static void transaction_release_validated(struct transaction *tx)
{
	probes_release(tx->validated.probe, tx->validated.nr);
	tx->validated.nr = 0;
}

/* What was validated and the core need not know stays parked, unless there are too many. */
static void transaction_park(struct transaction *tx)
{
	struct list_head *parked = &tx->tracer->parked;
	struct probe_batch batch = {};
	struct probe *probe;
	unsigned int i;

	for (i = 0; i < tx->validated.nr; i++) {
		probe = tx->validated.probe[i];
		if (probe->registered && !probe_needs_core(probe))
			list_add_tail(&probe->park_link, parked);
	}
	list_for_each_entry(probe, parked, park_link)
		if (probe_batch_add(&batch, probe))
			break;
	if (batch.nr > TRANSACTION_PARKED_MAX)
		probes_release(batch.probe, batch.nr);
	probe_batch_free(&batch);
}

/**
 * transaction_validate() - see whether a new probe's place can be probed
 * @tx: the transaction
 * @probe: resolved, not pending
 *
 * Return: 0, -ENOMEM, or the errno of the kernel for the place.
 */
int transaction_validate(struct transaction *tx, struct probe *probe)
{
	int ret = probe_batch_add(&tx->validated, probe);

	if (ret)
		return ret;
	ret = probe_validate(probe, READ_ONCE(tx->tracer->backend));
	if (ret)
		tx->validated.nr--;
	else if (tx->validated.nr >= TRANSACTION_VALIDATED_MAX)
		transaction_release_validated(tx);
	return ret;
}

/**
 * transaction_discard() - destroy a probe that did not make it into the tables
 * @tx: the transaction, which may have validated it
 * @probe: the probe
 */
void transaction_discard(struct transaction *tx, struct probe *probe)
{
	if (tx->validated.nr && tx->validated.probe[tx->validated.nr - 1] == probe)
		tx->validated.nr--;
	probes_unregister(&probe, 1);
	probe_destroy(probe);
}

static void transaction_unlink_event(struct transaction *tx, struct probe_event *event)
{
	event_unlink(event);
	list_add_tail(&event->link, &tx->dead_events);
}

/**
 * transaction_add() - add a probe to the tables
 * @tx: the transaction
 * @probe: becomes the tables' on success
 * @event: what it fires; when it has no probe yet and this fails, it is gone
 *
 * Return: 0 or -ENOMEM.
 */
int transaction_add(struct transaction *tx, struct probe *probe, struct probe_event *event)
{
	int ret = probe_batch_add(&tx->created, probe);

	if (ret) {
		if (list_empty(&event->probes))
			transaction_unlink_event(tx, event);
		return ret;
	}
	probe->event = event;
	hash_add(tx->tracer->probe_hash, &probe->hash_link, probe_key(probe, event));
	list_add_tail(&probe->event_link, &event->probes);
	event->nr_live++;
	list_add_tail(&probe->link, &tx->tracer->probes);
	return 0;
}

/**
 * transaction_doom() - delete a probe
 * @tx: the transaction
 * @probe: in the tables, not doomed yet
 *
 * The event goes with its last probe, and it must not be enabled then.
 *
 * Return: 0, -EBUSY or -ENOMEM.
 */
int transaction_doom(struct transaction *tx, struct probe *probe)
{
	struct probe_event *event = probe->event;
	int ret = probe_batch_add(&tx->doomed, probe);

	if (ret)
		return ret;
	probe->doomed = true;
	if (--event->nr_live)
		return 0;
	if (event_is_enabled(event))
		return -EBUSY;
	event->doomed = true;
	return 0;
}

/* For each event that is enabled and has new probes, once. */
static void transaction_choose_ways(struct transaction *tx)
{
	unsigned int i;

	for (i = 0; i < tx->created.nr; i++)
		tx->created.probe[i]->event->ways_chosen = false;
	for (i = 0; i < tx->created.nr; i++) {
		struct probe_event *event = tx->created.probe[i]->event;

		if (event->ways_chosen || !event_is_enabled(event))
			continue;
		event_choose_ways(event);
		event->ways_chosen = true;
	}
}

/* Those of events that are enabled, all at once. */
static int transaction_arm_created(struct transaction *tx)
{
	struct probe_batch batch = {};
	unsigned int i;
	int ret = 0;

	transaction_choose_ways(tx);
	for (i = 0; i < tx->created.nr && !ret; i++) {
		struct probe *probe = tx->created.probe[i];

		if (!probe->doomed && event_is_enabled(probe->event))
			ret = probe_batch_add(&batch, probe);
	}
	if (!ret)
		ret = probes_arm_killable(batch.probe, batch.nr);
	probe_batch_free(&batch);
	return ret;
}

/* An event follows its last probe. */
static void transaction_unlink(struct transaction *tx, struct probe *probe)
{
	hash_del(&probe->hash_link);
	list_del(&probe->link);
	list_del(&probe->event_link);
	if (!probe->doomed)
		probe->event->nr_live--;
	if (list_empty(&probe->event->probes))
		transaction_unlink_event(tx, probe->event);
}

/**
 * transaction_delete() - delete a probe at once, without a way back
 * @tx: the transaction
 * @probe: in the tables; its event is not enabled
 *
 * Needs no memory and a grace period of its own.
 */
void transaction_delete(struct transaction *tx, struct probe *probe)
{
	probes_unregister(&probe, 1);
	transaction_unlink(tx, probe);
	probe_destroy(probe);
}

static void transaction_release_events(struct transaction *tx)
{
	struct probe_event *event, *next;
	bool clear = false;

	list_for_each_entry_safe(event, next, &tx->dead_events, link) {
		clear |= event->was_enabled;
		event_release(event);
	}
	/* Records that nobody can decode any more; the kernel clears them too. */
	if (clear)
		instance_reset(tx->tracer->top, -1);
}

/* There may be thousands. */
static void transaction_unlink_batch(struct transaction *tx, struct probe_batch *batch)
{
	unsigned int i = batch->nr;

	while (i-- > 0) {
		transaction_unlink(tx, batch->probe[i]);
		cond_resched();
	}
}

static void probes_destroy(struct probe_batch *batch)
{
	unsigned int i;

	for (i = 0; i < batch->nr; i++) {
		probe_destroy(batch->probe[i]);
		cond_resched();
	}
}

static void transaction_end(struct transaction *tx)
{
	transaction_release_events(tx);
	probe_batch_free(&tx->created);
	probe_batch_free(&tx->validated);
	probe_batch_free(&tx->doomed);
}

/**
 * transaction_commit() - make it so
 * @tx: ended when this returns 0, else to be rolled back
 *
 * Context: process context, waits for the hits of what is removed. Return: 0, or why a probe that
 * was added to an enabled event can't be armed: -EINTR when the process is being killed. What comes
 * after that is done to its end.
 */
int transaction_commit(struct transaction *tx)
{
	int ret = transaction_arm_created(tx);

	if (ret)
		return ret;
	transaction_unlink_batch(tx, &tx->doomed);
	probes_unregister(tx->doomed.probe, tx->doomed.nr);
	transaction_park(tx);
	probes_destroy(&tx->doomed);
	transaction_end(tx);
	return 0;
}

/*
 * As if nothing had been. It goes on to its end also when the process is being killed, which is dead only after that: the
 * kernel has to give back what is freed, and the tables are everybody's. It takes less time than
 * what it undoes.
 */
static void transaction_rollback(struct transaction *tx)
{
	unsigned int i;

	/* First, for a later line may have deleted what an earlier one added. */
	for (i = 0; i < tx->doomed.nr; i++) {
		tx->doomed.probe[i]->doomed = false;
		tx->doomed.probe[i]->event->doomed = false;
		tx->doomed.probe[i]->event->nr_live++;
	}
	probes_unregister(tx->created.probe, tx->created.nr);
	transaction_unlink_batch(tx, &tx->created);
	probes_destroy(&tx->created);
	transaction_end(tx);
}

/**
 * transaction_end_with() - commit, or roll back
 * @tx: ended when this returns
 * @ret: 0, or what went wrong: then nothing is changed
 *
 * Context: process context, may wait for a grace period. Return: @ret, or that of
 * transaction_commit().
 */
int transaction_end_with(struct transaction *tx, int ret)
{
	ret = ret ?: transaction_commit(tx);
	if (ret)
		transaction_rollback(tx);
	return ret;
}
