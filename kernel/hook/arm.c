// SPDX-License-Identifier: GPL-2.0
/*
 * Arming chooses the mechanism that serves a probe, finds out whether the kernel lets its place be
 * probed, and arms or takes back arrays of probes in one pass. The mechanisms themselves are in
 * probe_kprobe.c, probe_kretprobe.c and probe_ftrace.c.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/event/probe.h"
#include "kernel/hook/arm.h"
#include "kernel/hook/hook.h"
#include "kernel/record/record.h"
#include "kernel/symbol/entry_site.h"
#include "kernel/symbol/refused.h"
#include "kernel/symbol/symbol.h"

/*
 * Each kind of probe has its functions of the kprobe core. Without kretprobes, a return probe is
 * refused.
 */
static const struct probe_core *const probe_cores[] = {
	[PROBE_ENTRY]	= &kprobe_core,
#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
	[PROBE_RETURN]	= &kretprobe_core,
#else
	[PROBE_RETURN]	= NULL,
#endif
};

static const struct probe_backend *const probe_backends[] = {
	&kprobe_backend,
#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
	&ftrace_backend,
#endif
};

/**
 * probe_set_hook() - choose what registers a new probe with the kernel, by its kind
 * @probe: a probe from probe_create()
 *
 * probe_validate() decides which backend arms the probe.
 */
void probe_set_hook(struct probe *probe)
{
	probe->core = probe_cores[probe->kind];
	probe->backend = &kprobe_backend;
}

/**
 * probe_resolve() - find the address of the symbol, again if need be
 * @probe: the probe whose symbol is looked up
 *
 * Context: process context, may sleep. Return: 0, or -ENOENT.
 */
int probe_resolve(struct probe *probe)
{
	if (!probe->symbol)
		return 0;
	probe->address = 0;
	return symbol_lookup(probe->symbol, &probe->address);
}

/*
 * The kprobe core moves a probe behind an endbr64 that its place begins with, and mainline lists
 * the address behind it. So do we.
 */
static void probe_list_address(struct probe *probe)
{
	snprintf(probe->place, strlen(probe->place) + 1, "0x%p", (void *)probe_ip(probe));
}

#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
static bool probe_suits_ftrace(const struct probe *probe, enum tracer_backend wanted)
{
	return wanted != TRACER_BACKEND_KPROBE && ftrace_backend_can(probe);
}

/* Chooses the ftrace backend for an entry; returns -ENOENT when the kprobe core has to decide. */
static int probe_validate_entry(struct probe *probe, unsigned long place,
				enum tracer_backend wanted)
{
	unsigned long site;
	int ret;

	if (wanted == TRACER_BACKEND_KPROBE || probe_is_return(probe))
		return -ENOENT;
	ret = entry_site_find(place, &site);
	if (ret)
		return ret;
	memset(&probe->kp, 0, sizeof(probe->kp));
	probe->kp.addr = (kprobe_opcode_t *)site;
	probe->backend = &ftrace_backend;
	return 0;
}

static const struct probe_backend *probe_choose_backend(const struct probe *probe,
							enum tracer_backend wanted)
{
	return probe_suits_ftrace(probe, wanted) ? &ftrace_backend : &kprobe_backend;
}
#else
static int probe_validate_entry(struct probe *probe, unsigned long place,
				enum tracer_backend wanted)
{
	return -ENOENT;
}

static const struct probe_backend *probe_choose_backend(const struct probe *probe,
							enum tracer_backend wanted)
{
	return &kprobe_backend;
}
#endif

static int probe_validate_by_core(struct probe *probe, unsigned long place,
				  enum tracer_backend wanted)
{
	int ret = symbol_check_traceable(place);

	if (ret == -EINVAL)
		pr_info("%s is in a function that is not to be traced\n", probe->place);
	if (!ret)
		ret = probe->core->add(probe, KPROBE_FLAG_DISABLED);
	if (ret)
		return ret;
	probe->registered = true;
	probe->backend = probe_choose_backend(probe, wanted);
	return 0;
}

/* Returns -EINVAL when the place is in a function of the table in refused.c, else 0. */
static int probe_check_refused(const struct probe *probe, unsigned long place)
{
	const char *reason = refused_reason(place);

	if (!reason)
		return 0;
	pr_info("%s is refused: %s\n", probe->place, reason);
	return -EINVAL;
}

/**
 * probe_validate() - find out whether the place can be probed, and by which backend
 * @probe: a probe that is resolved and not registered
 * @wanted: the backend that is preferred; the kprobe backend serves what another one can't
 *
 * On success the probe may be registered with the kprobe core, disabled. It may stay so for a
 * while: unregistering takes a grace period, which many probes can share.
 *
 * Context: process context. Return: 0, or the errno that says why the place can't be probed.
 */
int probe_validate(struct probe *probe, enum tracer_backend wanted)
{
	unsigned long place = probe->address + probe->offset;
	int ret;

	if (!probe->core)
		return -EOPNOTSUPP;
	ret = probe_check_refused(probe, place);
	if (!ret)
		ret = probe_validate_entry(probe, place, wanted);
	if (ret == -ENOENT)
		ret = probe_validate_by_core(probe, place, wanted);
	if (!ret && !probe->symbol)
		probe_list_address(probe);
	return ret;
}

/**
 * probe_needs_core() - whether a probe is registered with the kprobe core while it is armed
 * @probe: a probe that was validated
 *
 * Return instances belong to the core, whichever backend hooks the entry.
 */
bool probe_needs_core(const struct probe *probe)
{
	return probe_is_return(probe) || probe->backend == &kprobe_backend;
}

