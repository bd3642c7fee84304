/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_ATOMIC_H
#define STANDIN_LINUX_ATOMIC_H

/*
 * On the compiler's builtins, so that ThreadSanitizer understands them. Operations without a
 * suffix that return a value are fully ordered in the kernel; sequentially consistent ones do here.
 */
#include <linux/compiler.h>
#include <linux/types.h>

#define atomic_read(v)			__atomic_load_n(&(v)->counter, __ATOMIC_RELAXED)
#define atomic_read_acquire(v)		__atomic_load_n(&(v)->counter, __ATOMIC_ACQUIRE)
#define atomic_set(v, i)		__atomic_store_n(&(v)->counter, i, __ATOMIC_RELAXED)
#define atomic_inc(v)			((void)__atomic_fetch_add(&(v)->counter, 1, __ATOMIC_RELAXED))
#define atomic_dec(v)			((void)__atomic_fetch_sub(&(v)->counter, 1, __ATOMIC_RELAXED))
#define atomic_fetch_dec_release(v)	__atomic_fetch_sub(&(v)->counter, 1, __ATOMIC_RELEASE)
#define atomic_fetch_or(i, v)		__atomic_fetch_or(&(v)->counter, i, __ATOMIC_SEQ_CST)
#define atomic_or(i, v)			((void)__atomic_fetch_or(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic_xor(i, v)		((void)__atomic_fetch_xor(&(v)->counter, i, __ATOMIC_RELAXED))
#define atomic_andnot(i, v)		((void)__atomic_fetch_and(&(v)->counter, ~(i), __ATOMIC_RELAXED))

#define smp_load_acquire(p)		__atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, v)		__atomic_store_n(p, v, __ATOMIC_RELEASE)
#define smp_mb()			__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb()			__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb()			__atomic_thread_fence(__ATOMIC_RELEASE)

#define STANDIN_CMPXCHG(p, old, new, order) ({					\
	__typeof__(*(p)) cmpxchg_old_ = (old);					\
										\
	__atomic_compare_exchange_n(p, &cmpxchg_old_, new, false, order, __ATOMIC_RELAXED); \
	cmpxchg_old_;								\
})
#define cmpxchg(p, old, new)		STANDIN_CMPXCHG(p, old, new, __ATOMIC_SEQ_CST)
#define cmpxchg_local(p, old, new)	STANDIN_CMPXCHG(p, old, new, __ATOMIC_RELAXED)
#define xchg(p, v)			__atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)

#endif
