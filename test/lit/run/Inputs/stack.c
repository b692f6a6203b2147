// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stack ITERATIONS IDS: runs the entries of ../stack.mlir. All of its kernel's calls are counted.
#include "program.h"
#include "rt/rt.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_llong num_calls;

void noop(void);
void noop(void) { atomic_fetch_add_explicit(&num_calls, 1, memory_order_relaxed); }

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int64_t iterations = atoll(argv[1]), ids = atoll(argv[2]);
  bool is_none = true;
  baton_rt *rt;
  if (baton_rt_create(NULL, &rt))
    return 3;
  if (iterate(rt, iterations) || list(rt, ids, &is_none) || is_none) {
    fprintf(stderr, "%s\n", baton_rt_last_error(rt) ? baton_rt_last_error(rt)->text : "no task");
    return 4;
  }
  baton_rt_destroy(rt);
  return num_calls == iterations + ids ? 0 : 5;
}
