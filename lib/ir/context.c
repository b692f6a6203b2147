// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context: registration of dialects, interned strings.
#include "ir/context_impl.h"

#include "base/map.h"

baton_context *baton_context_create(void) {
  baton_context *context = baton_mem_zeroed(1, sizeof *context);
  context->diag = baton_diag_create();
  return context;
}

void baton_context_destroy(baton_context *context) {
  if (!context)
    return;
  baton_intern_set *sets[] = {&context->strings, &context->types, &context->attrs, &context->locations,
                              &context->op_defs};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
    baton_intern_set_deinit(sets[i]);
  baton_vec_deinit(&context->dialects);
  baton_diag_destroy(context->diag);
  baton_arena_deinit(&context->arena);
  baton_mem_free(context);
}

baton_diag *baton_context_diag(const baton_context *context) { return context->diag; }

void baton_context_allow_unregistered(baton_context *context, bool allow) { context->allows_unregistered = allow; }
void baton_context_keep_names(baton_context *context, bool keep) { context->keeps_names = keep; }
bool baton_context_keeps_names(const baton_context *context) { return context->keeps_names; }

bool baton_context_allows_unregistered(const baton_context *context) { return context->allows_unregistered; }

baton_str baton_context_intern(baton_context *context, baton_str text) {
  return baton_intern_str(&context->strings, &context->arena, text);
}

// The slot of an op name in the set of rows, or the free slot where it would go.
static baton_intern_slot *find_op_def(baton_context *context, baton_str name, uint64_t hash) {
  baton_intern_slot *slot = baton_intern_first(&context->op_defs, hash);
  while (slot->object && (slot->hash != hash || !baton_str_equal(((const op_def_slot *)slot->object)->name, name)))
    slot = baton_intern_next(&context->op_defs, slot);
  return slot;
}

static const baton_op_def *add_op_def(baton_context *context, baton_intern_slot *slot, uint64_t hash, baton_str name,
                                      const baton_op_def *def) {
  op_def_slot *entry = baton_arena_alloc(&context->arena, 1, sizeof *entry);
  *entry = (op_def_slot){name, def};
  baton_intern_insert(&context->op_defs, slot, hash, entry);
  return def;
}

const baton_op_def *baton_context_find_op_def(const baton_context *context, baton_str name) {
  uint64_t hash = baton_hash_bytes(name.data, name.size);
  const baton_intern_slot *slot = find_op_def((baton_context *)context, name, hash);
  const op_def_slot *found = slot->object;
  return found && found->def->is_registered ? found->def : NULL;
}

const baton_op_def *baton_context_op_def(baton_context *context, baton_str name) {
  uint64_t hash = baton_hash_bytes(name.data, name.size);
  baton_intern_slot *slot = find_op_def(context, name, hash);
  if (slot->object)
    return ((const op_def_slot *)slot->object)->def;
  baton_str kept = baton_context_intern(context, name);
  baton_op_def *def = BATON_ARENA_NEW(&context->arena, baton_op_def);
  def->name = kept.data;
  def->summary = "an op of a dialect that is not registered";
  return add_op_def(context, slot, hash, kept, def);
}

const baton_dialect *baton_context_dialect(const baton_context *context, baton_str name) {
  for (size_t i = 0; i < context->dialects.size; i++)
    if (baton_str_is(name, context->dialects.data[i]->name))
      return context->dialects.data[i];
  return NULL;
}

bool baton_context_register(baton_context *context, const baton_dialect *dialect) {
  if (baton_context_dialect(context, baton_str_from(dialect->name))) {
    baton_diag_emit(context->diag, BATON_SEVERITY_ERROR, (baton_position){0}, "dialect '%s' is registered already",
                    dialect->name);
    return false;
  }
  for (size_t i = 0; i < dialect->num_ops; i++) {
    const baton_op_def *def = &dialect->ops[i];
    baton_str name = baton_str_from(def->name);
    uint64_t hash = baton_hash_bytes(name.data, name.size);
    baton_intern_slot *slot = find_op_def(context, name, hash);
    if (slot->object) {
      baton_diag_emit(context->diag, BATON_SEVERITY_ERROR, (baton_position){0}, "op '%s' is registered already",
                      def->name);
      return false;
    }
    add_op_def(context, slot, hash, name, def);
  }
  baton_vec_push(&context->dialects, dialect);
  return true;
}
