// SPDX-License-Identifier: GPL-2.0
/* Commit 73f9b911faa7 ("kprobes: Use rethook for kretprobe if possible", v5.18) */
#include <linux/kprobes.h>

unsigned long probe_get_kretprobe_retaddr(struct kretprobe_instance *ri);

unsigned long probe_get_kretprobe_retaddr(struct kretprobe_instance *ri)
{
	return get_kretprobe_retaddr(ri);
}
