// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs heat.mlir, compiled ahead of time: this file, the kernels, the object and the runtime are the whole program.
//
//     heat [ROUNDS]
#include "heat.h" // written by baton-translate --emit=header
#include "rt/rt.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUM_CELLS = 1026 };

int main(int argc, char **argv) {
  static double a[NUM_CELLS], b[NUM_CELLS];
  for (int i = 0; i < NUM_CELLS; i++)
    a[i] = i;
  baton_view1 a_view = {.data = a, .sizes = {NUM_CELLS}, .strides = {1}};
  baton_view1 b_view = {.data = b, .sizes = {NUM_CELLS}, .strides = {1}};

  baton_rt *rt;
  int32_t status = baton_rt_create(NULL, &rt);
  if (status) {
    fprintf(stderr, "heat: no runtime: %s\n", baton_rt_status_text(status));
    return EXIT_FAILURE;
  }
  status = heat(rt, &a_view, &b_view, argc > 1 ? atoi(argv[1]) : 10);
  if (status)
    fprintf(stderr, "heat: %s\n", baton_rt_last_error(rt)->text);
  baton_rt_destroy(rt);
  if (status)
    return EXIT_FAILURE;

  for (int i = 0; i < NUM_CELLS; i++)
    printf("%s%g", i ? ", " : "[", a[i]);
  printf("]\n");
  return EXIT_SUCCESS;
}
