// SPDX-License-Identifier: GPL-2.0
/*
 * Symbols by name. All tables that there are count: .symtab, or in its place that of the separate file with
 * the symbols, and .dynsym, which a stripped file has, too. A name has one address, or it is refused.
 *
 * A library can have several versions of a symbol: SYMBOL@VERSION. The one that programs are linked with
 * today is the default version, and the one that a name without a version means.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbol.h"

#define VERSION_NUMBER	0x7fff	/* of an entry of .gnu.version, the bits without that for "hidden" */
#define VERSION_HIDDEN	0x8000
#define SHOWN_MAX	8	/* symbols that a message lists */

/**
 * struct symbol_name - a symbol's name, taken apart
 * @base: the name without its version; not terminated
 * @length: bytes of @base
 * @version: the version, or NULL
 * @is_default: it is the version that a name without one means
 */
struct symbol_name {
	const char *base;
	size_t length;
	const char *version;
	bool is_default;
};

/**
 * struct candidate - a symbol with the name that is looked for
 * @symbol: as the table has it
 * @is_default: it has no version, or the default one
 * @version: its version, or NULL
 * @source: name of the source file that a local symbol is in, or NULL
 */
struct candidate {
	GElf_Sym symbol;
	bool is_default;
	const char *version;
	const char *source;
};

struct candidates {
	struct candidate *list;
	size_t count;
	bool failed;	/* there was no memory for one */
};

/* NAME, NAME@VERSION or NAME@@VERSION; the latter is a default version. */
static struct symbol_name split_name(const char *name)
{
	const char *at = strchr(name, '@');
	struct symbol_name split = { .base = name, .length = strlen(name), .is_default = true };

	if (!at || at == name)
		return split;
	split.length = at - name;
	split.is_default = at[1] == '@';
	split.version = at + 1 + split.is_default;
	return split;
}

static bool same_base(const struct symbol_name *a, const struct symbol_name *b)
{
	return a->length == b->length && !memcmp(a->base, b->base, a->length);
}

/*
 * Tables
 */

/**
 * struct symbol_table - a table of symbols, and what says the versions of its symbols
 * @elf: the file that has the table
 * @symbols: the section with the symbols
 * @strings: number of the section with their names
 * @versions: numbers of their versions, or NULL
 * @definitions: what the numbers stand for, or NULL
 * @definition_strings: number of the section with the names of versions
 */
struct symbol_table {
	Elf *elf;
	Elf_Data *symbols;
	size_t strings;
	Elf_Data *versions;
	Elf_Data *definitions;
	size_t definition_strings;
};

static Elf_Data *section_data(const struct elf_file *file, uint32_t type, GElf_Shdr *header)
{
	Elf_Scn *section = elf_file_section(file, type, NULL, header);
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;

	return data && data->d_buf ? data : NULL;
}

static bool open_table(const struct elf_file *file, uint32_t type, struct symbol_table *table)
{
	GElf_Shdr header;

	memset(table, 0, sizeof(*table));
	table->elf = file->elf;
	table->symbols = section_data(file, type, &header);
	if (!table->symbols)
		return false;
	table->strings = header.sh_link;
	if (type == SHT_DYNSYM) {
		table->versions = section_data(file, SHT_GNU_versym, &header);
		table->definitions = section_data(file, SHT_GNU_verdef, &header);
		table->definition_strings = header.sh_link;
	}
	return true;
}

/* Returns the name of a version, of which @at is the first in the list of its names. */
static const char *first_name(const struct symbol_table *table, size_t at)
{
	GElf_Verdaux name;

	if (!gelf_getverdaux(table->definitions, at, &name))
		return NULL;
	return elf_strptr(table->elf, table->definition_strings, name.vda_name);
}

/* Returns the name of a version that the file defines, or NULL. Offsets in the list only go up. */
static const char *version_name(const struct symbol_table *table, unsigned int number)
{
	GElf_Verdef version;
	size_t at = 0;

	while (gelf_getverdef(table->definitions, at, &version)) {
		if (version.vd_ndx == number && version.vd_aux < table->definitions->d_size - at)
			return first_name(table, at + version.vd_aux);
		if (!version.vd_next || version.vd_next >= table->definitions->d_size - at)
			break;
		at += version.vd_next;
	}
	return NULL;
}

