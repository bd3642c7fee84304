/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Says why a place can't be probed: see place_error.c.
 */
#ifndef KERNEL_PLACE_ERROR_H
#define KERNEL_PLACE_ERROR_H

#include "parser/parse_error.h"

enum parse_error_code place_error(unsigned long place, int ret);

#endif
