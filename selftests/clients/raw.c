// SPDX-License-Identifier: GPL-2.0
/*
 * A reader of trace_pipe_raw and trace_pipe, as strict as it can be.
 *
 *	raw pages FILE		takes what is there, by splice(2) and then by read(2), and looks at
 *				every event: "events N lost N pages N"
 *	raw records FILE	prints the bytes of every record, a line each
 *	raw keep FILE COMMAND	splices sub-buffers into a pipe, runs COMMAND, and compares what is
 *				in the pipe with a copy that was made before: "kept N pages"
 *	raw signals FILE	a reader that sleeps is stopped and continued, and then gets a signal:
 *				"slept on, EINTR"
 *
 * Anything else is a message and exit status 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "subbuffer.h"

#define SUBBUF		SUBBUFFER_SIZE
#define KEEP		8		/* pages, half of what a pipe takes */

static struct subbuffer_state state;

static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(": %s\n", strerror(errno));
	exit(1);
}

static void check(int fine, const char *what)
{
	if (!fine) {
		printf("page %lu, event %lu, at %u: %s\n", state.pages, state.events, state.at, what);
		exit(1);
	}
}

/* The kernel splices no more than a pipe takes if each of its places has one page. */
static void make_pipe(int *ends)
{
	if (pipe(ends) || (SUBBUF > 4096 && fcntl(ends[1], F_SETPIPE_SZ, 16 * SUBBUF) < 0))
		die("pipe");
}

/* @look: see subbuffer_look() */
static void look_at_page(const unsigned char *page, subbuffer_record *look)
{
	const char *wrong = subbuffer_look(page, &state, look);

	check(!wrong, wrong);
}

static void read_pages(int fd, subbuffer_record *look)
{
	static unsigned char page[SUBBUFFER_LARGEST];
	ssize_t got;

	while ((got = read(fd, page, SUBBUF)) > 0) {
		check(got == SUBBUF, "read gives a part of a page");
		look_at_page(page, look);
	}
	if (got < 0 && errno != EAGAIN)
		die("read");
}

static void read_fully(int fd, unsigned char *page)
{
	ssize_t got, done = 0;

	while (done < SUBBUF) {
		got = read(fd, page + done, SUBBUF - done);
		if (got <= 0)
			die("a page in the pipe is short");
		done += got;
	}
}

static int open_file(const char *file, int flags)
{
	int fd = open(file, O_RDONLY | flags);

	if (fd < 0)
		die("%s", file);
	return fd;
}

static void pages(const char *file)
{
	int fd = open_file(file, O_NONBLOCK), ends[2];
	static unsigned char page[SUBBUFFER_LARGEST];
	ssize_t got;

	make_pipe(ends);
	while ((got = splice(fd, NULL, ends[1], NULL, 16 * SUBBUF, SPLICE_F_NONBLOCK)) > 0) {
		check(got % SUBBUF == 0, "splice takes a part of a page");
		for (; got; got -= SUBBUF) {
			read_fully(ends[0], page);
			look_at_page(page, NULL);
		}
	}
	if (got < 0 && errno != EAGAIN)
		die("splice");
	read_pages(fd, NULL);
	printf("events %lu lost %lu pages %lu\n", state.events, state.lost, state.pages);
}

static const char *print_record(const unsigned char *record, unsigned int size)
{
	unsigned int i;

	for (i = 0; i < size; i++)
		printf("%02x", record[i]);
	return putchar('\n') == EOF ? "a line can't be written" : NULL;
}

static void records(const char *file)
{
	read_pages(open_file(file, O_NONBLOCK), print_record);
}

static void keep(const char *file, const char *command)
{
	static unsigned char before[KEEP][SUBBUFFER_LARGEST], after[SUBBUFFER_LARGEST];
	int fd = open_file(file, O_NONBLOCK), ends[2], copies[2], i;

	make_pipe(ends);
	make_pipe(copies);
	if (splice(fd, NULL, ends[1], NULL, KEEP * SUBBUF, SPLICE_F_NONBLOCK) != KEEP * SUBBUF)
		die("splice of %d pages", KEEP);
	if (tee(ends[0], copies[1], KEEP * SUBBUF, 0) != KEEP * SUBBUF)
		die("tee");
	for (i = 0; i < KEEP; i++) {
		read_fully(copies[0], before[i]);
		look_at_page(before[i], NULL);
	}
	if (system(command))
		die("%s", command);
	for (i = 0; i < KEEP; i++) {
		read_fully(ends[0], after);
		check(!memcmp(before[i], after, SUBBUF), "a page in the pipe has changed");
	}
	printf("kept %d pages\n", KEEP);
}

static void wait_for_state(pid_t pid, char state)
{
	char path[64], text[256], *at;
	int tries;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	for (tries = 0; tries < 3000; tries++) {
		FILE *stat = fopen(path, "r");

		if (!stat || !fgets(text, sizeof(text), stat))
			die("%s", path);
		fclose(stat);
		at = strrchr(text, ')');
		if (at && at[2] == state)
			return;
		if (at && at[2] == 'Z')
			die("the reader has ended");
		usleep(10000);
	}
	die("the reader never gets into state %c", state);
}

static void on_signal(int signal __attribute__((unused)))
{
}

/* Exit status: the errno of the read. */
static void sleep_in_read(const char *file)
{
	struct sigaction action = { .sa_handler = on_signal };	/* no SA_RESTART */
	int fd = open_file(file, 0);
	static char byte[SUBBUFFER_LARGEST];

	sigaction(SIGUSR1, &action, NULL);
	_exit(read(fd, byte, SUBBUF) < 0 ? errno : 0);
}

static void signals(const char *file)
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		die("fork");
	if (!pid)
		sleep_in_read(file);
	wait_for_state(pid, 'S');
	kill(pid, SIGSTOP);
	wait_for_state(pid, 'T');
	kill(pid, SIGCONT);
	wait_for_state(pid, 'S');
	kill(pid, SIGUSR1);
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		die("waitpid");
	if (WEXITSTATUS(status) != EINTR) {
		errno = WEXITSTATUS(status);
		die("the reader was not interrupted");
	}
	printf("slept on, EINTR\n");
}

int main(int argc, char **argv)
{
	subbuffer_size_from_environment();
	if (argc == 3 && !strcmp(argv[1], "pages"))
		pages(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "records"))
		records(argv[2]);
	else if (argc == 4 && !strcmp(argv[1], "keep"))
		keep(argv[2], argv[3]);
	else if (argc == 3 && !strcmp(argv[1], "signals"))
		signals(argv[2]);
	else
		die("Usage: raw pages FILE | records FILE | keep FILE COMMAND | signals FILE");
	return 0;
}
