// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions with several places: "p:grp/ev vfs_*,!vfs_fstat*,ksys_read".
 *
 * The patterns mean functions of the kernel and of the modules that are loaded: those that ftrace hooks, or,
 * where the kernel can't say which these are, all symbols in the kernel's own code; but not those of probefs,
 * which have to be named. The patterns are looked up once, when the line is written. What a pattern means
 * besides other functions is left out when it can't be probed; a function that the line names alone has to be
 * there.
 *
 * Each place gets a probe. The first one stands for the line (leads of struct probe), the others share its
 * struct probe_line and its fetch program. All of them come and go together, but for functions of a module
 * that goes: their probes stay behind with what they have counted, pending for ever.
 */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_place.h"
#include "kernel/definition/definition_places.h"
#include "kernel/definition/definition_write.h"
#include "kernel/event/array.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/filter/glob_inline.h"
#include "kernel/hook/arm.h"
#include "kernel/symbol/entry_site.h"
#include "kernel/symbol/place_error.h"
#include "kernel/symbol/refused.h"
#include "kernel/symbol/symbol.h"

#define LOOK_UP_EVERY		1024	/* symbols, between two looks at who else wants the CPU */
#define VARIANTS		".*"	/* what compilers add to the name of a function they make a variant of */

/**
 * struct place_names - a pattern, with what it means
 * @pattern: the pattern as parsed
 * @text: name or glob
 * @matched: it matched a function that can be hooked
 * @nr: number of elements of @address
 * @address: for a pattern that is no glob, the symbols that it means; else NULL
 */
struct place_names {
	struct place_pattern pattern;
	char *text;
	bool matched;
	unsigned int nr;
	unsigned long *address;
};

/**
 * struct place_walk - what the walk over all functions knows
 * @places: receives the places
 * @column: column of the list in the command
 * @nr: number of elements of @names
 * @names: the patterns of the list, in their order
 * @has_sites: the kernel says which functions ftrace hooks
 * @text: where the kernel's own code begins
 * @text_end: where the kernel's own code ends
 * @nr_seen: number of symbols that the walk has seen
 * @variant: a name that is looked at, with a dot behind it
 */
struct place_walk {
	struct definition_places *places;
	unsigned int column;
	unsigned int nr;
	struct place_names *names;
	bool has_sites;
	unsigned long text;
	unsigned long text_end;
	unsigned int nr_seen;
	char variant[KSYM_NAME_LEN + 1];
};

static int places_append(struct definition_places *places, unsigned long address,
			 unsigned int named_at)
{
	struct definition_place *array = array_grow(places->place, places->nr, &places->room,
						    places->nr + 1, sizeof(*array));

	if (!array)
		return -ENOMEM;
	places->place = array;
	places->place[places->nr++] = (struct definition_place){ address, named_at };
	return 0;
}

static int compare_places(const void *a, const void *b)
{
	const struct definition_place *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return right->named_at < left->named_at ? -1 : right->named_at > left->named_at;
}

/*
 * Several symbols may have one address, and several patterns may mean it: of these, one that names it stays.
 */
static void places_sort(struct definition_places *places)
{
	unsigned int i, nr = 0;

	sort(places->place, places->nr, sizeof(*places->place), compare_places, NULL);
	for (i = 0; i < places->nr; i++)
		if (!nr || places->place[nr - 1].address != places->place[i].address)
			places->place[nr++] = places->place[i];
	places->nr = nr;
}

static bool glob_takes(const struct place_names *names, const char *name, size_t len, char *variant)
{
	size_t end = strlen(names->text), dot = strlen(VARIANTS);

	if (glob_matches(names->text, name, len))
		return true;
	if (end < dot || strcmp(names->text + end - dot, VARIANTS) || len >= KSYM_NAME_LEN)
		return false;
	memcpy(variant, name, len);
	variant[len] = '.';
	return glob_matches(names->text, variant, len + 1);
}

static bool names_take(struct place_walk *walk, const struct place_names *names, const char *name,
		       size_t len, unsigned long address)
{
	unsigned int i;

	if (names->pattern.kind == PLACE_GLOB)
		return glob_takes(names, name, len, walk->variant);
	for (i = 0; i < names->nr; i++)
		if (names->address[i] == address)
			return true;
	return false;
}

