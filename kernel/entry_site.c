// SPDX-License-Identifier: GPL-2.0
/*
 * Where ftrace hooks the functions of the kernel, and which of them kprobes refuse.
 *
 * Registering a kprobe to see whether its place is allowed takes about two million instructions on
 * 6.1: it compares the place with every jump label, static call and BUG() of the kernel, one by
 * one. None of those can be where ftrace has a call. What is left for such a place is the blacklist
 * of the kprobe core. Its function and that of ftrace are declared in public headers but not
 * exported, and are found by their address.
 *
 * Modules are left to the kprobe core: their functions may be going.
 */
#include <linux/mutex.h>

#include "kernel/compat/ftrace.h"
#include "kernel/compat/kallsyms.h"
#include "kernel/entry_site.h"
#include "kernel/symbol.h"

#define ENDBR_SIZE	4

/**
 * struct entry_site_finder - set once, under @lock
 * @tried: the rest is set
 * @location: ftrace_location(), or NULL when anything is missing
 * @refused: within_kprobe_blacklist()
 * @text: where the kernel's code begins
 * @text_end: and ends, without that for initialisation
 */
static struct entry_site_finder {
	struct mutex lock;
	bool tried;
	typeof(&ftrace_location) location;
	typeof(&within_kprobe_blacklist) refused;
	unsigned long text;
	unsigned long text_end;
} finder = { .lock = __MUTEX_INITIALIZER(finder.lock) };

static bool find_unique(const char *name, unsigned long *address)
{
	return symbol_count(name) == 1 && !symbol_lookup(name, address);
}

static void finder_set_up(void)
{
	unsigned long location, refused;

	mutex_lock(&finder.lock);
	if (!finder.tried && find_unique("within_kprobe_blacklist", &refused) &&
	    find_unique("_stext", &finder.text) && find_unique("_etext", &finder.text_end) &&
	    find_unique("ftrace_location", &location)) {
		finder.refused = (void *)refused;
		finder.location = (void *)location;
	}
	finder.tried = true;
	mutex_unlock(&finder.lock);
}

/**
 * entry_site_find() - the call that ftrace has at the entry of a function of the kernel
 * @place: where a probe is wanted
 * @site: written on success
 *
 * A kprobe at @place would be at @site, and ride on ftrace: behind an ENDBR if the function has
 * one.
 *
 * Context: process context, may sleep. Return: 0; -EINVAL when kprobes are not allowed there;
 * -ENOENT when @place is not known to be such a place, and the kprobe core is to be asked.
 */
int entry_site_find(unsigned long place, unsigned long *site)
{
	unsigned long found;
	bool refused;
	u64 ibt;

	finder_set_up();
	if (!finder.location || place < finder.text || place >= finder.text_end)
		return -ENOENT;
	ibt = compat_ibt_off();
	found = finder.location(place);
	compat_ibt_on(ibt);
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
