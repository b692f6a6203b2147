// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// derive-deps: hazards. A function is summed up from the inside outwards. The summary of an op says, per group of
// storage, which accesses in it may conflict with something before it (exposed) and with something after it (live); a
// block composes the summaries of its ops from top to bottom, a loop compares the live accesses of an iteration with
// the exposed ones of a later iteration.
//
// A write that surely runs and covers an access separates it from all that is on its other side: a conflict across it
// is two conflicts with it, each between tasks that are closer to each other in order of submission. By induction over
// that distance all conflicts are ordered if those are that are not separated.
#include "analysis/trip.h"
#include "dialect/scf.h"
#include "ir/walk.h"
#include "passes/derive_impl.h"

// More ids than are collected in one array.
enum { MAX_SLOTS = 1 << 16 };

// An access as seen from the block that is being composed.
typedef struct derive_entry {
  uint32_t access;
  uint32_t position; // of the op in the block that holds it
  int64_t num_slots; // ids to collect; BATON_DYNAMIC: as many as are there
  baton_box cover;   // what all its runs cover together, if has_cover
  bool has_cover;
  bool is_sure;    // runs whenever the block does
  bool is_linked;  // edges can lead out of (live) or in to (exposed) the ops around it
  bool is_extreme; // only the last (live) or first (exposed) iteration of a loop matters
  bool has_reader; // a read separates it from later (live) or earlier (exposed) writes
} derive_entry;

typedef BATON_VEC(derive_entry) derive_entries;

typedef struct derive_bucket {
  uint32_t group;
  derive_entries writes, reads; // live
  derive_entries exposed;
} derive_bucket;

typedef struct derive_summary {
  BATON_VEC(derive_bucket) buckets;
  baton_map index; // of groups, plus one
} derive_summary;

// The block being composed, and the op that it belongs to.
typedef struct frame {
  derive_state *state;
  const baton_block *block;
  const baton_op *place;
  uint32_t position;
} frame;

static void compose_block(derive_state *state, const baton_block *block, const baton_op *place, derive_summary *out);

// ---- summaries --------------------------------------------------------------------------------------------------

static derive_bucket *bucket_of(derive_summary *summary, uint32_t group) {
  uint64_t *known = baton_map_find(&summary->index, group);
  if (known)
    return &summary->buckets.data[*known];
  baton_map_set(&summary->index, group, summary->buckets.size);
  baton_vec_push(&summary->buckets, ((derive_bucket){.group = group}));
  return &summary->buckets.data[summary->buckets.size - 1];
}

static void deinit_summary(derive_summary *summary) {
  for (size_t i = 0; i < summary->buckets.size; i++) {
    baton_vec_deinit(&summary->buckets.data[i].writes);
    baton_vec_deinit(&summary->buckets.data[i].reads);
    baton_vec_deinit(&summary->buckets.data[i].exposed);
  }
  baton_vec_deinit(&summary->buckets);
  baton_map_deinit(&summary->index);
}

static derive_access *access_of(const derive_state *state, const derive_entry *entry) {
  return &state->accesses.data[entry->access];
}

// Accesses of storage that nobody writes, or that is used too much to be looked at, take no part.
static bool is_relevant(const derive_state *state, const derive_access *access) {
  return baton_map_find(&state->written, access->group) && !baton_map_find(&state->crowded, access->group);
}

static void add_access(derive_state *state, uint32_t index, derive_summary *out) {
  const derive_access *access = &state->accesses.data[index];
  if (!is_relevant(state, access))
    return;
  bool is_task = access->actor == DERIVE_TASK;
  const derive_entry new = {.access = index,
                            .num_slots = 1,
                            .cover = access->view->box,
                            .has_cover = is_task,
                            .is_sure = is_task,
                            .is_linked = is_task};
  derive_bucket *bucket = bucket_of(out, access->group);
  baton_vec_push(&bucket->exposed, new);
  if (access->actor != DERIVE_HOST && derive_writes(access))
    baton_vec_push(&bucket->writes, new);
  else if (access->actor != DERIVE_HOST)
    baton_vec_push(&bucket->reads, new);
}

