# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/subbuf/: one sub-buffer and its format. The form is explained in kernel/Objects.mk.
probefs-y += kernel/subbuf/subbuf_chunk.o
probefs-y += kernel/subbuf/subbuf_page.o
probefs-y += kernel/subbuf/subbuf_racing.o
