// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles parsed arguments into a fetch program.
 */
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "fetch/fetch_compile.h"
#include "fetch/fetch_frame.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_program.h"

#define WORD	sizeof(u64)

/* The innermost operand of an argument, resolved */
struct operand {
	enum fetch_base base;
	u16 from;
	unsigned long value;
};

/* The state of the compilation of one argument */
struct compilation {
	struct fetch_program *program;
	const struct fetch_frame *frame;
	const struct probe_argument *arg;
	const struct fetch_type *type;
	u16 to;
	struct operand operand;
};

/* Returns the offset of @word in the entry data, to which @word is added if need be. */
static u16 entry_data_offset(struct fetch_program *program, struct frame_word word)
{
	struct frame_word *saved = program->saved;
	unsigned int i;

	for (i = 0; i < program->nr_saved; i++)
		if (saved[i].on_stack == word.on_stack && saved[i].from == word.from)
			return i * WORD;
	saved[program->nr_saved++] = word;
	return i * WORD;
}

/* Finds $argN in the frame or on the stack, or nowhere: then it reads as 0, as on mainline. */
static struct operand resolve_argument(struct compilation *c)
{
	struct frame_word word;

	if (!c->frame->find_argument(c->arg->number - 1, &word))
		return (struct operand){ .base = FETCH_BASE_VALUE };
	if (c->frame->arguments_saved)
		return (struct operand){ .base = FETCH_BASE_ENTRY,
					 .from = entry_data_offset(c->program, word) };
	if (word.on_stack)
		return (struct operand){ .base = FETCH_BASE_STACK, .value = word.from };
	return (struct operand){ .base = FETCH_BASE_REGISTER, .from = word.from };
}

static struct operand resolve_operand(struct compilation *c)
{
	const struct probe_argument *arg = c->arg;
	struct operand operand = { .base = FETCH_BASE_REGISTER };

	switch (arg->operand) {
	case OPERAND_REGISTER:
		operand.from = arg->number;
		break;
	case OPERAND_STACK_POINTER:
		operand.from = c->frame->stack_pointer();
		break;
	case OPERAND_RETVAL:
		operand.from = c->frame->return_value();
		break;
	case OPERAND_STACK:
		operand.base = FETCH_BASE_STACK;
		operand.value = arg->number * WORD;
		break;
	case OPERAND_ARGUMENT:
		return resolve_argument(c);
	case OPERAND_SYMBOL:
		operand.base = FETCH_BASE_SYMBOL;
		break;
	case OPERAND_CURRENT:
		operand.base = FETCH_BASE_CURRENT;
		break;
	case OPERAND_FILE:
		operand.base = FETCH_BASE_ENTRY;	/* see fetch_program_run_user() */
		break;
	case OPERAND_ADDRESS:
	case OPERAND_IMMEDIATE:
		operand.base = FETCH_BASE_VALUE;
		operand.value = arg->value;
		break;
	case OPERAND_COMM:
		operand.base = FETCH_BASE_COMM;
		break;
	case OPERAND_STRING:
		operand.base = FETCH_BASE_TEXT;
		break;
	case OPERAND_FIELD:
		operand.base = FETCH_BASE_FIELD;
		operand.from = arg->field.offset;
		break;
	}
	return operand;
}

/* Is the argument one text, which need not be the user's? Event probes may make something else of $comm. */
static bool is_plain_string(const struct compilation *c)
{
	return c->type->show == FETCH_SHOW_STRING && !c->type->symstr && !c->type->user &&
	       !c->arg->count;
}

/* Is the argument kernel or user memory at a register, with an offset or without? */
static bool is_at_register(const struct compilation *c)
{
	return c->arg->nr_derefs == 1 && fetch_argument_is_memory(c->arg) &&
	       c->operand.base == FETCH_BASE_REGISTER;
}

/* Compiles $comm, or a string whose address is in a register, with an offset or without. */
static bool compile_string(const struct compilation *c, struct fetch_op *op)
{
	const struct probe_argument *arg = c->arg;

	if (arg->operand == OPERAND_COMM && is_plain_string(c)) {
		op->code = FETCH_COMM;
		return true;
	}
	if (c->type->show != FETCH_SHOW_STRING || c->type->symstr || arg->count ||
	    !is_at_register(c))
		return false;
	op->code = FETCH_STRING;
	op->width = c->type->user || arg->deref[0].user;
	op->offset = arg->deref[0].offset;
	return true;
}

static enum fetch_code read_code(unsigned int width)
{
	switch (width) {
	case 8:
		return FETCH_READ_64;
	case 4:
		return FETCH_READ_32;
	case 2:
		return FETCH_READ_16;
	default:
		return FETCH_READ_8;
	}
}

/* Compiles the number in a field of the frame. */
static bool compile_field(const struct compilation *c, struct fetch_op *op)
{
	const struct parse_field *field = &c->arg->field;

	if (field->kind != PARSE_FIELD_NUMBER || c->arg->nr_derefs)
		return false;
	op->code = FETCH_FIELD;
	op->offset = 0;
	op->field.offset = field->offset;
	op->field.size = field->size;
	op->field.is_signed = field->is_signed;
	return true;
}

