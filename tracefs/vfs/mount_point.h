/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The directories at which a tracer is mounted.
 */
#ifndef TRACEFS_MOUNT_POINT_H
#define TRACEFS_MOUNT_POINT_H

void mount_points_create(void);
void mount_points_remove(void);

#endif