static void add_accesses(derive_state *state, const baton_op *op, derive_summary *out) {
  if (!state->has_access[op->id])
    return;
  for (uint32_t i = state->first_access[op->id]; i < state->accesses.size && state->accesses.data[i].op == op; i++)
    add_access(state, i, out);
}

// ---- pairs ------------------------------------------------------------------------------------------------------

// Two accesses that no edge orders. Between tasks a map may do it.
static void leave_conflict(derive_state *state, const derive_entry *early, const derive_entry *late) {
  derive_access *a = access_of(state, early), *b = access_of(state, late);
  if (a->actor == DERIVE_TASK && b->actor == DERIVE_TASK)
    baton_vec_push(&state->conflicts, ((derive_pair){early->access, late->access}));
  else
    derive_keep_tracking(a, b);
}

// Whether a read separates an entry from another access: both must write for certain. Of calls it is only known that
// they may.
static bool is_behind_reader(const derive_state *state, const derive_entry *entry, const derive_access *other) {
  const derive_access *own = &state->accesses.data[entry->access];
  return entry->has_reader && derive_writes(own) && derive_writes(other) && own->actor != DERIVE_OPAQUE &&
         other->actor != DERIVE_OPAQUE;
}

// Counts a comparison. When there have been too many, the group is left to the tracker as a whole.
static bool may_compare(derive_state *state, uint32_t group) {
  if (state->steps++ < state->max_steps)
    return true;
  baton_map_set(&state->crowded, group, 1);
  return false;
}

// A conflict between two accesses in the same iteration of everything around the block, where no write separates them.
static void meet(const frame *at, const derive_entry *early, const derive_entry *late) {
  derive_state *state = at->state;
  derive_access *a = access_of(state, early), *b = access_of(state, late);
  if (a->actor == DERIVE_OPAQUE && b->actor == DERIVE_OPAQUE)
    return;
  baton_alias alias = baton_storage_alias(state->storage, a->view, b->view, at->place, NULL);
  bool is_same = alias == BATON_ALIAS_SAME;
  if (alias == BATON_ALIAS_NEVER ||
      (is_same && a->view != b->view && baton_boxes_are_disjoint(&a->view->box, &b->view->box, NULL)))
    return;
  bool are_tasks = a->actor == DERIVE_TASK && b->actor == DERIVE_TASK;
  if (are_tasks && derive_is_listed(a->op, b->op))
    return;
  bool can_link = are_tasks && early->is_linked && late->is_linked;
  bool is_certain = is_same && (a->view == b->view || baton_boxes_overlap(&a->view->box, &b->view->box));
  if (can_link && is_certain && !early->is_extreme && !late->is_extreme) {
    uint64_t key = derive_edge_key(a->op, b->op);
    if (baton_map_find(&state->edge_of, key))
      return;
    baton_map_set(&state->edge_of, key, 1);
    const uint32_t *order = state->first_access;
    const derive_edge edge = {a->op, b->op, at->block, order[a->op->id], order[b->op->id]};
    baton_vec_push(&state->edges, edge);
    return;
  }
  if (is_behind_reader(state, early, b) || is_behind_reader(state, late, a))
    return;
  if (can_link)
    baton_vec_push(&state->pairs, ((derive_pair){early->access, late->access}));
  else
    leave_conflict(state, early, late);
}

// A conflict between an iteration of a loop and a later one.
static void meet_across(derive_state *state, const baton_op *loop, const derive_entry *early,
                        const derive_entry *late) {
  derive_access *a = access_of(state, early), *b = access_of(state, late);
  if (a->actor == DERIVE_OPAQUE && b->actor == DERIVE_OPAQUE)
    return;
  if (is_behind_reader(state, early, b) || is_behind_reader(state, late, a))
    return;
  baton_alias alias = baton_storage_alias(state->storage, a->view, b->view, loop, loop);
  bool is_apart = alias == BATON_ALIAS_NEVER ||
                  (alias == BATON_ALIAS_SAME && baton_boxes_are_disjoint(&a->view->box, &b->view->box, loop));
  if (is_apart)
    return;
  baton_map_set(&state->carried, a->group, 1);
  leave_conflict(state, early, late);
}

