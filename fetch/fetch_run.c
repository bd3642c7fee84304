// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch programs run on every hit, in any context.
 *
 * The loop is made for the arguments that people use: a register costs ten instructions. There are
 * no function pointers and no jump tables, because retpolines make these expensive: chains of ifs
 * test the most frequent first.
 */
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kallsyms.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "fetch/fetch_inline.h"
#include "fetch/fetch_memory.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_program.h"
#include "fetch/fetch_register.h"
#include "fetch/fetch_run.h"
#include "fetch/field.h"

#define WORD	sizeof(u64)

/* The room for strings behind the static part */
struct strings {
	u16 used;		/* bytes of the record so far */
	u16 room;		/* bytes that the record may have */
};

static __always_inline struct fetch_number read_number(unsigned long addr, unsigned int width,
						       bool user)
{
	return user ? fetch_read_slow(addr, width, true) : fetch_read_kernel(addr, width);
}

/* Words that are not on the stack read as 0, as on mainline. */
static struct fetch_number __kprobes stack_word(const struct pt_regs *regs, unsigned long offset)
{
	unsigned long addr = fetch_stack_pointer(regs) + offset;

	return fetch_on_kernel_stack(regs, addr) ? fetch_read_kernel(addr, WORD) :
						   fetch_number_ok(0);
}

static struct fetch_number __kprobes entry_word(const struct fetch_source *source,
						unsigned long offset)
{
	return source->entry_data ? fetch_number_ok(fetch_get_word(source->entry_data + offset)) :
				    fetch_number_fault();
}

static __always_inline struct fetch_number symbol_address(const struct fetch_general *general)
{
	unsigned long address = READ_ONCE(general->value);

	return address ? fetch_number_ok(address) : fetch_number_fault();
}

/* Gets the value of a base that is neither a register nor a symbol. */
static noinline struct fetch_number __kprobes other_base_value(const struct fetch_general *general,
							       const struct fetch_source *source)
{
	if (general->base == FETCH_BASE_STACK)
		return stack_word(source->frame, general->value);
	if (general->base == FETCH_BASE_ENTRY)
		return entry_word(source, general->from);
	if (general->base == FETCH_BASE_CURRENT)
		return fetch_number_ok((unsigned long)current);
	if (general->base == FETCH_BASE_FIELD)
		return field_fetch(general, source);
	if (general->base == FETCH_BASE_COMM)
		return fetch_number_ok((unsigned long)current->comm);
	if (general->base == FETCH_BASE_TEXT)
		return fetch_number_ok((unsigned long)general->text);
	return fetch_number_ok(general->value);
}

static __always_inline struct fetch_number base_value(const struct fetch_general *general,
						      const struct fetch_source *source)
{
	if (likely(general->base == FETCH_BASE_REGISTER))
		return fetch_number_ok(fetch_get_word(source->frame + general->from));
	if (general->base == FETCH_BASE_SYMBOL)
		return symbol_address(general);
	return other_base_value(general, source);
}

/* Reads a number from memory, or from the frame, which is no memory of a user. */
static __always_inline struct fetch_number read_at(const struct fetch_source *source,
						   unsigned long addr, unsigned int width,
						   bool user, bool in_frame)
{
	if (unlikely(in_frame))
		return user ? fetch_number_fault() : field_read(source, addr, width);
	return read_number(addr, width, user);
}

/*
 * The functions in line from here to store_strings() are compiled for each form that calls them (enum fetch_form).
 * @special is a constant, and true for FETCH_FORM_ANY alone.
 */

/* Is what the final read reads in the frame? */
static __always_inline bool final_is_in_frame(const struct fetch_general *general, bool special)
{
	return special && general->in_frame && !general->nr_derefs;
}

static __always_inline struct fetch_number general_value(const struct fetch_general *general,
							 const struct fetch_source *source, bool special)
{
	const struct dereference *deref = general->deref, *end = deref + general->nr_derefs;
	struct fetch_number number = base_value(general, source);
	bool in_frame = special && general->in_frame;

	for (; number.ok && deref < end; deref++) {
		/* Any number will do for this_cpu_ptr(), which reads nothing; a read of what comes out may fault. */
		if (special && deref->per_cpu)
			number.value = (unsigned long)this_cpu_ptr((void __percpu *)number.value);
		else
			number = read_at(source, number.value + deref->offset, WORD, deref->user,
					 in_frame);
		in_frame = false;
	}
	return number;
}

