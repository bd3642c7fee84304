// SPDX-License-Identifier: GPL-2.0
/*
 * probefs-resolve [OPTION...] [FILE...]: writes definitions of probes with the places in programs as offsets.
 *
 * The kernel takes places in programs as offsets in the file, and looks at nothing in there. What a symbol
 * is, and where, is for user space to know.
 *
 *	main.c		options, files and lines; messages
 *	definition.c	a line
 *	place.c		the place in it
 *	argument.c	its arguments
 *	symbol.c	symbols by name
 *	usdt.c		USDT probes by name
 *	operand.c	where the arguments of a USDT probe are
 *	elf_file.c	programs and libraries
 */
#include <errno.h>
#include <getopt.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "definition.h"
#include "elf_file.h"

#ifndef PROBEFS_VERSION
#define PROBEFS_VERSION "(unknown version)"
#endif

#define DEBUG_DIRECTORY	"/usr/lib/debug"
#define SHOWN_LINE_MAX	4094	/* bytes; the kernel takes no longer lines */

enum {
	STATUS_REFUSED	= 1,	/* a definition can't be resolved */
	STATUS_FAILED	= 2,	/* anything else */
};

static const char usage_text[] =
	"Usage: probefs-resolve [OPTION...] [FILE...]\n"
	"\n"
	"Writes the definitions of probes of all FILEs to standard output, with each place in a program\n"
	"that is said by name as the offset that the kernel takes. \"-\", or no FILE, stands for standard\n"
	"input. All other lines are written as they are.\n"
	"\n"
	"  PATH:SYMBOL[+OFFSET]  becomes PATH:0xOFFSET; SYMBOL@VERSION is one of several versions\n"
	"  PATH:%PROVIDER:NAME   a USDT probe: becomes PATH:0xOFFSET(0xREF), one line for each place of\n"
	"                        the probe. Its arguments are $arg1, $arg2 ..., and $arg* is all of them\n"
	"\n"
	"An event without a name is called p_PROGRAM_SYMBOL, r_PROGRAM_SYMBOL for a return, and\n"
	"PROVIDER_NAME for a USDT probe.\n"
	"\n"
	"  -d, --debug-directory DIR  where the symbols of stripped files are: DIR/.build-id/xx/*.debug\n"
	"                             (default " DEBUG_DIRECTORY ")\n"
	"  -n, --name NAME            call the input NAME in messages\n"
	"  -o, --origins FILE         write to FILE, for each line of the output, the NAME:LINE that it\n"
	"                             comes from\n"
	"  -h, --help                 print this text\n"
	"  -V, --version              print the version\n"
	"\n"
	"Nothing is written when a place can't be resolved. Exit status: 0, 1 when a place can't be\n"
	"resolved, 2 for other failures.\n";

/**
 * struct settings - what the command line says
 * @debug_directory: where the files with the symbols of stripped files are
 * @name: what messages call the input, or NULL
 * @origins: the file for the origins, or NULL
 */
struct settings {
	const char *debug_directory;
	const char *name;
	const char *origins;
};

/**
 * struct output - a text that is written when all of it is there
 * @stream: adds to it
 * @text: the text, once @stream is closed
 * @size: bytes of it
 */
struct output {
	FILE *stream;
	char *text;
	size_t size;
};

static void die(const char *what, const char *why) __attribute__((noreturn));

static void die(const char *what, const char *why)
{
	fprintf(stderr, "probefs-resolve: %s: %s\n", what, why);
	exit(STATUS_FAILED);
}

static void output_open(struct output *output)
{
	output->stream = open_memstream(&output->text, &output->size);
	if (!output->stream)
		die("output", strerror(errno));
}

static void output_write(struct output *output, FILE *to, const char *name)
{
	if (fclose(output->stream))
		die("output", strerror(errno));
	if (fwrite(output->text, 1, output->size, to) != output->size || fflush(to))
		die(name, strerror(errno));
	free(output->text);
}

