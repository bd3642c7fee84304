// SPDX-License-Identifier: GPL-2.0
/*
 * Strings, and the numbers that fetch_memory.h does not read inline.
 *
 * Strings are read in pieces that do not cross a page, so what lies behind the NUL never faults:
 * aligned words from the kernel, aligned blocks from user memory. The bytes read behind the NUL end
 * up behind the string in the record under construction, where the caller overwrites them or cuts.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include "fetch/fetch_memory.h"

#define WORD		sizeof(u64)
#define USER_BLOCK	64

/**
 * fetch_number_fault() - the number of a read that faulted
 *
 * Any context.
 *
 * Return: 0, and not ok.
 */
struct fetch_number __kprobes fetch_number_fault(void)
{
	return (struct fetch_number){ };
}

struct fetch_number __kprobes fetch_read_slow(unsigned long addr, unsigned int width, bool user)
{
	u64 value = 0;
	long ret;

	if (user || fetch_is_user_address(addr))
		ret = copy_from_user_nofault(&value, (const void __user *)addr, width);
	else
		ret = copy_from_kernel_nofault(&value, (const void *)addr, width);
	return ret ? fetch_number_fault() : fetch_number_ok(value);
}

/* A string that is longer than @room is cut. */
static int __kprobes cut_string(char *to, unsigned int room)
{
	to[room - 1] = '\0';
	return room;
}

/* The first or last word, of which @len bytes count. Return: length with the NUL, or 0 if none. */
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

/* From where fetch_is_kernel_address() is not sure. */
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

/* Where in @len bytes at @from the first NUL is; @len if there is none. */
static unsigned int __kprobes find_nul_in(const char *from, unsigned int len)
{
	unsigned int i, nul;

	for (i = 0; i + WORD <= len; i += WORD) {
		nul = fetch_find_nul(fetch_get_word(from + i));
		if (nul < WORD)
			return i + nul;
	}
	while (i < len && from[i])
		i++;
	return i;
}

static int __kprobes copy_user_string(char *to, unsigned long addr, unsigned int room)
{
	unsigned int len = 0, take, nul;

	while (len < room) {
		take = min(USER_BLOCK - (unsigned int)(addr % USER_BLOCK), room - len);
		if (copy_from_user_nofault(to + len, (const void __user *)addr, take))
			return -EFAULT;
		nul = find_nul_in(to + len, take);
		len += nul;
		if (nul < take)
			return len + 1;
		addr += take;
	}
	return cut_string(to, room);
}

/**
 * fetch_copy_string() - copy a string from memory that may not be there
 * @to: where to; what lies behind the NUL, up to @room, may be written too
 * @addr: where from; a user address is read as such
 * @user: only user memory will do
 * @room: bytes at @to, at least 1; a longer string is cut
 *
 * Any context, page faults disabled.
 *
 * Return: length including the NUL, or -EFAULT with the bytes at @to undefined.
 */
int __kprobes fetch_copy_string(char *to, unsigned long addr, bool user, unsigned int room)
{
	if (user || fetch_is_user_address(addr))
		return copy_user_string(to, addr, room);
	if (fetch_is_kernel_address(addr) && fetch_is_kernel_address(addr + room))
		return copy_kernel_string(to, addr, room);
	return copy_odd_string(to, addr, room);
}
