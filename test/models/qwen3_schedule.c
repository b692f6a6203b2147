// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reduced Qwen3-14B prefill program as sequential C. Compare with qwen3_14b_prefill_small.mlir.
#include "qwen3_schedule.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "qwen3_kernels.h"

// The buffers that the program allocates, except the hidden states of the next layer.
typedef struct tiles {
  bf16 normed[QWEN3_CHUNK * QWEN3_HIDDEN];
  float q[QWEN3_CHUNK * QWEN3_HIDDEN];
  float k[QWEN3_CHUNK * QWEN3_KV_HIDDEN];
  float v[QWEN3_CHUNK * QWEN3_KV_HIDDEN];
  bf16 attn[QWEN3_CHUNK * QWEN3_HIDDEN];
  float resid1[QWEN3_CHUNK * QWEN3_HIDDEN];
  bf16 post[QWEN3_CHUNK * QWEN3_HIDDEN];
  bf16 mlp[QWEN3_CHUNK * QWEN3_INTER];
  float gate[QWEN3_CHUNK * QWEN3_MLP_OUT];
  float up[QWEN3_CHUNK * QWEN3_MLP_OUT];
  float down[QWEN3_CHUNK * QWEN3_DOWN_OUT];
  bf16 q_pad[QWEN3_KV_HEADS * QWEN3_PAD_ROWS * QWEN3_HEAD];
} tiles;

// The buffers of one token and kv head.
typedef struct head_tiles {
  float scores[QWEN3_MAX_BLOCKS * QWEN3_PAD_ROWS * QWEN3_CACHE_BLOCK];
  bf16 expd[QWEN3_MAX_BLOCKS * QWEN3_PAD_ROWS * QWEN3_CACHE_BLOCK];
  float oi_tmp[QWEN3_MAX_BLOCKS * QWEN3_PAD_ROWS * QWEN3_HEAD];
  float mi[QWEN3_MAX_BLOCKS * QWEN3_GROUP_ROWS];
  float li[QWEN3_MAX_BLOCKS * QWEN3_GROUP_ROWS];
  float oi[QWEN3_GROUP_ROWS * QWEN3_HEAD];
  float li2[QWEN3_GROUP_ROWS];
  float mi2[QWEN3_GROUP_ROWS];
  float ctx[QWEN3_GROUP_ROWS * QWEN3_HEAD];
} head_tiles;

typedef struct last_tiles {
  bf16 hidden[QWEN3_BATCH_ROWS * QWEN3_HIDDEN];
  bf16 normed[QWEN3_BATCH_ROWS * QWEN3_HIDDEN];
} last_tiles;

// The run and its position in the loops.
typedef struct run {
  const qwen3_array *args;
  qwen3_tally *tallies;
  int kind; // the task that runs, -1 before the first
  uint64_t started_ns;
  tiles *tiles;
  head_tiles *head;
  const bf16 *h; // hidden states read and written by the layer
  bf16 *next;
  int64_t layer, b, token_p0, pos0, valid_tok;
} run;

static const char *const task_names[QWEN3_NUM_TASKS] = {
    "rmsnorm",
    "q_proj",
    "kv_proj",
    "q_norm",
    "k_norm",
    "q_pad_fill",
    "rope_kv_cache",
    "qk_matmul",
    "softmax",
    "sv_matmul",
    "online_softmax_init",
    "online_softmax",
    "attention_context",
    "attention_writeback",
    "out_proj",
    "out_proj_residual",
    "post_rmsnorm",
    "gate_proj",
    "up_proj",
    "silu",
    "down_proj",
    "down_proj_residual",
    "gather_last_token",
    "final_rmsnorm",
    "lm_head",
};

const char *qwen3_task_name(int kind) { return task_names[kind]; }

static uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Ends the task that runs, if one does, and starts the next; kind -1: none.
static void start_task(run *r, int kind) {
  uint64_t now = now_ns();
  if (r->kind >= 0)
    r->tallies[r->kind].ns += now - r->started_ns;
  if (kind >= 0)
    r->tallies[kind].count++;
  r->kind = kind;
  r->started_ns = now;
}

// A fresh buffer: all bits set is a NaN in both float formats.
static void poison(void *buffer, size_t bytes) { memset(buffer, 0xff, bytes); }

