/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tests of globs share.
 */
#ifndef GLOB_TEST_H
#define GLOB_TEST_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct glob_case {
	const char *glob;
	const char *string;
	bool match;
};

/* @to has room for @max characters and a NUL. */
static inline void random_string(unsigned int *seed, const char *alphabet, char *to,
				 unsigned int max)
{
	unsigned int len = rand_r(seed) % (max + 1);

	while (len--)
		*to++ = alphabet[rand_r(seed) % strlen(alphabet)];
	*to = '\0';
}

#endif
