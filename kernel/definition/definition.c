// SPDX-License-Identifier: GPL-2.0
/*
 * Turns the lines of a write into transactions. definition_list.c prints the listings.
 *
 * The checks come in the order of mainline's parser, because the first error is the one that is
 * reported: letter and place, the symbol, names, arguments one by one; what compiling the arguments
 * shows, their size and the symbols of @SYM; the event that may exist already, and the place.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "fetch/fetch_frame.h"
#include "fetch/fetch_program.h"
#include "kernel/compat/limits.h"
#include "kernel/control/static_events.h"
#include "kernel/definition/definition.h"
#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_names.h"
#include "kernel/definition/definition_write.h"
#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/hook/arm.h"
#include "kernel/instance/error_log.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/record/ways.h"
#include "kernel/symbol/symbol.h"
#include "parser/parse_definition.h"
#include "parser/parse_text.h"

#define LINE_SHOWN_MAX	64	/* what error_log shows of a line that is too long */

/* Who error_log says has found an error that is not about one kind of definition. */
static const char *const log_names[] = {
	[DEFINITION_KPROBE_EVENTS]	= "trace_kprobe",
	[DEFINITION_DYNAMIC_EVENTS]	= "dynevent",
	[DEFINITION_UPROBE_EVENTS]	= "trace_uprobe",
};

#if IS_ENABLED(CONFIG_PROBEFS_UPROBES)
static int (*type_lookup(const struct definition_kind *kind))(const char *name, size_t len)
{
	return kind->flags & PARSE_USER ? fetch_find_user_type : fetch_find_type;
}
#else
static int (*type_lookup(const struct definition_kind *kind))(const char *name, size_t len)
{
	return fetch_find_type;
}
#endif

static int definition_parse_arguments(struct definition_write *write)
{
	const struct parse_lookup lookup = {
		.find_type		= type_lookup(write->kind),
		.find_register		= write->kind->frame->find_register,
		.names			= write->names,
		.dentry_name_offset	= offsetof(struct dentry, d_name.name),
		.file_dentry_offset	= offsetof(struct file, f_path.dentry),
		.limits_as_7_3		= COMPAT_LIMITS_AS_7_3,
	};
	struct parse_command *cmd = &write->cmd;
	unsigned int i;
	int ret;

	ret = parse_expand_arguments(cmd, write->flags, write->names);
	write->nr_args = ret ? 0 : cmd->nr_args;
	for (i = 0; i < write->nr_args && !ret; i++) {
		/* Types are looked up by name, which may take long with a file that somebody has made. */
		cond_resched();
		if (fatal_signal_pending(current))
			return -EINTR;
		ret = parse_probe_argument(cmd, i, write->flags, &lookup, write->args);
		if (!ret)
			ret = fetch_check_argument(&write->args[i], &cmd->error);
	}
	return ret;
}

static bool takes_kind(const struct definition_write *write, const struct definition_kind *kind)
{
	return kind->files & BIT(write->file);
}

/* Hands a line over whose letter is p or r, and whose place is in a file, if the write's file takes such. */
static int definition_hand_over(struct definition_write *write)
{
	const struct definition_kind *kind = definition_kind_of(PROBE_USER_ENTRY);

	if (write->cmd.error.code != PARSE_PLACE_IN_FILE || !takes_kind(write, kind))
		return -ECANCELED;
	write->cmd.error.code = PARSE_OK;
	return kind->parse_place(&write->cmd, &write->def);
}

static int definition_parse_words(struct definition_write *write)
{
	int ret;

	write->kind = definition_kind_find(*write->cmd.text, write->file);
	if (write->kind)
		ret = write->kind->parse_place(&write->cmd, &write->def);
	else
		ret = parse_no_kind(&write->cmd);
	if (ret == -ECANCELED)
		ret = definition_hand_over(write);
	if (ret == -ECANCELED) {
		write->kind = NULL;
		return -EINVAL;
	}
	if (ret)
		return ret;
	write->kind = definition_kind_of(write->def.kind);
	ret = write->kind->find_place(write);
	if (!ret && write->kind->naming.group)
		ret = parse_probe_names(&write->cmd, &write->def, &write->kind->naming);
	if (!ret)
		ret = definition_parse_arguments(write);
	return ret;
}

