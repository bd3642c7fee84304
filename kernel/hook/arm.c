// SPDX-License-Identifier: GPL-2.0
/*
 * The life of probes in the kernel: they are created, validated, armed, taken back and destroyed.
 * Arming and taking back concern arrays of probes, in one pass for each mechanism.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/event/probe.h"
#include "kernel/hook/arm.h"
#include "kernel/hook/hook.h"
#include "kernel/hook/hook_table.h"
#include "kernel/record/record.h"
#include "kernel/symbol/refused.h"
#include "kernel/symbol/symbol.h"

/**
 * probe_create() - create a probe that is in no table yet
 * @hook: the hook that the kind of the definition names
 * @def: the definition, which says place and maxactive
 * @args: arguments of the probe
 * @nr_args: number of elements in @args
 *
 * Return: the probe, or NULL without memory.
 */
struct probe *probe_create(const struct hook *hook, const struct probe_definition *def,
			   const struct probe_argument *args, unsigned int nr_args)
{
	struct probe *probe = hook->alloc();
	int ret;

	if (!probe)
		return NULL;
	probe->hook = hook;
	ret = probe_init(probe, def, args, nr_args);
	if (!ret && hook->set_place)
		ret = hook->set_place(probe, def);
	if (!ret)
		return probe;
	probe_destroy(probe);
	return NULL;
}

/* Allocates the object and the counters of a probe that is to be validated. */
static struct probe *alloc_with_counters(const struct hook *hook)
{
	struct probe *probe = hook->alloc();

	if (!probe)
		return NULL;
	probe->hook = hook;
	probe->counters = alloc_percpu(struct probe_counters);
	if (probe->counters)
		return probe;
	hook->free(probe);
	return NULL;
}

/**
 * probe_create_beside() - create a probe for one more place of a definition
 * @hook: the hook that the kind of the definition names
 * @first: the first probe of the definition
 * @last: the probe of the definition that was created last, perhaps @first
 * @place: the place, the entry of a function
 * @nr_wanted: number of places that the definition may still get, with this one
 * @wanted: the mechanism that is preferred
 *
 * A probe that has its @ip is validated. Any other one has to be.
 *
 * Context: under tracer->lock. Return: the probe, which is in no table yet; ERR_PTR(-ENOMEM);
 * ERR_PTR(-EINVAL) when the place can't be probed.
 */
struct probe *probe_create_beside(const struct hook *hook, const struct probe *first, struct probe *last,
				  unsigned long place, unsigned int nr_wanted,
				  enum tracer_backend wanted)
{
	struct probe *probe = ERR_PTR(-ENOENT);

	if (hook->alloc_at_entry)
		probe = hook->alloc_at_entry(last, nr_wanted, place, wanted);
	if (probe == ERR_PTR(-ENOENT))
		probe = alloc_with_counters(hook);
	if (!probe)
		return ERR_PTR(-ENOMEM);
	if (!IS_ERR(probe))
		probe_init_beside(probe, first, place);
	return probe;
}

/**
 * probe_destroy() - free a probe
 * @probe: a probe that is not armed and in no table, or NULL
 */
void probe_destroy(struct probe *probe)
{
	if (!probe)
		return;
	probe_free_parts(probe);
	probe->hook->free(probe);
}

/**
 * probe_resolve() - find the address of the symbol, again if need be
 * @probe: the probe whose symbol is looked up
 *
 * Context: process context, may sleep. Return: 0, or -ENOENT.
 */
int probe_resolve(struct probe *probe)
{
	if (!probe->line->symbol)
		return 0;
	probe->address = 0;
	return symbol_lookup(probe->line->symbol, &probe->address);
}

/**
 * probe_validate() - find out whether the place can be probed, and by which mechanism
 * @probe: a probe that is resolved and not registered
 * @wanted: the mechanism that is preferred; the kprobe core serves what another one can't
 *
 * On success the probe may be registered with the kprobe core, disabled. It may stay so for a
 * while: unregistering takes a grace period, which many probes can share.
 *
 * Context: process context. Return: 0; -ERANGE when the offset leads out of the symbol; or the errno that
 * says why the place can't be probed.
 */
