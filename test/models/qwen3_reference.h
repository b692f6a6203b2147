// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the reduced Qwen3-14B prefill has to compute, written without regard to the program: layer by layer, token by
// token, in double, with a plain softmax over the whole context. It shares the sizes and the inputs with the program
// and no code. Values are rounded to bf16 where the model stores bf16 (normalised rows, rotated queries, caches,
// attention, MLP, hidden states), but for the exponentials of the softmax, which the kernels round and this does not.
#ifndef BATON_TEST_QWEN3_REFERENCE_H
#define BATON_TEST_QWEN3_REFERENCE_H

#include <stdbool.h>

#include "qwen3_data.h"

// Dense, in the order of the arguments of the same names.
typedef struct qwen3_reference {
  double *logits;
  double *k_cache, *v_cache;
} qwen3_reference;

// Reads the arguments of `data` and changes nothing. False: out of memory, and nothing needs to be released.
bool qwen3_reference_init(qwen3_reference *reference, const qwen3_data *data);
void qwen3_reference_deinit(qwen3_reference *reference);

#endif
