// SPDX-License-Identifier: GPL-2.0
/*
 * Adding, removing and showing triggers. A bad command changes nothing.
 *
 * A trigger is put on the list of its event file under tracer->lock, by RCU, and the file is held
 * published for it. A trigger that was taken off the list is freed after one wait.
 */
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/action/action_table.h"
#include "kernel/control/event_actions.h"
#include "kernel/control/event_enable.h"
#include "kernel/control/event_filter.h"
#include "kernel/control/static_events.h"
#include "kernel/control/trigger.h"
#include "kernel/event/event.h"
#include "kernel/event/event_action.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record.h"
#include "kernel/symbol/kernel_event.h"
#include "parser/parse_trigger.h"

static struct event_action *action_create(const struct event_action_ops *ops,
					  const struct trigger_command *cmd)
{
	struct event_action *action = kzalloc(sizeof(*action), GFP_KERNEL);

	if (!action)
		return NULL;
	action->ops = ops;
	atomic_long_set(&action->left, cmd->has_count ? (long)cmd->count : ACTION_UNLIMITED);
	return action;
}

/* Makes the instance ready for an action. */
static int action_begin(struct event_action *action, struct trace_instance *instance)
{
	int ret = action->ops->begin ? action->ops->begin(instance) : 0;

	if (action->ops->begin && !ret)
		action->begun = instance;
	return ret;
}

/*
 * Has an action switch another event. The event can't be deleted while something switches it, nor can its module
 * go. The caller holds tracer->lock.
 */
static int action_take_target(struct event_action *action, struct event_file *target)
{
	int ret;

	if (target->event->call && !kernel_event_hold(target->event->call, &action->target_module))
		return -EINVAL;		/* the event is going */
	ret = event_file_begin_switching(target);
	if (ret) {
		kernel_event_release(action->target_module);
		action->target_module = NULL;
		return ret;
	}
	kref_get(&target->kref);
	action->target = target;
	return 0;
}

/* Finds the pointer to the action of @slot that switches @target, or the one at the end of the list. */
static struct event_action __rcu **find_action(struct event_file *file, unsigned int slot,
					       const struct event_file *target)
{
	struct event_action __rcu **link = &file->actions;
	struct event_action *action;

	while ((action = rcu_dereference_raw(*link)) &&
	       (action->ops->slot != slot || action->target != target))
		link = &action->next;
	return link;
}

/*
 * Takes the action at @link off the list and returns it, or NULL when there is none; a hit that is
 * on it still finds the actions behind it.
 */
static struct event_action *action_unlink(struct event_action __rcu **link)
{
	struct event_action *action = rcu_dereference_raw(*link);

	if (action)
		rcu_assign_pointer(*link, rcu_dereference_raw(action->next));
	return action;
}

/* Adds an action. When that fails, the action is off the list again, but hits may be on it. */
static int event_file_add_action(struct event_file *file, struct event_action *action)
{
	int ret;

	rcu_assign_pointer(action->next, event_file_actions(file));
	rcu_assign_pointer(file->actions, action);
	ret = event_file_switch_actions(file, true);
	if (ret)
		action_unlink(&file->actions);
	return ret;
}

/*
 * Makes an action of a command and adds it; @target is the file that it switches, or NULL. When that fails after
 * the action was made, *@left receives the action, for the caller to destroy after a wait.
 */
static int trigger_add(struct event_file *file, const struct event_action_ops *ops,
		       const struct trigger_command *cmd, struct event_file *target,
		       struct event_action **left)
{
	struct event_action *action = action_create(ops, cmd);
	int ret = 0;

	if (!action)
		return -ENOMEM;
	if (cmd->filter)
		ret = event_file_create_filter(file, cmd->filter, &action->filter);
	ret = ret ?: action_begin(action, file->instance);
	if (!ret && rcu_access_pointer(*find_action(file, ops->slot, target)))
		ret = -EEXIST;
	if (!ret && target)
		ret = action_take_target(action, target);
	ret = ret ?: event_file_add_action(file, action);
	if (ret)
		*left = action;
	return ret;
}

/* Finds the file of the event that a command names, in the instance of @file. */
static struct event_file *find_target(struct event_file *file, const struct trigger_command *cmd)
{
	struct tracer *tracer = file->event->tracer;
	struct probe_event *event;

	if (static_events_bring_locked(tracer, cmd->group))
		return NULL;
	event = event_find(tracer, cmd->group, cmd->event);
	return event ? event_file_of(event, file->instance) : NULL;
}

