// SPDX-License-Identifier: GPL-2.0
/*
 * Switching events on and off.
 *
 * To switch an event on, its event file is published to hits first, then its probes are armed. To
 * switch it off, the event file is unpublished, then the probes are unregistered, which waits for
 * the hits that are running; many events share that wait. All of this happens under tracer->lock.
 *
 * An event file is published while it has a flag: because its event is switched on, or because the
 * file has actions. The second keeps the probes armed while the event is switched off. So do actions of other events
 * that switch this one (EVENT_FILE_SWITCHED): hits ask file->switched_on then, which they and the switch set.
 * EVENT_FILE_PIDS is there beside these while the instance has a list of pids.
 *
 * While the event of an event probe has a file that is published, that file is also on the list of followers of
 * the file that the attached event has in the same instance, which is published for it
 * (EVENT_FILE_FOLLOWED). Hits find an event probe through that list alone. An event probe can't be attached to
 * the event of another one, so one event leads to one other at most.
 *
 * A file that is taken off event->files keeps its link to the files behind it, for the hits that are on
 * the file. While other files keep the event's probes armed, nobody waits for such hits. So the
 * file must not be linked elsewhere before they have ended: a hit would go on to files that it has
 * been in, and record once more there. Publishing waits for them (event_file_wait_for_hits()).
 */
#include "kernel/control/event_enable.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/hook/arm.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record.h"
#include "kernel/record/ways.h"

static void event_file_publish(struct event_file *file)
{
	struct probe_event *event = file->event;

	rcu_assign_pointer(file->next, rcu_dereference_raw(event->files));
	rcu_assign_pointer(event->files, file);
	file->was_enabled = true;
}

/* Leaves @file->next as it is: a hit that is on @file still finds the files behind it. */
static void event_file_unpublish(struct event_file *file)
{
	struct event_file __rcu **link = &file->event->files;
	struct event_file *pos;

	while ((pos = rcu_dereference_raw(*link)) && pos != file)
		link = &pos->next;
	if (pos)
		rcu_assign_pointer(*link, rcu_dereference_raw(file->next));
	file->has_left = true;
	file->left = record_wait_ticket();
}

/* For the file of an event probe, returns that of the attached event; NULL when that is gone, or for others. */
static struct event_file *attached_file(const struct event_file *file)
{
	const struct probe *probe = event_first_probe(file->event);

	return probe->attached ? event_file_of(probe->attached, file->instance) : NULL;
}

/* As on mainline, event probes record in the order in which they were switched on. */
static void followers_add(struct event_file *attached, struct event_file *file)
{
	struct event_file __rcu **link = &attached->followers;
	struct event_file *pos;

	while ((pos = rcu_dereference_raw(*link)))
		link = &pos->next_follower;
	file->follower = event_first_probe(file->event);
	RCU_INIT_POINTER(file->next_follower, NULL);
	rcu_assign_pointer(*link, file);
	event_choose_ways(attached->event);
}

/*
 * Leaves @file->next_follower as it is, as event_file_unpublish() does with @file->next. Until here hits could
 * find the file: a wait that it owes begins now.
 */
static void followers_remove(struct event_file *attached, struct event_file *file)
{
	struct event_file __rcu **link = &attached->followers;
	struct event_file *pos;

	while ((pos = rcu_dereference_raw(*link)) && pos != file)
		link = &pos->next_follower;
	if (!pos)
		return;
	rcu_assign_pointer(*link, rcu_dereference_raw(file->next_follower));
	event_choose_ways(attached->event);
	if (file->has_left)
		file->left = record_wait_ticket();
}

/* Call this before @file is published. Files that left in one switch share a wait. */
static void event_file_wait_for_hits(struct event_file *file)
{
	if (file->has_left)
		record_wait_since(file->left);
	file->has_left = false;
}

/* Call this where all probes of @event are going to be unregistered, which waits for the event's hits. */
static void event_files_need_no_wait(struct probe_event *event)
{
	struct event_file *file;

	list_for_each_entry(file, &event->all_files, link)
		file->has_left = false;
}

static bool has_pid_lists(const struct trace_instance *instance)
{
	return rcu_access_pointer(instance->pids[PIDS_RECORDED]) ||
	       rcu_access_pointer(instance->pids[PIDS_IGNORED]);
}