/**
 * probe_leaves_before_core() - whether a probe in a module that goes is taken back before the
 * kprobe core puts it out of action
 * @probe: a probe that may be registered
 *
 * kill_kprobe() of v5.10 marks a probe as disabled before it asks whether ftrace is to forget the
 * address, so the address stays in the filter, and hooks the function that is loaded there next.
 * Other probes have to wait for the core: kill_optimized_kprobe(), up to v7.2 at least, loses
 * a jump that an unregistered probe has left to the optimizer, and nobody can probe that place again.
 */
bool probe_leaves_before_core(const struct probe *probe)
{
	return probe->registered && probe->kp.flags & KPROBE_FLAG_FTRACE;
}

/** probe_backend_name() - name of the backend that serves the probe */
const char *probe_backend_name(const struct probe *probe)
{
	return probe->backend->name ?: probe->core->name;
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

static bool probe_is_to_be_armed(const struct probe *probe, const struct probe_backend *backend)
{
	return probe->backend == backend && !probe->armed && !probe->pending;
}

static int probes_arm_by(const struct probe_backend *backend, struct probe **probes,
			 unsigned int nr, bool killable, struct probe_selection *done)
{
	struct probe **first = done->probe + done->nr;
	unsigned int i, n = 0;
	int ret;

	for (i = 0; i < nr; i++)
		if (probe_is_to_be_armed(probes[i], backend))
			first[n++] = probes[i];
	ret = n ? backend->arm(first, n, killable) : 0;
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
	unsigned int b;
	int ret = 0;

	if (!done.probe)
		return -ENOMEM;
	for (b = 0; b < ARRAY_SIZE(probe_backends) && !ret; b++)
		ret = probes_arm_by(probe_backends[b], probes, nr, killable, &done);
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
 * There is one pass for each backend. Return: 0, or the first errno, and then nothing is armed that
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
 * Disarms armed probes whose backend can do so, which ends their hits. Returns true when there are
 * armed probes of other backends, whose hits end when they leave the core.
 */
static bool probes_disarm(struct probe **probes, unsigned int nr, struct probe **batch)
{
	bool others = false;
	unsigned int b, i, n;

	for (b = 0; b < ARRAY_SIZE(probe_backends); b++) {
		const struct probe_backend *backend = probe_backends[b];

		for (i = n = 0; i < nr; i++)
			if (probes[i]->armed && probes[i]->backend == backend)
				batch[n++] = probes[i];
		if (!backend->disarm)
			others |= n;
		else if (n)
			backend->disarm(batch, n);
	}
	return others;
}

static void probes_remove(const struct probe_core *core, struct probe **probes, unsigned int nr,
			  struct probe **batch)
{
	unsigned int i, n = 0;

	for (i = 0; i < nr; i++)
		if (probes[i]->registered && probes[i]->core == core)
			batch[n++] = probes[i];
	if (!n)
		return;
	core->remove(batch, n);
	for (i = 0; i < n; i++) {
		list_del_init(&batch[i]->park_link);
		batch[i]->missed_before += core->missed(batch[i]);
		batch[i]->registered = false;
	}
}

static void probes_unregister_part(struct probe **probes, unsigned int nr, void *batch)
{
	bool idle_may_run = probes_disarm(probes, nr, batch);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probe_cores); i++)
		if (probe_cores[i])
			probes_remove(probe_cores[i], probes, nr, batch);
	if (idle_may_run)
		record_wait_for_idle();
	for (i = 0; i < nr; i++)
		probes[i]->armed = false;
}

/**
 * probes_unregister() - take probes back from the kernel, one wait per backend for all of them
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
 * probes_release() - take validated probes back from the kprobe core, unless the core arms them
 * @probes: validated probes; those that need the core are left alone
 * @nr: number of elements in @probes
 *
 * Probes that are armed stay armed. Without memory nothing is taken back. Context: process context.
 */
void probes_release(struct probe **probes, unsigned int nr)
{
	struct probe **idle = kvmalloc_array(nr ?: 1, sizeof(*idle), GFP_KERNEL);
	struct probe **batch = kvmalloc_array(nr ?: 1, sizeof(*batch), GFP_KERNEL);
	unsigned int i, n = 0;

	for (i = 0; idle && batch && i < nr; i++)
		if (probes[i]->registered && !probe_needs_core(probes[i]))
			idle[n++] = probes[i];
	for (i = 0; n && i < ARRAY_SIZE(probe_cores); i++)
		if (probe_cores[i])
			probes_remove(probe_cores[i], idle, n, batch);
	kvfree(batch);
	kvfree(idle);
}

/** probes_tracer_came() - tell the backends that there is a new tracer, before it has probes */
void probes_tracer_came(void)
{
	unsigned int b;

	for (b = 0; b < ARRAY_SIZE(probe_backends); b++)
		if (probe_backends[b]->tracer_came)
			probe_backends[b]->tracer_came();
}

/**
 * probes_tracer_went() - tell the backends that a tracer is gone, with its probes
 *
 * After the last tracer, the backends soon give up what they keep for tracers.
 */
void probes_tracer_went(void)
{
	unsigned int b;

	for (b = 0; b < ARRAY_SIZE(probe_backends); b++)
		if (probe_backends[b]->tracer_went)
			probe_backends[b]->tracer_went();
}

/** probes_finish() - tell the backends to give up what they keep: no tracer is left or will come */
void probes_finish(void)
{
	unsigned int b;

	for (b = 0; b < ARRAY_SIZE(probe_backends); b++)
		if (probe_backends[b]->finish)
			probe_backends[b]->finish();
}

/** probe_missed() - number of hits that the kernel could not hand out, of all registrations */
unsigned long probe_missed(const struct probe *probe)
{
	return probe->missed_before + (probe->registered ? probe->core->missed(probe) : 0);
}
