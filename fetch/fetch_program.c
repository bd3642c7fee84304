// SPDX-License-Identifier: GPL-2.0
/*
 * The life of fetch programs, and what the kernel layer asks of them.
 */
#include <linux/compiler.h>
#include <linux/err.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include "fetch/fetch_compile.h"
#include "fetch/fetch_program.h"

static struct fetch_program *program_alloc(const struct fetch_frame *frame, unsigned int nr_args)
{
	struct fetch_program *program;

	program = kzalloc(struct_size(program, op, nr_args), GFP_KERNEL);
	if (!program || !frame->arguments_saved || !nr_args)
		return program;
	program->saved = kcalloc(nr_args, sizeof(*program->saved), GFP_KERNEL);
	if (program->saved)
		return program;
	kfree(program);
	return NULL;
}

/*
 * Looks all symbols up. Hits that run meanwhile see the old address of a symbol or the new one.
 * Returns 0, or what @symbol returned for the first symbol that it does not know.
 */
static int update_symbols(struct fetch_program *program, fetch_symbol_fn symbol)
{
	struct fetch_op *op = program->op, *end = op + program->nr_ops;
	unsigned long address;
	int ret, first = 0;

	for (; op < end; op++) {
		if (op->code != FETCH_GENERAL || op->general->base != FETCH_BASE_SYMBOL)
			continue;
		ret = symbol(op->general->text, &address);
		WRITE_ONCE(op->general->value, ret ? 0 : address + op->general->addend);
		first = first ?: ret;
	}
	return first;
}

/**
 * fetch_program_create() - compile the arguments of a probe
 * @layout: the places of the arguments in a record, from fetch_layout_create() for @args
 * @frame: what a hit of the probe brings
 * @args: arguments, each accepted by fetch_check_argument()
 * @nr_args: number of elements in @args, equal to @layout->nr_fields
 * @symbol: finds the address of the symbol in @SYM
 *
 * Context: may sleep.
 *
 * Return: the program, or ERR_PTR: -ENOMEM, or what @symbol returned (-ENOENT) for a symbol that it
 * does not know.
 */
struct fetch_program *fetch_program_create(const struct fetch_layout *layout,
					   const struct fetch_frame *frame,
					   const struct probe_argument *args, unsigned int nr_args,
					   fetch_symbol_fn symbol)
{
	struct fetch_program *program = program_alloc(frame, nr_args);
	int ret;

	if (!program)
		return ERR_PTR(-ENOMEM);
	ret = fetch_compile(program, layout, frame, args);
	if (!ret)
		ret = update_symbols(program, symbol);
	if (!ret)
		return program;
	fetch_program_destroy(program);
	return ERR_PTR(ret);
}

/**
 * fetch_program_destroy() - free a program
 * @program: what fetch_program_create() returned, or NULL; no hit may be running it any more
 */
void fetch_program_destroy(struct fetch_program *program)
{
	struct fetch_op *op, *end;

	if (!program)
		return;
	for (op = program->op, end = op + program->nr_ops; op < end; op++) {
		if (op->code != FETCH_GENERAL)
			continue;
		kfree(op->general->text);
		kfree(op->general);
	}
	kfree(program->saved);
	kfree(program);
}

/**
 * fetch_program_update_symbols() - look the symbols of @SYM up again
 * @program: the program; hits may be running it
 * @symbol: finds the address of a symbol
 *
 * Call this when a module has come or gone. Reads through an unknown symbol fault.
 * Context: may sleep if @symbol does; callers exclude each other.
 *
 * Return: true when all symbols are known.
 */
bool fetch_program_update_symbols(struct fetch_program *program, fetch_symbol_fn symbol)
{
	return !update_symbols(program, symbol);
}

/**
 * fetch_program_reads_register() - tell whether a hit may read a register
 * @program: the program that the hit runs
 * @offset: offset of the register in the frame, not 0
 *
 * The registers that a return probe saves at entry do not count.
 */
bool fetch_program_reads_register(const struct fetch_program *program, u16 offset)
{
	unsigned int i;

	for (i = 0; i < program->nr_ops; i++)
		if (program->op[i].from == offset)
			return true;
	return false;
}

/**
 * fetch_program_entry_size() - get the size of what a return probe saves when the function is
 * entered
 * @program: the program of the return probe
 *
 * Return: bytes that fetch_program_run_entry() writes; 0 when there is nothing to save.
 */
size_t fetch_program_entry_size(const struct fetch_program *program)
{
	return program->nr_saved * sizeof(u64);
}
