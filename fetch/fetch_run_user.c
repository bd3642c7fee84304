// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch programs of user probes. A hit comes in the task that hit the probe and may sleep, so what is not in
 * memory is read from where it is. All memory is that of the task's program.
 *
 * Nothing is read twice: a string is copied in one pass, and its length is what was copied. So the record is
 * right whatever other threads do to the memory meanwhile.
 */
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "fetch/fetch_inline.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_program.h"
#include "fetch/fetch_register.h"
#include "fetch/fetch_run.h"

#define WORD	sizeof(u64)

/**
 * struct user_run - one run of a program
 * @source: the hit that the program runs for
 * @record: receives the arguments
 * @used: bytes of the record so far
 * @room: bytes that the record may have
 */
struct user_run {
	struct fetch_source *source;
	void *record;
	unsigned int used;
	unsigned int room;
};

static const void __user *user_address(unsigned long addr)
{
	return (const void __user *)addr;
}

static struct fetch_number read_number(unsigned long addr, unsigned int width)
{
	u64 value = 0;

	if (copy_from_user(&value, user_address(addr), width))
		return (struct fetch_number){ };
	return fetch_number_ok(value);
}

static u64 register_value(const struct user_run *run, unsigned int from)
{
	return fetch_get_word(run->source->frame + from);
}

/* A word that is not there reads as 0, as on mainline. */
static struct fetch_number stack_word(const struct user_run *run, unsigned long offset)
{
	unsigned long sp = fetch_stack_pointer(run->source->frame);

	return fetch_number_ok(read_number(sp + offset, WORD).value);
}

static struct fetch_number general_base(const struct user_run *run,
					const struct fetch_general *general)
{
	switch (general->base) {
	case FETCH_BASE_REGISTER:
		return fetch_number_ok(register_value(run, general->from));
	case FETCH_BASE_STACK:
		return stack_word(run, general->value);
	case FETCH_BASE_ENTRY:
		return fetch_number_ok(fetch_get_word(run->source->entry_data + general->from));
	default:
		return fetch_number_ok(general->value);
	}
}

static struct fetch_number general_value(const struct user_run *run,
					 const struct fetch_general *general)
{
	struct fetch_number number = general_base(run, general);
	unsigned int i;

	for (i = 0; number.ok && i < general->nr_derefs; i++)
		number = read_number(number.value + general->deref[i].offset, WORD);
	return number;
}

static void store_number(struct user_run *run, void *to, struct fetch_number number,
			 unsigned int width)
{
	if (!number.ok)
		run->source->faults++;
	fetch_store(to, number.value, width);
}

static void store_numbers(struct user_run *run, const struct fetch_general *general)
{
	struct fetch_number start = general_value(run, general), number = start;
	void *to = run->record + general->to;
	unsigned int i;

	for (i = 0; i < general->count; i++, to += general->width) {
		if (start.ok && general->final == FETCH_FINAL_MEMORY)
			number = read_number(start.value + general->offset + i * general->width,
					     general->width);
		number.value = number.value << general->left >> general->right;
		store_number(run, to, number, general->width);
	}
}

/* Returns the length with the NUL, or -EFAULT. A longer string than there is room for is cut. */
static int copy_string(char *to, unsigned long addr, unsigned int room)
{
	long len = strncpy_from_user(to, user_address(addr), room);

	if (len < 0)
		return -EFAULT;
	if (len < room)
		return len + 1;
	to[room - 1] = '\0';
	return room;
}

static int copy_text(char *to, const char *text, unsigned int len, unsigned int room)
{
	len = min(len, room - 1);
	memcpy(to, text, len);
	to[len] = '\0';
	return len + 1;
}

static int copy_comm(char *to, unsigned int room)
{
	char name[TASK_COMM_LEN];
	unsigned int len = fetch_store_comm(name);

	return copy_text(to, name, len - 1, room);
}

static unsigned int string_room(const struct user_run *run)
{
	return min_t(unsigned int, run->room - run->used, FETCH_STRING_MAX);
}

