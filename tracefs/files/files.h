/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations of what the control files define; entries.h has a row for each.
 */
#ifndef TRACEFS_FILES_H
#define TRACEFS_FILES_H

#include <linux/fs.h>

#include "tracefs/vfs/place.h"
#include "tracefs/vfs/text_file.h"

#define DIRECTORY(table)
#define DIRECTORY_END(table, ...)
#define TEXT_READ(name, text)		extern const struct tracefs_text text;
#define TEXT_WRITE(name, text)		extern const struct tracefs_text text;
#define FILE_OPS(name, mode, fops)	extern const struct file_operations fops;
#define SUBDIR(name, dir)

#include "tracefs/files/entries.h"

#undef DIRECTORY
#undef DIRECTORY_END
#undef TEXT_READ
#undef TEXT_WRITE
#undef FILE_OPS
#undef SUBDIR

/* Serves every file of options/. Their names come from a level of tree.c, so no row has them. */
extern const struct tracefs_text tracefs_option;

#endif
