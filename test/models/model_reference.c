// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References of the small models, element by element.
#include "model_reference.h"

#include "model_shape.h"

#include <math.h>
#include <string.h>

// Numbers in [-1, 1), the same everywhere: the multiplier is that of Knuth's MMIX generator.
static double next_number(uint64_t *state) {
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

static void fill_numbers(double *data, size_t count, uint64_t seed) {
  for (size_t i = 0; i < count; i++)
    data[i] = next_number(&seed);
}

// ---- cholesky, lu, matmul ---------------------------------------------------------------------------------------

// Symmetric, and positive definite because the diagonal outweighs its row.
static void fill_symmetric(void **args) {
  double *a = args[0];
  fill_numbers(a, MATRIX * MATRIX, 1);
  for (int i = 0; i < MATRIX; i++) {
    for (int j = 0; j < i; j++)
      a[j * MATRIX + i] = a[i * MATRIX + j];
    a[i * MATRIX + i] += (double)MATRIX;
  }
}

static void fill_dominant(void **args) {
  double *a = args[0];
  fill_numbers(a, MATRIX * MATRIX, 2);
  for (int i = 0; i < MATRIX; i++)
    a[i * MATRIX + i] += (double)MATRIX;
}

static void fill_factors(void **args) {
  fill_numbers(args[0], MATRIX * MATRIX, 3);
  fill_numbers(args[1], MATRIX * MATRIX, 4);
}

// Row by row, which is another order than that of the tasks. What is above the diagonal stays.
static void compute_cholesky(void **args) {
  double *a = args[0];
  for (int i = 0; i < MATRIX; i++)
    for (int j = 0; j <= i; j++) {
      double sum = a[i * MATRIX + j];
      for (int k = 0; k < j; k++)
        sum -= a[i * MATRIX + k] * a[j * MATRIX + k];
      a[i * MATRIX + j] = i == j ? sqrt(sum) : sum / a[j * MATRIX + j];
    }
}

static void compute_lu(void **args) {
  double *a = args[0];
  for (int i = 0; i < MATRIX; i++)
    for (int j = 0; j < MATRIX; j++) {
      double sum = a[i * MATRIX + j];
      for (int k = 0; k < i && k < j; k++)
        sum -= a[i * MATRIX + k] * a[k * MATRIX + j];
      a[i * MATRIX + j] = j < i ? sum / a[j * MATRIX + j] : sum;
    }
}

static void compute_matmul(void **args) {
  const double *a = args[0], *b = args[1];
  double *c = args[2];
  for (int i = 0; i < MATRIX; i++)
    for (int j = 0; j < MATRIX; j++)
      for (int k = 0; k < MATRIX; k++)
        c[i * MATRIX + j] += a[i * MATRIX + k] * b[k * MATRIX + j];
}

// ---- stencils ---------------------------------------------------------------------------------------------------

static void fill_grid(void **args) { fill_numbers(args[0], PITCH * PITCH, 5); }

// The second grid only needs the border, which nobody writes.
static void fill_grids(void **args) {
  fill_grid(args);
  memcpy(args[1], args[0], sizeof(double) * PITCH * PITCH);
}

static void sweep(const double *from, double *to) {
  for (int i = 1; i <= GRID; i++)
    for (int j = 1; j <= GRID; j++) {
      const double *x = &from[i * PITCH + j];
      to[i * PITCH + j] = 0.25 * (x[-PITCH] + x[PITCH] + x[-1] + x[1]);
    }
}

static void compute_jacobi(void **args) {
  for (int s = 0; s < SWEEPS; s++)
    sweep(args[s % 2], args[1 - s % 2]);
}

static void compute_gauss_seidel(void **args) {
  for (int s = 0; s < SWEEPS; s++)
    sweep(args[0], args[0]);
}

// ---- paged_attention --------------------------------------------------------------------------------------------

enum { LENGTHS, TABLE, QUERY, KEY, VALUE, KEYS, VALUES, ATTENTION };

// Sequences that end in a block, before its first and after its last position; blocks of the cache in no order.
static void fill_cache(void **args) {
  static const int32_t lengths[SEQUENCES] = {5, 0, 19, 8};
  memcpy(args[LENGTHS], lengths, sizeof lengths);
  int32_t *table = args[TABLE];
  for (int32_t i = 0; i < SEQUENCES * TABLE_BLOCKS; i++)
    table[i] = i * 7 % NUM_BLOCKS;
  for (int i = QUERY; i <= VALUE; i++)
    fill_numbers(args[i], SEQUENCES * HEAD, 6 + (uint64_t)i);
  fill_numbers(args[KEYS], NUM_BLOCKS * BLOCK * HEAD, 20);
  fill_numbers(args[VALUES], NUM_BLOCKS * BLOCK * HEAD, 21);
}

static double *cache_row(void **args, int which, int sequence, int position) {
  const int32_t *table = args[TABLE];
  int32_t block = table[sequence * TABLE_BLOCKS + position / BLOCK];
  return (double *)args[which] + (block * BLOCK + position % BLOCK) * HEAD;
}

static void compute_sequence(void **args, int s, int length) {
  const double *query = (const double *)args[QUERY] + s * HEAD;
  double *out = (double *)args[ATTENTION] + s * HEAD;
  memcpy(cache_row(args, KEYS, s, length), (const double *)args[KEY] + s * HEAD, sizeof(double) * HEAD);
  memcpy(cache_row(args, VALUES, s, length), (const double *)args[VALUE] + s * HEAD, sizeof(double) * HEAD);
  double total = 0.0;
  for (int p = 0; p <= length; p++) {
    double score = 0.0;
    for (int d = 0; d < HEAD; d++)
      score += query[d] * cache_row(args, KEYS, s, p)[d];
    total += exp(score);
    for (int d = 0; d < HEAD; d++)
      out[d] += exp(score) * cache_row(args, VALUES, s, p)[d];
  }
  for (int d = 0; d < HEAD; d++)
    out[d] /= total;
}

static void compute_attention(void **args) {
  const int32_t *lengths = args[LENGTHS];
  for (int s = 0; s < SEQUENCES; s++)
    compute_sequence(args, s, lengths[s]);
}

// ---- experts ----------------------------------------------------------------------------------------------------

static void fill_experts(void **args) {
  fill_numbers(args[0], TOKENS * HIDDEN, 30);
  for (int t = 0; t < TOKENS; t++)
    ((double *)args[0])[t * HIDDEN + t % 3] += 4.0; // the largest: experts 4 to 7 get nothing
  fill_numbers(args[1], EXPERTS * HIDDEN * HIDDEN, 31);
}

static void compute_experts(void **args) {
  const double *tokens = args[0], *weights = args[1];
  double *out = args[2];
  int32_t *ran = args[3];
  for (int t = 0; t < TOKENS; t++)
    for (int e = t % 3; e < t % 3 + PICKED; e++) {
      ran[e] = 1;
      for (int h = 0; h < HIDDEN; h++)
        for (int k = 0; k < HIDDEN; k++)
          out[t * HIDDEN + h] += tokens[t * HIDDEN + k] * weights[(e * HIDDEN + k) * HIDDEN + h];
    }
}

// ---- all of them ------------------------------------------------------------------------------------------------

#define SQUARE                                                                                                         \
  { MATRIX, MATRIX }
#define PADDED                                                                                                         \
  { PITCH, PITCH }
#define ROWS                                                                                                           \
  { SEQUENCES, HEAD }
#define CACHE                                                                                                          \
  { NUM_BLOCKS, BLOCK, HEAD }

static const model models[] = {
    {"cholesky", {{.name = "a", SQUARE, .is_result = true}}, fill_symmetric, compute_cholesky},
    {"lu", {{.name = "a", SQUARE, .is_result = true}}, fill_dominant, compute_lu},
    {"matmul",
     {{.name = "a", SQUARE}, {.name = "b", SQUARE}, {.name = "c", SQUARE, .is_result = true}},
     fill_factors,
     compute_matmul},
    {"jacobi",
     {{.name = "u", PADDED, .is_result = true}, {.name = "v", PADDED, .is_result = true}},
     fill_grids,
     compute_jacobi},
    {"gauss_seidel", {{.name = "u", PADDED, .is_result = true}}, fill_grid, compute_gauss_seidel},
    {"paged_attention",
     {{.name = "lengths", {SEQUENCES}, .is_i32 = true},
      {.name = "table", {SEQUENCES, TABLE_BLOCKS}, .is_i32 = true},
      {.name = "query", ROWS},
      {.name = "key", ROWS},
      {.name = "value", ROWS},
      {.name = "keys", CACHE, .is_result = true},
      {.name = "values", CACHE, .is_result = true},
      {.name = "out", ROWS, .is_result = true}},
     fill_cache,
     compute_attention},
    {"experts",
     {{.name = "tokens", {TOKENS, HIDDEN}},
      {.name = "weights", {EXPERTS, HIDDEN, HIDDEN}},
      {.name = "out", {TOKENS, HIDDEN}, .is_result = true},
      {.name = "ran", {EXPERTS}, .is_i32 = true, .is_result = true}},
     fill_experts,
     compute_experts},
};

const model *model_find(const char *name) {
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
    if (strcmp(models[i].name, name) == 0)
      return &models[i];
  return NULL;
}

size_t model_num_args(const model *which) {
  size_t num = 0;
  while (num < MODEL_MAX_ARGS && which->args[num].name)
    num++;
  return num;
}

size_t model_arg_count(const model_arg *arg) {
  size_t count = 1;
  for (int i = 0; i < MODEL_MAX_RANK && arg->sizes[i]; i++)
    count *= (size_t)arg->sizes[i];
  return count;
}
