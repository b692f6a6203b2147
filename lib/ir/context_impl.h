// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of a context, for lib/ir only.
#ifndef BATON_IR_CONTEXT_IMPL_H
#define BATON_IR_CONTEXT_IMPL_H

#include "base/intern.h"
#include "base/vec.h"
#include "ir/context.h"

typedef struct op_def_slot {
  baton_str name; // interned
  const baton_op_def *def;
} op_def_slot;

struct baton_context {
  baton_arena arena;
  baton_diag *diag;
  baton_intern_set strings, types, attrs, locations, op_defs;
  BATON_VEC(const baton_dialect *) dialects;
  bool allows_unregistered, keeps_names;
  // Objects that are asked for all the time.
  const baton_type *index, *none, *floats[4], *i1, *i32, *i64;
  const baton_attr *unit;
  const baton_loc *unknown_loc;
  const baton_loc_head *last_loc_head; // of the location made last
};

#endif