/*
 * Sets the flags of a file, which is published while it has one. EVENT_FILE_PIDS follows from the
 * others and from the instance.
 */
static void event_file_set_flags(struct event_file *file, unsigned int flags)
{
	bool published = file->flags;

	flags &= ~EVENT_FILE_PIDS;
	if (flags && has_pid_lists(file->instance))
		flags |= EVENT_FILE_PIDS;
	WRITE_ONCE(file->flags, flags);
	if (flags && !published)
		event_file_publish(file);
	else if (!flags && published)
		event_file_unpublish(file);
	event_choose_ways(file->event);
}

/* Takes the probes behind the first @nr ones out of a batch of those that are to be armed. */
static void cut_batch(struct probe_batch *batch, unsigned int nr)
{
	while (batch->nr > nr)
		batch->probe[--batch->nr]->arming = false;
}

/*
 * Adds the probes of an event to a batch of those that are to be armed. One switch may come to an event more
 * than once: for itself, and for event probes.
 */
static int add_probes_to_arm(struct probe_batch *batch, struct probe_event *event)
{
	unsigned int before = batch->nr;
	struct probe *probe;
	int ret;

	list_for_each_entry(probe, &event->probes, event_link) {
		if (probe->armed || probe->arming)	/* another instance has armed it */
			continue;
		ret = probe_batch_add(batch, probe);
		if (ret) {
			cut_batch(batch, before);
			return ret;
		}
		probe->arming = true;
	}
	return 0;
}

/*
 * Sets @flag, with which @file is published, and adds its probes to @batch, to be armed. On an error
 * nothing is changed.
 */
static int event_file_let_in(struct event_file *file, unsigned int flag, struct probe_batch *batch)
{
	int ret = instance_expand(file->instance);

	ret = ret ?: add_probes_to_arm(batch, file->event);
	if (ret)
		return ret;
	if (!file->flags)
		event_file_wait_for_hits(file);
	event_file_set_flags(file, file->flags | flag);
	return 0;
}

/* Attaches the file of an event probe, which is published, to the other event. On an error nothing is changed. */
static int event_file_follow(struct event_file *file, struct probe_batch *batch)
{
	struct event_file *attached = attached_file(file);
	int ret;

	if (!attached)
		return event_first_probe(file->event)->kind == PROBE_EVENT ? -ENOENT : 0;
	ret = event_file_let_in(attached, EVENT_FILE_FOLLOWED, batch);
	if (!ret)
		followers_add(attached, file);
	return ret;
}

/* Does event_file_let_in(), for event probes with all that belongs to it. */
static int event_file_switch_on(struct event_file *file, unsigned int flag,
				struct probe_batch *batch)
{
	unsigned int before = batch->nr;
	bool first = !file->flags;
	int ret = event_file_let_in(file, flag, batch);

	if (ret || !first)
		return ret;
	ret = event_file_follow(file, batch);
	if (ret) {
		event_file_set_flags(file, file->flags & ~flag);
		cut_batch(batch, before);
	}
	return ret;
}

/*
 * Clears @flag. When the event needs no hits any more, adds the probes to be unregistered to
 * @batch; without memory for one, unregisters it here.
 */
static void event_file_keep_out(struct event_file *file, unsigned int flag,
				struct probe_batch *batch)
{
	struct probe *probe;

	event_file_set_flags(file, file->flags & ~flag);
	if (event_is_enabled(file->event))
		return;		/* for another flag, or in another instance */
	event_files_need_no_wait(file->event);
	list_for_each_entry(probe, &file->event->probes, event_link)
		if (probe->armed && probe_batch_add(batch, probe))
			probes_unregister(&probe, 1);
}

/* Undoes event_file_follow() for a file that is published no more. Returns whether hits may still be on it. */
static bool event_file_unfollow(struct event_file *file, struct probe_batch *batch)
{
	struct event_file *attached = attached_file(file);

	if (!attached)
		return false;
	followers_remove(attached, file);
	if (!rcu_access_pointer(attached->followers) && attached->flags & EVENT_FILE_FOLLOWED)
		event_file_keep_out(attached, EVENT_FILE_FOLLOWED, batch);
	return true;
}

