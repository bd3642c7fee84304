// SPDX-License-Identifier: GPL-2.0
/*
 * The static trace events of the running kernel.
 *
 * They are on the list ftrace_events under event_mutex, which no module gets; both are found by
 * name, or else kernel_event_file.c has a way. The kernel's events that users define are on the list, too, and are
 * left out, and so are the events that perf refuses, which is how probefs gets most hits (kernel/hook/static_event.c).
 *
 * Lifetime: an event of vmlinux is there for ever, and that of a module until the module is gone.
 * Whoever keeps a struct trace_event_call has to forget it when the module goes.
 *
 * Locking: event_mutex is taken inside of tracer->lock; perf takes it there, too.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fetch/fetch_layout.h"
#include "fetch/text_buffer.h"
#include "kernel/compat/trace_event.h"
#include "kernel/symbol/kernel_event.h"
#include "kernel/symbol/kernel_event_file.h"
#include "kernel/symbol/symbol.h"

/* The two symbols are looked up once. Several callers may do that at a time, with the same result. */
static struct mutex *kernel_event_mutex;
static struct list_head *kernel_event_list;

static int find_list(void)
{
	unsigned long mutex, list;
	int ret;

	if (smp_load_acquire(&kernel_event_list))	/* the mutex is there, too */
		return 0;
	ret = symbol_lookup_in_kernel("event_mutex", &mutex);
	if (!ret)
		ret = symbol_lookup_in_kernel("ftrace_events", &list);
	if (ret)
		return ret;
	WRITE_ONCE(kernel_event_mutex, (struct mutex *)mutex);
	smp_store_release(&kernel_event_list, (struct list_head *)list);
	return 0;
}

/** kernel_event_name() - get the name of an event */
const char *kernel_event_name(struct trace_event_call *call)
{
	return trace_event_name(call);
}

/** kernel_event_group() - get the name of the group that an event is in */
const char *kernel_event_group(struct trace_event_call *call)
{
	return call->class->system;
}

/** kernel_event_id() - get the id that the kernel gave an event */
unsigned int kernel_event_id(const struct trace_event_call *call)
{
	return call->event.type;
}

/** kernel_event_owner() - get the module that has an event; returns NULL for the kernel itself */
struct module *kernel_event_owner(const struct trace_event_call *call)
{
	return compat_event_module(call);
}

/** kernel_event_module() - get the name of the module that has an event; returns NULL for the kernel itself */
const char *kernel_event_module(const struct trace_event_call *call)
{
	const struct module *module = compat_event_module(call);

	return module ? module->name : NULL;
}

/** kernel_event_is_syscall() - tell whether an event is the entry or exit of one system call */
bool kernel_event_is_syscall(const struct trace_event_call *call)
{
	return !strcmp(call->class->system, "syscalls");
}

/** kernel_event_tracepoint() - get the tracepoint of an event; returns NULL for the entry or exit of one system call */
struct tracepoint *kernel_event_tracepoint(const struct trace_event_call *call)
{
	return call->flags & TRACE_EVENT_FL_TRACEPOINT ? call->tp : NULL;
}

/**
 * kernel_event_hold() - keep the module of an event from being removed
 * @call: the kernel's event
 * @module: receives the module, for kernel_event_release(), or NULL when it is going, or the event is the kernel's own
 *
 * Return: false when the module is going.
 */
bool kernel_event_hold(const struct trace_event_call *call, struct module **module)
{
	struct module *owner = compat_event_module(call);
	bool held = try_module_get(owner);

	*module = held ? owner : NULL;
	return held;
}

/** kernel_event_release() - let a module go that kernel_event_hold() has kept, or do nothing for NULL */
void kernel_event_release(struct module *module)
{
	module_put(module);
}

/**
 * kernel_event_callback() - find the function of perf that hits of an event come through
 * @call: the event that has the hits
 * @start: receives the function's address
 * @size: receives its size in bytes
 *
 * Context: process context, may sleep. Return: false when the function is not found.
 */
