// SPDX-License-Identifier: GPL-2.0
/*
 * Places in the kernel's code, which are symbols with an offset, or addresses.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/string.h>

#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_names.h"
#include "kernel/definition/definition_place.h"
#include "kernel/definition/definition_places.h"
#include "kernel/definition/definition_write.h"
#include "kernel/event/probe.h"
#include "kernel/hook/arm.h"
#include "kernel/symbol/place_error.h"
#include "kernel/symbol/symbol.h"
#include "parser/parse_definition.h"

#define CANDIDATES_MAX	4	/* named in error_log one by one */

/*
 * Names the symbols, each by what a definition may have as its place: NAME[N], and _text+OFFSET. _text is no symbol of
 * an arm64 kernel without CONFIG_KALLSYMS_ALL, which begins its list with _stext.
 */
static void hint_at(char *hint, size_t size, const char *name, const unsigned long *addresses,
		    unsigned int nr)
{
	unsigned int i, shown = min_t(unsigned int, nr, CANDIDATES_MAX);
	const char *begin = "_text";
	unsigned long text;
	size_t len = 0;

	if (symbol_lookup_in_kernel(begin, &text)) {
		begin = "_stext";
		if (symbol_lookup_in_kernel(begin, &text))
			return;
	}
	for (i = 0; i < shown; i++)
		len += scnprintf(hint + len, size - len, "%s%s[%u] is %s+0x%lx", i ? ", " : ": ", name, i, begin,
				 addresses[i] - text);
	if (shown < nr)
		scnprintf(hint + len, size - len, ", and so on to %s[%u]", name, nr - 1);
}

/**
 * definition_fail_not_unique() - fail for a name that several symbols have, which error_log names
 * @write: the write whose current line has the name
 * @name: the name, without a module
 * @pos: column of the name
 *
 * Without memory, error_log does not name them. Return: the errno of the error.
 */
int definition_fail_not_unique(struct definition_write *write, const char *name, unsigned int pos)
{
	int count = symbol_count(name);
	unsigned long *addresses;

	addresses = count > 0 ? kvmalloc_array(count, sizeof(*addresses), GFP_KERNEL_ACCOUNT) : NULL;
	if (addresses)
		hint_at(write->hint, sizeof(write->hint), name, addresses,
			symbol_addresses(name, addresses, count));
	kvfree(addresses);
	return parse_fail(&write->cmd.error, PARSE_NON_UNIQ_SYMBOL, pos);
}

static int check_symbol(struct definition_write *write, unsigned long address, bool found)
{
	const struct probe_definition *def = &write->def;
	bool entry = found && symbol_is_function_entry(address + def->offset);
	int count;

	if (entry)
		write->flags |= PARSE_FUNCTION_ENTRY;
	else if (found && write->kind->at_entry)
		return definition_fail(write, PARSE_BAD_RETPROBE, 1);
	if (*def->module)
		return 0;
	count = symbol_count(def->symbol);
	if (count < 0)
		return count;
	if (count > 1)
		return definition_fail_not_unique(write, def->symbol, parse_error_column(&write->cmd, 1));
	return count ? 0 : definition_fail(write, PARSE_BAD_PROBE_ADDR, 1);
}

/* Names mean something at the entry and the return of a function; types do everywhere. */
static int find_names(struct definition_write *write, unsigned long address, bool found)
{
	char module[MODULE_NAME_LEN];
	bool has_names = write->flags & (PARSE_FUNCTION_ENTRY | PARSE_RETURN);

	if (found)
		symbol_module(address, module, sizeof(module));
	else
		strscpy(module, write->def.module, sizeof(module));
	return definition_names_of_function(write, module, has_names ? write->def.symbol : NULL);
}

/* Of several functions, the names of parameters are no one's; types are known all the same. */
static int find_names_of_several(struct definition_write *write, unsigned int flags)
{
	write->flags = write->kind->flags | flags;
	return definition_names_of_function(write, NULL, NULL);
}

/**
 * definition_find_symbol() - look up the symbol of a place
 * @write: the write whose current line has a place in the kernel's code
 *
 * The call sets @write->flags to what is known of the place.
 *
 * Return: 0, or an errno, with the error of the line except for -ENOMEM.
 */
int definition_find_symbol(struct definition_write *write)
{
	const struct probe_definition *def = &write->def;
	char name[PROBE_SYMBOL_TEXT];
	unsigned long address = 0;
	int ret;

	write->flags = 0;
	if (def->several)
		return find_names_of_several(write, PARSE_FUNCTION_ENTRY);
	if (def->by_address)
		return find_names(write, def->address, true);
	write->flags = write->kind->flags;
	parse_symbol_print(def, name, sizeof(name));
	ret = symbol_lookup(name, &address);
	if (ret == -ENOMEM)
		return ret;
	return check_symbol(write, address, !ret) ?: find_names(write, address, !ret);
}

/**
 * definition_find_function() - find out what names mean in a function
 * @write: the write whose current line has a function as its place, that may not exist
 *
 * Mainline looks for the function last, when it validates the place.
 *
 * Return: 0 or -ENOMEM.
 */