/*
 * Tells whether one operation can do all of the number, and then fills @op except what all share.
 */
static bool compile_number(const struct compilation *c, struct fetch_op *op)
{
	static const u8 code[] = {
		[FETCH_BASE_REGISTER]	= FETCH_NARROW,
		[FETCH_BASE_STACK]	= FETCH_STACK,
		[FETCH_BASE_VALUE]	= FETCH_VALUE,
		[FETCH_BASE_ENTRY]	= FETCH_ENTRY,
	};
	const struct probe_argument *arg = c->arg;
	const struct operand *operand = &c->operand;

	if (c->type->show == FETCH_SHOW_STRING || arg->count || fetch_type_is_bitfield(arg->type))
		return false;
	if (operand->base == FETCH_BASE_FIELD)
		return compile_field(c, op);
	if (operand->base > FETCH_BASE_SYMBOL)
		return false;
	if (is_at_register(c) && !arg->deref[0].user) {
		op->code = read_code(op->width);
		op->offset = arg->deref[0].offset;
		return true;
	}
	if (arg->nr_derefs)
		return false;
	op->code = code[operand->base];
	if (op->code == FETCH_NARROW && op->store == WORD)
		op->code = FETCH_REGISTER;
	op->offset = op->code == FETCH_ENTRY ? operand->from : operand->value;
	return true;
}

static enum fetch_final final_of(const struct compilation *c)
{
	if (c->arg->operand == OPERAND_STRING && is_plain_string(c))
		return FETCH_FINAL_TEXT;
	if (c->type->show != FETCH_SHOW_STRING)
		return fetch_argument_is_memory(c->arg) ? FETCH_FINAL_MEMORY : FETCH_FINAL_VALUE;
	if (c->type->symstr)
		return FETCH_FINAL_SYMBOL;
	return c->arg->count ? FETCH_FINAL_POINTERS : FETCH_FINAL_STRING;
}

/* Leaves out the outermost dereference if the final read does it. */
static void general_set_derefs(struct fetch_general *general, const struct probe_argument *arg)
{
	bool final_reads = general->final == FETCH_FINAL_MEMORY ||
			   general->final == FETCH_FINAL_STRING ||
			   general->final == FETCH_FINAL_POINTERS;
	unsigned int nr = arg->nr_derefs;

	if (nr && final_reads) {
		nr--;
		general->offset = arg->deref[nr].offset;
		general->user = arg->deref[nr].user;
	}
	memcpy(general->deref, arg->deref, nr * sizeof(arg->deref[0]));
	general->nr_derefs = nr;
}

static void general_set_bitfield(struct fetch_general *general, int type)
{
	unsigned int width = fetch_type_bit_width(type);

	if (!fetch_type_is_bitfield(type) || !width)
		return;
	general->left = 64 - width - fetch_type_bit_offset(type);
	general->right = 64 - width;
}

static void general_set_field(struct fetch_general *general, const struct probe_argument *arg)
{
	if (arg->operand != OPERAND_FIELD)
		return;
	general->field_kind = arg->field.kind;
	general->field_signed = arg->field.is_signed;
	general->field_size = arg->field.size;
	general->in_frame = arg->field.kind != PARSE_FIELD_NUMBER;
}

/* Does the argument need what only the function for FETCH_FORM_ANY can do? */
static bool general_is_special(const struct fetch_general *general)
{
	unsigned int i;

	for (i = 0; i < general->nr_derefs; i++)
		if (general->deref[i].per_cpu)
			return true;
	return general->in_frame || general->read != general->width;
}

static enum fetch_form form_of(const struct fetch_general *general)
{
	if (general_is_special(general))
		return FETCH_FORM_ANY;
	if (general->final > FETCH_FINAL_MEMORY)
		return FETCH_FORM_STRINGS;
	return general->count > 1 ? FETCH_FORM_NUMBERS : FETCH_FORM_NUMBER;
}

static int general_set_text(struct fetch_general *general, const struct probe_argument *arg)
{
	if (!arg->text.len && arg->operand != OPERAND_STRING && arg->operand != OPERAND_SYMBOL)
		return 0;
	general->text = kmemdup_nul(arg->body + arg->text.pos, arg->text.len, GFP_KERNEL);
	general->text_len = arg->text.len;
	return general->text ? 0 : -ENOMEM;
}

static int compile_general(const struct compilation *c, struct fetch_op *op)
{
	const struct probe_argument *arg = c->arg;
	struct fetch_general *general;

	general = kzalloc(struct_size(general, deref, arg->nr_derefs), GFP_KERNEL);
	if (!general)
		return -ENOMEM;
	op->code = FETCH_GENERAL;
	op->general = general;

	general->base = c->operand.base;
	general->final = final_of(c);
	general->width = c->type->size;
	general->read = fetch_type_bytes_read(arg->type, c->type->size);
	general->count = max(arg->count, 1U);
	general->to = c->to;
	general->from = c->operand.from;
	general->value = c->operand.value;
	general->addend = arg->value;
	general_set_derefs(general, arg);
	general_set_bitfield(general, arg->type);
	general_set_field(general, arg);
	general->form = form_of(general);
	general->user_string = c->type->user ||
			       (general->user && general->final == FETCH_FINAL_STRING);
	return general_set_text(general, arg);
}