/* Does event_file_keep_out(), for event probes with all that belongs to it. */
static void event_file_switch_off(struct event_file *file, unsigned int flag,
				  struct probe_batch *batch)
{
	/* Hits find an event probe no more before its probe is put into the batch, or unregistered without memory. */
	if (!(file->flags & EVENT_FILE_REASONS & ~flag))
		event_file_unfollow(file, batch);
	event_file_keep_out(file, flag, batch);
}

/**
 * struct event_switch - a switch of any number of events
 * @flag: the flag of the event files that is switched on; EVENT_FILE_REASONS may be switched off together
 * @on: whether the events are switched on or off
 * @batch: probes to be armed or unregistered when the switch is finished
 * @files: event files that are switched on, a list linked by their member switched
 * @ret: the first error that an event met
 * @matched: number of events that the caller asked to switch
 */
struct event_switch {
	unsigned int flag;
	bool on;
	struct probe_batch batch;
	struct event_file *files;
	int ret;
	unsigned int matched;
};

static void event_switch_one(struct event_switch *sw, struct event_file *file)
{
	int ret;

	sw->matched++;
	if (sw->flag & EVENT_FILE_RECORDS)
		WRITE_ONCE(file->switched_on, sw->on);
	if (!(file->flags & sw->flag) == !sw->on)
		return;		/* @flag is one bit when @on is set */
	if (!sw->on) {
		event_file_switch_off(file, sw->flag, &sw->batch);
		return;
	}
	ret = event_file_switch_on(file, sw->flag, &sw->batch);
	if (!ret) {
		file->switched = sw->files;
		sw->files = file;
	} else if (!sw->ret) {
		sw->ret = ret;
	}
}

/*
 * None of the probes that the switch wanted is armed; but hits of an attached event that was on before may have
 * found the file of an event probe.
 */
static void event_switch_back(struct event_switch *sw, struct event_file *file, int ret)
{
	struct probe_batch batch = {};

	event_file_set_flags(file, file->flags & ~sw->flag);
	if (!file->flags && event_file_unfollow(file, &batch))
		record_wait();
	if (batch.nr)
		probes_unregister(batch.probe, batch.nr);
	probe_batch_free(&batch);
	sw->ret = sw->ret ?: ret;
}

/* Arms the probes of a batch, none of which is in the batch any more afterwards. */
static int arm_batch(struct probe_batch *batch)
{
	int ret = probes_arm_killable(batch->probe, batch->nr);

	cut_batch(batch, 0);
	return ret;
}

/* Arms one event by itself after arming all together has failed; switches it off if that fails. */
static void event_switch_on_singly(struct event_switch *sw, struct event_file *file)
{
	struct event_file *attached = attached_file(file);
	struct probe_batch batch = {};
	int ret = add_probes_to_arm(&batch, file->event);

	if (!ret && attached)
		ret = add_probes_to_arm(&batch, attached->event);
	ret = ret ?: arm_batch(&batch);
	cut_batch(&batch, 0);
	probe_batch_free(&batch);
	if (ret)
		event_switch_back(sw, file, ret);
}

static void event_switch_on_finish(struct event_switch *sw)
{
	int ret = arm_batch(&sw->batch);
	bool alone = sw->files && !sw->files->switched;

	while (sw->files) {
		struct event_file *file = sw->files;

		sw->files = file->switched;
		if (ret && alone)
			event_switch_back(sw, file, ret);
		else if (ret)
			event_switch_on_singly(sw, file);
	}
}

static int event_switch_finish(struct event_switch *sw)
{
	if (sw->on)
		event_switch_on_finish(sw);
	else if (sw->batch.nr)
		probes_unregister(sw->batch.probe, sw->batch.nr);
	probe_batch_free(&sw->batch);
	return sw->ret;
}

/**
 * event_file_enable() - switch one event on or off
 * @file: the event file of the event and the instance
 * @on: true to switch the event on, false to switch it off
 *
 * Context: process context. Return: 0, -ENODEV when the event is gone, -EINTR when the process is
 * being killed, or why a probe could not be registered.
 */
int event_file_enable(struct event_file *file, bool on)
{
	struct tracer *tracer = file->event->tracer;
	struct event_switch sw = { .flag = EVENT_FILE_RECORDS, .on = on };
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	ret = -ENODEV;
	if (!file->event->dead) {
		event_switch_one(&sw, file);
		ret = event_switch_finish(&sw);
	}
	mutex_unlock(&tracer->lock);
	return ret;
}

