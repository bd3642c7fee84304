// SPDX-License-Identifier: GPL-2.0
/*
 * A model checker for the ring buffer, on its own sources: a writer, and a reader or control on
 * another CPU, each a few operations long, under every schedule with a bounded number of switches
 * between the two and of writers that come in on top.
 *
 * Both run as coroutines. At every step there is a choice: go on, go over to the other, or a write on
 * top: of the writer, of what came in on top of it, and of the interrupt by which control changes
 * something on the writer's CPU. Nothing tells the buffer what such a writer interrupts, so each of
 * them is one that no level would show. A run follows a list of choices and goes on without
 * switching where the list ends; afterwards the last choice that has an alternative takes the next
 * one, and so on until there is none. Between two steps there is at most one access to memory that
 * both use, so what is left out is what a processor may reorder; that is for selftests/models and
 * for the stress test.
 */
#include "ring_buffer_history.h"

#include <ucontext.h>

#define STACK	(256 * 1024)

enum choice {
	GO_ON,
	SWITCH,
	NEST_SMALL,
	NEST_LARGE,
	NR_CHOICES,
};

/* What a run may do at most; `nests` counts writers on top of others, at any depth. */
struct bounds {
	unsigned int switches;
	unsigned int nests;
};

/*
 * Operations: 's' small event, 'l' large event, 'c' consume, 'p' any page, 'f' full page,
 * 'i' iterate, 't' statistics, 'm' the mapped reader's next page; of control: 'r' reset, '2' to '4' resize to so many pages, 'o' off
 * and on, 'x' exchange for a snapshot. At most one 'r' or 'x'.
 */
struct scenario {
	unsigned int pages;
	bool overwrite;
	unsigned int before;	/* large events */
	const char *writer;
	const char *reader;
	struct bounds bounds;
	unsigned long least;	/* schedules, or steps are missing */
	bool mapped;
};

#define LARGE	2030		/* two a page */

struct coroutine {
	ucontext_t context;
	const char *operations;
	bool done;
	char *stack;
};

static struct coroutine writer, reader, *running;
static ucontext_t scheduler;
static struct bounds left;
static bool interrupting;	/* control runs on the writer's CPU, on top of the writer */

/* The list of choices, and at each place how many there were. */
#define MAX_CHOICES	4096
static u8 chosen[MAX_CHOICES];
static u8 possible[MAX_CHOICES];
static unsigned int nr_chosen;	/* that the list prescribes */
static unsigned int place;

static struct coroutine *other(void)
{
	return running == &writer ? &reader : &writer;
}

static bool allowed(enum choice choice)
{
	switch (choice) {
	case GO_ON:
		return true;
	case SWITCH:
		return left.switches && !other()->done && !interrupting;
	default:
		return left.nests && (running == &writer || interrupting) && depth + 1 < MAX_DEPTH;
	}
}

/* The next one after @choice that is allowed, or NR_CHOICES. */
static unsigned int next_allowed(unsigned int choice)
{
	do {
		choice++;
	} while (choice < NR_CHOICES && !allowed(choice));
	return choice;
}

static void go_over(void)
{
	struct coroutine *from = running;

	running = other();
	swapcontext(&from->context, &running->context);
}

static void choose(const struct ring_buffer_cpu *cpu, const char *step)
{
	enum choice choice = GO_ON;

	assert_true(place < MAX_CHOICES);
	if (place < nr_chosen)
		choice = chosen[place];
	chosen[place] = choice;
	possible[place] = next_allowed(choice);
	place++;
	switch (choice) {
	case GO_ON:
		break;
	case SWITCH:
		left.switches--;
		go_over();
		break;
	default:
		left.nests--;
		write_event(choice == NEST_SMALL ? 6 : LARGE);
	}
}

static void choose_in_control(void)
{
	choose(NULL, "control");
}

/* Control sleeps: somebody is inside, who has to go on. */
static void wait_for_writer(void)
{
	assert_false(writer.done);
	go_over();
}

/* The stand-in for what runs a function on another CPU. Every place of the writer is a step. */
int standin_interrupt(int cpu, void (*func)(void *), void *info)
{
	bool here = cpu == 0 && test_control;

	interrupting = here;
	if (here)
		choose_in_control();
	func(info);
	if (here)
		choose_in_control();
	interrupting = false;
	return 0;
}

