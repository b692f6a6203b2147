// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random small programs with buffers for tests: submits on views of shared buffers, in nested loops, branches, auto and
// manual scopes and calls, with host accesses between them and some lists of the user.
#ifndef BATON_TEST_RANDOM_BUFFERS_H
#define BATON_TEST_RANDOM_BUFFERS_H

#include "base/str.h"

// Appends a module with one entry
//     @f(two buffers that may be one, one that is apart, a table of indices, index, i1, i1)
// The same seed gives the same text.
void random_buffers(uint64_t seed, baton_strbuf *out);

#endif
