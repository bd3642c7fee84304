// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes, as a filter; with a NUL in them, what follows it is written over the record.
 *
 * Besides what the sanitizers see: an error is noted exactly when there is one, its column is at
 * most two past the text, and what is accepted is kept as it was written and does not change its
 * mind about a record.
 */
#include <stdio.h>
#include <stdlib.h>

#include "filter_test.h"

#define CHECK(condition) do {							\
	if (!(condition)) {							\
		fprintf(stderr, "line %d: %s\n", __LINE__, #condition);		\
		abort();							\
	}									\
} while (0)

static void check_refusal(const char *text, const struct filter_error *error, int ret)
{
	CHECK(ret == -EINVAL);
	CHECK(error->code > FILTER_OK && error->code < FILTER_NR_ERRORS);
	CHECK(error->pos <= strlen(text) + 2);
	CHECK(filter_error_text(error->code)[0]);
}

/* In memory of just the size of the record. */
static bool match(const struct event_filter *filter, const struct filter_test_record *record)
{
	void *bytes = malloc(record->size);
	bool ret;

	memcpy(bytes, record->bytes, record->size);
	ret = event_filter_match(filter, bytes, record->size);
	free(bytes);
	return ret;
}

static void check_filter(const struct event_filter *filter, const char *text,
			 const struct filter_test_record *record)
{
	char *negated = malloc(strlen(text) + 4);
	struct fetch_layout *layout = filter_test_layout(&probe_entry_head);
	struct event_filter *other = NULL;
	struct filter_error error;
	bool ret = match(filter, record);

	CHECK(!strcmp(event_filter_text(filter), text));
	sprintf(negated, "!(%s)", text);
	CHECK(event_filter_create(layout, negated, &other, &error) == 0);
	CHECK(match(other, record) == !ret);
	event_filter_destroy(other);
	kfree(layout);
	free(negated);
}

/* libFuzzer declares it nowhere */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fetch_layout *layout = filter_test_layout(&probe_entry_head);
	struct event_filter *filter = NULL;
	struct filter_test_record record;
	struct filter_error error;
	char *text = malloc(size + 1);
	size_t len;
	int ret;

	memcpy(text, data, size);
	text[size] = '\0';
	len = strlen(text);
	filter_test_fill(&record, layout);
	if (len < size)
		memcpy(record.bytes, data + len + 1, min(size - len - 1, record.size));

	ret = event_filter_create(layout, text, &filter, &error);
	if (ret) {
		check_refusal(text, &error, ret);
		CHECK(!filter);
	} else {
		CHECK(error.code == FILTER_OK);
		check_filter(filter, text, &record);
	}
	event_filter_destroy(filter);
	kfree(layout);
	free(text);
	return 0;
}
