// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// phase-fence, third step: where a fence for a group pays, and whom it serves.
//
// The blocks between the group's definition and its uses form a tree. A fence in a block serves every use in that block
// behind it, at any depth, since it dominates them. It pays if, however often the block runs, each run of it saves
// entries: counted are only uses that certainly happen when the block runs. The outermost place that pays is taken, as
// it runs least often.
#include "analysis/trip.h"
#include "dialect/orch.h"
#include "ir/build.h"
#include "passes/fence_impl.h"

typedef struct baton_fence_node {
  baton_block *block;
  baton_op *via; // the op in the parent's block that holds this block; NULL at the root
  uint32_t parent;
  uint32_t other_arm;        // of an scf.if: the node of the second arm, noted at the first one
  uint64_t num_certain_uses; // per run of the block, of uses that no existing fence serves
  bool has_direct_use;       // such a use stands in the block itself
  uint32_t num_open_children;
  baton_op *first;          // first op in the block that is or holds such a use
  uint32_t existing;        // index of the first fence in the block that stands for exactly this group, or NOTHING
  uint32_t existing_around; // index of such a fence that serves the whole block, or NOTHING
  uint32_t fence;           // index of the fence that serves uses in this block from `from` on, or NOTHING
  uint32_t from;
  bool is_dead; // never runs
} baton_fence_node;

typedef struct group_view {
  baton_fence_plan *plan;
  baton_fence_group *group;
  uint32_t stamp;
} group_view;

static uint32_t first_use(const group_view *view) {
  return view->plan->uses->columns[view->group->first_column].first_use;
}

static uint32_t order_of(const baton_fence_plan *plan, const baton_op *op) { return plan->scan->op_order[op->id]; }

// ---- the cost rule ----------------------------------------------------------------------------------------------

// num_uses * num_slots > num_uses + num_slots + cost, without overflow.
static bool pays(uint64_t num_uses, uint64_t num_slots, uint64_t cost) {
  if (num_uses < 2 || num_slots < 2 || cost == UINT64_MAX)
    return false;
  return num_uses - 1 > (cost + 1) / (num_slots - 1);
}

static uint64_t add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static uint64_t multiply(uint64_t a, uint64_t b) { return b && a > UINT64_MAX / b ? UINT64_MAX : a * b; }

// ---- the tree of blocks -----------------------------------------------------------------------------------------

static bool is_known_block(const group_view *view, const baton_block *block) {
  return view->plan->node_group[block->id] == view->stamp;
}

static uint32_t add_node(const group_view *view, baton_block *block, baton_op *via) {
  baton_fence_plan *plan = view->plan;
  baton_fence_node node = {.block = block,
                           .via = via,
                           .parent = via ? plan->node_of_block[via->block->id] : BATON_FENCE_NOTHING,
                           .other_arm = BATON_FENCE_NOTHING,
                           .existing = BATON_FENCE_NOTHING,
                           .existing_around = BATON_FENCE_NOTHING,
                           .fence = BATON_FENCE_NOTHING};
  uint32_t index = (uint32_t)plan->nodes.size;
  if (via && baton_fence_is_open_branch(via) && block->region == &via->regions[1] &&
      is_known_block(view, via->regions[0].first))
    plan->nodes.data[plan->node_of_block[via->regions[0].first->id]].other_arm = index;
  if (via)
    node.is_dead = plan->nodes.data[node.parent].is_dead || (baton_op_is_loop(via) && baton_trip_count(via) == 0);
  baton_vec_push(&plan->nodes, node);
  plan->node_of_block[block->id] = index;
  plan->node_group[block->id] = view->stamp;
  return index;
}

// The node of a block inside the root; makes those of the blocks around it first.
static uint32_t node_of(const group_view *view, baton_block *block, baton_block **path) {
  size_t num_missing = 0;
  for (; !is_known_block(view, block); block = baton_block_parent(block)->block)
    path[num_missing++] = block;
  uint32_t node = view->plan->node_of_block[block->id];
  while (num_missing) {
    block = path[--num_missing];
    node = add_node(view, block, baton_block_parent(block));
  }
  return node;
}