/* Is @addr in the page in which an earlier element was missing? One fault is enough. */
static __always_inline bool is_missing(unsigned long addr, unsigned long missing)
{
	return unlikely(missing) && !((addr ^ missing) & ~(PAGE_SIZE - 1));
}

/**
 * fetch_follow() - follow pointers in kernel memory to a string
 * @general: an argument whose base is a register, with dereferences of kernel memory alone
 * @frame: what the hit brings
 *
 * Any context, page faults disabled. Return: address of the string, or 0 when a pointer is not there.
 */
noinline unsigned long __kprobes fetch_follow(const struct fetch_general *general, const void *frame)
{
	const struct dereference *deref = general->deref, *end = deref + general->nr_derefs;
	struct fetch_number number = fetch_number_ok(fetch_get_word(frame + general->from));

	for (; deref < end; deref++) {
		number = fetch_read_kernel(number.value + deref->offset, WORD);
		if (unlikely(!number.ok))
			return 0;
	}
	return number.value + general->offset;
}

static __always_inline void store_numbers(const struct fetch_general *general,
					  struct fetch_source *source, void *record,
					  unsigned int count, bool special)
{
	struct fetch_number number = general_value(general, source, special);
	void *to = record + general->to;
	unsigned long addr = number.value + general->offset;
	bool reads = number.ok && general->final == FETCH_FINAL_MEMORY;
	unsigned long missing = 0;
	unsigned int i;

	for (i = 0; i < count; i++, to += general->width, addr += general->width) {
		if (reads && !is_missing(addr, missing))
			number = read_at(source, addr, special ? general->read : general->width, general->user,
					 final_is_in_frame(general, special));
		if (unlikely(!number.ok)) {
			source->faults++;
			missing = addr;
		}
		fetch_store(to, number.value << general->left >> general->right, general->width);
	}
}

static noinline int __kprobes copy_symbol(char *to, unsigned long addr, unsigned int room)
{
	char name[KSYM_SYMBOL_LEN];
	int len = sprint_symbol(name, addr);

	len = min_t(unsigned int, len, room - 1);
	memcpy(to, name, len);
	to[len] = '\0';
	return len + 1;
}

/* Cuts the name when there is little room. */
static noinline int __kprobes copy_comm(char *to, unsigned int room)
{
	char name[TASK_COMM_LEN];
	unsigned int len;

	if (likely(room >= TASK_COMM_LEN))
		return fetch_store_comm(to);
	len = min(fetch_store_comm(name), room);
	memcpy(to, name, len);
	to[len - 1] = '\0';
	return len;
}

static int __kprobes copy_text(char *to, const struct fetch_general *general, unsigned int room)
{
	unsigned int len = min(general->text_len, room - 1);

	memcpy(to, general->text, len);
	to[len] = '\0';
	return len + 1;
}

/* Returns the length with the NUL, or -EFAULT. There is room for one byte at least. */
static __always_inline int copy_final(const struct fetch_general *general,
				      const struct fetch_source *source, char *to, u64 value,
				      unsigned int room, bool special)
{
	if (general->final == FETCH_FINAL_TEXT)
		return copy_text(to, general, room);
	if (general->final == FETCH_FINAL_SYMBOL)
		return copy_symbol(to, value, room);
	if (special && general->final == FETCH_FINAL_STRING && final_is_in_frame(general, special))
		return general->user_string ? -EFAULT : field_copy_string(source, to, value, room);
	return fetch_copy_string(to, value, general->user_string, room);
}

static __always_inline unsigned int string_room(const struct strings *strings)
{
	return min(strings->room - strings->used, FETCH_STRING_MAX);
}

/* Writes the location word. A string that can't be read has length 0 and a valid offset. */
static __always_inline void store_location(struct fetch_source *source, void *to, int len,
					   struct strings *strings)
{
	if (unlikely(len < 0)) {
		source->faults++;
		len = 0;
	}
	fetch_store(to, (u32)len << 16 | strings->used, sizeof(u32));
	strings->used += len;
}

static __always_inline void store_final(const struct fetch_general *general,
					struct fetch_source *source, void *record, void *to,
					struct fetch_number number, struct strings *strings,
					bool special)
{
	unsigned int room = string_room(strings);
	int len = number.ok ? 0 : -EFAULT;

	if (number.ok && room)
		len = copy_final(general, source, record + strings->used, number.value, room, special);
	store_location(source, to, len, strings);
}

