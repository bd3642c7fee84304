// SPDX-License-Identifier: GPL-2.0
/*
 * The ftrace backend: probes at the entry of functions, of all tracers, through one ftrace_ops.
 *
 * Every place was validated (hook_table.c): by the kprobe core, which also said that ftrace hooks the
 * place (the flag KPROBE_FLAG_FTRACE), or as the core would do it (entry_site.c). The place's
 * address, as ftrace has it, is the probe's @ip. A return probe stays registered with the core,
 * disabled, for as long as it is armed, because the core owns the return instances.
 *
 * Lifetimes. A hit finds its probes in a table of functions by address, with preemption off, and
 * possibly where RCU is not watching. The table alone decides what a hit can find, and never the
 * filter of the ops: the filter only says which functions call us, and a call for a function that
 * has no probe, or is not in the table, is harmless.
 *
 *  1. An address in the filter may be stale (taking it out failed without memory, or the call was
 *     on its way): a hit finds no probe for it.
 *  2. A site of the table belongs to one address for as long as the table lives. So a late call
 *     can't find the probe of another function.
 *  3. A probe is linked (newest first) before its address is in the filter, and unlinked before the
 *     address is out; its @sibling is left as it was for the hits that are on the probe. The probe
 *     may be linked again, or freed, after record_wait().
 *  4. A table that became too small is replaced by a copy, and freed after record_wait(). So is every
 *     table that more than BATCH_IN_PLACE probes come to: hits see the copy, and these probes, once
 *     ftrace has patched their functions. With thousands of them, the patching would hit what is
 *     patched already. The empty table is static.
 *  5. The filter is never empty while the ops is registered, for an empty filter means all
 *     functions of the kernel: it always has a function of ours that nobody calls,
 *     ftrace_backend_nothing(). So disarming the last probe is no different from any other, and
 *     needs no unregistering, which waits for every task. That function can't be probed
 *     (NOKPROBE_SYMBOL, which the validation of every place asks for), so that no probe takes its
 *     address out of the filter when it goes; and sites_unlink() would leave the address in.
 *  6. The ops is unregistered by a kernel thread, some time after the last tracer went.
 *     unregister_ftrace_function() waits until no task is in the ops' trampoline, and not only for
 *     tasks in it: synchronize_rcu_tasks() waits for tasks that exit, too. Before v6.9 the init of
 *     a pid namespace that exits waits in turn for all tasks in the namespace. If one of these
 *     tasks unregistered the ops as the last user of a mount, or waited for the locks that are held
 *     meanwhile, ours and ftrace's own, in order to arm a probe, none of the three would end.
 *     A kernel without preemption does not wait for tasks there, because none is preempted in the
 *     trampoline. On an old one of these the process that disarms the last probe unregisters the
 *     ops (functions_unhook()), with tracer->lock and our own lock held.
 *     If unregistering fails, ftrace has given up for good and its call sites are what they are:
 *     then the module stays.
 *     On most kernels unregistering also waits for a worker on each CPU, with ftrace's lock held,
 *     which takes for ever while a real-time task fills a CPU. So we ask first whether workers run
 *     (record_workers_run()), and until they do the ops stays as it is, with nothing in its filter
 *     that is hit. Only the module does not go before the ops.
 *  7. While kernel.ftrace_enabled is 0, no address is taken out of the filter and the ops stays: of a
 *     function that nobody hooks any more, ftrace would keep the flag that says "with registers" (it
 *     clears the flag when it takes the call out, which has happened), and give up for good when it
 *     sees a flag without a user. rest_work does both when the switch is on again. The module stays until
 *     then: what is stale when the last tracer goes is taken out before the module goes.
 *  8. Functions of a module that goes are disarmed by the module notifier before their addresses
 *     can become somebody else's, and functions of its initialisation code are left to the kprobe
 *     core.
 *
 * Locks: ftrace_backend_lock is taken within tracer->lock, and outside of the locks of ftrace and
 * of the kprobe core.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "fetch/fetch_register.h"
#include "kernel/compat/ftrace.h"
#include "kernel/compat/workqueue.h"
#include "kernel/hook/function_probe.h"
#include "kernel/hook/kernel_variable.h"
#include "kernel/hook/probe_ftrace.h"
#include "kernel/record/record.h"

#define CAPACITY_MIN	64U
#define BATCH_IN_PLACE	32U	/* see rule 4 */
#define REST_AGAIN	HZ
#define ENTRY_MAX	8	/* most bytes from a symbol to ftrace's address of the function */

