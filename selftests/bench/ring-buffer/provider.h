/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of LTTng-UST with the payloads that bench.c writes into probefs' ring buffer: arrays of
 * bytes, four registers, and an event that writes another one while it is being written.
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER probefs_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "provider.h"

#if !defined(BENCH_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define BENCH_PROVIDER_H

#include <lttng/tracepoint.h>
#include <stdint.h>

#define BENCH_EVENT(size)							\
LTTNG_UST_TRACEPOINT_EVENT(probefs_bench, bytes_##size,				\
	LTTNG_UST_TP_ARGS(const uint8_t *, data),				\
	LTTNG_UST_TP_FIELDS(lttng_ust_field_array(uint8_t, data, data, size)))

BENCH_EVENT(16)
BENCH_EVENT(32)
BENCH_EVENT(128)
BENCH_EVENT(512)

LTTNG_UST_TRACEPOINT_EVENT(probefs_bench, registers,
	LTTNG_UST_TP_ARGS(const uint64_t *, reg),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer_hex(uint64_t, a, reg[0])
		lttng_ust_field_integer_hex(uint64_t, b, reg[1])
		lttng_ust_field_integer_hex(uint64_t, c, reg[2])
		lttng_ust_field_integer_hex(uint64_t, d, reg[3])))

/* Fields are computed between reserve and commit: the first one writes an event of its own. */
LTTNG_UST_TRACEPOINT_EVENT(probefs_bench, nested_32,
	LTTNG_UST_TP_ARGS(const uint8_t *, data),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(uint8_t, first, bench_nested_byte(data))
		lttng_ust_field_array(uint8_t, data, data + 1, 31)))

#endif

#include <lttng/tracepoint-event.h>
