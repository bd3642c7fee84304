// SPDX-License-Identifier: GPL-2.0
/*
 * fileop FLAGS FILE OPERATION [ARGUMENT] ...: opens a file and does things with it that a shell
 * can't, one after the other, with a line of output for each: "OPERATION RESULT", where RESULT is
 * a number or the name of an errno.
 *
 *	FLAGS		of r (read), w (write), n (O_NONBLOCK), t (O_TRUNC), a (O_APPEND), c (O_CREAT),
 *			x (O_EXCL)
 *	read N		read(2) of at most N bytes
 *	copy N		the same, and the bytes go to standard error
 *	write TEXT	write(2)
 *	writefile FILE	the content of FILE in one write(2)
 *	writemapped FILE the same, from where FILE is mapped and nobody has looked yet
 *	writebad N	N bytes from an address where nothing can be read
 *	pwrite TEXT	pwrite(2) at offset 3
 *	tell -		the offset that the descriptor is at
 *	splice N	splice(2) of at most N bytes into a pipe, which is then emptied
 *	splicefull N	splice(2) of at most N bytes into a pipe; while it waits, another process fills
 *			the pipe, changes its directory (for a probe that a test has there) and goes
 *	poll MS		poll(2) for reading: 1 when ready, 0 after MS milliseconds
 *	polls MS	poll(2) without waiting, again and again for MS milliseconds; the last result
 *	epoll MS	epoll_wait(2) for reading: 1 when ready, 0 after MS milliseconds. The file is put
 *			under watch the first time, and stays so
 *	ioctl N		ioctl(2) with request N
 *	nonblock 0|1	switch O_NONBLOCK
 *	seek N		lseek(2)
 *	hold N		open the file N more times, read the names if it is a directory, and do not close
 *	number FILE	the result is the number that FILE begins with
 *	wait -		read a line of standard input
 *	open FILE	open(2) another file for reading, and close it
 *	mount DIR	mount(2) a probefs there
 *	fsmount DIR	the same by fsopen(2), fsmount(2) and move_mount(2)
 *	umount DIR	umount(2)
 *	mkdir DIR	mkdir(2)
 *	rmdir DIR	rmdir(2)
 *	hog CPU		take the CPU with real-time priority, let nobody else of lower priority run
 *			there for 20 seconds, and be killed by SIGALRM then; its line comes when it begins
 *	realtime PID	give a task a higher priority than hog has
 *	ordinary PID	give it the priority of others again
 *	thread DIR	a thread calls chdir(2); the result is its id
 *	fail N		the N-th allocation of the next operation fails; its line ends in "failed" if
 *			it came to that, and in "enough" if it needs fewer. For kernels with
 *			CONFIG_FAULT_INJECTION
 *
 * Exit status 1 when the file does not open; then the only line is "open ERRNO".
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROOM (1 << 20)

static char buffer[ROOM];

static int parse_flags(const char *text)
{
	int flags = strchr(text, 'w') ? strchr(text, 'r') ? O_RDWR : O_WRONLY : O_RDONLY;

	flags |= strchr(text, 'n') ? O_NONBLOCK : 0;
	flags |= strchr(text, 't') ? O_TRUNC : 0;
	flags |= strchr(text, 'a') ? O_APPEND : 0;
	flags |= strchr(text, 'c') ? O_CREAT : 0;
	flags |= strchr(text, 'x') ? O_EXCL : 0;
	return flags;
}

static size_t room_for(const char *number)
{
	size_t n = strtoul(number, NULL, 0);

	return n < ROOM ? n : ROOM;
}

static ssize_t op_read(int fd, const char *argument)
{
	return read(fd, buffer, room_for(argument));
}

static ssize_t op_copy(int fd, const char *argument)
{
	ssize_t n = op_read(fd, argument);

	if (n > 0 && write(STDERR_FILENO, buffer, n) != n)
		perror("copy");
	return n;
}

static ssize_t op_write(int fd, const char *argument)
{
	return write(fd, argument, strlen(argument));
}

static ssize_t op_writefile(int fd, const char *argument)
{
	int from = open(argument, O_RDONLY);
	ssize_t n;

	if (from < 0)
		return -1;
	n = read(from, buffer, ROOM);
	close(from);
	return n < 0 ? n : write(fd, buffer, n);
}

static ssize_t op_writemapped(int fd, const char *argument)
{
	int from = open(argument, O_RDONLY);
	off_t size = from < 0 ? -1 : lseek(from, 0, SEEK_END);
	void *text = size < 0 ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, from, 0);

	return text == MAP_FAILED ? -1 : write(fd, text, size);
}

static ssize_t op_writebad(int fd, const char *argument)
{
	size_t size = room_for(argument);
	void *text = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return text == MAP_FAILED ? -1 : write(fd, text, size);
}

static ssize_t op_pwrite(int fd, const char *argument)
{
	return pwrite(fd, argument, strlen(argument), 3);
}

static ssize_t op_tell(int fd, const char *argument)
{
	(void)argument;
	return lseek(fd, 0, SEEK_CUR);
}

/* Made before any operation: its allocations are not those of a splice. */
static int pipe_ends[2];

