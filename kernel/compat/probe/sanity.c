// SPDX-License-Identifier: GPL-2.0
/* Every kernel has these. When this does not compile, no answer of the others means anything. */
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/sched.h>

int probe_sanity(struct kprobe *kp);

int probe_sanity(struct kprobe *kp)
{
	return register_kprobe(kp) + current->pid;
}
