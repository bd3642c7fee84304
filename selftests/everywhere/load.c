// SPDX-License-Identifier: GPL-2.0
/*
 * What hits the probes: on each CPU a task that does nothing but call one function, interrupted by a
 * timer every 60 us, and tasks that go through much of the kernel; at times all sleep, for the idle task.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "everywhere.h"

#define BUSY_MS		50
#define IDLE_MS		15

/* Shared with the tasks. */
static volatile struct shared {
	int stop;
	unsigned long calls[MAX_CPUS];
} *shared;

static pid_t pids[MAX_CPUS * 4];
static unsigned int nr_pids;

static void on_signal(int signal __attribute__((unused)))
{
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static bool time_to_sleep(void)
{
	return now_ms() % (BUSY_MS + IDLE_MS) >= BUSY_MS;
}

static void sleep_us(long us)
{
	struct timespec time = { .tv_nsec = us * 1000 };

	nanosleep(&time, NULL);
}

static void run_hot(int cpu)
{
	struct itimerval every = { .it_interval.tv_usec = 60, .it_value.tv_usec = 60 }, never = { 0 };
	unsigned int i;

	signal(SIGALRM, on_signal);
	while (!shared->stop) {
		setitimer(ITIMER_REAL, &every, NULL);
		while (!shared->stop && !time_to_sleep()) {
			for (i = 0; i < 100; i++)
				syscall(SYS_getppid);
			shared->calls[cpu] += i;
		}
		setitimer(ITIMER_REAL, &never, NULL);
		while (!shared->stop && time_to_sleep())
			sleep_us(1000);
	}
}

static void use_files(void)
{
	char name[64], text[4096];
	struct stat stat;
	struct statfs statfs_;
	int fd;

	snprintf(name, sizeof(name), "/tmp/load.%d", getpid());
	fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (write(fd, name, sizeof(name)) < 0 || pread(fd, text, 100, 0) < 0)
		sched_yield();
	ftruncate(fd, 20000);
	fstat(fd, &stat);
	fallocate(fd, 0, 0, 4096);
	fsync(fd);
	flock(fd, 2);
	close(fd);
	link(name, "/tmp/load.link");
	symlink(name, "/tmp/load.symlink");
	readlink("/tmp/load.symlink", text, sizeof(text));
	chmod(name, 0644);
	utimensat(AT_FDCWD, name, NULL, 0);
	rename(name, "/tmp/load.renamed");
	unlink("/tmp/load.renamed");
	unlink("/tmp/load.link");
	unlink("/tmp/load.symlink");
	mkdir("/tmp/load.dir", 0700);
	rmdir("/tmp/load.dir");
	statfs("/proc", &statfs_);
	free(read_file("/proc/self/maps"));
	free(read_file("/proc/self/status"));
	free(read_file("/proc/interrupts"));
	free(read_file("/proc/stat"));
	free(read_file("/sys/kernel/mm/transparent_hugepage/enabled"));
	fd = open("/proc/self/fd", O_RDONLY | O_DIRECTORY);
	syscall(SYS_getdents64, fd, text, sizeof(text));
	close(fd);
}

static void use_pipes(void)
{
	int ends[2], pair[2], event = eventfd(0, 0), poller = epoll_create1(0);
	struct epoll_event wanted = { .events = EPOLLIN };
	struct pollfd poll_;
	char text[100];

	if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return;
	write(ends[1], text, 10);
	read(ends[0], text, 10);
	tee(ends[0], pair[0], 1, SPLICE_F_NONBLOCK);
	send(pair[0], text, 50, 0);
	recv(pair[1], text, 50, 0);
	eventfd_write(event, 1);
	epoll_ctl(poller, EPOLL_CTL_ADD, event, &wanted);
	epoll_wait(poller, &wanted, 1, 0);
	poll_ = (struct pollfd){ .fd = ends[0], .events = POLLIN };
	poll(&poll_, 1, 1);
	close(event);
	close(poller);
	close(ends[0]);
	close(ends[1]);
	close(pair[0]);
	close(pair[1]);
}

static void use_network(void)
{
	int from = socket(AF_INET, SOCK_DGRAM, 0), listener = socket(AF_INET, SOCK_STREAM, 0), client, server;
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof(address);
	char text[200] = "";

	if (from >= 0 && !bind(from, (void *)&address, length)) {
		getsockname(from, (void *)&address, &length);
		sendto(from, text, 100, 0, (void *)&address, length);
		recv(from, text, sizeof(text), MSG_DONTWAIT);
	}
	address.sin_port = 0;
	if (listener >= 0 && !bind(listener, (void *)&address, length) && !listen(listener, 1)) {
		getsockname(listener, (void *)&address, &length);
		client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		connect(client, (void *)&address, length);
		fcntl(listener, F_SETFL, O_NONBLOCK);
		server = accept(listener, NULL, NULL);
		if (server >= 0) {
			send(client, text, 100, MSG_DONTWAIT);
			recv(server, text, 100, MSG_DONTWAIT);
			close(server);
		}
		close(client);
	}
	close(from);
	close(listener);
}

static void use_memory(void)
{
	size_t size = 64 * 4096, i;
	char *area = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (area == MAP_FAILED)
		return;
	for (i = 0; i < size; i += 4096)
		area[i] = 1;
	madvise(area, size / 2, MADV_DONTNEED);
	mprotect(area, size / 2, PROT_READ);
	area = mremap(area, size, size * 2, MREMAP_MAYMOVE);
	if (area != MAP_FAILED)
		munmap(area, size * 2);
}

/* Exceptions of all kinds; each ends its task, or leaves it a signal. */
static void fault(unsigned int which)
{
	volatile int zero = 0;

	switch (which % 4) {
	case 0: *(volatile int *)8 = 1; break;
#if defined(__x86_64__)
	case 1: asm volatile("int3"); break;
	case 2: asm volatile("ud2"); break;
#else
	case 1: asm volatile("brk #1"); break;
	case 2: asm volatile("udf #0"); break;
#endif
	case 3: zero = 1 / zero; break;
	}
	_exit(zero);
}

/* Programs that go where system calls of this one do not; no shell, which would call getppid(2). */
static const char *const programs[][10] = {
	{ "true" },
	{ "ls", "-lR", "/proc/self", "/dev" },
	{ "find", "/sys/kernel", "/sys/module", "-maxdepth", "3" },
	{ "cat", "/proc/meminfo", "/proc/vmstat", "/proc/slabinfo", "/proc/zoneinfo", "/proc/buddyinfo", "/proc/iomem",
	  "/proc/timer_list", "/proc/softirqs", "/proc/net/dev" },
	{ "mount", "-t", "tmpfs", "none", "/mnt" },
	{ "umount", "/mnt" },
	{ "ip", "addr" },
	{ "sync" },
	{ "ps" },
	{ "df" },
	{ "dd", "if=/dev/zero", "of=/tmp/load.dd", "bs=64k", "count=4" },
	{ "taskset", "1", "true" },
	{ "cat", "/sys/class/net/lo/statistics/rx_bytes", "/sys/devices/system/cpu/cpu0/uevent", "/proc/cpuinfo",
	  "/proc/cgroups", "/proc/mounts", "/proc/self/smaps", "/proc/self/stack", "/proc/self/io" },
};

static void run_program(unsigned int which)
{
	int null = open("/dev/null", O_RDWR);

	dup2(null, 0);
	dup2(null, 1);
	dup2(null, 2);
	execv("/bin/busybox", (char *const *)programs[which % (sizeof(programs) / sizeof(*programs))]);
	_exit(0);
}

static void use_tasks(unsigned int round)
{
	pid_t pid = fork();

	if (!pid) {
		signal(SIGALRM, SIG_DFL);
		if (round % 3 == 0)
			fault(round / 3);
		run_program(round);
	}
	if (pid > 0) {
		setpriority(0, pid, 5);
		kill(pid, 0);
		waitpid(pid, NULL, 0);
	}
}

static void use_time(void)
{
	struct itimerspec soon = { .it_value.tv_nsec = 200000 };
	int fd = timerfd_create(CLOCK_MONOTONIC, 0);
	uint64_t expirations;
	struct timespec time;
	struct utsname name;
	struct sysinfo info;

	timerfd_settime(fd, 0, &soon, NULL);
	if (read(fd, &expirations, 8) < 0)
		sched_yield();
	close(fd);
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
	uname(&name);
	sysinfo(&info);
	sched_yield();
	syscall(SYS_membarrier, 1, 0, 0);
}

static void run_mixed(int cpu)
{
	unsigned int round = cpu;

	while (!shared->stop) {
		if (time_to_sleep()) {
			sleep_us(500);
			continue;
		}
		use_files();
		use_pipes();
		use_network();
		use_memory();
		use_time();
		use_tasks(round++);
	}
}

/* A write that the processor watches is an exception that counts as an NMI (x86_64). */
static void watch(int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = sizeof(attr),
		.bp_type = HW_BREAKPOINT_W,
		.bp_len = HW_BREAKPOINT_LEN_8,
	};
	char *text = read_file("/proc/kallsyms"), *at = text ? strstr(text, " jiffies\n") : NULL;

	if (at) {
		while (at > text && at[-1] != '\n')
			at--;
		attr.bp_addr = strtoull(at, NULL, 16);
		syscall(SYS_perf_event_open, &attr, -1, cpu, -1, 0);
	}
	free(text);
}

static void start(void (*run)(int cpu), int cpu)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork: %s", strerror(errno));
	if (!pid) {
		pin(cpu);
		run(cpu);
		_exit(0);
	}
	pids[nr_pids++] = pid;
}

/** load_start() - on all CPUs, until load_stop(); @mixed: not only the hot function */
void load_start(bool mixed)
{
	int cpu;

	if (!shared) {
		shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		for (cpu = 0; cpu < nr_cpus; cpu++)
			watch(cpu);
	}
	memset((void *)shared, 0, sizeof(*shared));
	nr_pids = 0;
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		start(run_hot, cpu);
		if (mixed)
			start(run_mixed, cpu);
	}
}

/** load_stop() - when it returns, nothing of the load runs any more */
void load_stop(void)
{
	unsigned int i;

	shared->stop = 1;
	for (i = 0; i < nr_pids; i++)
		waitpid(pids[i], NULL, 0);
}

/** load_calls() - how often the function of the hot probe was called */
unsigned long load_calls(void)
{
	unsigned long calls = 0;
	int cpu;

	for (cpu = 0; cpu < nr_cpus; cpu++)
		calls += shared->calls[cpu];
	return calls;
}