static void make_pipe(void)
{
	if (pipe(pipe_ends) < 0 || fcntl(pipe_ends[1], F_SETPIPE_SZ, ROOM) < 0) {
		perror("fileop: pipe");
		exit(2);
	}
}

static ssize_t op_splice(int fd, const char *argument)
{
	ssize_t n = splice(fd, NULL, pipe_ends[1], NULL, room_for(argument), SPLICE_F_MOVE);

	if (n > 0 && read(pipe_ends[0], buffer, n) != n)
		perror("pipe");
	return n;
}

/* Until a system call of the process waits. */
static void await_sleep(pid_t pid)
{
	char path[32], state = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	while (state != 'S') {
		usleep(1000);
		file = fopen(path, "r");
		if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
			exit(2);
		fclose(file);
	}
}

static void fill_pipe_and_hit(void)
{
	await_sleep(getppid());
	fcntl(pipe_ends[1], F_SETFL, O_NONBLOCK);
	while (write(pipe_ends[1], buffer, 4096) > 0)
		;
	exit(chdir("/"));
}

static ssize_t op_splicefull(int fd, const char *argument)
{
	ssize_t n;

	fflush(stdout);
	if (!fork())
		fill_pipe_and_hit();
	n = splice(fd, NULL, pipe_ends[1], NULL, room_for(argument), 0);
	wait(NULL);
	return n;
}

static ssize_t op_poll(int fd, const char *argument)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, atoi(argument));
}

static long milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static ssize_t op_polls(int fd, const char *argument)
{
	long end = milliseconds() + atol(argument);
	ssize_t ret;

	do
		ret = op_poll(fd, "0");
	while (milliseconds() < end);
	return ret;
}

static ssize_t op_epoll(int fd, const char *argument)
{
	struct epoll_event event = { .events = EPOLLIN };
	static int watch = -1;

	if (watch < 0) {
		watch = epoll_create1(EPOLL_CLOEXEC);
		if (watch < 0 || epoll_ctl(watch, EPOLL_CTL_ADD, fd, &event))
			return -1;
	}
	return epoll_wait(watch, &event, 1, atoi(argument));
}

static ssize_t op_ioctl(int fd, const char *argument)
{
	return ioctl(fd, strtoul(argument, NULL, 0), 0);
}

static ssize_t op_nonblock(int fd, const char *argument)
{
	int flags = fcntl(fd, F_GETFL);

	flags = atoi(argument) ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
	return fcntl(fd, F_SETFL, flags);
}

static ssize_t op_seek(int fd, const char *argument)
{
	return lseek(fd, atol(argument), SEEK_SET);
}

