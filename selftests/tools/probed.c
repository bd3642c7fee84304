// SPDX-License-Identifier: GPL-2.0
/*
 * A program that user probes are put on.
 *
 *	probed places		prints NAME=OFFSET of what it has: functions and data, as offsets in its file
 *	probed call N		calls called() N times, with 1 to N
 *	probed untouched FILE	calls called() with a text in a page of FILE that it has not touched
 *	probed nowhere		calls called() with addresses where nothing is
 *	probed counter		waits for a line of input, then prints its reference counter, until there is none
 *	probed semaphore	likewise the semaphore of its USDT probe
 *	probed changing N	calls called() N times with a text that another thread changes all the time
 *	probed loop		calls called() for ever
 *	probed breakpoints	for each line of input, prints how many of the 2000 places from PLAIN on have a breakpoint
 *	probed churn N		N times: maps its file, as code, and takes that away; forks, calls, and runs itself
 */
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "usdt.h"

struct thing {
	int number;
	unsigned char bytes[4];
	const char *names[2];
	const char *name;
};

const char fixed[] __attribute__((used)) = "fixed";
volatile unsigned short counter __attribute__((section(".data"))) = 0;
USDT_SEMAPHORE(probed_called_semaphore);
static struct thing thing = { -7, { 1, 2, 3, 4 }, { "one", "two" }, "inner" };

__attribute__((noinline, noclone)) long called(long number, const char *text, const struct thing *with)
{
	__asm__ volatile("" : : "r"(text), "r"(with) : "memory");
	return number * 2;
}

/* Has the probe probed:called, with arguments in registers, in memory and for a constant. */
static void called_probe(long number, const char *text)
{
	static volatile int in_variable;
	volatile int on_stack = -(int)number;

	in_variable = 1000 + number;
	USDT(probed, called, "probed_called_semaphore",
	     USDT_FORMAT(a) " " USDT_FORMAT(b) " " USDT_FORMAT(c) " " USDT_FORMAT(d) " " USDT_FORMAT(e) " "
	     USDT_FORMAT(f),
	     USDT_VALUE(a, number), USDT_VALUE(b, (unsigned long)text), USDT_VALUE(c, (unsigned char)number),
	     USDT_VALUE(d, on_stack), USDT_VALUE(e, (short)-3), USDT_VALUE(f, in_variable));
}

/* Has one of the places of the probe probed:inlined wherever it is called. */
static inline __attribute__((always_inline)) void inlined_probe(int place, long number)
{
	USDT(probed, inlined, "0", USDT_FORMAT(a) " " USDT_FORMAT(b), USDT_VALUE(a, place), USDT_VALUE(b, number));
}

/* Returns the offset in the file of what lies at an address, or in memory as if all of it had the code's. */
static unsigned long offset_of(const void *at, int as_code)
{
	const Elf64_Phdr *header = (void *)getauxval(AT_PHDR);
	unsigned long i, address = (unsigned long)at, n = getauxval(AT_PHNUM), code = 0;

	for (i = 0; i < n; i++)
		if (header[i].p_type == PT_LOAD && header[i].p_flags & PF_X)
			code = header[i].p_vaddr - header[i].p_offset;
	for (i = 0; i < n; i++)
		if (header[i].p_type == PT_LOAD && address - header[i].p_vaddr < header[i].p_filesz)
			return address - (as_code ? code : header[i].p_vaddr - header[i].p_offset);
	return 0;
}

/* Instructions of a byte each (x86_64) or of four, as many as tests want places. */
#define PLAIN_PLACES	2000

__attribute__((noinline, noclone, used)) static void plain(void)
{
	__asm__ volatile(".globl probed_plain\nprobed_plain:\n.rept %c0\n\tnop\n.endr\n" : : "i"(PLAIN_PLACES));
}

extern const unsigned char probed_plain[];

#ifdef __x86_64__
#define PLAIN_SIZE	1
#else
#define PLAIN_SIZE	4
#endif

static void print_places(void)
{
	printf("CALLED=0x%lx\nFIXED=0x%lx\nCOUNTER=0x%lx\nPLAIN=0x%lx\nPLAIN_SIZE=%d\n", offset_of(called, 0),
	       offset_of(fixed, 1), offset_of((const void *)&counter, 0), offset_of(probed_plain, 0), PLAIN_SIZE);
}

static void call(long n)
{
	long i;

	for (i = 1; i <= n; i++) {
		called_probe(i, "argument");
		inlined_probe(1, i);
		if (called(i, "text", &thing) != 2 * i)
			exit(3);
		inlined_probe(2, i);
	}
}

static int call_untouched(const char *file)
{
	int fd = open(file, O_RDONLY);
	char *text = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, fd, 0);

	if (text == MAP_FAILED)
		return 1;
	/* The text crosses from one page into the next. */
	called(1, text + 4090, &thing);
	return 0;
}

static void *change(void *text)
{
	for (;;) {
		memset(text, 'a', 200);
		memset(text, 0, 200);
	}
	return NULL;
}

static int call_changing(long n)
{
	static char text[256];
	pthread_t thread;
	long i;

	if (pthread_create(&thread, NULL, change, text))
		return 1;
	for (i = 0; i < n; i++)
		called(i, text, &thing);
	return 0;
}

static void print_counter(const volatile unsigned short *number)
{
	char line[16];

	while (fgets(line, sizeof(line), stdin)) {
		printf("%d\n", *number);
		fflush(stdout);
	}
}

static void print_breakpoints(void)
{
	const volatile unsigned char *place = probed_plain;
	unsigned char nop = place[0];
	char line[16];
	int i, n;

	while (fgets(line, sizeof(line), stdin)) {
		for (i = n = 0; i < PLAIN_PLACES; i++)
			n += place[i * PLAIN_SIZE] != nop;
		printf("%d\n", n);
		fflush(stdout);
	}
}

static int churn(long n)
{
	int fd = open("/proc/self/exe", O_RDONLY), status;
	pid_t child;

	while (n-- > 0) {
		void *map = mmap(NULL, 1 << 20, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);

		if (map == MAP_FAILED)
			return 1;
		call(3);
		munmap(map, 1 << 20);
		child = fork();
		if (child < 0)
			return 1;
		if (!child) {
			call(2);
			execl("/proc/self/exe", "probed", "call", "2", NULL);
			_exit(1);
		}
		if (waitpid(child, &status, 0) != child || status)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 0;

	if (!strcmp(what, "places")) {
		print_places();
	} else if (!strcmp(what, "call")) {
		call(n);
	} else if (!strcmp(what, "untouched") && argc > 2) {
		return call_untouched(argv[2]);
	} else if (!strcmp(what, "nowhere")) {
		called(0, NULL, (void *)-4096L);
	} else if (!strcmp(what, "changing")) {
		return call_changing(n);
	} else if (!strcmp(what, "counter")) {
		print_counter(&counter);
	} else if (!strcmp(what, "semaphore")) {
		print_counter(&probed_called_semaphore);
	} else if (!strcmp(what, "breakpoints")) {
		print_breakpoints();
	} else if (!strcmp(what, "loop")) {
		for (;;)
			call(1000);
	} else if (!strcmp(what, "churn")) {
		return churn(n);
	} else {
		fprintf(stderr, "usage: probed places|call|untouched|nowhere|changing|counter|semaphore|breakpoints|loop|churn\n");
		return 2;
	}
	return 0;
}