/* Nothing of what was parsed leads into the types, which may go now. */
static int definition_parse_probe(struct definition_write *write)
{
	int ret = definition_parse_words(write);

	definition_names_put(write);
	return ret;
}

static int definition_check_event(struct definition_write *write, const struct probe *probe,
				  const struct probe_event *event, const struct fetch_layout *layout)
{
	const struct probe *other = event_first_probe(event);
	int differs;

	if (event->call)	/* a static event of the kernel */
		return definition_fail(write, PARSE_EVENT_EXIST, 0);
	if (write->kind->single || !definition_kinds_share_names(other->kind, probe->kind))
		return definition_fail(write, PARSE_EVENT_EXIST, 0);
	if (other->kind != probe->kind)	/* all probes of an event are of one kind */
		return definition_fail(write, PARSE_DIFF_PROBE_TYPE, 0);
	differs = fetch_layout_compare(layout, event->layout);
	if (differs)
		return definition_fail(write, PARSE_DIFF_ARG_TYPE, differs + 1);
	hash_for_each_possible(event->tracer->probe_hash, other, hash_link, probe_key(probe, event))
		if (other->event == event && !other->doomed && probe_is_same(probe, other))
			return definition_fail(write, PARSE_SAME_PROBE, 0);
	return 0;
}

/* Takes over @layout, which is destroyed if the event exists already and so has a layout. */
static struct probe_event *definition_event_to_join(struct definition_write *write,
						    struct probe_event *event,
						    struct fetch_layout *layout)
{
	if (event) {
		fetch_layout_destroy(layout);
		return event;
	}
	event = event_create(write->tx.tracer, write->def.group, write->def.event, layout, NULL, 0);
	if (IS_ERR(event))
		fetch_layout_destroy(layout);
	return event;
}

/* Fails with the caret below the first symbol of an argument that does not exist. */
static int definition_fail_for_data(struct definition_write *write)
{
	const struct probe_argument *arg = write->args;
	char name[PROBE_ARGUMENT_LEN + 1];
	unsigned long address;
	unsigned int i;

	for (i = 0; i < write->nr_args; i++, arg++) {
		if (arg->operand != OPERAND_SYMBOL)
			continue;
		parse_text_copy(name, sizeof(name), arg->body + arg->text.pos, arg->text.len);
		if (symbol_lookup(name, &address) != -ENOENT)
			continue;
		parse_fail(&write->cmd.error, PARSE_BAD_PROBE_ADDR, arg->deref[0].pos + strlen("@"));
		break;
	}
	return -ENOENT;
}

static int definition_check_saved(struct definition_write *write, const struct fetch_program *program)
{
	size_t max = write->kind->entry_words_max * sizeof(u64);

	if (!max || fetch_program_entry_size(program) <= max)
		return 0;
	return definition_fail(write, PARSE_TOO_MANY_EARGS, 2);
}

/* Compiles the arguments. On success the caller owns @layout. */
static int definition_compile_arguments(struct definition_write *write, struct probe *probe,
					struct fetch_layout **layout)
{
	struct fetch_program *program;
	int ret;

	*layout = fetch_layout_create(write->kind->head, write->args, write->nr_args,
				      &write->cmd.error);
	if (IS_ERR(*layout))
		return PTR_ERR(*layout);
	if (!write->kind->head->print && fetch_layout_set_place(*layout, write->def.place)) {
		fetch_layout_destroy(*layout);
		return -ENOMEM;
	}
	program = fetch_program_create(*layout, write->kind->frame, write->args, write->nr_args,
				       symbol_lookup);
	ret = PTR_ERR_OR_ZERO(program);
	if (!ret)
		probe_set_program(probe, program);
	if (ret == -ENOENT)
		ret = definition_fail_for_data(write);
	if (!ret)
		ret = definition_check_saved(write, program);
	if (ret)
		fetch_layout_destroy(*layout);
	return ret;
}

