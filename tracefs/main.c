// SPDX-License-Identifier: GPL-2.0
/*
 * The start and the end of the module.
 */
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/module.h>

#include "kernel/event/tracer.h"
#include "kernel/record/record.h"
#include "kernel/tracer/boot.h"
#include "kernel/tracer/tracers.h"
#include "tracefs/vfs/mount_point.h"
#include "tracefs/vfs/super.h"

static int __init probefs_init(void)
{
	int ret;

	ret = record_init();
	if (ret)
		goto err_record;
	ret = tracers_init();
	if (ret)
		goto err_tracer;
	boot_tracer_create();
	ret = tracefs_register();
	if (ret)
		goto err_register;
	mount_points_create();
	return 0;

err_register:
	boot_tracer_destroy();
	tracers_exit();
err_tracer:
	record_finish();
err_record:
	return ret;
}

static void __exit probefs_exit(void)
{
	mount_points_remove();
	tracefs_unregister();
	boot_tracer_destroy();
	tracers_exit();
	record_finish();
}

/*
 * When built in, probefs starts after kprobes and mainline's tracefs, before drivers and the
 * initrd.
 */
fs_initcall(probefs_init);
module_exit(probefs_exit);

MODULE_DESCRIPTION("A file system whose every mount is a private dynamic event tracer");
MODULE_AUTHOR("The probefs authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1.0");
MODULE_ALIAS_FS("probefs");
MODULE_ALIAS_FS("tracefs");	/* mount(2) asks for this name; the kernel may have no tracefs */
