// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How few entries a program's lists could possibly have: the yardstick of bench-compress. It shares nothing with what
// it is held against.
#ifndef BATON_UTILS_BENCH_COMPRESS_BOUND_H
#define BATON_UTILS_BENCH_COMPRESS_BOUND_H

#include <stdbool.h>
#include <stdint.h>

// Node v waits for producers[starts[v]] to producers[starts[v + 1] - 1], each once and below v. Fences are looked
// through. Takes num_nodes squared bits of memory.
uint64_t compress_bound(uint32_t num_nodes, const uint32_t *starts, const uint32_t *producers, const bool *is_fence);

#endif
