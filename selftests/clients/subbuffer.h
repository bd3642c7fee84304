/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sub-buffer as trace_pipe_raw gives it, looked at as strictly as can be.
 */
#ifndef CLIENTS_SUBBUFFER_H
#define CLIENTS_SUBBUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SUBBUFFER_SIZE		subbuffer_size
#define SUBBUFFER_LARGEST	(512 * 1024)
#define SUBBUFFER_HEADER	16
#define SUBBUFFER_LOST		(1u << 31)
#define SUBBUFFER_LOST_STORED	(1u << 30)
#define SUBBUFFER_LENGTH	((1u << 27) - 1)
#define SUBBUFFER_TIME_EXTEND	30
#define SUBBUFFER_TYPE_MAX	28

/* The environment says so when buffer_subbuf_size_kb has been changed: SUBBUFFER_SIZE=BYTES. */
static unsigned int subbuffer_size = 4096;

static inline void subbuffer_size_from_environment(void)
{
	const char *bytes = getenv("SUBBUFFER_SIZE");

	if (bytes)
		subbuffer_size = strtoul(bytes, NULL, 0);
}

/**
 * struct subbuffer_state - of one CPU, from sub-buffer to sub-buffer
 * @time: of the newest event
 * @pages: sub-buffers so far, with the one that is looked at
 * @events: events so far
 * @lost: events that sub-buffers say were lost before them
 * @at: in this sub-buffer
 */
struct subbuffer_state {
	uint64_t time;
	unsigned long pages;
	unsigned long events;
	unsigned long lost;
	unsigned int at;
};

/** typedef subbuffer_record - looks at a record of @size bytes; returns what is wrong, or NULL */
typedef const char *subbuffer_record(const unsigned char *record, unsigned int size);

static inline uint32_t subbuffer_word(const unsigned char *page, unsigned int at)
{
	uint32_t word;

	memcpy(&word, page + at, 4);
	return word;
}

static inline const char *subbuffer_event(const unsigned char *page, unsigned int end,
					  struct subbuffer_state *state, uint64_t *time, subbuffer_record *look)
{
	uint32_t word = subbuffer_word(page, state->at), type = word & 31;
	unsigned int data = state->at + 4, size = type * 4;

	*time += word >> 5;
	if (type == SUBBUFFER_TIME_EXTEND) {
		if (data + 4 > end)
			return "a time goes beyond the end";
		*time += (uint64_t)subbuffer_word(page, data) << 27;
		state->at = data + 4;
		return NULL;
	}
	if (type > SUBBUFFER_TYPE_MAX)
		return "an event of a type that does not exist";
	if (*time < state->time)
		return "time goes back";
	state->time = *time;
	if (!type) {
		if (data + 4 > end)
			return "a length goes beyond the end";
		size = subbuffer_word(page, data);
		if (size < 4 || size > SUBBUFFER_SIZE)
			return "an event has a length that can't be";
		size = ((size + 3) & ~3u) - 4;
		data += 4;
	}
	if (data + size > end)
		return "an event goes beyond the end";
	state->events++;
	state->at = data + size;
	return look ? look(page + data, size) : NULL;
}

/**
 * subbuffer_look() - look at all events of a sub-buffer
 * @page: SUBBUFFER_SIZE bytes
 * @state: of this CPU, all 0 at first
 * @look: for each record, or NULL
 *
 * Return: NULL, or what is wrong at @state->at.
 */
static inline const char *subbuffer_look(const unsigned char *page, struct subbuffer_state *state,
					 subbuffer_record *look)
{
	unsigned int end, used, i;
	uint64_t time, commit, lost = 0;
	const char *wrong;

	memcpy(&time, page, 8);
	memcpy(&commit, page + 8, 8);
	state->pages++;
	state->at = SUBBUFFER_HEADER;
	end = SUBBUFFER_HEADER + (commit & SUBBUFFER_LENGTH);
	if (end <= SUBBUFFER_HEADER || end > SUBBUFFER_SIZE || end % 4)
		return "length out of range";
	while (state->at < end) {
		wrong = subbuffer_event(page, end, state, &time, look);
		if (wrong)
			return wrong;
	}
	used = end;
	if (commit & SUBBUFFER_LOST_STORED) {
		if (!(commit & SUBBUFFER_LOST) || end + 8 > SUBBUFFER_SIZE)
			return "a number of lost events, but none was lost";
		memcpy(&lost, page + end, 8);
		used += 8;
	}
	state->lost += lost;
	for (i = used; i < SUBBUFFER_SIZE; i++)
		if (page[i])
			return "something is behind the events";
	return NULL;
}

#endif
