// SPDX-License-Identifier: GPL-2.0
/*
 * Works on small pieces of text inside a longer one.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_text.h"

/**
 * parse_text_is() - compare a piece of text with a word
 * @text: the piece of text
 * @len: number of bytes of @text
 * @word: the word, NUL-terminated
 *
 * Return: true when they are equal.
 */
bool parse_text_is(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(text, word, len) == 0;
}

/**
 * parse_text_hash() - hash a word, by FNV-1a
 * @seed: what tells apart equal words of different places, or 0
 * @word: the word, NUL-terminated
 *
 * Return: 64 bits, the same in each boot.
 */
u64 parse_text_hash(u64 seed, const char *word)
{
	u64 hash = seed ^ 0xcbf29ce484222325ULL;

	for (; *word; word++)
		hash = (hash ^ (u8)*word) * 0x100000001b3ULL;
	return hash;
}

/**
 * parse_text_find() - find the first of some characters
 * @text: the text to look in
 * @len: number of bytes of @text
 * @set: the characters to look for, NUL-terminated
 *
 * Return: index of the first byte that is in @set, or @len.
 */
size_t parse_text_find(const char *text, size_t len, const char *set)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] && strchr(set, text[i]))
			break;
	return i;
}

/**
 * parse_text_find_word() - find the first place of a word
 * @text: the text to look in
 * @len: number of bytes of @text
 * @word: the bytes to look for, NUL-terminated
 *
 * Return: index of the first byte of the word, or @len.
 */
size_t parse_text_find_word(const char *text, size_t len, const char *word)
{
	size_t word_len = strlen(word), i;

	for (i = 0; i + word_len <= len; i++)
		if (!memcmp(text + i, word, word_len))
			return i;
	return len;
}

/**
 * parse_text_find_last() - find the last place of a character
 * @text: the text to look in
 * @len: number of bytes of @text
 * @c: the character to look for
 *
 * Return: index of the last @c, or @len.
 */
size_t parse_text_find_last(const char *text, size_t len, char c)
{
	size_t i;

	for (i = len; i > 0; i--)
		if (text[i - 1] == c)
			return i - 1;
	return len;
}

/**
 * parse_text_copy() - copy a piece of text and terminate it
 * @dest: memory for the copy
 * @size: number of bytes at @dest
 * @text: the piece to copy
 * @len: number of bytes of @text
 *
 * Return: false, with @dest untouched, when the piece does not fit.
 */
bool parse_text_copy(char *dest, size_t size, const char *text, size_t len)
{
	if (len >= size)
		return false;
	memcpy(dest, text, len);
	dest[len] = '\0';
	return true;
}

/**
 * parse_ulong() - read an unsigned number
 * @text: the whole number, in the form kstrtoul() takes
 * @len: number of bytes of @text
 * @base: base of the number; 0 for C's prefixes
 * @value: receives the number on success
 *
 * Return: 0, -EINVAL or -ERANGE.
 */
int parse_ulong(const char *text, size_t len, unsigned int base, unsigned long *value)
{
	char number[PARSE_NUMBER_LEN];

	if (!parse_text_copy(number, sizeof(number), text, len))
		return -ERANGE;
	return kstrtoul(number, base, value);
}

/**
 * parse_uint() - read an unsigned number of 32 bits
 * @text: the whole number, in the form kstrtouint() takes
 * @len: number of bytes of @text
 * @base: base of the number; 0 for C's prefixes
 * @value: receives the number on success
 *
 * Return: 0, -EINVAL or -ERANGE.
 */
int parse_uint(const char *text, size_t len, unsigned int base, unsigned int *value)
{
	char number[PARSE_NUMBER_LEN];

	if (!parse_text_copy(number, sizeof(number), text, len))
		return -ERANGE;
	return kstrtouint(number, base, value);
}

/**
 * parse_long() - read a signed number with C's prefixes
 * @sign: '-' to read @text as if a '-' stood before it; anything else is ignored
 * @text: the number, in the form kstrtol() takes
 * @len: number of bytes of @text
 * @value: receives the number on success
 *
 * Return: 0, -EINVAL or -ERANGE.
 */
int parse_long(char sign, const char *text, size_t len, long *value)
{
	char number[PARSE_NUMBER_LEN];
	unsigned int start = sign == '-';

	number[0] = '-';
	if (!parse_text_copy(number + start, sizeof(number) - start, text, len))
		return -ERANGE;
	return kstrtol(number, 0, value);
}

static bool is_name_of(const char *text, size_t len, const char *also)
{
	size_t i;

	if (!len || isdigit(text[0]))
		return false;
	for (i = 0; i < len; i++)
		if (!isalnum(text[i]) && (!text[i] || !strchr(also, text[i])))
			return false;
	return true;
}

/**
 * parse_is_name() - tell whether a text may be the name of an event or an argument
 * @text: the text of the name
 * @len: number of bytes of @text
 *
 * Return: true when the text is a C identifier, with the kernel's notion of a letter.
 */
bool parse_is_name(const char *text, size_t len)
{
	return is_name_of(text, len, "_");
}

/**
 * parse_is_group_name() - tell whether a text may be the name of a group
 * @text: the text of the name
 * @len: number of bytes of @text
 *
 * Return: true when the text is a C identifier in which '-' counts as a letter.
 */
bool parse_is_group_name(const char *text, size_t len)
{
	return is_name_of(text, len, "_-");
}
