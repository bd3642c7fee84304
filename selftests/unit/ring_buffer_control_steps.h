/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kernel/buffer/ring_buffer_control.c, ring_buffer_open.c and ring_buffer_swap.c with a call of test_control() before every
 * access to what writers use, too, and of test_sleep() where it sleeps until they are out. A test that does not set them
 * has the source as it is.
 */
#ifndef UNIT_RING_BUFFER_CONTROL_STEPS_H
#define UNIT_RING_BUFFER_CONTROL_STEPS_H

#include <linux/atomic.h>
#include <linux/delay.h>

static void (*test_control)(void);
static void (*test_sleep)(void);

static inline void control_step(void)
{
	if (test_control)
		test_control();
}

static inline void control_sleep(unsigned int us)
{
	if (test_sleep)
		test_sleep();
	else
		usleep(us);
}

/* The stand-ins are macros: their expansions, with a step in front. */
#undef atomic_inc
#define atomic_inc(v)							\
	(control_step(), (void)__atomic_fetch_add(&(v)->counter, 1, __ATOMIC_RELAXED))
#undef atomic_fetch_dec_release
#define atomic_fetch_dec_release(v)					\
	(control_step(), __atomic_fetch_sub(&(v)->counter, 1, __ATOMIC_RELEASE))
#undef smp_load_acquire
#define smp_load_acquire(p)						\
	(control_step(), __atomic_load_n(p, __ATOMIC_ACQUIRE))
#undef smp_store_release
#define smp_store_release(p, v)						\
	(control_step(), __atomic_store_n(p, v, __ATOMIC_RELEASE))
#undef WRITE_ONCE
#define WRITE_ONCE(x, val)						\
	(control_step(), (void)(*(volatile __typeof__(x) *)&(x) = (val)))
#undef usleep_range
#define usleep_range(min, max)	control_sleep(min)

#include "kernel/buffer/ring_buffer_control.c"
#include "kernel/buffer/ring_buffer_open.c"
#include "kernel/buffer/ring_buffer_swap.c"

#endif
