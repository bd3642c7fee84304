/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Compare-and-exchange against this CPU alone, for a branch on whether it worked. On x86 the
 * instruction sets a flag, and leaves in place what was compared. cmpxchg_local() compares once
 * more and needs a copy; the try_ form of it in newer kernels needs a copy, too.
 */
#ifndef KERNEL_COMPAT_CMPXCHG_H
#define KERNEL_COMPAT_CMPXCHG_H

#include <linux/atomic.h>
#include <linux/types.h>

#if defined(CONFIG_X86_64) && defined(__GCC_ASM_FLAG_OUTPUTS__)
#include <linux/instrumented.h>

/*
 * Returns true when *@word was *@old, and is @new now. Else *@old receives the value of *@word. The
 * only ordering is the compiler's.
 */
static __always_inline bool compat_try_cmpxchg_local(u64 *word, u64 *old, u64 new)
{
	bool done;

	instrument_atomic_read_write(word, sizeof(*word));
	asm volatile("cmpxchgq %[new], %[word]"
		     : "=@ccz" (done), [word] "+m" (*word), "+a" (*old)
		     : [new] "r" (new)
		     : "memory");
	return done;
}
#else
static __always_inline bool compat_try_cmpxchg_local(u64 *word, u64 *old, u64 new)
{
	u64 found = cmpxchg_local(word, *old, new);
	bool done = found == *old;

	*old = found;
	return done;
}
#endif

#endif
