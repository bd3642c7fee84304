/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>

/* Each writes @times events with @data as payload. */
typedef void (*bench_fn)(const uint8_t *data, unsigned long times);

void probefs_write_16(const uint8_t *data, unsigned long times);
void probefs_write_32(const uint8_t *data, unsigned long times);
void probefs_write_128(const uint8_t *data, unsigned long times);
void probefs_write_512(const uint8_t *data, unsigned long times);
void probefs_write_nested_32(const uint8_t *data, unsigned long times);
void probefs_write_registers(const uint8_t *data, unsigned long times);
void probefs_start(void);
unsigned long probefs_written(void);

void lttng_write_16(const uint8_t *data, unsigned long times);
void lttng_write_32(const uint8_t *data, unsigned long times);
void lttng_write_128(const uint8_t *data, unsigned long times);
void lttng_write_512(const uint8_t *data, unsigned long times);
void lttng_write_nested_32(const uint8_t *data, unsigned long times);
void lttng_write_registers(const uint8_t *data, unsigned long times);
int lttng_is_on(void);

#endif
