// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the small models: plain loops over one tile, row or block each. Sizes are in model_shape.h; a matrix
// tile has rows MATRIX apart, a grid tile PITCH.
#include "model_shape.h"

#include <math.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

// ---- cholesky, lu -----------------------------------------------------------------------------------------------

EXPORT void potrf(double *a);
EXPORT void trsm_right(const double *l, double *b);
EXPORT void syrk(const double *a, double *c);
EXPORT void gemm_nt(const double *a, const double *b, double *c);
EXPORT void getrf(double *a);
EXPORT void trsm_lower(const double *l, double *b);
EXPORT void trsm_upper(const double *u, double *b);
EXPORT void gemm_nn(const double *a, const double *b, double *c);

// a = l l', of which l replaces the lower triangle.
void potrf(double *a) {
  for (int k = 0; k < TILE; k++) {
    a[k * MATRIX + k] = sqrt(a[k * MATRIX + k]);
    for (int i = k + 1; i < TILE; i++)
      a[i * MATRIX + k] /= a[k * MATRIX + k];
    for (int i = k + 1; i < TILE; i++)
      for (int j = k + 1; j <= i; j++)
        a[i * MATRIX + j] -= a[i * MATRIX + k] * a[j * MATRIX + k];
  }
}

// b = b / l'.
void trsm_right(const double *l, double *b) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++) {
      for (int k = 0; k < j; k++)
        b[i * MATRIX + j] -= b[i * MATRIX + k] * l[j * MATRIX + k];
      b[i * MATRIX + j] /= l[j * MATRIX + j];
    }
}

// c -= a a', the lower triangle.
void syrk(const double *a, double *c) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < TILE; k++)
        c[i * MATRIX + j] -= a[i * MATRIX + k] * a[j * MATRIX + k];
}

// c -= a b'.
void gemm_nt(const double *a, const double *b, double *c) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++)
      for (int k = 0; k < TILE; k++)
        c[i * MATRIX + j] -= a[i * MATRIX + k] * b[j * MATRIX + k];
}

// a = l u, with ones on the diagonal of l.
void getrf(double *a) {
  for (int k = 0; k < TILE; k++)
    for (int i = k + 1; i < TILE; i++) {
      a[i * MATRIX + k] /= a[k * MATRIX + k];
      for (int j = k + 1; j < TILE; j++)
        a[i * MATRIX + j] -= a[i * MATRIX + k] * a[k * MATRIX + j];
    }
}

// b = l \ b.
void trsm_lower(const double *l, double *b) {
  for (int i = 0; i < TILE; i++)
    for (int k = 0; k < i; k++)
      for (int j = 0; j < TILE; j++)
        b[i * MATRIX + j] -= l[i * MATRIX + k] * b[k * MATRIX + j];
}

// b = b / u.
void trsm_upper(const double *u, double *b) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++) {
      for (int k = 0; k < j; k++)
        b[i * MATRIX + j] -= b[i * MATRIX + k] * u[k * MATRIX + j];
      b[i * MATRIX + j] /= u[j * MATRIX + j];
    }
}

// c -= a b.
void gemm_nn(const double *a, const double *b, double *c) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++)
      for (int k = 0; k < TILE; k++)
        c[i * MATRIX + j] -= a[i * MATRIX + k] * b[k * MATRIX + j];
}

// ---- matmul -----------------------------------------------------------------------------------------------------

EXPORT void product(const double *a, const double *b, double *part);
EXPORT void add_products(const double *parts, double *c);

// part = a b, densely.
void product(const double *a, const double *b, double *part) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++) {
      double sum = 0.0;
      for (int k = 0; k < TILE; k++)
        sum += a[i * MATRIX + k] * b[k * MATRIX + j];
      part[i * TILE + j] = sum;
    }
}

void add_products(const double *parts, double *c) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++) {
      double sum = 0.0;
      for (int k = 0; k < PRODUCTS; k++)
        sum += parts[(k * TILE + i) * TILE + j];
      c[i * MATRIX + j] = sum;
    }
}

// ---- stencils ---------------------------------------------------------------------------------------------------

EXPORT void jacobi_tile(const double *halo, double *tile);
EXPORT void gauss_seidel_tile(double *tile, const double *north, const double *south, const double *west,
                              const double *east);

// Each element becomes the mean of its four neighbours; `halo` starts one row and one column before the tile.
void jacobi_tile(const double *halo, double *tile) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++) {
      const double *x = &halo[(i + 1) * PITCH + j + 1];
      tile[i * PITCH + j] = 0.25 * (x[-PITCH] + x[PITCH] + x[-1] + x[1]);
    }
}

