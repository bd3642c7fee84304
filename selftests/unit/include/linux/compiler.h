/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_COMPILER_H
#define STANDIN_LINUX_COMPILER_H

#include <linux/kconfig.h>
#include <linux/types.h>

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define barrier()		__asm__ __volatile__("" ::: "memory")

#ifdef __SANITIZE_THREAD__
/* To ThreadSanitizer a volatile access is a race like any other. */
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, val)	__atomic_store_n(&(x), val, __ATOMIC_RELAXED)
#define __no_kcsan		__attribute__((__no_sanitize__("thread")))
#define data_race(x)		READ_ONCE(x)
#else
#define READ_ONCE(x)		(*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, val)	(*(volatile __typeof__(x) *)&(x) = (val))
#define __no_kcsan
#define data_race(x)		(x)
#endif

#undef __always_inline
#define __always_inline		inline __attribute__((__always_inline__))
#define noinline		__attribute__((__noinline__))
#define notrace
#define __aligned(x)		__attribute__((__aligned__(x)))
#undef __packed
#define __packed		__attribute__((__packed__))
#define __printf(a, b)		__attribute__((__format__(printf, a, b)))
#define __maybe_unused		__attribute__((__unused__))
#define __always_unused		__attribute__((__unused__))
#define __must_check		__attribute__((__warn_unused_result__))
#define __cold			__attribute__((__cold__))
#define __pure			__attribute__((__pure__))
#define fallthrough		__attribute__((__fallthrough__))

/* For sparse */
#define __user
#define __kernel
#define __percpu
#define __rcu
#define __force
#define __iomem
#define __must_hold(x)
#define __acquires(x)
#define __releases(x)

#endif
