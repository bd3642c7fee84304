// SPDX-License-Identifier: GPL-2.0
/*
 * Operands of USDT probes. An operand is SIZE@PLACE, where SIZE is the number of bytes, negative for a signed
 * number, and PLACE is what the compiler writes into assembly:
 *
 *	x86_64	%eax  $5  -16(%rbp)  (%rax)  variable(%rip)  variable+8  $variable
 *	arm64	x0  w0  5  [sp, 16]  [x0]
 *
 * The kernel knows registers, memory at a register and a distance, numbers, and memory at a place of the
 * file. What it has no expression for is refused: an index, registers of floating-point numbers, memory of a
 * thread.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operand.h"
#include "symbol.h"

/**
 * struct operand_scan - an operand that is being parsed
 * @operand: receives the result; its size is known
 * @file: the program that has the operand
 * @address: where the probe is
 * @problem: receives what is wrong
 */
struct operand_scan {
	struct operand *operand;
	const struct elf_file *file;
	uint64_t address;
	struct problem *problem;
};

static bool parse_number(const char *text, int64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoll(text, &end, 0);
	if (errno == ERANGE) {
		errno = 0;
		*number = strtoull(text, &end, 0);
	}
	return end != text && !*end && !errno && !isspace((unsigned char)*text);
}

