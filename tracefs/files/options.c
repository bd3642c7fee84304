// SPDX-License-Identifier: GPL-2.0
/*
 * The files for options, the clock, and the current tracer.
 */
#include <linux/string.h>

#include "kernel/control/function_tracing.h"
#include "kernel/instance/instance.h"
#include "tracefs/files/files.h"

static int show_options(struct seq_file *m, const struct tracefs_place *place)
{
	instance_show_options(place->instance, m);
	return 0;
}

static int store_options(const struct tracefs_place *place, char *text, size_t len)
{
	return instance_set_option(place->instance, strim(text));
}

static int show_option(struct seq_file *m, const struct tracefs_place *place)
{
	bool on = READ_ONCE(place->instance->options) & BIT(place->option);

	seq_printf(m, "%d\n", on);
	return 0;
}

static int store_option(const struct tracefs_place *place, char *text, size_t len)
{
	bool on;
	int ret = tracefs_parse_switch(text, &on);

	return ret ?: instance_set_option_bit(place->instance, place->option, on);
}

static int show_clock(struct seq_file *m, const struct tracefs_place *place)
{
	instance_show_clocks(place->instance, m);
	return 0;
}

static int store_clock(const struct tracefs_place *place, char *text, size_t len)
{
	return instance_set_clock(place->instance, strim(text));
}

static int show_tracer(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%s\n", READ_ONCE(place->instance->current_tracer));
	return 0;
}

static int show_tracers(struct seq_file *m, const struct tracefs_place *place)
{
	seq_puts(m, IS_ENABLED(CONFIG_PROBEFS_FUNCTION_TRACER) ? "function nop\n" : "nop\n");
	return 0;
}

static int store_tracer(const struct tracefs_place *place, char *text, size_t len)
{
	const char *name = strim(text);

	if (IS_ENABLED(CONFIG_PROBEFS_FUNCTION_TRACER) && !strcmp(name, "function"))
		return function_tracing_switch(place->instance, true);
	return strcmp(name, "nop") ? -EINVAL : function_tracing_switch(place->instance, false);
}

const struct tracefs_text tracefs_trace_options = {
	.show	= show_options,
	.store	= store_options,
	.no_pwrite = true,
};

const struct tracefs_text tracefs_option = {
	.show	= show_option,
	.store	= store_option,
};

const struct tracefs_text tracefs_trace_clock = {
	.show	= show_clock,
	.store	= store_clock,
	.no_pwrite = true,
};

const struct tracefs_text tracefs_current_tracer = {
	.show	= show_tracer,
	.store	= store_tracer,
};

const struct tracefs_text tracefs_available_tracers = {
	.show	= show_tracers,
};
