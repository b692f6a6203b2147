// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain reference of the reduced Qwen3-14B prefill.
#include "qwen3_reference.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

// A layer's place in the model and the position of a token in it.
typedef struct token {
  size_t layer, sequence, position;
  size_t slot; // where its key and value go
} token;

// Rounds to the 8 significant bits of bf16, ties to even (numbers below the normal range become less exact).
static double round_bf16(double x) {
  int exponent;
  double fraction = frexp(x, &exponent);
  return ldexp(nearbyint(ldexp(fraction, 8)), exponent - 8);
}

static void round_all(double *x, size_t count) {
  for (size_t i = 0; i < count; i++)
    x[i] = round_bf16(x[i]);
}

static double element(const qwen3_data *data, qwen3_arg arg, size_t row, size_t column) {
  const qwen3_array *array = &data->args[arg];
  return qwen3_array_get(array, row * array->dims[1] + column);
}

static size_t integer(const qwen3_data *data, qwen3_arg arg, size_t i) {
  return (size_t)((const int32_t *)data->args[arg].data)[i];
}

// y = x / rms(x) * row `row` of the weight.
static void rms_normalise(const qwen3_data *data, qwen3_arg weight, size_t row, const double *x, double *y,
                          size_t count) {
  double squares = 0.0;
  for (size_t i = 0; i < count; i++)
    squares += x[i] * x[i];
  double scale = 1.0 / sqrt(squares / (double)count + QWEN3_RMS_EPSILON);
  for (size_t i = 0; i < count; i++)
    y[i] = x[i] * scale * element(data, weight, row, i);
}

// y = x * W, where W is the layer's part of a weight whose rows are the inputs.
static void apply(const qwen3_data *data, qwen3_arg weight, size_t layer, const double *x, size_t inputs, double *y) {
  size_t outputs = data->args[weight].dims[1];
  for (size_t j = 0; j < outputs; j++)
    y[j] = 0.0;
  for (size_t i = 0; i < inputs; i++)
    for (size_t j = 0; j < outputs; j++)
      y[j] += x[i] * element(data, weight, layer * inputs + i, j);
}

// Multiplies the complex number (x[j], x[j + 4]) by exp(i * angle) with the model's angle, not the table's.
static void rotate(double *x, size_t position) {
  const size_t half = QWEN3_HEAD / 2;
  for (size_t j = 0; j < half; j++) {
    double angle = (double)position * pow(QWEN3_ROPE_BASE, -2.0 * (double)j / (double)QWEN3_HEAD);
    double real = x[j] * cos(angle) - x[j + half] * sin(angle);
    double imaginary = x[j + half] * cos(angle) + x[j] * sin(angle);
    x[j] = real;
    x[j + half] = imaginary;
  }
}

// Index of the first element of the key or value of `slot`.
static size_t cache_index(size_t layer, size_t slot, size_t head) {
  size_t block = slot / QWEN3_CACHE_BLOCK;
  size_t inside = slot % QWEN3_CACHE_BLOCK;
  size_t row = inside + QWEN3_CACHE_BLOCK * (head + QWEN3_KV_HEADS * (block + QWEN3_POOL_BLOCKS * layer));
  return row * QWEN3_HEAD;
}

static size_t slot_of(const qwen3_data *data, size_t sequence, size_t position) {
  size_t entry = sequence * QWEN3_MAX_BLOCKS + position / QWEN3_CACHE_BLOCK;
  return integer(data, QWEN3_ARG_BLOCK_TABLE, entry) * QWEN3_CACHE_BLOCK + position % QWEN3_CACHE_BLOCK;
}