static const char *path;

static ssize_t op_hold(int fd, const char *argument)
{
	int i, nr = atoi(argument), other;

	(void)fd;
	for (i = 0; i < nr; i++) {
		other = open(path, O_RDONLY | O_NONBLOCK);
		if (other < 0)
			return -1;
		if (getdents64(other, buffer, 4096) < 0 && errno != ENOTDIR)
			return -1;
	}
	return nr;
}

static ssize_t op_number(int fd, const char *argument)
{
	FILE *file = fopen(argument, "r");
	ssize_t n = -1;

	(void)fd;
	if (!file)
		return -1;
	if (fscanf(file, "%zd", &n) != 1)
		errno = EINVAL;
	fclose(file);
	return n;
}

static ssize_t op_wait(int fd, const char *argument)
{
	(void)fd;
	(void)argument;
	return fgets(buffer, ROOM, stdin) ? 0 : -1;
}

static ssize_t op_open(int fd, const char *argument)
{
	int other = open(argument, O_RDONLY | O_NONBLOCK);

	(void)fd;
	if (other >= 0)
		close(other);
	return other < 0 ? -1 : 0;
}

static ssize_t op_mount(int fd, const char *argument)
{
	(void)fd;
	return mount("none", argument, "probefs", 0, NULL);
}

static ssize_t op_fsmount(int fd, const char *argument)
{
	int context = fsopen("probefs", 0), mount = -1, ret = -1, error;

	(void)fd;
	if (context >= 0 && !fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		mount = fsmount(context, 0, 0);
	if (mount >= 0)
		ret = move_mount(mount, "", AT_FDCWD, argument, MOVE_MOUNT_F_EMPTY_PATH);
	error = errno;
	close(mount);
	close(context);
	errno = error;
	return ret;
}

static ssize_t op_umount(int fd, const char *argument)
{
	(void)fd;
	return umount2(argument, 0);
}

#define HOG_PRIORITY 50
#define HOG_SECONDS 20	/* well below what the kernel takes for a stall */

static ssize_t op_hog(int fd, const char *argument)
{
	const struct sched_param priority = { .sched_priority = HOG_PRIORITY };
	cpu_set_t cpus;

	(void)fd;
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argument), &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus) || sched_setscheduler(0, SCHED_FIFO, &priority))
		return -1;
	printf("hog %s\n", argument);
	fflush(stdout);
	alarm(HOG_SECONDS);
	for (;;)
		__asm__ volatile("" ::: "memory");
}

static ssize_t op_realtime(int fd, const char *argument)
{
	const struct sched_param priority = { .sched_priority = HOG_PRIORITY + 10 };

	(void)fd;
	return sched_setscheduler(atoi(argument), SCHED_FIFO, &priority);
}

static ssize_t op_ordinary(int fd, const char *argument)
{
	const struct sched_param priority = { .sched_priority = 0 };

	(void)fd;
	return sched_setscheduler(atoi(argument), SCHED_OTHER, &priority);
}

static const char *thread_directory;
static char thread_stack[65536] __attribute__((aligned(16)));

static int thread_main(void *unused)
{
	(void)unused;
	return chdir(thread_directory);
}

/* CLONE_CHILD_CLEARTID: the thread's end makes this 0. */
static volatile pid_t thread_lives;

static ssize_t op_thread(int fd, const char *argument)
{
	const int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
			  CLONE_SYSVSEM | CLONE_CHILD_CLEARTID;
	pid_t thread;

	(void)fd;
	thread_directory = argument;
	thread_lives = 1;
	thread = clone(thread_main, thread_stack + sizeof(thread_stack), flags, NULL, NULL, NULL,
		       &thread_lives);
	while (thread > 0 && thread_lives)
		usleep(1000);
	return thread;
}

/* The allocation of the next operation that is to fail; 0: none. */
static int fault;

