# SPDX-License-Identifier: GPL-2.0

# test_ring_buffer*.c include the sources, to step through them: see ring_buffer_test.h.
test_ring_buffer-ldlibs := -lpthread
test_ring_buffer_nested-ldlibs := -lpthread
test_ring_buffer_decode-ldlibs := -lpthread -ltraceevent
