// SPDX-License-Identifier: GPL-2.0
/*
 * Texts to which records refer by their address: what is constant in a trace_printk(), and the strings that the
 * kernel's own events have instead of copies (tracepoint_string()).
 *
 * Those of the kernel lie between two symbols, and stay. Of a module that comes, a notifier of mainline's copies the
 * texts, and puts the addresses of the copies where the module's code reads them. The copies stay, too, and are
 * noted here by a notifier that runs later. What is still in the module's own memory does not stay.
 *
 * Locking: formats_lock protects the lists. Hits look into the hash under RCU; nothing is taken out before probefs
 * goes.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/hash.h>
#include <linux/hashtable.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "kernel/symbol/printk_format.h"
#include "kernel/symbol/symbol.h"

/**
 * struct printk_format - the text of a module
 * @by_address: puts the format into the hash @formats
 * @link: puts the format on the list @in_order
 * @text: the text, which stays
 */
struct printk_format {
	struct hlist_node by_address;
	struct list_head link;
	const char *text;
};

/** struct printk_caller - @mod is a module that is loaded and calls trace_printk(); @link is on the list of them */
struct printk_caller {
	struct list_head link;
	const struct module *mod;
};

/** struct printk_section - addresses of texts of the kernel itself, between two symbols */
struct printk_section {
	const char *const *start;
	const char *const *end;
};

static DEFINE_HASHTABLE(formats, 8);
static LIST_HEAD(in_order);
static LIST_HEAD(callers);
static bool loaded_found;	/* @callers has the modules that were there before probefs */
static DEFINE_MUTEX(formats_lock);

/* They are found once, under formats_lock, and before there are hits. */
static struct printk_section kernel_formats, tracepoint_strings;
static bool sections_found;

static void find_texts(struct printk_section *section, const char *from, const char *to)
{
	unsigned long start, end;

	if (symbol_lookup_in_kernel(from, &start) || symbol_lookup_in_kernel(to, &end))
		return;
	section->start = (const char *const *)start;
	section->end = (const char *const *)end;
}

static void find_sections(void)
{
	if (sections_found)
		return;
	find_texts(&kernel_formats, "__start___trace_bprintk_fmt", "__stop___trace_bprintk_fmt");
	find_texts(&tracepoint_strings, "__start___tracepoint_str", "__stop___tracepoint_str");
	sections_found = true;
}

static __always_inline bool is_in_section(const struct printk_section *section, const char *text)
{
	const char *const *each;

	for (each = section->start; each < section->end; each++)
		if (*each == text)
			return true;
	return false;
}

/**
 * printk_format_stays() - tell whether a text is one of those that stay
 * @text: the address that trace_printk() was given
 *
 * Context: any, preemption off, or under formats_lock.
 */
bool __kprobes printk_format_stays(const char *text)
{
	const struct printk_format *format;

	hash_for_each_possible_rcu_notrace(formats, format, by_address, (unsigned long)text)
		if (format->text == text)
			return true;
	return is_in_section(&kernel_formats, text);
}

/* Without memory, records have a copy of the text. */
static void add_format(const char *text)
{
	struct printk_format *format;

	if (printk_format_stays(text))
		return;
	format = kmalloc(sizeof(*format), GFP_ATOMIC);
	if (!format)
		return;
	format->text = text;
	list_add_tail(&format->link, &in_order);
	hash_add_rcu(formats, &format->by_address, (unsigned long)text);
}

/* A text that is not constant has an element, too, which is NULL. */
static void add_formats_of(const struct module *mod)
{
	unsigned int i;

	for (i = 0; i < mod->num_trace_bprintk_fmt; i++) {
		const char *text = READ_ONCE(mod->trace_bprintk_fmt_start[i]);

		if (text && !within_module((unsigned long)text, mod))
			add_format(text);
	}
}

static struct printk_caller *find_caller(const struct module *mod)
{
	struct printk_caller *caller;

	list_for_each_entry(caller, &callers, link)
		if (caller->mod == mod)
			return caller;
	return NULL;
}