static void project_chunk(run *r) {
  tiles *t = r->tiles;
  const qwen3_array *args = r->args;
  start_task(r, 0);
  rmsnorm(r->h, args[QWEN3_ARG_RMS_W].data, t->normed, r->token_p0, r->valid_tok, r->layer);
  for (int64_t c = 0; c < 80; c += 4) {
    start_task(r, 1);
    q_proj(t->normed, args[QWEN3_ARG_WQ].data, t->q + c * QWEN3_Q_OUT, c, r->layer);
  }
  for (int64_t c = 0; c < 16; c += 4) {
    start_task(r, 2);
    kv_proj(t->normed, args[QWEN3_ARG_WK].data, args[QWEN3_ARG_WV].data, t->k + c * QWEN3_KV_OUT,
            t->v + c * QWEN3_KV_OUT, c, r->layer);
  }
  start_task(r, 3);
  q_norm(args[QWEN3_ARG_Q_NORM_W].data, t->q, r->layer);
  start_task(r, 4);
  k_norm(args[QWEN3_ARG_K_NORM_W].data, t->k, r->layer);
}

static void attend_head(run *r, int64_t gi, int64_t ctx_len, bf16 *attn_row) {
  head_tiles *t = r->head;
  const int32_t *block_table = r->args[QWEN3_ARG_BLOCK_TABLE].data;
  const bf16 *q_rows = r->tiles->q_pad + gi * QWEN3_PAD_ROWS * QWEN3_HEAD;
  int64_t ctx_blocks = (ctx_len + QWEN3_CACHE_BLOCK - 1) / QWEN3_CACHE_BLOCK;
  poison(t, sizeof *t);
  for (int64_t sb = 0; sb < ctx_blocks; sb += QWEN3_STEP_BLOCKS) {
    start_task(r, 7);
    qk_matmul(q_rows, r->args[QWEN3_ARG_K_CACHE].data, block_table, t->scores, r->b, gi, sb, ctx_blocks, r->layer);
  }
  for (int64_t sb = 0; sb < ctx_blocks; sb += QWEN3_STEP_BLOCKS) {
    start_task(r, 8);
    softmax(t->scores, t->expd, t->mi, t->li, sb, ctx_blocks, ctx_len);
  }
  for (int64_t sb = 0; sb < ctx_blocks; sb += QWEN3_STEP_BLOCKS) {
    start_task(r, 9);
    sv_matmul(t->expd, r->args[QWEN3_ARG_V_CACHE].data, block_table, t->oi_tmp, r->b, gi, sb, ctx_blocks, r->layer);
  }
  start_task(r, 10);
  online_softmax_init(t->oi, t->li2, t->mi2);
  for (int64_t sb = 0; sb < ctx_blocks; sb += QWEN3_STEP_BLOCKS) {
    start_task(r, 11);
    online_softmax(t->oi_tmp, t->mi, t->li, t->oi, t->li2, t->mi2, sb, ctx_blocks);
  }
  start_task(r, 12);
  attention_context(t->oi, t->li2, t->ctx);
  start_task(r, 13);
  attention_writeback(t->ctx, attn_row, gi);
}

static void attend_token(run *r, int64_t ti) {
  const qwen3_array *args = r->args;
  const int32_t *slot_mapping = args[QWEN3_ARG_SLOT_MAPPING].data;
  int64_t pos = r->pos0 + ti;
  poison(r->tiles->q_pad, sizeof r->tiles->q_pad);
  start_task(r, 5);
  q_pad_fill(r->tiles->q_pad);
  start_task(r, 6);
  rope_kv_cache(r->tiles->k, r->tiles->v, r->tiles->q, args[QWEN3_ARG_ROPE_COS].data, args[QWEN3_ARG_ROPE_SIN].data,
                args[QWEN3_ARG_K_CACHE].data, args[QWEN3_ARG_V_CACHE].data, r->tiles->q_pad, ti, pos,
                slot_mapping[r->token_p0 + ti], r->layer);
  for (int64_t gi = 0; gi < 8; gi++)
    attend_head(r, gi, pos + 1, r->tiles->attn + ti * QWEN3_HIDDEN);
}

static void project_output(run *r) {
  tiles *t = r->tiles;
  for (int64_t ob = 0; ob < 80; ob++) {
    float *r_cols = t->resid1 + ob * QWEN3_Q_OUT;
    start_task(r, 14);
    out_proj(t->attn, r->args[QWEN3_ARG_WO].data, r_cols, ob, r->layer);
    start_task(r, 15);
    out_proj_residual(r->h, r_cols, ob, r->token_p0, r->valid_tok);
  }
  start_task(r, 16);
  post_rmsnorm(t->resid1, r->args[QWEN3_ARG_POST_W].data, t->post, r->layer);
}

