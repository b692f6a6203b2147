// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of the reduced Qwen3-14B prefill program, named as the program names them (t0 to t24 in its text).
//
// Calling convention `bare`: each memref argument is the address of the first element of its view; strides follow from
// the static type in the program, dynamic sizes that matter are scalar arguments; `index` is int64_t.
//
// Numbers: bf16 is stored as its upper 16 bits of a float and rounded to nearest even. Products are accumulated in
// float, in ascending order of the summed index, so results do not depend on how tasks are scheduled.
//
// Rows: a tile has QWEN3_CHUNK rows of which the first `valid` belong to tokens. rmsnorm clears the others; the rest
// of a tile that no task writes may hold anything, since rows never mix.
//
// All kernels are pure functions of their arguments: thread-safe, reentrant, without globals. Those that run
// concurrently get disjoint outputs.
#ifndef BATON_TEST_QWEN3_KERNELS_H
#define BATON_TEST_QWEN3_KERNELS_H

#include <stdint.h>

#include "qwen3_bf16.h"

// t0: normed[i] = the RMS-normalised hidden row first_token + i, scaled by row `layer` of weight; 0 for i >= valid.
void rmsnorm(const bf16 *hidden, const float *weight, bf16 *normed, int64_t first_token, int64_t valid, int64_t layer);

// t1: the columns of normed * wq that start at block `block`, QWEN3_BLOCKS_A_TASK blocks of QWEN3_Q_OUT.
// wq: [layers * QWEN3_HIDDEN, QWEN3_HIDDEN]. out: the view of these columns, row stride QWEN3_HIDDEN.
void q_proj(const bf16 *normed, const bf16 *wq, float *out, int64_t block, int64_t layer);

// t2: as q_proj for keys and values. wk, wv: [layers * QWEN3_HIDDEN, QWEN3_KV_HIDDEN]. Row stride QWEN3_KV_HIDDEN.
void kv_proj(const bf16 *normed, const bf16 *wk, const bf16 *wv, float *k_out, float *v_out, int64_t block,
             int64_t layer);

// t3, t4: RMS-normalises every head of every row in place. weight: [layers, QWEN3_HEAD].
void q_norm(const float *weight, float *q, int64_t layer);
void k_norm(const float *weight, float *k, int64_t layer);

// t5: clears the padded query: [QWEN3_KV_HEADS * QWEN3_PAD_ROWS, QWEN3_HEAD].
void q_pad_fill(bf16 *q_pad);

// t6: rotates row `row` of q and k to position `pos`; stores the query heads of group g as rows
// g * QWEN3_PAD_ROWS ... of q_pad, the keys and values at `slot` of the caches.
// cos_table, sin_table: [QWEN3_MAX_SEQ, QWEN3_HEAD].
void rope_kv_cache(const float *k, const float *v, const float *q, const float *cos_table, const float *sin_table,
                   bf16 *k_cache, bf16 *v_cache, bf16 *q_pad, int64_t row, int64_t pos, int64_t slot, int64_t layer);

// t7: scores of the padded rows of kv head `head` against the keys of cache blocks first_block ... of `sequence`, at
// most QWEN3_STEP_BLOCKS of them and below num_blocks. scores: block i has rows i * QWEN3_PAD_ROWS ... of
// QWEN3_CACHE_BLOCK positions.
void qk_matmul(const bf16 *q_rows, const bf16 *k_cache, const int32_t *block_table, float *scores, int64_t sequence,
               int64_t head, int64_t first_block, int64_t num_blocks, int64_t layer);

// t8: for the same blocks and each of their first QWEN3_GROUP_ROWS rows: the largest scaled score of the positions
// below context_length (max), exp(score - max) rounded to bf16 and 0 beyond (exps), and the sum of those (sum).
// exps: as scores. max, sum: QWEN3_GROUP_ROWS rows a block.
void softmax(const float *scores, bf16 *exps, float *max, float *sum, int64_t first_block, int64_t num_blocks,
             int64_t context_length);

// t9: for the same blocks, exps * values. contexts: QWEN3_PAD_ROWS rows a block of QWEN3_HEAD elements.
void sv_matmul(const bf16 *exps, const bf16 *v_cache, const int32_t *block_table, float *contexts, int64_t sequence,
               int64_t head, int64_t first_block, int64_t num_blocks, int64_t layer);

// t10: the neutral state of the running softmax: context 0, sum 0, max -infinity.
void online_softmax_init(float *context, float *sum, float *max);

// t11: folds the same blocks into the state, one after the other.
void online_softmax(const float *block_contexts, const float *block_max, const float *block_sum, float *context,
                    float *sum, float *max, int64_t first_block, int64_t num_blocks);

// t12: out = context / sum. [QWEN3_GROUP_ROWS, QWEN3_HEAD] each.
void attention_context(const float *context, const float *sum, float *out);

// t13: writes the QWEN3_GROUP heads of kv head `head` into the row of a token.
void attention_writeback(const float *context, bf16 *attention_row, int64_t head);

// t14: columns block * QWEN3_Q_OUT ... of attention * wo. out: the view of these columns, row stride QWEN3_HIDDEN.
void out_proj(const bf16 *attention, const bf16 *wo, float *out, int64_t block, int64_t layer);

// t15: adds the same columns of hidden rows first_token ... to the first `valid` rows of the view that t14 wrote.
void out_proj_residual(const bf16 *hidden, float *resid, int64_t block, int64_t first_token, int64_t valid);

// t16: as rmsnorm, over all rows of resid.
void post_rmsnorm(const float *resid, const float *weight, bf16 *post, int64_t layer);

// t17, t18: columns block * QWEN3_MLP_OUT ... of post * weight, as a tile of their own.
// weight: [layers * QWEN3_HIDDEN, QWEN3_INTER].
void gate_proj(const bf16 *post, const bf16 *weight, float *out, int64_t block, int64_t layer);
void up_proj(const bf16 *post, const bf16 *weight, float *out, int64_t block, int64_t layer);

// t19 (@silu): out = gate / (1 + exp(-gate)) * up. out: a view of QWEN3_MLP_OUT columns, row stride QWEN3_INTER.
void silu_tile(const float *gate, const float *up, bf16 *out);

// t20: columns block * QWEN3_DOWN_OUT ... of mlp * weight, as a tile of their own.
// weight: [layers * QWEN3_INTER, QWEN3_HIDDEN].
void down_proj(const bf16 *mlp, const bf16 *weight, float *out, int64_t block, int64_t layer);

// t21: out = down + the same columns of resid, `valid` rows. out: a view with row stride QWEN3_HIDDEN.
void down_proj_residual(const float *down, const float *resid, bf16 *out, int64_t block, int64_t valid);

// t22: row i of out = the last token of sequence i for first_row <= i < batch, 0 for an empty one and beyond the batch.
void gather_last_token(const bf16 *hidden, const int32_t *chunk_offsets, const int32_t *chunk_lens, bf16 *out,
                       int64_t first_row, int64_t batch);

// t23: RMS-normalises the QWEN3_BATCH_ROWS rows from first_row.
void final_rmsnorm(const bf16 *hidden, const float *weight, bf16 *out, int64_t first_row);

// t24: logits of the first `batch` rows, one share of the vocabulary for each block of the grid.
// weight: [QWEN3_VOCAB, QWEN3_HIDDEN]; logits: [batch, QWEN3_VOCAB].
void lm_head(const bf16 *hidden, const bf16 *weight, float *logits, int64_t batch, int64_t grid_index,
             int64_t grid_size);

#endif
