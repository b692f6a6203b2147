// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of the reduced Qwen3-14B prefill program.
#include "qwen3_kernels.h"

#include <math.h>
#include <string.h>

#include "qwen3_shape.h"

// out[CHUNK, cols] = a[CHUNK, depth] * b[depth, cols]. The depth is the outer loop: a row of b is converted once and
// each sum still runs in ascending order. Always called with constants for depth and the number of columns.
static inline void matmul(const bf16 *a, int64_t depth, const bf16 *b, int64_t b_stride, float *out, int64_t out_stride,
                          int64_t cols) {
  float sums[QWEN3_CHUNK][QWEN3_Q_OUT * QWEN3_BLOCKS_A_TASK] = {{0.0f}};
  for (int64_t k = 0; k < depth; k++) {
    float b_row[QWEN3_Q_OUT * QWEN3_BLOCKS_A_TASK];
    for (int64_t j = 0; j < cols; j++)
      b_row[j] = bf16_to_float(b[k * b_stride + j]);
    for (int64_t i = 0; i < QWEN3_CHUNK; i++) {
      float scale = bf16_to_float(a[i * depth + k]);
      for (int64_t j = 0; j < cols; j++)
        sums[i][j] += scale * b_row[j];
    }
  }
  for (int64_t i = 0; i < QWEN3_CHUNK; i++)
    for (int64_t j = 0; j < cols; j++)
      out[i * out_stride + j] = sums[i][j];
}

static float dot(const bf16 *a, const bf16 *b, int64_t count) {
  float sum = 0.0f;
  for (int64_t i = 0; i < count; i++)
    sum += bf16_to_float(a[i]) * bf16_to_float(b[i]);
  return sum;
}

// 1 / the root mean square of `count` numbers.
static float inverse_rms(const float *x, int64_t count) {
  float sum = 0.0f;
  for (int64_t i = 0; i < count; i++)
    sum += x[i] * x[i];
  return 1.0f / sqrtf(sum / (float)count + (float)QWEN3_RMS_EPSILON);
}

static void normalise_row(const float *x, const float *weight, bf16 *out) {
  float scale = inverse_rms(x, QWEN3_HIDDEN);
  for (int64_t j = 0; j < QWEN3_HIDDEN; j++)
    out[j] = bf16_from_float(x[j] * scale * weight[j]);
}

static void normalise_bf16_row(const bf16 *x, const float *weight, bf16 *out) {
  float row[QWEN3_HIDDEN];
  for (int64_t j = 0; j < QWEN3_HIDDEN; j++)
    row[j] = bf16_to_float(x[j]);
  normalise_row(row, weight, out);
}

void rmsnorm(const bf16 *hidden, const float *weight, bf16 *normed, int64_t first_token, int64_t valid, int64_t layer) {
  for (int64_t i = 0; i < valid; i++)
    normalise_bf16_row(hidden + (first_token + i) * QWEN3_HIDDEN, weight + layer * QWEN3_HIDDEN,
                       normed + i * QWEN3_HIDDEN);
  memset(normed + valid * QWEN3_HIDDEN, 0, sizeof(bf16) * (size_t)(QWEN3_CHUNK - valid) * QWEN3_HIDDEN);
}

void q_proj(const bf16 *normed, const bf16 *wq, float *out, int64_t block, int64_t layer) {
  const bf16 *w = wq + layer * QWEN3_HIDDEN * QWEN3_HIDDEN + block * QWEN3_Q_OUT;
  matmul(normed, QWEN3_HIDDEN, w, QWEN3_HIDDEN, out, QWEN3_HIDDEN, QWEN3_Q_OUT * QWEN3_BLOCKS_A_TASK);
}

void kv_proj(const bf16 *normed, const bf16 *wk, const bf16 *wv, float *k_out, float *v_out, int64_t block,
             int64_t layer) {
  int64_t start = layer * QWEN3_HIDDEN * QWEN3_KV_HIDDEN + block * QWEN3_KV_OUT;
  matmul(normed, QWEN3_HIDDEN, wk + start, QWEN3_KV_HIDDEN, k_out, QWEN3_KV_HIDDEN, QWEN3_KV_OUT * QWEN3_BLOCKS_A_TASK);
  matmul(normed, QWEN3_HIDDEN, wv + start, QWEN3_KV_HIDDEN, v_out, QWEN3_KV_HIDDEN, QWEN3_KV_OUT * QWEN3_BLOCKS_A_TASK);
}

static void normalise_heads(const float *weight, float *x, int64_t num_heads) {
  for (int64_t head = 0; head < num_heads; head++) {
    float *values = x + head * QWEN3_HEAD;
    float scale = inverse_rms(values, QWEN3_HEAD);
    for (int64_t j = 0; j < QWEN3_HEAD; j++)
      values[j] = values[j] * scale * weight[j];
  }
}

