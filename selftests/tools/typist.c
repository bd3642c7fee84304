// SPDX-License-Identifier: GPL-2.0
/*
 * typist FILE: types the commands of FILE into an interactive shell on a terminal, as somebody does who
 * reads a page, and prints what the terminal shows.
 *
 * FILE is what "selftests/pages/page extract" makes of a page. A line that begins with a form feed names
 * the block that follows. A line "# COMMAND" is typed; when the shell asks for more of the command, so is
 * the line after it. Other lines are the output that the page shows, and are left out here. A line "^C"
 * among them presses that key once the command has shown the lines above it.
 *
 * Exit status: 0, 1 when a command did not come back, 2 for other failures.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define FAR_TOO_LONG	120	/* seconds */

/* The prompts of the shell. No command puts out these characters. */
#define READY		'\036'
#define MORE		'\035'

static int terminal;

/* What the terminal has shown since the last line was typed. */
static char *shown;
static size_t shown_size, shown_room;

static void die(const char *what)
{
	perror(what);
	exit(2);
}

/* A line of a page that begins with "# " and is a heading of one of probefs's files. */
static bool is_heading(const char *line)
{
	static const char *const headings[] = {
		"# tracer: ", "# entries-in-buffer/", "# event place ", "#  ", "#\n",
	};
	size_t i;

	for (i = 0; i < sizeof(headings) / sizeof(headings[0]); i++)
		if (!strncmp(line, headings[i], strlen(headings[i])))
			return true;
	return false;
}

static bool is_command(const char *line)
{
	return !strncmp(line, "# ", 2) && !is_heading(line);
}

static bool is_block(const char *line)
{
	return line[0] == '\f';
}

static char **read_lines(const char *name)
{
	FILE *file = fopen(name, "r");
	char **lines = NULL, *line = NULL;
	size_t nr = 0, room = 0;

	if (!file)
		die(name);
	do {
		lines = realloc(lines, (nr + 1) * sizeof(*lines));
		if (!lines)
			die("typist");
		line = NULL;
		room = 0;
		lines[nr] = getline(&line, &room, file) < 0 ? NULL : line;
	} while (lines[nr++]);
	fclose(file);
	return lines;
}

/* Adds what the terminal shows within @ms milliseconds. Returns false when nothing came. */
static bool look(int ms)
{
	struct pollfd fd = { .fd = terminal, .events = POLLIN };
	ssize_t got;

	if (poll(&fd, 1, ms) < 0)
		die("poll");
	if (!(fd.revents & (POLLIN | POLLHUP)))
		return false;
	if (shown_size + 4096 > shown_room) {
		shown_room += 65536;
		shown = realloc(shown, shown_room);
		if (!shown)
			die("typist");
	}
	got = read(terminal, shown + shown_size, 4096);
	if (got <= 0) {
		fprintf(stderr, "typist: the shell has ended\n");
		exit(1);
	}
	shown_size += got;
	return true;
}

static char prompt(void)
{
	char last = shown_size ? shown[shown_size - 1] : 0;

	return last == READY || last == MORE ? last : 0;
}

static int lines_shown(void)
{
	int nr = 0;
	size_t i;

	for (i = 0; i < shown_size; i++)
		nr += shown[i] == '\n';
	return nr;
}

static void type(const char *text)
{
	if (write(terminal, text, strlen(text)) != (ssize_t)strlen(text))
		die("write");
}

/* Waits until the shell has a prompt again, or, unless @lines is below 0, until that many were shown. */
static bool wait_for_prompt(int lines)
{
	time_t end = time(NULL) + FAR_TOO_LONG;

	while (!prompt()) {
		look(1000);
		if (lines >= 0 && lines_shown() >= lines)
			return true;
		if (time(NULL) > end)
			return false;
	}
	return true;
}

/* Prints what the command has shown, without the prompt, and forgets it. */
static void print_shown(void)
{
	size_t size = shown_size - (prompt() != 0);

	fwrite(shown, 1, size, stdout);
	if (size && shown[size - 1] != '\n')
		putchar('\n');
	fflush(stdout);
	shown_size = 0;
}

/* Prints the lines that the command has shown, and keeps what it has shown of the next one. */
static void print_whole_lines(void)
{
	char *end = memrchr(shown, '\n', shown_size);
	size_t size = end ? end + 1 - shown : 0;

	fwrite(shown, 1, size, stdout);
	memmove(shown, shown + size, shown_size - size);
	shown_size -= size;
}

static void give_up(const char *command)
{
	print_shown();
	fprintf(stderr, "typist: it did not come back: %s", command);
	exit(1);
}

/* The output that the page shows from @line on: the number of lines before "^C", or -1 without that. */
static int lines_before_interrupt(char **line)
{
	int nr = 0;

	for (; line[nr] && !is_block(line[nr]) && !is_command(line[nr]); nr++)
		if (!strcmp(line[nr], "^C\n"))
			return nr;
	return -1;
}

/* Types the command in @line, and its further lines. Returns the line behind it. */
static char **type_command(char **line)
{
	const char *command = *line;
	int before;

	printf("%s", command);
	fflush(stdout);
	shown_size = 0;
	type(*line++ + 2);
	before = lines_before_interrupt(line);
	if (!wait_for_prompt(before))
		give_up(command);
	while (prompt() == MORE && *line && !is_block(*line)) {
		printf("%s", *line);
		fflush(stdout);
		shown_size--;
		type(*line++);
		if (!wait_for_prompt(-1))
			give_up(command);
	}
	if (before >= 0 && !prompt()) {
		print_whole_lines();
		puts("^C");
		type("\003");
		if (!wait_for_prompt(-1))
			give_up(command);
		/* The shell ends the line that the terminal would have shown the key in. */
		if (shown_size > 1 && shown[shown_size - 2] == '\n')
			shown[--shown_size - 1] = READY;
		if (shown_size > 1)
			print_shown();
		return line;
	}
	if (prompt() == MORE)
		give_up(command);
	print_shown();
	return line;
}

static void start_shell(void)
{
	struct termios settings;
	struct winsize size = { .ws_row = 50, .ws_col = 200 };
	pid_t shell;

	shell = forkpty(&terminal, NULL, NULL, &size);
	if (shell < 0)
		die("forkpty");
	if (!shell) {
		char ready[] = { READY, 0 }, more[] = { MORE, 0 };

		/* With the echo off, busybox leaves the editing of lines to the terminal. */
		tcgetattr(0, &settings);
		settings.c_lflag &= ~ECHO;
		settings.c_oflag &= ~ONLCR;
		tcsetattr(0, TCSANOW, &settings);
		setenv("PS1", ready, 1);
		setenv("PS2", more, 1);
		execlp("sh", "sh", "-i", NULL);
		die("sh");
	}
}

int main(int argc, char **argv)
{
	char **line;

	if (argc != 2) {
		fprintf(stderr, "usage: typist FILE\n");
		return 2;
	}
	line = read_lines(argv[1]);
	start_shell();
	if (!wait_for_prompt(-1))
		give_up("sh -i\n");
	while (*line) {
		if (is_command(*line)) {
			line = type_command(line);
			continue;
		}
		if (is_block(*line))
			printf("%s", *line);
		line++;
	}
	return 0;
}
