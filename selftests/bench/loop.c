// SPDX-License-Identifier: GPL-2.0
/*
 * loop [call | switch | allocate | read | jump]: what one round takes, in nanoseconds of the guest's clock, probed or not.
 *
 *	call		getppid()
 *	switch		a byte to another process and one back: two switches between tasks on one CPU
 *	allocate	a message of System V that is sent and received: one kmalloc()
 *	read		a byte of /dev/zero: one vfs_read()
 *	jump		a function of this program, probed(), whose argument is the address of the string below
 *
 * The call's registers hold what the probes of hits.txt look for: getppid() takes no arguments, and
 * the function that is probed has them all in memory, at its %di, r15 and r14 first.
 *
 *	+0(%di)		a string of 16 bytes, with its NUL
 *	+0(+112(%di))	the same in user memory: where %rdi points
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS	20000	/* selftests/bench/guest knows it, too */

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

/* A function that begins with an instruction which the kernel does not execute out of line. */
long probed(const char *argument);
asm(".text\n"
    ".globl probed\n"
    ".type probed, @function\n"
    "probed:\n"
    "	nop\n"
    "	mov %rdi, %rax\n"
    "	ret\n"
    ".size probed, . - probed\n");

static int there[2], back[2], queue, zero;

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void no_preparation(void)
{
}

/* The other process sends back what it gets until there is nobody to get anything from. */
static void start_partner(void)
{
	char byte;

	if (pipe(there) || pipe(back))
		fail("pipe");
	switch (fork()) {
	case -1:
		fail("fork");
		break;
	case 0:
		close(there[1]);
		while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1)
			;
		_exit(0);
	}
}

static void switch_twice(void)
{
	char byte = 0;

	if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
		fail("the partner is gone");
}

static void make_queue(void)
{
	queue = msgget(IPC_PRIVATE, 0600);
	if (queue < 0)
		fail("msgget");
}

static void allocate(void)
{
	struct {
		long type;
		char text[64];
	} message = { .type = 1 };

	if (msgsnd(queue, &message, sizeof(message.text), 0) ||
	    msgrcv(queue, &message, sizeof(message.text), 0, 0) != sizeof(message.text))
		fail("message");
}

static void remove_queue(void)
{
	msgctl(queue, IPC_RMID, NULL);
}

static void open_zero(void)
{
	zero = open("/dev/zero", O_RDONLY);
	if (zero < 0)
		fail("/dev/zero");
}

static void read_byte(void)
{
	char byte;

	if (read(zero, &byte, 1) != 1)
		fail("/dev/zero");
}

static void close_zero(void)
{
	close(zero);
}

static void jump(void)
{
	if (probed(text) != (long)text)
		exit(1);
}

static void stop_partner(void)
{
	close(there[1]);
	wait(NULL);
}

static const struct loop {
	const char *name;
	void (*prepare)(void);
	void (*round)(void);
	void (*finish)(void);
} loops[] = {
	{ "call", no_preparation, call, no_preparation },
	{ "switch", start_partner, switch_twice, stop_partner },
	{ "allocate", make_queue, allocate, remove_queue },
	{ "read", open_zero, read_byte, close_zero },
	{ "jump", no_preparation, jump, no_preparation },
};

static double measure(void (*round)(void))
{
	struct timespec start, end;
	int i;

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (i = 0; i < ROUNDS; i++)
		round();
	clock_gettime(CLOCK_MONOTONIC, &end);
	return ((end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec)) / ROUNDS;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "call";
	const struct loop *loop;

	for (loop = loops; loop < loops + sizeof(loops) / sizeof(*loops); loop++) {
		if (strcmp(loop->name, name))
			continue;
		loop->prepare();
		measure(loop->round);	/* pages, caches of names */
		printf("%.1f\n", measure(loop->round));
		loop->finish();
		return 0;
	}
	fprintf(stderr, "Usage: loop [call | switch | allocate | read | jump]\n");
	return 2;
}