static void operate(char operation)
{
	switch (operation) {
	case 's':
		write_event(6);
		break;
	case 'l':
		write_event(LARGE);
		break;
	case 'c':
		consume();
		break;
	case 'p':
		read_image(false);
		break;
	case 'f':
		read_image(true);
		break;
	case 'i':
		iterate();
		break;
	case 't':
		check_stats();
		break;
	case 'm':
		read_mapped();
		break;
	case 'r':
		reset();
		break;
	case 'x':
		swap_snapshot();
		break;
	case 'o':
		switch_off_and_on();
		break;
	default:
		assert_in_range(operation, '2', '9');
		resize(operation - '0');
	}
}

/* The body of both. The end goes over to the other, or home. */
static void body(void)
{
	struct coroutine *self = running;
	const char *op;

	for (op = self->operations; *op; op++)
		operate(*op);
	self->done = true;
	if (!other()->done)
		go_over();
	setcontext(&scheduler);
}

static void prepare(struct coroutine *coroutine, const char *operations)
{
	getcontext(&coroutine->context);
	coroutine->context.uc_stack.ss_sp = coroutine->stack;
	coroutine->context.uc_stack.ss_size = STACK;
	coroutine->context.uc_link = NULL;
	coroutine->operations = operations;
	coroutine->done = false;
	makecontext(&coroutine->context, body, 0);
}

static void run(const struct scenario *scenario)
{
	unsigned int i;

	begin_history(scenario->pages, scenario->overwrite);
	if (scenario->mapped)
		assert_int_equal(ring_buffer_map(rb, 0), 0);
	for (i = 0; i < scenario->before; i++)
		write_event(LARGE);
	prepare(&writer, scenario->writer);
	prepare(&reader, scenario->reader);
	left = scenario->bounds;
	place = 0;
	running = &writer;
	test_step = choose;
	test_control = choose_in_control;
	test_sleep = wait_for_writer;
	swapcontext(&scheduler, &writer.context);
	test_step = NULL;
	test_control = NULL;
	test_sleep = NULL;
	assert_true(writer.done && reader.done);
	end_history(place & 1);
}

/* The next list; false: that was all. */
static bool next_schedule(void)
{
	nr_chosen = place;
	while (nr_chosen && possible[nr_chosen - 1] == NR_CHOICES)
		nr_chosen--;
	if (!nr_chosen)
		return false;
	chosen[nr_chosen - 1] = possible[nr_chosen - 1];
	return true;
}

static void run_all(const struct scenario *scenario)
{
	unsigned long runs = 0;

	writer.stack = malloc(STACK);
	reader.stack = malloc(STACK);
	nr_chosen = 0;
	do {
		run(scenario);
		runs++;
	} while (next_schedule());
	free(writer.stack);
	free(reader.stack);
	print_message("%lu schedules\n", runs);
	assert_true(runs >= scenario->least);
}

static void a_page_is_taken_while_it_is_overwritten(void **state)
{
	run_all(&(struct scenario){ 2, true, 4, "ll", "cc", { 3, 1 }, 50000 });
}

static void pages_are_read_while_they_are_overwritten(void **state)
{
	run_all(&(struct scenario){ 2, true, 4, "lsl", "ff", { 3, 1 }, 100000 });
}

static void the_page_that_is_written_is_read(void **state)
{
	run_all(&(struct scenario){ 2, true, 1, "sl", "pp", { 3, 1 }, 60000 });
}

static void a_full_buffer_is_read_and_takes_more(void **state)
{
	run_all(&(struct scenario){ 2, false, 4, "lsl", "cpc", { 3, 1 }, 100000 });
}

static void a_buffer_is_iterated_over_while_it_is_overwritten(void **state)
{
	run_all(&(struct scenario){ 2, true, 3, "ll", "i", { 3, 1 }, 60000 });
}

static void statistics_are_of_one_moment(void **state)
{
	run_all(&(struct scenario){ 3, true, 6, "lsl", "ctc", { 4, 0 }, 8000 });
}

static void writers_on_top_of_writers_find_marks_of_their_own(void **state)
{
	run_all(&(struct scenario){ 2, true, 0, "ss", "", { 0, 3 }, 50000 });
}

static void writers_on_top_of_writers_enter_pages(void **state)
{
	run_all(&(struct scenario){ 3, true, 3, "s", "", { 0, 3 }, 10000 });
}

static void a_reset_meets_writers(void **state)
{
	run_all(&(struct scenario){ 2, true, 3, "sl", "r", { 3, 1 }, 50000 });
}

static void a_reset_meets_writers_on_top_of_each_other(void **state)
{
	run_all(&(struct scenario){ 2, false, 3, "s", "rc", { 1, 2 }, 12000 });
}

static void a_snapshot_meets_writers(void **state)
{
	run_all(&(struct scenario){ 2, true, 3, "sl", "x", { 3, 1 }, 50000 });
}

