// SPDX-License-Identifier: GPL-2.0
/* Prototypes beside parameters that a compiler has seen: what differs is found. */
#include "cmocka_all.h"

#include <linux/err.h>

#include "btf_build.h"
#include "fetch/btf/btf.h"

#define MAX_PARAMETERS	4

/* void call(bool, struct task_struct *, const void *, gfp_t), the prototype of sched_switch and kmalloc in one */
static struct fetch_btf *build(struct btf_build *build, struct fetch_btf_prototype *prototype, u32 nr)
{
	static const u32 parameters[MAX_PARAMETERS] = { 1, 3, 5, 7 };
	struct fetch_btf *btf;

	btf_build_integer(build, "_Bool", 1, 8, 0);				/* 1 */
	btf_build_type(build, FETCH_BTF_FORWARD, "task_struct", 0, 0);		/* 2 */
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 2);			/* 3 */
	btf_build_type(build, FETCH_BTF_CONST, "", 0, 0);			/* 4 */
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 4);			/* 5 */
	btf_build_integer(build, "unsigned int", 4, 32, 0);			/* 6 */
	btf_build_type(build, FETCH_BTF_TYPEDEF, "gfp_t", 0, 6);		/* 7 */
	btf_build_type(build, FETCH_BTF_PROTOTYPE, "", nr, 0);			/* 8 */
	for (u32 i = 0; i < nr; i++)
		btf_build_parameter(build, "", i < MAX_PARAMETERS ? parameters[i] : 0);
	btf_build_type(build, FETCH_BTF_FUNCTION, "call", 1, 8);
	btf = btf_build_open(build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_function(btf, "call", 4, prototype), 0);
	return btf;
}

#define PREEMPT	{ "bool preempt", 1 }
#define PREV	{ "struct task_struct *prev", 8 }
#define PTR	{ "const void *ptr", 8 }
#define FLAGS	{ "gfp_t flags", 4 }
#define FITS	PREEMPT, PREV, PTR, FLAGS

static const struct {
	struct fetch_btf_declaration declarations[MAX_PARAMETERS + 2];
	bool fits;
} cases[] = {
	{ { FITS }, true },
	{ { { "_Bool x", 1 }, { "struct task_struct * y", 8 }, { "void *", 8 }, { "int", 4 } }, true },
	{ { { NULL } }, false },
	{ { PREEMPT, PREV, PTR }, false },
	{ { FITS, { "int node", 4 } }, false },
	/* the order, the size, a pointer for a number and a number for a pointer */
	{ { PREV, PREEMPT, PTR, FLAGS }, false },
	{ { PREEMPT, PREV, PTR, { "u64 flags", 8 } }, false },
	{ { { "bool *preempt", 8 }, PREV, PTR, FLAGS }, false },
	{ { PREEMPT, { "unsigned long prev", 8 }, PTR, FLAGS }, false },
	/* another structure, one whose name is longer at either end, and one where there is none */
	{ { PREEMPT, { "struct rq *rq", 8 }, PTR, FLAGS }, false },
	{ { PREEMPT, { "struct task_struct_rt *prev", 8 }, PTR, FLAGS }, false },
	{ { PREEMPT, { "struct a_task_struct *prev", 8 }, PTR, FLAGS }, false },
	{ { PREEMPT, PREV, { "const struct rq *ptr", 8 }, FLAGS }, false },
};

static void compared(void **state)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct btf_build blob = { 0 };
		struct fetch_btf_prototype prototype;
		struct fetch_btf *btf = build(&blob, &prototype, MAX_PARAMETERS);

		if (fetch_btf_has_parameters(&prototype, cases[i].declarations) != cases[i].fits)
			fail_msg("case %zu", i);
		btf_build_close(&blob, btf);
	}
}

static void without_parameters(void **state)
{
	static const struct fetch_btf_declaration none[] = { { NULL } }, fits[] = { FITS, { NULL } };
	struct btf_build blob = { 0 };
	struct fetch_btf_prototype prototype;
	struct fetch_btf *btf = build(&blob, &prototype, 0);

	assert_true(fetch_btf_has_parameters(&prototype, none));
	assert_false(fetch_btf_has_parameters(&prototype, fits));
	btf_build_close(&blob, btf);
}

static void variadic(void **state)
{
	static const struct fetch_btf_declaration fits[] = { FITS, { NULL } };
	struct btf_build blob = { 0 };
	struct fetch_btf_prototype prototype;
	struct fetch_btf *btf = build(&blob, &prototype, MAX_PARAMETERS + 1);

	assert_true(prototype.variadic);
	assert_false(fetch_btf_has_parameters(&prototype, fits));
	btf_build_close(&blob, btf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compared),
		cmocka_unit_test(without_parameters),
		cmocka_unit_test(variadic),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