static ssize_t op_fail(int fd, const char *argument)
{
	(void)fd;
	fault = atoi(argument);
	return 0;
}

static ssize_t op_mkdir(int fd, const char *argument)
{
	(void)fd;
	return mkdir(argument, 0755);
}

static ssize_t op_rmdir(int fd, const char *argument)
{
	(void)fd;
	return rmdir(argument);
}

static const struct {
	const char *name;
	ssize_t (*run)(int fd, const char *argument);
} operations[] = {
	{ "read", op_read },
	{ "copy", op_copy },
	{ "write", op_write },
	{ "writefile", op_writefile },
	{ "writemapped", op_writemapped },
	{ "writebad", op_writebad },
	{ "pwrite", op_pwrite },
	{ "tell", op_tell },
	{ "splice", op_splice },
	{ "splicefull", op_splicefull },
	{ "poll", op_poll },
	{ "polls", op_polls },
	{ "epoll", op_epoll },
	{ "ioctl", op_ioctl },
	{ "nonblock", op_nonblock },
	{ "seek", op_seek },
	{ "hold", op_hold },
	{ "number", op_number },
	{ "wait", op_wait },
	{ "open", op_open },
	{ "mount", op_mount },
	{ "fsmount", op_fsmount },
	{ "umount", op_umount },
	{ "mkdir", op_mkdir },
	{ "rmdir", op_rmdir },
	{ "hog", op_hog },
	{ "realtime", op_realtime },
	{ "ordinary", op_ordinary },
	{ "thread", op_thread },
	{ "fail", op_fail },
};

static void report(const char *name, ssize_t result, const char *more)
{
	if (result < 0)
		printf("%s %s%s\n", name, strerrorname_np(errno), more);
	else
		printf("%s %zd%s\n", name, result, more);
	fflush(stdout);
}

/* The kernel counts the task's allocations down in this file, and fails the one that makes it 0. */
static int open_fault_file(void)
{
	int file = open("/proc/thread-self/fail-nth", O_RDWR);

	if (file < 0) {
		perror("fileop: /proc/thread-self/fail-nth");
		exit(2);
	}
	return file;
}

static const char *run_with_fault(ssize_t (*operation)(int fd, const char *argument), int fd,
				  const char *argument, ssize_t *result)
{
	int file = open_fault_file(), error;
	char text[16] = "";

	snprintf(text, sizeof(text), "%d", fault);
	fault = 0;
	if (pwrite(file, text, strlen(text), 0) < 0)
		perror("fail-nth");
	*result = operation(fd, argument);
	error = errno;
	memset(text, 0, sizeof(text));
	if (pread(file, text, sizeof(text) - 1, 0) < 0 || pwrite(file, "0", 1, 0) < 0)
		perror("fail-nth");
	close(file);
	errno = error;
	return atoi(text) ? " enough" : " failed";
}

static int run(int fd, const char *name, const char *argument)
{
	const char *more = "";
	ssize_t result;
	size_t i;

	for (i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		if (strcmp(operations[i].name, name))
			continue;
		if (fault)
			more = run_with_fault(operations[i].run, fd, argument, &result);
		else
			result = operations[i].run(fd, argument);
		report(name, result, more);
		return 0;
	}
	fprintf(stderr, "fileop: no operation %s\n", name);
	return 2;
}

int main(int argc, char **argv)
{
	int fd, i;

	if (argc < 3 || argc % 2 == 0) {
		fprintf(stderr, "usage: fileop FLAGS FILE [OPERATION ARGUMENT]...\n");
		return 2;
	}
	path = argv[2];
	fd = open(path, parse_flags(argv[1]), 0600);
	if (fd < 0) {
		report("open", fd, "");
		return 1;
	}
	make_pipe();
	for (i = 3; i < argc; i += 2)
		if (run(fd, argv[i], argv[i + 1]))
			return 2;
	return 0;
}
