// SPDX-License-Identifier: GPL-2.0
/*
 * Transactions on the tables of a tracer.
 *
 * tracer->lock is held from transaction_begin() to the end, so nobody else sees the tables
 * meanwhile. So additions go into the tables at once, and later lines find them there. Deletions
 * only mark: a doomed probe keeps its place in all lists, and a doomed event its name, until the
 * commit. That makes the rollback exact: it takes out what was added and clears the marks.
 *
 * The commit arms the probes that were added to enabled events (the only step that can still fail),
 * unlinks the doomed probes, unregisters them as one batch, with one wait for each mechanism, parks
 * or releases the probes that were validated, and frees the doomed ones.
 */
#include <linux/mm.h>
#include <linux/sched.h>

#include "kernel/control/instances.h"
#include "kernel/definition/transaction.h"
#include "kernel/event/event.h"
#include "kernel/hook/arm.h"
#include "kernel/instance/instance.h"
#include "kernel/record/ways.h"

/*
 * A probe that the kprobe core arms stays registered, disabled, from its definition on, as
 * mainline's probes do: registering it takes over a million instructions (entry_site.c), and
 * enabling it takes next to none if ftrace hooks its function. Other probes that were validated
 * stay registered until there are as many as these limits say: then one grace period frees all of
 * them. With higher limits the kprobe core would hold so many probes that it becomes slow, with
 * lower ones the waits would be too frequent.
 */
#define TRANSACTION_VALIDATED_MAX	1024
#define TRANSACTION_PARKED_MAX		64

/** transaction_begin() - start a transaction; tracer->lock is held until commit or rollback */
void transaction_begin(struct transaction *tx, struct tracer *tracer)
{
	lockdep_assert_held(&tracer->lock);
	memset(tx, 0, sizeof(*tx));
	tx->tracer = tracer;
	INIT_LIST_HEAD(&tx->dead_events);
}

/* Parks validated probes that the core does not arm; releases all parked ones if there are many. */
static void transaction_park(struct transaction *tx)
{
	struct list_head *parked = &tx->tracer->parked;
	struct probe_batch batch = {};
	struct probe *probe;
	unsigned int i;

	for (i = 0; i < tx->validated.nr; i++) {
		probe = tx->validated.probe[i];
		if (probe_is_parkable(probe))
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
 * @tx: the transaction that defines the probe
 * @probe: the new probe, resolved and not pending
 *
 * When TRANSACTION_VALIDATED_MAX probes were validated, those that need not stay registered are
 * released.
 *
 * Return: 0, -ENOMEM, or what probe_validate() returned.
 */
int transaction_validate(struct transaction *tx, struct probe *probe)
{
	int ret = probe_batch_add(&tx->validated, probe);

	if (ret)
		return ret;
	ret = probe_validate(probe, READ_ONCE(tx->tracer->backend));
	if (ret) {
		tx->validated.nr--;
	} else if (tx->validated.nr >= TRANSACTION_VALIDATED_MAX) {
		probes_release(tx->validated.probe, tx->validated.nr);
		tx->validated.nr = 0;
	}
	return ret;
}

/**
 * transaction_discard() - destroy a probe that did not make it into the tables
 * @tx: the transaction, which may have validated it
 * @probe: the probe, which is in no table
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

/* nr_live and nr_attached count the probes that are in the tables and not doomed: @by is 1 or -1. */
static void count_probe(struct probe *probe, int by)
{
	probe->event->nr_live += by;
	if (probe->attached)
		probe->attached->nr_attached += by;
}

/**
 * transaction_add() - add a probe to the tables
 * @tx: the transaction that defines the probe
 * @probe: the new probe; on success it belongs to the tables
 * @event: the event that the probe fires; when it has no probe yet and this fails, it is gone
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
	if (probe->leads)
		hash_add(tx->tracer->probe_hash, &probe->hash_link, probe_key(probe, event));
	list_add_tail(&probe->event_link, &event->probes);
	count_probe(probe, 1);
	list_add_tail(&probe->link, &tx->tracer->probes);
	return 0;
}

/**
 * transaction_doom() - delete a probe
 * @tx: the transaction that deletes the probe
 * @probe: a probe that is in the tables and not doomed yet
 *
 * The event goes with its last probe, and must not be enabled then, nor may event probes be attached to it.
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
	count_probe(probe, -1);
	if (event->nr_live)
		return 0;
	if (event_is_enabled(event) || event->nr_attached)
		return -EBUSY;
	event->doomed = true;
	return 0;
}

/* Chooses the ways of each event that is enabled and has new probes, once per event. */
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

/* Arms the new probes of events that are enabled, all at once. */
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
	/* Without new probes nothing can fail: a mount goes also with a process that is being killed. */
	if (!ret && batch.nr)
		ret = probes_arm_killable(batch.probe, batch.nr);
	probe_batch_free(&batch);
	return ret;
}

/* Takes a probe out of the tables, and with the last probe its event. */
static void transaction_unlink(struct transaction *tx, struct probe *probe)
{
	hash_del(&probe->hash_link);
	list_del(&probe->link);
	list_del(&probe->event_link);
	if (!probe->doomed)
		count_probe(probe, -1);
	if (list_empty(&probe->event->probes))
		transaction_unlink_event(tx, probe->event);
}

/**
 * transaction_delete() - delete a probe at once, without a way back
 * @tx: the transaction that deletes the probe
 * @probe: a probe that is in the tables and whose event is not enabled
 *
 * The function needs no memory, and a grace period for each probe.
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

	list_for_each_entry_safe(event, next, &tx->dead_events, link) {
		event_mark_buffers_stale(event);
		event_release(event);
	}
	tracer_clear_stale_buffers(tx->tracer);
}

/* There may be thousands of probes: hence the cond_resched(). */
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
 * transaction_commit() - apply what the transaction has collected
 * @tx: the transaction; it has ended when this returns 0, else it has to be rolled back
 *
 * Context: process context, waits for the hits of what is removed. Return: 0, or why a probe that
 * was added to an enabled event can't be armed: -EINTR when the process is being killed. The steps
 * after that one are done to their end.
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
 * Undoes the transaction. The rollback runs to its end even when the process is being killed, which
 * dies only after that: probes have to be taken back from the kernel, and everybody uses the
 * tables. A rollback takes less time than what it undoes.
 */
static void transaction_rollback(struct transaction *tx)
{
	unsigned int i;

	/* This comes first, for a later line may have deleted what an earlier one added. */
	for (i = 0; i < tx->doomed.nr; i++) {
		struct probe *probe = tx->doomed.probe[i];

		probe->doomed = false;
		probe->event->doomed = false;
		count_probe(probe, 1);
	}
	probes_unregister(tx->created.probe, tx->created.nr);
	transaction_unlink_batch(tx, &tx->created);
	probes_destroy(&tx->created);
	transaction_end(tx);
}

/**
 * transaction_end_with() - commit the transaction, or roll it back
 * @tx: the transaction, which has ended when this returns
 * @ret: 0 to commit, or the error that makes it roll back: then nothing is changed
 *
 * Context: process context, may wait for a grace period. Return: @ret unless it is 0, else what
 * transaction_commit() returned.
 */
int transaction_end_with(struct transaction *tx, int ret)
{
	ret = ret ?: transaction_commit(tx);
	if (ret)
		transaction_rollback(tx);
	return ret;
}