/* Completes the name of a symbol by what the tables of versions say. Numbers below 2 are no version. */
static void add_version(const struct symbol_table *table, size_t index, struct symbol_name *name)
{
	GElf_Versym entry;

	if (name->version || !table->versions || !table->definitions ||
	    !gelf_getversym(table->versions, index, &entry) || (entry & VERSION_NUMBER) < 2)
		return;
	name->version = version_name(table, entry & VERSION_NUMBER);
	name->is_default = !(entry & VERSION_HIDDEN);
}

static void add_candidate(struct candidates *found, const struct candidate *candidate)
{
	struct candidate *list = realloc(found->list, (found->count + 1) * sizeof(*list));

	if (!list) {
		found->failed = true;
		return;
	}
	found->list = list;
	list[found->count++] = *candidate;
}

static bool is_local(const struct candidate *candidate)
{
	return GELF_ST_BIND(candidate->symbol.st_info) == STB_LOCAL;
}

/* Adds the symbols of a table whose name is @wanted, with the version if that has one. */
static void search_table(const struct symbol_table *table, const struct symbol_name *wanted,
			 struct candidates *found)
{
	struct candidate candidate = { .source = NULL };
	const char *text, *source = NULL;
	struct symbol_name name;
	size_t i;

	for (i = 0; gelf_getsym(table->symbols, i, &candidate.symbol); i++) {
		text = elf_strptr(table->elf, table->strings, candidate.symbol.st_name);
		if (!text)
			continue;
		if (GELF_ST_TYPE(candidate.symbol.st_info) == STT_FILE)
			source = text;
		name = split_name(text);
		if (!same_base(&name, wanted))
			continue;
		add_version(table, i, &name);
		if (wanted->version && (!name.version || strcmp(name.version, wanted->version)))
			continue;
		candidate.version = name.version;
		candidate.is_default = name.is_default;
		candidate.source = is_local(&candidate) ? source : NULL;
		add_candidate(found, &candidate);
	}
}

static void search_file(const struct elf_file *file, const struct symbol_name *wanted,
			struct candidates *found)
{
	struct symbol_table table;

	if (open_table(file->debug ? file->debug : file, SHT_SYMTAB, &table))
		search_table(&table, wanted, found);
	if (open_table(file, SHT_DYNSYM, &table))
		search_table(&table, wanted, found);
}

/*
 * Choices
 */

static bool is_defined(const struct candidate *candidate)
{
	uint16_t section = candidate->symbol.st_shndx;

	return section != SHN_UNDEF && section != SHN_ABS && section != SHN_COMMON;
}

static bool is_default_version(const struct candidate *candidate)
{
	return candidate->is_default;
}

static bool is_indirect(const struct candidate *candidate)
{
	return GELF_ST_TYPE(candidate->symbol.st_info) == STT_GNU_IFUNC;
}

/* What assembly does not declare has no type. */
static bool is_code(const struct candidate *candidate)
{
	unsigned int type = GELF_ST_TYPE(candidate->symbol.st_info);

	return type == STT_FUNC || type == STT_NOTYPE;
}

static bool is_data(const struct candidate *candidate)
{
	unsigned int type = GELF_ST_TYPE(candidate->symbol.st_info);

	return type == STT_OBJECT || type == STT_NOTYPE;
}

/* Leaves those candidates for which @is_wanted holds. Returns how many there are. */
static size_t keep(struct candidates *found, bool (*is_wanted)(const struct candidate *))
{
	size_t i, kept = 0;

	for (i = 0; i < found->count; i++)
		if (is_wanted(&found->list[i]))
			found->list[kept++] = found->list[i];
	found->count = kept;
	return kept;
}

static bool any(const struct candidates *found, bool (*is_wanted)(const struct candidate *))
{
	size_t i;

	for (i = 0; i < found->count; i++)
		if (is_wanted(&found->list[i]))
			return true;
	return false;
}

/* Returns the number of the first candidate that has the address of candidate @n: @n when it is the first. */
static size_t first_at(const struct candidates *found, size_t n)
{
	size_t i;

	for (i = 0; found->list[i].symbol.st_value != found->list[n].symbol.st_value; i++)
		;
	return i;
}

