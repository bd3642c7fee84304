// SPDX-License-Identifier: GPL-2.0
/*
 * Places in programs that are said by name.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "symbol.h"
#include "usdt.h"

/* Returns the '%' of "PATH:%PROVIDER:NAME", whose last ':' is @colon, or NULL. */
static char *find_provider(const char *word, const char *colon)
{
	const char *before = memrchr(word, ':', colon - word);

	return before && before[1] == '%' ? (char *)before + 1 : NULL;
}

/**
 * place_is_symbolic() - tell places by name from others
 * @word: the second word of a definition
 *
 * Return: whether it is PATH:NAME or PATH:%PROVIDER:NAME, where PATH has a '/', and NAME, behind the last ':',
 * does not begin with a digit unless there is a provider. Everything else is for the kernel to judge.
 */
bool place_is_symbolic(const char *word)
{
	const char *colon = strrchr(word, ':'), *slash = strchr(word, '/');

	return colon && slash && slash < colon && colon[1] &&
	       (!isdigit((unsigned char)colon[1]) || find_provider(word, colon));
}

/* Cuts "(REF)" off a place. */
static void cut_reference(char *rest, struct place *place)
{
	char *open = strchr(rest, '(');

	if (!open)
		return;
	*open = '\0';
	place->reference = open + 1;
}

static int cut_return(char *rest, struct place *place, struct problem *problem)
{
	char *percent = strchr(rest, '%');

	if (!percent)
		return 0;
	if (strcmp(percent, "%return"))
		return problem_set(problem,
				   "%s is unknown; %%return is what can stand behind a symbol",
				   percent);
	*percent = '\0';
	place->is_return = true;
	return 0;
}

static int cut_displacement(char *rest, struct place *place, struct problem *problem)
{
	char *plus = strchr(rest, '+'), *end;

	if (!plus)
		return 0;
	*plus = '\0';
	errno = 0;
	place->displacement = strtoull(plus + 1, &end, 0);
	if (!isdigit((unsigned char)plus[1]) || *end || errno)
		return problem_set(problem, "+%s is no offset; an offset is a number, as in %s+4",
				   plus + 1, rest);
	return 0;
}

/* What is behind the name of a USDT probe is in its note. */
static int parse_usdt(char *percent, char *name, struct place *place, struct problem *problem)
{
	percent[-1] = '\0';
	place->provider = percent + 1;
	if (!*place->provider || name[strcspn(name, "%(+")])
		return problem_set(problem,
				   "a USDT probe is PATH:%%PROVIDER:NAME, and nothing can follow");
	return 0;
}

/**
 * place_parse() - take a place apart
 * @word: a word for which place_is_symbolic() holds; it is changed, and @place points into it
 * @place: receives the parts
 * @problem: receives what is wrong
 *
 * Return: 0, or -1.
 */
int place_parse(char *word, struct place *place, struct problem *problem)
{
	char *rest = strrchr(word, ':'), *percent = find_provider(word, rest);

	memset(place, 0, sizeof(*place));
	*rest++ = '\0';
	place->path = word;
	place->name = rest;
	problem->at = rest;
	if (percent)
		return parse_usdt(percent, rest, place, problem);
	cut_reference(rest, place);
	if (cut_return(rest, place, problem) || cut_displacement(rest, place, problem))
		return -1;
	problem->at = word;
	return *rest ? 0 :
		       problem_set(problem, "%s: wants an offset or the name of a symbol", word);
}

static int find_code(const struct elf_file *file, const char *name, struct target *target,
		     struct problem *problem)
{
	GElf_Phdr segment;

	if (!elf_file_segment(file, target->address, &segment) || !(segment.p_flags & PF_X))
		return problem_set(problem, "%s of %s, at 0x%llx, is no code", name, file->path,
				   (unsigned long long)target->address);
	target->offset = target->address - segment.p_vaddr + segment.p_offset;
	return 0;
}

/*
 * Symbols
 */

/* Symbols that assembly does not declare have the size 0. */
static int check_displacement(const struct place *place, const GElf_Sym *symbol,
			      struct problem *problem)
{
	if (symbol->st_size && place->displacement >= symbol->st_size)
		return problem_set(problem, "%s has 0x%llx bytes, and +0x%llx lies behind them",
				   place->name, (unsigned long long)symbol->st_size,
				   (unsigned long long)place->displacement);
	return 0;
}

static int resolve_symbol(const struct place *place, struct targets *targets,
			  struct problem *problem)
{
	GElf_Sym symbol;

	if (symbol_find_function(targets->file, place->name, &symbol, problem) ||
	    check_displacement(place, &symbol, problem))
		return -1;
	targets->list[0].address = symbol.st_value + place->displacement;
	return find_code(targets->file, place->name, &targets->list[0], problem);
}

/*
 * USDT probes
 */

/* The kernel counts in memory that the program can write. */
static int find_reference(const struct elf_file *file, uint64_t address, struct target *target,
			  struct problem *problem)
{
	GElf_Phdr segment;

	if (!address)
		return 0;
	if (!elf_file_segment(file, address, &segment) || !(segment.p_flags & PF_W))
		return problem_set(
			problem,
			"the semaphore of the probe, at 0x%llx, is no variable that %s has a value of",
			(unsigned long long)address, file->path);
	target->reference = address - segment.p_vaddr + segment.p_offset;
	return 0;
}

static int make_target(const struct place *place, const struct usdt_place *usdt,
		       const struct elf_file *file, struct target *target, struct problem *problem)
{
	target->address = usdt->address;
	target->operands = usdt->operands;
	if (find_code(file, place->name, target, problem))
		return -1;
	return find_reference(file, usdt->semaphore, target, problem);
}

static int resolve_usdt(const struct place *place, struct targets *targets, struct problem *problem)
{
	struct usdt_places places;
	struct target *list;
	int ret = 0;

	if (usdt_find(targets->file, place->provider, place->name, &places, problem))
		return -1;
	list = realloc(targets->list, places.count * sizeof(*list));
	if (list) {
		memset(list, 0, places.count * sizeof(*list));
		targets->list = list;
	} else {
		ret = problem_set(problem, "there is no memory for the probes of %s", place->path);
	}
	for (targets->count = 0; !ret && targets->count < places.count; targets->count++)
		ret = make_target(place, &places.list[targets->count], targets->file,
				  &list[targets->count], problem);
	free(places.list);
	return ret;
}

/**
 * place_resolve() - find a place in its file
 * @place: the place as a definition names it
 * @debug_directory: where the files with the symbols of stripped files are
 * @targets: receives what the place stands for; the caller frees the list, also on failure
 * @problem: receives why it can't be found
 *
 * Return: 0, or -1.
 */
int place_resolve(const struct place *place, const char *debug_directory, struct targets *targets,
		  struct problem *problem)
{
	targets->count = 1;
	targets->list = calloc(1, sizeof(*targets->list));
	targets->file = elf_file_get(place->path, debug_directory, problem);
	if (!targets->file)
		return -1;
	if (!targets->list)
		return problem_set(problem, "there is no memory for a place");
	problem->at = place->name;
	return place->provider ? resolve_usdt(place, targets, problem) :
				 resolve_symbol(place, targets, problem);
}
