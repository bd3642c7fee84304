// SPDX-License-Identifier: GPL-2.0
/*
 * Writes what is in front of each line of trace, and the lines at the top that name its columns.
 * The format is mainline's: Documentation/trace/ftrace.rst, "Output format". Programs parse it with
 * scanf() and sed, so every blank counts.
 *
 * The text is put together by hand, because printf() would be half of what a line costs. Each put
 * function writes at @at and returns the end.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "kernel/output/trace_front.h"
#include "kernel/record/record.h"

#define U64_DIGITS	20

static unsigned int count_digits(u64 value)
{
	unsigned int digits = 1;
	u64 limit;

	for (limit = 10; value >= limit && digits < U64_DIGITS; limit *= 10)
		digits++;
	return digits;
}

static char *put_number(char *at, u64 value, unsigned int width, char pad)
{
	unsigned int i, digits = count_digits(value);

	for (; width > digits; width--)
		*at++ = pad;
	for (i = digits; i; i--) {
		u64 rest = div_u64(value, 10);

		at[i - 1] = '0' + (value - rest * 10);
		value = rest;
	}
	return at + digits;
}

/* At least one blank is behind the pid, and its column is at least seven characters wide. */
static char *put_task(char *at, const struct trace_front *front)
{
	char *end;

	memcpy(at, front->comm, TRACE_COMM_WIDTH);
	at += TRACE_COMM_WIDTH;
	*at++ = '-';
	for (end = put_number(at, front->header->pid, 0, ' '); end - at < 7; )
		*end++ = ' ';
	*end++ = ' ';
	return end;
}

static char *put_tgid(char *at, pid_t tgid)
{
	*at++ = '(';
	if (tgid) {
		at = put_number(at, tgid, 7, ' ');
	} else {
		memset(at, '-', 7);
		at += 7;
	}
	*at++ = ')';
	*at++ = ' ';
	return at;
}

static char *put_cpu_number(char *at, unsigned int cpu)
{
	*at++ = '[';
	at = put_number(at, cpu, 3, '0');
	*at++ = ']';
	*at++ = ' ';
	return at;
}

static unsigned int if_set(u8 flags, u8 flag, unsigned int value)
{
	return flags & flag ? value : 0;
}

/* The letters are mainline's. They mean the same on a kernel whose bit 0x20 says "lazily". */
static char resched_letter(const struct trace_front *front)
{
	u8 flags = front->header->flags;

	if (front->lazy_for_preempt)
		return ".nlb"[if_set(flags, RECORD_NEED_RESCHED, 1) +
			      if_set(flags, RECORD_PREEMPT_RESCHED, 2)];
	return ".npNlbLB"[if_set(flags, RECORD_NEED_RESCHED, 1) +
			  if_set(flags, RECORD_PREEMPT_RESCHED, 2) +
			  if_set(flags, RECORD_NEED_RESCHED_LAZY, 4)];
}

static char *put_flags(char *at, const struct trace_front *front)
{
	static const char irqs[] = ".dbD", context[] = ".shHzzZZ";
	static const char depth[] = ".123456789abcdef";
	const struct record_header *header = front->header;
	u8 flags = header->flags;

	*at++ = irqs[if_set(flags, RECORD_IRQS_OFF, 1) + if_set(flags, RECORD_BH_OFF, 2)];
	*at++ = resched_letter(front);
	*at++ = context[if_set(flags, RECORD_SOFTIRQ, 1) + if_set(flags, RECORD_HARDIRQ, 2) +
			if_set(flags, RECORD_NMI, 4)];
	*at++ = depth[header->preempt_count & 0xf];
	*at++ = depth[header->preempt_count >> 4];
	return at;
}

static char *put_time(char *at, u64 time, bool in_ns)
{
	u32 usec;

	*at++ = ' ';
	if (!in_ns)
		return put_number(at, time, 12, ' ');
	time = div_u64_rem(div_u64(time + NSEC_PER_USEC / 2, NSEC_PER_USEC), USEC_PER_SEC, &usec);
	at = put_number(at, time, 5, ' ');
	*at++ = '.';
	return put_number(at, usec, 6, '0');
}

/**
 * trace_front_write() - write what is in front of a line
 * @to: TRACE_FRONT_MAX bytes to write to; a NUL is put behind the text
 * @front: the values to show
 *
 * Return: number of characters, without the NUL.
 */
size_t trace_front_write(char *to, const struct trace_front *front)
{
	char *at = put_task(to, front);

	if (front->tgids)
		at = put_tgid(at, front->tgid);
	at = put_cpu_number(at, front->cpu);
	if (front->flags)
		at = put_flags(at, front);
	at = put_time(at, front->time, front->in_ns);
	memcpy(at, ": ", sizeof(": "));
	return at + 2 - to;
}

static const char titles_with_flags[] =
	"#                                _-----=> irqs-off/BH-disabled\n"
	"#                               / _----=> need-resched\n"
	"#                              | / _---=> hardirq/softirq\n"
	"#                              || / _--=> preempt-depth\n"
	"#                              ||| / _-=> migrate-disable\n"
	"#                              |||| /     delay\n"
	"#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
	"#              | |         |   |||||     |         |\n";

static const char titles_with_tgids_and_flags[] =
	"#                                          _-----=> irqs-off/BH-disabled\n"
	"#                                         / _----=> need-resched\n"
	"#                                        | / _---=> hardirq/softirq\n"
	"#                                        || / _--=> preempt-depth\n"
	"#                                        ||| / _-=> migrate-disable\n"
	"#                                        |||| /     delay\n"
	"#           TASK-PID       TGID    CPU#  |||||  TIMESTAMP  FUNCTION\n"
	"#              | |           |       |   |||||     |         |\n";

static const char titles[] =
	"#           TASK-PID     CPU#     TIMESTAMP  FUNCTION\n"
	"#              | |         |         |         |\n";

static const char titles_with_tgids[] =
	"#           TASK-PID       TGID    CPU#     TIMESTAMP  FUNCTION\n"
	"#              | |           |       |         |         |\n";

/**
 * trace_front_titles() - get the lines that name the columns
 * @flags: whether the lines name the columns of the flags, too
 * @tgids: whether they name the column of processes, too
 *
 * Return: the lines, as one text.
 */
const char *trace_front_titles(bool flags, bool tgids)
{
	if (tgids)
		return flags ? titles_with_tgids_and_flags : titles_with_tgids;
	return flags ? titles_with_flags : titles;
}