// Whether all that an access touches is covered by an entry of the same block.
static bool is_separated_by(const frame *at, const derive_entry *cover, const derive_access *access) {
  const derive_access *by = access_of(at->state, cover);
  return cover->is_sure && cover->has_cover && by->op != access->op &&
         baton_storage_alias(at->state->storage, by->view, access->view, at->place, NULL) == BATON_ALIAS_SAME &&
         baton_box_covers(&cover->cover, &access->view->box, NULL);
}

// ---- blocks -----------------------------------------------------------------------------------------------------

// Compares an access with the live ones before it, newest first, up to a write that covers it. Whether it is still
// exposed.
static bool scan(const frame *at, const derive_bucket *before, derive_entry *late) {
  derive_state *state = at->state;
  const derive_access *access = access_of(state, late);
  uint32_t separator = 0; // the position of that write, plus one
  for (size_t i = before->writes.size; i-- > 0;) {
    const derive_entry *write = &before->writes.data[i];
    if (write->position + 1 < separator)
      break;
    if (!may_compare(state, before->group))
      return true;
    meet(at, write, late);
    if (is_separated_by(at, write, access))
      separator = write->position + 1;
  }
  for (size_t i = before->reads.size; i-- > 0;) {
    const derive_entry *read = &before->reads.data[i];
    if (!derive_writes(access) || read->position + 1 < separator)
      break;
    if (!may_compare(state, before->group))
      return true;
    meet(at, read, late);
    late->has_reader |= is_separated_by(at, read, access);
  }
  return separator == 0;
}

// Removes what a write separates from everything behind it.
static void kill(const frame *at, derive_entries *live, size_t num_before, const derive_entry *write) {
  size_t num_kept = 0;
  for (size_t i = 0; i < num_before; i++) {
    bool is_dead = live->data[i].position != at->position &&
                   may_compare(at->state, access_of(at->state, write)->group) &&
                   is_separated_by(at, write, access_of(at->state, &live->data[i]));
    if (!is_dead)
      live->data[num_kept++] = live->data[i];
  }
  live->size = num_kept;
}

// Marks writes that a read separates from later writes.
static void shield(const frame *at, const derive_entries *writes, const derive_entry *read) {
  for (size_t i = 0; i < writes->size; i++)
    if (!writes->data[i].has_reader && may_compare(at->state, access_of(at->state, read)->group))
      writes->data[i].has_reader = is_separated_by(at, read, access_of(at->state, &writes->data[i]));
}

static void append(const frame *at, derive_entries *to, const derive_entries *from) {
  for (size_t i = 0; i < from->size; i++) {
    derive_entry new = from->data[i];
    new.position = at->position;
    baton_vec_push(to, new);
  }
}

// Composes the next op's accesses of one group.
static void absorb_bucket(const frame *at, derive_summary *block, const derive_bucket *next) {
  derive_bucket *bucket = bucket_of(block, next->group);
  if (baton_map_find(&at->state->crowded, next->group))
    return;
  for (size_t i = 0; i < next->exposed.size; i++) {
    derive_entry late = next->exposed.data[i];
    late.position = at->position;
    if (scan(at, bucket, &late))
      baton_vec_push(&bucket->exposed, late);
  }
  for (size_t i = 0; i < next->writes.size; i++) {
    const derive_entry *write = &next->writes.data[i];
    if (!write->is_sure || !write->has_cover)
      continue;
    kill(at, &bucket->writes, bucket->writes.size, write);
    kill(at, &bucket->reads, bucket->reads.size, write);
  }
  for (size_t i = 0; i < next->reads.size; i++)
    if (next->reads.data[i].is_sure && next->reads.data[i].has_cover)
      shield(at, &bucket->writes, &next->reads.data[i]);
  append(at, &bucket->writes, &next->writes);
  append(at, &bucket->reads, &next->reads);
}

