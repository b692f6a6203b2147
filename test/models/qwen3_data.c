// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inputs of the reduced Qwen3-14B prefill program.
#include "qwen3_data.h"

#include <math.h>
#include <stdlib.h>

#include "qwen3_bf16.h"

// What the first dimension of an argument counts.
typedef enum unit { UNIT_ONE, UNIT_LAYERS, UNIT_BATCH, UNIT_TOKENS } unit;

// dims = [unit * rows, cols], or [unit * rows] if cols is 0. Filled uniformly in centre +- spread; those with a spread
// of 0 are set by other functions or stay 0.
typedef struct arg_row {
  const char *name;
  qwen3_elem elem;
  unit unit;
  size_t rows, cols;
  float centre, spread;
} arg_row;

// The spreads keep the variance: sqrt(3 / summed elements) for a projection, somewhat more where its inputs are
// small. Norm weights of queries and keys are large enough for an attention that prefers some positions.
static const arg_row arg_rows[] = {
    {"hidden", QWEN3_BF16, UNIT_TOKENS, 1, QWEN3_HIDDEN, 0.0f, 1.0f},
    {"seq_lens", QWEN3_I32, UNIT_BATCH, 1, 0, 0.0f, 0.0f},
    {"chunk_lens", QWEN3_I32, UNIT_BATCH, 1, 0, 0.0f, 0.0f},
    {"chunk_offsets", QWEN3_I32, UNIT_BATCH, 1, 0, 0.0f, 0.0f},
    {"rms_w", QWEN3_F32, UNIT_LAYERS, 1, QWEN3_HIDDEN, 1.0f, 0.25f},
    {"wq", QWEN3_BF16, UNIT_LAYERS, QWEN3_HIDDEN, QWEN3_HIDDEN, 0.0f, 0.097f},
    {"wk", QWEN3_BF16, UNIT_LAYERS, QWEN3_HIDDEN, QWEN3_KV_HIDDEN, 0.0f, 0.097f},
    {"wv", QWEN3_BF16, UNIT_LAYERS, QWEN3_HIDDEN, QWEN3_KV_HIDDEN, 0.0f, 0.097f},
    {"q_norm_w", QWEN3_F32, UNIT_LAYERS, 1, QWEN3_HEAD, 1.5f, 0.25f},
    {"k_norm_w", QWEN3_F32, UNIT_LAYERS, 1, QWEN3_HEAD, 1.5f, 0.25f},
    {"rope_cos", QWEN3_F32, UNIT_ONE, QWEN3_MAX_SEQ, QWEN3_HEAD, 0.0f, 0.0f},
    {"rope_sin", QWEN3_F32, UNIT_ONE, QWEN3_MAX_SEQ, QWEN3_HEAD, 0.0f, 0.0f},
    {"block_table", QWEN3_I32, UNIT_BATCH, QWEN3_MAX_BLOCKS, 0, 0.0f, 0.0f},
    {"slot_mapping", QWEN3_I32, UNIT_TOKENS, 1, 0, 0.0f, 0.0f},
    {"k_cache", QWEN3_BF16, UNIT_LAYERS, QWEN3_POOL_BLOCKS *QWEN3_KV_HEADS *QWEN3_CACHE_BLOCK, QWEN3_HEAD, 0.0f, 2.5f},
    {"v_cache", QWEN3_BF16, UNIT_LAYERS, QWEN3_POOL_BLOCKS *QWEN3_KV_HEADS *QWEN3_CACHE_BLOCK, QWEN3_HEAD, 0.0f, 1.7f},
    {"wo", QWEN3_BF16, UNIT_LAYERS, QWEN3_HIDDEN, QWEN3_HIDDEN, 0.0f, 0.2f},
    {"post_w", QWEN3_F32, UNIT_LAYERS, 1, QWEN3_HIDDEN, 1.0f, 0.25f},
    {"w_gate", QWEN3_BF16, UNIT_LAYERS, QWEN3_HIDDEN, QWEN3_INTER, 0.0f, 0.097f},
    {"w_up", QWEN3_BF16, UNIT_LAYERS, QWEN3_HIDDEN, QWEN3_INTER, 0.0f, 0.097f},
    {"w_down", QWEN3_BF16, UNIT_LAYERS, QWEN3_INTER, QWEN3_HIDDEN, 0.0f, 0.1f},
    {"final_w", QWEN3_F32, UNIT_ONE, 1, QWEN3_HIDDEN, 1.0f, 0.25f},
    {"lm_w", QWEN3_BF16, UNIT_ONE, QWEN3_VOCAB, QWEN3_HIDDEN, 0.0f, 0.097f},
    {"out", QWEN3_F32, UNIT_BATCH, 1, QWEN3_VOCAB, 0.0f, 0.0f},
};
_Static_assert(sizeof arg_rows / sizeof arg_rows[0] == QWEN3_NUM_ARGS, "one row per argument");

