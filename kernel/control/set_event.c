// SPDX-License-Identifier: GPL-2.0
/*
 * Switching events on and off by their names.
 *
 * A name may end in ":mod:MODULE", which leaves the events of that module. Those of a module that is not
 * loaded are wanted from then on: each instance has a list of such names (@wanted_events), which set_event
 * shows behind the events, and the names of a module are done, and taken off, when it is loaded.
 *
 * The list is changed and read under tracer->lock.
 */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/control/event_enable.h"
#include "kernel/control/set_event.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/event/tracer.h"
#include "kernel/filter/glob_inline.h"
#include "kernel/instance/instance.h"
#include "kernel/symbol/kernel_event.h"
#include "kernel/symbol/symbol.h"

#define MODULE_MARK	":mod:"

/**
 * struct event_name - a name that events may have, in parts; a part that is NULL fits anything
 * @link: puts the name on the list of those that wait for their module
 * @either: the name of a group or of an event; then @group and @event are NULL
 * @group: name of the group
 * @event: name of the event
 * @module: name of the module that the events are of
 * @text: the memory of the parts
 */
struct event_name {
	struct list_head link;
	const char *either;
	const char *group;
	const char *event;
	const char *module;
	char text[];
};

static const char *part(const char *text)
{
	return *text && strcmp(text, "*") ? text : NULL;
}

/* Cuts off the name of the module. In the names of modules that are loaded there is no '-'. */
static void split_module(struct event_name *name)
{
	char *mark = strstr(name->text, MODULE_MARK), *module;

	if (!mark)
		return;
	*mark = '\0';
	module = mark + strlen(MODULE_MARK);
	name->module = module;
	strreplace(module, '-', '_');
}

/* Takes a token apart, without the '!'. Returns NULL without memory. */
static struct event_name *event_name_create(const char *token)
{
	size_t size = strlen(token) + 1;
	struct event_name *name = kzalloc(sizeof(*name) + size, GFP_KERNEL);
	char *colon;

	if (!name)
		return NULL;
	INIT_LIST_HEAD(&name->link);
	memcpy(name->text, token, size);
	split_module(name);
	colon = strchr(name->text, ':');
	if (colon) {
		*colon = '\0';
		name->group = part(name->text);
		name->event = part(colon + 1);
	} else {
		name->either = name->module ? part(name->text) : name->text;
	}
	return name;
}

static bool fits(const char *glob, const char *name)
{
	return !glob || glob_matches(glob, name, strlen(name));
}

/* Not inlined, for its buffer. */
static noinline bool symbol_is_of_module(unsigned long address, const char *module)
{
	char text[KSYM_SYMBOL_LEN], *bracket;
	size_t len = strlen(module);

	sprint_symbol(text, address);		/* NAME+0xOFFSET/0xSIZE [MODULE] */
	bracket = strchr(text, '[');
	return bracket && !strncmp(bracket + 1, module, len) && bracket[len + 1] == ']';
}

static bool probe_is_of_module(const struct probe *probe, const char *module)
{
	if (probe->line->module)
		return !strcmp(probe->line->module, module);
	return probe->address && symbol_is_of_module(probe->address, module);
}

/* An event is of a module when all its probes are in it, or the kernel's event that it shows is. */
static bool event_is_of_module(const struct probe_event *event, const char *module)
{
	const struct probe *probe;

	if (event->call) {
		const char *name = kernel_event_module(event->call);

		return name && !strcmp(name, module);
	}
	list_for_each_entry(probe, &event->probes, event_link)
		if (!probe_is_of_module(probe, module))
			return false;
	return !list_empty(&event->probes);
}

static bool event_has_name(const struct probe_event *event, const void *data)
{
	const struct event_name *name = data;

	if (name->either && !fits(name->either, event->name) &&
	    !fits(name->either, event->group->name))
		return false;
	return fits(name->group, event->group->name) && fits(name->event, event->name) &&
	       (!name->module || event_is_of_module(event, name->module));
}

/* Says whether a name on the list is what a name to be taken off means, as mainline decides that. */
static bool is_meant(const struct event_name *wanted, const struct event_name *name)
{
	return !strcmp(wanted->module, name->module) &&
	       (!name->either || (wanted->either && !strcmp(wanted->either, name->either))) &&
	       (!name->group || (wanted->group && !strcmp(wanted->group, name->group))) &&
	       (!name->event || (wanted->event && !strcmp(wanted->event, name->event)));
}

static void drop(struct event_name *name)
{
	list_del(&name->link);
	kfree(name);
}

static int stop_wanting(struct trace_instance *instance, const struct event_name *name)
{
	struct event_name *wanted, *next;
	int ret = -EINVAL;

	list_for_each_entry_safe(wanted, next, &instance->wanted_events, link) {
		if (!is_meant(wanted, name))
			continue;
		drop(wanted);
		ret = 0;
	}
	return ret;
}

/*
 * Does what a name says. Takes the name over, and makes its pointer NULL, when it is on the list from now on.
 * Events of a module that is not there may exist: their probes wait for it.
 */
static int switch_named(struct trace_instance *instance, struct event_name **name, bool on)
{
	struct event_name *n = *name;
	int ret = events_switch_matching(instance, event_has_name, n, on);

	if (!n->module || symbol_module_is_loaded(n->module) || (ret && ret != -EINVAL))
		return ret;
	if (!on)
		return stop_wanting(instance, n) && ret ? -EINVAL : 0;
	list_add(&n->link, &instance->wanted_events);
	*name = NULL;
	return 0;
}

