// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random small programs for tests: nested loops, parallels, branches and scopes around submits and fences, with ids and
// arrays in all the ways there are to pass them on.
#ifndef BATON_TEST_RANDOM_PROGRAM_H
#define BATON_TEST_RANDOM_PROGRAM_H

#include "base/str.h"

enum { NUM_COUNTS = 2, NUM_FLAGS = 2 };

// Appends a module with one function @f(index, index, i1, i1): trip counts and conditions that are not known. Some
// index values may be out of range for some arguments. The same seed gives the same text.
void random_program(uint64_t seed, baton_strbuf *out);

#endif
