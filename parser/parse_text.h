/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Works on small pieces of text inside a longer one: numbers, names, searches. No piece needs a
 * NUL.
 */
#ifndef PARSER_PARSE_TEXT_H
#define PARSER_PARSE_TEXT_H

#include <linux/types.h>

/* The longest number that is looked at; longer ones are out of range. */
#define PARSE_NUMBER_LEN 64

bool parse_text_is(const char *text, size_t len, const char *word);
u64 parse_text_hash(u64 seed, const char *word);
size_t parse_text_find(const char *text, size_t len, const char *set);
size_t parse_text_find_word(const char *text, size_t len, const char *word);
size_t parse_text_find_last(const char *text, size_t len, char c);
bool parse_text_copy(char *dest, size_t size, const char *text, size_t len);

int parse_ulong(const char *text, size_t len, unsigned int base, unsigned long *value);
int parse_uint(const char *text, size_t len, unsigned int base, unsigned int *value);
int parse_long(char sign, const char *text, size_t len, long *value);

bool parse_is_name(const char *text, size_t len);
bool parse_is_group_name(const char *text, size_t len);

#endif
