// SPDX-License-Identifier: GPL-2.0
/*
 * Places in files.
 *
 * The files of a write are looked up before tracer->lock is taken. A look-up takes the locks of directories,
 * and may lead into a mount of ours, where somebody who holds such a lock waits for tracer->lock; it may also
 * wait for a server. What was found is kept for the write, by the path as written.
 */
#include <linux/ctype.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/definition/definition_file.h"
#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_write.h"
#include "kernel/event/probe.h"
#include "parser/parse_definition.h"
#include "parser/parse_text.h"

/**
 * struct definition_path - a path, and what is there
 * @link: puts the path on a list of struct definition_files
 * @error: why there is no file, or 0
 * @path: the file, when @error is 0
 * @name: the path as written
 */
struct definition_path {
	struct hlist_node link;
	int error;
	struct path path;
	char name[];
};

static struct hlist_head *list_of(struct definition_files *files, const char *name)
{
	return &files->table[parse_text_hash(0, name) % DEFINITION_FILES];
}

static const struct definition_path *find_name(struct definition_files *files, const char *name)
{
	const struct definition_path *found;

	hlist_for_each_entry(found, list_of(files, name), link)
		if (!strcmp(found->name, name))
			return found;
	return NULL;
}

static int add_name(struct definition_files *files, const char *name, size_t len)
{
	struct definition_path *new = kmalloc(struct_size(new, name, len + 1), GFP_KERNEL_ACCOUNT);

	if (!new)
		return -ENOMEM;
	memcpy(new->name, name, len);
	new->name[len] = '\0';
	if (find_name(files, new->name)) {
		kfree(new);
		return 0;
	}
	new->error = kern_path(new->name, LOOKUP_FOLLOW, &new->path);
	hlist_add_head(&new->link, list_of(files, new->name));
	return 0;
}

/* Finds the word @n of a line, from 0, as parse_command_split() does, which ends at a '#'. */
static const char *find_word(const char *line, const char *end, unsigned int n, size_t *len)
{
	const char *start;

	for (;;) {
		while (line < end && isspace(*line))
			line++;
		for (start = line; line < end && !isspace(*line); line++)
			;
		if (!n--)
			break;
	}
	*len = line - start;
	return start;
}

static int find_line(struct definition_files *files, const char *line, const char *end)
{
	size_t len, path_len;
	const char *word;

	word = find_word(line, end, 0, &len);
	if (!len || (*word != 'p' && *word != 'r'))
		return 0;
	word = find_word(line, end, 1, &len);
	path_len = parse_find_path(word, len);
	return path_len ? add_name(files, word, path_len) : 0;
}

/**
 * definition_files_find() - look up the files that the lines of a write name
 * @files: receives them; all zero before
 * @text: the lines, NUL-terminated
 *
 * Context: process context, without locks. Return: 0, -ENOMEM, or -EINTR when the process is being killed. A
 * file that is not found is an error of its line (definition_find_file()).
 */
int definition_files_find(struct definition_files *files, const char *text)
{
	const char *end;
	int ret = 0;

	for (; *text && !ret; text = *end ? end + 1 : end) {
		end = strchrnul(text, '\n');
		ret = find_line(files, text, text + parse_text_find(text, end - text, "#"));
		if (fatal_signal_pending(current))
			ret = -EINTR;
		cond_resched();
	}
	return ret;
}

/** definition_files_put() - give up the files of a write; probes have references of their own */
void definition_files_put(struct definition_files *files)
{
	struct definition_path *found;
	struct hlist_node *next;
	unsigned int i;

	for (i = 0; i < DEFINITION_FILES; i++) {
		hlist_for_each_entry_safe(found, next, &files->table[i], link) {
			if (!found->error)
				path_put(&found->path);
			kfree(found);
		}
	}
}

static int look_up_file(struct definition_write *write)
{
	const struct definition_path *found;
	const struct text_span *path = &write->def.path;
	char *name = kmemdup_nul(write->cmd.text + path->pos, path->len, GFP_KERNEL);

	if (!name)
		return -ENOMEM;
	found = find_name(&write->files, name);
	kfree(name);
	if (!found || found->error) {
		definition_fail(write, PARSE_FILE_NOT_FOUND, 1);
		return found ? found->error : -ENOENT;
	}
	write->def.file = &found->path;
	return 0;
}

/* A file of a mount that lies over others, such as overlayfs, is one of theirs. */
static bool is_probeable(struct dentry *dentry)
{
	return d_is_reg(dentry) && dentry->d_sb->s_magic != TRACEFS_MAGIC &&
	       d_real_inode(dentry)->i_sb->s_magic != TRACEFS_MAGIC;
}

/**
 * definition_find_file() - look at the file of a place, and parse what follows the path
 * @write: the write whose current line has a place in a file
 *
 * The call sets @write->kind and @write->flags to what is known of the place. Files of mounts of ours, and of
 * tracefs, are refused: they have no code, and a mount that held its own file would stay for ever.
 *
 * Return: 0, or an errno, with the error of the line except for -ENOMEM.
 */
int definition_find_file(struct definition_write *write)
{
	int ret = look_up_file(write);

	if (ret)
		return ret;
	if (!is_probeable(write->def.file->dentry))
		return definition_fail(write, PARSE_NO_REGULAR_FILE, 1);
	ret = parse_file_offset(&write->cmd, &write->def);
	if (ret)
		return ret;
	write->kind = definition_kind_of(write->def.kind);
	write->flags = write->kind->flags;
	return 0;
}

static bool has_other_reference(const struct probe *probe, const struct probe *other)
{
	return other->file == probe->file && other->offset == probe->offset &&
	       other->ref_offset != probe->ref_offset;
}

/* The caret is below the reference counter, or below the place that has none. */
static int fail_for_reference(struct definition_write *write)
{
	unsigned int place = parse_error_column(&write->cmd, 1);
	size_t len = write->cmd.word[1].len, open;

	open = parse_text_find_last(write->cmd.text + place, len, '(');
	return parse_fail(&write->cmd.error, PARSE_REFCNT_DIFFERS,
			  place + (open < len && write->def.ref_offset ? open + 1 : 0));
}

/**
 * definition_validate_file() - find out whether a place in a file may have a probe
 * @write: the write whose current line defines the probe
 * @probe: the new probe
 *
 * All probes of a place have the same reference counter, or none, as on mainline. Whether there is an instruction
 * at the place is only known when the probe is armed.
 *
 * Return: 0, or an errno, with the error of the line where there is one for it.
 */
int definition_validate_file(struct definition_write *write, struct probe *probe)
{
	const struct probe *other;
	int ret = security_locked_down(write->kind->lockdown);

	if (ret)
		return ret;
	list_for_each_entry(other, &write->tx.tracer->probes, link)
		if (!other->doomed && has_other_reference(probe, other))
			return fail_for_reference(write);
	return 0;
}