static bool is_ambiguous(const struct candidates *found)
{
	size_t i;

	for (i = 1; i < found->count; i++)
		if (first_at(found, i))
			return true;
	return false;
}

static void list_candidate(const struct elf_file *file, const struct candidate *candidate,
			   struct problem *problem)
{
	uint64_t address = candidate->symbol.st_value;
	GElf_Phdr segment;

	if (elf_file_segment(file, address, &segment))
		problem_add(problem, " 0x%llx",
			    (unsigned long long)(address - segment.p_vaddr + segment.p_offset));
	else
		problem_add(problem, " none");
	if (candidate->version)
		problem_add(problem, " (version %s)", candidate->version);
	else if (candidate->source)
		problem_add(problem, " (%s)", candidate->source);
}

/* Lists each address once. */
static int fail_ambiguous(const struct elf_file *file, const char *name,
			  const struct candidates *found, struct problem *problem)
{
	size_t i, shown = 0;

	problem_set(
		problem,
		"%s has several symbols %s; their offsets, one of which can be written in place of the name:",
		file->path, name);
	for (i = 0; i < found->count; i++) {
		if (first_at(found, i) != i)
			continue;
		if (shown++ == SHOWN_MAX)
			return problem_add(problem, " ...");
		list_candidate(file, &found->list[i], problem);
	}
	return -1;
}

static int fail_unknown(const struct elf_file *file, const char *name, struct problem *problem)
{
	GElf_Shdr header;

	problem_set(problem, "%s has no symbol %s", file->path, name);
	if (!file->debug && !elf_file_section(file, SHT_SYMTAB, NULL, &header))
		problem_add(problem,
			    "; it is stripped, and has names only for what other files use");
	return -1;
}

/*
 * Leaves the candidates that are @is_wanted and that the name means, which are at one address. A name without
 * a version means the default version; where there is none, any.
 */
static int choose(const struct elf_file *file, const char *name, struct candidates *found,
		  bool (*is_wanted)(const struct candidate *), struct problem *problem)
{
	if (found->failed)
		return problem_set(problem, "there is no memory for symbols of %s", file->path);
	if (!found->count)
		return fail_unknown(file, name, problem);
	if (!keep(found, is_defined))
		return problem_set(problem, "%s uses %s, which is defined in another file",
				   file->path, name);
	if (any(found, is_default_version))
		keep(found, is_default_version);
	if (any(found, is_indirect))
		return problem_set(
			problem,
			"%s is an indirect function of %s: each program chooses one of several others when it starts",
			name, file->path);
	if (!keep(found, is_wanted))
		return problem_set(problem, "%s of %s is %s", name, file->path,
				   is_wanted == is_code ? "no function" : "no variable");
	if (is_ambiguous(found))
		return fail_ambiguous(file, name, found, problem);
	return 0;
}

static int find(const struct elf_file *file, const char *name,
		bool (*is_wanted)(const struct candidate *), GElf_Sym *symbol,
		struct problem *problem)
{
	struct symbol_name wanted = split_name(name);
	struct candidates found = { .list = NULL };
	int ret;

	search_file(file, &wanted, &found);
	ret = choose(file, name, &found, is_wanted, problem);
	if (!ret)
		*symbol = found.list[0].symbol;
	free(found.list);
	return ret;
}

/**
 * symbol_find_function() - find a function
 * @file: the file that has it
 * @name: its name, with "@VERSION" if a certain one is meant
 * @symbol: receives the symbol
 * @problem: receives why there is none
 *
 * Return: 0, or -1.
 */
int symbol_find_function(const struct elf_file *file, const char *name, GElf_Sym *symbol,
			 struct problem *problem)
{
	return find(file, name, is_code, symbol, problem);
}

/**
 * symbol_find_data() - find a variable
 * @file: the file that has it
 * @name: the name of the variable
 * @address: receives where it is
 * @problem: receives why there is none
 *
 * Return: 0, or -1.
 */
int symbol_find_data(const struct elf_file *file, const char *name, uint64_t *address,
		     struct problem *problem)
{
	GElf_Sym symbol;

	if (find(file, name, is_data, &symbol, problem))
		return -1;
	*address = symbol.st_value;
	return 0;
}
