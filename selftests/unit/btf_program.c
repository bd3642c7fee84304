// SPDX-License-Identifier: GPL-2.0
/*
 * A program whose debugging information scripts/make-btf turns into BTF, for test_btf_made.c, which includes it
 * for what the compiler says of the same structs.
 */
struct made_inner {
	short number;
	const char *text;
};

struct made_outer {
	char name[16];
	struct made_inner *next;
	struct {
		unsigned int low : 3;
		unsigned int high : 5;
	};
	struct made_inner inner[4];
};

long made_function(struct made_outer *outer, int index);

long made_function(struct made_outer *outer, int index)
{
	return outer->inner[index].number + outer->low + outer->high;
}

#ifndef INCLUDED_FOR_THE_STRUCTS
int main(void)
{
	struct made_outer outer = { .low = 1 };

	return made_function(&outer, 0) != 1;
}
#endif