static void absorb(const frame *at, derive_summary *block, derive_summary *next) {
  for (size_t i = 0; i < next->buckets.size; i++)
    absorb_bucket(at, block, &next->buckets.data[i]);
  deinit_summary(next);
}

// ---- ops with regions -------------------------------------------------------------------------------------------

typedef void (*entry_fn)(derive_entry *entry);

static void for_each_entry(derive_summary *summary, entry_fn live, entry_fn exposed) {
  for (size_t i = 0; i < summary->buckets.size; i++) {
    derive_bucket *bucket = &summary->buckets.data[i];
    for (size_t k = 0; k < bucket->writes.size; k++)
      live(&bucket->writes.data[k]);
    for (size_t k = 0; k < bucket->reads.size; k++)
      live(&bucket->reads.data[k]);
    for (size_t k = 0; k < bucket->exposed.size; k++)
      exposed(&bucket->exposed.data[k]);
  }
}

static void make_unsure(derive_entry *entry) { entry->is_sure = false; }
static void cut_off_uncounted(derive_entry *entry) { entry->is_linked &= entry->num_slots != BATON_DYNAMIC; }
static void cut_off(derive_entry *entry) { entry->is_sure = entry->is_linked = false; }

// Live accesses of one iteration against exposed ones of a later iteration.
static void compare_iterations(derive_state *state, const baton_op *loop, const derive_bucket *bucket) {
  for (size_t k = 0; k < bucket->exposed.size; k++) {
    const derive_entry *late = &bucket->exposed.data[k];
    bool is_write = derive_writes(access_of(state, late));
    for (size_t i = 0; i < bucket->writes.size && may_compare(state, bucket->group); i++)
      meet_across(state, loop, &bucket->writes.data[i], late);
    for (size_t i = 0; is_write && i < bucket->reads.size && may_compare(state, bucket->group); i++)
      meet_across(state, loop, &bucket->reads.data[i], late);
  }
}

// Whether a write in one iteration covers an access of any earlier (or later) one.
static bool is_separated_across(derive_state *state, const baton_op *loop, const derive_bucket *bucket,
                                const derive_entry *entry, bool is_earlier) {
  const derive_access *access = access_of(state, entry);
  for (size_t i = bucket->writes.size; i-- > 0;) {
    const derive_entry *write = &bucket->writes.data[i];
    if (!write->is_sure || !write->has_cover)
      continue;
    if (!may_compare(state, bucket->group))
      return false;
    const baton_view *view = access_of(state, write)->view;
    bool is_covered = is_earlier ? baton_box_covers(&write->cover, &access->view->box, loop)
                                 : baton_box_covers_later(&write->cover, &access->view->box, loop);
    if (is_covered && baton_storage_alias(state->storage, is_earlier ? access->view : view,
                                          is_earlier ? view : access->view, loop, loop) == BATON_ALIAS_SAME)
      return true;
  }
  return false;
}

// Ids that all iterations of a loop leave together, 0 if they are not collected. Where it is only known when run how
// many they are, a parallel puts them together by itself.
static int64_t slots_of_all(const baton_op *loop, int64_t trips, int64_t num_slots) {
  if (trips != BATON_DYNAMIC && num_slots != BATON_DYNAMIC)
    return num_slots <= MAX_SLOTS / trips ? num_slots * trips : 0;
  return baton_op_is(loop, BATON_OP_ORCH_PARALLEL) && num_slots != 0 ? BATON_DYNAMIC : 0;
}

