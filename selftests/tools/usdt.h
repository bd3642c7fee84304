/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TOOLS_USDT_H
#define TOOLS_USDT_H

/*
 * USDT probes as <sys/sdt.h> makes them, which Debian has in a package of its own: an instruction that does
 * nothing, and a note with where it is, where its semaphore is, its names and where its arguments are. An
 * argument is SIZE@PLACE; "%n" writes the negative of a number, and the size of what has a sign is negative.
 *
 *	USDT_SEMAPHORE(PROVIDER_NAME_semaphore);	the counter, at file level
 *	USDT(PROVIDER, NAME, "SEMAPHORE or 0", USDT_FORMAT(a) " " USDT_FORMAT(b), USDT_VALUE(a, ...), USDT_VALUE(b, ...))
 */
#define USDT_SEMAPHORE(semaphore) \
	volatile unsigned short semaphore __attribute__((section(".probes"), used))

#define USDT_FORMAT(argument)		"%n[size_" #argument "]@%[" #argument "]"
#define USDT_SIZE(value)		((__typeof__(value))-1 < (__typeof__(value))1 ? (int)sizeof(value) : \
											-(int)sizeof(value))
#define USDT_VALUE(argument, value)	[size_##argument] "n"(USDT_SIZE(value)), [argument] "nor"(value)

#define USDT(provider, name, semaphore, formats, ...) \
	__asm__ volatile("990: nop\n" \
			 ".pushsection .note.stapsdt,\"\",%%note\n" \
			 ".balign 4\n" \
			 ".4byte 992f-991f, 994f-993f, 3\n" \
			 "991: .asciz \"stapsdt\"\n" \
			 "992: .balign 4\n" \
			 "993: .8byte 990b, _.stapsdt.base, " semaphore "\n" \
			 ".asciz \"" #provider "\"\n" \
			 ".asciz \"" #name "\"\n" \
			 ".asciz \"" formats "\"\n" \
			 "994: .balign 4\n" \
			 ".popsection\n" \
			 ".ifndef _.stapsdt.base\n" \
			 ".pushsection .stapsdt.base,\"aG\",%%progbits,.stapsdt.base,comdat\n" \
			 ".weak _.stapsdt.base\n" \
			 ".hidden _.stapsdt.base\n" \
			 "_.stapsdt.base: .space 1\n" \
			 ".size _.stapsdt.base, 1\n" \
			 ".popsection\n" \
			 ".endif\n" : : __VA_ARGS__)

#endif
