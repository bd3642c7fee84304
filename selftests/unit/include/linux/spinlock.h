/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SPINLOCK_H
#define STANDIN_LINUX_SPINLOCK_H

typedef struct {
	int locked;
} raw_spinlock_t;

static inline void raw_spin_lock_init(raw_spinlock_t *lock)
{
	lock->locked = 0;
}

#define raw_spin_lock_irqsave(lock, flags)						\
	do {										\
		(flags) = 0;								\
		while (__atomic_exchange_n(&(lock)->locked, 1, __ATOMIC_ACQUIRE))	\
			;								\
	} while (0)

#define raw_spin_unlock_irqrestore(lock, flags)						\
	do {										\
		(void)(flags);								\
		__atomic_store_n(&(lock)->locked, 0, __ATOMIC_RELEASE);			\
	} while (0)

#endif
