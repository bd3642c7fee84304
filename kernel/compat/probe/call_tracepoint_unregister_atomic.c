// SPDX-License-Identifier: GPL-2.0
/*
 * "tracing: Guard __DECLARE_TRACE() use of __DO_TRACE_CALL() with SRCU-fast", v7.0, which brought this
 * function
 */
#include <linux/tracepoint.h>

void probe_call_tracepoint_unregister_atomic(struct rcu_head *rcu, rcu_callback_t function);

void probe_call_tracepoint_unregister_atomic(struct rcu_head *rcu, rcu_callback_t function)
{
	call_tracepoint_unregister_atomic(rcu, function);
}