// The block in which all columns of the group are defined or visible.
static baton_block *home_block(const group_view *view) {
  const baton_fence_uses *uses = view->plan->uses;
  const uint32_t *depth = view->plan->scan->block_depth;
  baton_block *home = NULL;
  for (uint32_t column = view->group->first_column; column != BATON_FENCE_NOTHING;
       column = uses->columns[column].next) {
    baton_block *block = baton_value_block(uses->columns[column].version);
    if (!home || depth[block->id] > depth[home->id])
      home = block;
  }
  return home;
}

static void make_tree(const group_view *view) {
  baton_fence_plan *plan = view->plan;
  baton_block *home = home_block(view);
  plan->nodes.size = 0;
  add_node(view, home, NULL);
  uint32_t max_depth = 0;
  for (uint32_t use = first_use(view); use != BATON_FENCE_NOTHING; use = plan->uses->uses[use].next) {
    uint32_t depth = plan->scan->block_depth[plan->uses->uses[use].op->block->id];
    max_depth = depth > max_depth ? depth : max_depth;
  }
  baton_block **path = baton_mem_resize_array(NULL, (size_t)max_depth + 1, sizeof *path);
  for (uint32_t use = first_use(view); use != BATON_FENCE_NOTHING; use = plan->uses->uses[use].next)
    plan->uses->uses[use].node = node_of(view, plan->uses->uses[use].op->block, path);
  baton_mem_free(path);
}

// ---- fences that exist ------------------------------------------------------------------------------------------

// A fence whose list is the group, the whole group and nothing but the group.
static bool is_exact_fence(const group_view *view, const baton_op *op) {
  return baton_op_is(op, BATON_OP_ORCH_FENCE) && !view->plan->uses->op_has_more[op->id] &&
         view->plan->uses->op_num_uses[op->id] == view->group->num_columns;
}

static uint32_t add_fence(baton_fence_plan *plan, baton_op *op, bool is_new) {
  baton_fence fence = {.task = &op->results[0], .is_new = is_new};
  baton_vec_push(&plan->fences, fence);
  return (uint32_t)plan->fences.size - 1;
}

// The existing fence that serves a place in a block: one from a block around, or an earlier one in the block itself.
static uint32_t existing_before(const baton_fence_plan *plan, const baton_fence_node *node, const baton_op *place) {
  if (node->existing_around != BATON_FENCE_NOTHING || node->existing == BATON_FENCE_NOTHING)
    return node->existing_around;
  const baton_op *fence = plan->fences.data[node->existing].task->op;
  return order_of(plan, fence) < order_of(plan, place) ? node->existing : BATON_FENCE_NOTHING;
}

// A fence may take the place of another fence's list only where that saves more than the longer way costs: always
// inside a deeper loop, otherwise by the cost of a fence.
static bool may_shorten_fence(const group_view *view, const baton_op *fence, const baton_value *by) {
  const baton_fence_plan *plan = view->plan;
  baton_op *const *loops = plan->scan->block_loop;
  return loops[fence->block->id] != loops[baton_value_block(by)->id] ||
         view->group->num_slots - 1 > add(1, plan->options->fence_cost);
}

static bool find_existing(const group_view *view) {
  baton_fence_plan *plan = view->plan;
  bool is_any = false;
  for (uint32_t use = first_use(view); use != BATON_FENCE_NOTHING; use = plan->uses->uses[use].next) {
    baton_fence_use *u = &plan->uses->uses[use];
    baton_fence_node *node = &plan->nodes.data[u->node];
    if (node->existing == BATON_FENCE_NOTHING && is_exact_fence(view, u->op)) {
      node->existing = add_fence(plan, u->op, false);
      is_any = true;
    }
  }
  return is_any;
}

