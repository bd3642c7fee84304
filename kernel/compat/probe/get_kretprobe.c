// SPDX-License-Identifier: GPL-2.0
/* Commit d741bf41d7c7 ("kprobes: Remove kretprobe hash", v5.11) */
#include <linux/kprobes.h>

struct kretprobe *probe_get_kretprobe(struct kretprobe_instance *ri);

struct kretprobe *probe_get_kretprobe(struct kretprobe_instance *ri)
{
	return get_kretprobe(ri);
}