static const char *const groups_taken[] = { "enable", "header_event", "header_page" };
static const char *const events_taken[] = { "enable", "filter" };

/* Tells whether a file or a built-in record has that name: such an event would not be shown. */
static bool definition_is_reserved(const struct probe_definition *def)
{
	return match_string(groups_taken, ARRAY_SIZE(groups_taken), def->group) >= 0 ||
	       match_string(events_taken, ARRAY_SIZE(events_taken), def->event) >= 0 ||
	       (!strcmp(def->group, BUILTIN_GROUP) && builtin_record_by_name(def->event));
}

/* Checks event and place. Stores the event of that name, or NULL, in @found. */
static int definition_admit(struct definition_write *write, struct probe *probe,
			    const struct fetch_layout *layout, struct probe_event **found)
{
	struct probe_event *event;
	int ret = static_events_bring_locked(write->tx.tracer, write->def.group);

	event = ret ? NULL : event_find(write->tx.tracer, write->def.group, write->def.event);
	*found = event;
	if (event)
		ret = definition_check_event(write, probe, event, layout);
	else if (!ret && definition_is_reserved(&write->def))
		ret = definition_fail(write, PARSE_EVENT_EXIST, 0);
	if (!ret)
		ret = write->kind->validate_place(write, probe);
	return ret && ret != -ENOMEM && write->kind->refusal ? write->kind->refusal : ret;
}

static int definition_insert_probe(struct definition_write *write, struct probe *probe)
{
	struct probe_event *event;
	struct fetch_layout *layout;
	int ret;

	ret = definition_compile_arguments(write, probe, &layout);
	if (ret)
		return ret;
	ret = definition_admit(write, probe, layout, &event);
	if (ret) {
		fetch_layout_destroy(layout);
		return ret;
	}
	event = definition_event_to_join(write, event, layout);
	return IS_ERR(event) ? PTR_ERR(event) : transaction_add(&write->tx, probe, event);
}

/* Makes a probe in the tables from the text of a line, or one for each place of several. */
static int definition_create_probe(struct definition_write *write)
{
	struct probe *probe;
	int ret = definition_parse_probe(write);

	if (ret)
		return ret;
	probe = probe_create(write->kind->hook, &write->def, write->args, write->nr_args);
	if (!probe)
		return -ENOMEM;
	ret = definition_insert_probe(write, probe);
	if (ret)
		transaction_discard(&write->tx, probe);
	else if (write->def.several)
		ret = definition_add_places(write, probe);
	definition_forget_places(write);
	return ret;
}

static bool deletion_names(const struct probe_deletion *del, const struct probe_event *event)
{
	return (!*del->event || !strcmp(del->event, event->name)) &&
	       (!*del->group || !strcmp(del->group, event->group->name));
}

static bool place_matches(const struct probe *probe, const char *text, size_t len)
{
	const struct definition_kind *kind = definition_kind_of(probe->kind);

	return kind->is_place ? kind->is_place(probe, text, len) :
				parse_text_is(text, len, probe->line->place);
}

static bool deletion_matches(const struct parse_command *cmd, const struct probe_deletion *del,
			     const struct probe *probe)
{
	const struct probe_line *line = probe->line;
	unsigned int i, first = del->first_argument;

	if (del->place.len && !place_matches(probe, cmd->text + del->place.pos, del->place.len))
		return false;
	for (i = 0; first + i < cmd->nr_words; i++) {
		const struct text_span *word = &cmd->word[first + i];

		if (i >= line->nr_args || strlen(line->args[i]) != word->len ||
		    strncmp(line->args[i], cmd->text + word->pos, word->len))
			return false;
	}
	return true;
}