/* Writes the location word of a string of @len bytes, which is a fault when that is negative. */
static void store_location(struct user_run *run, void *to, int len)
{
	if (len < 0) {
		run->source->faults++;
		len = 0;
	}
	fetch_store(to, (u32)len << 16 | run->used, sizeof(u32));
	run->used += len;
}

static void store_string(struct user_run *run, void *to, struct fetch_number addr)
{
	unsigned int room = string_room(run);
	int len = addr.ok ? 0 : -EFAULT;

	if (addr.ok && room)
		len = copy_string(run->record + run->used, addr.value, room);
	store_location(run, to, len);
}

static void store_pointers(struct user_run *run, const struct fetch_general *general)
{
	struct fetch_number start = general_value(run, general), string = start;
	void *to = run->record + general->to;
	unsigned int i;

	for (i = 0; i < general->count; i++, to += sizeof(u32)) {
		if (start.ok)
			string = read_number(start.value + general->offset + i * WORD, WORD);
		store_string(run, to, string);
	}
}

static void store_text(struct user_run *run, const struct fetch_general *general)
{
	unsigned int room = string_room(run);
	int len = 0;

	if (room)
		len = copy_text(run->record + run->used, general->text, general->text_len, room);
	store_location(run, run->record + general->to, len);
}

static void run_general(struct user_run *run, const struct fetch_general *general)
{
	struct fetch_number addr;

	if (general->final == FETCH_FINAL_TEXT) {
		store_text(run, general);
	} else if (general->final == FETCH_FINAL_POINTERS) {
		store_pointers(run, general);
	} else if (general->final == FETCH_FINAL_STRING) {
		addr = general_value(run, general);
		addr.value += general->offset;
		store_string(run, run->record + general->to, addr);
	} else {
		store_numbers(run, general);
	}
}

static void run_comm(struct user_run *run, const struct fetch_op *op)
{
	unsigned int room = string_room(run);
	int len = room ? copy_comm(run->record + run->used, room) : 0;

	store_location(run, run->record + op->to, len);
}

static struct fetch_number plain_value(const struct user_run *run, const struct fetch_op *op)
{
	if (op->code == FETCH_STACK)
		return stack_word(run, op->offset);
	if (op->code == FETCH_VALUE)
		return fetch_number_ok(op->offset);
	if (op->code >= FETCH_READ_64 && op->code <= FETCH_READ_8)
		return read_number(register_value(run, op->from) + op->offset, op->width);
	return fetch_number_ok(register_value(run, op->from));
}

static void run_op(struct user_run *run, const struct fetch_op *op)
{
	if (op->code == FETCH_GENERAL)
		run_general(run, op->general);
	else if (op->code == FETCH_COMM)
		run_comm(run, op);
	else if (op->code == FETCH_STRING)
		store_string(run, run->record + op->to,
			     fetch_number_ok(register_value(run, op->from) + op->offset));
	else
		store_number(run, run->record + op->to, plain_value(run, op), op->store);
}

/**
 * fetch_program_run_user() - write the arguments of a hit in a program, strings included
 * @program: a program that was made for fetch_user_frame
 * @source: the hit, whose number of faults is added to: @frame has the registers of the program, and
 *	@entry_data is a word that has the address at which the probed file would begin in memory
 * @record: the record; its static part behind the head is cleared first
 * @head: bytes of the record's head
 * @room: bytes at @record; at least the static part. A string that finds too little room is cut, or recorded
 *	like a fault when no room is left
 *
 * Context: the task that has the program, may sleep.
 *
 * Return: size of the record in bytes.
 */
size_t fetch_program_run_user(const struct fetch_program *program, struct fetch_source *source,
			      void *record, size_t head, size_t room)
{
	struct user_run run = {
		.source = source,
		.record = record,
		.used = program->static_size,
		.room = min_t(size_t, room, U16_MAX),
	};
	unsigned int i;

	memset(record + head, 0, program->static_size - head);
	for (i = 0; i < program->nr_ops; i++)
		run_op(&run, &program->op[i]);
	return run.used;
}