static struct ftrace_ops ftrace_backend_ops = {
	.func	= ftrace_backend_hit,
	.flags	= FTRACE_OPS_FL_SAVE_REGS | COMPAT_FTRACE_RECURSION_SAFE,
};

/* This table has one site, which is never in use. */
static struct {
	struct ftrace_table table;
	struct ftrace_site none;
} empty_table = { .table = { .capacity = 1 }, .none = { .head = &ftrace_backend_nobody } };

struct ftrace_table *ftrace_backend_table = &empty_table.table;

struct probe ftrace_backend_nobody;

static DEFINE_MUTEX(ftrace_backend_lock);
static struct ftrace_table *retired_tables;
static unsigned int nr_tracers;
static unsigned int nr_armed;
static bool ops_registered;
static bool filter_is_stale;	/* see rule 7 */
static bool module_is_kept;	/* see rule 7; set when no mount keeps the module */

static void ftrace_backend_rest_soon(struct work_struct *work);
static DECLARE_DELAYED_WORK(rest_work, ftrace_backend_rest_soon);

/* See rule 5. This file is not on the record path, so the function has a hook like any other. */
static noinline __used void ftrace_backend_nothing(void)
{
	barrier();
}
NOKPROBE_SYMBOL(ftrace_backend_nothing);

/* @ip: address as ftrace has it, behind an ENDBR64 if the function begins with one */
static bool ip_is_of_nothing(unsigned long ip)
{
	unsigned long nothing = (unsigned long)ftrace_backend_nothing;

	return ip >= nothing && ip <= nothing + ENTRY_MAX;
}

/**
 * ftrace_hook_can_arm() - may ftrace serve a probe, with the same result as the kprobe core?
 * @probe: a probe that the kprobe core has validated
 */
bool ftrace_hook_can_arm(const struct probe *probe)
{
	if (probe_is_return(probe) && !COMPAT_KRETPROBE_CAN_BE_CALLED)
		return false;
	if (ip_is_of_nothing(probe->ip))
		return false;
	return core_probe_of(probe)->kp.flags & KPROBE_FLAG_FTRACE;
}

static struct ftrace_table *table_create(unsigned int nr)
{
	unsigned int capacity = max_t(unsigned int, roundup_pow_of_two(2 * nr), CAPACITY_MIN);
	struct ftrace_table *table;
	unsigned int i;

	if (capacity > FTRACE_TABLE_CAPACITY_MAX)
		return NULL;
	table = kvzalloc(struct_size(table, site, capacity), GFP_KERNEL);
	if (!table)
		return NULL;
	table->capacity = capacity;
	table->mask = (capacity - 1) * sizeof(*table->site);
	for (i = 0; i < capacity; i++)
		table->site[i].head = &ftrace_backend_nobody;
	return table;
}

/* Returns the site of an address, or the free site that the address would have. */
static struct ftrace_site *table_search(struct ftrace_table *table, unsigned long ip)
{
	u32 offset = ftrace_table_offset(table, ip);
	struct ftrace_site *site;

	for (;;) {
		site = ftrace_table_site(table, offset);
		if (site->ip == ip || !site->ip)
			return site;
		offset = ftrace_table_next(table, offset);
	}
}

static bool site_is_live(const struct ftrace_site *site)
{
	return site->head != &ftrace_backend_nobody;
}

/* No barrier is needed: a hit that finds the address before the probe finds no probe. */
static struct ftrace_site *table_add(struct ftrace_table *table, unsigned long ip)
{
	struct ftrace_site *site = table_search(table, ip);

	if (!site->ip) {
		WRITE_ONCE(site->ip, ip);
		table->nr++;
	}
	return site;
}