/**
 * event_file_switch_actions() - let hits arrive, or not, for the actions of an event file
 * @file: the event file
 * @on: true when the file has actions now, false when it has none any more
 *
 * Context: process context, under tracer->lock. Return: 0, -EINTR when the process is being killed,
 * or why a probe could not be registered. Switching off does not fail.
 */
int event_file_switch_actions(struct event_file *file, bool on)
{
	struct event_switch sw = { .flag = EVENT_FILE_ACTS, .on = on };

	event_switch_one(&sw, file);
	return event_switch_finish(&sw);
}

/**
 * event_file_begin_switching() - let actions of other events switch an event
 * @file: the event file that one more action is going to switch; so far it is as on as it was
 *
 * Context: process context, under tracer->lock. Return: 0, and event_file_end_switching() has to follow; -EINTR when
 * the process is being killed, or why a probe could not be registered.
 */
int event_file_begin_switching(struct event_file *file)
{
	struct event_switch sw = { .flag = EVENT_FILE_SWITCHED, .on = true };
	int ret = 0;

	if (!file->nr_switching) {
		WRITE_ONCE(file->switched_on, file->flags & EVENT_FILE_RECORDS);
		event_switch_one(&sw, file);
		ret = event_switch_finish(&sw);
	}
	file->nr_switching += !ret;
	return ret;
}

/**
 * event_file_end_switching() - undo event_file_begin_switching()
 * @file: the event file; with the last action that switches it, it stays as on as actions have left it
 *
 * Context: process context, under tracer->lock.
 */
void event_file_end_switching(struct event_file *file)
{
	struct event_switch sw = { .flag = EVENT_FILE_SWITCHED };

	if (--file->nr_switching || !(file->flags & EVENT_FILE_SWITCHED))
		return;		/* another action switches the event, or no hit arrives in the instance any more */
	if (READ_ONCE(file->switched_on))
		event_file_set_flags(file, file->flags | EVENT_FILE_RECORDS);
	else
		sw.flag |= EVENT_FILE_RECORDS;
	event_switch_one(&sw, file);
	event_switch_finish(&sw);
}

static void event_switch_group(struct event_switch *sw, struct trace_instance *instance,
			       struct event_group *group)
{
	struct probe_event *event;

	list_for_each_entry(event, &group->events, link)
		event_switch_one(sw, event_file_of(event, instance));
}

/**
 * event_group_enable() - switch all events of a group
 * @instance: the instance in which the events are switched
 * @group: the group whose events are switched
 * @on: true to switch the events on, false to switch them off
 *
 * Return: 0, -ENODEV when the group is gone, -EINTR when the process is being killed, or the first
 * error of an event. The other events are switched in spite of that error.
 */
int event_group_enable(struct trace_instance *instance, struct event_group *group, bool on)
{
	struct event_switch sw = { .flag = EVENT_FILE_RECORDS, .on = on };
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	ret = -ENODEV;
	if (!group->dead) {
		event_switch_group(&sw, instance, group);
		ret = event_switch_finish(&sw);
	}
	mutex_unlock(&instance->tracer->lock);
	return ret;
}

static int events_switch_all(struct trace_instance *instance, unsigned int flag, bool on)
{
	struct event_switch sw = { .flag = flag, .on = on };
	struct event_group *group;

	list_for_each_entry(group, &instance->tracer->groups, link)
		event_switch_group(&sw, instance, group);
	return event_switch_finish(&sw);
}

/**
 * events_enable_all() - switch all events of an instance; there may be none
 * @instance: the instance in which the events are switched
 * @on: true to switch the events on, false to switch them off
 *
 * Return: 0, -EINTR when the process is being killed, or the first error of an event. The other
 * events are switched in spite of that error.
 */
int events_enable_all(struct trace_instance *instance, bool on)
{
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	ret = events_switch_all(instance, EVENT_FILE_RECORDS, on);
	mutex_unlock(&instance->tracer->lock);
	return ret;
}

/**
 * events_enable_defined() - switch on all events that are defined, and none of the kernel's own
 * @instance: the instance in which the events are switched
 *
 * Return: the same as events_enable_all().
 */
