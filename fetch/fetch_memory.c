// SPDX-License-Identifier: GPL-2.0
/*
 * Strings, and the numbers that fetch_memory.h does not read inline.
 *
 * Strings are read in pieces that do not cross a page, so what lies behind the NUL never faults:
 * aligned words from the kernel, aligned blocks from user memory. The bytes read behind the NUL end
 * up behind the string in the record under construction, where the caller overwrites them or cuts.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include "fetch/fetch_memory.h"

#define WORD		sizeof(u64)
#define USER_BLOCK	64

struct fetch_number fetch_read_slow(unsigned long addr, unsigned int width, bool user)
{
	u64 value = 0;
	long ret;

	if (user || fetch_is_user_address(addr))
		ret = copy_from_user_nofault(&value, (const void __user *)addr, width);
	else
		ret = copy_from_kernel_nofault(&value, (const void *)addr, width);
	return ret ? fetch_number_fault() : fetch_number_ok(value);
}

/* Which byte of @word is the first NUL, from 0; 8 if none is. Both architectures are little endian. */
static __always_inline unsigned int find_nul(u64 word)
{
	u64 high = ~0ULL / 255 * 0x80, low = ~0ULL / 255;
	u64 nul = (word - low) & ~word & high;

	return nul ? __builtin_ctzll(nul) / 8 : WORD;
}

/* @room is at least @len. */
static __always_inline void put_bytes(char *to, u64 word, unsigned int len, unsigned int room)
{
	if (likely(room >= WORD)) {
		fetch_put_word(to, word);
		return;
	}
	for (; len; len--, word >>= 8)
		*to++ = word;
}

/* A string that is longer than @room is cut. */
static int cut_string(char *to, unsigned int room)
{
	to[room - 1] = '\0';
	return room;
}

static int copy_kernel_string(char *to, unsigned long addr, unsigned int room)
{
	unsigned int skip = addr % WORD, len = 0;
	unsigned int valid, nul, take;

	for (addr -= skip; len < room; addr += WORD, skip = 0) {
		struct fetch_number word = fetch_read_kernel(addr, WORD);

		if (!word.ok)
			return -EFAULT;
		word.value >>= skip * 8;
		valid = WORD - skip;
		nul = find_nul(word.value);
		take = min3(nul + 1, valid, room - len);
		put_bytes(to + len, word.value, take, room - len);
		len += take;
		if (nul < take)
			return len;
	}
	return cut_string(to, room);
}

/* Where in @len bytes at @from the first NUL is; @len if there is none. */
static unsigned int find_nul_in(const char *from, unsigned int len)
{
	unsigned int i, nul;

	for (i = 0; i + WORD <= len; i += WORD) {
		nul = find_nul(fetch_get_word(from + i));
		if (nul < WORD)
			return i + nul;
	}
	while (i < len && from[i])
		i++;
	return i;
}

static int copy_user_string(char *to, unsigned long addr, unsigned int room)
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
int fetch_copy_string(char *to, unsigned long addr, bool user, unsigned int room)
{
	if (user || fetch_is_user_address(addr))
		return copy_user_string(to, addr, room);
	return copy_kernel_string(to, addr, room);
}
