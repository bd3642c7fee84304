/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads that may fault, in any context. The caller has page faults disabled.
 *
 * A kernel address is read inline where the kernel offers __get_kernel_nofault(). That macro trusts
 * its caller with the address. On x86_64 a non-canonical address must not get there, nor one in the
 * vsyscall page; on arm64 none that translates through TTBR0. An address that is neither surely the
 * kernel's nor a user address goes through copy_from_kernel_nofault(), which decides by itself.
 * User memory is read inline as well (fetch_user.h).
 *
 * Every fault runs functions of the kernel that may be probed, so an address that surely faults is
 * not read. Such are addresses that the processor does not take, and those of the first page and
 * the last, which are NULL with an offset, or an error in place of a pointer. For an address of the
 * first kind the kernel even warns, because it is prepared for a page fault only and gets a general
 * protection fault; copy_from_kernel_nofault() may warn, too, where the kernel uses fewer bits of
 * addresses than the processor has.
 *
 * Addresses of the lower half are user addresses, as in mainline's probe events, which read
 * user memory when a plain dereference hits such an address.
 */
#ifndef FETCH_FETCH_MEMORY_H
#define FETCH_FETCH_MEMORY_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <asm/page.h>
#ifdef CONFIG_X86_64
#include <uapi/asm/vsyscall.h>
#endif

/* A word at any address, because the fields of records are packed */
struct fetch_word {
	u64 value;
} __packed;

static __always_inline u64 fetch_get_word(const void *from)
{
	return ((const struct fetch_word *)from)->value;
}

static __always_inline void fetch_put_word(void *to, u64 value)
{
	((struct fetch_word *)to)->value = value;
}

/* The lowest bit set marks the first NUL byte of @word. Both architectures are little endian. */
static __always_inline u64 fetch_nul_bits(u64 word)
{
	u64 low = ~0ULL / 255, high = low << 7;

	return (word - low) & ~word & high;
}

static __always_inline unsigned int fetch_first_nul(u64 bits)
{
	return __builtin_ctzll(bits) / 8;
}

/* Returns the index of the first NUL byte of @word, or 8 if there is none. */
static __always_inline unsigned int fetch_find_nul(u64 word)
{
	u64 bits = fetch_nul_bits(word);

	return bits ? fetch_first_nul(bits) : sizeof(word);
}

static __always_inline bool fetch_is_user_address(unsigned long addr)
{
#ifdef CONFIG_ARM64
	return !(addr & BIT(55));	/* the top byte may be a tag */
#else
	return !(addr & BIT(63));
#endif
}

/* Addresses of the kernel may have a tag in the top byte. */
#define FETCH_KERNEL_TAGS (IS_ENABLED(CONFIG_KASAN_SW_TAGS) || IS_ENABLED(CONFIG_KASAN_HW_TAGS))

/* These are the two halves of fetch_is_kernel_address(). */
static __always_inline bool fetch_is_above_user(unsigned long addr)
{
#ifdef CONFIG_ARM64
	if (FETCH_KERNEL_TAGS)
		return !fetch_is_user_address(addr);
#endif
	return addr >= PAGE_OFFSET;
}

/* @span: how far from @addr reads may begin, a constant */
static __always_inline bool fetch_is_below_special(unsigned long addr, unsigned long span)
{
#ifdef CONFIG_X86_64
	return addr < VSYSCALL_ADDR - sizeof(u64) - span;
#else
	return addr < -PAGE_SIZE - span;
#endif
}

static __always_inline bool fetch_is_kernel_address(unsigned long addr)
{
	return fetch_is_above_user(addr) && fetch_is_below_special(addr, 0);
}

/* Tells whether the processor takes @addr. The kernel checks the tags of user addresses itself. */
static __always_inline bool fetch_is_canonical(unsigned long addr)
{
#ifdef CONFIG_X86_64
	unsigned int unused = 63 - __VIRTUAL_MASK_SHIFT;

	if (IS_ENABLED(CONFIG_ADDRESS_MASKING) && fetch_is_user_address(addr))
		return true;
	return (unsigned long)((long)(addr << unused) >> unused) == addr;
#else
	return fetch_is_user_address(addr) || fetch_is_above_user(addr);
#endif
}

/**
 * fetch_is_nowhere() - tell whether reading memory surely faults
 * @addr: address to read from
 * @len: number of bytes, not 0
 *
 * Return: true when the read surely faults.
 */
static __always_inline bool fetch_is_nowhere(unsigned long addr, unsigned int len)
{
	return addr + PAGE_SIZE < 2 * PAGE_SIZE ||
	       !fetch_is_canonical(addr) || !fetch_is_canonical(addr + len - 1);
}

#ifdef __get_kernel_nofault
#define fetch_get_kernel(to, from, type, fault)	__get_kernel_nofault(to, from, type, fault)
#else
#define fetch_get_kernel(to, from, type, fault)					\
do {										\
	if (copy_from_kernel_nofault(to, from, sizeof(type)))			\
		goto fault;							\
} while (0)
#endif

/**
 * struct fetch_number - a number that was read, returned in two registers
 * @value: the number that was read, zero-extended; 0 after a fault
 * @ok: whether the read succeeded
 */
struct fetch_number {
	u64 value;
	u64 ok;
};

static __always_inline struct fetch_number fetch_number_ok(u64 value)
{
	return (struct fetch_number){ .value = value, .ok = true };
}

/*
 * fetch_number_fault() is in another object file, so that the compiler knows nothing of what it
 * returns. gcc 12 takes the constant 0 out again where a fault leaves __get_kernel_nofault(), an
 * asm goto whose output gcc believes to be set on that way, too.
 */
struct fetch_number fetch_number_fault(void);

/**
 * fetch_read_slow() - read a number from anywhere
 * @addr: address to read from; a user address is read as such
 * @width: bytes, 1, 2, 4 or 8
 * @user: true when only user memory will do
 *
 * Return: the number that was read, or that of a fault.
 */
struct fetch_number fetch_read_slow(unsigned long addr, unsigned int width, bool user);

/**
 * fetch_read_kernel() - read a number through a plain dereference
 * @addr: address to read from; a user address is read as such
 * @width: bytes, 1, 2, 4 or 8
 *
 * The call is least work when @width is known at compile time.
 *
 * Return: the number that was read, or that of a fault.
 */
static __always_inline struct fetch_number fetch_read_kernel(unsigned long addr, unsigned int width)
{
	u64 word;
	u32 half;
	u16 quarter;
	u8 byte;

	if (unlikely(!fetch_is_kernel_address(addr)))
		return fetch_read_slow(addr, width, false);
	if (width == sizeof(word)) {
		fetch_get_kernel(&word, (void *)addr, u64, fault);
		return fetch_number_ok(word);
	} else if (width == sizeof(half)) {
		fetch_get_kernel(&half, (void *)addr, u32, fault);
		return fetch_number_ok(half);
	} else if (width == sizeof(byte)) {
		fetch_get_kernel(&byte, (void *)addr, u8, fault);
		return fetch_number_ok(byte);
	}
	fetch_get_kernel(&quarter, (void *)addr, u16, fault);
	return fetch_number_ok(quarter);
fault:
	return fetch_number_fault();
}

int fetch_copy_string(char *to, unsigned long addr, bool user, unsigned int room);

#endif