// Turns entries of one iteration into those of the whole loop.
static void leave_loop(derive_state *state, const baton_op *loop, int64_t trips, derive_entries *list) {
  size_t num_kept = 0;
  for (size_t i = 0; i < list->size; i++) {
    derive_entry entry = list->data[i];
    const baton_view *view = access_of(state, &entry)->view;
    if (baton_storage_is_private_to(state->storage, view, loop))
      continue;
    entry.num_slots = slots_of_all(loop, trips, entry.num_slots);
    entry.is_linked = entry.is_linked && entry.num_slots != 0;
    entry.is_sure = entry.is_sure && trips != BATON_DYNAMIC;
    if (entry.has_cover && entry.is_sure && entry.cover.kind == BATON_BOX_DIMS) {
      baton_box_dim *dims = BATON_ARENA_ARRAY(state->scratch, baton_box_dim, entry.cover.rank);
      entry.has_cover = baton_box_union(&entry.cover, loop, dims, &entry.cover);
    }
    list->data[num_kept++] = entry;
  }
  list->size = num_kept;
}

static void finish_loop(derive_state *state, const baton_op *loop, int64_t trips, derive_summary *out) {
  for (size_t i = 0; i < out->buckets.size; i++) {
    derive_bucket *bucket = &out->buckets.data[i];
    compare_iterations(state, loop, bucket);
    for (size_t k = 0; k < bucket->exposed.size; k++)
      bucket->exposed.data[k].is_extreme |= is_separated_across(state, loop, bucket, &bucket->exposed.data[k], false);
    for (size_t k = 0; k < bucket->reads.size; k++)
      bucket->reads.data[k].is_extreme |= is_separated_across(state, loop, bucket, &bucket->reads.data[k], true);
    for (size_t k = 0; k < bucket->writes.size; k++)
      bucket->writes.data[k].is_extreme |= is_separated_across(state, loop, bucket, &bucket->writes.data[k], true);
    leave_loop(state, loop, trips, &bucket->exposed);
    leave_loop(state, loop, trips, &bucket->writes);
    leave_loop(state, loop, trips, &bucket->reads);
  }
}

static void compose_loop(derive_state *state, const baton_op *op, derive_summary *out) {
  int64_t trips = baton_trip_count(op);
  compose_block(state, op->regions[0].first, op, out);
  if (trips == 0) {
    deinit_summary(out);
    *out = (derive_summary){0};
  } else if (trips != 1) {
    finish_loop(state, op, trips, out);
  } else if (baton_op_is(op, BATON_OP_SCF_FOR)) { // it fills arrays of a size that is known
    for_each_entry(out, cut_off_uncounted, cut_off_uncounted);
  }
}

static void compose_while(derive_state *state, const baton_op *op, derive_summary *out) {
  derive_summary body;
  compose_block(state, op->regions[0].first, op, out);
  compose_block(state, op->regions[1].first, op, &body);
  const frame at = {state, op->regions[1].first, op, UINT32_MAX};
  // No id of the first region reaches the second one but through operands, and the second one does not run at the end.
  for_each_entry(out, cut_off, make_unsure);
  for_each_entry(&body, make_unsure, make_unsure);
  absorb(&at, out, &body);
  finish_loop(state, op, BATON_DYNAMIC, out);
}

static void join_entries(derive_entries *to, const derive_entries *from) {
  for (size_t i = 0; i < from->size; i++)
    baton_vec_push(to, from->data[i]);
}

// The arms of scf.if and scf.index_switch do not see each other. What is in them may not run; its id is none then.
static void compose_branch(derive_state *state, const baton_op *op, derive_summary *out) {
  *out = (derive_summary){0};
  for (uint32_t i = 0; i < op->num_regions; i++) {
    if (!op->regions[i].first)
      continue;
    derive_summary arm;
    compose_block(state, op->regions[i].first, op, &arm);
    for (size_t k = 0; k < arm.buckets.size; k++) {
      derive_bucket *to = bucket_of(out, arm.buckets.data[k].group);
      join_entries(&to->writes, &arm.buckets.data[k].writes);
      join_entries(&to->reads, &arm.buckets.data[k].reads);
      join_entries(&to->exposed, &arm.buckets.data[k].exposed);
    }
    deinit_summary(&arm);
  }
  for_each_entry(out, make_unsure, make_unsure);
}

