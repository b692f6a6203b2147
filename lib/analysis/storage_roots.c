// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which roots a base may be, groups of roots, and whether two views may meet.
#include "analysis/storage_impl.h"
#include "analysis/trip.h"

// ---- groups: a union-find over bases ----------------------------------------------------------------------------

uint32_t storage_find(const baton_storage *storage, uint32_t index) {
  storage_base *bases = storage->bases.data;
  while (bases[index].parent != index) {
    bases[index].parent = bases[bases[index].parent].parent;
    index = bases[index].parent;
  }
  return index;
}

void storage_unite(baton_storage *storage, uint32_t a, uint32_t b) {
  a = storage_find(storage, a);
  b = storage_find(storage, b);
  // The older one stays, so that numbers depend on the program alone.
  if (a < b)
    storage->bases.data[b].parent = a;
  else
    storage->bases.data[a].parent = b;
}

uint32_t baton_storage_group(const baton_storage *storage, const baton_view *view) {
  return storage_find(storage, view->base);
}

uint32_t baton_storage_num_groups(const baton_storage *storage) { return (uint32_t)storage->bases.size; }

// ---- roots ------------------------------------------------------------------------------------------------------

static const baton_op *alloc_of(const storage_base *root) { return root->value->op; }

// Loops around an op.
static int32_t loops_around(const baton_op *op) {
  int32_t num = 0;
  for (op = baton_op_parent(op); op; op = baton_op_parent(op))
    num += baton_op_is_loop(op);
  return num;
}

// Adds a root; true if that is news.
static bool add_ref(storage_base *base, storage_ref ref) {
  for (uint32_t i = 0; i < base->num_refs; i++)
    if (base->refs[i].root == ref.root && base->refs[i].current == ref.current)
      return false;
  if (base->is_any)
    return false;
  if (base->num_refs == MAX_REFS)
    base->is_any = true;
  else
    base->refs[base->num_refs++] = ref;
  return true;
}

static bool propagate(baton_storage *storage, const storage_source *source) {
  storage_base *to = &storage->bases.data[source->to];
  const storage_base *from = &storage->bases.data[source->from];
  bool changed = from->is_any && !to->is_any;
  to->is_any |= from->is_any;
  for (uint32_t i = 0; i < from->num_refs; i++) {
    storage_ref ref = from->refs[i];
    const storage_base *root = &storage->bases.data[ref.root];
    if (source->crossing && root->kind == BASE_ALLOC && baton_op_is_ancestor(source->crossing, alloc_of(root))) {
      int32_t depth = loops_around(source->crossing);
      ref.current = depth < ref.current ? depth : ref.current;
    }
    changed |= add_ref(to, ref);
  }
  return changed;
}

// Marks the roots that a base may be: seen through another value, and perhaps seen outside of the function. Where they
// are not known, the representative of the group is marked in their place.
static void mark_roots(baton_storage *storage, uint32_t index) {
  const storage_base *base = &storage->bases.data[index];
  for (uint32_t k = 0; k < base->num_refs; k++) {
    storage_base *root = &storage->bases.data[base->refs[k].root];
    root->escapes |= base->escapes;
    root->is_carried |= base->kind == BASE_MIXED;
  }
  storage_base *representative = &storage->bases.data[storage_find(storage, index)];
  representative->any_is_carried |= base->is_any;
  representative->any_escapes |= base->is_any && base->escapes;
}

static void mark_groups(baton_storage *storage, uint32_t first_base) {
  for (uint32_t i = first_base; i < storage->bases.size; i++)
    mark_roots(storage, i);
  for (uint32_t i = first_base; i < storage->bases.size; i++) {
    const storage_base *representative = &storage->bases.data[storage_find(storage, i)];
    storage->bases.data[i].escapes |= representative->any_escapes;
    storage->bases.data[i].is_carried |= representative->any_is_carried;
  }
}

// Each round carries the roots of all sources once around the loops, so there are about as many rounds as loops are
// nested. Rounds end, since sets only grow and are small.
void storage_solve(baton_storage *storage, uint32_t first_base) {
  for (size_t i = 0; i < storage->sources.size; i++)
    storage_unite(storage, storage->sources.data[i].to, storage->sources.data[i].from);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < storage->sources.size; i++)
      changed |= propagate(storage, &storage->sources.data[i]);
  }
  mark_groups(storage, first_base);
  for (uint32_t i = first_base; i < storage->bases.size; i++) {
    const storage_base *base = &storage->bases.data[i];
    bool is_shared = base->escapes || (base->kind == BASE_ARGUMENT && !base->is_noalias);
    if (base->kind != BASE_MIXED && is_shared)
      storage_unite(storage, i, storage->unknown);
  }
}

