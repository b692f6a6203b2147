// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C header for the functions of a program that C can call (llvm/lower.h).
#ifndef BATON_UTILS_TRANSLATE_HEADER_H
#define BATON_UTILS_TRANSLATE_HEADER_H

#include "ir/ir.h"

// Appends the header of a module that has been lowered without errors. False after an error: a name that is none in C.
bool translate_header(const baton_module *module, baton_strbuf *out);

#endif
