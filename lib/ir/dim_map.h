// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine maps whose results are dimensions, "(d0, d1) -> (d1, d0)": the only ones that are looked into. All other maps
// are opaque attributes with the text that was read.
#ifndef BATON_IR_DIM_MAP_H
#define BATON_IR_DIM_MAP_H

#include "ir/attr.h"

typedef struct baton_dim_map {
  uint32_t num_dims, num_results;
  uint32_t *results; // numbers of dimensions
} baton_dim_map;

// Reads "(a, b) -> (b, a)", whatever its dimensions are called. False where it is another map; then there is nothing to
// deinitialise.
BATON_EXPORT bool baton_dim_map_parse(baton_str text, baton_dim_map *out);
// The same for an attribute affine_map<...>.
BATON_EXPORT bool baton_dim_map_of(const baton_attr *attr, baton_dim_map *out);
BATON_EXPORT void baton_dim_map_deinit(baton_dim_map *map);

// affine_map<(d0, d1) -> (d1, d0)>
BATON_EXPORT const baton_attr *baton_dim_map_attr(baton_context *context, const baton_dim_map *map);
// The text between the brackets of any affine_map<...>.
BATON_EXPORT baton_str baton_dim_map_text(const baton_attr *attr);

#endif