int probe_validate(struct probe *probe, enum tracer_backend wanted)
{
	unsigned long place = probe->address + probe->offset;
	const char *reason = refused_reason(place);
	int ret;

	if (probe->line->symbol && !symbol_reaches(probe->line->symbol, probe->address, probe->offset))
		return -ERANGE;
	if (reason) {
		pr_info("%ps is refused: %s\n", (void *)place, reason);
		return -EINVAL;
	}
	ret = probe->hook->validate(probe, place, wanted);
	/*
	 * The kprobe core moves a probe behind an endbr64 that its place begins with, and mainline
	 * lists the address behind it. So do we.
	 */
	if (!ret && !probe->line->symbol && !probe->line->several)
		snprintf(probe->line->place, strlen(probe->line->place) + 1, "0x%p", (void *)probe->ip);
	return ret;
}

/** probe_is_parkable() - whether a validated probe is registered and need not be */
bool probe_is_parkable(const struct probe *probe)
{
	return probe->registered && !probe->hook->stays_registered;
}

/**
 * probe_leaves_first() - whether a probe in a module that goes is taken back before mainline's own
 *	notifiers hear of the module
 * @probe: a probe that may be registered or armed
 */
bool probe_leaves_first(const struct probe *probe)
{
	return probe->hook->leaves_first && probe->hook->leaves_first(probe);
}

/** probe_is_on_ftrace() - whether ftrace calls for a probe, because the probe is armed */
bool probe_is_on_ftrace(const struct probe *probe)
{
	return probe->armed && probe->hook->on_ftrace && probe->hook->on_ftrace(probe);
}

/* Copies those of @probes that @wanted says, for a hook; returns how many. */
static unsigned int probes_pick(struct probe **probes, unsigned int nr, struct probe **picked,
				bool (*wanted)(const struct probe *probe, const struct hook *hook),
				const struct hook *hook)
{
	unsigned int i, n = 0;

	for (i = 0; i < nr; i++)
		if (wanted(probes[i], hook))
			picked[n++] = probes[i];
	return n;
}

static bool is_to_be_armed(const struct probe *probe, const struct hook *hook)
{
	return probe->hook->arm == hook->arm && !probe->armed && !probe->pending;
}

static bool is_to_be_disarmed(const struct probe *probe, const struct hook *hook)
{
	return probe->hook->disarm == hook->disarm && probe->armed;
}

static bool is_to_be_removed(const struct probe *probe, const struct hook *hook)
{
	return probe->hook->remove == hook->remove && probe->registered;
}

static bool is_parkable(const struct probe *probe, const struct hook *hook)
{
	return probe_is_parkable(probe);
}

/**
 * struct probe_selection - those probes of an array that one step concerns
 * @probe: an array with room for all of them
 * @nr: number of probes in @probe
 */
struct probe_selection {
	struct probe **probe;
	unsigned int nr;
};

static int probes_arm_by(const struct hook *hook, struct probe **probes, unsigned int nr,
			 bool killable, struct probe_selection *done)
{
	struct probe **first = done->probe + done->nr;
	unsigned int i, n = probes_pick(probes, nr, first, is_to_be_armed, hook);
	int ret = n ? hook->arm(first, n, killable) : 0;

	for (i = 0; i < n; i++) {
		first[i]->armed |= !ret;
		if (first[i]->armed)
			done->probe[done->nr++] = first[i];
	}
	return ret;
}

static int probes_arm_all(struct probe **probes, unsigned int nr, bool killable)
{
	struct probe_selection done = {
		.probe = kvmalloc_array(nr ?: 1, sizeof(*done.probe), GFP_KERNEL),
	};
	const struct hook *const *hook;
	int ret = 0;

	if (!done.probe)
		return -ENOMEM;
	for (hook = probe_hooks; *hook && !ret; hook++)
		ret = probes_arm_by(*hook, probes, nr, killable, &done);
	if (ret)
		probes_unregister(done.probe, done.nr);
	kvfree(done.probe);
	return ret;
}

/**
 * probes_arm() - let hits arrive
 * @probes: probes to be armed; those that are armed or pending already are left alone; none may be
 *	there twice
 * @nr: number of elements in @probes
 *
 * There is one pass for each mechanism. Return: 0, or the first errno, and then nothing is armed that
 * was not armed before.
 */
int probes_arm(struct probe **probes, unsigned int nr)
{
	return probes_arm_all(probes, nr, false);
}

/**
 * probes_arm_killable() - let hits arrive, unless the process that wants them is being killed
 * @probes: probes to be armed, as for probes_arm()
 * @nr: number of elements in @probes
 *
 * Return: the same as probes_arm(), or -EINTR when the process is being killed.
 */