/* Deletes one of the probes that the line names. */
static int definition_doom(struct definition_write *write, const struct probe_deletion *del,
			   struct probe *probe)
{
	int ret = transaction_doom(&write->tx, probe);

	return ret == -EBUSY ? parse_fail(&write->cmd.error, PARSE_EVENT_IN_USE, del->name_pos) : ret;
}

static int definition_delete_probes(struct definition_write *write)
{
	struct probe_deletion del;
	struct probe *probe;
	bool named = false, matched = false;
	int ret = parse_deletion(&write->cmd, &del);

	if (ret)
		return ret;
	list_for_each_entry(probe, &write->tx.tracer->probes, link) {
		cond_resched();
		if (probe->doomed || !takes_kind(write, definition_kind_of(probe->kind)) ||
		    !deletion_names(&del, probe->event))
			continue;
		named = true;
		if (!deletion_matches(&write->cmd, &del, probe))
			continue;
		matched = true;
		ret = definition_doom(write, &del, probe);
		if (ret)
			return ret;
	}
	if (!named)
		return parse_fail(&write->cmd.error, PARSE_NO_EVENT, del.name_pos);
	return matched ? 0 : definition_fail(write, PARSE_NO_PROBE, 1);
}

/* Splits the line into words, or the beginning of one that has to be refused whatever it means. */
static int definition_split(struct definition_write *write, char *line, bool has_nul)
{
	bool too_long = strlen(line) > PROBE_COMMAND_MAX - 2;
	int ret;

	if (too_long)
		line[LINE_SHOWN_MAX] = '\0';
	ret = parse_command_split(&write->cmd, line);
	if (too_long || has_nul)
		ret = parse_fail(&write->cmd.error, too_long ? PARSE_LINE_TOO_LONG : PARSE_NUL_BYTE,
				 strlen(write->cmd.text));
	return ret;
}

static int definition_apply_words(struct definition_write *write)
{
	char first = *write->cmd.text;

	if (!write->cmd.nr_words)
		return 0;
	if (first == '-' || (first == '!' && write->file == DEFINITION_DYNAMIC_EVENTS))
		return definition_delete_probes(write);
	return definition_create_probe(write);
}

static void definition_log(const struct definition_write *write)
{
	const struct parse_error *error = &write->cmd.error;
	const struct error_report report = {
		.location	= write->kind ? write->kind->log_name : log_names[write->file],
		.command	= write->cmd.text,
		.message	= parse_error_text(error->code),
		.hint		= write->hint,
		.pos		= error->pos,
		.line		= write->line,
		.unfinished	= write->unfinished,
	};

	if (error->code)
		error_log_add(write->tx.tracer->top->errors, &report);
}

/* Applies a line; @has_nul: the line ends in a NUL byte that was written. */
static int definition_apply_line(struct definition_write *write, char *line, bool has_nul)
{
	int ret;

	write->kind = NULL;
	write->attached = NULL;
	write->hint[0] = '\0';
	ret = definition_split(write, line, has_nul);
	if (!ret)
		ret = definition_apply_words(write);
	event_filter_destroy(write->condition);
	write->condition = NULL;
	if (ret)
		definition_log(write);
	return ret;
}

static int definition_apply_lines(struct definition_write *write, char *text, size_t len)
{
	bool several = strchr(text, '\n') && strchr(text, '\n') + 1 < text + len;
	const char *end = text + len;
	unsigned int number = 0;
	bool has_nul;
	char *line;
	int ret = 0;

	while (!ret && (line = strsep(&text, "\n"))) {
		if (fatal_signal_pending(current))
			return -EINTR;
		number++;
		has_nul = !text && line + strlen(line) != end;
		write->line = several ? number : 0;
		write->unfinished = several && !text && !has_nul;
		ret = definition_apply_line(write, line, has_nul);
		cond_resched();
	}
	return ret;
}

