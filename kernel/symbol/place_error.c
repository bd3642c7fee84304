// SPDX-License-Identifier: GPL-2.0
/*
 * Says why a place can't be probed.
 *
 * The kprobe core answers EINVAL, whatever the reason is. So its questions are asked once more after it
 * has refused a place. The functions that it asks are declared in public headers but not exported, and
 * are found by their address. A kernel in which they are not found gives no reason.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "kernel/compat/kallsyms.h"
#include "kernel/symbol/place_error.h"
#include "kernel/symbol/refused.h"
#include "kernel/symbol/symbol.h"

/* What @function of the kernel says about an address, or @otherwise when it is not found */
#define ask_kernel(function, address, otherwise)			\
({									\
	unsigned long found_;						\
	bool said_ = otherwise;						\
									\
	if (!symbol_lookup_in_kernel(#function, &found_)) {		\
		u64 ibt_ = compat_ibt_off();				\
									\
		said_ = ((typeof(&function))found_)(address);		\
		compat_ibt_on(ibt_);					\
	}								\
	said_;								\
})

static enum parse_error_code refusal_reason(unsigned long place)
{
	if (refused_reason(place))
		return PARSE_HARMFUL;
	if (!ask_kernel(kernel_text_address, place, true))
		return PARSE_NO_CODE;
	if (ask_kernel(within_kprobe_blacklist, place, false))
		return PARSE_BLACKLISTED;
	if (symbol_check_traceable(place) == -EINVAL)
		return PARSE_NOT_TRACEABLE;
	return PARSE_FAIL_REG_PROBE;
}

/**
 * place_error() - find the error to report for a place that can't be probed
 * @place: address of the place, if its symbol was found
 * @ret: what probe_resolve() or probe_validate() returned for it
 *
 * Context: process context, may sleep. Return: the error; PARSE_FAIL_REG_PROBE when no more is known:
 * code that the kernel patches itself, an instruction that can't be moved, a kernel that is locked down.
 * PARSE_OK when @ret is not about the place.
 */
enum parse_error_code place_error(unsigned long place, int ret)
{
	switch (ret) {
	case -ENOMEM:
	case -EEXIST:
		return PARSE_OK;
	case -EILSEQ:
		return PARSE_BAD_INSN_BNDRY;
	case -ENOENT:
		return PARSE_BAD_PROBE_ADDR;
	case -ERANGE:
		return PARSE_OUTSIDE_SYMBOL;
	case -EINVAL:
		return refusal_reason(place);
	default:
		return PARSE_FAIL_REG_PROBE;
	}
}
