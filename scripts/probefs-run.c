// SPDX-License-Identifier: GPL-2.0
/*
 * probefs-run [OPTION...] COMMAND [ARG...]: runs a command with a tracer of its own, which is gone
 * when the command is, however it ends.
 *
 * Three processes. The first one, which the caller knows, makes a mount namespace with a probefs in
 * it, passes on signals and at the end returns the command's status. The second one is the init of
 * a PID namespace, the third one the command.
 *
 *	probefs-run		private mount namespace
 *	  init			the same one, and a PID namespace
 *	    COMMAND
 *
 * When the command has ended, its init kills whatever else is in the namespace (daemons, background
 * jobs, what ignores signals), waits for it, and ends. It does the same when probefs-run was
 * killed: that is the end of the socket between them. (The command itself could not be told by
 * PR_SET_PDEATHSIG: a program that is set-user-ID loses that.) With the last process goes the mount
 * namespace, with that the mount, and with that the tracer.
 *
 * The kernel would kill the others too if init just ended. But before v6.9 an init that ends and
 * waits for a process of its namespace holds up all waits for RCU tasks, and a process that is
 * about to set or remove a probe may have to wait for somebody who waits for those: none of them
 * ends then.
 *
 * All three have the same process group, so what a terminal sends, all of them get, and it is not
 * passed on. Nothing but SIGKILL from outside ends an init that has no handlers.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PROBEFS_VERSION
#define PROBEFS_VERSION "(unknown version)"
#endif

/* As of env(1), timeout(1) and chroot(1). */
enum {
	STATUS_FAILED		= 125,
	STATUS_NOT_RUNNABLE	= 126,
	STATUS_NOT_FOUND	= 127,
};

#define TRACING_DIR		"/sys/kernel/tracing"
#define DEBUGFS_DIR		"/sys/kernel/debug"
#define OLD_TRACING_DIR		DEBUGFS_DIR "/tracing"
#define SAFE_FLAGS		(MS_NOSUID | MS_NODEV | MS_NOEXEC)

/* What the caller had set for the command, and this program changes for itself. */
struct inherited {
	sigset_t mask;
	struct sigaction child_action;
	int proc_fd;
};

static const char usage_text[] =
	"Usage: probefs-run [OPTION...] [--] COMMAND [ARG...]\n"
	"\n"
	"Runs COMMAND with a private probefs at " TRACING_DIR ", and at\n"
	OLD_TRACING_DIR " too. Only COMMAND and the processes that COMMAND starts\n"
	"see this probefs. When COMMAND ends, or probefs-run is killed, these processes, their\n"
	"probes and their buffers are gone.\n"
	"\n"
	"  -o, --options OPTIONS  mount options: uid=N gid=N mode=OCTAL backend=NAME\n"
	"                         trace_clock=NAME btf=FILE noboot, separated by commas: see\n"
	"                         probefs(5)\n"
	"  -h, --help             print this text\n"
	"  -V, --version          print the version\n"
	"\n"
	"COMMAND runs in a PID namespace of its own. The environment variable PROBEFS_PID is the\n"
	"process id that the records of COMMAND have.\n"
	"\n"
	"The exit status is that of COMMAND; 125 when probefs-run itself fails, 126 when COMMAND\n"
	"can't be run, 127 when COMMAND is not found. probefs-run needs root.\n";

static void say_list(const char *format, va_list args)
{
	fputs("probefs-run: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_list(format, args);
	va_end(args);
}

static void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_list(format, args);
	va_end(args);
	exit(STATUS_FAILED);
}

/*
 * The mount namespace
 */

/*
 * What is mounted and unmounted outside goes on to show in here, and nothing of here shows outside.
 */
static void make_private(void)
{
	if (unshare(CLONE_NEWNS))
		die("can't make a mount namespace: %s%s", strerror(errno),
		    errno == EPERM ? "; probefs-run needs root (CAP_SYS_ADMIN)" : "");
	if (mount("none", "/", NULL, MS_REC | MS_SLAVE, NULL))
		die("can't make the mount namespace private: %s", strerror(errno));
}