/**
 * set_event_write() - do what one token of set_event says
 * @instance: the instance in which the events are switched
 * @token: [!]GROUP:EVENT, GROUP:, :EVENT, GROUP or EVENT, where each name may be a glob; behind it, or
 *	alone, :mod:MODULE
 *
 * Context: process context. Return: 0, -EINVAL when nothing matched, -ENOMEM, -EINTR when the process is
 * being killed, or the first error of a probe.
 */
int set_event_write(struct trace_instance *instance, const char *token)
{
	bool on = *token != '!';
	struct event_name *name = event_name_create(token + !on);
	int ret;

	if (!name)
		return -ENOMEM;
	ret = mutex_lock_killable(&instance->tracer->lock);
	if (!ret) {
		ret = switch_named(instance, &name, on);
		mutex_unlock(&instance->tracer->lock);
	}
	kfree(name);
	return ret;
}

/**
 * set_event_forget() - want no events of modules any more
 * @instance: an instance that is going, or whose tracer the caller has locked
 */
void set_event_forget(struct trace_instance *instance)
{
	struct event_name *wanted, *next;

	list_for_each_entry_safe(wanted, next, &instance->wanted_events, link)
		drop(wanted);
}

/**
 * set_event_clear() - switch all events off, and want none: the truncation of set_event
 * @instance: the instance in which the events are switched
 *
 * Context: process context. Return: 0, or -EINTR when the process is being killed.
 */
int set_event_clear(struct trace_instance *instance)
{
	int ret = events_enable_all(instance, false);

	ret = ret ?: mutex_lock_killable(&instance->tracer->lock);
	if (ret)
		return ret;
	set_event_forget(instance);
	mutex_unlock(&instance->tracer->lock);
	return 0;
}

/**
 * set_event_wants_of() - tell whether an instance wants events of a module
 * @tracer: the tracer, which the caller has locked
 * @module: name of the module
 */
bool set_event_wants_of(struct tracer *tracer, const char *module)
{
	struct trace_instance *instance;
	struct event_name *wanted;

	list_for_each_entry(instance, &tracer->instances, link)
		list_for_each_entry(wanted, &instance->wanted_events, link)
			if (!strcmp(wanted->module, module))
				return true;
	return false;
}

static void module_comes(struct trace_instance *instance, const char *module)
{
	struct event_name *wanted, *next;

	list_for_each_entry_safe(wanted, next, &instance->wanted_events, link) {
		if (strcmp(wanted->module, module))
			continue;
		events_switch_matching(instance, event_has_name, wanted, true);
		drop(wanted);
	}
}

/**
 * set_event_module_comes() - switch on what is wanted of a module that is loaded
 * @tracer: the tracer, which the caller has locked
 * @module: name of the module, whose symbols the kernel has
 *
 * As on mainline, an event that can't be switched on then stays off, and is wanted no more.
 */
void set_event_module_comes(struct tracer *tracer, const char *module)
{
	struct trace_instance *instance;

	list_for_each_entry(instance, &tracer->instances, link)
		module_comes(instance, module);
}

/* Returns the name of the list that a walk is at, or NULL when it is at an event. */
static struct event_name *wanted_at(struct trace_instance *instance, const void *v)
{
	struct event_name *wanted;

	list_for_each_entry(wanted, &instance->wanted_events, link)
		if (wanted == v)
			return wanted;
	return NULL;
}

static void *first_wanted(struct trace_instance *instance)
{
	return list_first_entry_or_null(&instance->wanted_events, struct event_name, link);
}

/**
 * set_event_seq_next() - go on in a walk over the events that are enabled and the names that are wanted
 * @instance: the instance whose set_event is read
 * @v: where the walk is
 * @pos: number of elements that the walk has passed, which grows by one
 */
void *set_event_seq_next(struct trace_instance *instance, void *v, loff_t *pos)
{
	struct event_name *wanted = wanted_at(instance, v);

	if (!wanted)
		return events_seq_next(instance, v, pos, true) ?: first_wanted(instance);
	++*pos;
	return list_is_last(&wanted->link, &instance->wanted_events) ? NULL :
								       list_next_entry(wanted, link);
}

/**
 * set_event_seq_start() - begin or resume such a walk; events_seq_stop() ends it
 * @instance: the instance whose set_event is read
 * @pos: number of elements that the walk has passed already
 *
 * The function takes tracer->lock. Return: the first element, NULL, or ERR_PTR(-EINTR) without the lock when
 * the process is being killed.
 */
void *set_event_seq_start(struct trace_instance *instance, loff_t *pos)
{
	loff_t begin = 0, passed = 0;
	void *v = events_seq_start(instance, &begin, true);

	if (IS_ERR(v))
		return v;
	v = v ?: first_wanted(instance);
	while (v && passed < *pos)
		v = set_event_seq_next(instance, v, &passed);
	return v;
}

/**
 * set_event_seq_show() - print what a walk is at
 * @instance: the instance whose set_event is read
 * @m: receives the line
 * @v: where the walk is
 */
void set_event_seq_show(struct trace_instance *instance, struct seq_file *m, void *v)
{
	const struct event_name *wanted = wanted_at(instance, v);
	const struct probe_event *event = v;

	if (!wanted)
		seq_printf(m, "%s:%s\n", event->group->name, event->name);
	else if (wanted->either)
		seq_printf(m, "%s" MODULE_MARK "%s\n", wanted->either, wanted->module);
	else
		seq_printf(m, "%s:%s" MODULE_MARK "%s\n", wanted->group ?: "*", wanted->event ?: "*",
			   wanted->module);
}
