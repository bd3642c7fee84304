// SPDX-License-Identifier: GPL-2.0
/*
 * Hits with short strings of the kernel: the strings are measured, then copied straight into the
 * buffer.
 *
 * Measuring reads memory that may not be there, and the code that handles such a fault may be
 * probed, too: the slot of tasks is claimed first, which keeps a hit in that code from coming this
 * way again.
 */
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "fetch/fetch_measure.h"
#include "kernel/record/general.h"
#include "kernel/record/record_inline.h"

/*
 * Strings are stored last, because the store of a number may spill over into the place of a string.
 */
static __always_inline void record_string_arguments(const struct record_hit hit, void *record,
						    const struct fetch_lengths *lengths,
						    const struct fetch_addresses *addresses)
{
	const struct fetch_program *program = hit.probe->program;
	const struct fetch_op *op, *strings = program->strings, *end = program->end;
	unsigned long used = program->named_size, addr;
	const u8 *length = lengths->len;
	enum fetch_tried tried;
	unsigned int i = 0;

	for (op = program->op; op != strings; op++) {
		tried = fetch_try(op, hit.regs, NULL, record);
		if (unlikely(tried))
			record_argument(hit.probe, hit.regs, hit.entry_data, op, tried, record);
	}
	do {
		addr = addresses ? addresses->addr[i++] : fetch_string_address(op, hit.regs, false);
		if (unlikely(!fetch_store_measured(op, record, addr, *length, used)))
			this_cpu_inc(hit.probe->counters->faults);
		used += *length++;
	} while (++op != end);
}

/*
 * Call this after record_begin_fetch(). Returns false when the hit has to take the general way;
 * nothing was counted then.
 */
static __always_inline bool record_strings(struct ring_buffer_cpu *__percpu *local,
					   const struct record_hit hit,
					   struct fetch_addresses *addresses)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*local);
	struct fetch_lengths lengths;
	struct ring_buffer_room room;
	unsigned int rounded;
	void *record;
	u64 time;

	if (unlikely(!ring_buffer_enter_first(cpu)))
		return false;
	pagefault_disable();
	rounded = round_up(fetch_measure(hit.probe->program, hit.regs, &lengths, addresses), 4);
	room = ring_buffer_room(rounded, hit.probe->id);
	if (unlikely(!subbuf_is_small(rounded) ||
		     !ring_buffer_begin_quick(cpu, &room, &record, &time))) {
		pagefault_enable();
		ring_buffer_refuse(cpu);
		return false;
	}
	record = record_front_complete(record, hit, CONTEXT_TASK, ring_buffer_private(cpu));
	record_clear_slack(record, room);
	record_string_arguments(hit, record, &lengths, addresses);
	pagefault_enable();
	ring_buffer_end_first(cpu);
	this_cpu_inc(hit.probe->counters->recorded);
	return true;
}

static __always_inline int record_entry_with_strings(struct probe *probe, struct pt_regs *regs,
						     struct ring_buffer_cpu *__percpu *local,
						     struct fetch_addresses *addresses)
{
	bool recorded;

	if (unlikely(!record_begin_fetch()))
		return record_entry_general(probe, regs);
	recorded = record_strings(local, record_hit_entry(probe, regs), addresses);
	record_end_fetch();
	if (unlikely(!recorded))
		return record_entry_general(probe, regs);
	return 0;
}

/* Does record_entry_strings() for a program that follows pointers to its strings, in code of its own. */
static noinline int __kprobes record_strings_behind_pointers(struct probe *probe, struct pt_regs *regs,
							     struct ring_buffer_cpu *__percpu *local)
{
	struct fetch_addresses addresses;

	return record_entry_with_strings(probe, regs, local, &addresses);
}

/**
 * record_entry_strings() - record an entry, with strings
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @local: what @probe has in ways.strings
 *
 * Return: 0.
 */
int __kprobes record_entry_strings(struct probe *probe, struct pt_regs *regs,
				   struct ring_buffer_cpu *__percpu *local)
{
	if (unlikely(probe->program->follows))
		return record_strings_behind_pointers(probe, regs, local);
	return record_entry_with_strings(probe, regs, local, NULL);
}
