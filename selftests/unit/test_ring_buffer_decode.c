// SPDX-License-Identifier: GPL-2.0
/*
 * Sub-buffers of the ring buffer, decoded by libtraceevent: what unmodified clients make of them.
 */
#include "ring_buffer_test.h"

#include <stdio.h>
#include <traceevent/event-parse.h>
#include <traceevent/kbuffer.h>

static u8 page[SUBBUF] __aligned(8);

static struct kbuffer *load_page(struct ring_buffer *rb, bool full)
{
	struct kbuffer *kbuf;

	if (!test_read_page(rb, 0, page, full))
		return NULL;
	kbuf = kbuffer_alloc(KBUFFER_LSIZE_8, KBUFFER_ENDIAN_LITTLE);
	assert_non_null(kbuf);
	assert_int_equal(kbuffer_load_subbuffer(kbuf, page), 0);
	assert_int_equal(kbuffer_subbuffer_size(kbuf),
			 (((u64 *)page)[1] & (BIT(27) - 1)));
	return kbuf;
}

struct sent {
	u64 time;
	u32 size;
};

#define MAX_SENT	3000

static struct sent sent[MAX_SENT];
static u32 nr_sent;
static u32 next_seen;

/* Sizes and gaps of all kinds; the same in every run. */
static u32 mixed(void)
{
	static u32 state = 1;

	state = state * 1664525 + 1013904223;
	return state >> 8;
}

static u32 mixed_size(void)
{
	u32 r = mixed();

	switch (r % 8) {
	case 0:
		return 108 + r / 8 % 12;
	case 1:
		return 4 + r / 8 % 1500;
	case 2:
		return r / 8 % 64 ? 4 : MAX_PAYLOAD - r / 512 % 16;
	default:
		return 4 + r / 8 % 80;
	}
}

static u64 mixed_gap(void)
{
	u32 r = mixed();

	switch (r % 8) {
	case 0:
		return 0;
	case 1:
		return BIT(27) - 2 + r / 8 % 4;
	case 2:
		return (u64)r << (r / 8 % 34);
	default:
		return r / 8 % 10000;
	}
}

static void send_one(struct ring_buffer *rb)
{
	struct ring_buffer_reservation res;
	u32 size = mixed_size();
	u32 i;

	test_time += mixed_gap();
	assert_int_equal(ring_buffer_reserve(rb, size, &res), RING_BUFFER_OK);
	for (i = 0; i < size; i++)
		((u8 *)res.data)[i] = nr_sent + i;
	memcpy(res.data, &nr_sent, 4);
	ring_buffer_commit(&res);
	sent[nr_sent++] = (struct sent){ res.time, size };
}

static void check_event(struct kbuffer *kbuf, const u8 *data, u64 time)
{
	u32 id, i;

	memcpy(&id, data, 4);
	assert_int_equal(id, next_seen);
	assert_true(id < nr_sent);
	assert_true(time == sent[id].time);
	assert_int_equal(kbuffer_event_size(kbuf), round_up(sent[id].size, 4));
	for (i = 4; i < sent[id].size; i++)
		assert_int_equal(data[i], (u8)(id + i));
	next_seen++;
}

/* Reads a page; false: none there. Missed events come with the first event or not at all. */
static bool see_page(struct ring_buffer *rb, bool full)
{
	struct kbuffer *kbuf = load_page(rb, full);
	unsigned long long time;
	bool first = true;
	u8 *data;

	if (!kbuf)
		return false;
	while ((data = kbuffer_read_event(kbuf, &time))) {
		int missed = kbuffer_missed_events(kbuf);
		u32 id;

		memcpy(&id, data, 4);
		if (id != next_seen) {
			assert_true(first);
			/* -1: there was no room for the number. */
			assert_true(missed == -1 || missed == (int)(id - next_seen));
			next_seen = id;
		} else {
			assert_int_equal(missed, 0);
		}
		check_event(kbuf, data, time);
		kbuffer_next_event(kbuf, NULL);
		first = false;
	}
	assert_false(first);
	kbuffer_free(kbuf);
	return true;
}

static void restart(void)
{
	nr_sent = next_seen = 0;
}

static void complete_pages(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	u32 i;

	restart();
	for (i = 0; i < MAX_SENT; i++) {
		send_one(rb);
		while (see_page(rb, true))
			;
	}
	while (see_page(rb, false))
		;
	assert_int_equal(next_seen, MAX_SENT);
	ring_buffer_destroy(rb);
}

static void partial_pages(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	u32 i;

	restart();
	for (i = 0; i < MAX_SENT; i++) {
		send_one(rb);
		if (mixed() % 3 == 0)
			see_page(rb, false);
	}
	while (see_page(rb, false))
		;
	assert_int_equal(next_seen, MAX_SENT);
	ring_buffer_destroy(rb);
}

static void pages_after_losses(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	struct ring_buffer_stats stats;
	u32 i;

	restart();
	for (i = 0; i < MAX_SENT; i++) {
		send_one(rb);
		if (mixed() % 200 == 0)
			see_page(rb, mixed() & 1);
	}
	while (see_page(rb, false))
		;
	assert_int_equal(next_seen, MAX_SENT);
	ring_buffer_get_stats(rb, 0, &stats);
	assert_true(stats.overrun > 1000);
	assert_int_equal(stats.overrun + stats.read, MAX_SENT);
	ring_buffer_destroy(rb);
}

static const char format[] =
	"name: open\n"
	"ID: 1500\n"
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:unsigned long __probe_ip;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 dfd;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] file;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\n"
	"print fmt: \"(%lx) dfd=0x%Lx file=\\\"%s\\\"\", REC->__probe_ip, REC->dfd, "
	"__get_str(file)\n";

struct open_event {
	u16 type;
	u8 flags;
	u8 preempt_count;
	s32 pid;
	u64 ip;
	u64 dfd;
	u32 file;
	char name[12];
} __packed;

static void a_record_prints(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct open_event open = {
		.type = 1500, .pid = 42, .ip = 0xffffffff81234567, .dfd = 0xffffff9c,
		.file = 28 | 12 << 16, .name = "/etc/passwd",
	};
	struct tep_handle *tep = tep_alloc();
	struct tep_record record = {};
	struct tep_event *event;
	struct kbuffer *kbuf;
	struct trace_seq seq;
	unsigned long long time;

	tep_set_page_size(tep, SUBBUF);
	assert_int_equal(tep_parse_event(tep, format, strlen(format), "probes"), 0);
	probefs_ring_buffer_write(rb, &open, sizeof(open));
	kbuf = load_page(rb, false);
	assert_non_null(kbuf);
	record.data = kbuffer_read_event(kbuf, &time);
	record.size = kbuffer_event_size(kbuf);
	record.ts = time;
	assert_int_equal(record.ts, 1000);
	event = tep_find_event_by_record(tep, &record);
	assert_non_null(event);
	assert_string_equal(event->name, "open");
	assert_int_equal(tep_data_pid(tep, &record), 42);
	trace_seq_init(&seq);
	tep_print_event(tep, &seq, &record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	assert_string_equal(seq.buffer, "(ffffffff81234567) dfd=0xffffff9c file=\"/etc/passwd\"");
	trace_seq_destroy(&seq);
	kbuffer_free(kbuf);
	tep_free(tep);
	ring_buffer_destroy(rb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(complete_pages),
		cmocka_unit_test(partial_pages),
		cmocka_unit_test(pages_after_losses),
		cmocka_unit_test(a_record_prints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