// One query head against all positions up to the token's own.
static void attend(const qwen3_reference *reference, const qwen3_data *data, const token *t, size_t kv_head,
                   const double *query, double *out) {
  double weights[QWEN3_MAX_SEQ];
  double largest = -DBL_MAX;
  for (size_t p = 0; p <= t->position; p++) {
    size_t key = cache_index(t->layer, slot_of(data, t->sequence, p), kv_head);
    double score = 0.0;
    for (size_t j = 0; j < QWEN3_HEAD; j++)
      score += query[j] * reference->k_cache[key + j];
    weights[p] = score / sqrt((double)QWEN3_HEAD);
    largest = fmax(largest, weights[p]);
  }
  double total = 0.0;
  for (size_t p = 0; p <= t->position; p++)
    total += weights[p] = exp(weights[p] - largest);
  for (size_t j = 0; j < QWEN3_HEAD; j++)
    out[j] = 0.0;
  for (size_t p = 0; p <= t->position; p++) {
    size_t value = cache_index(t->layer, slot_of(data, t->sequence, p), kv_head);
    for (size_t j = 0; j < QWEN3_HEAD; j++)
      out[j] += weights[p] / total * reference->v_cache[value + j];
  }
}

// Normalises and rotates every head of a row.
static void prepare_heads(const qwen3_data *data, qwen3_arg weight, const token *t, double *x, size_t num_heads) {
  for (size_t head = 0; head < num_heads; head++) {
    double *values = x + head * QWEN3_HEAD;
    rms_normalise(data, weight, t->layer, values, values, QWEN3_HEAD);
    rotate(values, t->position);
  }
  round_all(x, num_heads * QWEN3_HEAD);
}

// attention = the context of all query heads; stores the token's key and value first.
static void attention_part(qwen3_reference *reference, const qwen3_data *data, const token *t, const double *hidden,
                           double *attention) {
  double normed[QWEN3_HIDDEN], q[QWEN3_HIDDEN], k[QWEN3_KV_HIDDEN], v[QWEN3_KV_HIDDEN];
  rms_normalise(data, QWEN3_ARG_RMS_W, t->layer, hidden, normed, QWEN3_HIDDEN);
  round_all(normed, QWEN3_HIDDEN);
  apply(data, QWEN3_ARG_WQ, t->layer, normed, QWEN3_HIDDEN, q);
  apply(data, QWEN3_ARG_WK, t->layer, normed, QWEN3_HIDDEN, k);
  apply(data, QWEN3_ARG_WV, t->layer, normed, QWEN3_HIDDEN, v);
  prepare_heads(data, QWEN3_ARG_Q_NORM_W, t, q, QWEN3_HEADS);
  prepare_heads(data, QWEN3_ARG_K_NORM_W, t, k, QWEN3_KV_HEADS);
  for (size_t i = 0; i < QWEN3_KV_HIDDEN; i++) {
    size_t place = cache_index(t->layer, t->slot, i / QWEN3_HEAD) + i % QWEN3_HEAD;
    reference->k_cache[place] = k[i];
    reference->v_cache[place] = round_bf16(v[i]);
  }
  for (size_t head = 0; head < QWEN3_HEADS; head++)
    attend(reference, data, t, head / QWEN3_GROUP, q + head * QWEN3_HEAD, attention + head * QWEN3_HEAD);
  round_all(attention, QWEN3_HIDDEN);
}

// One token through one layer, in place.
static void run_token(qwen3_reference *reference, const qwen3_data *data, const token *t, double *hidden) {
  double attention[QWEN3_HIDDEN], resid[QWEN3_HIDDEN], post[QWEN3_HIDDEN], down[QWEN3_HIDDEN];
  double gate[QWEN3_INTER], up[QWEN3_INTER];
  attention_part(reference, data, t, hidden, attention);
  apply(data, QWEN3_ARG_WO, t->layer, attention, QWEN3_HIDDEN, resid);
  for (size_t j = 0; j < QWEN3_HIDDEN; j++)
    resid[j] += hidden[j];
  rms_normalise(data, QWEN3_ARG_POST_W, t->layer, resid, post, QWEN3_HIDDEN);
  round_all(post, QWEN3_HIDDEN);
  apply(data, QWEN3_ARG_W_GATE, t->layer, post, QWEN3_HIDDEN, gate);
  apply(data, QWEN3_ARG_W_UP, t->layer, post, QWEN3_HIDDEN, up);
  for (size_t j = 0; j < QWEN3_INTER; j++)
    gate[j] = round_bf16(gate[j] / (1.0 + exp(-gate[j])) * up[j]);
  apply(data, QWEN3_ARG_W_DOWN, t->layer, gate, QWEN3_INTER, down);
  for (size_t j = 0; j < QWEN3_HIDDEN; j++)
    hidden[j] = round_bf16(resid[j] + down[j]);
}