size_t qwen3_array_count(const qwen3_array *array) { return array->dims[0] * array->dims[1]; }

size_t qwen3_elem_bytes(qwen3_elem elem) { return elem == QWEN3_BF16 ? 2 : 4; }

double qwen3_array_get(const qwen3_array *array, size_t i) {
  if (array->elem == QWEN3_BF16)
    return (double)bf16_to_float(((const bf16 *)array->data)[i]);
  if (array->elem == QWEN3_F32)
    return (double)((const float *)array->data)[i];
  return (double)((const int32_t *)array->data)[i];
}

static size_t blocks_of(int32_t seq_len) { return ((size_t)seq_len + QWEN3_CACHE_BLOCK - 1) / QWEN3_CACHE_BLOCK; }

const char *qwen3_config_problem(const qwen3_config *config) {
  if (config->layers > 64)
    return "more than 64 layers";
  if (config->batch < 1 || config->batch > QWEN3_BATCH_ROWS)
    return "not 1 to 16 sequences";
  size_t blocks = 0;
  size_t tokens = 0;
  for (size_t b = 0; b < config->batch; b++) {
    if (config->seq_lens[b] < 0 || config->seq_lens[b] > QWEN3_MAX_SEQ)
      return "a sequence is longer than 128 positions";
    if (config->chunk_lens[b] < 0 || config->chunk_lens[b] > config->seq_lens[b])
      return "more new tokens than positions in a sequence";
    blocks += blocks_of(config->seq_lens[b]);
    tokens += (size_t)config->chunk_lens[b];
  }
  if (tokens == 0)
    return "no new token in any sequence";
  return blocks > QWEN3_POOL_BLOCKS ? "the sequences need more than 96 cache blocks" : NULL;
}

// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// Uniform in [-1, 1).
static float next_uniform(uint64_t *state) { return (float)(next_random(state) >> 40) * 0x1p-23f - 1.0f; }

static void fill_random(qwen3_array *array, float centre, float spread, uint64_t seed) {
  uint64_t state = seed;
  size_t count = qwen3_array_count(array);
  for (size_t i = 0; i < count; i++) {
    float value = centre + spread * next_uniform(&state);
    if (array->elem == QWEN3_BF16)
      ((bf16 *)array->data)[i] = bf16_from_float(value);
    else
      ((float *)array->data)[i] = value;
  }
}

// Both halves of a row hold the same angles: pos * base^(-2j / head).
static void fill_rope(float *cos_table, float *sin_table) {
  for (size_t pos = 0; pos < QWEN3_MAX_SEQ; pos++)
    for (size_t j = 0; j < QWEN3_HEAD; j++) {
      double step = (double)(j % (QWEN3_HEAD / 2)) * 2.0 / (double)QWEN3_HEAD;
      double angle = (double)pos * pow(QWEN3_ROPE_BASE, -step);
      cos_table[pos * QWEN3_HEAD + j] = (float)cos(angle);
      sin_table[pos * QWEN3_HEAD + j] = (float)sin(angle);
    }
}

