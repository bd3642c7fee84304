// SPDX-License-Identifier: GPL-2.0
/*
 * A program that maps trace_pipe_raw, as libtracefs does.
 *
 *	mapper pages FILE		takes what is there, sub-buffer by sub-buffer, and looks at every
 *					event: "events N lost N pages N"
 *	mapper lines FILE		the same for events of trace_marker: "SECONDS TEXT" for each, and
 *					"lost N" before those that some were lost before
 *	mapper follow FILE TEXT		the same, waiting for more until an event has this TEXT
 *	mapper keep FILE COMMAND	takes a sub-buffer, runs COMMAND, and compares the sub-buffer with a
 *					copy that was made before: "kept"
 *	mapper hold FILE COMMAND	runs COMMAND while FILE is mapped
 *	mapper meta FILE [COMMAND]	maps, runs COMMAND, asks for the reader, prints the numbers of the
 *					meta page
 *	mapper errors FILE		tries what is not allowed: a line for each
 *	mapper copies FILE		moves the mapping, inherits it, ends it in parts: a line for each
 *
 * Anything else is a message and exit status 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../clients/subbuffer.h"

#define GET_READER	_IO('R', 0x20)
#define RECORD_TEXT	16	/* in a record of trace_marker */

struct meta {
	uint32_t meta_page_size;
	uint32_t meta_struct_len;
	uint32_t subbuf_size;
	uint32_t nr_subbufs;
	uint64_t lost_events;
	uint32_t id;
	uint32_t bytes_read;
	uint64_t flags;
	uint64_t entries;
	uint64_t overrun;
	uint64_t read;
	uint64_t pages_lost;
	uint64_t pages_touched;
};

static struct subbuffer_state state;
static int fd;
static volatile struct meta *meta;
static const unsigned char *data;
static size_t data_bytes;
static const char *awaited;
static int found;

static void die(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	exit(1);
}

static void check(int fine, const char *what)
{
	if (!fine) {
		printf("page %lu, event %lu, at %u: %s\n", state.pages, state.events, state.at, what);
		exit(1);
	}
}

static void *try_map(int prot, int flags, size_t pages, off_t page)
{
	size_t size = getpagesize();

	return mmap(NULL, pages * size, prot, flags, fd, page * size);
}

static void map_all(void)
{
	meta = try_map(PROT_READ, MAP_SHARED, 1, 0);
	if (meta == MAP_FAILED)
		die("mmap");
	check(meta->meta_struct_len == sizeof(*meta), "a meta page of another kind");
	check(meta->subbuf_size == SUBBUFFER_SIZE, "a sub-buffer of another size");
	check(meta->meta_page_size == SUBBUFFER_SIZE && !meta->flags, "the meta page is wrong");
	data_bytes = (size_t)meta->subbuf_size * meta->nr_subbufs;
	data = mmap(NULL, data_bytes, PROT_READ, MAP_SHARED, fd, meta->meta_page_size);
	if (data == MAP_FAILED)
		die("mmap of the sub-buffers");
}

static const unsigned char *reader(void)
{
	check(meta->id < meta->nr_subbufs, "there is no such sub-buffer");
	return data + (size_t)meta->id * meta->subbuf_size;
}

/* Returns NULL when there is nothing new. */
static const unsigned char *next_page(void)
{
	uint32_t id = meta->id;

	if (ioctl(fd, GET_READER))
		die("GET_READER");
	return meta->id == id ? NULL : reader();
}

static uint64_t word_of(const unsigned char *page, unsigned int at)
{
	uint64_t word;

	memcpy(&word, page + at, 8);
	return word;
}

static void look_at_page(const unsigned char *page, subbuffer_record *look)
{
	uint64_t bytes = word_of(page, 8) & SUBBUFFER_LENGTH;
	unsigned long lost = state.lost;
	const char *wrong;

	if (!bytes)
		return;
	wrong = subbuffer_look(page, &state, look);
	check(!wrong, wrong);
	check(meta->bytes_read == bytes, "not all of it counts as read");
	lost = state.lost - lost;
	check(!(word_of(page, 8) & SUBBUFFER_LOST) == !meta->lost_events, "lost, or not lost?");
	check(!lost || lost == meta->lost_events, "two numbers of lost events");
	state.lost += lost ? 0 : meta->lost_events;
}

