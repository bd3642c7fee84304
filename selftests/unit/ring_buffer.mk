# SPDX-License-Identifier: GPL-2.0

# test_ring_buffer*.c include the sources, to step through them: see ring_buffer_test.h.
test_ring_buffer-ldlibs := -lpthread
test_ring_buffer_iterator-ldlibs := -lpthread
test_ring_buffer_control-ldlibs := -lpthread
test_ring_buffer_damage-ldlibs := -lpthread
test_ring_buffer_map-ldlibs := -lpthread
test_ring_buffer_nested-ldlibs := -lpthread
test_ring_buffer_schedules-ldlibs := -lpthread
test_ring_buffer_subbuf-ldlibs := -lpthread
test_ring_buffer_nested-cflags := -O2
# A million runs, and coroutines, of which AddressSanitizer knows little
test_ring_buffer_schedules-cflags := -O2 -fno-sanitize=address
test_ring_buffer_decode-ldlibs := -lpthread -ltraceevent