static bool any_takes(struct place_walk *walk, const char *name, size_t len, unsigned long address)
{
	unsigned int i;

	for (i = 0; i < walk->nr; i++)
		if (names_take(walk, &walk->names[i], name, len, address))
			return true;
	return false;
}

/* Appends a function if the patterns, in their order, mean it. */
static int take(struct place_walk *walk, const char *name, size_t len, unsigned long address)
{
	unsigned int i, named_at = 0;
	bool in = false;

	for (i = 0; i < walk->nr; i++) {
		struct place_names *names = &walk->names[i];

		if (!names_take(walk, names, name, len, address))
			continue;
		names->matched = true;
		in = !names->pattern.leaves_out;
		named_at = 0;
		if (names->pattern.kind == PLACE_NAME || names->pattern.kind == PLACE_NTH)
			named_at = walk->column + names->pattern.text.pos + 1;
	}
	return in ? places_append(walk->places, address, named_at) : 0;
}

/* Appends a function that the walk has come to, if it can be hooked. */
static int take_function(struct place_walk *walk, const char *name, size_t len,
			 unsigned long address)
{
	if (!any_takes(walk, name, len, address) || refused_by_name(name))
		return 0;
	if (walk->has_sites && !entry_site_of(address))
		return 0;
	return take(walk, name, len, address);
}

static int walk_rests(void)
{
	cond_resched();
	return fatal_signal_pending(current) ? -EINTR : 0;
}

static int take_symbol(void *data, const char *name, unsigned long address)
{
	struct place_walk *walk = data;
	int ret = ++walk->nr_seen % LOOK_UP_EVERY ? 0 : walk_rests();

	if (ret || address < walk->text || address >= walk->text_end)
		return ret;
	return take_function(walk, name, strlen(name), address);
}

#ifdef MODULE
/*
 * Mainline's tracer is built so that it does not see itself. In ours, a function is probed when it is named.
 */
static bool is_of_probefs(const char *module)
{
	size_t len = strlen(THIS_MODULE->name);

	return !strncmp(module, THIS_MODULE->name, len) && strchr(" ]", module[len]);
}
#else
static bool is_of_probefs(const char *module)
{
	return false;
}
#endif

/* Takes the function of a module that ftrace calls us for at @site. */
static noinline int take_site(struct place_walk *walk, unsigned long site)
{
	char text[KSYM_SYMBOL_LEN], *module;
	unsigned long start, size;

	if (!symbol_bounds(site, &start, &size))
		return 0;
	sprint_symbol_no_offset(text, start);
	module = strstr(text, " [");	/* NAME [MODULE] */
	if (!module)
		return 0;
	*module = '\0';
	if (is_of_probefs(module + strlen(" [")))
		return 0;
	return take_function(walk, text, module - text, start);
}

static int walk_modules(struct place_walk *walk)
{
	unsigned long site = 0;
	int ret = 0;

	while (!ret && walk->has_sites && (site = entry_site_next(site))) {
		if (site >= walk->text && site < walk->text_end)
			site = walk->text_end;
		else
			ret = take_site(walk, site) ?: walk_rests();
	}
	return ret;
}

static int walk_functions(struct place_walk *walk)
{
	int ret = entry_sites_set_up();

	if (ret == -ENOMEM)
		return ret;
	walk->has_sites = !ret;
	ret = symbol_lookup_in_kernel("_stext", &walk->text);
	ret = ret ?: symbol_lookup_in_kernel("_etext", &walk->text_end);
	ret = ret ?: symbol_walk(take_symbol, walk);
	if (ret && ret != -ENOENT)
		return ret;
	return walk_modules(walk);
}

/* A function that is named need not be one that ftrace hooks. */
static int take_named(struct place_walk *walk)
{
	unsigned int i, j;
	int ret = 0;

	for (i = 0; i < walk->nr; i++) {
		struct place_names *names = &walk->names[i];

		for (j = 0; j < names->nr && !ret; j++)
			ret = take(walk, names->text, strlen(names->text), names->address[j]) ?:
			      walk_rests();
	}
	return ret;
}

