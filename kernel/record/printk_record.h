/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What modules say by trace_printk(), as records: ftrace:bprint, ftrace:bputs and ftrace:print.
 */
#ifndef KERNEL_PRINTK_RECORD_H
#define KERNEL_PRINTK_RECORD_H

#include <linux/string.h>

#include "fetch/record_head.h"

struct compat_arguments;
struct pt_regs;
struct tracer;

/** struct bprint_record - the payload of ftrace:bprint; @arguments is what vbin_printf() made of them */
struct bprint_record {
	struct record_header header;
	unsigned long ip;
	const char *format;
	u32 arguments[];
};

/** struct bputs_record - the payload of ftrace:bputs */
struct bputs_record {
	struct record_header header;
	unsigned long ip;
	const char *text;
};

/**
 * struct printk_call - a call of one of the functions behind trace_printk()
 * @ip: where trace_printk() is, as the function is told
 * @head: what the caller's context is in the first word of a record's header (kernel/record/context.h)
 * @regs: registers at the function's entry, as the hook left them
 * @place: where the hook is
 * @slot: what record_enter() has returned, not negative
 */
struct printk_call {
	unsigned long ip;
	u32 head;
	struct pt_regs *regs;
	unsigned long place;
	int slot;
};

u32 printk_caller_head(unsigned int count, bool irqs_off);

/*
 * Call these in any context, between record_enter() and record_exit(). A format or text that a record refers to has to
 * stay for ever; others are copied.
 */
void record_bprint(const struct printk_call *call, const char *format, struct compat_arguments *arguments);
void record_bputs(const struct printk_call *call, const char *text);
void record_printk(const struct printk_call *call, const char *format, va_list arguments);
void record_puts(const struct printk_call *call, const char *text);

/* Call these under tracer->lock, or while nobody else knows the tracer. */
#ifdef CONFIG_PROBEFS_TRACE_PRINTK
void tracer_update_printk(struct tracer *tracer);
void tracer_expand_printk(struct tracer *tracer);
void tracer_leave_printk(struct tracer *tracer);
#else
static inline void tracer_update_printk(struct tracer *tracer)
{
}

static inline void tracer_expand_printk(struct tracer *tracer)
{
}

static inline void tracer_leave_printk(struct tracer *tracer)
{
}
#endif

#endif
