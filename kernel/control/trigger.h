/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Triggers: the actions of an event file, as its trigger file takes and shows them.
 */
#ifndef KERNEL_TRIGGER_H
#define KERNEL_TRIGGER_H

struct event_file;
struct seq_file;

int event_file_set_trigger(struct event_file *file, char *text);
int event_file_show_triggers(struct event_file *file, struct seq_file *m);
void event_file_list_triggers(struct event_file *file, struct seq_file *m);

#endif