void q_norm(const float *weight, float *q, int64_t layer) {
  normalise_heads(weight + layer * QWEN3_HEAD, q, QWEN3_CHUNK * QWEN3_HEADS);
}

void k_norm(const float *weight, float *k, int64_t layer) {
  normalise_heads(weight + layer * QWEN3_HEAD, k, QWEN3_CHUNK * QWEN3_KV_HEADS);
}

void q_pad_fill(bf16 *q_pad) { memset(q_pad, 0, sizeof(bf16) * QWEN3_KV_HEADS * QWEN3_PAD_ROWS * QWEN3_HEAD); }

// Element j is rotated together with element j + HEAD / 2; the tables repeat their first half.
static void rotate_head(const float *x, const float *cos_row, const float *sin_row, bf16 *out) {
  enum { HALF = QWEN3_HEAD / 2 };
  for (int64_t j = 0; j < HALF; j++) {
    out[j] = bf16_from_float(x[j] * cos_row[j] - x[j + HALF] * sin_row[j]);
    out[j + HALF] = bf16_from_float(x[j + HALF] * cos_row[j + HALF] + x[j] * sin_row[j + HALF]);
  }
}

// The first row of a physical block of one layer and kv head in a cache.
static int64_t cache_row(int64_t layer, int64_t block, int64_t head) {
  return ((layer * QWEN3_POOL_BLOCKS + block) * QWEN3_KV_HEADS + head) * QWEN3_CACHE_BLOCK;
}

void rope_kv_cache(const float *k, const float *v, const float *q, const float *cos_table, const float *sin_table,
                   bf16 *k_cache, bf16 *v_cache, bf16 *q_pad, int64_t row, int64_t pos, int64_t slot, int64_t layer) {
  const float *cos_row = cos_table + pos * QWEN3_HEAD;
  const float *sin_row = sin_table + pos * QWEN3_HEAD;
  for (int64_t head = 0; head < QWEN3_KV_HEADS; head++) {
    int64_t kv_start = row * QWEN3_KV_HIDDEN + head * QWEN3_HEAD;
    int64_t place = (cache_row(layer, slot / QWEN3_CACHE_BLOCK, head) + slot % QWEN3_CACHE_BLOCK) * QWEN3_HEAD;
    rotate_head(k + kv_start, cos_row, sin_row, k_cache + place);
    for (int64_t j = 0; j < QWEN3_HEAD; j++)
      v_cache[place + j] = bf16_from_float(v[kv_start + j]);
    for (int64_t i = 0; i < QWEN3_GROUP; i++)
      rotate_head(q + row * QWEN3_HIDDEN + (head * QWEN3_GROUP + i) * QWEN3_HEAD, cos_row, sin_row,
                  q_pad + (head * QWEN3_PAD_ROWS + i) * QWEN3_HEAD);
  }
}

// The end of the blocks that an attention task works on.
static int64_t step_end(int64_t first_block, int64_t num_blocks) {
  int64_t end = first_block + QWEN3_STEP_BLOCKS;
  return end < num_blocks ? end : num_blocks;
}

void qk_matmul(const bf16 *q_rows, const bf16 *k_cache, const int32_t *block_table, float *scores, int64_t sequence,
               int64_t head, int64_t first_block, int64_t num_blocks, int64_t layer) {
  for (int64_t b = first_block; b < step_end(first_block, num_blocks); b++) {
    int32_t physical = block_table[sequence * QWEN3_MAX_BLOCKS + b];
    const bf16 *keys = k_cache + cache_row(layer, physical, head) * QWEN3_HEAD;
    float *out = scores + b * QWEN3_PAD_ROWS * QWEN3_CACHE_BLOCK;
    for (int64_t i = 0; i < QWEN3_PAD_ROWS; i++)
      for (int64_t j = 0; j < QWEN3_CACHE_BLOCK; j++)
        out[i * QWEN3_CACHE_BLOCK + j] = dot(q_rows + i * QWEN3_HEAD, keys + j * QWEN3_HEAD, QWEN3_HEAD);
  }
}

// One row of one block, of which the first `valid` (at least 1) positions count.
static void softmax_row(const float *scores, int64_t valid, bf16 *exps, float *out_max, float *out_sum) {
  const float scale = 1.0f / sqrtf((float)QWEN3_HEAD);
  float max = scores[0] * scale;
  for (int64_t j = 1; j < valid; j++)
    max = fmaxf(max, scores[j] * scale);
  float sum = 0.0f;
  for (int64_t j = 0; j < QWEN3_CACHE_BLOCK; j++) {
    exps[j] = j < valid ? bf16_from_float(expf(scores[j] * scale - max)) : 0;
    sum += bf16_to_float(exps[j]);
  }
  *out_max = max;
  *out_sum = sum;
}

