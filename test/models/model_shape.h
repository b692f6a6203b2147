// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of the small models; the programs (*.mlir) state the same ones.
#ifndef BATON_MODELS_SHAPE_H
#define BATON_MODELS_SHAPE_H

enum {
  TILE = 8,

  MATRIX = 64, // rows and columns of the matrices of cholesky, lu and matmul
  PRODUCTS = MATRIX / TILE,

  GRID = 32, // inner rows and columns of the stencils
  PITCH = GRID + 2,
  SWEEPS = 6,

  SEQUENCES = 4,
  HEAD = 8,
  BLOCK = 4, // positions of a cache block
  NUM_BLOCKS = 24,
  TABLE_BLOCKS = 5,
  PARTIAL = HEAD + 2, // weighted values, their largest score, the sum of weights

  TOKENS = 16,
  HIDDEN = 8,
  EXPERTS = 8,
  PICKED = 2, // experts of each token
};

#endif