/*
 * Does a command under tracer->lock. *@left, which the caller has set to NULL, receives the action
 * that the caller has to destroy after a wait, if there is one.
 */
static int trigger_apply(struct event_file *file, const struct event_action_ops *ops,
			 const struct trigger_command *cmd, struct event_action **left)
{
	struct event_file *target = NULL;
	int ret = 0;

	if (file->event->dead)
		return -ENODEV;
	if (ops->has_target) {
		target = find_target(file, cmd);
		if (!target)
			return -EINVAL;
	}
	if (!cmd->removes) {
		ret = trigger_add(file, ops, cmd, target, left);
	} else {
		*left = action_unlink(find_action(file, ops->slot, target));
		if (*left && !event_file_actions(file))
			event_file_switch_actions(file, false);
	}
	if (*left)
		event_action_leave_target(*left);
	return ret;
}

/**
 * event_file_set_trigger() - do a command that was written to a trigger file
 * @file: the event file that gets or loses a trigger
 * @text: the command, see parser/parse_trigger.h; changed by the call
 *
 * The removal of a trigger that is not there succeeds, and the removal of traceon removes traceoff,
 * which has the same slot, as in mainline. So it is with enable_event and disable_event of one other event.
 *
 * Context: process context, may sleep. Return: 0, -EINVAL (error_log says why, when it is for the
 * filter; also when there is no such other event), -ERANGE for the count, -EEXIST when the slot is taken,
 * -ENODEV when the event is gone, -ENOMEM, -EINTR when the process is being killed, or why a probe could not be
 * registered.
 */
int event_file_set_trigger(struct event_file *file, char *text)
{
	struct tracer *tracer = file->event->tracer;
	const struct event_action_ops *ops;
	struct event_action *left = NULL;
	struct trigger_command cmd;
	int ret;

	parse_trigger_name(&cmd, strim(text));
	ops = action_find(cmd.name);
	if (!ops)
		return -EINVAL;
	ret = ops->has_target ? parse_trigger_target(&cmd) : 0;
	if (!ret && !cmd.removes)
		ret = parse_trigger_parameters(&cmd);
	if (ret)
		return ret;
	ret = mutex_lock_killable(&tracer->lock);
	if (ret)
		return ret;
	ret = trigger_apply(file, ops, &cmd, &left);
	mutex_unlock(&tracer->lock);
	if (left) {
		record_wait();
		event_action_destroy(left);
	}
	return ret;
}

static void trigger_show(struct seq_file *m, const struct event_action *action)
{
	long left = atomic_long_read(&action->left);

	seq_puts(m, action->ops->name);
	if (action->target)
		seq_printf(m, ":%s:%s", action->target->event->group->name, action->target->event->name);
	if (left == ACTION_UNLIMITED)
		seq_puts(m, ":unlimited");
	else
		seq_printf(m, ":count=%ld", left);
	if (action->filter)
		seq_printf(m, " if %s", event_filter_text(action->filter));
	seq_putc(m, '\n');
}

static void triggers_show_available(struct seq_file *m)
{
	const struct event_action_ops *ops;
	unsigned int i;

	seq_puts(m, "# Available triggers:\n#");
	for (i = 0; (ops = action_at(i)); i++)
		seq_printf(m, " %s", ops->name);
	seq_putc(m, '\n');
}

/**
 * event_file_show_triggers() - print the triggers, or which ones there could be
 * @file: the event file that has the triggers
 * @m: receives a line for each trigger, the newest first
 *
 * Return: 0, or -EINTR when the process is being killed.
 */
int event_file_show_triggers(struct event_file *file, struct seq_file *m)
{
	struct tracer *tracer = file->event->tracer;
	const struct event_action *action;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	if (!event_file_actions(file))
		triggers_show_available(m);
	for (action = event_file_actions(file); action; action = rcu_dereference_raw(action->next))
		trigger_show(m, action);
	mutex_unlock(&tracer->lock);
	return 0;
}

/**
 * event_file_list_triggers() - print the lines that an event has in show_event_triggers
 * @file: the event file
 * @m: receives a line for each trigger, the newest first
 *
 * Context: under tracer->lock.
 */
void event_file_list_triggers(struct event_file *file, struct seq_file *m)
{
	const struct event_action *action;

	for (action = event_file_actions(file); action; action = rcu_dereference_raw(action->next)) {
		event_show_in_list(file->event, m);
		trigger_show(m, action);
	}
}
