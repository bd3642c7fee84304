/* SPDX-License-Identifier: GPL-2.0 */
/*
 * error_log has the last eight errors of commands, each with the command and a caret.
 */
#ifndef KERNEL_ERROR_LOG_H
#define KERNEL_ERROR_LOG_H

#include <linux/types.h>

struct error_log;
struct seq_file;

#define ERROR_LOG_ENTRIES	8

/**
 * struct error_report - one error
 * @location: says which parser found the error ("trace_kprobe"), a constant string
 * @command: the command as normalised, ended by a zero byte
 * @message: the sentence that says what is wrong, a constant string
 * @hint: what goes on behind @message, ended by a zero byte, or NULL for nothing
 * @pos: offset in @command, in bytes, of the character that the caret is to point at
 * @line: number of the line in its write(2), or 0 when the write had only one
 * @unfinished: the write had several lines, and this is the last one, without a newline
 */
struct error_report {
	const char *location;
	const char *command;
	const char *message;
	const char *hint;
	unsigned int pos;
	unsigned int line;
	bool unfinished;
};

struct error_log *error_log_create(void);
void error_log_destroy(struct error_log *log);
void error_log_add(struct error_log *log, const struct error_report *report);
void error_log_clear(struct error_log *log);
void error_log_echo(struct error_log *log, bool on);
void error_log_show(struct error_log *log, struct seq_file *m);

#endif