static void print_line(const unsigned char *record, unsigned int size)
{
	const char *text = (const char *)record + RECORD_TEXT;
	int length = strcspn(text, "\n");
	uint64_t usec = (state.time + 500) / 1000;

	(void)size;
	printf("%llu.%06llu %.*s\n", (unsigned long long)usec / 1000000,
	       (unsigned long long)usec % 1000000, length, text);
	found |= awaited && (int)strlen(awaited) == length && !memcmp(awaited, text, length);
}

static const char *look_at_line(const unsigned char *record, unsigned int size)
{
	if (size <= RECORD_TEXT || !memchr(record + RECORD_TEXT, 0, size - RECORD_TEXT))
		return "a record without an end";
	print_line(record, size);
	return NULL;
}

static void print_page(const unsigned char *page)
{
	if ((word_of(page, 8) & SUBBUFFER_LOST) && meta->lost_events)
		printf("lost %llu\n", (unsigned long long)meta->lost_events);
	look_at_page(page, look_at_line);
}

static void op_pages(const char *argument)
{
	const unsigned char *page;

	(void)argument;
	for (page = next_page(); page; page = next_page())
		look_at_page(page, NULL);
	printf("events %lu lost %lu pages %lu\n", state.events, state.lost, state.pages);
}

static void op_lines(const char *argument)
{
	const unsigned char *page;

	(void)argument;
	for (page = next_page(); page; page = next_page())
		print_page(page);
}

static void op_follow(const char *argument)
{
	const unsigned char *page;

	awaited = argument;
	if (fcntl(fd, F_SETFL, 0))
		die("fcntl");
	while (!found) {
		page = next_page();
		if (page)
			print_page(page);
	}
}

static void run(const char *command)
{
	fflush(stdout);
	if (command && system(command))
		die(command);
}

static void op_keep(const char *argument)
{
	static unsigned char copy[SUBBUFFER_LARGEST];
	const unsigned char *page = next_page();
	uint32_t id = meta->id;

	check(!!page, "there is nothing");
	memcpy(copy, page, SUBBUFFER_SIZE);
	run(argument);
	check(meta->id == id, "another sub-buffer");
	check(!memcmp(copy, page, SUBBUFFER_SIZE), "the sub-buffer was written to");
	look_at_page(page, NULL);
	printf("kept\n");
}

static void op_hold(const char *argument)
{
	run(argument);
}

static void op_meta(const char *argument)
{
	run(argument);
	if (ioctl(fd, GET_READER))
		die("GET_READER");
	printf("subbufs %u id %u bytes %u lost %llu entries %llu overrun %llu read %llu pages_lost %llu pages_touched %llu\n",
	       meta->nr_subbufs, meta->id, meta->bytes_read, (unsigned long long)meta->lost_events,
	       (unsigned long long)meta->entries, (unsigned long long)meta->overrun,
	       (unsigned long long)meta->read, (unsigned long long)meta->pages_lost,
	       (unsigned long long)meta->pages_touched);
}

static void say(const char *what, int failed)
{
	printf("%s: %s\n", what, failed ? strerrorname_np(errno) : "ok");
}

static void try_map_and_say(const char *what, int prot, int flags, size_t pages, off_t page)
{
	void *at = try_map(prot, flags, pages, page);

	say(what, at == MAP_FAILED);
	if (at != MAP_FAILED)
		munmap(at, pages * getpagesize());
}

