// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of pids: how they come and go, and how text becomes one.
 */
#include <linux/bitmap.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/instance/pid_list.h"

/**
 * pid_list_create() - make a list that has no pid
 *
 * Context: process context. Return: the list, or NULL without memory.
 */
struct pid_list *pid_list_create(void)
{
	return kvzalloc(sizeof(struct pid_list), GFP_KERNEL);
}

/**
 * pid_list_destroy() - free a list
 * @list: the list, or NULL; nobody may see it any more
 *
 * Context: process context.
 */
void pid_list_destroy(struct pid_list *list)
{
	kvfree(list);
}

/**
 * pid_list_parse() - add the pids that a text names
 * @list: a list that nobody else sees yet
 * @text: words that are numbers, with 0x or 0 in front when they are not decimal; it is changed
 *
 * Context: process context. Return: 0, or -EINVAL for a word that is no number or a number that is
 * no pid of any task; @list may have some of the pids then.
 */
int pid_list_parse(struct pid_list *list, char *text)
{
	unsigned long pid;
	char *word;

	while ((word = strsep(&text, " \t\n\v\f\r"))) {
		if (!*word)
			continue;
		if (kstrtoul(word, 0, &pid) || pid >= PID_MAX_LIMIT)
			return -EINVAL;
		set_bit(pid, list->pids);
	}
	return 0;
}

/**
 * pid_list_merge() - add all pids of another list
 * @list: the list to add to; others may ask it, and add and remove pids of tasks, at the same time
 * @more: the pids to add
 *
 * Context: process context.
 */
void pid_list_merge(struct pid_list *list, const struct pid_list *more)
{
	int pid;

	for (pid = pid_list_next(more, 0); pid >= 0; pid = pid_list_next(more, pid + 1))
		set_bit(pid, list->pids);
}

/**
 * pid_list_next() - find the lowest pid from a number on
 * @list: the list to look in
 * @from: the lowest number that may be returned
 *
 * Context: process context. Return: the pid, or -1 when there is none.
 */
int pid_list_next(const struct pid_list *list, unsigned int from)
{
	unsigned long pid = PID_MAX_LIMIT;

	if (from < PID_MAX_LIMIT)
		pid = find_next_bit(list->pids, PID_MAX_LIMIT, from);
	return pid < PID_MAX_LIMIT ? pid : -1;
}
