// SPDX-License-Identifier: GPL-2.0
/*
 * Tracepoints as places. A name that no tracepoint has is one that a module may bring.
 */
#include <linux/module.h>
#include <linux/security.h>

#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_names.h"
#include "kernel/definition/definition_tracepoint.h"
#include "kernel/definition/definition_write.h"
#include "kernel/hook/tracepoint_probe.h"

/**
 * definition_find_tracepoint() - find out what names mean at a tracepoint
 * @write: the write whose current line has a tracepoint as its place
 *
 * Return: 0 or -ENOMEM.
 */
int definition_find_tracepoint(struct definition_write *write)
{
	char module[MODULE_NAME_LEN];

	write->flags = write->kind->flags;
	tracepoint_module(write->def.place, module, sizeof(module));
	return definition_names_of_tracepoint(write, module, write->def.place);
}

/**
 * definition_validate_tracepoint() - find the tracepoint, or have the probe wait for a module
 * @write: the write whose current line defines the probe
 * @probe: the new probe
 *
 * Return: 0; an errno, with the error of the line, when the kernel is locked down.
 */
int definition_validate_tracepoint(struct definition_write *write, struct probe *probe)
{
	int ret = security_locked_down(write->kind->lockdown);

	if (ret) {
		definition_fail(write, PARSE_FAIL_REG_PROBE, 1);
		return ret;
	}
	probe->pending = tracepoint_probe_resolve(probe, NULL);
	return 0;
}

/**
 * definition_revive_tracepoint() - find the tracepoint of a probe that waits for it
 * @tracer: the tracer that has the probe
 * @probe: a probe that is pending
 * @mod: the module that brings the tracepoint
 *
 * Return: 0; -ENOENT when the kernel does not let the tracepoints of this module be probed, and then the probe is
 * pending still.
 */
int definition_revive_tracepoint(struct tracer *tracer, struct probe *probe, struct module *mod)
{
	int ret = tracepoint_probe_resolve(probe, mod);

	probe->pending = ret;
	return ret;
}
