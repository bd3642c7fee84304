/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places in files: what the rows of user probes name (definition_kind.c), and the files of a write.
 */
#ifndef KERNEL_DEFINITION_FILE_H
#define KERNEL_DEFINITION_FILE_H

#include <linux/list.h>

struct definition_write;
struct probe;

#define DEFINITION_FILES	64	/* lists of files, by the hash of the path */

/**
 * struct definition_files - the files that the lines of a write name
 * @table: lists of what was found, by the hash of the path as written
 */
struct definition_files {
	struct hlist_head table[DEFINITION_FILES];
};

#if IS_ENABLED(CONFIG_PROBEFS_UPROBES)
int definition_files_find(struct definition_files *files, const char *text);
void definition_files_put(struct definition_files *files);
#else
static inline int definition_files_find(struct definition_files *files, const char *text)
{
	return 0;
}

static inline void definition_files_put(struct definition_files *files)
{
}
#endif

int definition_find_file(struct definition_write *write);
int definition_validate_file(struct definition_write *write, struct probe *probe);

#endif
