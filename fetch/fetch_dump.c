// SPDX-License-Identifier: GPL-2.0
/*
 * Prints what a fetch program does for an argument, as Linux 7.3 prints its own programs in dynamic_events
 * (CONFIG_PROBE_EVENTS_DUMP_FETCHARG, trace_probe_dump_args()): steps with " -> " in between, of which the last
 * is END. An operation of ours does several of these steps at once; the steps say what comes out.
 */
#include <linux/kernel.h>

#include "fetch/fetch_dump.h"
#include "fetch/fetch_layout.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_program.h"
#include "fetch/text_buffer.h"

#define WORD		sizeof(u64)
#define LOCATION	sizeof(u32)	/* the size of a string, to mainline: that of its location word */

static void dump_step(struct text_buffer *text, const char *name)
{
	text_puts(text, name);
	text_puts(text, " -> ");
}

static void dump_store(struct text_buffer *text, const char *name, long offset, unsigned int size)
{
	text_printf(text, "%s(offset=%ld,size=%u) -> ", name, offset, size);
}

static void dump_store_raw(struct text_buffer *text, unsigned int size)
{
	text_printf(text, "ST_RAW(size=%u) -> ", size);
}

/* Of a user probe, the only word of entry data is where the file begins in memory. */
static void dump_entry_data(struct text_buffer *text, unsigned int from, bool user)
{
	if (user)
		dump_step(text, "FOFFS(0x0)");
	else
		text_printf(text, "EDATA(offset=%u) -> ", from);
}

static void dump_string(struct text_buffer *text, bool user, long offset)
{
	dump_store(text, user ? "ST_USTRING" : "ST_STRING", offset, LOCATION);
}

/* Prints an operation that is not FETCH_GENERAL. */
static void dump_fused(struct text_buffer *text, const struct fetch_op *op, bool user)
{
	switch (op->code) {
	case FETCH_COMM:
		dump_step(text, "COMM");
		dump_string(text, false, 0);
		return;
	case FETCH_STACK:
		text_printf(text, "STACK(%lu) -> ", (unsigned long)op->offset / WORD);
		break;
	case FETCH_VALUE:
		text_printf(text, "IMM(0x%lx) -> ", (unsigned long)op->offset);
		break;
	case FETCH_ENTRY:
		dump_entry_data(text, op->offset, user);
		break;
	case FETCH_FIELD:
		text_printf(text, "FIELD(offset=%u,size=%u) -> ", op->field.offset, op->field.size);
		break;
	default:
		text_printf(text, "REG(%u) -> ", op->from);
		break;
	}
	if (op->code == FETCH_STRING)
		dump_string(text, op->width, op->offset);
	else if (op->code >= FETCH_READ_64 && op->code <= FETCH_READ_8)
		dump_store(text, "ST_MEM", op->offset, op->width);
	else
		dump_store_raw(text, op->width);
}

static void dump_base(struct text_buffer *text, const struct fetch_general *general, bool user)
{
	unsigned long value = READ_ONCE(general->value);

	switch (general->base) {
	case FETCH_BASE_REGISTER:
		text_printf(text, "REG(%u) -> ", general->from);
		break;
	case FETCH_BASE_STACK:
		text_printf(text, "STACK(%lu) -> ", value / WORD);
		break;
	case FETCH_BASE_VALUE:
		text_printf(text, "IMM(0x%lx) -> ", value);
		break;
	case FETCH_BASE_ENTRY:
		dump_entry_data(text, general->from, user);
		break;
	case FETCH_BASE_SYMBOL:
		if (value)
			text_printf(text, "IMM(0x%lx) -> ", value);
		else
			text_printf(text, "NOP_SYMBOL(%s) -> ", general->text);
		break;
	case FETCH_BASE_CURRENT:
		dump_step(text, "CURRENT");
		break;
	case FETCH_BASE_FIELD:
		text_printf(text, "FIELD(offset=%u,size=%u) -> ", general->from, general->field_size);
		break;
	case FETCH_BASE_COMM:
		dump_step(text, "COMM");
		break;
	case FETCH_BASE_TEXT:
		text_printf(text, "IMMSTR(%s) -> ", general->text);
		break;
	}
}

static void dump_derefs(struct text_buffer *text, const struct fetch_general *general)
{
	const struct dereference *deref = general->deref, *end = deref + general->nr_derefs;

	for (; deref < end; deref++) {
		if (deref->per_cpu)
			dump_step(text, "CPU_PTR");
		else
			text_printf(text, "%s(offset=%ld) -> ", deref->user ? "UDEREF" : "DEREF",
				    deref->offset);
	}
}

static void dump_final(struct text_buffer *text, const struct fetch_general *general)
{
	switch (general->final) {
	case FETCH_FINAL_VALUE:
		dump_store_raw(text, general->width);
		break;
	case FETCH_FINAL_MEMORY:
		dump_store(text, general->user ? "ST_UMEM" : "ST_MEM", general->offset, general->read);
		break;
	case FETCH_FINAL_POINTERS:
		text_printf(text, "%s(offset=%ld) -> ", general->user ? "UDEREF" : "DEREF",
			    general->offset);
		dump_string(text, general->user_string, 0);
		break;
	case FETCH_FINAL_STRING:
		dump_string(text, general->user_string, general->offset);
		break;
	case FETCH_FINAL_SYMBOL:
		dump_store(text, "ST_SYMSTR", 0, LOCATION);
		break;
	case FETCH_FINAL_TEXT:
		dump_string(text, false, 0);
		break;
	}
}

/* Of a value of 64 bits the program shifts out what mainline shifts out of one of @width bytes. */
static void dump_bitfield(struct text_buffer *text, const struct fetch_general *general)
{
	unsigned int above = 64 - 8 * general->read;

	if (general->right)
		text_printf(text, "MOD_BF(basesize=%u,lshift=%u,rshift=%u) -> ", general->read,
			    general->left - above, general->right - above);
}

static void dump_general(struct text_buffer *text, const struct fetch_general *general, bool user)
{
	dump_base(text, general, user);
	dump_derefs(text, general);
	dump_final(text, general);
	dump_bitfield(text, general);
	if (general->count > 1)
		text_printf(text, "LP_ARRAY(%u) -> ", general->count);
}

/* Returns where the record has what the operation writes. */
static unsigned int op_to(const struct fetch_op *op)
{
	return op->code == FETCH_GENERAL ? op->general->to : op->to;
}

/**
 * fetch_dump() - print the steps by which a program makes one argument
 * @text: receives "STEP -> STEP -> END"; nothing but END when the program has no such argument
 * @program: the program of a probe
 * @field: the argument, a field of the layout that the program was made for
 * @user: the program is that of a user probe
 *
 * Context: while the program exists. Hits may run it, and symbols may be looked up meanwhile.
 */
void fetch_dump(struct text_buffer *text, const struct fetch_program *program,
		const struct fetch_field *field, bool user)
{
	const struct fetch_op *op = program->op;

	while (op < program->end && op_to(op) != field->offset)
		op++;
	if (op < program->end && op->code == FETCH_GENERAL)
		dump_general(text, op->general, user);
	else if (op < program->end)
		dump_fused(text, op, user);
	text_puts(text, "END");
}
