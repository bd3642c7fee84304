// SPDX-License-Identifier: GPL-2.0
/*
 * A module that refuses another one, "failing", when all others have been told that it comes. While the others are
 * told that it goes, that one waits: the parameter "waiting" is 1 until somebody writes 1 to "go_on".
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static bool waiting;
module_param(waiting, bool, 0444);
static bool go_on;
module_param(go_on, bool, 0644);

static bool is_meant(const struct module *mod)
{
	return !strcmp(mod->name, "failing");
}

/* Behind those whom nobody told of the module before, and before the kernel looks after its tracepoints. */
static int refusing_wait(struct notifier_block *notifier, unsigned long state, void *data)
{
	if (state != MODULE_STATE_GOING || !is_meant(data))
		return NOTIFY_DONE;
	WRITE_ONCE(waiting, true);
	while (!READ_ONCE(go_on))
		msleep(10);
	WRITE_ONCE(waiting, false);
	return NOTIFY_DONE;
}

static int refusing_refuse(struct notifier_block *notifier, unsigned long state, void *data)
{
	return state == MODULE_STATE_COMING && is_meant(data) ? notifier_from_errno(-EINVAL) : NOTIFY_DONE;
}

static struct notifier_block waiter = {
	.notifier_call	= refusing_wait,
	.priority	= 1,
};

static struct notifier_block refuser = {
	.notifier_call	= refusing_refuse,
	.priority	= -5,
};

static int __init refusing_init(void)
{
	int ret = register_module_notifier(&waiter);

	if (ret)
		return ret;
	ret = register_module_notifier(&refuser);
	if (ret)
		unregister_module_notifier(&waiter);
	return ret;
}
module_init(refusing_init);

static void __exit refusing_exit(void)
{
	unregister_module_notifier(&refuser);
	unregister_module_notifier(&waiter);
}
module_exit(refusing_exit);

MODULE_DESCRIPTION("refuses another module");
MODULE_LICENSE("GPL");