/* Shows the message, the line, and a caret below the place in it. */
static void show_problem(const char *name, unsigned long number, const char *line, size_t length,
			 const struct problem *problem, size_t column)
{
	size_t i;

	fprintf(stderr, "probefs-resolve: %s:%lu: %s\n", name, number, problem->text);
	if (length > SHOWN_LINE_MAX)
		return;
	fprintf(stderr, "    %.*s\n    ", (int)length, line);
	for (i = 0; i < column; i++)
		fputc(line[i] == '\t' ? '\t' : ' ', stderr);
	fputs("^\n", stderr);
}

/**
 * struct resolver - the state of a run
 * @settings: what the command line says
 * @definitions: the lines so far
 * @origins: where they come from
 * @refused: a line could not be resolved
 */
struct resolver {
	struct settings settings;
	struct output definitions;
	struct output origins;
	bool refused;
};

static void resolve_line(struct resolver *resolver, const char *name, unsigned long number,
			 const char *line, size_t length)
{
	struct problem problem = { .text = "" };
	size_t column;
	int lines = definition_resolve(line, length, resolver->settings.debug_directory,
				       resolver->definitions.stream, &problem, &column);

	if (lines < 0) {
		show_problem(name, number, line, length, &problem, column);
		resolver->refused = true;
	}
	while (lines-- > 0)
		fprintf(resolver->origins.stream, "%s:%lu\n", name, number);
}

static void resolve_stream(struct resolver *resolver, const char *name, FILE *in)
{
	unsigned long number = 0;
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	while ((length = getline(&line, &size, in)) >= 0) {
		if (length && line[length - 1] == '\n')
			length--;
		resolve_line(resolver, name, ++number, line, length);
	}
	free(line);
	if (ferror(in))
		die(name, strerror(errno));
}

static void resolve_file(struct resolver *resolver, const char *path)
{
	const char *name = resolver->settings.name ? resolver->settings.name : path;
	FILE *in;

	if (!strcmp(path, "-")) {
		resolve_stream(resolver, name, stdin);
		return;
	}
	in = fopen(path, "re");
	if (!in)
		die(path, strerror(errno));
	resolve_stream(resolver, name, in);
	fclose(in);
}

static void write_origins(struct resolver *resolver)
{
	const char *path = resolver->settings.origins;
	FILE *to = path ? fopen(path, "we") : NULL;

	if (path && !to)
		die(path, strerror(errno));
	if (!to)
		return;
	output_write(&resolver->origins, to, path);
	fclose(to);
}

static void run(struct resolver *resolver, char **paths)
{
	static char *standard_input[] = { "-", NULL };

	if (elf_version(EV_CURRENT) == EV_NONE)
		die("libelf", elf_errmsg(-1));
	output_open(&resolver->definitions);
	output_open(&resolver->origins);
	for (paths = *paths ? paths : standard_input; *paths; paths++)
		resolve_file(resolver, *paths);
	elf_file_close_all();
	if (resolver->refused)
		exit(STATUS_REFUSED);
	write_origins(resolver);
	output_write(&resolver->definitions, stdout, "standard output");
}

static const struct option options[] = {
	{ "debug-directory", required_argument, NULL, 'd' },
	{ "name", required_argument, NULL, 'n' },
	{ "origins", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

static void take_option(struct settings *settings, int option)
{
	switch (option) {
	case 'd':
		settings->debug_directory = optarg;
		break;
	case 'n':
		settings->name = optarg;
		break;
	case 'o':
		settings->origins = optarg;
		break;
	case 'h':
		fputs(usage_text, stdout);
		exit(0);
	case 'V':
		puts("probefs-resolve " PROBEFS_VERSION);
		exit(0);
	default:
		fputs("see probefs-resolve --help\n", stderr);
		exit(STATUS_FAILED);
	}
}

int main(int argc, char **argv)
{
	struct resolver resolver = { .settings.debug_directory = DEBUG_DIRECTORY };
	int option;

	while ((option = getopt_long(argc, argv, "d:n:o:hV", options, NULL)) >= 0)
		take_option(&resolver.settings, option);
	run(&resolver, argv + optind);
	return 0;
}