static void reuse_existing(const group_view *view) {
  baton_fence_plan *plan = view->plan;
  if (!find_existing(view))
    return;
  for (size_t i = 1; i < plan->nodes.size; i++) {
    baton_fence_node *node = &plan->nodes.data[i];
    node->existing_around = existing_before(plan, &plan->nodes.data[node->parent], node->via);
  }
  for (uint32_t use = first_use(view); use != BATON_FENCE_NOTHING; use = plan->uses->uses[use].next) {
    baton_fence_use *u = &plan->uses->uses[use];
    uint32_t fence = existing_before(plan, &plan->nodes.data[u->node], u->op);
    if (fence == BATON_FENCE_NOTHING)
      continue;
    if (!is_exact_fence(view, u->op) || may_shorten_fence(view, u->op, plan->fences.data[fence].task))
      u->fence = fence;
  }
}

// ---- counting ---------------------------------------------------------------------------------------------------

// Notes at each node the ops through which uses are reached that nobody serves yet.
static void mark_open_uses(const group_view *view) {
  baton_fence_plan *plan = view->plan;
  for (uint32_t use = first_use(view); use != BATON_FENCE_NOTHING; use = plan->uses->uses[use].next) {
    const baton_fence_use *u = &plan->uses->uses[use];
    if (u->fence != BATON_FENCE_NOTHING)
      continue;
    baton_fence_node *node = &plan->nodes.data[u->node];
    node->has_direct_use = true;
    node->num_certain_uses = add(node->num_certain_uses, 1);
    for (baton_op *op = u->op; !node->first; node = &plan->nodes.data[node->parent]) {
      node->first = op;
      if (!node->via)
        break;
      plan->nodes.data[node->parent].num_open_children++;
      op = node->via;
    }
  }
}

// Adds up from the innermost blocks outwards. Of the two arms of a branch exactly one runs: the smaller number is
// certain.
static void count_certain_uses(baton_fence_plan *plan) {
  for (size_t i = plan->nodes.size; i-- > 1;) {
    const baton_fence_node *node = &plan->nodes.data[i];
    uint64_t runs = baton_fence_region_runs(node->via, (uint32_t)(node->block->region - node->via->regions));
    uint64_t certain = multiply(runs, node->num_certain_uses);
    if (node->other_arm != BATON_FENCE_NOTHING) {
      uint64_t other = plan->nodes.data[node->other_arm].num_certain_uses;
      certain = other < node->num_certain_uses ? other : node->num_certain_uses;
    }
    baton_fence_node *parent = &plan->nodes.data[node->parent];
    parent->num_certain_uses = add(parent->num_certain_uses, certain);
  }
}

// ---- placing ----------------------------------------------------------------------------------------------------

// Which group of the fence's own list a column belongs to: `after` as soon as a user wrote one of the waits.
static bool is_written_by_user(const baton_fence_uses *uses, const baton_fence_column *column) {
  for (uint32_t use = column->first_use; use != BATON_FENCE_NOTHING; use = uses->uses[use].next)
    if (uses->uses[use].kinds & BATON_FENCE_AFTER)
      return true;
  return false;
}

static baton_value **list_versions(const group_view *view, size_t *out_size) {
  const baton_fence_uses *uses = view->plan->uses;
  baton_value **list = BATON_ARENA_ARRAY(view->plan->scan->arena, baton_value *, view->group->num_columns);
  *out_size = 0;
  for (uint32_t column = view->group->first_column; column != BATON_FENCE_NOTHING; column = uses->columns[column].next)
    list[(*out_size)++] = uses->columns[column].version;
  return list;
}

static uint32_t make_fence(const group_view *view, baton_op *before) {
  baton_fence_plan *plan = view->plan;
  const baton_fence_uses *uses = plan->uses;
  baton_context *context = plan->scan->module->context;
  size_t size;
  baton_value **list = list_versions(view, &size);
  bool is_after = is_written_by_user(uses, &uses->columns[view->group->first_column]);
  int64_t segments[2] = {is_after ? (int64_t)size : 0, is_after ? 0 : (int64_t)size};
  const baton_type *type = baton_type_task(context);
  baton_builder at = baton_builder_before(plan->scan->module, before);
  baton_op *fence = baton_build(&at, &(baton_op_state){.def = baton_context_op_def(context, BATON_STR("orch.fence")),
                                                       .operands = list,
                                                       .num_operands = size,
                                                       .segments = segments,
                                                       .result_types = &type,
                                                       .num_results = 1});
  return add_fence(plan, fence, true);
}