// The same in place, row by row; `west` and `east` are columns.
void gauss_seidel_tile(double *tile, const double *north, const double *south, const double *west, const double *east) {
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++) {
      double above = i > 0 ? tile[(i - 1) * PITCH + j] : north[j];
      double below = i + 1 < TILE ? tile[(i + 1) * PITCH + j] : south[j];
      double left = j > 0 ? tile[i * PITCH + j - 1] : west[i * PITCH];
      double right = j + 1 < TILE ? tile[i * PITCH + j + 1] : east[i * PITCH];
      tile[i * PITCH + j] = 0.25 * (above + below + left + right);
    }
}

// ---- paged_attention --------------------------------------------------------------------------------------------

EXPORT void append(const double *row, double *block, int64_t slot);
EXPORT void attend(const double *query, const double *keys, const double *values, double *partial, int64_t count);
EXPORT void merge(const double *partials, double *out, int64_t count);

void append(const double *row, double *block, int64_t slot) {
  for (int d = 0; d < HEAD; d++)
    block[slot * HEAD + d] = row[d];
}

// The softmax over the first `count` positions of a block, not yet divided by its sum.
void attend(const double *query, const double *keys, const double *values, double *partial, int64_t count) {
  double scores[BLOCK], largest = -INFINITY, sum = 0.0;
  for (int64_t p = 0; p < count; p++) {
    scores[p] = 0.0;
    for (int d = 0; d < HEAD; d++)
      scores[p] += query[d] * keys[p * HEAD + d];
    largest = fmax(largest, scores[p]);
  }
  for (int d = 0; d < HEAD; d++)
    partial[d] = 0.0;
  for (int64_t p = 0; p < count; p++) {
    double weight = exp(scores[p] - largest);
    sum += weight;
    for (int d = 0; d < HEAD; d++)
      partial[d] += weight * values[p * HEAD + d];
  }
  partial[HEAD] = largest;
  partial[HEAD + 1] = sum;
}

// Brings all partial results to the largest score of all.
void merge(const double *partials, double *out, int64_t count) {
  double largest = -INFINITY, sum = 0.0;
  for (int64_t b = 0; b < count; b++)
    largest = fmax(largest, partials[b * PARTIAL + HEAD]);
  for (int d = 0; d < HEAD; d++)
    out[d] = 0.0;
  for (int64_t b = 0; b < count; b++) {
    double scale = exp(partials[b * PARTIAL + HEAD] - largest);
    sum += scale * partials[b * PARTIAL + HEAD + 1];
    for (int d = 0; d < HEAD; d++)
      out[d] += scale * partials[b * PARTIAL + d];
  }
  for (int d = 0; d < HEAD; d++)
    out[d] /= sum;
}

// ---- experts ----------------------------------------------------------------------------------------------------

EXPORT void route(const double *tokens, int32_t *routes, int32_t *counts);
EXPORT void expert(const double *tokens, const int32_t *routes, const double *weight, double *output, int32_t *ran,
                   int64_t number);
EXPORT void combine(const int32_t *routes, const double *outputs, double *out);

// The expert of the largest of a token's first elements, and the one after it.
void route(const double *tokens, int32_t *routes, int32_t *counts) {
  for (int e = 0; e < EXPERTS; e++)
    counts[e] = 0;
  for (int t = 0; t < TOKENS; t++) {
    int best = 0;
    for (int h = 1; h < EXPERTS - 2; h++)
      if (tokens[t * HIDDEN + h] > tokens[t * HIDDEN + best])
        best = h;
    for (int p = 0; p < PICKED; p++) {
      routes[t * PICKED + p] = best + p;
      counts[best + p]++;
    }
  }
}

// output[t] = tokens[t] * weight, for the tokens that have been routed here.
void expert(const double *tokens, const int32_t *routes, const double *weight, double *output, int32_t *ran,
            int64_t number) {
  *ran += 1;
  for (int t = 0; t < TOKENS; t++)
    for (int h = 0; h < HIDDEN && (routes[t * PICKED] == number || routes[t * PICKED + 1] == number); h++) {
      double sum = 0.0;
      for (int k = 0; k < HIDDEN; k++)
        sum += tokens[t * HIDDEN + k] * weight[k * HIDDEN + h];
      output[t * HIDDEN + h] = sum;
    }
}

void combine(const int32_t *routes, const double *outputs, double *out) {
  for (int t = 0; t < TOKENS; t++)
    for (int h = 0; h < HIDDEN; h++) {
      double sum = 0.0;
      for (int p = 0; p < PICKED; p++)
        sum += outputs[(routes[t * PICKED + p] * TOKENS + t) * HIDDEN + h];
      out[t * HIDDEN + h] = sum;
    }
}
