// SPDX-License-Identifier: GPL-2.0
/*
 * A module whose initialisation never ends, with interrupts masked. With the parameter "trap", the CPU enters the
 * handler of int3 again and again, from an instruction that is no int3 in memory, as the emulator does that has
 * kept an int3 of a text poke (scripts/emulator); else the CPU does nothing.
 */
#include <linux/irqflags.h>
#include <linux/module.h>

static bool trap;
module_param(trap, bool, 0);

static int __init hanging_init(void)
{
	local_irq_disable();
	/*
	 * The first two bytes are "int $3", which has another code than int3. The kernel's handler goes
	 * back by the one byte of an int3, and so into the instruction: "add %eax, %eax".
	 */
	while (trap)
		asm volatile("xor %%eax, %%eax\n"
			     "1: .byte 0xcd, 0x03, 0xc0\n"
			     ".byte 0xeb, 0xfb\n" ::: "eax", "cc");
	for (;;)
		cpu_relax();
	return 0;
}
module_init(hanging_init);

MODULE_DESCRIPTION("an initialisation that never ends");
MODULE_LICENSE("GPL");
