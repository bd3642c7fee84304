// SPDX-License-Identifier: GPL-2.0
/*
 * Reads what was recorded, as sub-buffers and as text, and believes nothing of it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../clients/subbuffer.h"
#include "everywhere.h"

static struct stream {
	int fd;
	struct subbuffer_state state;
} streams[MAX_CPUS];

static struct {
	int fd;
	size_t size;
	char text[1 << 18];
	double time[MAX_CPUS];
} pipe_of_text = { .fd = -1 };

static unsigned char reference[512];
static bool has_reference;
static unsigned long nr_events, nr_lines;

/* The header, and what is around @at. */
static void dump(const unsigned char *page, unsigned int at)
{
	unsigned int from = at < 192 ? 0 : (at - 192) & ~31u, to = at + 128, i;

	for (i = 0; i < SUBBUFFER_SIZE && i < to; i++) {
		if (i >= SUBBUFFER_HEADER && i < from)
			continue;
		if (i == 0 || i == from || i % 32 == 0)
			printf("\n    | %4u: ", i);
		printf("%02x", page[i]);
	}
	printf("\n");
}

static bool fields_equal(const unsigned char *record, const struct target *target, const struct field *field)
{
	const struct field *other = target->field;

	for (; other < field; other++)
		if (other->name[0] == field->name[0])
			return !memcmp(record + other->offset, record + field->offset, field->size);
	return true;
}

static bool memory_right(const unsigned char *record, const struct field *field)
{
	if (!has_reference && field->size == sizeof(reference)) {
		memcpy(reference, record + field->offset, sizeof(reference));
		has_reference = true;
	}
	return !has_reference || !memcmp(reference, record + field->offset, field->size);
}

static bool string_right(const unsigned char *record, unsigned int size, const struct field *field)
{
	uint32_t where;
	unsigned int offset, length;

	memcpy(&where, record + field->offset, 4);
	offset = where & 0xffff;
	length = where >> 16;
	return length && offset + length <= size && !record[offset + length - 1] &&
	       strlen((const char *)record + offset) < length;
}

static bool field_right(const unsigned char *record, unsigned int size, const struct target *target,
			const struct field *field)
{
	switch (field->name[0]) {
	case 'a':
	case 'b':
		return fields_equal(record, target, field);
	case 'k':
		return !memcmp(record + field->offset, &target->constant, field->size);
	case 'm':
		return memory_right(record, field);
	default:
		return string_right(record, size, field);
	}
}

/* NULL: all is as it should be. */
static const char *look_at_record(const unsigned char *record, unsigned int size)
{
	static char message[200];
	struct target *target;
	unsigned int i;
	uint16_t type;
	uint64_t ip;

	memcpy(&type, record, 2);
	target = target_by_id(type);
	if (!target || size < 16) {
		snprintf(message, sizeof(message), "a record of type %u, which is not known", type);
		return message;
	}
	if (size < target->size || (!target->dynamic && size >= target->size + 8)) {
		snprintf(message, sizeof(message), "%s: %u bytes, not %u", target->event, size, target->size);
		return message;
	}
	memcpy(&ip, record + 8, 8);
	if (!target->ip)
		target->ip = ip;
	if (ip != target->ip)
		return "__probe_ip is another one";
	for (i = 0; i < target->nr_fields; i++) {
		if (!field_right(record, size, target, &target->field[i])) {
			snprintf(message, sizeof(message), "%s: %s is not right: %.60s", target->event,
				 target->field[i].name, target->definition);
			return message;
		}
	}
	target->seen++;
	return NULL;
}

static void take_page(int cpu, const unsigned char *page)
{
	struct subbuffer_state *state = &streams[cpu].state;
	unsigned long before = state->events;
	const char *wrong;

	if (mainline)
		return;
	wrong = subbuffer_look(page, state, look_at_record);
	nr_events += state->events - before;
	if (!wrong)
		return;
	bad("cpu %d, page %lu, at %u: %s", cpu, state->pages, state->at, wrong);
	dump(page, state->at);
}

/** buffer_begin() - empty, and open */
void buffer_begin(void)
{
	char path[64];
	int cpu;

	write_text("trace", "\n");
	nr_events = nr_lines = 0;
	if (pipe_of_text.fd < 0)
		pipe_of_text.fd = open("trace_pipe", O_RDONLY | O_NONBLOCK);
	memset(pipe_of_text.time, 0, sizeof(pipe_of_text.time));
	pipe_of_text.size = 0;
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		snprintf(path, sizeof(path), "per_cpu/cpu%d/trace_pipe_raw", cpu);
		streams[cpu].fd = open(path, O_RDONLY | O_NONBLOCK);
		if (streams[cpu].fd < 0)
			die("%s: %s", path, strerror(errno));
		memset(&streams[cpu].state, 0, sizeof(streams[cpu].state));
	}
}

static void drain_cpu(int cpu, unsigned int pages)
{
	static unsigned char page[SUBBUFFER_LARGEST];
	ssize_t got = 0;

	while (pages-- && !is_bad()) {
		memset(page, 0, SUBBUFFER_SIZE);
		got = read(streams[cpu].fd, page, SUBBUFFER_SIZE);
		if (got <= 0)
			break;
		take_page(cpu, page);
	}
	if (got < 0 && errno != EAGAIN && errno != EINTR)
		bad("cpu %d: read: %s", cpu, strerror(errno));
}

