// SPDX-License-Identifier: GPL-2.0
/*
 * What the benchmarks of reading and of many CPUs do in the guest, timed:
 *
 *	work hits N CPUS	N calls of getppid() on each of the first CPUS CPUs
 *	work read FILE		read(2) to the end, or to EAGAIN
 *	work splice FILE	the same by splice(2)
 *
 * One line comes out: nanoseconds, bytes, lines; of hits: nanoseconds, calls, calls.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CPUS_MAX	64
#define ROOM		65536	/* of a read, and of a pipe */

static char buffer[ROOM];

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

static pthread_barrier_t ready;
static unsigned long calls;

static void *call(void *cpu)
{
	unsigned long left = calls;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((long)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity");
	pthread_barrier_wait(&ready);
	while (left--)
		syscall(SYS_getppid, "fifteen letters");
	return NULL;
}

static void hits(unsigned long nr, unsigned int cpus)
{
	pthread_t thread[CPUS_MAX];
	double start;
	long i;

	if (cpus < 1 || cpus > CPUS_MAX || pthread_barrier_init(&ready, NULL, cpus + 1))
		die("hits");
	calls = nr;
	for (i = 0; i < cpus; i++)
		if (pthread_create(&thread[i], NULL, call, (void *)i))
			die("pthread_create");
	pthread_barrier_wait(&ready);
	start = now_ns();
	for (i = 0; i < cpus; i++)
		pthread_join(thread[i], NULL);
	printf("%.0f %lu %lu\n", now_ns() - start, nr * cpus, nr * cpus);
}

static unsigned long count_lines(const char *text, ssize_t len)
{
	const char *end = text + len;
	unsigned long lines = 0;

	while ((text = memchr(text, '\n', end - text)) && ++lines && ++text < end)
		;
	return lines;
}

/* Counting is not timed. */
static void read_all(int fd)
{
	unsigned long bytes = 0, lines = 0;
	double start, ns = 0;
	ssize_t got;

	for (;;) {
		start = now_ns();
		got = read(fd, buffer, sizeof(buffer));
		ns += now_ns() - start;
		if (got <= 0)
			break;
		bytes += got;
		lines += count_lines(buffer, got);
	}
	if (got < 0 && errno != EAGAIN)
		die("read");
	printf("%.0f %lu %lu\n", ns, bytes, lines);
}

static void splice_all(int fd)
{
	int null = open("/dev/null", O_WRONLY);
	unsigned long bytes = 0;
	double start, ns = 0;
	ssize_t got;
	int ends[2];

	if (null < 0 || pipe(ends))
		die("splice");
	for (;;) {
		start = now_ns();
		got = splice(fd, NULL, ends[1], NULL, ROOM, SPLICE_F_NONBLOCK);
		ns += now_ns() - start;
		if (got <= 0)
			break;
		bytes += got;
		if (splice(ends[0], NULL, null, NULL, got, 0) != got)
			die("splice to /dev/null");
	}
	if (got < 0 && errno != EAGAIN)
		die("splice");
	printf("%.0f %lu 0\n", ns, bytes);
}

int main(int argc, char **argv)
{
	int fd;

	if (argc == 4 && !strcmp(argv[1], "hits")) {
		hits(strtoul(argv[2], NULL, 0), strtoul(argv[3], NULL, 0));
		return 0;
	}
	if (argc != 3 || (strcmp(argv[1], "read") && strcmp(argv[1], "splice"))) {
		fprintf(stderr, "Usage: work hits N CPUS | read FILE | splice FILE\n");
		return 2;
	}
	fd = open(argv[2], O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		die(argv[2]);
	if (!strcmp(argv[1], "read"))
		read_all(fd);
	else
		splice_all(fd);
	return 0;
}