static unsigned int table_count_live(const struct ftrace_table *table)
{
	unsigned int i, n = 0;

	for (i = 0; i < table->capacity; i++)
		n += site_is_live(&table->site[i]);
	return n;
}

static void table_publish(struct ftrace_table *table)
{
	struct ftrace_table *old = ftrace_backend_table;

	smp_store_release(&ftrace_backend_table, table);
	if (old == &empty_table.table)
		return;
	old->retired = retired_tables;
	retired_tables = old;
}

/*
 * Returns the table if @nr more functions may be put into it, see rule 4, or else a copy that has room for them,
 * which hits do not see until it is published; or NULL without memory. Functions that have no probe any more are
 * not in the copy.
 */
static struct ftrace_table *table_with_room(unsigned int nr)
{
	struct ftrace_table *old = ftrace_backend_table, *table;
	unsigned int i;

	if (nr <= BATCH_IN_PLACE && 2 * (old->nr + nr) <= old->capacity)
		return old;
	table = table_create(table_count_live(old) + nr);
	if (!table)
		return NULL;
	for (i = 0; i < old->capacity; i++)
		if (site_is_live(&old->site[i]))
			table_add(table, old->site[i].ip)->head = old->site[i].head;
	return table;
}

/* Call this without the lock. Waits until no hit is on what was unlinked, and frees the tables. */
static void wait_and_free(struct ftrace_table *tables)
{
	record_wait();
	while (tables) {
		struct ftrace_table *next = tables->retired;

		kvfree(tables);
		tables = next;
	}
}

static struct ftrace_table *take_retired_tables(void)
{
	struct ftrace_table *tables = retired_tables;

	retired_tables = NULL;
	return tables;
}

static struct probe *sibling_of(const struct probe *probe)
{
	return rcu_dereference_raw(function_probe_of(probe)->sibling);
}

/*
 * Probes that are linked in front of @probe later do not change its @alone_at. So this is called
 * when @probe is linked, before hits find it, and when the probe behind it goes: a hit that still
 * sees 0 takes the longer way to the same end.
 */
static void probe_set_sibling(struct probe *probe, struct probe *sibling)
{
	bool alone = sibling == &ftrace_backend_nobody && !probe_is_return(probe) &&
		     !fetch_program_reads_register(probe->program, fetch_ip_register());

	rcu_assign_pointer(function_probe_of(probe)->sibling, sibling);
	WRITE_ONCE(probe->alone_at, alone ? probe->ip : 0);
}

/* Returns true when @probe is the first one at its address. */
static bool site_link(struct ftrace_table *table, struct probe *probe)
{
	struct ftrace_site *site = table_add(table, probe->ip);
	struct probe *first = site->head;

	probe_set_sibling(probe, first);
	smp_store_release(&site->head, probe);
	nr_armed++;
	return first == &ftrace_backend_nobody;
}

/* Returns true when @probe was the last one at its address. */
static bool site_unlink(struct probe *probe)
{
	struct ftrace_site *site = table_search(ftrace_backend_table, probe->ip);
	struct probe *next = sibling_of(probe);
	struct probe *pos = site->head;

	nr_armed--;
	if (pos == probe) {
		smp_store_release(&site->head, next);
		return !site_is_live(site);
	}
	while (sibling_of(pos) != probe)
		pos = sibling_of(pos);
	probe_set_sibling(pos, next);
	return false;
}

/*
 * Registers the ops with the filter that rule 5 asks for. The filter begins anew: addresses that
 * were left in it, when there was no memory to empty it, go.
 */
static int ops_register(unsigned long *ips, unsigned int nr)
{
	int ret = ftrace_set_filter_ip(&ftrace_backend_ops, (unsigned long)ftrace_backend_nothing,
				       0, 1);

	if (!ret)
		ret = compat_ftrace_filter(&ftrace_backend_ops, ips, nr, false);
	if (!ret)
		ret = register_ftrace_function(&ftrace_backend_ops);
	if (ret)
		compat_ftrace_free_filter(&ftrace_backend_ops);
	else
		ops_registered = true;
	return ret;
}