static void op_errors(const char *argument)
{
	uint32_t nr = meta->nr_subbufs;

	(void)argument;
	try_map_and_say("all", PROT_READ, MAP_SHARED, nr + 1, 0);
	try_map_and_say("one more", PROT_READ, MAP_SHARED, nr + 2, 0);
	try_map_and_say("the last", PROT_READ, MAP_SHARED, 1, nr);
	try_map_and_say("behind the last", PROT_READ, MAP_SHARED, 1, nr + 1);
	try_map_and_say("beyond the last", PROT_READ, MAP_SHARED, 2, nr);
	try_map_and_say("far behind", PROT_READ, MAP_SHARED, 1, 1l << 40);
	try_map_and_say("write", PROT_READ | PROT_WRITE, MAP_SHARED, 1, 0);
	try_map_and_say("write only", PROT_WRITE, MAP_SHARED, 1, 0);
	try_map_and_say("execute", PROT_READ | PROT_EXEC, MAP_SHARED, 1, 0);
	try_map_and_say("private", PROT_READ, MAP_PRIVATE, 1, 0);
	try_map_and_say("private write", PROT_READ | PROT_WRITE, MAP_PRIVATE, 1, 0);
	try_map_and_say("none", PROT_NONE, MAP_SHARED, 1, 0);
	say("mprotect to write", mprotect((void *)data, data_bytes, PROT_READ | PROT_WRITE));
	say("mprotect to execute", mprotect((void *)data, data_bytes, PROT_READ | PROT_EXEC));
	say("mprotect a part", mprotect((void *)data, getpagesize(), PROT_NONE));
	say("mprotect to none", mprotect((void *)data, data_bytes, PROT_NONE));
	say("mprotect to read", mprotect((void *)data, data_bytes, PROT_READ));
	say("grow", mremap((void *)data, data_bytes, data_bytes + getpagesize(), MREMAP_MAYMOVE) ==
	    MAP_FAILED);
	say("duplicate", mremap((void *)data, 0, data_bytes, MREMAP_MAYMOVE) == MAP_FAILED);
	say("shrink", mremap((void *)data, data_bytes, getpagesize(), 0) == MAP_FAILED);
	say("unmap the beginning", munmap((void *)data, getpagesize()));
	say("unmap the end", munmap((void *)data + data_bytes - getpagesize(), getpagesize()));
	say("another ioctl", ioctl(fd, _IO('R', 0x21)));
	say("get reader", ioctl(fd, GET_READER));
	say("unmap", munmap((void *)data, data_bytes));
	say("get reader with the meta page", ioctl(fd, GET_READER));
	munmap((void *)meta, getpagesize());
	say("get reader without a mapping", ioctl(fd, GET_READER));
}

/* Reads all of the mapping; dies of SIGSEGV or SIGBUS where there is nothing. */
static void touch(const unsigned char *at)
{
	volatile unsigned long sum = 0;
	size_t i;

	for (i = 0; i < data_bytes; i += 64)
		sum += at[i];
}

static void op_copies(const char *argument)
{
	unsigned char *moved;
	int status;
	pid_t child;

	(void)argument;
	moved = mmap(NULL, data_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	say("move", mremap((void *)data, data_bytes, data_bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
			   moved) == MAP_FAILED);
	data = moved;
	touch(data);
	child = fork();
	if (!child) {
		touch(data);
		_exit(0);
	}
	waitpid(child, &status, 0);
	printf("child: %s\n", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "ok");
	say("inherit", madvise((void *)data, data_bytes, MADV_DOFORK));
	child = fork();
	if (!child) {
		touch(data);
		_exit(ioctl(fd, GET_READER) ? 1 : 0);
	}
	waitpid(child, &status, 0);
	printf("child: %s\n", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "ok");
	touch(data);
	munmap((void *)data, data_bytes);
	say("the other mapping", ioctl(fd, GET_READER));
	munmap((void *)meta, getpagesize());
	say("no mapping", ioctl(fd, GET_READER));
}

static const struct operation {
	const char *name;
	void (*function)(const char *argument);
} operations[] = {
	{ "pages", op_pages },
	{ "lines", op_lines },
	{ "follow", op_follow },
	{ "keep", op_keep },
	{ "hold", op_hold },
	{ "meta", op_meta },
	{ "errors", op_errors },
	{ "copies", op_copies },
};

int main(int argc, char **argv)
{
	unsigned int i;

	subbuffer_size_from_environment();
	for (i = 0; argc >= 3 && i < sizeof(operations) / sizeof(*operations); i++) {
		if (strcmp(argv[1], operations[i].name))
			continue;
		fd = open(argv[2], O_RDONLY | O_NONBLOCK);
		if (fd < 0)
			die(argv[2]);
		map_all();
		operations[i].function(argc > 3 ? argv[3] : NULL);
		return 0;
	}
	fprintf(stderr, "Usage: mapper pages|lines|follow|keep|hold|meta|errors|copies FILE [ARGUMENT]\n");
	return 2;
}