int probes_arm_killable(struct probe **probes, unsigned int nr)
{
	return fatal_signal_pending(current) ? -EINTR : probes_arm_all(probes, nr, true);
}

/*
 * Disarms armed probes whose hook can do so, which ends their hits. Returns true when there are
 * armed probes of other hooks, whose hits end when they are removed.
 */
static bool probes_disarm(struct probe **probes, unsigned int nr, struct probe **batch)
{
	const struct hook *const *hook;
	bool others = false;
	unsigned int i, n;

	for (hook = probe_hooks; *hook; hook++) {
		n = probes_pick(probes, nr, batch, is_to_be_disarmed, *hook);
		if (!(*hook)->disarm) {
			others |= n;
			continue;
		}
		if (n)
			(*hook)->disarm(batch, n);
		for (i = 0; i < n; i++)
			batch[i]->armed = false;
	}
	return others;
}

/* Returns how many hits of a registered probe were not handed out. */
static unsigned long missed_since_registration(const struct probe *probe)
{
	return probe->hook->missed ? probe->hook->missed(probe) : 0;
}

/* Removes registered probes; @batch has room for all of them. */
static void probes_remove(struct probe **probes, unsigned int nr, struct probe **batch)
{
	const struct hook *const *hook;
	unsigned int i, n;

	for (hook = probe_hooks; *hook; hook++) {
		n = probes_pick(probes, nr, batch, is_to_be_removed, *hook);
		if (n)
			(*hook)->remove(batch, n);
		for (i = 0; i < n; i++) {
			list_del_init(&batch[i]->park_link);
			batch[i]->missed_before += missed_since_registration(batch[i]);
			batch[i]->registered = false;
		}
	}
}

static void probes_unregister_part(struct probe **probes, unsigned int nr, void *batch)
{
	bool idle_may_run = probes_disarm(probes, nr, batch);
	unsigned int i;

	probes_remove(probes, nr, batch);
	if (idle_may_run)
		record_wait_for_idle();
	for (i = 0; i < nr; i++)
		probes[i]->armed = false;
}

/**
 * probes_unregister() - take probes back from the kernel, one wait per mechanism for all
 * @probes: probes to be taken back; those that are neither armed nor registered are left alone
 * @nr: number of elements in @probes
 *
 * The function does not fail: without memory for all of them there are more waits. Context: process
 * context. When the function returns, no hit of any of the probes is running.
 */
void probes_unregister(struct probe **probes, unsigned int nr)
{
	probes_in_parts(probes, nr, probes_unregister_part);
}

/**
 * probes_release() - take validated probes back from the kernel, unless they stay registered
 * @probes: validated probes; those that are not parkable are left alone
 * @nr: number of elements in @probes
 *
 * Probes that are armed stay armed. Without memory nothing is taken back. Context: process context.
 */
void probes_release(struct probe **probes, unsigned int nr)
{
	struct probe **parkable = kvmalloc_array(nr ?: 1, sizeof(*parkable), GFP_KERNEL);
	struct probe **batch = kvmalloc_array(nr ?: 1, sizeof(*batch), GFP_KERNEL);

	if (parkable && batch)
		probes_remove(parkable, probes_pick(probes, nr, parkable, is_parkable, NULL), batch);
	kvfree(batch);
	kvfree(parkable);
}

/** probes_tracer_came() - tell the mechanisms that there is a new tracer, before it has probes */
void probes_tracer_came(void)
{
	const struct hook *const *hook;

	for (hook = probe_hooks; *hook; hook++)
		if ((*hook)->tracer_came)
			(*hook)->tracer_came();
}

/**
 * probes_tracer_went() - tell the mechanisms that a tracer is gone, with its probes
 *
 * After the last tracer, they soon give up what they keep for tracers.
 */
void probes_tracer_went(void)
{
	const struct hook *const *hook;

	for (hook = probe_hooks; *hook; hook++)
		if ((*hook)->tracer_went)
			(*hook)->tracer_went();
}

/** probes_finish() - tell the mechanisms to give up what they keep: no tracer is left or will come */
void probes_finish(void)
{
	const struct hook *const *hook;

	for (hook = probe_hooks; *hook; hook++)
		if ((*hook)->finish)
			(*hook)->finish();
}

/** probe_missed() - get the number of hits that were not handed out, of all registrations */
unsigned long probe_missed(const struct probe *probe)
{
	return probe->missed_before + (probe->registered ? missed_since_registration(probe) : 0);
}
