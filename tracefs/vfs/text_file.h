/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Most control files are text that a function shows and a line that a function takes; they share
 * tracefs_text_fops and differ in a struct tracefs_text.
 */
#ifndef TRACEFS_TEXT_FILE_H
#define TRACEFS_TEXT_FILE_H

#include <linux/fs.h>
#include <linux/seq_file.h>

#include "tracefs/vfs/place.h"

/**
 * enum tracefs_offset - where a write leaves the offset of its descriptor, as mainline's file does
 * @TRACEFS_OFFSET_MOVES: the offset goes on by the bytes that were written
 * @TRACEFS_OFFSET_STEPS: the offset goes on by one
 * @TRACEFS_OFFSET_STAYS: the offset does not change
 *
 * A program that writes and then reads through one descriptor notices: with TRACEFS_OFFSET_STAYS it
 * reads the whole text, else what is behind the bytes that it wrote.
 */
enum tracefs_offset {
	TRACEFS_OFFSET_MOVES,
	TRACEFS_OFFSET_STEPS,
	TRACEFS_OFFSET_STAYS,
};

/**
 * struct tracefs_text - what a text file does
 * @show: writes the whole text; returns 0 or -errno
 * @seq: replaces @show for files that may be long; the seq_file's private is the place
 * @store: executes one write(2) of @len bytes, which are followed by a NUL and may be changed;
 *	returns 0 or -errno
 * @truncate: executes opening for writing with O_TRUNC, before anything is written
 * @clear_only: writes succeed and do nothing, and opening with O_TRUNC is the command
 * @write_max: longest write in bytes, or 0 for the usual limit, less than a page
 * @offset: where a write leaves the offset of its descriptor
 * @no_pwrite: pwrite(2) fails with ESPIPE, as for the files that mainline shows by a seq_file
 *
 * All functions are called in process context without locks. A removed event gets -ENODEV instead.
 */
struct tracefs_text {
	int (*show)(struct seq_file *m, const struct tracefs_place *place);
	const struct seq_operations *seq;
	int (*store)(const struct tracefs_place *place, char *text, size_t len);
	int (*truncate)(const struct tracefs_place *place);
	bool clear_only;
	size_t write_max;
	enum tracefs_offset offset;
	bool no_pwrite;
};

extern const struct file_operations tracefs_text_fops;

/** tracefs_seq_instance() - the instance whose file is shown, for the functions of tracefs_text.seq */
static inline struct trace_instance *tracefs_seq_instance(const struct seq_file *m)
{
	const struct tracefs_place *place = m->private;

	return place->instance;
}

int tracefs_parse_number(const char *text, unsigned long *value);
int tracefs_parse_switch(const char *text, bool *on);
void tracefs_blank_nuls(char *text, size_t len);

#endif
