/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of functions that ftrace hooks, and the words that users write for them.
 */
#ifndef KERNEL_FUNCTION_SET_H
#define KERNEL_FUNCTION_SET_H

#include <linux/types.h>

/**
 * struct function_set - functions, in ascending order
 * @nr: number of functions
 * @room: number of elements of @site
 * @site: address of each function as ftrace has it
 */
struct function_set {
	unsigned int nr;
	unsigned int room;
	unsigned long *site;
};

int function_set_copy(struct function_set *to, const struct function_set *from);
void function_set_free(struct function_set *set);
int function_set_apply(struct function_set *set, char *word);
int function_set_subtract(struct function_set *set, const struct function_set *other);
void function_set_forget(struct function_set *set, bool (*gone)(unsigned long site, const void *data),
			 const void *data);

#endif