static void a_snapshot_meets_writers_on_top_of_each_other(void **state)
{
	run_all(&(struct scenario){ 2, true, 1, "s", "xc", { 1, 2 }, 12000 });
}

static void a_snapshot_is_taken_of_a_full_buffer(void **state)
{
	run_all(&(struct scenario){ 2, false, 3, "ls", "cx", { 2, 1 }, 6000 });
}

static void recording_is_switched_while_a_snapshot_stops_writers(void **state)
{
	run_all(&(struct scenario){ 2, true, 1, "ss", "ox", { 2, 1 }, 14000 });
}

static void a_buffer_grows_under_writers(void **state)
{
	run_all(&(struct scenario){ 2, true, 4, "sl", "3c", { 2, 1 }, 12000 });
}

static void a_full_buffer_grows_under_writers(void **state)
{
	run_all(&(struct scenario){ 2, false, 4, "ls", "c3", { 2, 1 }, 6000 });
}

static void a_buffer_shrinks_under_writers(void **state)
{
	run_all(&(struct scenario){ 3, true, 5, "sl", "2p", { 2, 1 }, 9000 });
}

static void recording_is_switched_while_a_reset_stops_writers(void **state)
{
	run_all(&(struct scenario){ 2, true, 1, "ss", "or", { 2, 1 }, 14000 });
}

static void a_mapped_buffer_is_read_while_it_is_overwritten(void **state)
{
	run_all(&(struct scenario){ 2, true, 4, "ll", "mm", { 3, 1 }, 50000, true });
}

static void the_page_that_is_written_is_read_mapped(void **state)
{
	run_all(&(struct scenario){ 3, true, 1, "sl", "mm", { 3, 1 }, 60000, true });
}

static void a_full_mapped_buffer_is_read_and_takes_more(void **state)
{
	run_all(&(struct scenario){ 2, false, 3, "ls", "mm", { 3, 1 }, 50000, true });
}

static void nested_writers_take_what_a_mapped_reader_wants(void **state)
{
	run_all(&(struct scenario){ 2, true, 1, "l", "mm", { 2, 2 }, 20000, true });
}

static void a_reset_meets_a_mapped_reader(void **state)
{
	run_all(&(struct scenario){ 2, true, 3, "sl", "mrm", { 2, 1 }, 9000, true });
}

static void nested_writers_meet_the_end_of_a_page(void **state)
{
	run_all(&(struct scenario){ 2, true, 3, "l", "c", { 1, 2 }, 9000 });
}

static void nested_writers_meet_the_end_of_the_buffer(void **state)
{
	run_all(&(struct scenario){ 2, false, 3, "l", "p", { 1, 2 }, 4000 });
}

/* With an argument, only the tests that it matches. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_is_taken_while_it_is_overwritten),
		cmocka_unit_test(pages_are_read_while_they_are_overwritten),
		cmocka_unit_test(the_page_that_is_written_is_read),
		cmocka_unit_test(a_full_buffer_is_read_and_takes_more),
		cmocka_unit_test(a_buffer_is_iterated_over_while_it_is_overwritten),
		cmocka_unit_test(statistics_are_of_one_moment),
		cmocka_unit_test(writers_on_top_of_writers_find_marks_of_their_own),
		cmocka_unit_test(writers_on_top_of_writers_enter_pages),
		cmocka_unit_test(a_reset_meets_writers),
		cmocka_unit_test(a_reset_meets_writers_on_top_of_each_other),
		cmocka_unit_test(a_snapshot_meets_writers),
		cmocka_unit_test(a_snapshot_meets_writers_on_top_of_each_other),
		cmocka_unit_test(a_snapshot_is_taken_of_a_full_buffer),
		cmocka_unit_test(recording_is_switched_while_a_snapshot_stops_writers),
		cmocka_unit_test(a_buffer_grows_under_writers),
		cmocka_unit_test(a_full_buffer_grows_under_writers),
		cmocka_unit_test(a_buffer_shrinks_under_writers),
		cmocka_unit_test(recording_is_switched_while_a_reset_stops_writers),
		cmocka_unit_test(a_mapped_buffer_is_read_while_it_is_overwritten),
		cmocka_unit_test(the_page_that_is_written_is_read_mapped),
		cmocka_unit_test(a_full_mapped_buffer_is_read_and_takes_more),
		cmocka_unit_test(nested_writers_take_what_a_mapped_reader_wants),
		cmocka_unit_test(a_reset_meets_a_mapped_reader),
		cmocka_unit_test(nested_writers_meet_the_end_of_a_page),
		cmocka_unit_test(nested_writers_meet_the_end_of_the_buffer),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
