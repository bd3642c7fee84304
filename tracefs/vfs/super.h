/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Each mount has one superblock, and each superblock a tracer of its own.
 */
#ifndef TRACEFS_SUPER_H
#define TRACEFS_SUPER_H

int tracefs_register(void);
void tracefs_unregister(void);

#endif
