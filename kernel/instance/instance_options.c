// SPDX-License-Identifier: GPL-2.0
/*
 * The options of an instance: the table of trace_options and of options/, one bit of a word each.
 */
#include <linux/bits.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "kernel/instance/instance.h"
#include "kernel/instance/instance_parts.h"
#include "kernel/instance/pid_follow.h"

static const struct trace_option {
	const char *name;
	bool on;
} options[TRACE_NR_OPTIONS] = {
#define OPTION(bit, text, on_) [TRACE_OPTION_##bit##_BIT] = { text, on_ },
	TRACE_OPTIONS(OPTION)
#undef OPTION
};

/** instance_default_options() - get the options of a new instance */
unsigned long instance_default_options(void)
{
	unsigned long bits = 0;
	unsigned int i;

	for (i = 0; i < TRACE_NR_OPTIONS; i++) {
		if (options[i].on)
			bits |= BIT(i);
	}
	return bits;
}

/* An option does not exist where probefs or the kernel lacks what it switches. */
static bool option_exists(unsigned int bit)
{
	switch (bit) {
	case TRACE_OPTION_PRINT_PARENT_BIT:
		return IS_ENABLED(CONFIG_PROBEFS_FUNCTION_TRACER);
	case TRACE_OPTION_COPY_MARKER_BIT:
	case TRACE_OPTION_MARKERS_BIT:
		return IS_ENABLED(CONFIG_PROBEFS_TRACE_MARKER);
	case TRACE_OPTION_EVENT_FORK_BIT:
		return pid_follow_works();
	case TRACE_OPTION_FUNCTION_FORK_BIT:
		return IS_ENABLED(CONFIG_PROBEFS_FUNCTION_TRACER) && pid_follow_works();
	case TRACE_OPTION_PRINTK_BIT:
	case TRACE_OPTION_PRINTK_MSG_ONLY_BIT:
	case TRACE_OPTION_PRINTK_DEST_BIT:
		return IS_ENABLED(CONFIG_PROBEFS_TRACE_PRINTK);
	case TRACE_OPTION_SYM_USEROBJ_BIT:
	case TRACE_OPTION_USERSTACKTRACE_BIT:
		return IS_ENABLED(CONFIG_X86_64);
	default:
		return bit < TRACE_NR_OPTIONS;
	}
}

static int find_option(const char *name)
{
	unsigned int i;

	for (i = 0; i < TRACE_NR_OPTIONS; i++) {
		if (option_exists(i) && !strcmp(options[i].name, name))
			return i;
	}
	return -EINVAL;
}

/**
 * instance_set_option() - switch an option by its name, as a write to trace_options does
 * @instance: the instance whose option is switched
 * @name: name of an option to switch on, or "no" and the name of an option to switch off
 *
 * Context: process context. Return: 0, -EINVAL for an unknown option, -ENOMEM, -EINTR when the
 * process is being killed.
 */
int instance_set_option(struct trace_instance *instance, const char *name)
{
	bool off = !strncmp(name, "no", 2);
	int bit = find_option(off ? name + 2 : name);

	return bit < 0 ? bit : instance_set_option_bit(instance, bit, !off);
}

/* What trace_printk() says has to go somewhere: the top level loses that to another instance alone. */
static bool option_stays(const struct trace_instance *instance, unsigned int bit, bool on)
{
	return bit == TRACE_OPTION_PRINTK_DEST_BIT && !on && !instance->name &&
	       instance->options & BIT(bit);
}

/**
 * instance_change_option() - switch an option, and nothing that depends on it elsewhere
 * @instance: the instance whose option is switched
 * @bit: number of the option, TRACE_OPTION_x_BIT
 * @on: new value of the option
 *
 * Context: process context, under tracer->lock.
 */
void instance_change_option(struct trace_instance *instance, unsigned int bit, bool on)
{
	mutex_lock(&instance->lock);
	if (on)
		WRITE_ONCE(instance->options, instance->options | BIT(bit));
	else
		WRITE_ONCE(instance->options, instance->options & ~BIT(bit));
	if (bit == TRACE_OPTION_OVERWRITE_BIT)
		ring_buffer_set_overwrite(instance->buffer, on);
	mutex_unlock(&instance->lock);
}

/**
 * instance_set_option_bit() - switch an option by its number
 * @instance: the instance whose option is switched
 * @bit: number of the option, TRACE_OPTION_x_BIT
 * @on: new value of the option
 *
 * Context: process context. Return: 0, -ENOMEM, -EINVAL for an option that the top level keeps, or -EINTR when the
 * process is being killed; nothing has changed when the call fails.
 */
int instance_set_option_bit(struct trace_instance *instance, unsigned int bit, bool on)
{
	int ret = instance->owner->change_begins(instance->tracer);

	if (ret)
		return ret;
	if (option_stays(instance, bit, on))
		ret = -EINVAL;
	ret = ret ?: pid_follow(instance, on ? instance->options | BIT(bit) : instance->options & ~BIT(bit));
	if (!ret)
		instance_change_option(instance, bit, on);
	instance->owner->change_ends(instance->tracer);
	return ret;
}

/* Prints trace_options: each option on a line, with "no" in front of an option that is off. */
void instance_show_options(struct trace_instance *instance, struct seq_file *m)
{
	unsigned long bits = READ_ONCE(instance->options);
	unsigned int i;

	for (i = 0; i < TRACE_NR_OPTIONS; i++) {
		if (option_exists(i))
			seq_printf(m, "%s%s\n", bits & BIT(i) ? "" : "no", options[i].name);
	}
}

/* Returns NULL when there is no such option. */
const char *trace_option_name(unsigned int bit)
{
	return option_exists(bit) ? options[bit].name : NULL;
}
