// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the places where ftrace hooks functions, and which of the kernel's own functions kprobes
 * refuse.
 *
 * Registering a kprobe to see whether its place is allowed takes about two million instructions on
 * 6.1, because that compares the place with every jump label, static call and BUG() of the kernel,
 * one by one. None of these can be where ftrace has a call. What is left to check for such a place
 * is the blacklist of the kprobe core. The function for the blacklist and those of ftrace are
 * declared in public headers but not exported, and are found by their address.
 *
 * ftrace's pages of addresses come and go with modules, and a look-up holds them since commit e60b613df8b6 ("ftrace:
 * Fix possible use-after-free issue in ftrace_location()", v6.10) only. So look-ups are made under ftrace_lock,
 * as mainline's own walks are, where CONFIG_KALLSYMS_ALL tells where the lock is.
 *
 * Probes in modules are left to the kprobe core, because the functions of a module may be going.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/kallsyms.h>
#include <linux/mutex.h>

#include "kernel/compat/ftrace.h"
#include "kernel/compat/kallsyms.h"
#include "kernel/symbol/entry_site.h"
#include "kernel/symbol/symbol.h"

#define ENDBR_SIZE	4

/*
 * How far into a function the hook may be: behind a landing pad, and on arm64 behind an instruction
 * that saves the return address. A hook that is farther from the symbol before it belonged to a
 * weak function that another function has replaced.
 */
#define HOOK_OFFSET_MAX	8

/**
 * struct entry_site_finder - functions and addresses of the kernel that are looked up once, at the
 * first use
 * @lock: held during the look-up, so that two users do not look up at the same time
 * @tried: the look-up is over: the rest is set, or will never be; a try without memory does not
 *	count
 * @pages_lock: address of ftrace_lock, or NULL when the kernel does not tell it
 * @location: address of ftrace_location(), or NULL when one of the functions or addresses was not
 *	found
 * @range: address of ftrace_location_range()
 * @refused: address of within_kprobe_blacklist()
 * @text: address at which the kernel's code begins
 * @text_end: address at which the kernel's code ends; the code that runs at boot only, which lies
 *	behind, is not counted
 */
static struct entry_site_finder {
	struct mutex lock;
	bool tried;
	struct mutex *pages_lock;
	typeof(&ftrace_location) location;
	typeof(&ftrace_location_range) range;
	typeof(&within_kprobe_blacklist) refused;
	unsigned long text;
	unsigned long text_end;
} finder = { .lock = __MUTEX_INITIALIZER(finder.lock) };

/* Returns 0, -ENOENT when there is no such symbol or more than one, or -ENOMEM. */
static int find_unique(const char *name, unsigned long *address)
{
	int count = symbol_count(name);

	if (count < 0)
		return count;
	return count == 1 ? symbol_lookup(name, address) : -ENOENT;
}

static int finder_find(void)
{
	unsigned long location, range, refused, pages_lock;
	int ret;

	ret = find_unique("within_kprobe_blacklist", &refused);
	ret = ret ?: find_unique("_stext", &finder.text);
	ret = ret ?: find_unique("_etext", &finder.text_end);
	ret = ret ?: find_unique("ftrace_location_range", &range);
	ret = ret ?: find_unique("ftrace_location", &location);
	if (ret)
		return ret;
	if (symbol_lookup_in_kernel("ftrace_lock", &pages_lock))
		pages_lock = 0;
	finder.pages_lock = (void *)pages_lock;
	finder.refused = (void *)refused;
	finder.range = (void *)range;
	finder.location = (void *)location;
	return 0;
}

/**
 * entry_sites_set_up() - get ready for entry_site_next(); a second call finds that done
 *
 * Context: process context, may sleep. Return: 0; -ENOENT when this kernel does not have all of the
 * symbols, and entry_site_next() finds nothing; -ENOMEM.
 */
