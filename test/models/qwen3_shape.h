// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of the reduced Qwen3-14B prefill program (qwen3_14b_prefill_small.mlir).
//
// Every number here is a static dimension or a loop bound of that program; changing one means changing the program.
// The numbers of layers, sequences and chunks are dynamic and come with the data (qwen3_data.h).
//
// The caches are paged. A sequence of up to QWEN3_MAX_SEQ positions has QWEN3_MAX_BLOCKS logical blocks of
// QWEN3_CACHE_BLOCK positions; block_table[b * QWEN3_MAX_BLOCKS + i] is the physical block of logical block i, out of
// a pool of QWEN3_POOL_BLOCKS that all sequences share. A cache has one row of QWEN3_HEAD floats for every
// (layer, physical block, kv head, position in the block), in this order. slot_mapping[token] names the position that
// a new token takes: physical block * QWEN3_CACHE_BLOCK + position in the block.
#ifndef BATON_TEST_QWEN3_SHAPE_H
#define BATON_TEST_QWEN3_SHAPE_H

enum {
  QWEN3_CHUNK = 16,     // tokens of one chunk, and rows of every tile
  QWEN3_HEAD = 8,       // elements of one head
  QWEN3_HEADS = 40,     // query heads
  QWEN3_KV_HEADS = 8,   // key and value heads
  QWEN3_GROUP = 5,      // query heads that share one key and value head
  QWEN3_GROUP_ROWS = 8, // rows kept for a group by the running softmax
  QWEN3_PAD_ROWS = 16,  // rows of a group in the padded query, the scores and the partial contexts
  QWEN3_HIDDEN = 320,
  QWEN3_KV_HIDDEN = 64,
  QWEN3_INTER = 1088,
  QWEN3_VOCAB = 480,

  QWEN3_Q_OUT = 4,         // columns of one block of the query and the output projection: 80 blocks
  QWEN3_KV_OUT = 4,        // columns of one block of the key and value projections: 16 blocks
  QWEN3_BLOCKS_A_TASK = 4, // blocks that one task of these loops writes
  QWEN3_MLP_OUT = 8,       // columns of one block of the MLP: 136 blocks
  QWEN3_DOWN_OUT = 8,      // columns of one block of the down projection: 40 blocks

  QWEN3_MAX_SEQ = 128,
  QWEN3_CACHE_BLOCK = 4, // positions of one cache block
  QWEN3_MAX_BLOCKS = 32, // cache blocks of one sequence
  QWEN3_STEP_BLOCKS = 8, // cache blocks that one attention task works on
  QWEN3_POOL_BLOCKS = 96,

  QWEN3_BATCH_ROWS = 16, // rows of the tile of last tokens: the largest batch
  QWEN3_GRID = 24        // blocks of the grid of lm_head
};

#define QWEN3_RMS_EPSILON 1e-6
#define QWEN3_ROPE_BASE   1e6

_Static_assert(QWEN3_HEADS *QWEN3_HEAD == QWEN3_HIDDEN, "query heads fill a row");
_Static_assert(QWEN3_KV_HEADS *QWEN3_HEAD == QWEN3_KV_HIDDEN, "kv heads fill a row");
_Static_assert(QWEN3_KV_HEADS *QWEN3_GROUP == QWEN3_HEADS, "groups cover the query heads");
_Static_assert(80 * QWEN3_Q_OUT == QWEN3_HIDDEN && 16 * QWEN3_KV_OUT == QWEN3_KV_HIDDEN &&
                   136 * QWEN3_MLP_OUT == QWEN3_INTER && 40 * QWEN3_DOWN_OUT == QWEN3_HIDDEN,
               "the trip counts of the full-size program");
_Static_assert(QWEN3_MAX_BLOCKS *QWEN3_CACHE_BLOCK == QWEN3_MAX_SEQ, "blocks cover a sequence");
_Static_assert(QWEN3_VOCAB % QWEN3_GRID == 0, "the grid divides the vocabulary");

#endif
