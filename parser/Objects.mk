# SPDX-License-Identifier: GPL-2.0
#
# Objects of parser/: text -> probe definitions.
# One line per object, sorted; read by the Kbuild file of the top directory:
#
#	probefs-y += parser/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += parser/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += parser/NAME.o	(in addition: runs on the record path)

probefs-y += parser/parse_argument.o
probefs-y += parser/parse_cast.o
probefs-y += parser/parse_command.o
probefs-y += parser/parse_error.o
probefs-y += parser/parse_event_place.o
probefs-y += parser/parse_expand.o
probefs-y += parser/parse_expression.o
probefs-$(CONFIG_PROBEFS_UPROBES) += parser/parse_file_place.o
probefs-$(CONFIG_PROBEFS_FILTER) += parser/parse_filter.o
probefs-y += parser/parse_function.o
probefs-y += parser/parse_names.o
probefs-y += parser/parse_patterns.o
probefs-y += parser/parse_place.o
probefs-y += parser/parse_text.o
probefs-y += parser/parse_trigger.o
