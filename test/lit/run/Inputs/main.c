// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls the entry of ../object.mlir from C, linked with the runtime and the kernels.
#include "program.h" // what baton-translate --emit=header says of it
#include "rt/rt.h"

#include <stdio.h>

int main(void) {
  baton_rt *rt;
  int64_t memory[10] = {0, 0, 1, 2, 3, 4, 5, 6, 7}, sum = 0; // the view begins at the second element
  baton_view1 a = {memory, 1, {8}, {1}}, wrong = {memory, 0, {9}, {1}};
  if (baton_rt_create(NULL, &rt))
    return 2;
  for (int run = 0; run < 2; run++)
    if (triple(rt, &a, 3, &sum))
      return 3;
  for (int i = 0; i < 10; i++)
    printf("%s%lld", i ? ", " : "[", (long long)memory[i]);
  printf("]\nsum %lld\n", (long long)sum);
  int32_t status = triple(rt, &wrong, 3, &sum);
  printf("status %d: %s\n", status, baton_rt_last_error(rt)->text);
  baton_rt_destroy(rt);
  return 0;
}
