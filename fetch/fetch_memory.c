// SPDX-License-Identifier: GPL-2.0
/*
 * Reads strings, and the numbers that fetch_memory.h does not read inline.
 *
 * Strings are read in aligned words, which do not cross a page, so what lies behind the NUL never
 * faults. The bytes read behind the NUL end up behind the string in the record under construction,
 * where the caller overwrites them or cuts them off.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include "fetch/fetch_memory.h"
#include "fetch/fetch_user.h"

#define WORD		sizeof(u64)
#define USER_BLOCK	64

/**
 * fetch_number_fault() - make the number of a read that faulted
 *
 * Any context.
 *
 * Return: the value 0, with ok unset.
 */
struct fetch_number __kprobes fetch_number_fault(void)
{
	return (struct fetch_number){ };
}

static struct fetch_number __kprobes read_user(unsigned long addr, unsigned int width)
{
	u64 word;
	u32 half;
	u16 quarter;
	u8 byte;

	if (!fetch_user_begin(addr, width))
		return fetch_number_fault();
	if (width == sizeof(word)) {
		fetch_get_user(&word, addr, u64, fault);
	} else if (width == sizeof(half)) {
		fetch_get_user(&half, addr, u32, fault);
		word = half;
	} else if (width == sizeof(quarter)) {
		fetch_get_user(&quarter, addr, u16, fault);
		word = quarter;
	} else {
		fetch_get_user(&byte, addr, u8, fault);
		word = byte;
	}
	fetch_user_end();
	return fetch_number_ok(word);
fault:
	fetch_user_end();
	return fetch_number_fault();
}

struct fetch_number __kprobes fetch_read_slow(unsigned long addr, unsigned int width, bool user)
{
	u64 value = 0;

	if (fetch_is_nowhere(addr, width))
		return fetch_number_fault();
	if (user || fetch_is_user_address(addr))
		return read_user(addr, width);
	if (copy_from_kernel_nofault(&value, (const void *)addr, width))
		return fetch_number_fault();
	return fetch_number_ok(value);
}

/* Ends a string that is longer than @room, and so is cut. */
static int __kprobes cut_string(char *to, unsigned int room)
{
	to[room - 1] = '\0';
	return room;
}

/* Writes the first or last word, of which @len bytes count. Returns length with the NUL, or 0. */
static __always_inline unsigned int put_part(char *to, u64 word, unsigned int len,
					     unsigned int room)
{
	unsigned int nul = fetch_find_nul(word), i;

	if (likely(room >= WORD)) {
		fetch_put_word(to, word);
	} else {
		for (i = 0; i < min(len, room); i++)
			to[i] = word >> i * 8;
	}
	return nul < min(len, room) ? nul + 1 : 0;
}

static int __kprobes copy_kernel_string(char *to, unsigned long addr, unsigned int room)
{
	unsigned int skip = addr % WORD, len = WORD - skip, part;
	u64 word, bits;

	fetch_get_kernel(&word, (void *)(addr - skip), u64, fault);
	part = put_part(to, word >> skip * 8, len, room);
	if (part)
		return part;
	for (; len + WORD <= room; len += WORD) {
		fetch_get_kernel(&word, (void *)(addr + len), u64, fault);
		fetch_put_word(to + len, word);
		bits = fetch_nul_bits(word);
		if (bits)
			return len + fetch_first_nul(bits) + 1;
	}
	if (len < room) {
		fetch_get_kernel(&word, (void *)(addr + len), u64, fault);
		part = put_part(to + len, word, WORD, room - len);
		if (part)
			return len + part;
	}
	return cut_string(to, room);
fault:
	return -EFAULT;
}

/* Copies a string from an address that fetch_is_kernel_address() is not sure of. */
static int __kprobes copy_odd_string(char *to, unsigned long addr, unsigned int room)
{
	unsigned int len;

	for (len = 0; len < room; len++) {
		struct fetch_number byte = fetch_read_slow(addr + len, 1, false);

		if (!byte.ok)
			return -EFAULT;
		to[len] = byte.value;
		if (!byte.value)
			return len + 1;
	}
	return cut_string(to, room);
}

/*
 * Copies words from @at on, which is aligned: up to one with a NUL, or to the end of a block, or as
 * many as there is @room for. @bits receives the fetch_nul_bits() of the last word. Returns bytes,
 * or 0 for a fault.
 */
static unsigned int __kprobes copy_user_words(char *to, unsigned long at, unsigned int room,
					      u64 *bits)
{
	unsigned int len = 0, most;
	u64 word;

	most = min_t(unsigned int, USER_BLOCK - at % USER_BLOCK, room - room % WORD);
	if (!fetch_user_begin(at, most))
		return 0;
	do {
		fetch_get_user(&word, at + len, u64, fault);
		fetch_put_word(to + len, word);
		len += WORD;
		*bits = fetch_nul_bits(word);
	} while (!*bits && len < most);
	fetch_user_end();
	return len;
fault:
	fetch_user_end();
	return 0;
}

static int __kprobes copy_user_string(char *to, unsigned long addr, unsigned int room)
{
	unsigned int skip = addr % WORD, len = WORD - skip, part;
	struct fetch_number first = read_user(addr - skip, WORD), last;
	u64 bits;

	if (!first.ok)
		return -EFAULT;
	part = put_part(to, first.value >> skip * 8, len, room);
	if (part)
		return part;
	while (len + WORD <= room) {
		part = copy_user_words(to + len, addr + len, room - len, &bits);
		if (!part)
			return -EFAULT;
		len += part;
		if (bits)
			return len - WORD + fetch_first_nul(bits) + 1;
	}
	if (len < room) {
		last = read_user(addr + len, WORD);
		if (!last.ok)
			return -EFAULT;
		part = put_part(to + len, last.value, WORD, room - len);
		if (part)
			return len + part;
	}
	return cut_string(to, room);
}

/**
 * fetch_copy_string() - copy a string from memory that may not be there
 * @to: address to copy to; what lies behind the NUL, up to @room, may be written, too
 * @addr: address to copy from; a user address is read as such
 * @user: true when only user memory will do
 * @room: bytes at @to, at least 1; a longer string is cut
 *
 * Any context, page faults disabled.
 *
 * Return: length including the NUL, or -EFAULT with the bytes at @to undefined.
 */
int __kprobes fetch_copy_string(char *to, unsigned long addr, bool user, unsigned int room)
{
	if (fetch_is_nowhere(addr, 1))
		return -EFAULT;
	if (user || fetch_is_user_address(addr))
		return copy_user_string(to, addr, room);
	if (fetch_is_kernel_address(addr) && fetch_is_kernel_address(addr + room))
		return copy_kernel_string(to, addr, room);
	return copy_odd_string(to, addr, room);
}