static __always_inline void store_strings(const struct fetch_general *general,
					  struct fetch_source *source, void *record,
					  struct strings *strings, bool special)
{
	bool is_text = general->final == FETCH_FINAL_TEXT;
	struct fetch_number number = is_text ? fetch_number_ok(0) : general_value(general, source, special);
	bool reads = number.ok && general->final == FETCH_FINAL_POINTERS;
	void *to = record + general->to;
	unsigned long missing = 0;
	unsigned int i;

	number.value += general->offset;
	for (i = 0; i < general->count; i++, to += sizeof(u32)) {
		struct fetch_number string = number;

		if (reads && is_missing(number.value + i * WORD, missing))
			string = fetch_number_fault();
		else if (reads)
			string = read_at(source, number.value + i * WORD, WORD, general->user,
					 final_is_in_frame(general, special));
		if (unlikely(reads && !string.ok))
			missing = number.value + i * WORD;
		store_final(general, source, record, to, string, strings, special);
	}
}

static __always_inline void run_string(const struct fetch_op *op, struct fetch_source *source,
				       void *record, u64 value, struct strings *strings)
{
	unsigned int room = string_room(strings);
	int len;

	if (unlikely(!room))
		len = 0;
	else if (op->code == FETCH_COMM)
		len = copy_comm(record + strings->used, room);
	else
		len = fetch_copy_string(record + strings->used, value + op->offset, op->width, room);
	store_location(source, record + op->to, len, strings);
}

static noinline void __kprobes run_number(const struct fetch_general *general,
					  struct fetch_source *source, void *record)
{
	store_numbers(general, source, record, 1, false);
}

static noinline void __kprobes run_numbers(const struct fetch_general *general,
					   struct fetch_source *source, void *record)
{
	store_numbers(general, source, record, general->count, false);
}

static noinline void __kprobes run_strings(const struct fetch_general *general,
					   struct fetch_source *source, void *record,
					   struct strings *strings)
{
	store_strings(general, source, record, strings, false);
}

static noinline void __kprobes run_any(const struct fetch_general *general,
				       struct fetch_source *source, void *record,
				       struct strings *strings)
{
	if (general->final <= FETCH_FINAL_MEMORY)
		store_numbers(general, source, record, general->count, true);
	else
		store_strings(general, source, record, strings, true);
}

/* The most frequent form is asked for first. */
static __always_inline void run_general(const struct fetch_general *general,
					struct fetch_source *source, void *record,
					struct strings *strings)
{
	if (likely(general->form == FETCH_FORM_NUMBER))
		run_number(general, source, record);
	else if (general->form == FETCH_FORM_STRINGS)
		run_strings(general, source, record, strings);
	else if (general->form == FETCH_FORM_NUMBERS)
		run_numbers(general, source, record);
	else
		run_any(general, source, record, strings);
}

/* Gets a plain value that is not a whole register; @value is the register's. */
static noinline struct fetch_number __kprobes plain_value(const struct fetch_op *op,
							  const struct fetch_source *source,
							  u64 value)
{
	if (op->code == FETCH_NARROW)
		return fetch_number_ok(value);
	if (op->code == FETCH_STACK)
		return stack_word(source->frame, op->offset);
	if (op->code == FETCH_VALUE)
		return fetch_number_ok(op->offset);
	if (op->code == FETCH_FIELD)
		return field_number(source, op->field.offset, op->field.size, op->field.is_signed);
	return entry_word(source, op->offset);
}

/* Does an operation that is not FETCH_GENERAL, after fetch_try() returned @tried. */
static noinline void __kprobes run_plain(const struct fetch_op *op, enum fetch_tried tried,
					 struct fetch_source *source, void *record)
{
	u64 value = fetch_get_word(source->frame + op->from);
	struct fetch_number number;

	if (tried == FETCH_FAULT)
		number = fetch_number_fault();
	else if (op->code <= FETCH_READ_8)
		number = fetch_read_op(op, value);
	else
		number = plain_value(op, source, value);
	if (unlikely(!number.ok))
		source->faults++;
	fetch_store(record + op->to, number.value, op->store);
}

/**
 * fetch_run_other() - write an argument that fetch_try() did not write
 * @op: the operation that was tried
 * @tried: what fetch_try() returned for @op
 * @source: the hit, whose number of faults is added to
 * @record: the record that fetch_try() was given
 *
 * Any context, page faults disabled.
 */