static int fail_at(struct definition_write *write, enum parse_error_code code,
		   const struct place_walk *walk, const struct place_names *names)
{
	return parse_fail(&write->cmd.error, code, walk->column + names->pattern.text.pos);
}

/* Keeps the one address that a number in brackets chooses. */
static int choose_nth(struct definition_write *write, const struct place_walk *walk,
		      struct place_names *names)
{
	unsigned int index = names->pattern.index;

	if (index >= names->nr)
		return fail_at(write, PARSE_NO_SUCH_INDEX, walk, names);
	names->address[0] = names->address[index];
	names->nr = 1;
	return 0;
}

/* Finds the symbols that a pattern means which is no glob. */
static int look_up_names(struct definition_write *write, const struct place_walk *walk,
			 struct place_names *names)
{
	int count = symbol_count(names->text);

	if (count < 0)
		return count;
	if (!count)
		return fail_at(write, PARSE_BAD_PROBE_ADDR, walk, names);
	if (count > 1 && names->pattern.kind == PLACE_NAME)
		return definition_fail_not_unique(write, names->text,
						  walk->column + names->pattern.text.pos);
	names->address = kvmalloc_array(count, sizeof(*names->address), GFP_KERNEL_ACCOUNT);
	if (!names->address)
		return -ENOMEM;
	names->nr = symbol_addresses(names->text, names->address, count);
	if (!names->nr && !symbol_lookup(names->text, names->address))
		names->nr = 1;	/* of a module */
	return names->pattern.kind == PLACE_NTH ? choose_nth(write, walk, names) : 0;
}

static int add_pattern(struct definition_write *write, struct place_walk *walk,
		       const struct place_pattern *pattern)
{
	struct place_names *names = &walk->names[walk->nr++];

	names->pattern = *pattern;
	names->text = kmemdup_nul(write->def.place + pattern->text.pos, pattern->text.len,
				  GFP_KERNEL_ACCOUNT);
	if (!names->text)
		return -ENOMEM;
	return pattern->kind == PLACE_GLOB ? 0 : look_up_names(write, walk, names);
}

static int add_patterns(struct definition_write *write, struct place_walk *walk, bool *has_globs)
{
	struct place_pattern pattern;
	unsigned int pos = 0, nr = 0;
	int ret = 0;

	while (parse_next_pattern(write->def.place, &pos, &pattern))
		nr++;
	walk->names = kvcalloc(nr, sizeof(*walk->names), GFP_KERNEL_ACCOUNT);
	if (!walk->names)
		return -ENOMEM;
	for (pos = 0; !ret && parse_next_pattern(write->def.place, &pos, &pattern);) {
		*has_globs |= pattern.kind == PLACE_GLOB && !pattern.leaves_out;
		ret = add_pattern(write, walk, &pattern);
	}
	return ret;
}

static void walk_destroy(struct place_walk *walk)
{
	unsigned int i;

	for (i = 0; i < walk->nr; i++) {
		kfree(walk->names[i].text);
		kvfree(walk->names[i].address);
	}
	kvfree(walk->names);
	kvfree(walk);
}

/* Fails for a pattern that adds nothing: its writer has mistyped it. */
static int check_matches(struct definition_write *write, const struct place_walk *walk)
{
	unsigned int i;

	for (i = 0; i < walk->nr; i++)
		if (!walk->names[i].matched && !walk->names[i].pattern.leaves_out)
			return fail_at(write, PARSE_NO_MATCH, walk, &walk->names[i]);
	return walk->places->nr ? 0 : definition_fail(write, PARSE_NO_MATCH, 1);
}

/* Finds the places that the patterns of the current line mean. */
static int find_places(struct definition_write *write)
{
	struct place_walk *walk = kvzalloc(sizeof(*walk), GFP_KERNEL_ACCOUNT);
	bool has_globs = false;
	int ret;

	if (!walk)
		return -ENOMEM;
	walk->places = &write->places;
	walk->column = parse_error_column(&write->cmd, 1);
	ret = add_patterns(write, walk, &has_globs);
	if (!ret && has_globs)
		ret = walk_functions(walk);
	ret = ret ?: take_named(walk);
	ret = ret ?: check_matches(write, walk);
	if (!ret)
		places_sort(walk->places);
	walk_destroy(walk);
	return ret;
}