bool kernel_event_callback(const struct trace_event_call *call, unsigned long *start,
			   unsigned long *size)
{
	unsigned long address = (unsigned long)call->class->perf_probe;
	const char *name = "perf_syscall_enter";

	if (kernel_event_is_syscall(call)) {
		if (strstarts(call->name, "sys_exit"))
			name = "perf_syscall_exit";
		if (symbol_lookup_in_kernel(name, &address))
			return false;
	}
	return symbol_bounds(address, start, size);
}

/*
 * Events that perf refuses to a counter of the kernel, or that are no static events, are left out.
 * ftrace's own events are not for switching.
 */
static bool is_wanted(struct trace_event_call *call, const char *group)
{
	const struct trace_event_class *class = call->class;

	if (!class || !class->system || !class->reg || call->flags & TRACE_EVENT_FL_IGNORE_ENABLE)
		return false;
	if (!strcmp(class->system, "ftrace") || (group && strcmp(class->system, group)))
		return false;
	/* Users have defined what is where the kernel maps all memory; the kernel's image is elsewhere. */
	if ((unsigned long)call >= PAGE_OFFSET && (void *)call < high_memory)
		return false;
	if (call->perf_perm || !call->event.funcs || !call->event.funcs->trace || !call->print_fmt)
		return false;
	if (kernel_event_is_syscall(call))
		return !(call->flags & TRACE_EVENT_FL_TRACEPOINT);
	return call->flags & TRACE_EVENT_FL_TRACEPOINT && class->perf_probe &&
	       trace_event_name(call);
}

/**
 * struct event_walk - a walk over the events that are wanted
 * @group: name of their group, or NULL
 * @take: what to call for each
 * @data: first argument of @take
 */
struct event_walk {
	const char *group;
	kernel_event_fn take;
	void *data;
};

static int take_wanted(void *data, struct trace_event_call *call)
{
	const struct event_walk *walk = data;

	return is_wanted(call, walk->group) ? walk->take(walk->data, call) : 0;
}

static int walk_list(struct event_walk *walk)
{
	struct trace_event_call *call;
	int ret = 0;

	mutex_lock(kernel_event_mutex);
	/* The kernel adds to the front. */
	list_for_each_entry_reverse(call, kernel_event_list, list) {
		ret = take_wanted(walk, call);
		if (ret)
			break;
	}
	mutex_unlock(kernel_event_mutex);
	return ret;
}

/**
 * kernel_events_walk() - call a function for each static event of the kernel
 * @group: name of the group that the events have to be in, or NULL for those of all groups
 * @take: is called with event_mutex held; returns 0, or an errno that ends the walk
 * @data: first argument of @take
 *
 * Context: process context, may sleep. Return: 0, -ENOENT when the kernel's list is not found, -ENOMEM,
 * or what @take returned.
 */
int kernel_events_walk(const char *group, kernel_event_fn take, void *data)
{
	struct event_walk walk = { .group = group, .take = take, .data = data };
	int ret = find_list();

	if (ret == -ENOENT)
		return kernel_event_file_walk(take_wanted, &walk);
	return ret ?: walk_list(&walk);
}

/* Fields */

static struct list_head *fields_of(struct trace_event_call *call)
{
	return call->class->get_fields ? call->class->get_fields(call) : &call->class->fields;
}

/* Returns whether an element of fields_array is a field: it is none where functions make the rest, and at the end. */
static bool field_is_known(const struct trace_event_fields *known)
{
	return known->type && known->type != TRACE_FUNCTION_TYPE;
}

/* Compares the list of fields with the public array, as far as that goes. */
static bool fields_are_understood(struct trace_event_call *call)
{
	const struct trace_event_fields *known = call->class->fields_array;
	struct list_head *link, *fields = fields_of(call);

	if (!known || !fields)
		return false;
	for (link = fields->prev; field_is_known(known); known++) {
		const struct compat_event_field *field;

		if (link == fields)
			return false;
		field = list_entry(link, struct compat_event_field, link);
		if (field->name != known->name || field->size != known->size ||
		    field->offset != ALIGN(field->offset, known->align))
			return false;
		link = link->prev;
	}
	return known->type || link == fields;
}