/* What modprobe has to say about a failure goes to standard error as it is. */
static void load_module(void)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		die("fork: %s", strerror(errno));
	if (!pid) {
		dup2(STDERR_FILENO, STDOUT_FILENO);
		execl("/sbin/modprobe", "modprobe", "probefs", NULL);
		execlp("modprobe", "modprobe", "probefs", NULL);
		say("modprobe: %s", strerror(errno));
		_exit(1);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status)
		die("the module probefs is not loaded, and modprobe does not load it.\n"
		    "\"make install\" in the sources installs the module for this kernel, and so does the\n"
		    "package probefs-dkms with the headers of this kernel; \"insmod probefs.ko\" loads a\n"
		    "module that is not installed.");
}

static void die_unmounted(const char *options) __attribute__((noreturn));

static void die_unmounted(const char *options)
{
	switch (errno) {
	case ENOENT:
	case ENOTDIR:
		die("there is no directory " TRACING_DIR ", is sysfs mounted?");
	case ENODEV:
		die("the module probefs is loaded, but this kernel does not know its file system");
	case EPERM:
		die("mounting is not permitted; mounting needs root outside of containers, and lockdown\n"
		    "(/sys/kernel/security/lockdown) refuses mounts to root as well");
	case EINVAL:
		if (*options)
			die("the mount options are refused: %s (see probefs(5))", options);
		/* fall through */
	default:
		die("can't mount probefs at " TRACING_DIR ": %s", strerror(errno));
	}
}

/* Definitions that the module was loaded with are meant for a mount that stays. */
static int mount_probefs(const char *options)
{
	char all[PATH_MAX];

	if (snprintf(all, sizeof(all), "noboot%s%s", *options ? "," : "", options) >= (int)sizeof(all)) {
		errno = EINVAL;
		return -1;
	}
	return mount("none", TRACING_DIR, "probefs", SAFE_FLAGS, all);
}

/*
 * Older programs look below debugfs. Where that is not mounted, they would mount it, and find the
 * kernel's own tracer there: so it is mounted for them. Kernels without debugfs, and those without
 * a tracer below it, have no such place.
 */
static void mount_old_place(void)
{
	struct stat debugfs, tracing;

	if (stat(DEBUGFS_DIR, &debugfs))
		return;
	if (stat(OLD_TRACING_DIR, &tracing)) {
		if (mount("none", DEBUGFS_DIR, "debugfs", SAFE_FLAGS, NULL) ||
		    stat(OLD_TRACING_DIR, &tracing))
			return;
	}
	if (mount(TRACING_DIR, OLD_TRACING_DIR, NULL, MS_BIND, NULL))
		die("can't mount probefs at " OLD_TRACING_DIR ": %s", strerror(errno));
}

static void mount_all(const char *options)
{
	/* The kernel itself asks modprobe for a file system that it does not know. */
	if (mount_probefs(options)) {
		if (errno != ENODEV)
			die_unmounted(options);
		load_module();
		if (mount_probefs(options))
			die_unmounted(options);
	}
	mount_old_place();
}

/*
 * Signals
 */

/* The stops are for whoever gets them, and what a fault of this program raises is its own. */
static const int not_passed_on[] = {
	SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP,
};

/* Where the caller ignored this one, no status of a child would come. */
static void take_child_signal(struct inherited *inherited)
{
	struct sigaction action = { .sa_handler = SIG_DFL };

	sigaction(SIGCHLD, &action, &inherited->child_action);
}

/* All that are waited for are blocked before there is an init, so that none gets lost. */
static void take_signals(sigset_t *taken, struct inherited *inherited)
{
	size_t i;

	sigfillset(taken);
	for (i = 0; i < sizeof(not_passed_on) / sizeof(not_passed_on[0]); i++)
		sigdelset(taken, not_passed_on[i]);
	sigprocmask(SIG_BLOCK, taken, &inherited->mask);
}

static void give_signals_back(const struct inherited *inherited)
{
	sigaction(SIGCHLD, &inherited->child_action, NULL);
	sigprocmask(SIG_SETMASK, &inherited->mask, NULL);
}

static bool from_terminal(const siginfo_t *info)
{
	return info->si_code == SI_KERNEL &&
	       (info->si_signo == SIGINT || info->si_signo == SIGQUIT || info->si_signo == SIGWINCH);
}

/*
 * The command, and its init
 */

