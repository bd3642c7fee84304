# SPDX-License-Identifier: GPL-2.0

btf-srcs := \
	fetch/btf/btf.c \
	fetch/btf/btf_check.c \
	fetch/btf/btf_find.c \
	fetch/btf/btf_index.c \
	fetch/btf/btf_member.c \
	fetch/btf/btf_path.c \
	fetch/btf/btf_type.c \
	parser/parse_text.c

test_btf_check-srcs := $(btf-srcs)
test_btf_find-srcs := $(btf-srcs)
test_btf_kernel-srcs := $(btf-srcs)
test_btf_path-srcs := $(btf-srcs)
test_btf_type-srcs := $(btf-srcs)

# The BTF of the kernels that are in the cache; test_btf_kernel skips those that are not.
test_btf_kernel-cflags := -DBTF_BLOBS='"$(out)/btf"' -DPAHOLE_MEMBERS='"$(CURDIR)/pahole-members.awk"'
btf-kernels := 5.10 6.1 6.12 7.2 6.1-arm64 6.12-arm64 6.1/nf_tables 6.12/nf_tables 7.2/nf_tables

$(out)/test_btf_kernel: | btf-blobs
.PHONY: btf-blobs
btf-blobs:
	@./btf-blobs $(out)/btf $(btf-kernels)
