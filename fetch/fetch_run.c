// SPDX-License-Identifier: GPL-2.0
/*
 * Running fetch programs: on every hit, in any context.
 *
 * The loop is for the arguments people use: a register costs it ten instructions. No function
 * pointers and no jump tables, which retpolines make expensive: if-chains, most frequent first.
 */
#include <linux/kernel.h>
#include <linux/kallsyms.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "fetch/fetch_memory.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_program.h"
#include "fetch/fetch_register.h"

#define WORD	sizeof(u64)

/* The strings behind the static part */
struct strings {
	u16 used;		/* bytes of the record so far */
	u16 room;		/* bytes it may have */
};

static __always_inline void store(void *to, u64 value, unsigned int width)
{
	if (likely(width == WORD))
		fetch_put_word(to, value);
	else if (width == sizeof(u32))
		memcpy(to, &(u32){ value }, sizeof(u32));
	else if (width == sizeof(u16))
		memcpy(to, &(u16){ value }, sizeof(u16));
	else
		*(u8 *)to = value;
}

static __always_inline bool read_number(unsigned long addr, unsigned int width, bool user,
					u64 *value)
{
	if (user)
		return fetch_read_slow(addr, width, true, value);
	return fetch_read_kernel(addr, width, value);
}

/* Words that are not on the stack read as 0, as in the kernel. */
static u64 stack_word(const struct pt_regs *regs, unsigned long offset, unsigned int *faults)
{
	unsigned long addr = fetch_stack_pointer(regs) + offset;
	u64 value = 0;

	if (fetch_on_kernel_stack(regs, addr) && !fetch_read_kernel(addr, WORD, &value))
		++*faults;
	return value;
}

static u64 entry_word(const struct fetch_source *source, unsigned long offset)
{
	return source->entry_data ? fetch_get_word(source->entry_data + offset) : 0;
}

/* Return: false when there is no value. */
static bool general_base(const struct fetch_general *general, struct fetch_source *source, u64 *value)
{
	if (general->base == FETCH_BASE_REGISTER) {
		*value = fetch_get_word((void *)source->regs + general->from);
	} else if (general->base == FETCH_BASE_STACK) {
		*value = stack_word(source->regs, general->value, &source->faults);
	} else if (general->base == FETCH_BASE_ENTRY) {
		*value = entry_word(source, general->from);
	} else {
		*value = READ_ONCE(general->value);
		return *value || general->base == FETCH_BASE_VALUE;
	}
	return true;
}

static bool general_value(const struct fetch_general *general, struct fetch_source *source, u64 *value)
{
	const struct dereference *deref;

	if (!general_base(general, source, value))
		return false;
	for (deref = general->deref; deref < general->deref + general->nr_derefs; deref++)
		if (!read_number(*value + deref->offset, WORD, deref->user, value))
			return false;
	return true;
}

static void store_numbers(const struct fetch_general *general, struct fetch_source *source,
			  void *to, u64 value, bool valid)
{
	unsigned long addr = value + general->offset;
	unsigned int i;

	for (i = 0; i < general->count; i++, to += general->width, addr += general->width) {
		bool ok = valid;

		if (ok && general->final == FETCH_FINAL_MEMORY)
			ok = read_number(addr, general->width, general->user, &value);
		source->faults += !ok;
		value = ok ? value << general->left >> general->right : 0;
		store(to, value, general->width);
	}
}

static noinline int copy_symbol(char *to, unsigned long addr, unsigned int room)
{
	char name[KSYM_SYMBOL_LEN];
	int len = sprint_symbol(name, addr);

	len = min_t(unsigned int, len, room - 1);
	memcpy(to, name, len);
	to[len] = '\0';
	return len + 1;
}

/* The name may change meanwhile, but its last byte is always NUL. */
static int copy_comm(char *to, unsigned int room)
{
	char comm[TASK_COMM_LEN];
	unsigned int len;

	memcpy(comm, current->comm, sizeof(comm));
	comm[sizeof(comm) - 1] = '\0';
	len = min_t(unsigned int, strlen(comm), room - 1);
	memcpy(to, comm, len);
	to[len] = '\0';
	return len + 1;
}

static int copy_text(char *to, const struct fetch_general *general, unsigned int room)
{
	unsigned int len = min(general->text_len, room - 1);

	memcpy(to, general->text, len);
	to[len] = '\0';
	return len + 1;
}

/* Return: length with the NUL, or -EFAULT. There is room for one byte at least. */
static int copy_final(const struct fetch_general *general, char *to, u64 value, unsigned int room)
{
	if (general->final == FETCH_FINAL_COMM)
		return copy_comm(to, room);
	if (general->final == FETCH_FINAL_TEXT)
		return copy_text(to, general, room);
	if (general->final == FETCH_FINAL_SYMBOL)
		return copy_symbol(to, value, room);
	return fetch_copy_string(to, value, general->user_string, room);
}