static void put_fence(const group_view *view, baton_fence_node *node, baton_op *before) {
  node->from = order_of(view->plan, before);
  node->fence = make_fence(view, before);
}

// All is inside one scope or one arm: the fence can stand there too, at the same price.
static bool can_move_inwards(const baton_fence_node *node) {
  return !node->has_direct_use && node->num_open_children == 1 &&
         (baton_op_is(node->first, BATON_OP_ORCH_SCOPE) || baton_op_is(node->first, BATON_OP_SCF_IF));
}

static bool pays_in(const group_view *view, uint64_t num_uses) {
  return pays(num_uses, view->group->num_slots, view->plan->options->fence_cost);
}

// mode=loop: directly before a loop with a known number of trips, more than one.
static void place_before_loop(const group_view *view, const baton_fence_node *node, baton_fence_node *parent) {
  if (!baton_op_is(node->via, BATON_OP_SCF_FOR) && !baton_op_is(node->via, BATON_OP_ORCH_PARALLEL))
    return;
  uint64_t trips = baton_fence_region_runs(node->via, 0);
  if (trips > 1 && pays_in(view, multiply(trips, node->num_certain_uses)))
    put_fence(view, parent, node->via);
}

static void place_new(const group_view *view) {
  baton_fence_plan *plan = view->plan;
  bool is_loop_mode = plan->options->is_loop_mode;
  for (size_t i = 0; i < plan->nodes.size; i++) {
    baton_fence_node *node = &plan->nodes.data[i];
    baton_fence_node *parent = node->via ? &plan->nodes.data[node->parent] : NULL;
    bool is_candidate = node->first && !node->is_dead;
    if (is_candidate && is_loop_mode && parent && parent->fence == BATON_FENCE_NOTHING)
      place_before_loop(view, node, parent);
    if (parent && parent->fence != BATON_FENCE_NOTHING && order_of(plan, node->via) >= parent->from)
      node->fence = parent->fence;
    else if (is_candidate && !is_loop_mode && pays_in(view, node->num_certain_uses) && !can_move_inwards(node))
      put_fence(view, node, node->first);
  }
}

// Trips of a loop from which on a fence in front of it pays, with so many certain uses per trip.
static uint64_t trips_to_pay(const group_view *view, uint64_t num_uses) {
  uint64_t uses_to_pay = add(view->plan->options->fence_cost, 1) / (view->group->num_slots - 1) + 2;
  return (uses_to_pay - 1) / num_uses + 1;
}

// Whether a fence stands in one of the blocks inside of a node's block, or in it.
static bool has_fence_inside(const baton_fence_plan *plan, uint32_t node) {
  bool has_fence = false;
  for (uint32_t i = (uint32_t)plan->nodes.size; i-- > node && !has_fence;) {
    uint32_t around = i;
    while (around > node)
      around = plan->nodes.data[around].parent;
    has_fence = around == node && plan->nodes.data[i].fence != BATON_FENCE_NOTHING;
  }
  return has_fence;
}

static uint32_t make_tested(const group_view *view, baton_op *loop, uint64_t min_trips) {
  baton_fence_plan *plan = view->plan;
  size_t size;
  baton_value **list = list_versions(view, &size);
  bool is_after = is_written_by_user(plan->uses, &plan->uses->columns[view->group->first_column]);
  baton_fence fence = {.is_new = true};
  fence.task = baton_fence_build_tested(plan->scan->module, loop, min_trips, list, size, view->group->num_slots,
                                        is_after, &fence.rest);
  baton_vec_push(&plan->fences, fence);
  return (uint32_t)plan->fences.size - 1;
}

