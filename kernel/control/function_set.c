// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of functions.
 *
 * A word of set_ftrace_filter is [!]GLOB[:mod:MODULE], or the number of a line of
 * available_filter_functions. All functions whose names the word describes are looked up when the word is
 * written; those of modules that come later are not in the set.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "kernel/control/function_set.h"
#include "kernel/event/array.h"
#include "kernel/filter/glob_inline.h"
#include "kernel/symbol/entry_site.h"
#include "kernel/symbol/symbol.h"

/**
 * struct function_word - what a word asks for
 * @remove: the functions go from the set
 * @glob: their names; "" for all
 * @module: the names of their modules; NULL when that does not matter
 * @line: when not 0, the one function in this line of available_filter_functions is meant
 */
struct function_word {
	bool remove;
	const char *glob;
	const char *module;
	unsigned long line;
};

/** function_set_free() - empty a set, and free what it consists of */
void function_set_free(struct function_set *set)
{
	kvfree(set->site);
	*set = (struct function_set){ };
}

static int set_reserve(struct function_set *set, unsigned int room)
{
	unsigned long *site;

	if (!room)
		return 0;
	site = array_grow(set->site, set->nr, &set->room, room, sizeof(*site));
	if (!site)
		return -ENOMEM;
	set->site = site;
	return 0;
}

static int set_append(struct function_set *set, unsigned long site)
{
	int ret = set_reserve(set, set->nr + 1);

	if (!ret)
		set->site[set->nr++] = site;
	return ret;
}

/**
 * function_set_copy() - copy a set
 * @to: receives the copy, and is an empty set without memory; free it with function_set_free()
 * @from: the set that is copied
 *
 * Return: 0 or -ENOMEM.
 */
int function_set_copy(struct function_set *to, const struct function_set *from)
{
	int ret;

	*to = (struct function_set){ };
	ret = set_reserve(to, from->nr);
	if (!ret) {
		memcpy(to->site, from->site, from->nr * sizeof(*to->site));
		to->nr = from->nr;
	}
	return ret;
}

/* Makes @set the functions of @a, and those of @b if @unite is set, or without those of @b. */
static int set_combine(struct function_set *set, const struct function_set *b, bool unite)
{
	struct function_set result = { };
	unsigned int i = 0, j = 0;
	int ret = set_reserve(&result, set->nr + (unite ? b->nr : 0));

	if (ret)
		return ret;
	while (i < set->nr || (unite && j < b->nr)) {
		if (j == b->nr || (i < set->nr && set->site[i] < b->site[j])) {
			result.site[result.nr++] = set->site[i++];
		} else if (i < set->nr && set->site[i] == b->site[j]) {
			i++;
			if (!unite)
				j++;
		} else if (unite) {
			result.site[result.nr++] = b->site[j++];
		} else {
			j++;
		}
	}
	function_set_free(set);
	*set = result;
	return 0;
}

/**
 * function_set_subtract() - take the functions of another set out of a set
 * @set: the set that is changed
 * @other: the functions that go
 *
 * Return: 0, or -ENOMEM and nothing has changed.
 */
int function_set_subtract(struct function_set *set, const struct function_set *other)
{
	return set_combine(set, other, false);
}

/**
 * function_set_forget() - take functions out of a set that are about to vanish
 * @set: the set that is changed
 * @gone: tells of which functions that is true
 * @data: what @gone is told besides
 */
void function_set_forget(struct function_set *set, bool (*gone)(unsigned long site, const void *data),
			 const void *data)
{
	unsigned int i, nr = 0;

	for (i = 0; i < set->nr; i++)
		if (!gone(set->site[i], data))
			set->site[nr++] = set->site[i];
	set->nr = nr;
}

/* Returns -EINVAL for a word that is neither names nor a number. The word is changed. */
static int word_parse(struct function_word *word, char *text)
{
	char *command;

	*word = (struct function_word){ .remove = *text == '!' };
	word->glob = text + word->remove;
	command = strchr(word->glob, ':');
	if (command) {
		*command++ = '\0';
		if (strncmp(command, "mod:", 4) || !command[4] || strchr(command + 4, ':'))
			return -EINVAL;
		word->module = command + 4;
	}
	if (*word->glob && !kstrtoul(word->glob, 10, &word->line))
		return word->line && !word->module ? 0 : -EINVAL;
	return *word->glob || word->module ? 0 : -EINVAL;
}

/* Does the word describe a function, whose name is NAME or "NAME [MODULE]"? */
static bool word_matches(const struct function_word *word, const char *name)
{
	const char *module = strchr(name, ' ');
	size_t len = module ? module - name : strlen(name);

	if (word->module &&
	    (!module || !glob_matches(word->module, module + 2, strlen(module) - 3)))
		return false;
	return !*word->glob || glob_matches(word->glob, name, len);
}

/* Appends those functions to @found that the word describes, all in ascending order. */
static int word_walk(const struct function_word *word, struct function_set *found)
{
	char name[KSYM_SYMBOL_LEN];
	unsigned long site = 0, line = 0;
	int ret = 0;

	while (!ret && (site = entry_site_next(site))) {
		if (!entry_site_name(site, name))
			continue;
		line++;
		if (word->line ? word->line == line : word_matches(word, name))
			ret = set_append(found, site);
		if (fatal_signal_pending(current))
			ret = -EINTR;
		cond_resched();
	}
	return ret;
}

/* Finds the functions that a word describes. A name that one place has needs no walk. */
static int word_find(const struct function_word *word, struct function_set *found)
{
	unsigned long address, site;
	int ret;

	if (!word->line && !word->module && !strpbrk(word->glob, "*?[\\") &&
	    symbol_count(word->glob) == 1 && !symbol_lookup(word->glob, &address)) {
		site = entry_site_of(address);
		ret = site ? set_append(found, site) : -EINVAL;
	} else {
		ret = word_walk(word, found);
	}
	return ret ?: found->nr ? 0 : -EINVAL;
}

/**
 * function_set_apply() - do to a set what a word says
 * @set: the set that is changed
 * @word: [!]GLOB[:mod:MODULE] or [!]NUMBER; it is changed
 *
 * Context: process context. Return: 0, -EINVAL for a word that is none or describes no function,
 * -EOPNOTSUPP when this kernel's functions can't be found, -ENOMEM, or -EINTR when the process is being
 * killed. Nothing has changed when the call fails.
 */
int function_set_apply(struct function_set *set, char *word)
{
	struct function_set found = { };
	struct function_word parsed;
	int ret = entry_sites_set_up();

	if (ret)
		return ret == -ENOENT ? -EOPNOTSUPP : ret;
	ret = word_parse(&parsed, word);
	ret = ret ?: word_find(&parsed, &found);
	ret = ret ?: set_combine(set, &found, !parsed.remove);
	function_set_free(&found);
	return ret;
}
