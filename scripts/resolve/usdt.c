// SPDX-License-Identifier: GPL-2.0
/*
 * USDT probes, which <sys/sdt.h> makes: an instruction that does nothing, and a note in .note.stapsdt with
 *
 *	the address of the instruction
 *	the address that the section .stapsdt.base had when the file was linked
 *	the address of the semaphore, or 0
 *	"PROVIDER" "NAME" "OPERANDS"
 *
 * Addresses are of 4 or 8 bytes, as the file's class is; the texts end with a NUL. A tool that moves a file
 * to another address (prelink) does not know of the notes: but .stapsdt.base moves, and tells how far.
 */
#include <stdlib.h>
#include <string.h>

#include "usdt.h"

#define NOTE_OWNER	"stapsdt"
#define NOTE_TYPE	3
#define SHOWN_MAX	8	/* probes that a message lists */

/* What a note says. */
struct usdt_note {
	uint64_t address;
	uint64_t base;
	uint64_t semaphore;
	const char *provider;
	const char *name;
	const char *operands;
};

/**
 * struct usdt_search - the state of a search
 * @file: the file whose notes are searched
 * @provider: the provider that the note must name
 * @name: the probe that the note must name
 * @places: receives its places
 * @base: where .stapsdt.base is now, or 0
 * @damaged: a note could not be read
 * @failed: there was no memory for a place
 */
struct usdt_search {
	const struct elf_file *file;
	const char *provider;
	const char *name;
	struct usdt_places *places;
	uint64_t base;
	bool damaged;
	bool failed;
};

/* Takes an address off a note. */
static bool take_address(struct elf_note *note, size_t size, uint64_t *address)
{
	uint32_t narrow;

	if (note->size < size)
		return false;
	if (size == sizeof(narrow)) {
		memcpy(&narrow, note->bytes, size);
		*address = narrow;
	} else {
		memcpy(address, note->bytes, size);
	}
	note->bytes += size;
	note->size -= size;
	return true;
}

/* Takes a text off a note. */
static bool take_text(struct elf_note *note, const char **text)
{
	const unsigned char *end = memchr(note->bytes, '\0', note->size);

	if (!end)
		return false;
	*text = (const char *)note->bytes;
	note->size -= end + 1 - note->bytes;
	note->bytes = end + 1;
	return true;
}

static bool read_note(const struct elf_file *file, const struct elf_note *from,
		      struct usdt_note *to)
{
	size_t size = gelf_fsize(file->elf, ELF_T_ADDR, 1, EV_CURRENT);
	struct elf_note rest = *from;

	return take_address(&rest, size, &to->address) && take_address(&rest, size, &to->base) &&
	       take_address(&rest, size, &to->semaphore) && take_text(&rest, &to->provider) &&
	       take_text(&rest, &to->name) && take_text(&rest, &to->operands);
}

static bool is_known(const struct usdt_places *places, const struct usdt_place *place)
{
	size_t i;

	for (i = 0; i < places->count; i++)
		if (places->list[i].address == place->address &&
		    places->list[i].semaphore == place->semaphore &&
		    !strcmp(places->list[i].operands, place->operands))
			return true;
	return false;
}

static int add_place(struct usdt_search *search, const struct usdt_place *place)
{
	struct usdt_places *places = search->places;
	struct usdt_place *list;

	if (is_known(places, place))
		return 0;
	list = realloc(places->list, (places->count + 1) * sizeof(*list));
	if (!list) {
		search->failed = true;
		return 1;
	}
	places->list = list;
	list[places->count++] = *place;
	return 0;
}

static int visit_note(const struct elf_note *bytes, void *data)
{
	struct usdt_search *search = data;
	struct usdt_place place;
	struct usdt_note note;
	uint64_t moved;

	if (!read_note(search->file, bytes, &note)) {
		search->damaged = true;
		return 0;
	}
	if (strcmp(note.provider, search->provider) || strcmp(note.name, search->name))
		return 0;
	moved = search->base && note.base ? search->base - note.base : 0;
	place.address = note.address + moved;
	place.semaphore = note.semaphore ? note.semaphore + moved : 0;
	place.operands = note.operands;
	return add_place(search, &place);
}

/**
 * struct usdt_others - for a message, the probes that a file has
 * @file: the file whose notes are listed
 * @names: notes of different names
 * @count: how many there are; the last one is not shown
 */
struct usdt_others {
	const struct elf_file *file;
	struct usdt_note names[SHOWN_MAX + 1];
	size_t count;
};

static int visit_other(const struct elf_note *bytes, void *data)
{
	struct usdt_others *others = data;
	struct usdt_note *note = &others->names[others->count];
	size_t i;

	if (!read_note(others->file, bytes, note))
		return 0;
	for (i = 0; i < others->count; i++)
		if (!strcmp(others->names[i].provider, note->provider) &&
		    !strcmp(others->names[i].name, note->name))
			return 0;
	others->count++;
	return others->count > SHOWN_MAX;
}

static void list_others(const struct elf_file *file, struct problem *problem)
{
	struct usdt_others others = { .file = file };
	size_t i;

	elf_file_notes(file, NOTE_OWNER, NOTE_TYPE, visit_other, &others);
	for (i = 0; i < others.count && i < SHOWN_MAX; i++)
		problem_add(problem, "%s%s:%s", i ? ", " : "; it has ", others.names[i].provider,
			    others.names[i].name);
	if (others.count > SHOWN_MAX)
		problem_add(problem, " and others");
}

static int fail_unknown(const struct usdt_search *search, struct problem *problem)
{
	problem_set(problem, "%s has no USDT probe %s:%s", search->file->path, search->provider,
		    search->name);
	if (search->damaged)
		problem_add(problem, ", but notes that can't be read");
	list_others(search->file, problem);
	return -1;
}

/**
 * usdt_find() - find a USDT probe
 * @file: the file that has it
 * @provider: the provider of the probe
 * @name: the name of the probe
 * @places: receives its places, at least one; the caller frees the list
 * @problem: receives why there is none
 *
 * Return: 0, or -1, and then @places has no list.
 */
int usdt_find(const struct elf_file *file, const char *provider, const char *name,
	      struct usdt_places *places, struct problem *problem)
{
	struct usdt_search search = {
		.file = file, .provider = provider, .name = name, .places = places
	};
	GElf_Shdr base;

	memset(places, 0, sizeof(*places));
	if (elf_file_section(file, SHT_NULL, ".stapsdt.base", &base))
		search.base = base.sh_addr;
	if (elf_file_notes(file, NOTE_OWNER, NOTE_TYPE, visit_note, &search) < 0)
		search.damaged = true;
	if (places->count && !search.failed)
		return 0;
	free(places->list);
	places->list = NULL;
	return search.failed ?
		       problem_set(problem, "there is no memory for the probes of %s", file->path) :
		       fail_unknown(&search, problem);
}
