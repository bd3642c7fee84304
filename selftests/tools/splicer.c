// SPDX-License-Identifier: GPL-2.0
/*
 * splicer late|held|killed|polled FILE: two readers of one open file, FILE, a trace_pipe. Records are
 * those that chdir(2) makes, by a probe that a test has there.
 *
 * A splice(2) has to wait for the other reader, and must not have the lock of the pipe that it splices
 * into meanwhile:
 *
 *	late	the other reader takes the record that the splice was woken for. To let it get in
 *		between the splice's look at the record and its taking of it, another thread holds
 *		the pipe's lock: it reads the pipe into memory that userfaultfd(2) does not give it
 *	held	the other reader holds the file's own lock, in the same way
 *
 * Otherwise:
 *
 *	killed	two processes wait in read(2), each with memory that it is not given. One gets the
 *		record, and holds the file's lock; the other waits for the lock, and is killed
 *	polled	while one reader takes a single byte of a record, another one polls: what is left has
 *		to end the poll. Thousands of times, for the moment that matters is short
 *
 * Prints "ok" and exits with 0 when all is as it should be; prints what is wrong and exits with 1 when
 * it is not. Exit status 3: the kernel has no userfaultfd.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAR_TOO_LONG	30	/* seconds */

static int trace_pipe, pipe_ends[2], faults;
static char *missing;
static volatile pid_t splicer_id, reader_id;
static char record[4096];
static ssize_t record_size;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void *splice_record(void *unused)
{
	(void)unused;
	splicer_id = gettid();
	splice(trace_pipe, NULL, pipe_ends[1], NULL, 4096, 0);
	return NULL;
}

static void *read_into_missing_memory(void *file)
{
	if (read(*(int *)file, missing, 1) != 1)
		die("splicer: read into missing memory");
	return NULL;
}

static void *read_record(void *unused)
{
	(void)unused;
	reader_id = gettid();
	record_size = read(trace_pipe, record, sizeof(record));
	return NULL;
}

static char state_of(pid_t id)
{
	char path[64], state = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", id);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		die("splicer: state of a task");
	fclose(file);
	return state;
}

static void await_state(const volatile pid_t *id, char state)
{
	while (!*id || state_of(*id) != state)
		usleep(1000);
}

static pthread_t start(void *(*run)(void *), void *argument)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, argument))
		die("splicer: thread");
	return thread;
}

static void make_missing_memory(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (faults < 0 && (errno == ENOSYS || errno == EPERM))
		exit(3);
	missing = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	range.range.start = (unsigned long)missing;
	range.range.len = 4096;
	if (faults < 0 || missing == MAP_FAILED || ioctl(faults, UFFDIO_API, &api) ||
	    ioctl(faults, UFFDIO_REGISTER, &range))
		die("splicer: userfaultfd");
}

static void await_fault(void)
{
	struct uffd_msg message;

	if (read(faults, &message, sizeof(message)) != sizeof(message))
		die("splicer: fault");
}

static void give_memory(void)
{
	struct uffdio_zeropage zero = { .range = { (unsigned long)missing, 4096 } };

	if (ioctl(faults, UFFDIO_ZEROPAGE, &zero))
		die("splicer: zeropage");
}

static void make_record(void)
{
	if (chdir("/"))
		die("splicer: chdir");
}

/* Asking for the size takes the pipe's lock. */
static void *use_pipe(void *unused)
{
	(void)unused;
	fcntl(pipe_ends[0], F_GETPIPE_SZ);
	return NULL;
}

static void check_pipe_is_free(void)
{
	struct timespec end;
	pthread_t user;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += FAR_TOO_LONG;
	user = start(use_pipe, NULL);
	if (!pthread_timedjoin_np(user, NULL, &end)) {
		puts("ok");
		return;
	}
	puts("the splice waits with the pipe locked");
	/* Let it go, or the process cannot end. */
	close(faults);
	make_record();
	exit(1);
}

