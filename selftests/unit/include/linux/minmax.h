/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_MINMAX_H
#define STANDIN_LINUX_MINMAX_H

#define min(x, y) ({				\
	__typeof__(x) min_x_ = (x);		\
	__typeof__(y) min_y_ = (y);		\
	(void)(&min_x_ == &min_y_);		\
	min_x_ < min_y_ ? min_x_ : min_y_;	\
})
#define max(x, y) ({				\
	__typeof__(x) max_x_ = (x);		\
	__typeof__(y) max_y_ = (y);		\
	(void)(&max_x_ == &max_y_);		\
	max_x_ > max_y_ ? max_x_ : max_y_;	\
})
#define min3(x, y, z)		min(min(x, y), z)
#define max3(x, y, z)		max(max(x, y), z)
#define min_t(type, x, y)	min((type)(x), (type)(y))
#define max_t(type, x, y)	max((type)(x), (type)(y))
#define clamp(val, lo, hi)	min((__typeof__(val))max(val, lo), hi)
#define clamp_t(type, val, lo, hi)	min_t(type, max_t(type, val, lo), hi)
#define swap(a, b)		do { __typeof__(a) swap_ = (a); (a) = (b); (b) = swap_; } while (0)

#endif