static void fill_lengths(qwen3_data *data, const qwen3_config *config) {
  int32_t *seq_lens = data->args[QWEN3_ARG_SEQ_LENS].data;
  int32_t *chunk_lens = data->args[QWEN3_ARG_CHUNK_LENS].data;
  int32_t *chunk_offsets = data->args[QWEN3_ARG_CHUNK_OFFSETS].data;
  int32_t offset = 0;
  for (size_t b = 0; b < data->batch; b++) {
    seq_lens[b] = config->seq_lens[b];
    chunk_lens[b] = config->chunk_lens[b];
    chunk_offsets[b] = offset;
    offset += config->chunk_lens[b];
  }
}

// Deals the blocks of a shuffled pool to the sequences; entries beyond a sequence's length are -1.
static void fill_paging(qwen3_data *data, const qwen3_config *config) {
  int32_t pool[QWEN3_POOL_BLOCKS];
  uint64_t state = config->seed ^ 0x5061676573u;
  for (int32_t i = 0; i < QWEN3_POOL_BLOCKS; i++) {
    size_t other = (size_t)(next_random(&state) % (uint64_t)(i + 1));
    pool[i] = pool[other];
    pool[other] = i;
  }
  int32_t *table = data->args[QWEN3_ARG_BLOCK_TABLE].data;
  int32_t *slots = data->args[QWEN3_ARG_SLOT_MAPPING].data;
  size_t dealt = 0;
  size_t token = 0;
  for (size_t b = 0; b < data->batch; b++) {
    int32_t *blocks = table + b * QWEN3_MAX_BLOCKS;
    for (size_t i = 0; i < QWEN3_MAX_BLOCKS; i++)
      blocks[i] = i < blocks_of(config->seq_lens[b]) ? pool[dealt++] : -1;
    for (int32_t pos = config->seq_lens[b] - config->chunk_lens[b]; pos < config->seq_lens[b]; pos++)
      slots[token++] = blocks[pos / QWEN3_CACHE_BLOCK] * QWEN3_CACHE_BLOCK + pos % QWEN3_CACHE_BLOCK;
  }
}

static bool allocate(qwen3_data *data) {
  const size_t units[] = {
      [UNIT_ONE] = 1, [UNIT_LAYERS] = data->layers, [UNIT_BATCH] = data->batch, [UNIT_TOKENS] = data->tokens};
  bool done = true;
  for (size_t i = 0; i < QWEN3_NUM_ARGS; i++) {
    const arg_row *row = &arg_rows[i];
    qwen3_array *array = &data->args[i];
    *array = (qwen3_array){.name = row->name,
                           .elem = row->elem,
                           .rank = row->cols > 0 ? 2 : 1,
                           .dims = {units[row->unit] * row->rows, row->cols > 0 ? row->cols : 1}};
    // One element more, since an allocation of nothing may be null.
    array->data = calloc(qwen3_array_count(array) + 1, qwen3_elem_bytes(array->elem));
    done = done && array->data;
  }
  return done;
}

bool qwen3_data_init(qwen3_data *data, const qwen3_config *config) {
  *data = (qwen3_data){.layers = config->layers, .batch = config->batch};
  for (size_t b = 0; b < config->batch; b++)
    data->tokens += (size_t)config->chunk_lens[b];
  if (!allocate(data)) {
    qwen3_data_deinit(data);
    return false;
  }
  for (size_t i = 0; i < QWEN3_NUM_ARGS; i++)
    if (arg_rows[i].spread > 0.0f)
      fill_random(&data->args[i], arg_rows[i].centre, arg_rows[i].spread, config->seed * QWEN3_NUM_ARGS + i);
  fill_rope(data->args[QWEN3_ARG_ROPE_COS].data, data->args[QWEN3_ARG_ROPE_SIN].data);
  fill_lengths(data, config);
  fill_paging(data, config);
  return true;
}

void qwen3_data_deinit(qwen3_data *data) {
  for (size_t i = 0; i < QWEN3_NUM_ARGS; i++)
    free(data->args[i].data);
  *data = (qwen3_data){0};
}