/*
 * Unregisters the ops, see rule 6. Returns false when ftrace does not let go of it, and then the
 * module stays for ever.
 */
static bool ops_unregister(void)
{
	int ret = unregister_ftrace_function(&ftrace_backend_ops);

	if (ret) {
		pr_err("ftrace can't remove its hooks (error %d): the module can't be unloaded\n", ret);
		__module_get(THIS_MODULE);
		return false;
	}
	ops_registered = false;
	filter_is_stale = false;
	compat_ftrace_free_filter(&ftrace_backend_ops);
	return true;
}

/*
 * One bad address would keep all the others in the filter: then each is taken out by itself. What
 * stays falls under rule 1. On kernels where each address costs a pass of its own, all addresses go
 * with the ops, and come again with it.
 */
static void functions_unhook(unsigned long *ips, unsigned int nr)
{
	unsigned int i;

	if (!nr || !ops_registered)
		return;
	if (kernel_ftrace_is_off()) {
		filter_is_stale = true;
		compat_queue_unbound_delayed_work(&rest_work, REST_AGAIN);
		return;
	}
	if (!COMPAT_FTRACE_FILTERS_MANY && !IS_ENABLED(CONFIG_PREEMPTION) && !nr_armed &&
	    record_workers_run() && ops_unregister())
		return;
	if (!compat_ftrace_filter(&ftrace_backend_ops, ips, nr, true))
		return;
	for (i = 0; i < nr; i++)
		ftrace_set_filter_ip(&ftrace_backend_ops, ips[i], 1, 0);
}

/* Applies rule 7 to sites without a probe. Returns false when the caller has to try again. */
static bool functions_unhook_stale(void)
{
	struct ftrace_table *table = ftrace_backend_table;
	unsigned long *ips;
	unsigned int i, n = 0;

	if (!filter_is_stale)
		return true;
	if (kernel_ftrace_is_off())
		return false;
	ips = kvmalloc_array(table->capacity, sizeof(*ips), GFP_KERNEL);
	if (!ips)
		return false;
	for (i = 0; i < table->capacity; i++)
		if (table->site[i].ip && !site_is_live(&table->site[i]) &&
		    !ip_is_of_nothing(table->site[i].ip))
			ips[n++] = table->site[i].ip;
	filter_is_stale = false;
	functions_unhook(ips, n);
	kvfree(ips);
	return !filter_is_stale;
}

static void sites_unlink_part(struct probe **probes, unsigned int nr, void *array)
{
	unsigned long *ips = array;
	unsigned int i, n = 0;

	for (i = 0; i < nr; i++) {
		unsigned long ip = probes[i]->ip;

		if (site_unlink(probes[i]) && !ip_is_of_nothing(ip))
			ips[n++] = ip;
	}
	functions_unhook(ips, n);
}

/* Unlinks all probes in one pass, or as many at a time as there is memory for. */
static void sites_unlink(struct probe **probes, unsigned int nr)
{
	probes_in_parts(probes, nr, sites_unlink_part);
}

static int functions_hook(unsigned long *ips, unsigned int nr)
{
	if (!nr)
		return 0;
	if (!ops_registered)
		return ops_register(ips, nr);
	return compat_ftrace_filter(&ftrace_backend_ops, ips, nr, false);
}

static int sites_link_at(struct probe **probes, unsigned int nr, unsigned long *ips)
{
	struct ftrace_table *table = table_with_room(nr);
	unsigned int i, n = 0;
	int ret;

	if (!table)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		if (site_link(table, probes[i]))
			ips[n++] = probes[i]->ip;
	ret = functions_hook(ips, n);
	if (ret && table != ftrace_backend_table) {	/* hits have not seen the table */
		nr_armed -= nr;
		kvfree(table);
		functions_unhook(ips, n);
	} else if (ret) {
		sites_unlink(probes, nr);
	} else if (table != ftrace_backend_table) {
		table_publish(table);
	}
	return ret;
}