// Loops with an unknown number of trips that no fence serves: a test in front of them.
static void place_tested(const group_view *view) {
  baton_fence_plan *plan = view->plan;
  if (plan->options->fence_cost >= UINT32_MAX || view->group->num_slots > INT32_MAX)
    return;
  for (uint32_t i = 1; i < plan->nodes.size; i++) {
    baton_fence_node *node = &plan->nodes.data[i];
    const baton_fence_node *parent = &plan->nodes.data[node->parent];
    if (node->fence == BATON_FENCE_NOTHING && parent->fence != BATON_FENCE_NOTHING &&
        order_of(plan, node->via) >= parent->from)
      node->fence = parent->fence;
    if (node->fence != BATON_FENCE_NOTHING || !node->first || node->is_dead || !node->num_certain_uses)
      continue;
    uint64_t min_trips = trips_to_pay(view, node->num_certain_uses);
    if (!baton_fence_can_test(node->via, min_trips) || has_fence_inside(plan, i))
      continue;
    node->from = 0;
    node->fence = make_tested(view, node->via, min_trips);
  }
}

static void serve_uses(const group_view *view) {
  baton_fence_plan *plan = view->plan;
  for (uint32_t use = first_use(view); use != BATON_FENCE_NOTHING; use = plan->uses->uses[use].next) {
    baton_fence_use *u = &plan->uses->uses[use];
    const baton_fence_node *node = &plan->nodes.data[u->node];
    if (u->fence == BATON_FENCE_NOTHING && node->fence != BATON_FENCE_NOTHING && order_of(plan, u->op) >= node->from)
      u->fence = node->fence;
  }
}

// The other columns of the group have the same uses in the same order.
static void copy_to_other_columns(const group_view *view) {
  baton_fence_uses *uses = view->plan->uses;
  for (uint32_t column = uses->columns[view->group->first_column].next; column != BATON_FENCE_NOTHING;
       column = uses->columns[column].next)
    for (uint32_t from = first_use(view), to = uses->columns[column].first_use; to != BATON_FENCE_NOTHING;
         from = uses->uses[from].next, to = uses->uses[to].next)
      uses->uses[to].fence = uses->uses[from].fence;
}

static void note_direct_uses(const group_view *view) {
  const baton_fence_plan *plan = view->plan;
  baton_fence_group *group = view->group;
  for (uint32_t use = first_use(view); use != BATON_FENCE_NOTHING; use = plan->uses->uses[use].next)
    group->is_direct |= plan->uses->uses[use].fence == BATON_FENCE_NOTHING;
  for (size_t i = 0; i < plan->nodes.size; i++)
    if (plan->nodes.data[i].num_certain_uses > group->num_certain_uses)
      group->num_certain_uses = plan->nodes.data[i].num_certain_uses;
  group->pays = pays(group->num_certain_uses, group->num_slots, plan->options->fence_cost);
}

void baton_fence_plan_group(baton_fence_plan *plan, uint32_t group) {
  group_view view = {.plan = plan, .group = &plan->uses->groups[group], .stamp = group + 1};
  if (view.group->num_slots < 2)
    return;
  make_tree(&view);
  if (!plan->options->is_loop_mode)
    reuse_existing(&view);
  mark_open_uses(&view);
  count_certain_uses(plan);
  place_new(&view);
  if (!plan->options->is_loop_mode)
    place_tested(&view);
  serve_uses(&view);
  note_direct_uses(&view);
  copy_to_other_columns(&view);
}

void baton_fence_plan_init(baton_fence_plan *plan, baton_fence_scan *scan, baton_fence_uses *uses,
                           const baton_fence_options *options) {
  size_t num_blocks = scan->module->num_block_ids;
  *plan = (baton_fence_plan){.scan = scan,
                             .uses = uses,
                             .options = options,
                             .node_of_block = BATON_ARENA_ARRAY(scan->arena, uint32_t, num_blocks),
                             .node_group = BATON_ARENA_ARRAY(scan->arena, uint32_t, num_blocks)};
}

void baton_fence_plan_deinit(baton_fence_plan *plan) {
  baton_vec_deinit(&plan->fences);
  baton_vec_deinit(&plan->nodes);
}
