// SPDX-License-Identifier: GPL-2.0
/*
 * The log that the file error_log shows.
 *
 * An entry has mainline's format (line 3 has the caret below the culprit):
 *
 *	[  123.456789] LOCATION: error: TEXT
 *	  Command: COMMAND
 *	           ^
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "kernel/instance/error_log.h"

/**
 * struct error_entry - one error
 * @link: links the entry into the log's list of entries
 * @time: when the error was added, in ns of the monotonic clock
 * @pos: offset in @command, in bytes, of the character that the caret is to point at
 * @line: number of the line of the write(2) that was wrong, or 0 when the write had only one line
 * @location: says which parser found the error, a constant string
 * @message: says what is wrong, a constant string
 * @command: the normalised command, ended by a zero byte
 */
struct error_entry {
	struct list_head link;
	u64 time;
	unsigned int pos;
	unsigned int line;
	const char *location;
	const char *message;
	char command[];
};

/**
 * struct error_log - the last errors of a tracer
 * @lock: protects all other members and the entries
 * @entries: the entries (struct error_entry), the oldest one first
 * @nr: how many entries there are, at most ERROR_LOG_ENTRIES
 * @echo: entries that are added are also printed to the kernel's log
 */
struct error_log {
	struct mutex lock;
	struct list_head entries;
	unsigned int nr;
	bool echo;
};

/** error_log_create() - make an empty log; returns NULL without memory */
struct error_log *error_log_create(void)
{
	struct error_log *log = kzalloc(sizeof(*log), GFP_KERNEL);

	if (!log)
		return NULL;
	mutex_init(&log->lock);
	INIT_LIST_HEAD(&log->entries);
	return log;
}

/** error_log_destroy() - free a log and its entries; @log may be NULL */
void error_log_destroy(struct error_log *log)
{
	if (!log)
		return;
	error_log_clear(log);
	kfree(log);
}

/**
 * error_log_echo() - choose whether new entries go into the kernel's log, too
 * @log: the log whose entries are meant
 * @on: true to begin, false to end
 */
void error_log_echo(struct error_log *log, bool on)
{
	mutex_lock(&log->lock);
	log->echo = on;
	mutex_unlock(&log->lock);
}

/*
 * Prints an entry in the form of the file, except that each line of the kernel's log begins alike.
 */
static void error_entry_echo(const struct error_entry *entry)
{
	pr_err("%s: error: %s\n", entry->location, entry->message);
	pr_err("  Command: %s\n", entry->command);
	pr_err("           %*s^\n", entry->pos, "");
}

static void error_log_drop_oldest(struct error_log *log)
{
	struct error_entry *entry = list_first_entry(&log->entries, struct error_entry, link);

	list_del(&entry->link);
	kfree(entry);
	log->nr--;
}

/**
 * error_log_clear() - forget all entries
 * @log: the log that is emptied
 */
void error_log_clear(struct error_log *log)
{
	mutex_lock(&log->lock);
	while (log->nr)
		error_log_drop_oldest(log);
	mutex_unlock(&log->lock);
}

/**
 * error_log_add() - add an entry, dropping the oldest of more than ERROR_LOG_ENTRIES
 * @log: the log that gets the entry
 * @location: name of the parser that found the error ("trace_kprobe"), a constant string
 * @command: the command as normalised, of which the entry has a copy
 * @message: the sentence that says what is wrong, a constant string
 * @pos: column of the culprit in @command
 * @line: number of the line in its write(2), 0 when the write had only one
 *
 * Context: process context. An entry that finds no memory is lost; the errno still reaches the
 * writer.
 */
void error_log_add(struct error_log *log, const char *location, const char *command,
		   const char *message, unsigned int pos, unsigned int line)
{
	size_t size = strlen(command) + 1;
	struct error_entry *entry = kmalloc(struct_size(entry, command, size), GFP_KERNEL);

	if (!entry)
		return;
	entry->time = ktime_get_mono_fast_ns();
	entry->pos = pos;
	entry->line = line;
	entry->location = location;
	entry->message = message;
	memcpy(entry->command, command, size);

	mutex_lock(&log->lock);
	if (log->nr == ERROR_LOG_ENTRIES)
		error_log_drop_oldest(log);
	list_add_tail(&entry->link, &log->entries);
	log->nr++;
	if (log->echo)
		error_entry_echo(entry);
	mutex_unlock(&log->lock);
}

static void error_entry_show(const struct error_entry *entry, struct seq_file *m)
{
	u32 nsec;
	u64 sec = div_u64_rem(entry->time, NSEC_PER_SEC, &nsec);

	seq_printf(m, "[%5llu.%06u] %s: error: %s", sec, nsec / (u32)NSEC_PER_USEC, entry->location,
		   entry->message);
	if (entry->line)
		seq_printf(m, " (line %u)", entry->line);
	seq_printf(m, "\n  Command: %s\n           %*s^\n", entry->command, entry->pos, "");
}

/**
 * error_log_show() - print all entries, oldest first
 * @log: the log that is printed
 * @m: the seq_file to print to
 */
void error_log_show(struct error_log *log, struct seq_file *m)
{
	struct error_entry *entry;

	mutex_lock(&log->lock);
	list_for_each_entry(entry, &log->entries, link)
		error_entry_show(entry, m);
	mutex_unlock(&log->lock);
}
