// SPDX-License-Identifier: GPL-2.0
/*
 * Linux 7.3 is the first to declare this function. compat/limits.h takes it for a sign of that version.
 */
#include <linux/btf.h>

struct btf *probe_btf_get_module_btf(const struct module *module);

struct btf *probe_btf_get_module_btf(const struct module *module)
{
	return btf_get_module_btf(module);
}