/* One string and its location word. A string that can't be had has length 0 and a valid offset. */
static void store_string(const struct fetch_general *general, struct fetch_source *source,
			 void *record, void *to, u64 value, bool valid, struct strings *strings)
{
	unsigned int room = min(strings->room - strings->used, FETCH_STRING_MAX);
	int len = 0;

	if (valid && room)
		len = copy_final(general, record + strings->used, value, room);
	if (!valid || len < 0) {
		source->faults++;
		len = 0;
	}
	store(to, (u32)len << 16 | strings->used, sizeof(u32));
	strings->used += len;
}

static void store_strings(const struct fetch_general *general, struct fetch_source *source,
			  void *record, u64 value, bool valid, struct strings *strings)
{
	unsigned long addr = value + general->offset;
	void *to = record + general->to;
	unsigned int i;

	if (general->final != FETCH_FINAL_POINTERS) {
		store_string(general, source, record, to, addr, valid, strings);
		return;
	}
	for (i = 0; i < general->count; i++, to += sizeof(u32), addr += WORD) {
		bool ok = valid && read_number(addr, WORD, general->user, &value);

		store_string(general, source, record, to, value, ok, strings);
	}
}

static noinline void run_general(const struct fetch_general *general, struct fetch_source *source,
				 void *record, struct strings *strings)
{
	u64 value = 0;
	bool valid = general_value(general, source, &value);

	if (general->final <= FETCH_FINAL_MEMORY)
		store_numbers(general, source, record + general->to, value, valid);
	else
		store_strings(general, source, record, value, valid, strings);
}

/* The plain values that are not whole registers; @value is the register's. */
static noinline u64 plain_value(const struct fetch_op *op, struct fetch_source *source, u64 value)
{
	if (op->code == FETCH_NARROW)
		return value;
	if (op->code == FETCH_STACK)
		return stack_word(source->regs, op->offset, &source->faults);
	if (op->code == FETCH_VALUE)
		return op->offset;
	return entry_word(source, op->offset);
}

static __always_inline void run_ops(const struct fetch_program *program,
				    struct fetch_source *source, void *record,
				    struct strings *strings)
{
	const struct fetch_op *op = program->op, *end = op + program->nr_ops;
	const void *regs = source->regs;

	for (; op < end; op++) {
		u64 value = fetch_get_word(regs + op->from);

		if (likely(op->code == FETCH_REGISTER)) {
			fetch_put_word(record + op->to, value);
			continue;
		}
		if (op->code == FETCH_READ) {
			if (unlikely(!fetch_read_kernel(value + op->offset, op->width, &value)))
				source->faults++;
		} else if (op->code == FETCH_GENERAL) {
			run_general(op->general, source, record, strings);
			continue;
		} else {
			value = plain_value(op, source, value);
		}
		store(record + op->to, value, op->store);
	}
}

/**
 * fetch_program_run() - write the arguments of a hit
 * @program: of a layout that is not dynamic
 * @source: the hit; its faults are added to
 * @record: the record, with room for its static part
 *
 * Any context, preemption off.
 */
void fetch_program_run(const struct fetch_program *program, struct fetch_source *source,
		       void *record)
{
	if (program->reads)
		pagefault_disable();
	run_ops(program, source, record, NULL);
	if (program->reads)
		pagefault_enable();
}

/**
 * fetch_program_run_dynamic() - write the arguments of a hit, strings included
 * @program: of any layout
 * @source: the hit; its faults are added to
 * @record: the record
 * @room: bytes at @record; at least the static part. Strings that find too little are cut, or
 *	recorded like a fault when nothing is left
 *
 * Any context, preemption off. Bytes at @record behind what is returned may have been written.
 *
 * Return: size of the record.
 */
size_t fetch_program_run_dynamic(const struct fetch_program *program, struct fetch_source *source,
				 void *record, size_t room)
{
	struct strings strings = {
		.used = program->static_size,
		.room = min_t(size_t, room, U16_MAX),
	};

	pagefault_disable();
	run_ops(program, source, record, &strings);
	pagefault_enable();
	return strings.used;
}

/**
 * fetch_program_run_entry() - save what a return probe needs of the function's entry
 * @program: the program
 * @regs: registers at the entry
 * @entry_data: room for fetch_program_entry_size() bytes
 *
 * Any context, preemption off.
 */
void fetch_program_run_entry(const struct fetch_program *program, struct pt_regs *regs,
			     void *entry_data)
{
	const struct fetch_saved *word = program->saved, *end = word + program->nr_saved;
	unsigned int faults = 0;

	pagefault_disable();
	for (; word < end; word++, entry_data += WORD)
		fetch_put_word(entry_data, word->on_stack ?
			       stack_word(regs, word->from, &faults) :
			       fetch_get_word((void *)regs + word->from));
	pagefault_enable();
}
