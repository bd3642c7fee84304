// SPDX-License-Identifier: GPL-2.0
/*
 * What one call of getppid() takes, in nanoseconds of the guest's clock, probed or not.
 *
 * The call's registers hold what the probes of hits.txt look for: getppid() takes no arguments, and
 * the function that is probed has them all in memory, at its %di, r15 and r14 first.
 *
 *	+0(%di)		a string of 16 bytes, with its NUL
 *	+0(+112(%di))	the same in user memory: where %rdi points
 */
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#define CALLS	20000

static char text[16] = "fifteen letters";

static void call(void)
{
	unsigned long words[2];
	long ret;

	memcpy(words, text, sizeof(words));
	register unsigned long r15 asm("r15") = words[0];
	register unsigned long r14 asm("r14") = words[1];

	asm volatile("syscall"
		     : "=a"(ret)
		     : "0"(SYS_getppid), "D"(text), "r"(r15), "r"(r14)
		     : "rcx", "r11", "memory");
}

static double measure(void)
{
	struct timespec start, end;
	int i;

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (i = 0; i < CALLS; i++)
		call();
	clock_gettime(CLOCK_MONOTONIC, &end);
	return ((end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec)) / CALLS;
}

int main(void)
{
	measure();	/* pages, caches of names */
	printf("%.1f\n", measure());
	return 0;
}
