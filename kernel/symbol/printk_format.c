// SPDX-License-Identifier: GPL-2.0
/*
 * Texts to which records refer by their address: what is constant in a trace_printk(), and the strings that the
 * kernel's own events have instead of copies (tracepoint_string()).
 *
 * Those of the kernel lie between two symbols, and stay. Of a module that comes, a notifier of mainline's copies the
 * texts, and puts the addresses of the copies where the module's code reads them. The copies stay, too, and are
 * noted here by a notifier that runs later. What is still in the module's own memory does not stay.
 *
 * Locking: formats_lock protects the list. Hits look into the hash under RCU; nothing is taken out before probefs
 * goes.
 */
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

/** struct printk_section - addresses of texts of the kernel itself, between two symbols */
struct printk_section {
	const char *const *start;
	const char *const *end;
};

static DEFINE_HASHTABLE(formats, 8);
static LIST_HEAD(in_order);
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

	hash_for_each_possible_rcu(formats, format, by_address, (unsigned long)text)
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

/**
 * struct module_scan - a walk over modules
 * @gone: a module that is left out, or NULL
 * @last_words: modules on their way out are not left out
 * @any: one of the others has an element for each place where it calls trace_printk()
 */
struct module_scan {
	const struct module *gone;
	bool last_words;
	bool any;
};

/* A text that is not constant has an element, too, which is NULL. */
static bool scan_module(void *data, struct module *mod)
{
	struct module_scan *scan = data;
	unsigned int i;

	if (!mod->num_trace_bprintk_fmt || mod == scan->gone)
		return false;
	if (mod->state == MODULE_STATE_GOING && !scan->last_words)
		return false;
	scan->any = true;
	for (i = 0; i < mod->num_trace_bprintk_fmt; i++) {
		const char *text = READ_ONCE(mod->trace_bprintk_fmt_start[i]);

		if (text && !within_module((unsigned long)text, mod))
			add_format(text);
	}
	return false;
}

/**
 * printk_formats_scan() - look for texts of modules
 * @gone: a module that runs no more, or NULL
 * @last_words: other modules that are on their way out count, as they may run until the last of them is @gone
 *
 * Context: process context, may sleep. Return: true when another module that is loaded, or the kernel itself, calls
 * trace_printk().
 */
bool printk_formats_scan(const struct module *gone, bool last_words)
{
	struct module_scan scan = { .gone = gone, .last_words = last_words };

	mutex_lock(&formats_lock);
	find_sections();
	symbol_walk_modules(scan_module, &scan);
	mutex_unlock(&formats_lock);
	return scan.any || kernel_formats.start != kernel_formats.end;
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

/** printk_formats_exit() - forget all texts; no hit may be under way */
void printk_formats_exit(void)
{
	struct printk_format *format, *next;

	list_for_each_entry_safe(format, next, &in_order, link)
		kfree(format);
}
