// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions that exist before anything is mounted: the parameter kprobe_event, on the kernel's
 * command line or given to insmod, in the form of mainline's kprobe_event=. A ';' separates
 * definitions, and a ',' stands for each blank in them.
 *
 * The definitions get a tracer, which records from then on. That tracer belongs to nobody until a
 * mount takes it. Once that mount is used, the tracer goes with the mount, as any other tracer
 * does; a tracer that nobody has taken goes with the module. Module init and exit do not run beside
 * a mount, but two mounts may run beside each other: hence the xchg() on boot_tracer.
 */
#define pr_fmt(fmt) "probefs: kprobe_event: " fmt

#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/control/event_enable.h"
#include "kernel/definition/definition.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/error_log.h"
#include "kernel/instance/instance.h"
#include "kernel/record/ways.h"
#include "kernel/tracer/boot.h"
#include "kernel/tracer/tracers.h"

static struct tracer *boot_tracer;
static unsigned int boot_clock;		/* clock of the tracer when it was taken */

/* The parameter as given */
static const char *boot_definitions;

#ifdef MODULE
/* From Linux 7.3 on, the text that the parameters of a module come in is freed when they have been parsed. */
static const char *text_keep(const char *value)
{
	return kstrdup(value, GFP_KERNEL);
}

static void text_free(const char *text)
{
	kfree(text);
}
#else
/* The kernel's command line stays for ever, and early in the boot there is no memory for a copy. */
static const char *text_keep(const char *value)
{
	return value;
}

static void text_free(const char *text)
{
}
#endif

static int boot_parameter_set(const char *value, const struct kernel_param *param)
{
	const char *text = text_keep(value);

	if (!text)
		return -ENOMEM;
	text_free(boot_definitions);
	boot_definitions = text;
	return 0;
}

/* The module goes, or was not loaded after all. */
static void boot_parameter_free(void *arg)
{
	text_free(boot_definitions);
}

static int boot_parameter_get(char *buffer, const struct kernel_param *param)
{
	return scnprintf(buffer, PAGE_SIZE, "%s\n", boot_definitions ?: "");
}

static const struct kernel_param_ops boot_parameter_ops = {
	.set	= boot_parameter_set,
	.get	= boot_parameter_get,
	.free	= boot_parameter_free,
};

module_param_cb(kprobe_event, &boot_parameter_ops, NULL, 0400);
MODULE_PARM_DESC(kprobe_event,
		 "Defines events for the first mount: ',' separates words, ';' separates definitions");

/* Each definition is a transaction of its own: a wrong one does not take the others with it. */
static void __init boot_tracer_define(struct tracer *tracer, char *text)
{
	char *line;
	int ret;

	strreplace(text, ',', ' ');
	while ((line = strsep(&text, ";"))) {
		ret = definitions_write(tracer, DEFINITION_KPROBE_EVENTS, line, strlen(line));
		/* error_log has the line and the reason; here the line is cut into words by now. */
		if (ret)
			pr_warn("a definition was refused (error %d)\n", ret);
	}
	ret = events_enable_defined(tracer->top);
	if (ret)
		pr_warn("not all events could be enabled (error %d)\n", ret);
}

/**
 * boot_tracer_create() - make a tracer of the parameter's definitions, all enabled
 *
 * An error in a definition goes to the kernel's log; the caller does not get it.
 */
void __init boot_tracer_create(void)
{
	struct tracer *tracer;
	char *text;

	if (!boot_definitions || !*boot_definitions)
		return;
	text = kstrdup(boot_definitions, GFP_KERNEL);
	tracer = tracer_create();
	if (text && tracer) {
		error_log_echo(tracer->top->errors, true);
		boot_tracer_define(tracer, text);
		error_log_echo(tracer->top->errors, false);
		boot_tracer = tracer;
	} else {
		pr_warn("there is no memory for the definitions\n");
		tracer_destroy(tracer);
	}
	kfree(text);
}

/** boot_tracer_take() - give the parameter's tracer to the first caller, and NULL to the others */
struct tracer *boot_tracer_take(void)
{
	struct tracer *tracer = xchg(&boot_tracer, NULL);

	if (tracer)
		boot_clock = READ_ONCE(tracer->top->clock);
	return tracer;
}

/**
 * boot_tracer_give_back() - let the next mount have the tracer, and its definitions
 * @tracer: what boot_tracer_take() returned to a mount that failed, or that nobody has used
 */
void boot_tracer_give_back(struct tracer *tracer)
{
	/* Undo the mount's options. If they changed the clock, the records were lost with that. */
	tracer_set_backend(tracer, TRACER_BACKEND_AUTO);
	tracer_set_types(tracer, NULL);
	mutex_lock(&tracer->lock);	/* not killable: the tracer has to be given back */
	if (READ_ONCE(tracer->top->clock) != boot_clock)
		instance_change_clock(tracer->top, boot_clock);
	events_change_ends(tracer);
	tracer_destroy(xchg(&boot_tracer, tracer));
}

/** boot_tracer_destroy() - destroy the parameter's tracer unless a mount has taken it */
void boot_tracer_destroy(void)
{
	tracer_destroy(boot_tracer_take());
}