void __kprobes fetch_run_other(const struct fetch_op *op, enum fetch_tried tried,
			       struct fetch_source *source, void *record)
{
	if (op->code == FETCH_GENERAL)
		run_general(op->general, source, record, NULL);
	else
		run_plain(op, tried, source, record);
}

static __always_inline void run_ops(const struct fetch_program *program,
				    struct fetch_source *source, void *record,
				    struct strings *strings)
{
	const struct fetch_op *op = program->op, *end = op + program->nr_ops;
	const void *frame = source->frame;

	for (; op < end; op++) {
		u64 value = fetch_get_word(frame + op->from);
		struct fetch_number number;

		if (op->code == FETCH_REGISTER) {
			fetch_put_word(record + op->to, value);
			continue;
		}
		if (op->code <= FETCH_READ_8) {
			number = fetch_read_op(op, value);
		} else if (strings && op->code <= FETCH_COMM) {
			run_string(op, source, record, value, strings);
			continue;
		} else if (op->code == FETCH_GENERAL) {
			run_general(op->general, source, record, strings);
			continue;
		} else {
			number = plain_value(op, source, value);
		}
		if (unlikely(!number.ok))
			source->faults++;
		fetch_store(record + op->to, number.value, op->store);
	}
}

static noinline void __kprobes run_static(const struct fetch_program *program,
					  struct fetch_source *source, void *record)
{
	pagefault_disable();
	run_ops(program, source, record, NULL);
	pagefault_enable();
}

/**
 * fetch_program_run() - write the arguments of a hit
 * @program: a program of a layout that is not dynamic
 * @source: the hit, whose number of faults is added to
 * @record: the record, with room for its static part
 *
 * Any context, preemption off.
 */
void __kprobes fetch_program_run(const struct fetch_program *program, struct fetch_source *source,
				 void *record)
{
	if (program->registers)
		fetch_program_run_simple(program, source->frame, record);
	else
		run_static(program, source, record);
}

/**
 * fetch_program_run_dynamic() - write the arguments of a hit, strings included
 * @program: a program of any layout
 * @source: the hit, whose number of faults is added to
 * @record: the record to write to
 * @room: bytes at @record; at least the static part. A string that finds too little room is cut, or
 *	recorded like a fault when no room is left
 *
 * Any context, preemption off. Bytes of @record behind the returned size may have been written.
 *
 * Return: size of the record in bytes.
 */
size_t __kprobes fetch_program_run_dynamic(const struct fetch_program *program,
					   struct fetch_source *source, void *record, size_t room)
{
	struct strings strings = {
		.used = program->static_size,
		.room = clamp_t(size_t, room, program->static_size, U16_MAX),
	};

	pagefault_disable();
	run_ops(program, source, record, &strings);
	pagefault_enable();
	return strings.used;
}

/**
 * fetch_program_run_bounded() - write the arguments of a hit, names of tasks included
 * @program: a program whose bound is known
 * @source: the hit, whose number of faults is added to
 * @record: the record, of program->bound bytes
 *
 * Each name has room of its own in the record, and zeros follow the name there. Any context,
 * preemption off.
 */
void __kprobes fetch_program_run_bounded(const struct fetch_program *program,
					 struct fetch_source *source, void *record)
{
	const struct fetch_op *op = program->op, *end = op + program->nr_ops;
	enum fetch_tried tried;

	pagefault_disable();
	for (; op < end; op++) {
		tried = fetch_try(op, source->frame, source->entry_data, record);
		if (unlikely(tried))
			fetch_run_other(op, tried, source, record);
	}
	pagefault_enable();
}

/**
 * fetch_program_run_entry() - save what a return probe needs from the function's entry
 * @program: the program of the return probe
 * @frame: what the hit at the entry brings
 * @entry_data: room for fetch_program_entry_size() bytes
 *
 * Any context, preemption off.
 */
void __kprobes fetch_program_run_entry(const struct fetch_program *program, const void *frame,
				       void *entry_data)
{
	const struct frame_word *word = program->saved, *end = word + program->nr_saved;
	u64 value;

	pagefault_disable();
	for (; word < end; word++, entry_data += WORD) {
		if (word->on_stack)
			value = stack_word(frame, word->from).value;
		else
			value = fetch_get_word(frame + word->from);
		fetch_put_word(entry_data, value);
	}
	pagefault_enable();
}
