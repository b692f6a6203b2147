// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes to texts for libFuzzer that keep most of them well formed: by tokens and by what stands in brackets instead
// of by bytes, with words from the op tables.
#ifndef BATON_TEST_FUZZ_MUTATE_H
#define BATON_TEST_FUZZ_MUTATE_H

#include "base/str.h"

// libFuzzer's own change by bytes.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
// What libFuzzer calls for a change, and for a mixture of two inputs.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed);

// A random number below a limit, which must not be 0.
size_t mutate_below(uint64_t *state, size_t limit);

// Changes a text in place, which has room for max_size bytes. Returns the new size.
size_t mutate_text(char *text, size_t size, size_t max_size, uint64_t *state);

// Puts a part of a second text into a copy of the first one. Returns the size of out.
size_t mutate_mix(baton_str a, baton_str b, char *out, size_t max_size, uint64_t *state);

#endif
