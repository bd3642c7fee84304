// SPDX-License-Identifier: GPL-2.0
/*
 * The functions that there are, from /proc/kallsyms and available_filter_functions.
 */
#include <stdlib.h>
#include <string.h>

#include "everywhere.h"

struct symbol {
	uint64_t address;
	const char *name;
	char type;
	bool of_module;
};

static struct symbol *by_name, *by_address;
static size_t nr_symbols;

static int compare_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

static int compare_name(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : compare_address(a, b);
}

/** symbols_read() - has to be called before the others */
void symbols_read(void)
{
	char *text = read_file("/proc/kallsyms"), *line, *rest = text, *name, *end;
	size_t room = 0;

	if (!text)
		die("/proc/kallsyms");
	while ((line = strsep(&rest, "\n")) && *line) {
		if (nr_symbols == room) {
			room = room ? room * 2 : 65536;
			by_name = realloc(by_name, room * sizeof(*by_name));
		}
		if (!by_name)
			die("memory for symbols");
		by_name[nr_symbols].address = strtoull(line, &end, 16);
		by_name[nr_symbols].type = end[1];
		name = end + 3;
		by_name[nr_symbols].of_module = strchr(name, '\t');
		name[strcspn(name, "\t")] = '\0';
		by_name[nr_symbols++].name = name;
	}
	by_address = malloc(nr_symbols * sizeof(*by_address));
	memcpy(by_address, by_name, nr_symbols * sizeof(*by_address));
	qsort(by_name, nr_symbols, sizeof(*by_name), compare_name);
	qsort(by_address, nr_symbols, sizeof(*by_address), compare_address);
}

static size_t first_named(const char *name)
{
	size_t low = 0, high = nr_symbols;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(by_name[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/** symbol_is_there() - a function or data */
bool symbol_is_there(const char *name)
{
	size_t at = first_named(name);

	return at < nr_symbols && !strcmp(by_name[at].name, name);
}

static bool is_function(const struct symbol *symbol)
{
	return strchr("tTwW", symbol->type) && !symbol->of_module;
}

/** symbol_address() - of the @nth function (from 1) of that name, or 0; @same: how many there are */
uint64_t symbol_address(const char *name, unsigned int nth, unsigned int *same)
{
	uint64_t address = 0;
	size_t at;

	*same = 0;
	for (at = first_named(name); at < nr_symbols && !strcmp(by_name[at].name, name); at++)
		if (is_function(&by_name[at]) && ++*same == nth)
			address = by_name[at].address;
	return address;
}

/** symbol_size() - bytes up to the next symbol */
unsigned int symbol_size(uint64_t address)
{
	size_t low = 0, high = nr_symbols;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (by_address[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < nr_symbols ? by_address[low].address - address : 0;
}

/* An address alone is no name for a function: it is another one in the next guest. */
static void list_one(const char *name)
{
	unsigned int same, n;

	symbol_address(name, 1, &same);
	if (same == 1)
		printf("%s\n", name);
	for (n = 1; same > 1 && n <= same; n++)
		printf("%s#%u\n", name, n);
}

static void list_symbols(void)
{
	const char *before = "";
	size_t i;

	for (i = 0; i < nr_symbols; i++) {
		if (is_function(&by_name[i]) && strcmp(before, by_name[i].name))
			list_one(by_name[i].name);
		before = by_name[i].name;
	}
}

/** list_functions() - prints the functions of the kernel that may be probed, a line each */
void list_functions(void)
{
	char *text = read_file("available_filter_functions"), *line, *rest = text;
	const char **seen;
	size_t i, n = 0;

	if (!text || !*text) {
		list_symbols();
		return;
	}
	seen = calloc(nr_symbols, sizeof(*seen));
	while ((line = strsep(&rest, "\n"))) {
		size_t at = first_named(line);

		/* Those of modules have more words, and so no symbol of that name. */
		if (at == nr_symbols || strcmp(by_name[at].name, line) || seen[at])
			continue;
		seen[at] = line;
		n++;
	}
	for (i = 0; i < nr_symbols; i++)
		if (seen[i])
			list_one(seen[i]);
	if (!n)
		die("available_filter_functions has nothing that /proc/kallsyms knows");
}

/* A function that nobody may probe is not written to either. */
static bool blacklisted_text(char *where, size_t size)
{
	char *text = read_file("/sys/kernel/debug/kprobes/blacklist"), *line, *rest = text;
	uint64_t start, end;

	while (text && (line = strsep(&rest, "\n"))) {
		if (sscanf(line, "%lx-%lx", &start, &end) == 2 && end - start >= 512) {
			snprintf(where, size, "@0x%lx", start);
			free(text);
			return true;
		}
	}
	free(text);
	return false;
}

/**
 * steady_memory() - 512 bytes that nobody changes, as a definition names them
 * @where: receives the argument
 * @size: of @where
 */
void steady_memory(char *where, size_t size)
{
	if (symbol_is_there("linux_proc_banner"))
		snprintf(where, size, "@linux_proc_banner");
	else if (!blacklisted_text(where, size))
		die("there is no memory that stays as it is");
}
