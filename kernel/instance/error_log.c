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
 * struct error_entry - one error in the log
 * @link: links the entry into the log's list of entries
 * @time: when the error was added, in ns of the monotonic clock
 * @report: the error; its command is @command, and its hint lies behind that
 * @command: the entry's copies of the command and of the hint
 */
struct error_entry {
	struct list_head link;
	u64 time;
	struct error_report report;
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
static void error_report_echo(const struct error_report *report)
{
	pr_err("%s: error: %s%s\n", report->location, report->message, report->hint);
	pr_err("  Command: %s\n", report->command);
	pr_err("           %*s^\n", report->pos, "");
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
 * @report: the error, of whose command the entry has a copy
 *
 * Context: process context. An entry that finds no memory is lost; the errno still reaches the
 * writer.
 */
void error_log_add(struct error_log *log, const struct error_report *report)
{
	const char *hint = report->hint ?: "";
	size_t size = strlen(report->command) + 1, hint_size = strlen(hint) + 1;
	struct error_entry *entry;

	entry = kmalloc(struct_size(entry, command, size + hint_size), GFP_KERNEL);
	if (!entry)
		return;
	entry->time = ktime_get_mono_fast_ns();
	entry->report = *report;
	entry->report.command = memcpy(entry->command, report->command, size);
	entry->report.hint = memcpy(entry->command + size, hint, hint_size);

	mutex_lock(&log->lock);
	if (log->nr == ERROR_LOG_ENTRIES)
		error_log_drop_oldest(log);
	list_add_tail(&entry->link, &log->entries);
	log->nr++;
	if (log->echo)
		error_report_echo(&entry->report);
	mutex_unlock(&log->lock);
}

static void error_entry_show(const struct error_entry *entry, struct seq_file *m)
{
	const struct error_report *report = &entry->report;
	u32 nsec;
	u64 sec = div_u64_rem(entry->time, NSEC_PER_SEC, &nsec);

	seq_printf(m, "[%5llu.%06u] %s: error: %s%s", sec, nsec / (u32)NSEC_PER_USEC,
		   report->location, report->message, report->hint);
	if (report->line)
		seq_printf(m, " (line %u%s)", report->line, report->unfinished ?
			   ", which has no newline: was it cut off?" : "");
	seq_printf(m, "\n  Command: %s\n           %*s^\n", report->command, report->pos, "");
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