static int set_expression(struct operand_scan *scan, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int set_expression(struct operand_scan *scan, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(scan->operand->expression, sizeof(scan->operand->expression), format, args);
	va_end(args);
	return 0;
}

static int set_number(struct operand_scan *scan, int64_t number)
{
	return set_expression(scan, "\\%lld", (long long)number);
}

/* Sets memory at an address of the file, where the kernel counts from the memory that has the code. */
static int set_memory(struct operand_scan *scan, uint64_t address)
{
	GElf_Phdr code;

	if (!elf_file_segment(scan->file, scan->address, &code) ||
	    address < code.p_vaddr - code.p_offset)
		return problem_set(scan->problem,
				   "the kernel can't find memory at 0x%llx of the program",
				   (unsigned long long)address);
	return set_expression(scan, "@+0x%llx",
			      (unsigned long long)(address - (code.p_vaddr - code.p_offset)));
}

/*
 * What stands in front of a register, or for itself: numbers and symbols that are added up
 */

/**
 * struct operand_sum - numbers and symbols, added up
 * @value: the sum of the numbers so far
 * @has_symbol: a symbol is in it, so it is an address
 */
struct operand_sum {
	uint64_t value;
	bool has_symbol;
};

static int add_term(struct operand_scan *scan, char sign, const char *term, struct operand_sum *sum)
{
	uint64_t value;
	int64_t number;

	if (parse_number(term, &number)) {
		value = number;
	} else {
		if (symbol_find_data(scan->file, term, &value, scan->problem))
			return -1;
		sum->has_symbol = true;
	}
	sum->value += sign == '-' ? -value : value;
	return 0;
}

static int parse_sum(struct operand_scan *scan, const char *text, struct operand_sum *sum)
{
	char term[OPERAND_MAX], sign = '+';
	size_t length;

	memset(sum, 0, sizeof(*sum));
	while (*text) {
		if (*text == '+' || *text == '-')
			sign = *text++;
		length = strcspn(text, "+-");
		snprintf(term, sizeof(term), "%.*s", (int)length, text);
		if (add_term(scan, sign, term, sum))
			return -1;
		text += length;
		sign = '+';
	}
	return 0;
}

static bool is_position_dependent(const struct operand_scan *scan)
{
	return scan->file->header.e_type == ET_EXEC;
}

/*
 * x86_64
 */

/* A register, by the name that the kernel has, and those of its parts: 8, 4, 2 and 1 bytes, and the second byte. */
struct x86_register {
	const char *name;
	const char *parts[5];
};

#define X86_NAMED(name)		{ #name, { "r" #name, "e" #name, #name, #name "l", NULL } }
#define X86_LETTER(letter) \
	{ #letter "x", { "r" #letter "x", "e" #letter "x", #letter "x", #letter "l", #letter "h" } }
#define X86_NUMBERED(n)		{ "r" #n, { "r" #n, "r" #n "d", "r" #n "w", "r" #n "b", NULL } }

static const struct x86_register x86_registers[] = {
	X86_LETTER(a), X86_LETTER(b), X86_LETTER(c), X86_LETTER(d),
	X86_NAMED(si), X86_NAMED(di), X86_NAMED(bp), X86_NAMED(sp),
	X86_NUMBERED(8), X86_NUMBERED(9), X86_NUMBERED(10), X86_NUMBERED(11),
	X86_NUMBERED(12), X86_NUMBERED(13), X86_NUMBERED(14), X86_NUMBERED(15),
};

static const unsigned int x86_part_sizes[] = { 8, 4, 2, 1, 1 };
#define X86_SECOND_BYTE	4

/* Returns the register that has a part of that name, and which part it is; NULL when there is none. */
static const struct x86_register *x86_find(const char *name, size_t *part)
{
	size_t i;

	for (i = 0; i < sizeof(x86_registers) / sizeof(x86_registers[0]); i++)
		for (*part = 0; *part < 5; (*part)++)
			if (x86_registers[i].parts[*part] &&
			    !strcmp(x86_registers[i].parts[*part], name))
				return &x86_registers[i];
	return NULL;
}

/* The second byte of a register is a bitfield of its lower 16 bits, which has no sign. */
static int x86_second_byte(struct operand_scan *scan)
{
	if (scan->operand->type[0] == 's')
		return problem_set(
			scan->problem,
			"the kernel has no signed number of the second byte of a register");
	strcpy(scan->operand->type, "b8@8/16");
	scan->operand->is_part = true;
	return 0;
}

static int x86_parse_register(struct operand_scan *scan, const char *name)
{
	const struct x86_register *found;
	size_t part;

	found = x86_find(name, &part);
	if (!found)
		return problem_set(scan->problem, "the kernel does not record the register %%%s",
				   name);
	if (x86_part_sizes[part] < scan->operand->size)
		return problem_set(scan->problem, "%%%s has less bytes", name);
	set_expression(scan, "%%%s", found->name);
	return part == X86_SECOND_BYTE ? x86_second_byte(scan) : 0;
}

/* Parses what stands behind a '$'. */
static int x86_parse_constant(struct operand_scan *scan, const char *text)
{
	struct operand_sum sum;

	if (!*text)
		return problem_set(scan->problem, "there is no such operand");
	if (parse_sum(scan, text, &sum))
		return -1;
	if (sum.has_symbol && !is_position_dependent(scan))
		return problem_set(scan->problem, "the address differs from process to process");
	return set_number(scan, sum.value);
}

/* Sets memory at the instruction and a distance, which the assembler reckons from a symbol. */
static int x86_at_ip(struct operand_scan *scan, const struct operand_sum *sum)
{
	if (!sum->has_symbol)
		return problem_set(scan->problem,
				   "a distance from %%rip without a symbol says nothing");
	return set_memory(scan, sum->value);
}

/* Sets memory at a register and a distance. */
static int x86_at_register(struct operand_scan *scan, const char *name,
			   const struct operand_sum *sum)
{
	const struct x86_register *found;
	size_t part;

	if (!strcmp(name, "%rip"))
		return x86_at_ip(scan, sum);
	found = *name == '%' ? x86_find(name + 1, &part) : NULL;
	if (!found || part)
		return problem_set(scan->problem, "the kernel does not read memory at %s", name);
	if (sum->has_symbol && !is_position_dependent(scan))
		return problem_set(scan->problem, "the address differs from process to process");
	return set_expression(scan, "%+lld(%%%s)", (long long)sum->value, found->name);
}

/* Parses DISTANCE(REGISTER), or an address alone. */
static int x86_parse_memory(struct operand_scan *scan, char *text)
{
	size_t length = strlen(text);
	char *open = strchr(text, '(');
	struct operand_sum sum;

	if (open && (text[length - 1] != ')' || strchr(open + 1, '(')))
		return problem_set(scan->problem, "there is no such operand");
	if (open && strchr(open, ','))
		return problem_set(scan->problem,
				   "the kernel has no expression for memory at an index");
	if (open) {
		text[length - 1] = '\0';
		*open = '\0';
	}
	if (parse_sum(scan, text, &sum))
		return -1;
	if (open)
		return x86_at_register(scan, open + 1, &sum);
	if (!sum.has_symbol && !is_position_dependent(scan))
		return problem_set(scan->problem, "there is no such operand");
	return set_memory(scan, sum.value);
}

static int x86_parse(struct operand_scan *scan, char *text)
{
	if (*text == '$')
		return x86_parse_constant(scan, text + 1);
	if (*text != '%')
		return x86_parse_memory(scan, text);
	if (strchr(text, ':'))
		return problem_set(scan->problem,
				   "the kernel has no expression for memory of a thread");
	return x86_parse_register(scan, text + 1);
}

/*
 * arm64
 */

/* Writes the kernel's name of a register to @name; "" stands for the register that is always 0. */
static bool arm64_find(const char *text, char *name, size_t size)
{
	int64_t number;

	if (!strcmp(text, "xzr") || !strcmp(text, "wzr"))
		snprintf(name, size, "%s", "");
	else if (!strcmp(text, "sp") || !strcmp(text, "wsp"))
		snprintf(name, size, "sp");
	else if ((*text == 'x' || *text == 'w') && isdigit((unsigned char)text[1]) &&
		 parse_number(text + 1, &number) && number <= 30)
		snprintf(name, size, "x%d", (int)number);
	else
		return false;
	return true;
}

/* Parses what is between "[" and "]". */
static int arm64_parse_memory(struct operand_scan *scan, char *text)
{
	char *comma = strchr(text, ','), name[8];
	int64_t distance = 0;

	if (comma) {
		*comma++ = '\0';
		comma += strspn(comma, " ");
		comma += *comma == '#';
		if (!parse_number(comma, &distance))
			return problem_set(scan->problem,
					   "the kernel has no expression for memory at an index");
	}
	if (!arm64_find(text, name, sizeof(name)) || !*name || *text == 'w')
		return problem_set(scan->problem, "the kernel does not read memory at %s", text);
	return set_expression(scan, "%+lld(%%%s)", (long long)distance, name);
}

static int arm64_parse(struct operand_scan *scan, char *text)
{
	size_t length = strlen(text);
	int64_t number;
	char name[8];

	if (*text == '[' && text[length - 1] == ']') {
		text[length - 1] = '\0';
		return arm64_parse_memory(scan, text + 1);
	}
	if (parse_number(text + (*text == '#'), &number))
		return set_number(scan, number);
	if (!arm64_find(text, name, sizeof(name)))
		return problem_set(scan->problem, "the kernel has no expression for it");
	return *name ? set_expression(scan, "%%%s", name) : set_number(scan, 0);
}

/*
 * All
 */

/* Returns what stands behind "SIZE@", and sets size and type; NULL for a size that no number has. */
static char *parse_size(struct operand_scan *scan, char *text)
{
	struct operand *operand = scan->operand;
	char *at = strchr(text, '@');
	int64_t size;

	if (!at)
		return NULL;
	*at = '\0';
	if (!parse_number(text, &size) || size < -8 || size > 8)
		return NULL;
	operand->size = size < 0 ? -size : size;
	if (!operand->size || (operand->size & (operand->size - 1)))
		return NULL;
	snprintf(operand->type, sizeof(operand->type), "%c%u", size < 0 ? 's' : 'u',
		 8 * operand->size);
	return at + 1;
}

/**
 * operand_next() - take the next operand off a list
 * @rest: the list; receives what is behind the operand
 * @operand: receives the operand
 * @length: receives its number of bytes
 *
 * Operands are separated by blanks; those in brackets belong to an operand.
 *
 * Return: whether there was one.
 */
bool operand_next(const char **rest, const char **operand, size_t *length)
{
	const char *at = *rest + strspn(*rest, " ");
	int depth = 0;

	*operand = at;
	for (; *at && (*at != ' ' || depth > 0); at++)
		depth += (*at == '[' || *at == '(') - (*at == ']' || *at == ')');
	*length = at - *operand;
	*rest = at;
	return *length;
}

/**
 * operand_parse() - turn an operand into what the kernel takes
 * @text: the operand as the note has it
 * @length: its number of bytes
 * @file: the program that has the note
 * @address: where the probe is
 * @operand: receives the result
 * @problem: receives why the kernel has no expression for it
 *
 * Return: 0, or -1.
 */
int operand_parse(const char *text, size_t length, const struct elf_file *file, uint64_t address,
		  struct operand *operand, struct problem *problem)
{
	struct operand_scan scan = { operand, file, address, problem };
	char copy[OPERAND_MAX], *place;

	memset(operand, 0, sizeof(*operand));
	snprintf(operand->source, sizeof(operand->source), "%.*s",
		 (int)(length < OPERAND_MAX ? length : OPERAND_MAX), text);
	if (length >= OPERAND_MAX)
		return problem_set(problem, "it is too long");
	strcpy(copy, operand->source);
	place = parse_size(&scan, copy);
	if (!place || !*place)
		return problem_set(problem, "it is no integer of 1, 2, 4 or 8 bytes");
	switch (file->header.e_machine) {
	case EM_X86_64:
		return x86_parse(&scan, place);
	case EM_AARCH64:
		return arm64_parse(&scan, place);
	default:
		return problem_set(
			problem,
			"arguments are known for x86_64 and arm64, and the program is for neither");
	}
}