// ---- questions --------------------------------------------------------------------------------------------------

bool baton_storage_is_root(const baton_storage *storage, const baton_view *view) {
  storage_kind kind = storage->bases.data[view->base].kind;
  return kind == BASE_ALLOC || kind == BASE_ARGUMENT;
}

const baton_value *baton_storage_root(const baton_storage *storage, const baton_view *view) {
  return baton_storage_is_root(storage, view) ? storage->bases.data[view->base].value : NULL;
}

bool baton_storage_is_incoming(const baton_storage *storage, const baton_view *view) {
  const storage_base *base = &storage->bases.data[view->base];
  for (uint32_t i = 0; i < base->num_refs; i++)
    if (storage->bases.data[base->refs[i].root].kind != BASE_ALLOC)
      return true;
  return base->is_any;
}

bool baton_storage_is_shared(const baton_storage *storage, const baton_view *view) {
  const storage_base *base = &storage->bases.data[view->base];
  for (uint32_t i = 0; i < base->num_refs; i++)
    if (storage->bases.data[base->refs[i].root].escapes)
      return true;
  return baton_storage_is_incoming(storage, view);
}

bool baton_storage_is_private_to(const baton_storage *storage, const baton_view *view, const baton_op *loop) {
  const storage_base *base = &storage->bases.data[view->base];
  return base->kind == BASE_ALLOC && !base->escapes && !base->is_carried && baton_op_is_ancestor(loop, alloc_of(base));
}

// Loops that are around an allocation and around, or are, the given op.
static int32_t common_loops(const baton_op *alloc, const baton_op *place) {
  const baton_op *op = baton_op_parent(alloc);
  while (op && !baton_op_is_ancestor(op, place))
    op = baton_op_parent(op);
  return op ? loops_around(op) + baton_op_is_loop(op) : 0;
}

// Whether two references to the buffers of one allocation may mean the same one. See storage.h for ages; `common` loops
// are around the allocation and both accesses, the innermost of them is `carried` if that is around the allocation.
static bool ages_may_meet(const baton_op *alloc, int32_t a, int32_t b, const baton_op *place, const baton_op *carried) {
  int32_t common = common_loops(alloc, place);
  bool is_carried = carried && baton_op_is_ancestor(carried, alloc);
  int32_t same = is_carried ? common - 1 : common; // loops of which both are in one iteration
  int32_t least = a < b ? a : b;
  if (least < same)
    return a == b; // else one buffer is of this iteration and the other one of an earlier one
  // b, in a later iteration, means a buffer of its own iteration unless it was carried.
  return !is_carried || b == same;
}

static bool roots_may_meet(const baton_storage *storage, storage_ref ref_a, storage_ref ref_b, const baton_op *place,
                           const baton_op *carried) {
  const storage_base *a = &storage->bases.data[ref_a.root], *b = &storage->bases.data[ref_b.root];
  if (a == b)
    return a->kind != BASE_ALLOC || ages_may_meet(alloc_of(a), ref_a.current, ref_b.current, place, carried);
  if (a->kind == BASE_UNKNOWN || b->kind == BASE_UNKNOWN) {
    const storage_base *other = a->kind == BASE_UNKNOWN ? b : a;
    return other->kind == BASE_UNKNOWN || other->escapes || (other->kind == BASE_ARGUMENT && !other->is_noalias);
  }
  return a->kind == BASE_ARGUMENT && b->kind == BASE_ARGUMENT && !a->is_noalias && !b->is_noalias;
}

baton_alias baton_storage_alias(const baton_storage *storage, const baton_view *view_a, const baton_view *view_b,
                                const baton_op *place, const baton_op *carried) {
  const storage_base *a = &storage->bases.data[view_a->base], *b = &storage->bases.data[view_b->base];
  if (a == b && (!carried || !a->value || !baton_value_is_inside(a->value, carried)))
    return a->kind == BASE_UNKNOWN ? BATON_ALIAS_PERHAPS : BATON_ALIAS_SAME;
  if (storage_find(storage, view_a->base) != storage_find(storage, view_b->base))
    return BATON_ALIAS_NEVER;
  if (a->is_any || b->is_any)
    return BATON_ALIAS_PERHAPS;
  for (uint32_t i = 0; i < a->num_refs; i++)
    for (uint32_t k = 0; k < b->num_refs; k++)
      if (roots_may_meet(storage, a->refs[i], b->refs[k], place, carried))
        return BATON_ALIAS_PERHAPS;
  return BATON_ALIAS_NEVER;
}