static int compile_argument(struct compilation *c)
{
	struct fetch_op *op = &c->program->op[c->program->nr_ops++];

	c->operand = resolve_operand(c);
	op->width = c->type->size;
	op->store = c->to + WORD <= c->program->static_size ? WORD : op->width;
	op->to = c->to;
	op->from = c->operand.base == FETCH_BASE_REGISTER ? c->operand.from : 0;
	if (compile_number(c, op) || compile_string(c, op))
		return 0;
	return compile_general(c, op);
}

static bool is_comm(const struct fetch_op *op)
{
	return op->code == FETCH_COMM;
}

/* Is the argument a string that pointers in kernel memory lead to, from a register on? */
static bool is_string_behind_pointers(const struct fetch_general *general)
{
	unsigned int i;

	for (i = 0; i < general->nr_derefs; i++)
		if (general->deref[i].user || general->deref[i].per_cpu)
			return false;
	return general->base == FETCH_BASE_REGISTER && general->final == FETCH_FINAL_STRING &&
	       !general->user_string && general->count == 1;
}

/* Is the argument a string of the kernel, which fetch_string_address() finds? */
static bool is_kernel_string(const struct fetch_op *op)
{
	if (op->code == FETCH_GENERAL)
		return is_string_behind_pointers(op->general);
	return op->code == FETCH_STRING && !op->width;
}

/* Gives each name of a task room of its own behind the static part. */
static void place_names(struct fetch_program *program)
{
	unsigned int i, end = program->static_size;

	for (i = 0; i < program->nr_ops; i++) {
		if (!is_comm(&program->op[i]))
			continue;
		program->op[i].offset = end;
		end += TASK_COMM_LEN;
	}
	program->named_size = end;
}

/* Moves the strings behind the other operations; each of the two keeps its order. */
static void move_strings_to_end(struct fetch_program *program, unsigned int strings)
{
	unsigned int i, moved = 0;

	for (i = program->nr_ops; i--; ) {
		struct fetch_op op = program->op[i];

		if (!is_kernel_string(&op))
			continue;
		memmove(&program->op[i], &program->op[i + 1],
			(program->nr_ops - moved - 1 - i) * sizeof(op));
		program->op[program->nr_ops - ++moved] = op;
	}
	program->strings = &program->op[program->nr_ops - strings];
}

/* Fills the members about programs of fields alone. */
static void summarize_fields(struct fetch_program *program)
{
	const struct fetch_op *op;

	for (op = program->op; op < program->end && op->code == FETCH_FIELD; op++)
		program->fields_end = max_t(u16, program->fields_end, op->field.offset + op->field.size);
	program->fields = op == program->end;
}

/* Fills the members that tell hits about all operations together. */
static void summarize(struct fetch_program *program, const struct fetch_layout *layout)
{
	unsigned int i, strings = 0, others = 0;

	place_names(program);
	program->end = &program->op[program->nr_ops];
	summarize_fields(program);
	program->registers = true;
	for (i = 0; i < program->nr_ops && program->op[i].code == FETCH_REGISTER; i++)
		;
	program->end_whole = &program->op[i];
	program->has_parts = i < program->nr_ops || program->static_size % 4;
	for (i = 0; i < program->nr_ops; i++) {
		const struct fetch_op *op = &program->op[i];

		program->registers &= fetch_op_is_register(op);
		if (is_kernel_string(op)) {
			strings++;
			program->follows |= op->code == FETCH_GENERAL;
		} else if (layout->field[i].dynamic && !is_comm(op)) {
			others++;
		}
	}
	/* A record whose bound is too much for a page may still fit into a page. */
	if (!strings && !others && program->named_size <= FETCH_RECORD_MAX)
		program->bound = program->named_size;
	if (strings && !others && strings <= FETCH_MEASURED_STRINGS)
		move_strings_to_end(program, strings);
}

/**
 * fetch_compile() - fill a program
 * @program: the program, zeroed, with room for an operation for each argument
 * @layout: the places of the arguments in a record
 * @frame: what a hit of the probe brings
 * @args: arguments, one for each field of @layout
 *
 * Context: may sleep. Symbols are left unknown, for the caller to look up.
 *
 * Return: 0, or -ENOMEM with the operations that there are until then.
 */
int fetch_compile(struct fetch_program *program, const struct fetch_layout *layout,
		  const struct fetch_frame *frame, const struct probe_argument *args)
{
	struct compilation c = { .program = program, .frame = frame };
	unsigned int i;
	int ret;

	program->static_size = layout->static_size;
	for (i = 0; i < layout->nr_fields; i++) {
		c.arg = &args[i];
		c.type = layout->field[i].type;
		c.to = layout->field[i].offset;
		ret = compile_argument(&c);
		if (ret)
			return ret;
	}
	summarize(program, layout);
	return 0;
}
