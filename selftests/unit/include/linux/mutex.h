/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_MUTEX_H
#define STANDIN_LINUX_MUTEX_H

#include <pthread.h>
#include <linux/compiler.h>

struct mutex {
	pthread_mutex_t lock;
};

#define DEFINE_MUTEX(name)	struct mutex name = { .lock = PTHREAD_MUTEX_INITIALIZER }

static inline void mutex_init(struct mutex *mutex)
{
	pthread_mutex_init(&mutex->lock, NULL);
}

static inline void mutex_destroy(struct mutex *mutex)
{
	pthread_mutex_destroy(&mutex->lock);
}

static inline void mutex_lock(struct mutex *mutex)
{
	pthread_mutex_lock(&mutex->lock);
}

/* Lockdep alone knows of classes of locks. */
#define SINGLE_DEPTH_NESTING			1
#define mutex_lock_nested(mutex, subclass)	mutex_lock(mutex)

static inline void mutex_unlock(struct mutex *mutex)
{
	pthread_mutex_unlock(&mutex->lock);
}

#endif