/*
 * Process ids
 *
 * The kernel's records have those of the outermost namespace. A /proc shows those of the namespace
 * that it was mounted in, and each probefs-run mounts its own over the one it finds: so the lowest
 * shows what the records have. In a container, which has no /proc of outside, none does.
 */

#define PROC_MAGIC	0x9fa0
#define OUTERMOST_PIDS	"pid:[4026531836]"	/* PROC_PID_INIT_INO, the same in every kernel */

static int open_proc(void)
{
	struct statfs fs;
	char self[32];
	int fd = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	if (!fstatfs(fd, &fs) && fs.f_type == PROC_MAGIC && readlinkat(fd, "self", self, sizeof(self)) > 0)
		return fd;
	close(fd);
	return -1;
}

static bool proc_is_outermost(int fd)
{
	char pids[sizeof(OUTERMOST_PIDS)];
	ssize_t n = readlinkat(fd, "1/ns/pid", pids, sizeof(pids));

	return n == sizeof(pids) - 1 && !memcmp(pids, OUTERMOST_PIDS, n);
}

/*
 * Takes off what hides it, in the mount namespace that is ours: the command has a /proc of its own.
 */
static int find_outermost_proc(void)
{
	int fd = open_proc();

	while (fd >= 0 && !proc_is_outermost(fd) && !umount2("/proc", MNT_DETACH)) {
		int below = open_proc();

		if (below < 0)
			break;
		close(fd);
		fd = below;
	}
	return fd;
}

/* In the command itself, before it is run. */
static void set_pid_variable(int proc_fd)
{
	char pid[32];
	ssize_t n = readlinkat(proc_fd, "self", pid, sizeof(pid) - 1);

	if (n > 0) {
		pid[n] = '\0';
		setenv("PROBEFS_PID", pid, 1);
	}
}

static void run_command(char **argv, const struct inherited *inherited) __attribute__((noreturn));

static void run_command(char **argv, const struct inherited *inherited)
{
	set_pid_variable(inherited->proc_fd);
	give_signals_back(inherited);
	execvp(argv[0], argv);
	say("%s: %s", argv[0], strerror(errno));
	_exit(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_RUNNABLE);
}

/* True when the command has ended. Whatever lost its parent is init's to wait for. */
static bool reap(pid_t command, int *command_status)
{
	bool ended = false;
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid == command) {
			*command_status = status;
			ended = true;
		}
	}
	return ended;
}

/*
 * Nobody escapes: who is being killed starts no process, and who loses its parent is init's child.
 */
static void end_all(void)
{
	kill(-1, SIGKILL);
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		;
}

/* Returns the command's status as of wait(2), when it or probefs-run has ended. */
static int wait_for_command(pid_t command, int socket, int children)
{
	struct pollfd events[] = {
		{ .fd = socket, .events = POLLIN },
		{ .fd = children, .events = POLLIN },
	};
	struct signalfd_siginfo info;
	int signal, status = 0;

	for (;;) {
		if (poll(events, 2, -1) < 0)
			continue;
		if (events[1].revents) {
			if (read(children, &info, sizeof(info)) > 0 && reap(command, &status))
				return status;
		}
		if (events[0].revents) {
			/* The end of it is the end of probefs-run, and nobody asks for a status. */
			if (recv(socket, &signal, sizeof(signal), 0) != sizeof(signal))
				return 0;
			kill(command, signal);
		}
	}
}

/* A /proc of the new namespace: half of all programs look at /proc/self. */
static void mount_proc(void)
{
	if (mount("proc", "/proc", "proc", SAFE_FLAGS, NULL))
		die("can't mount /proc: %s", strerror(errno));
}

static void run_init(int socket, char **argv, const struct inherited *inherited)
	__attribute__((noreturn));

static void run_init(int socket, char **argv, const struct inherited *inherited)
{
	sigset_t child;
	int children, status;
	pid_t command;

	/* Somebody may have stopped init. Other than that it does nothing. */
	prctl(PR_SET_PDEATHSIG, SIGCONT);
	prctl(PR_SET_NAME, "probefs-init");
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	children = signalfd(-1, &child, SFD_CLOEXEC);
	if (children < 0)
		die("signalfd: %s", strerror(errno));
	mount_proc();

	command = fork();
	if (command < 0)
		die("fork: %s", strerror(errno));
	if (!command)
		run_command(argv, inherited);
	status = wait_for_command(command, socket, children);
	end_all();
	send(socket, &status, sizeof(status), MSG_NOSIGNAL);
	_exit(0);
}