// Everything in a manual scope, side by side.
static void compose_manual(derive_state *state, const baton_op *op, derive_summary *out) {
  for (const baton_op *inner = baton_walk_first(op); inner; inner = baton_walk_next(inner, op))
    add_accesses(state, inner, out);
}

static void compose_op(derive_state *state, const baton_op *op, derive_summary *out) {
  *out = (derive_summary){0};
  switch (baton_op_code(op)) {
  case BATON_OP_SCF_FOR:
  case BATON_OP_ORCH_PARALLEL:
    compose_loop(state, op, out);
    break;
  case BATON_OP_SCF_WHILE:
    compose_while(state, op, out);
    break;
  case BATON_OP_SCF_IF:
  case BATON_OP_SCF_INDEX_SWITCH:
    compose_branch(state, op, out);
    break;
  case BATON_OP_ORCH_SCOPE:
    if (baton_attr_is_string(baton_orch_scope_kind(op), "manual"))
      compose_manual(state, op, out);
    else
      compose_block(state, baton_op_body(op), op, out);
    break;
  default:
    add_accesses(state, op, out);
  }
}

static void compose_block(derive_state *state, const baton_block *block, const baton_op *place, derive_summary *out) {
  frame at = {state, block, place, 0};
  *out = (derive_summary){0};
  for (const baton_op *op = block->first; op; op = op->next) {
    if (!state->has_access[op->id] && op->num_regions == 0)
      continue;
    derive_summary next;
    compose_op(state, op, &next);
    absorb(&at, out, &next);
    at.position++;
  }
}

// ---- functions --------------------------------------------------------------------------------------------------

// Callers use what is shared before and after the function.
static void meet_callers(derive_state *state, const derive_summary *summary) {
  for (size_t i = 0; i < summary->buckets.size; i++) {
    const derive_bucket *bucket = &summary->buckets.data[i];
    const derive_entries *live[] = {&bucket->writes, &bucket->reads};
    for (size_t k = 0; k < bucket->exposed.size; k++) {
      derive_access *access = access_of(state, &bucket->exposed.data[k]);
      access->needs_lookup |= baton_storage_is_incoming(state->storage, access->view);
    }
    for (size_t list = 0; list < 2; list++)
      for (size_t k = 0; k < live[list]->size; k++) {
        derive_access *access = access_of(state, &live[list]->data[k]);
        access->needs_publish |= baton_storage_is_shared(state->storage, access->view);
      }
  }
}

void derive_hazards(derive_state *state, baton_op *func, bool is_entry) {
  size_t first;
  if (!derive_accesses(state, func, is_entry, &first))
    return;
  derive_summary body;
  state->steps = 0;
  state->max_steps = (UINT64_C(1) << 20) + 32 * (uint64_t)(state->accesses.size - first);
  compose_block(state, baton_op_body(func), func, &body);
  if (!is_entry)
    meet_callers(state, &body);
  deinit_summary(&body);
  for (size_t i = 0; i < state->pairs.size; i++) {
    const derive_access *a = &state->accesses.data[state->pairs.data[i].earlier];
    const derive_access *b = &state->accesses.data[state->pairs.data[i].later];
    if (!baton_map_find(&state->edge_of, derive_edge_key(a->op, b->op)))
      baton_vec_push(&state->conflicts, state->pairs.data[i]);
  }
  state->pairs.size = 0;
  for (size_t i = first; i < state->accesses.size; i++) {
    derive_access *access = &state->accesses.data[i];
    bool is_crowded = baton_map_find(&state->crowded, access->group) != NULL;
    access->needs_lookup |= is_crowded;
    access->needs_publish |= is_crowded;
  }
}
