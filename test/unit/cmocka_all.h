// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cmocka with the headers that it needs, in order.
#ifndef BATON_TEST_CMOCKA_ALL_H
#define BATON_TEST_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