/*
 * Stores the name of a function in a module: the name goes with the module, and probe_stats shows it still.
 */
static noinline int set_function(struct probe *probe)
{
	char text[KSYM_SYMBOL_LEN], *module;

	sprint_symbol_no_offset(text, probe->address);
	module = strstr(text, " [");	/* NAME [MODULE] */
	if (!module)
		return 0;
	*module = '\0';
	module += strlen(" [");
	probe->function = kasprintf(GFP_KERNEL, "%.*s:%s", (int)strcspn(module, "]"), module, text);
	return probe->function ? 0 : -ENOMEM;
}

/*
 * Decides what becomes of a line one of whose places was refused with @ret. Returns 0 when the place is left
 * out.
 */
static int leave_out(struct definition_write *write, const struct definition_place *place, int ret)
{
	enum parse_error_code code;

	if (ret == -ENOMEM || ret == -EINTR)
		return ret;
	code = place->named_at ? place_error(place->address, ret) : PARSE_OK;
	return code ? parse_fail(&write->cmd.error, code, place->named_at - 1) : 0;
}

/* A line whose places are all left out is refused as one that matches nothing. */
static int validate_first(struct definition_write *write, struct probe *probe)
{
	struct definition_places *places = &write->places;
	int ret;

	while (places->nr_tried < places->nr) {
		const struct definition_place *place = &places->place[places->nr_tried++];

		probe->address = place->address;
		ret = transaction_validate(&write->tx, probe);
		if (!ret)
			return set_function(probe);
		ret = leave_out(write, place, ret) ?: walk_rests();
		if (ret)
			return ret;
	}
	return definition_fail(write, PARSE_NO_MATCH, 1);
}

/**
 * definition_validate_places() - find the places of a definition, and the first that can be probed
 * @write: the write whose current line defines the probe
 * @probe: the new probe, which gets that place
 *
 * Return: 0, or an errno, with the error of the line except for -ENOMEM and -EINTR.
 */
int definition_validate_places(struct definition_write *write, struct probe *probe)
{
	int ret = find_places(write);

	return ret ?: validate_first(write, probe);
}

/* Adds a probe for one more place. @last is the one that was created last, or becomes it. */
static int add_place(struct definition_write *write, struct probe *first, struct probe **last,
		     const struct definition_place *place, unsigned int nr_wanted)
{
	struct transaction *tx = &write->tx;
	struct probe *probe;
	int ret;

	/* The walk has left such functions out, but not those that are named. */
	if (place->named_at && refused_reason(place->address))
		return leave_out(write, place, -EINVAL);
	probe = probe_create_beside(write->kind->hook, first, *last, place->address, nr_wanted,
				    READ_ONCE(tx->tracer->backend));
	ret = PTR_ERR_OR_ZERO(probe);
	if (ret)
		return leave_out(write, place, ret);
	if (!probe->ip)
		ret = transaction_validate(tx, probe);
	if (ret) {
		ret = leave_out(write, place, ret);
		transaction_discard(tx, probe);
		return ret;
	}
	ret = set_function(probe);
	ret = ret ?: transaction_add(tx, probe, first->event);
	if (ret)
		transaction_discard(tx, probe);
	else
		*last = probe;
	return ret;
}

/**
 * definition_add_places() - add the probes of the other places
 * @write: the write whose current line defines the probes
 * @first: the probe of the first place, which is in the tables
 *
 * Return: 0, or an errno, with the error of the line except for -ENOMEM and -EINTR. Then the
 * transaction is to be rolled back, because some of the probes are in the tables.
 */
int definition_add_places(struct definition_write *write, struct probe *first)
{
	struct definition_places *places = &write->places;
	struct probe *last = first;
	int ret = 0;

	while (!ret && places->nr_tried < places->nr) {
		unsigned int i = places->nr_tried++;

		ret = add_place(write, first, &last, &places->place[i], places->nr - i);
		ret = ret ?: walk_rests();
	}
	return ret;
}

/** definition_forget_places() - free the places of the current line, whose probes are made */
void definition_forget_places(struct definition_write *write)
{
	kvfree(write->places.place);
	memset(&write->places, 0, sizeof(write->places));
}