/* Modules that are loaded are walked while one may not sleep. */
static bool add_caller(struct module *mod)
{
	struct printk_caller *caller;

	if (find_caller(mod))
		return false;
	caller = kmalloc(sizeof(*caller), GFP_ATOMIC);
	if (!caller) {
		pr_warn("what %s says by trace_printk() may not be recorded: there is no memory\n", mod->name);
		return false;
	}
	caller->mod = mod;
	list_add_tail(&caller->link, &callers);
	add_formats_of(mod);
	return true;
}

/* Of one that is coming the notifier will tell, or that it is live. One that is refused before that goes untold. */
static bool add_live_caller(void *unused, struct module *mod)
{
	if (mod->num_trace_bprintk_fmt && mod->state == MODULE_STATE_LIVE)
		add_caller(mod);
	return false;
}

/**
 * printk_formats_module_comes() - note the texts of a module, and that it calls trace_printk()
 * @mod: a module with texts, of whose going the notifier will tell
 *
 * Context: process context, may sleep. Return: true when that was not known.
 */
bool printk_formats_module_comes(struct module *mod)
{
	bool is_new;

	mutex_lock(&formats_lock);
	is_new = add_caller(mod);
	mutex_unlock(&formats_lock);
	return is_new;
}

/**
 * printk_formats_module_goes() - note that a module does not call trace_printk() any more
 * @mod: a module none of whose code runs any more
 *
 * Context: process context, may sleep. Return: true when that was known.
 */
bool printk_formats_module_goes(const struct module *mod)
{
	struct printk_caller *caller;
	bool is_known;

	mutex_lock(&formats_lock);
	caller = find_caller(mod);
	is_known = caller;
	if (is_known)
		list_del(&caller->link);
	mutex_unlock(&formats_lock);
	kfree(caller);
	return is_known;
}

/**
 * printk_formats_have_caller() - tell whether somebody who is loaded calls trace_printk()
 *
 * The first call finds the texts of the kernel itself, and the modules that were there before probefs. Of the
 * others the notifier has told. Context: process context, may sleep.
 */
bool printk_formats_have_caller(void)
{
	bool have;

	mutex_lock(&formats_lock);
	find_sections();
	if (!loaded_found)
		symbol_walk_modules(add_live_caller, NULL);
	loaded_found = true;
	have = !list_empty(&callers) || kernel_formats.start != kernel_formats.end;
	mutex_unlock(&formats_lock);
	return have;
}

static void show_text(struct seq_file *m, const char *text)
{
	seq_printf(m, "0x%lx : \"", (unsigned long)text);
	for (; *text; text++) {
		if (*text == '\n')
			seq_puts(m, "\\n");
		else if (*text == '\t')
			seq_puts(m, "\\t");
		else if (*text == '"')
			seq_puts(m, "\\\"");
		else
			seq_putc(m, *text);
	}
	seq_puts(m, "\"\n");
}

static void show_section(struct seq_file *m, const struct printk_section *section)
{
	const char *const *each;

	for (each = section->start; each < section->end; each++)
		if (*each)
			show_text(m, *each);
}

/**
 * printk_formats_show() - print what the file printk_formats has
 * @m: receives a line for each text: its address, and the text as a string in C
 *
 * Context: process context, may sleep. Return: 0, or -EINTR when the process is being killed.
 */
int printk_formats_show(struct seq_file *m)
{
	const struct printk_format *format;
	int ret = mutex_lock_killable(&formats_lock);

	if (ret)
		return ret;
	find_sections();
	show_section(m, &kernel_formats);
	show_section(m, &tracepoint_strings);
	list_for_each_entry(format, &in_order, link)
		show_text(m, format->text);
	mutex_unlock(&formats_lock);
	return 0;
}

/** printk_formats_exit() - forget all texts and modules; no hit may be under way */
void printk_formats_exit(void)
{
	struct printk_caller *caller, *next_caller;
	struct printk_format *format, *next;

	list_for_each_entry_safe(format, next, &in_order, link)
		kfree(format);
	list_for_each_entry_safe(caller, next_caller, &callers, link)
		kfree(caller);
}
