// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/analysis: the parts of the storage analysis.
#ifndef BATON_ANALYSIS_STORAGE_IMPL_H
#define BATON_ANALYSIS_STORAGE_IMPL_H

#include "analysis/storage.h"
#include "base/vec.h"

enum { MAX_REFS = 8, ALL_LOOPS = INT32_MAX };

typedef enum storage_kind { BASE_ALLOC, BASE_ARGUMENT, BASE_UNKNOWN, BASE_MIXED } storage_kind;

// A root that a base may be. current: loops around the allocation, counted from the outermost, in whose current
// iteration it was made; ALL_LOOPS for the allocation itself and for other kinds of roots.
typedef struct storage_ref {
  uint32_t root; // a base that is not MIXED
  int32_t current;
} storage_ref;

typedef struct storage_base {
  const baton_value *value; // NULL: the unknown root of a function
  storage_kind kind;
  bool is_noalias, escapes;
  bool has_box;                     // different indices are different addresses
  bool is_any;                      // more roots than fit: any of its group
  bool is_carried;                  // a root that some MIXED base may be
  bool any_is_carried, any_escapes; // of all roots of the group that the base represents
  uint32_t parent;                  // of the union of groups
  uint32_t num_refs;
  storage_ref refs[MAX_REFS];
} storage_base;

// A base takes the value of another one; crossing: the loop that carries it from one iteration to the next, or out.
typedef struct storage_source {
  uint32_t to, from;
  const baton_op *crossing;
} storage_source;

struct baton_storage {
  baton_arena *arena;
  const baton_view **views; // by value id
  uint32_t num_values;
  BATON_VEC(storage_base) bases;
  BATON_VEC(storage_source) sources; // of the function being added
  uint32_t unknown;                  // root of the function being added
};

// storage_view.c: views of subviews, whole bases and elements.
bool storage_type_has_box(const baton_type *type);
const baton_view *storage_whole(baton_storage *storage, uint32_t index);
const baton_view *storage_subview(const baton_storage *storage, const baton_view *source, const baton_op *op);

// storage_roots.c: groups, and which roots a base may be.
uint32_t storage_find(const baton_storage *storage, uint32_t index);
void storage_unite(baton_storage *storage, uint32_t a, uint32_t b);
void storage_solve(baton_storage *storage, uint32_t first_base);

#endif