static void compute_logits(const qwen3_data *data, const double *hidden, double *logits) {
  double normed[QWEN3_HIDDEN];
  rms_normalise(data, QWEN3_ARG_FINAL_W, 0, hidden, normed, QWEN3_HIDDEN);
  round_all(normed, QWEN3_HIDDEN);
  for (size_t word = 0; word < QWEN3_VOCAB; word++) {
    logits[word] = 0.0;
    for (size_t j = 0; j < QWEN3_HIDDEN; j++)
      logits[word] += normed[j] * element(data, QWEN3_ARG_LM_W, word, j);
  }
}

// Sequences do not see each other, so each runs through all layers by itself.
static void run_sequence(qwen3_reference *reference, const qwen3_data *data, size_t sequence, double *hidden) {
  size_t first = integer(data, QWEN3_ARG_CHUNK_OFFSETS, sequence);
  size_t count = integer(data, QWEN3_ARG_CHUNK_LENS, sequence);
  size_t known = integer(data, QWEN3_ARG_SEQ_LENS, sequence) - count;
  for (size_t i = 0; i < count * QWEN3_HIDDEN; i++)
    hidden[i] = qwen3_array_get(&data->args[QWEN3_ARG_HIDDEN], first * QWEN3_HIDDEN + i);
  for (size_t layer = 0; layer < data->layers; layer++)
    for (size_t i = 0; i < count; i++) {
      token t = {.layer = layer,
                 .sequence = sequence,
                 .position = known + i,
                 .slot = integer(data, QWEN3_ARG_SLOT_MAPPING, first + i)};
      run_token(reference, data, &t, hidden + i * QWEN3_HIDDEN);
    }
  if (count > 0)
    compute_logits(data, hidden + (count - 1) * QWEN3_HIDDEN, reference->logits + sequence * QWEN3_VOCAB);
}

static double *copy_as_double(const qwen3_array *array) {
  size_t count = qwen3_array_count(array);
  double *copy = malloc(sizeof *copy * (count + 1));
  for (size_t i = 0; copy && i < count; i++)
    copy[i] = qwen3_array_get(array, i);
  return copy;
}

bool qwen3_reference_init(qwen3_reference *reference, const qwen3_data *data) {
  *reference = (qwen3_reference){
      .logits = calloc(data->batch * QWEN3_VOCAB, sizeof(double)),
      .k_cache = copy_as_double(&data->args[QWEN3_ARG_K_CACHE]),
      .v_cache = copy_as_double(&data->args[QWEN3_ARG_V_CACHE]),
  };
  double *hidden = malloc(sizeof *hidden * QWEN3_MAX_SEQ * QWEN3_HIDDEN);
  bool allocated = reference->logits && reference->k_cache && reference->v_cache && hidden;
  for (size_t b = 0; allocated && b < data->batch; b++)
    run_sequence(reference, data, b, hidden);
  free(hidden);
  if (!allocated)
    qwen3_reference_deinit(reference);
  return allocated;
}

void qwen3_reference_deinit(qwen3_reference *reference) {
  free(reference->logits);
  free(reference->k_cache);
  free(reference->v_cache);
  *reference = (qwen3_reference){0};
}
