// SPDX-License-Identifier: GPL-2.0
/*
 * kprobe_events, uprobe_events and dynamic_events take and list definitions, kprobe_profile, uprobe_profile
 * and probe_stats show the counters of the probes.
 *
 * Opening with O_TRUNC removes all definitions, or fails (with EBUSY if an event is enabled) and
 * removes none. The removal has happened whatever becomes of the write that follows. One write(2)
 * is one transaction.
 */
#include "kernel/definition/definition_list.h"
#include "kernel/instance/instance.h"
#include "tracefs/files/files.h"

#define DEFINITIONS_WRITE_MAX	(8 << 20)	/* bytes of one write to kprobe_events */

static struct tracer *tracer_of(const struct seq_file *m)
{
	const struct tracefs_place *place = m->private;

	return place->instance->tracer;
}

static void *walk_start_kprobes(struct seq_file *m, loff_t *pos)
{
	return definitions_seq_start(tracer_of(m), DEFINITION_KPROBE_EVENTS, pos);
}

static void *walk_next_kprobes(struct seq_file *m, void *v, loff_t *pos)
{
	return definitions_seq_next(tracer_of(m), DEFINITION_KPROBE_EVENTS, v, pos);
}

static void *walk_start_all(struct seq_file *m, loff_t *pos)
{
	return definitions_seq_start(tracer_of(m), DEFINITION_DYNAMIC_EVENTS, pos);
}

static void *walk_next_all(struct seq_file *m, void *v, loff_t *pos)
{
	return definitions_seq_next(tracer_of(m), DEFINITION_DYNAMIC_EVENTS, v, pos);
}

static void walk_stop(struct seq_file *m, void *v)
{
	definitions_seq_stop(tracer_of(m), v);
}

static int show_definition(struct seq_file *m, void *v)
{
	definition_show(m, v);
	return 0;
}

static int show_definition_and_program(struct seq_file *m, void *v)
{
	const struct tracefs_place *place = m->private;

	definition_show(m, v);
	if (READ_ONCE(place->instance->options) & TRACE_OPTION(DUMP_FETCHARG))
		definition_show_program(m, v);
	return 0;
}

static int show_profile(struct seq_file *m, void *v)
{
	definition_show_profile(m, v);
	return 0;
}

static const struct seq_operations kprobe_events_seq = {
	.start	= walk_start_kprobes,
	.next	= walk_next_kprobes,
	.stop	= walk_stop,
	.show	= show_definition,
};

static const struct seq_operations dynamic_events_seq = {
	.start	= walk_start_all,
	.next	= walk_next_all,
	.stop	= walk_stop,
	.show	= show_definition_and_program,
};

static const struct seq_operations kprobe_profile_seq = {
	.start	= walk_start_kprobes,
	.next	= walk_next_kprobes,
	.stop	= walk_stop,
	.show	= show_profile,
};

#if IS_ENABLED(CONFIG_PROBEFS_UPROBES)
static void *walk_start_uprobes(struct seq_file *m, loff_t *pos)
{
	return definitions_seq_start(tracer_of(m), DEFINITION_UPROBE_EVENTS, pos);
}

static void *walk_next_uprobes(struct seq_file *m, void *v, loff_t *pos)
{
	return definitions_seq_next(tracer_of(m), DEFINITION_UPROBE_EVENTS, v, pos);
}

static int show_user_profile(struct seq_file *m, void *v)
{
	definition_show_user_profile(m, v);
	return 0;
}

static const struct seq_operations uprobe_events_seq = {
	.start	= walk_start_uprobes,
	.next	= walk_next_uprobes,
	.stop	= walk_stop,
	.show	= show_definition,
};

static const struct seq_operations uprobe_profile_seq = {
	.start	= walk_start_uprobes,
	.next	= walk_next_uprobes,
	.stop	= walk_stop,
	.show	= show_user_profile,
};

static int store_uprobe_events(const struct tracefs_place *place, char *text, size_t len)
{
	return definitions_write(place->instance->tracer, DEFINITION_UPROBE_EVENTS, text, len);
}

static int clear_uprobe_events(const struct tracefs_place *place)
{
	return definitions_clear(place->instance->tracer, DEFINITION_UPROBE_EVENTS);
}

const struct tracefs_text tracefs_uprobe_events = {
	.seq		= &uprobe_events_seq,
	.store		= store_uprobe_events,
	.truncate	= clear_uprobe_events,
	.write_max	= DEFINITIONS_WRITE_MAX,
	.offset		= TRACEFS_OFFSET_STAYS,
	.no_pwrite	= true,
};

const struct tracefs_text tracefs_uprobe_profile = {
	.seq		= &uprobe_profile_seq,
};
#endif

/* Shows the heading even when there is no probe. */
static int show_stats(struct seq_file *m, const struct tracefs_place *place)
{
	struct tracer *tracer = place->instance->tracer;
	loff_t pos = 0;
	void *v;

	definition_show_stats_header(m);
	v = definitions_seq_start(tracer, DEFINITION_DYNAMIC_EVENTS, &pos);
	for (; !IS_ERR_OR_NULL(v);
	     v = definitions_seq_next(tracer, DEFINITION_DYNAMIC_EVENTS, v, &pos))
		definition_show_stats(m, v);
	if (!IS_ERR(v))
		static_events_show_stats(m, tracer);
	definitions_seq_stop(tracer, v);
	return PTR_ERR_OR_ZERO(v);
}

static int store_kprobe_events(const struct tracefs_place *place, char *text, size_t len)
{
	return definitions_write(place->instance->tracer, DEFINITION_KPROBE_EVENTS, text, len);
}

static int clear_kprobe_events(const struct tracefs_place *place)
{
	return definitions_clear(place->instance->tracer, DEFINITION_KPROBE_EVENTS);
}

static int store_dynamic_events(const struct tracefs_place *place, char *text, size_t len)
{
	return definitions_write(place->instance->tracer, DEFINITION_DYNAMIC_EVENTS, text, len);
}

static int clear_dynamic_events(const struct tracefs_place *place)
{
	return definitions_clear(place->instance->tracer, DEFINITION_DYNAMIC_EVENTS);
}

const struct tracefs_text tracefs_kprobe_events = {
	.seq		= &kprobe_events_seq,
	.store		= store_kprobe_events,
	.truncate	= clear_kprobe_events,
	.write_max	= DEFINITIONS_WRITE_MAX,
	.offset		= TRACEFS_OFFSET_STAYS,
	.no_pwrite	= true,
};

const struct tracefs_text tracefs_dynamic_events = {
	.seq		= &dynamic_events_seq,
	.store		= store_dynamic_events,
	.truncate	= clear_dynamic_events,
	.write_max	= DEFINITIONS_WRITE_MAX,
	.offset		= TRACEFS_OFFSET_STAYS,
	.no_pwrite	= true,
};

const struct tracefs_text tracefs_kprobe_profile = {
	.seq		= &kprobe_profile_seq,
};

const struct tracefs_text tracefs_probe_stats = {
	.show		= show_stats,
};