void softmax(const float *scores, bf16 *exps, float *max, float *sum, int64_t first_block, int64_t num_blocks,
             int64_t context_length) {
  for (int64_t b = first_block; b < step_end(first_block, num_blocks); b++) {
    int64_t valid = context_length - b * QWEN3_CACHE_BLOCK;
    if (valid > QWEN3_CACHE_BLOCK)
      valid = QWEN3_CACHE_BLOCK;
    for (int64_t i = 0; i < QWEN3_GROUP_ROWS; i++) {
      int64_t start = (b * QWEN3_PAD_ROWS + i) * QWEN3_CACHE_BLOCK;
      softmax_row(scores + start, valid, exps + start, max + b * QWEN3_GROUP_ROWS + i, sum + b * QWEN3_GROUP_ROWS + i);
    }
    memset(exps + (b * QWEN3_PAD_ROWS + QWEN3_GROUP_ROWS) * QWEN3_CACHE_BLOCK, 0,
           sizeof(bf16) * (QWEN3_PAD_ROWS - QWEN3_GROUP_ROWS) * QWEN3_CACHE_BLOCK);
  }
}

void sv_matmul(const bf16 *exps, const bf16 *v_cache, const int32_t *block_table, float *contexts, int64_t sequence,
               int64_t head, int64_t first_block, int64_t num_blocks, int64_t layer) {
  for (int64_t b = first_block; b < step_end(first_block, num_blocks); b++) {
    int32_t physical = block_table[sequence * QWEN3_MAX_BLOCKS + b];
    const bf16 *values = v_cache + cache_row(layer, physical, head) * QWEN3_HEAD;
    for (int64_t i = b * QWEN3_PAD_ROWS; i < (b + 1) * QWEN3_PAD_ROWS; i++) {
      float sums[QWEN3_HEAD] = {0.0f};
      for (int64_t k = 0; k < QWEN3_CACHE_BLOCK; k++) {
        float scale = bf16_to_float(exps[i * QWEN3_CACHE_BLOCK + k]);
        for (int64_t j = 0; j < QWEN3_HEAD; j++)
          sums[j] += scale * bf16_to_float(values[k * QWEN3_HEAD + j]);
      }
      memcpy(contexts + i * QWEN3_HEAD, sums, sizeof sums);
    }
  }
}

void online_softmax_init(float *context, float *sum, float *max) {
  for (int64_t i = 0; i < QWEN3_GROUP_ROWS; i++) {
    for (int64_t j = 0; j < QWEN3_HEAD; j++)
      context[i * QWEN3_HEAD + j] = 0.0f;
    sum[i] = 0.0f;
    max[i] = -INFINITY;
  }
}

void online_softmax(const float *block_contexts, const float *block_max, const float *block_sum, float *context,
                    float *sum, float *max, int64_t first_block, int64_t num_blocks) {
  for (int64_t b = first_block; b < step_end(first_block, num_blocks); b++)
    for (int64_t i = 0; i < QWEN3_GROUP_ROWS; i++) {
      int64_t stat = b * QWEN3_GROUP_ROWS + i;
      const float *block_row = block_contexts + (b * QWEN3_PAD_ROWS + i) * QWEN3_HEAD;
      float new_max = fmaxf(max[i], block_max[stat]);
      float keep = expf(max[i] - new_max);
      float take = expf(block_max[stat] - new_max);
      for (int64_t j = 0; j < QWEN3_HEAD; j++)
        context[i * QWEN3_HEAD + j] = context[i * QWEN3_HEAD + j] * keep + block_row[j] * take;
      sum[i] = sum[i] * keep + block_sum[stat] * take;
      max[i] = new_max;
    }
}

void attention_context(const float *context, const float *sum, float *out) {
  for (int64_t i = 0; i < QWEN3_GROUP_ROWS; i++)
    for (int64_t j = 0; j < QWEN3_HEAD; j++)
      out[i * QWEN3_HEAD + j] = context[i * QWEN3_HEAD + j] / sum[i];
}

void attention_writeback(const float *context, bf16 *attention_row, int64_t head) {
  bf16 *out = attention_row + head * QWEN3_GROUP * QWEN3_HEAD;
  for (int64_t j = 0; j < QWEN3_GROUP * QWEN3_HEAD; j++)
    out[j] = bf16_from_float(context[j]);
}

void out_proj(const bf16 *attention, const bf16 *wo, float *out, int64_t block, int64_t layer) {
  const bf16 *w = wo + layer * QWEN3_HIDDEN * QWEN3_HIDDEN + block * QWEN3_Q_OUT;
  matmul(attention, QWEN3_HIDDEN, w, QWEN3_HIDDEN, out, QWEN3_HIDDEN, QWEN3_Q_OUT);
}