int entry_sites_set_up(void)
{
	int ret = 0;

	mutex_lock(&finder.lock);
	if (!finder.tried) {
		ret = finder_find();
		finder.tried = ret != -ENOMEM;
		if (ret == -ENOENT)
			pr_info("the functions that ftrace hooks can't be found: definitions take longer, and available_filter_functions can't be read\n");
	}
	mutex_unlock(&finder.lock);
	return ret ?: finder.location ? 0 : -ENOENT;
}

/* Gets ready for a call of finder.location() or finder.range(); returns what look_up_end() takes. */
static u64 look_up_begin(void)
{
	if (finder.pages_lock)
		mutex_lock(finder.pages_lock);
	return compat_ibt_off();
}

static void look_up_end(u64 ibt)
{
	compat_ibt_on(ibt);
	if (finder.pages_lock)
		mutex_unlock(finder.pages_lock);
}

/**
 * entry_site_find() - find the call that ftrace has at the entry of a function of the kernel
 * @place: address at which a probe is wanted
 * @site: receives the address of the call on success
 *
 * A kprobe at @place would be at @site, and ride on ftrace: behind an ENDBR if the function has
 * one.
 *
 * Context: process context, may sleep. Return: 0; -EINVAL when kprobes are not allowed there;
 * -ENOENT when @place is not known to be such a place, so that the kprobe core has to be asked;
 * -ENOMEM.
 */
int entry_site_find(unsigned long place, unsigned long *site)
{
	unsigned long found;
	bool refused;
	u64 ibt;
	int ret = entry_sites_set_up();

	if (ret)
		return ret;
	if (place < finder.text || place >= finder.text_end)
		return -ENOENT;
	ibt = look_up_begin();
	found = finder.location(place);
	look_up_end(ibt);
	if (!found || (found != place && found != place + ENDBR_SIZE))
		return -ENOENT;
	ibt = compat_ibt_off();
	refused = finder.refused(found);
	compat_ibt_on(ibt);
	if (refused)
		return -EINVAL;
	*site = found;
	return 0;
}

/* Returns one of the calls that ftrace has between two addresses, no matter which. */
static unsigned long entry_site_between(unsigned long first, unsigned long last)
{
	u64 ibt = look_up_begin();
	unsigned long site = finder.range(first, last);

	look_up_end(ibt);
	return site;
}

/**
 * entry_site_next() - find the next call that ftrace has at the entry of a function, of modules too
 * @site: the call that was found last, or 0 to begin
 *
 * Calls are found in ascending order. A call that comes or goes meanwhile may be found or not.
 *
 * Context: process context, after entry_sites_set_up() returned 0. Return: the address, or 0
 * after the last one.
 */
unsigned long entry_site_next(unsigned long site)
{
	unsigned long first = site ? site + MCOUNT_INSN_SIZE : 0, next = 0, found;
	unsigned long last = ULONG_MAX;

	/* Each call that is found leaves half as many calls before it, or fewer. */
	while ((found = entry_site_between(first, last))) {
		next = found;
		if (found == first)
			break;
		last = found - 1;
	}
	return next;
}

/**
 * entry_site_of() - find the call that ftrace has at the entry of a function
 * @function: address of the function
 *
 * Context: process context, after entry_sites_set_up() returned 0. Return: the address, or 0.
 */
unsigned long entry_site_of(unsigned long function)
{
	return entry_site_between(function, function + HOOK_OFFSET_MAX);
}

/**
 * entry_site_is_there() - find out whether ftrace still has a call that was found before
 * @site: address of the call
 *
 * Context: process context, after entry_sites_set_up() returned 0.
 */
bool entry_site_is_there(unsigned long site)
{
	return entry_site_between(site, site) == site;
}

/**
 * entry_site_name() - name the function whose call was found
 * @site: address of the call
 * @name: receives NAME, or "NAME [MODULE]"; KSYM_SYMBOL_LEN bytes
 *
 * Context: process context. Return: false for a call of no function that has a name.
 */
bool entry_site_name(unsigned long site, char *name)
{
	unsigned long start, size;

	if (!symbol_bounds(site, &start, &size) || site - start > HOOK_OFFSET_MAX)
		return false;
	sprint_symbol_no_offset(name, site);
	return true;
}
