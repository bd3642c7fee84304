# SPDX-License-Identifier: GPL-2.0

btf-srcs := \
	fetch/btf/btf.c \
	fetch/btf/btf_check.c \
	fetch/btf/btf_compare.c \
	fetch/btf/btf_file.c \
	fetch/btf/btf_find.c \
	fetch/btf/btf_index.c \
	fetch/btf/btf_member.c \
	fetch/btf/btf_path.c \
	fetch/btf/btf_type.c

test_btf_check-srcs := $(btf-srcs) parser/parse_text.c
test_btf_compare-srcs := $(btf-srcs) parser/parse_text.c
test_btf_file-srcs := $(btf-srcs) parser/parse_text.c
test_btf_find-srcs := $(btf-srcs) parser/parse_text.c
test_btf_kernel-srcs := $(btf-srcs) parser/parse_text.c
test_btf_made-srcs := $(btf-srcs) parser/parse_text.c
test_btf_path-srcs := $(btf-srcs) parser/parse_text.c
test_btf_type-srcs := $(btf-srcs) parser/parse_text.c

# The BTF of the kernels that are in the cache; test_btf_kernel skips those that are not.
test_btf_kernel-cflags := -DBTF_BLOBS='"$(out)/btf"' -DPAHOLE_MEMBERS='"$(CURDIR)/pahole-members.awk"'
btf-kernels := 5.10 6.1 6.12 7.2 7.3 rt 6.1-arm64 6.12-arm64 6.1/nf_tables 6.12/nf_tables 7.2/nf_tables 7.3/nf_tables

$(out)/test_btf_kernel: | btf-blobs
.PHONY: btf-blobs
btf-blobs:
	@./btf-blobs $(out)/btf $(btf-kernels)

# What scripts/make-btf makes of the debugging information of a small program, and an ELF file that has it as a section.
test_btf_made-cflags := -DBTF_MADE='"$(out)/btf-made"'
$(out)/test_btf_made: | btf-made
.PHONY: btf-made
btf-made:
	@mkdir -p $(out)
	@$(CC) -g -O1 -o $(out)/btf-made.elf $(CURDIR)/btf_program.c
	@rm -f $(out)/btf-made
	@if command -v pahole > /dev/null; then \
		$(top)/scripts/make-btf -o $(out)/btf-made $(out)/btf-made.elf && \
		objcopy --add-section .BTF=$(out)/btf-made $(out)/btf-made.elf; \
	fi