void out_proj_residual(const bf16 *hidden, float *resid, int64_t block, int64_t first_token, int64_t valid) {
  const bf16 *old = hidden + first_token * QWEN3_HIDDEN + block * QWEN3_Q_OUT;
  for (int64_t i = 0; i < valid; i++)
    for (int64_t j = 0; j < QWEN3_Q_OUT; j++)
      resid[i * QWEN3_HIDDEN + j] += bf16_to_float(old[i * QWEN3_HIDDEN + j]);
}

void post_rmsnorm(const float *resid, const float *weight, bf16 *post, int64_t layer) {
  for (int64_t i = 0; i < QWEN3_CHUNK; i++)
    normalise_row(resid + i * QWEN3_HIDDEN, weight + layer * QWEN3_HIDDEN, post + i * QWEN3_HIDDEN);
}

static void mlp_proj(const bf16 *post, const bf16 *weight, float *out, int64_t block, int64_t layer) {
  const bf16 *w = weight + layer * QWEN3_HIDDEN * QWEN3_INTER + block * QWEN3_MLP_OUT;
  matmul(post, QWEN3_HIDDEN, w, QWEN3_INTER, out, QWEN3_MLP_OUT, QWEN3_MLP_OUT);
}

void gate_proj(const bf16 *post, const bf16 *weight, float *out, int64_t block, int64_t layer) {
  mlp_proj(post, weight, out, block, layer);
}

void up_proj(const bf16 *post, const bf16 *weight, float *out, int64_t block, int64_t layer) {
  mlp_proj(post, weight, out, block, layer);
}

void silu_tile(const float *gate, const float *up, bf16 *out) {
  for (int64_t i = 0; i < QWEN3_CHUNK; i++)
    for (int64_t j = 0; j < QWEN3_MLP_OUT; j++) {
      float g = gate[i * QWEN3_MLP_OUT + j];
      out[i * QWEN3_INTER + j] = bf16_from_float(g / (1.0f + expf(-g)) * up[i * QWEN3_MLP_OUT + j]);
    }
}

void down_proj(const bf16 *mlp, const bf16 *weight, float *out, int64_t block, int64_t layer) {
  const bf16 *w = weight + layer * QWEN3_INTER * QWEN3_HIDDEN + block * QWEN3_DOWN_OUT;
  matmul(mlp, QWEN3_INTER, w, QWEN3_HIDDEN, out, QWEN3_DOWN_OUT, QWEN3_DOWN_OUT);
}

void down_proj_residual(const float *down, const float *resid, bf16 *out, int64_t block, int64_t valid) {
  const float *old = resid + block * QWEN3_DOWN_OUT;
  for (int64_t i = 0; i < valid; i++)
    for (int64_t j = 0; j < QWEN3_DOWN_OUT; j++)
      out[i * QWEN3_HIDDEN + j] = bf16_from_float(down[i * QWEN3_DOWN_OUT + j] + old[i * QWEN3_HIDDEN + j]);
}

void gather_last_token(const bf16 *hidden, const int32_t *chunk_offsets, const int32_t *chunk_lens, bf16 *out,
                       int64_t first_row, int64_t batch) {
  for (int64_t i = first_row; i < first_row + QWEN3_BATCH_ROWS; i++) {
    bf16 *row = out + i * QWEN3_HIDDEN;
    if (i < batch && chunk_lens[i] > 0)
      memcpy(row, hidden + ((int64_t)chunk_offsets[i] + chunk_lens[i] - 1) * QWEN3_HIDDEN, sizeof(bf16) * QWEN3_HIDDEN);
    else
      memset(row, 0, sizeof(bf16) * QWEN3_HIDDEN);
  }
}

void final_rmsnorm(const bf16 *hidden, const float *weight, bf16 *out, int64_t first_row) {
  for (int64_t i = first_row; i < first_row + QWEN3_BATCH_ROWS; i++)
    normalise_bf16_row(hidden + i * QWEN3_HIDDEN, weight, out + i * QWEN3_HIDDEN);
}

void lm_head(const bf16 *hidden, const bf16 *weight, float *logits, int64_t batch, int64_t grid_index,
             int64_t grid_size) {
  int64_t begin = QWEN3_VOCAB * grid_index / grid_size;
  int64_t end = QWEN3_VOCAB * (grid_index + 1) / grid_size;
  for (int64_t i = 0; i < batch; i++)
    for (int64_t word = begin; word < end; word++)
      logits[i * QWEN3_VOCAB + word] = dot(hidden + i * QWEN3_HIDDEN, weight + word * QWEN3_HIDDEN, QWEN3_HIDDEN);
}
