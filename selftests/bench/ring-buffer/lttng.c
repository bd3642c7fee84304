// SPDX-License-Identifier: GPL-2.0
/*
 * The same payloads through LTTng-UST.
 */
#include "bench.h"

static uint8_t bench_nested_byte(const uint8_t *data);

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "provider.h"

static uint8_t bench_nested_byte(const uint8_t *data)
{
	lttng_ust_tracepoint(probefs_bench, bytes_32, data);
	return data[0];
}

#define WRITE(name, event)					\
void name(const uint8_t *data, unsigned long times)		\
{								\
	while (times--)						\
		lttng_ust_tracepoint(probefs_bench, event, data);	\
}

WRITE(lttng_write_16, bytes_16)
WRITE(lttng_write_32, bytes_32)
WRITE(lttng_write_128, bytes_128)
WRITE(lttng_write_512, bytes_512)
WRITE(lttng_write_nested_32, nested_32)

void lttng_write_registers(const uint8_t *data, unsigned long times)
{
	while (times--)
		lttng_ust_tracepoint(probefs_bench, registers, (const uint64_t *)data);
}

/* Whether the events are on: a session takes them. */
int lttng_is_on(void)
{
	return lttng_ust_tracepoint_enabled(probefs_bench, bytes_16) &&
	       lttng_ust_tracepoint_enabled(probefs_bench, nested_32);
}