/* " name=" of a line, up to the next blank; 0: there is none */
static size_t text_value(const char *line, const char *name, const char **value)
{
	char wanted[16];
	const char *at;

	snprintf(wanted, sizeof(wanted), " %s=", name);
	at = strstr(line, wanted);
	if (!at)
		return 0;
	*value = at + strlen(wanted);
	return strcspn(*value, " \n");
}

static void look_at_values(const char *line, const char *arguments, const struct target *target)
{
	size_t length, first_length[128] = { 0 };
	const char *value, *first[128];
	unsigned int i;

	for (i = 0; i < target->nr_fields; i++) {
		unsigned char letter = target->field[i].name[0];

		length = text_value(arguments, target->field[i].name, &value);
		if (!length) {
			bad("text: a value is missing: %.300s", line);
			return;
		}
		if (letter != 'a' && letter != 'b' && letter != 'm')
			continue;
		if (letter == 'm' && target->field[i].size != sizeof(reference))
			continue;
		if (first_length[letter] && (first_length[letter] != length || memcmp(first[letter], value, length))) {
			bad("text: values that should be the same are not: %.300s", line);
			return;
		}
		first[letter] = value;
		first_length[letter] = length;
	}
}

static void look_at_line(const char *line, double *time)
{
	const char *event = strstr(line, ": "), *stamp, *name_end;
	struct target *target;
	double now;

	if (!*line || *line == '#' || strstr(line, "LOST") || strstr(line, " buffer started "))
		return;
	nr_lines++;
	if (!event) {
		bad("text: %.300s", line);
		return;
	}
	for (stamp = event; stamp > line && stamp[-1] != ' '; stamp--)
		;
	now = strtod(stamp, NULL);
	if (now < *time)
		bad("text: time goes back: %.200s", line);
	*time = now;
	event += 2;
	name_end = strchr(event, ':');
	target = name_end ? target_by_name(event, name_end - event) : NULL;
	if (!target || strncmp(name_end, ": (", 3)) {
		bad("text: %.300s", line);
		return;
	}
	look_at_values(line, strchr(name_end, ')') ?: name_end, target);
}

/** buffer_look_at_text() - the files trace of all CPUs, when nothing records */
void buffer_look_at_text(void)
{
	char path[64], *text, *line, *rest;
	double time;
	int cpu;

	for (cpu = 0; cpu < nr_cpus && !is_bad(); cpu++) {
		snprintf(path, sizeof(path), "per_cpu/cpu%d/trace", cpu);
		rest = text = read_file(path);
		time = 0;
		while (text && !is_bad() && (line = strsep(&rest, "\n")))
			look_at_line(line, &time);
		free(text);
	}
}

static void look_at_piped_line(const char *line)
{
	const char *cpu = strstr(line, " [");
	unsigned int n = cpu ? atoi(cpu + 2) : MAX_CPUS;

	if (strstr(line, "LOST"))
		return;
	if (n >= (unsigned int)nr_cpus)
		bad("text: %.300s", line);
	else
		look_at_line(line, &pipe_of_text.time[n]);
}

static void look_at_piped_lines(void)
{
	char *line = pipe_of_text.text, *end;

	pipe_of_text.text[pipe_of_text.size] = '\0';
	for (; (end = strchr(line, '\n')) && !is_bad(); line = end + 1) {
		*end = '\0';
		look_at_piped_line(line);
	}
	pipe_of_text.size -= line - pipe_of_text.text;
	memmove(pipe_of_text.text, line, pipe_of_text.size);
}

static void drain_text(unsigned int reads)
{
	ssize_t got = 0;

	while (reads-- && !is_bad()) {
		got = read(pipe_of_text.fd, pipe_of_text.text + pipe_of_text.size,
			   sizeof(pipe_of_text.text) - pipe_of_text.size - 1);
		if (got <= 0)
			break;
		pipe_of_text.size += got;
		look_at_piped_lines();
	}
	if (got < 0 && errno != EAGAIN && errno != EINTR)
		bad("trace_pipe: %s", strerror(errno));
	nr_events += nr_lines;
	nr_lines = 0;
}

/** buffer_drain() - what is there now; writers may be ahead of it for ever, so not more than so much */
void buffer_drain(bool as_text)
{
	int cpu;

	if (as_text)
		drain_text(16);
	for (cpu = 0; cpu < nr_cpus && !as_text; cpu++)
		drain_cpu(cpu, 64);
}

/** buffer_finish() - what is left, when nothing records */
void buffer_finish(void)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpus; cpu++) {
		drain_cpu(cpu, ~0U);
		close(streams[cpu].fd);
	}
}

unsigned long buffer_events(void)
{
	return nr_events;
}

unsigned long buffer_lines(void)
{
	return nr_lines;
}

/** buffer_overrun() - events that were overwritten */
unsigned long buffer_overrun(void)
{
	unsigned long overrun = 0, one;
	char path[64], *text, *at;
	int cpu;

	for (cpu = 0; cpu < nr_cpus; cpu++) {
		snprintf(path, sizeof(path), "per_cpu/cpu%d/stats", cpu);
		text = read_file(path);
		at = text ? strstr(text, "\noverrun: ") : NULL;
		if (!at || sscanf(at, "\noverrun: %lu", &one) != 1)
			bad("%s has no overrun", path);
		else
			overrun += one;
		free(text);
	}
	return overrun;
}