/* Returns the alignment of the structure that has the fields of fields_array, which are understood. */
static unsigned int alignment_of(struct trace_event_call *call)
{
	const struct trace_event_fields *known = call->class->fields_array;
	int align = __alignof__(struct record_header);

	for (; field_is_known(known); known++)
		align = max(align, known->align);
	return align;
}

#define ARRAY_TEXT	64	/* before v6.3 a name may stand for the number of elements */

static enum head_field_kind kind_of(const struct compat_event_field *field)
{
	if (field->filter_type == FILTER_STATIC_STRING)
		return HEAD_CHARS;
	if (field->filter_type == FILTER_DYN_STRING)
		return HEAD_LOCATION;
	if (str_has_prefix(field->type, "__rel_loc") && strstr(field->type, "char"))
		return HEAD_RELATIVE;
	return field->filter_type == FILTER_PTR_STRING ? HEAD_POINTER : HEAD_NUMBER;
}

static char *text_copy(char **to, const char *from, size_t len)
{
	char *copy = *to;

	memcpy(copy, from, len);
	copy[len] = '\0';
	*to += len + 1;
	return copy;
}

/* The brackets of a type, which begins with "__data_loc" where they are no array's, go behind the name. */
static void head_field_set(struct head_field *to, const struct compat_event_field *field,
			   char **strings)
{
	const char *brackets = str_has_prefix(field->type, "__data_loc") ? NULL : strchr(field->type, '[');
	size_t type = brackets ? brackets - field->type : strlen(field->type);
	char array[ARRAY_TEXT] = "";

	if (brackets && !COMPAT_EVENT_FIELD_HAS_LEN)
		strscpy(array, brackets, sizeof(array));
	else if (brackets && compat_event_field_len(field))
		snprintf(array, sizeof(array), "[%d]", compat_event_field_len(field));
	else if (brackets)
		strscpy(array, "[]", sizeof(array));
	to->type = text_copy(strings, field->type, type);
	to->name = text_copy(strings, field->name, strlen(field->name));
	to->array = text_copy(strings, array, strlen(array));
	to->offset = field->offset;
	to->size = field->size;
	to->is_signed = field->flags & 1;
	to->kind = kind_of(field);
}

/**
 * struct kernel_event_parts - a layout with all it points to, which is one allocation
 * @layout: has no fields, for all that the record has is in its head
 * @head: the head, to which @layout points
 * @field: the fields of @head; behind them lie all texts
 */
struct kernel_event_parts {
	struct fetch_layout layout;
	struct record_head head;
	struct head_field field[];
};

/**
 * kernel_event_layout() - make the layout of an event's records
 * @call: the event; the caller holds event_mutex
 *
 * Return: the layout, for fetch_layout_destroy(); ERR_PTR(-ENOMEM), or ERR_PTR(-EOPNOTSUPP) when the
 * fields are not what this source knows.
 */
struct fetch_layout *kernel_event_layout(struct trace_event_call *call)
{
	const struct compat_event_field *field;
	struct kernel_event_parts *parts;
	unsigned int nr = 0, size = sizeof(struct record_header);
	size_t texts = strlen(call->print_fmt) + 1;
	char *strings;

