// SPDX-License-Identifier: GPL-2.0
/*
 * splicer FILE: a splice(2) from FILE, a trace_pipe, that loses the record it was woken for to a
 * reader of the same open file. It has to go on waiting without the lock of the pipe that it
 * splices into. The record is one that chdir(2) makes, by a probe that a test has there.
 *
 * To get in between the splice's look at the record and its taking of it, another thread holds the
 * pipe's lock meanwhile: it reads the pipe into memory that userfaultfd(2) does not give it yet.
 *
 * Prints "ok" and exits with 0 when the pipe is free; prints what is wrong and exits with 1 when it
 * is not. Exit status 3: the kernel has no userfaultfd.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
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

static void *hold_pipe_lock(void *unused)
{
	(void)unused;
	if (read(pipe_ends[0], missing, 1) != 1)
		die("splicer: read of the pipe");
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

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", id);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		die("splicer: state of a thread");
	fclose(file);
	return state;
}

static void await_state(const volatile pid_t *id, char state)
{
	while (!*id || state_of(*id) != state)
		usleep(1000);
}

static pthread_t start(void *(*run)(void *))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL))
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

	await_state(&splicer_id, 'S');
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += FAR_TOO_LONG;
	user = start(use_pipe);
	if (!pthread_timedjoin_np(user, NULL, &end)) {
		puts("ok");
		return;
	}
	puts("the splice waits with the pipe locked");
	/* Let it go, or the process cannot end. */
	if (chdir("/"))
		die("splicer: chdir");
	exit(1);
}

int main(int argc, char **argv)
{
	pthread_t holder, reader, splicer;

	if (argc != 2)
		return 2;
	trace_pipe = open(argv[1], O_RDONLY);
	if (trace_pipe < 0 || pipe(pipe_ends) || write(pipe_ends[1], "x", 1) != 1)
		die("splicer: open");
	make_missing_memory();
	splicer = start(splice_record);
	await_state(&splicer_id, 'S');
	holder = start(hold_pipe_lock);
	await_fault();
	if (chdir("/"))
		die("splicer: chdir");
	await_state(&splicer_id, 'D');	/* it has seen the record, and waits for the pipe's lock */
	reader = start(read_record);
	pthread_join(reader, NULL);
	if (record_size <= 0)
		die("splicer: read of the record");
	give_memory();
	pthread_join(holder, NULL);
	check_pipe_is_free();
	if (chdir("/"))
		die("splicer: chdir");
	pthread_join(splicer, NULL);
	return 0;
}
