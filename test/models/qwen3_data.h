// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 24 arguments of @prefill in the reduced Qwen3-14B program, filled from a seed.
//
// The same configuration gives the same bytes on every machine with IEEE floats (the rotary tables come from the C
// library's sin and cos in double and are rounded to float).
//
// Tokens: sequence b has seq_lens[b] positions, of which the last chunk_lens[b] are the tokens of this run; the keys
// and values of the earlier ones are found in the caches. The tokens of all sequences are the rows of `hidden`, those
// of sequence b from row chunk_offsets[b] on. The cache blocks of a sequence are scattered over the pool.
#ifndef BATON_TEST_QWEN3_DATA_H
#define BATON_TEST_QWEN3_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "qwen3_shape.h"

typedef struct qwen3_config {
  uint64_t seed;
  size_t layers;                        // 0 to 64
  size_t batch;                         // 1 to QWEN3_BATCH_ROWS
  int32_t seq_lens[QWEN3_BATCH_ROWS];   // 0 to QWEN3_MAX_SEQ
  int32_t chunk_lens[QWEN3_BATCH_ROWS]; // 0 to seq_lens; at least one of them positive
} qwen3_config;

typedef enum qwen3_elem { QWEN3_BF16, QWEN3_F32, QWEN3_I32 } qwen3_elem;

// A dense array in C order. rank is 1 (dims[1] is 1 then) or 2.
typedef struct qwen3_array {
  const char *name;
  qwen3_elem elem;
  int rank;
  size_t dims[2];
  void *data;
} qwen3_array;

// In the order of the parameters of @prefill.
typedef enum qwen3_arg {
  QWEN3_ARG_HIDDEN,
  QWEN3_ARG_SEQ_LENS,
  QWEN3_ARG_CHUNK_LENS,
  QWEN3_ARG_CHUNK_OFFSETS,
  QWEN3_ARG_RMS_W,
  QWEN3_ARG_WQ,
  QWEN3_ARG_WK,
  QWEN3_ARG_WV,
  QWEN3_ARG_Q_NORM_W,
  QWEN3_ARG_K_NORM_W,
  QWEN3_ARG_ROPE_COS,
  QWEN3_ARG_ROPE_SIN,
  QWEN3_ARG_BLOCK_TABLE,
  QWEN3_ARG_SLOT_MAPPING,
  QWEN3_ARG_K_CACHE,
  QWEN3_ARG_V_CACHE,
  QWEN3_ARG_WO,
  QWEN3_ARG_POST_W,
  QWEN3_ARG_W_GATE,
  QWEN3_ARG_W_UP,
  QWEN3_ARG_W_DOWN,
  QWEN3_ARG_FINAL_W,
  QWEN3_ARG_LM_W,
  QWEN3_ARG_OUT,
  QWEN3_NUM_ARGS
} qwen3_arg;

typedef struct qwen3_data {
  size_t layers, batch, tokens;
  qwen3_array args[QWEN3_NUM_ARGS];
} qwen3_data;

// Returns 0 if the configuration can be built, otherwise what is wrong with it (a constant string).
const char *qwen3_config_problem(const qwen3_config *config);

// Allocates and fills all arguments; `out` starts as zeros. The configuration must be without problem. False: out of
// memory, and nothing needs to be released.
bool qwen3_data_init(qwen3_data *data, const qwen3_config *config);
void qwen3_data_deinit(qwen3_data *data);

// The number of elements, and the bytes of one element.
size_t qwen3_array_count(const qwen3_array *array);
size_t qwen3_elem_bytes(qwen3_elem elem);

// Element i in C order as a double, whatever its type.
double qwen3_array_get(const qwen3_array *array, size_t i);

#endif