static void run_mlp(run *r) {
  tiles *t = r->tiles;
  for (int64_t ob = 0; ob < 136; ob++) {
    poison(t->gate, sizeof t->gate);
    start_task(r, 17);
    gate_proj(t->post, r->args[QWEN3_ARG_W_GATE].data, t->gate, ob, r->layer);
    poison(t->up, sizeof t->up);
    start_task(r, 18);
    up_proj(t->post, r->args[QWEN3_ARG_W_UP].data, t->up, ob, r->layer);
    start_task(r, 19);
    silu_tile(t->gate, t->up, t->mlp + ob * QWEN3_MLP_OUT);
  }
  for (int64_t db = 0; db < 40; db++) {
    poison(t->down, sizeof t->down);
    start_task(r, 20);
    down_proj(t->mlp, r->args[QWEN3_ARG_W_DOWN].data, t->down, db, r->layer);
    start_task(r, 21);
    down_proj_residual(t->down, t->resid1, r->next + r->token_p0 * QWEN3_HIDDEN + db * QWEN3_DOWN_OUT, db,
                       r->valid_tok);
  }
}

static void run_layer(run *r, size_t batch) {
  const int32_t *chunk_offsets = r->args[QWEN3_ARG_CHUNK_OFFSETS].data;
  const int32_t *seq_lens = r->args[QWEN3_ARG_SEQ_LENS].data;
  const int32_t *chunk_lens = r->args[QWEN3_ARG_CHUNK_LENS].data;
  for (size_t b = 0; b < batch; b++) {
    int64_t chunk_start = seq_lens[b] - chunk_lens[b];
    for (int64_t p0 = 0; p0 < chunk_lens[b]; p0 += QWEN3_CHUNK) {
      int64_t rest = chunk_lens[b] - p0;
      r->b = (int64_t)b;
      r->valid_tok = rest < QWEN3_CHUNK ? rest : QWEN3_CHUNK;
      r->token_p0 = chunk_offsets[b] + p0;
      r->pos0 = chunk_start + p0;
      poison(r->tiles, sizeof *r->tiles);
      project_chunk(r);
      for (int64_t ti = 0; ti < r->valid_tok; ti++)
        attend_token(r, ti);
      project_output(r);
      run_mlp(r);
    }
  }
}

static void run_head(run *r, last_tiles *last, size_t batch) {
  const qwen3_array *args = r->args;
  poison(last, sizeof *last);
  start_task(r, 22);
  gather_last_token(r->h, args[QWEN3_ARG_CHUNK_OFFSETS].data, args[QWEN3_ARG_CHUNK_LENS].data, last->hidden, 0,
                    (int64_t)batch);
  start_task(r, 23);
  final_rmsnorm(last->hidden, args[QWEN3_ARG_FINAL_W].data, last->normed, 0);
  start_task(r, 24);
  for (int64_t block = 0; block < QWEN3_GRID; block++)
    lm_head(last->normed, args[QWEN3_ARG_LM_W].data, args[QWEN3_ARG_OUT].data, (int64_t)batch, block, QWEN3_GRID);
}

bool qwen3_schedule_run(qwen3_data *data, qwen3_tally *tallies) {
  size_t hidden_bytes = sizeof(bf16) * data->tokens * QWEN3_HIDDEN;
  bf16 *hidden[2] = {malloc(hidden_bytes), malloc(hidden_bytes)};
  run r = {.args = data->args,
           .tallies = tallies,
           .kind = -1,
           .tiles = malloc(sizeof(tiles)),
           .head = malloc(sizeof(head_tiles)),
           .h = data->args[QWEN3_ARG_HIDDEN].data};
  last_tiles *last = malloc(sizeof *last);
  bool allocated = hidden[0] && hidden[1] && r.tiles && r.head && last;
  if (allocated) {
    memset(tallies, 0, sizeof *tallies * QWEN3_NUM_TASKS);
    for (size_t layer = 0; layer < data->layers; layer++) {
      r.layer = (int64_t)layer;
      r.next = hidden[layer % 2];
      poison(r.next, hidden_bytes);
      run_layer(&r, data->batch);
      r.h = r.next;
    }
    run_head(&r, last, data->batch);
    start_task(&r, -1);
  }
  free(last);
  free(r.head);
  free(r.tiles);
  free(hidden[1]);
  free(hidden[0]);
  return allocated;
}