	if (!fields_are_understood(call))
		return ERR_PTR(-EOPNOTSUPP);
	list_for_each_entry(field, fields_of(call), link) {
		texts += strlen(field->name) + 1 + strlen(field->type) + 1 + ARRAY_TEXT;
		size = max_t(unsigned int, size, field->offset + field->size);
		nr++;
	}
	parts = kzalloc(struct_size(parts, field, nr) + texts, GFP_KERNEL_ACCOUNT);
	if (!parts)
		return ERR_PTR(-ENOMEM);
	parts->layout.head = &parts->head;
	parts->layout.static_size = size;
	parts->head.size = size;
	parts->head.padded_size = ALIGN(size, alignment_of(call));
	parts->head.nr_fields = nr;
	parts->head.field = parts->field;
	strings = (char *)&parts->field[nr];
	/* A copy, because the event may be a module's: a file that is open may show the text later. */
	parts->head.print_text = text_copy(&strings, call->print_fmt, strlen(call->print_fmt));
	nr = 0;
	list_for_each_entry_reverse(field, fields_of(call), link)
		head_field_set(&parts->field[nr++], field, &strings);
	return &parts->layout;
}

/* Text */

/**
 * struct kernel_event_printer - what the kernel needs to print a record
 * @iterator: the kernel's; most of it is zero
 * @tracer: zeros, in place of the kernel's struct trace_array, whose trace_flags kernels before v5.17 look at
 *	where they print a system call. No header of modules says how large that is; what lies before the
 *	flags are two pointers for each system call, and some hundred bytes
 * @record: a copy of the record, with the kernel's id
 */
struct kernel_event_printer {
	struct trace_iterator iterator;
	u64 tracer[SZ_16K / sizeof(u64)];
	u64 record[FETCH_RECORD_MAX / sizeof(u64) + 1];
};

/* Returns whether the data that a location word says is within the record. */
static bool location_fits(u32 location, size_t base, size_t size)
{
	return base + (location & 0xffff) + (location >> 16) <= size;
}

/* The kernel's functions trust what a record says of the places of its strings. */
static bool strings_fit(const struct record_head *head, const void *record, size_t size)
{
	const struct head_field *field = head->field, *end = field + head->nr_fields;
	u32 word;

	for (; field < end; field++) {
		bool relative = str_has_prefix(field->type, "__rel_loc");

		if (!relative && !str_has_prefix(field->type, "__data_loc"))
			continue;
		memcpy(&word, record + field->offset, sizeof(word));
		if (!location_fits(word, relative ? field->offset + sizeof(word) : 0, size))
			return false;
	}
	return true;
}

/** kernel_event_printer_create() - make room for printing; returns NULL without memory */
struct kernel_event_printer *kernel_event_printer_create(void)
{
	return kvzalloc(sizeof(struct kernel_event_printer), GFP_KERNEL_ACCOUNT);
}

/** kernel_event_printer_destroy() - free what kernel_event_printer_create() returned, or NULL */
void kernel_event_printer_destroy(struct kernel_event_printer *printer)
{
	kvfree(printer);
}

/**
 * kernel_event_print() - print what the kernel shows of a record behind the front of the line
 * @printer: serves one caller at a time; or NULL
 * @text: the text to append to: the name of the event, the fields, and the newline
 * @call: the event that the record is of
 * @head: the event's fields
 * @record: the record, from its common header on
 * @size: bytes at @record, no fewer than the event's fields take
 *
 * Context: any that may print; does not sleep. Return: false when nothing was printed: there is no @printer,
 * or the record is damaged.
 */
bool kernel_event_print(struct kernel_event_printer *printer, struct text_buffer *text,
			struct trace_event_call *call, const struct record_head *head,
			const void *record, size_t size)
{
	struct trace_iterator *it;

	if (!printer || size >= sizeof(printer->record) || !strings_fit(head, record, size))
		return false;
	it = &printer->iterator;
	memcpy(printer->record, record, size);
	((char *)printer->record)[size] = '\0';	/* the end of a string that has none */
	it->ent = (struct trace_entry *)printer->record;
	it->ent->type = call->event.type;
	it->ent_size = size;
	it->tr = kernel_event_is_syscall(call) ? (struct trace_array *)printer->tracer : NULL;
	trace_seq_init(&it->seq);
	trace_seq_init(&it->tmp_seq);
	call->event.funcs->trace(it, 0, &call->event);
	text_append(text, it->seq.buffer, trace_seq_used(&it->seq));
	return true;
}
