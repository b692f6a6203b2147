// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes: which elements of a buffer a view is of. Per dimension of the buffer an offset, a size and a stride; offsets
// are sums over loop variables and other values (analysis/affine.h).
//
// All questions are about two boxes of the same buffer and are answered by "proven" or "not proven". A box whose
// offsets contain values of loops further inside stands for one box per iteration; a proof then holds for every one of
// them. Two places in time can be asked about: both boxes in the same iteration of all loops around both (`carried` is
// NULL), or in different iterations of the loop `carried`, the first box in the earlier one.
//
// The proofs rely on what is an error otherwise: offsets and sizes lie inside the buffer.
#ifndef BATON_ANALYSIS_BOX_H
#define BATON_ANALYSIS_BOX_H

#include "analysis/affine.h"

typedef struct baton_box_dim {
  baton_affine offset;
  int64_t size;                  // BATON_DYNAMIC: that of size_value, or not known at all
  const baton_value *size_value; // NULL: none
  int64_t stride;                // positive; 1 where the size is 1
  bool is_known;                 // otherwise only that it is somewhere in this dimension
  bool is_full;                  // all of the dimension
} baton_box_dim;

typedef enum baton_box_kind {
  BATON_BOX_WHOLE,     // the whole buffer
  BATON_BOX_DIMS,      // a product of what is said per dimension
  BATON_BOX_SOMEWHERE, // any part of the buffer
} baton_box_kind;

typedef struct baton_box {
  baton_box_kind kind;
  uint32_t rank;             // DIMS
  const baton_box_dim *dims; // DIMS; memory of whoever made the box
} baton_box;

// No element is in both.
BATON_EXPORT bool baton_boxes_are_disjoint(const baton_box *a, const baton_box *b, const baton_op *carried);

// There is an element in both, provided that neither view is empty because of a size that is not known. For adding
// order only.
BATON_EXPORT bool baton_boxes_overlap(const baton_box *a, const baton_box *b);

// Every element of `inner` is in `outer`. With `carried`, `inner` is of an earlier iteration than `outer`.
BATON_EXPORT bool baton_box_covers(const baton_box *outer, const baton_box *inner, const baton_op *carried);

// The opposite order in time: with `carried`, `inner` is of a later iteration than `outer`.
BATON_EXPORT bool baton_box_covers_later(const baton_box *outer, const baton_box *inner, const baton_op *carried);

// Indices that a dimension of a box has at any time: from lo to hi, both included, infinite where there is no bound.
BATON_EXPORT baton_range baton_box_hull(const baton_box_dim *dim);

// What a box covers in all iterations of a loop together, where that is exactly a box; false otherwise, also for boxes
// that depend on other values inside of the loop. The loop's trip count must be known and not 0, or the box must not
// depend on the loop at all. `dims` is memory for `rank` dimensions that *out uses.
BATON_EXPORT bool baton_box_union(const baton_box *box, const baton_op *loop, baton_box_dim *dims, baton_box *out);

#endif
