// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check that a program survives being printed and read.
#ifndef BATON_UTILS_OPT_ROUNDTRIP_H
#define BATON_UTILS_OPT_ROUNDTRIP_H

#include "ir/ir.h"

// Prints a program in custom and in generic form, with locations, and reads it back. False after an error where it is
// refused or differs.
bool opt_check_roundtrip(const baton_module *module);

#endif
