// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime's tests share: a small builder of modules, clocks and deadlines.
#ifndef BATON_TEST_UNIT_RT_SUPPORT_H
#define BATON_TEST_UNIT_RT_SUPPORT_H

#include "rt/rt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define IS_SANITIZED 0
#endif

enum { MAX_KERNELS = 32, MAX_SITES = 64, MAX_TEST_OPERANDS = 512, MAX_TEST_SHAPES = 2048 };

typedef int32_t (*invoke_fn)(const uint64_t *words, const baton_rt_call *call);

// A module under construction. Tables never move, so it may be entered as soon as it is complete.
typedef struct program {
  baton_rt_module module;
  baton_rt_kernel kernels[MAX_KERNELS];
  baton_rt_site sites[MAX_SITES];
  baton_rt_operand operands[MAX_TEST_OPERANDS];
  baton_rt_param params[MAX_TEST_OPERANDS];
  int64_t shapes[MAX_TEST_SHAPES];
  baton_rt_loc locs[MAX_SITES + MAX_KERNELS + 4];
  const char *strings[2];
  uint32_t num_operands, num_params, num_shapes;
} program;

void program_init(program *p);

// Begins a kernel and a TASK site for it; arguments follow. The line of the site is 10 + its index, of the kernel 100 +
// its index, in file "test.mlir". Returns the site's index.
uint32_t program_task(program *p, const char *name, void (*address)(void), invoke_fn invoke);
// Adds an argument to the last task. `shape`: offset, sizes, strides.
void program_scalar(program *p, uint8_t type);
void program_view(program *p, uint8_t elem, uint8_t rank, const int64_t *shape, uint8_t access, uint8_t tracking);
// A view of `size` elements from a dynamic offset on: two words.
void program_row(program *p, uint8_t elem, int64_t size, uint8_t access, uint8_t tracking);
void program_blocks(program *p);
void program_predicate(program *p, uint8_t elem, uint8_t predicate,
                       uint8_t tracking); // the element at a dynamic offset
// Sites without a kernel.
uint32_t program_site(program *p, uint8_t kind);

// Runtimes with `workers` workers; asserts success.
baton_rt *make_runtime(uint32_t workers, uint32_t window);
baton_rt *make_runtime_with(const baton_rt_config *config);

// Enters and asserts success.
const void *const *enter(baton_rt *rt, program *p, baton_rt_frame *frame);

uint64_t now_ns(void);
// Waits until the flag is not 0, at most ten seconds; false: it never was.
bool wait_for_flag(_Atomic int *flag);

// Longer runs, when BATON_TEST_STRESS is set in the environment of the test.
bool is_stress(void);

// xorshift, never 0.
uint64_t next_random(uint64_t *state);

static inline uint64_t word_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }
static inline void *pointer_of(uint64_t word) { return (void *)(uintptr_t)word; }
static inline baton_rt_stats stats_of(const baton_rt *rt) {
  baton_rt_stats stats = {.size = sizeof stats};
  baton_rt_get_stats(rt, &stats);
  return stats;
}

#endif