int definitions_write(struct tracer *tracer, enum definition_file file, char *text, size_t len)
{
	struct definition_write *write = kvzalloc(sizeof(*write), GFP_KERNEL);
	int ret;

	if (!write)
		return -ENOMEM;
	write->file = file;

	ret = definition_files_find(&write->files, text);
	if (!ret)
		ret = mutex_lock_killable(&tracer->lock);
	if (!ret) {
		transaction_begin(&write->tx, tracer);
		ret = transaction_end_with(&write->tx, definition_apply_lines(write, text, len));
		mutex_unlock(&tracer->lock);
	}
	definition_files_put(&write->files);
	kvfree(write);
	return ret;
}

/*
 * Does definitions_doom() for event probes, or for all others. An event that event probes are attached to
 * can't go before them, and any of its probes may be newer than they are.
 */
static int definitions_doom_of(struct transaction *tx, unsigned int files, bool event_probes,
			       struct probe **last)
{
	struct probe *probe;
	int ret;

	list_for_each_entry(probe, &tx->tracer->probes, link) {
		cond_resched();
		if ((probe->kind == PROBE_EVENT) != event_probes ||
		    !(definition_kind_of(probe->kind)->files & files))
			continue;
		*last = probe;
		ret = transaction_doom(tx, probe);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Deletes the probes whose definitions one of @files takes, which has a bit for each file. Stores in @last
 * the probe that it came to last, the one in the way if it fails.
 */
static int definitions_doom(struct transaction *tx, unsigned int files, struct probe **last)
{
	int ret = definitions_doom_of(tx, files, true, last);

	return ret ?: definitions_doom_of(tx, files, false, last);
}

/* Says in error_log which event is in use, as if its deletion had been written to @file. */
static void definitions_log_busy(struct tracer *tracer, enum definition_file file,
				 const struct probe_event *event)
{
	char command[2 * PROBE_NAME_SIZE + 2];
	const struct error_report report = {
		.location	= log_names[file],
		.command	= command,
		.message	= parse_error_text(PARSE_EVENT_IN_USE),
		.pos		= strlen("-:"),
	};

	scnprintf(command, sizeof(command), "-:%s/%s", event->group->name, event->name);
	error_log_add(tracer->top->errors, &report);
}

int definitions_clear(struct tracer *tracer, enum definition_file file)
{
	struct transaction tx;
	struct probe *last;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	transaction_begin(&tx, tracer);
	ret = definitions_doom(&tx, BIT(file), &last);
	if (ret == -EBUSY)
		definitions_log_busy(tracer, file, last->event);
	if (!ret && fatal_signal_pending(current))	/* nothing is removed yet */
		ret = -EINTR;
	ret = transaction_end_with(&tx, ret);
	mutex_unlock(&tracer->lock);
	return ret;
}

/*
 * Deletes the probes one by one, for when there is no memory for a batch; event probes come first, as in
 * definitions_doom().
 */
static void definitions_delete_singly(struct tracer *tracer)
{
	struct probe *probe, *next;
	struct transaction tx;

	transaction_begin(&tx, tracer);
	list_for_each_entry_safe(probe, next, &tracer->probes, link)
		if (probe->kind == PROBE_EVENT)
			transaction_delete(&tx, probe);
	list_for_each_entry_safe(probe, next, &tracer->probes, link)
		transaction_delete(&tx, probe);
	WARN_ON(transaction_commit(&tx));
}

/* The locks are not killable: the last user of a mount may be a process that is being killed. */
void definitions_destroy(struct tracer *tracer)
{
	struct transaction tx;
	struct probe *last;

	mutex_lock(&tracer->lock);
	transaction_begin(&tx, tracer);
	if (transaction_end_with(&tx, definitions_doom(&tx, ~0, &last)))
		definitions_delete_singly(tracer);
	mutex_unlock(&tracer->lock);
}