/*
 * The outside
 */

/* Returns the command's status as of wait(2), after the last process of the namespace has ended. */
static int supervise(pid_t init, int socket, const sigset_t *taken)
{
	int init_status, status;
	siginfo_t info;

	for (;;) {
		if (sigwaitinfo(taken, &info) < 0)
			continue;
		if (info.si_signo == SIGCHLD) {
			if (waitpid(init, &init_status, WNOHANG) == init)
				break;
		} else if (!from_terminal(&info)) {
			send(socket, &info.si_signo, sizeof(info.si_signo), MSG_NOSIGNAL | MSG_DONTWAIT);
		}
	}
	if (recv(socket, &status, sizeof(status), MSG_DONTWAIT) == sizeof(status))
		return status;
	if (WIFSIGNALED(init_status))
		say("the command's init was killed (%s)", strsignal(WTERMSIG(init_status)));
	return init_status;
}

/*
 * An interactive shell makes its own process group the terminal's and can't name ours to undo that.
 */
static void take_terminal_back(pid_t foreground)
{
	int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);

	if (terminal < 0)
		return;
	if (foreground == getpgrp() && tcgetpgrp(terminal) != foreground) {
		signal(SIGTTOU, SIG_IGN);
		tcsetpgrp(terminal, foreground);
	}
	close(terminal);
}

static pid_t terminal_foreground(void)
{
	int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	pid_t foreground = -1;

	if (terminal >= 0) {
		foreground = tcgetpgrp(terminal);
		close(terminal);
	}
	return foreground;
}

/* Ends as the command did: a shell that runs this wants to know of a SIGINT. */
static void end_like(int status) __attribute__((noreturn));

static void end_like(int status)
{
	struct rlimit no_core = { 0, 0 };
	sigset_t fatal;

	if (WIFEXITED(status))
		exit(WEXITSTATUS(status));
	setrlimit(RLIMIT_CORE, &no_core);
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	sigemptyset(&fatal);
	sigaddset(&fatal, WTERMSIG(status));
	sigprocmask(SIG_UNBLOCK, &fatal, NULL);
	exit(128 + WTERMSIG(status));
}

static void run(char **argv, const char *options) __attribute__((noreturn));

static void run(char **argv, const char *options)
{
	int outside = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
	struct inherited inherited;
	pid_t foreground = terminal_foreground(), init;
	int sockets[2], status;
	sigset_t taken;

	take_child_signal(&inherited);
	make_private();
	mount_all(options);
	inherited.proc_fd = find_outermost_proc();
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets))
		die("socketpair: %s", strerror(errno));
	take_signals(&taken, &inherited);
	if (unshare(CLONE_NEWPID))
		die("can't make a PID namespace: %s", strerror(errno));
	init = fork();
	if (init < 0)
		die("fork: %s", strerror(errno));
	if (!init) {
		close(outside);
		close(sockets[0]);
		run_init(sockets[1], argv, &inherited);
	}
	close(sockets[1]);
	status = supervise(init, sockets[0], &taken);
	take_terminal_back(foreground);
	/*
	 * This was the last one in the mount namespace: it is taken down here, and not some time
	 * later.
	 */
	setns(outside, CLONE_NEWNS);
	end_like(status);
}

int main(int argc, char **argv)
{
	static const struct option long_options[] = {
		{ "options",	required_argument,	NULL, 'o' },
		{ "help",	no_argument,		NULL, 'h' },
		{ "version",	no_argument,		NULL, 'V' },
		{}
	};
	const char *options = "";
	int option;

	while ((option = getopt_long(argc, argv, "+o:hV", long_options, NULL)) != -1) {
		switch (option) {
		case 'o':
			options = optarg;
			break;
		case 'h':
			fputs(usage_text, stdout);
			return 0;
		case 'V':
			puts("probefs-run " PROBEFS_VERSION);
			return 0;
		default:
			fputs("probefs-run --help prints the options\n", stderr);
			return STATUS_FAILED;
		}
	}
	if (optind == argc) {
		fputs(usage_text, stderr);
		return STATUS_FAILED;
	}
	run(argv + optind, options);
}