static void be_late(void)
{
	pthread_t holder, reader, splicer = start(splice_record, NULL);

	await_state(&splicer_id, 'S');
	holder = start(read_into_missing_memory, &pipe_ends[0]);
	await_fault();
	make_record();
	await_state(&splicer_id, 'D');	/* it has seen the record, and waits for the pipe's lock */
	reader = start(read_record, NULL);
	pthread_join(reader, NULL);
	if (record_size <= 0)
		die("splicer: read of the record");
	give_memory();
	pthread_join(holder, NULL);
	await_state(&splicer_id, 'S');
	check_pipe_is_free();
	make_record();
	pthread_join(splicer, NULL);
}

static void be_held(void)
{
	pthread_t splicer, reader;

	make_record();
	reader = start(read_into_missing_memory, &trace_pipe);
	await_fault();
	splicer = start(splice_record, NULL);
	await_state(&splicer_id, 'D');
	check_pipe_is_free();
	give_memory();
	pthread_join(reader, NULL);
	pthread_join(splicer, NULL);
}

static pid_t start_process(void)
{
	pid_t id = fork();

	if (id)
		return id;
	make_missing_memory();
	exit(read(trace_pipe, missing, 1) != 1);
}

/* The one of two that waits for the lock, sooner or later: a record more makes it look. */
static int await_loser(const pid_t *reader)
{
	for (;;) {
		make_record();
		usleep(10000);
		if (state_of(reader[0]) == 'D')
			return 0;
		if (state_of(reader[1]) == 'D')
			return 1;
	}
}

static bool ends(pid_t id)
{
	int tries;

	for (tries = 0; tries < FAR_TOO_LONG * 100; tries++) {
		if (waitpid(id, NULL, WNOHANG) == id)
			return true;
		usleep(10000);
	}
	return false;
}

static void be_killed(void)
{
	pid_t reader[2];
	int i, loser;
	bool ended;

	for (i = 0; i < 2; i++)
		reader[i] = start_process();
	for (i = 0; i < 2; i++)
		await_state(&reader[i], 'S');
	loser = await_loser(reader);
	kill(reader[loser], SIGKILL);
	ended = ends(reader[loser]);
	puts(ended ? "ok" : "the reader that waits for the lock can't be killed");
	kill(reader[!loser], SIGKILL);
	exit(!ended);
}

#define POLLS		4000
#define POLL_TOO_LONG	3000	/* milliseconds */

static pthread_barrier_t both;

static void *poll_often(void *unused)
{
	struct pollfd p = { .fd = trace_pipe, .events = POLLIN };
	int i;

	(void)unused;
	for (i = 0; i < POLLS; i++) {
		pthread_barrier_wait(&both);
		if (poll(&p, 1, POLL_TOO_LONG) != 1) {
			printf("poll %d did not see what was left\n", i);
			exit(1);
		}
		pthread_barrier_wait(&both);
	}
	return NULL;
}

static void *hit_often(void *unused)
{
	int i;

	(void)unused;
	for (i = 0; i < POLLS; i++) {
		pthread_barrier_wait(&both);
		usleep(i % 8 * 20);
		make_record();
		pthread_barrier_wait(&both);
	}
	return NULL;
}

static void be_polled(void)
{
	pthread_t poller, hitter;
	int i;

	pthread_barrier_init(&both, NULL, 3);
	poller = start(poll_often, NULL);
	hitter = start(hit_often, NULL);
	for (i = 0; i < POLLS; i++) {
		pthread_barrier_wait(&both);
		if (read(trace_pipe, record, 1) != 1)
			die("splicer: read of a byte");
		pthread_barrier_wait(&both);
		if (read(trace_pipe, record, sizeof(record)) <= 0)
			die("splicer: read of the rest");
	}
	pthread_join(poller, NULL);
	pthread_join(hitter, NULL);
	puts("ok");
}

static const struct {
	const char *name;
	void (*run)(void);
} modes[] = {
	{ "late", be_late },
	{ "held", be_held },
	{ "killed", be_killed },
	{ "polled", be_polled },
};

int main(int argc, char **argv)
{
	size_t i;

	if (argc != 3)
		return 2;
	trace_pipe = open(argv[2], O_RDONLY);
	if (trace_pipe < 0 || pipe(pipe_ends) || write(pipe_ends[1], "x", 1) != 1)
		die("splicer: open");
	make_missing_memory();
	for (i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		if (strcmp(argv[1], modes[i].name))
			continue;
		modes[i].run();
		return 0;
	}
	return 2;
}