static int sites_link(struct probe **probes, unsigned int nr)
{
	unsigned long *ips = kvmalloc_array(nr, sizeof(*ips), GFP_KERNEL);
	int ret = -ENOMEM;

	functions_unhook_stale();	/* a larger table does not have the stale addresses */
	if (ips)
		ret = sites_link_at(probes, nr, ips);
	kvfree(ips);
	return ret;
}

/* Registers a probe that has to stay registered and is not. */
static int add_staying(struct probe *probe)
{
	if (!probe->hook->stays_registered || probe->registered)
		return 0;
	return function_probe_add(probe, KPROBE_FLAG_DISABLED);
}

/** ftrace_hook_arm() - see struct hook */
int ftrace_hook_arm(struct probe **probes, unsigned int nr, bool killable)
{
	int ret = function_probes_each(probes, nr, killable, add_staying);
	struct ftrace_table *tables;

	if (ret)
		return ret;
	mutex_lock(&ftrace_backend_lock);
	kernel_variables_find();
	ret = sites_link(probes, nr);
	tables = take_retired_tables();
	mutex_unlock(&ftrace_backend_lock);
	if (ret || tables)	/* when it failed, hits may have found the probes for a moment */
		wait_and_free(tables);
	return ret;
}

/** ftrace_hook_disarm() - see struct hook */
void ftrace_hook_disarm(struct probe **probes, unsigned int nr)
{
	struct ftrace_table *tables;

	mutex_lock(&ftrace_backend_lock);
	sites_unlink(probes, nr);
	tables = take_retired_tables();
	mutex_unlock(&ftrace_backend_lock);
	wait_and_free(tables);
}

/*
 * Applies rules 6 and 7. With @may_wait the function waits as long as that takes; without, it
 * returns false when the caller has to try again.
 */
static bool ftrace_backend_rest_now(bool may_wait)
{
	struct ftrace_table *tables = NULL;
	bool done = true;

	mutex_lock(&ftrace_backend_lock);
	if (!nr_tracers && !nr_armed) {
		done = !ops_registered || may_wait ||
		       (!kernel_ftrace_is_off() && record_workers_run());
		if (done && (!ops_registered || ops_unregister())) {
			table_publish(&empty_table.table);
			tables = take_retired_tables();
		}
	} else {
		done = functions_unhook_stale();
	}
	if (done && module_is_kept) {
		module_is_kept = false;
		module_put(THIS_MODULE);
	}
	mutex_unlock(&ftrace_backend_lock);
	if (tables)
		wait_and_free(tables);
	return done;
}

static void ftrace_backend_rest_soon(struct work_struct *work)
{
	if (!ftrace_backend_rest_now(false))
		compat_queue_unbound_delayed_work(&rest_work, REST_AGAIN);
}

/** ftrace_hook_tracer_came() - see struct hook */
void ftrace_hook_tracer_came(void)
{
	mutex_lock(&ftrace_backend_lock);
	nr_tracers++;
	mutex_unlock(&ftrace_backend_lock);
}

/** ftrace_hook_tracer_went() - see struct hook */
void ftrace_hook_tracer_went(void)
{
	bool last;

	mutex_lock(&ftrace_backend_lock);
	last = !--nr_tracers;
	if (last && ops_registered && !module_is_kept &&
	    (filter_is_stale || kernel_ftrace_is_off())) {
		module_is_kept = true;
		__module_get(THIS_MODULE);
	}
	mutex_unlock(&ftrace_backend_lock);
	if (last)	/* a look that is to come a second later comes now */
		compat_mod_unbound_delayed_work(&rest_work, 0);
}

/** ftrace_hook_finish() - see struct hook */
void ftrace_hook_finish(void)
{
	cancel_delayed_work_sync(&rest_work);
	ftrace_backend_rest_now(true);
	if (!ops_registered) {
		/* Try once more, because that takes memory, which may not have been there. */
		compat_ftrace_free_filter(&ftrace_backend_ops);
		return;
	}
	/*
	 * The code that the call sites jump to must not go. Unloading the module has to wait for
	 * ever.
	 */
	for (;;)
		schedule_timeout_uninterruptible(MAX_SCHEDULE_TIMEOUT);
}
