/* SPDX-License-Identifier: GPL-2.0 */
/* Of CONFIG_GLOB, which is not set here. */
