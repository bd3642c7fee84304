/* SPDX-License-Identifier: GPL-2.0 */
/*
 * cmocka and the headers it wants before it.
 */
#ifndef UNIT_CMOCKA_ALL_H
#define UNIT_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#endif
