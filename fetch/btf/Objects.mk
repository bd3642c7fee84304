# SPDX-License-Identifier: GPL-2.0
#
# Objects of fetch/btf/: types of the kernel, read from BTF. The form is explained in fetch/Objects.mk.
probefs-y += fetch/btf/btf.o
probefs-y += fetch/btf/btf_check.o
probefs-y += fetch/btf/btf_compare.o
probefs-y += fetch/btf/btf_file.o
probefs-y += fetch/btf/btf_find.o
probefs-y += fetch/btf/btf_index.o
probefs-y += fetch/btf/btf_member.o
probefs-y += fetch/btf/btf_path.o
probefs-y += fetch/btf/btf_type.o