int definition_find_function(struct definition_write *write)
{
	const char *symbol = write->def.symbol;
	unsigned long address = 0;
	int ret;

	if (write->def.several)
		return find_names_of_several(write, 0);
	ret = strchr(symbol, ':') ? -ENOENT : symbol_lookup(symbol, &address);
	if (ret == -ENOMEM)
		return ret;
	write->flags = write->kind->flags;
	return find_names(write, address, !ret);
}

/* Fails with the caret below the sign of the place's offset. */
static int fail_for_offset(struct definition_write *write, enum parse_error_code code)
{
	unsigned int place = parse_error_column(&write->cmd, 1);

	return parse_fail(&write->cmd.error, code, place + strcspn(write->cmd.text + place, "+-"));
}

/* Fails with the kernel's errno for the place of @probe, @ret. */
static int fail_for_place(struct definition_write *write, const struct probe *probe, int ret)
{
	enum parse_error_code code = place_error(probe->address + probe->offset, ret);

	if (code == PARSE_OUTSIDE_SYMBOL)
		return fail_for_offset(write, code);
	if (code)
		definition_fail(write, code, 1);
	return ret;
}

/**
 * definition_validate_function() - find out whether a place in the kernel's code can be probed
 * @write: the write whose current line defines the probe
 * @probe: the new probe
 *
 * A place in a module that is not loaded can't be checked: the probe waits for the module.
 *
 * Return: 0, or an errno, with the error of the line where there is one for it.
 */
int definition_validate_function(struct definition_write *write, struct probe *probe)
{
	int ret = security_locked_down(write->kind->lockdown);

	if (ret)
		return fail_for_place(write, probe, ret);
	if (write->def.several)
		return definition_validate_places(write, probe);
	ret = probe_resolve(probe);
	if (ret == -ENOENT && probe->line->module && !symbol_module_is_loaded(probe->line->module)) {
		probe->pending = true;
		return 0;
	}
	if (!ret)
		ret = transaction_validate(&write->tx, probe);
	/* Mainline, too, takes an address outside of every symbol for that of a module to come. */
	if (ret == -ENOENT && !probe->line->symbol) {
		probe->pending = true;
		return 0;
	}
	return ret ? fail_for_place(write, probe, ret) : 0;
}

/* Finds out whether ftrace hooks a function, where the kernel has ftrace: mainline probes no others. */
static int check_function(const struct probe *probe)
{
	if (strchr(probe->line->symbol, ':'))
		return -ENOENT;
	return symbol_check_traceable(probe->address) == -EINVAL ? -ENOENT : 0;
}

/**
 * definition_validate_entry() - find out whether a function can be probed by an f
 * @write: the write whose current line defines the probe
 * @probe: the new probe
 *
 * Mainline's place is a pattern that is compared with the names of functions, even when it is a name. So it
 * has no module and no offset.
 *
 * Return: 0, or an errno, with the error of the line where there is one for it.
 */
int definition_validate_entry(struct definition_write *write, struct probe *probe)
{
	int count, ret = security_locked_down(write->kind->lockdown);

	if (ret)
		return fail_for_place(write, probe, ret);
	if (write->def.several)
		return definition_validate_places(write, probe);
	count = symbol_count(probe->line->symbol);
	if (count < 0)
		return count;
	if (count > 1)
		return definition_fail_not_unique(write, probe->line->symbol,
						  parse_error_column(&write->cmd, 1));
	ret = probe_resolve(probe);
	ret = ret ?: check_function(probe);
	ret = ret ?: transaction_validate(&write->tx, probe);
	return ret ? fail_for_place(write, probe, ret) : 0;
}

/**
 * definition_waits_for_module() - whether a probe waits for a module that the definition names
 * @probe: a probe that is pending
 * @mod: the module, which is coming
 */
bool definition_waits_for_module(const struct probe *probe, const struct module *mod)
{
	return probe->line->module && !strcmp(probe->line->module, mod->name);
}

/**
 * definition_waits_for_symbol() - whether a probe waits for a module that has its function
 * @probe: a probe that is pending, because the function has gone with its module
 * @mod: the module, which is coming
 */
bool definition_waits_for_symbol(const struct probe *probe, const struct module *mod)
{
	unsigned long address;

	return !symbol_lookup(probe->line->symbol, &address) && within_module(address, mod);
}

/**
 * definition_revive_function() - validate a probe that waits for a module, which is coming
 * @tracer: the tracer that has the probe
 * @probe: a probe in @mod that is pending
 * @mod: the module that is coming
 *
 * Probes in the initialisation code are for kprobes, because ftrace would go on to hook whatever is put in
 * its place later.
 *
 * Return: 0, or an errno, and then the probe is pending still.
 */
int definition_revive_function(struct tracer *tracer, struct probe *probe, struct module *mod)
{
	unsigned long place;
	int ret;

	probe->pending = false;
	ret = probe_resolve(probe);
	place = probe->address + probe->offset;
	if (!ret)
		ret = probe_validate(probe, within_module_init(place, mod) ? TRACER_BACKEND_KPROBE :
									     READ_ONCE(tracer->backend));
	probe->pending = ret;
	return ret;
}