int events_enable_defined(struct trace_instance *instance)
{
	struct event_switch sw = { .flag = EVENT_FILE_RECORDS, .on = true };
	struct event_group *group;
	struct probe_event *event;
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	list_for_each_entry(group, &instance->tracer->groups, link)
		list_for_each_entry(event, &group->events, link)
			if (!event->call)
				event_switch_one(&sw, event_file_of(event, instance));
	ret = event_switch_finish(&sw);
	mutex_unlock(&instance->tracer->lock);
	return ret;
}

/**
 * events_disable_all() - let no hit arrive at an instance, also while the process is being killed
 * @instance: the instance that is going; its events are switched off for recording and for actions
 *
 * A hit of an event that is on in another instance may still be under way here: it is for the caller
 * to wait for it. Context: process context, under tracer->lock.
 */
void events_disable_all(struct trace_instance *instance)
{
	events_switch_all(instance, EVENT_FILE_REASONS, false);
}

/**
 * events_disable() - let no hit of some events arrive anywhere, also while the process is being killed
 * @events: list of the events, linked by their member link; they are switched off in all instances, for
 *	recording and for actions
 *
 * Context: process context, under tracer->lock.
 */
void events_disable(struct list_head *events)
{
	struct event_switch sw = { .flag = EVENT_FILE_REASONS };
	struct probe_event *event;
	struct event_file *file;

	list_for_each_entry(event, events, link)
		list_for_each_entry(file, &event->all_files, link)
			event_switch_one(&sw, file);
	event_switch_finish(&sw);
}

/**
 * events_switch_matching() - switch events that a function chooses
 * @instance: the instance in which the events are switched
 * @matches: chooses an event
 * @data: what @matches is called with
 * @on: true to switch the events on, false to switch them off
 *
 * Context: process context, under tracer->lock. Return: 0, -EINVAL when no event was chosen, -EINTR when the
 * process is being killed, or the first error of an event.
 */
int events_switch_matching(struct trace_instance *instance,
			   bool (*matches)(const struct probe_event *event, const void *data),
			   const void *data, bool on)
{
	struct event_switch sw = { .flag = EVENT_FILE_RECORDS, .on = on };
	struct event_group *group;
	struct probe_event *event;
	int ret;

	list_for_each_entry(group, &instance->tracer->groups, link)
		list_for_each_entry(event, &group->events, link)
			if (matches(event, data))
				event_switch_one(&sw, event_file_of(event, instance));
	ret = event_switch_finish(&sw);
	return sw.matched ? ret : -EINVAL;
}

/**
 * events_follow_pid_lists() - tell the events of an instance whether there are lists of pids
 * @instance: the instance, whose lists have come or gone
 *
 * Context: process context, under tracer->lock.
 */
void events_follow_pid_lists(struct trace_instance *instance)
{
	struct event_group *group;
	struct probe_event *event;
	struct event_file *file;

	list_for_each_entry(group, &instance->tracer->groups, link) {
		list_for_each_entry(event, &group->events, link) {
			file = event_file_of(event, instance);
			if (file->flags)
				event_file_set_flags(file, file->flags);
		}
	}
}

static unsigned int group_state_bits(struct trace_instance *instance, struct event_group *group)
{
	struct probe_event *event;
	unsigned int bits = 0;

	list_for_each_entry(event, &group->events, link)
		bits |= event_file_of(event, instance)->flags ? 2 : 1;
	return bits;
}

/* Indexed by bits: bit 0 says that some events are off, bit 1 that some are on. */
static const char event_states[] = { '?', '0', '1', 'X' };

/** event_group_state() - get '0', '1', 'X' (some are on), '?' (the group is gone), or -EINTR */
int event_group_state(struct trace_instance *instance, struct event_group *group)
{
	unsigned int bits;
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	bits = group_state_bits(instance, group);
	mutex_unlock(&instance->tracer->lock);
	return event_states[bits];
}

/** events_state() - get '0', '1', 'X' (some are on), '?' (there are no events), or -EINTR */
int events_state(struct trace_instance *instance)
{
	struct event_group *group;
	unsigned int bits = 0;
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	list_for_each_entry(group, &instance->tracer->groups, link)
		bits |= group_state_bits(instance, group);
	mutex_unlock(&instance->tracer->lock);
	return event_states[bits];
}
