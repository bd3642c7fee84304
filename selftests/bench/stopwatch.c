// SPDX-License-Identifier: GPL-2.0
/*
 * stopwatch FILE [DATA]: opens FILE for writing, truncating it, and writes the content of the file
 * DATA; says how many seconds that took. Exit status 1 when not all of it could be written.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define ROOM (8 << 20)

static char data[ROOM];

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static ssize_t load(const char *name)
{
	int fd = open(name, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, data, ROOM);

	close(fd);
	return n;
}

int main(int argc, char **argv)
{
	ssize_t n, done = 0, size = argc > 2 ? load(argv[2]) : 0;
	double start;
	int fd;

	if (argc < 2 || size < 0)
		return 2;
	start = now();
	fd = open(argv[1], O_WRONLY | O_TRUNC);
	if (fd < 0)
		return 1;
	while (done < size && (n = write(fd, data + done, size - done)) > 0)
		done += n;
	close(fd);
	printf("%.6f\n", now() - start);
	return done != size;
}
