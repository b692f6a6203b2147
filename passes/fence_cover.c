// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// phase-fence, code that is written out: the tasks of one block that wait for single tasks, whose lists may overlap in
// any way. What is found is in lib/analysis/task_cover.h; here a block is read into lists of numbers, and the lists of
// the answer are written back.
//
// A *source* is an id that is no task of the block: from around it, from a loop, a slot. It is numbered in front of all
// tasks. Arrays stay in the lists as they are.
#include "analysis/task_cover.h"
#include "dialect/orch.h"
#include "ir/build.h"
#include "passes/fence_impl.h"

enum { MIN_ENTRIES = 6 }; // two tasks in three lists

typedef struct cover_view {
  baton_fence_scan *scan;
  uint32_t *numbers; // by value id of versions: the number in the lists plus 1, where stamps is the block
  uint32_t *stamps;
  uint32_t stamp, first_task;
  BATON_VEC(baton_value *) values; // by number
  BATON_VEC(uint32_t) starts;
  BATON_VEC(uint32_t) producers;
  BATON_VEC(bool) is_fence;
  BATON_VEC(bool) is_written; // by number: stands in an `after`
  baton_task_cover cover;
  BATON_VEC(baton_value *) list;
} cover_view;

static bool is_single(const baton_value *version) {
  const baton_op *op = baton_value_op(version);
  return baton_type_is_one_task(version->type) && !(op && baton_op_is(op, BATON_OP_ORCH_NONE));
}

static bool is_numbered(const cover_view *view, const baton_value *version) {
  return view->stamps[version->id] == view->stamp;
}

static void number(cover_view *view, baton_value *version, bool is_fence) {
  view->stamps[version->id] = view->stamp;
  view->numbers[version->id] = (uint32_t)view->values.size + 1;
  baton_vec_push(&view->values, version);
  baton_vec_push(&view->is_fence, is_fence);
  baton_vec_push(&view->is_written, false);
}

static baton_operands list_of(const baton_op *op, uint32_t kind) {
  return baton_op_group(op, kind == BATON_FENCE_AFTER ? baton_fence_after_group(op) : baton_fence_derived_group(op));
}

// ---- reading ----------------------------------------------------------------------------------------------------

// Numbers the sources: ids in the lists of the block that are none of its tasks. Returns how many single ids there are.
static size_t number_sources(cover_view *view, const baton_block *block) {
  size_t num_entries = 0;
  for (const baton_op *op = block->first; op; op = op->next) {
    if (!baton_fence_is_consumer(op))
      continue;
    for (uint32_t kind = BATON_FENCE_AFTER; kind <= BATON_FENCE_DERIVED; kind++) {
      baton_operands list = list_of(op, kind);
      for (uint32_t i = 0; i < list.size; i++) {
        baton_value *version = baton_fence_version(view->scan, list.data[i].value);
        const baton_op *from = baton_value_op(version);
        if (!is_single(version))
          continue;
        num_entries++;
        if (!(from && from->block == block && baton_fence_is_consumer(from)) && !is_numbered(view, version))
          number(view, version, false);
      }
    }
  }
  return num_entries;
}

static void read_list(cover_view *view, const baton_op *op) {
  for (uint32_t kind = BATON_FENCE_AFTER; kind <= BATON_FENCE_DERIVED; kind++) {
    baton_operands list = list_of(op, kind);
    for (uint32_t i = 0; i < list.size; i++) {
      const baton_value *version = baton_fence_version(view->scan, list.data[i].value);
      if (!is_single(version))
        continue;
      uint32_t producer = view->numbers[version->id] - 1;
      baton_vec_push(&view->producers, producer);
      view->is_written.data[producer] |= kind == BATON_FENCE_AFTER;
    }
  }
  baton_vec_push(&view->starts, (uint32_t)view->producers.size);
}

// Whether the block has enough entries for anything to be gained.
static bool read_block(cover_view *view, const baton_block *block) {
  if (number_sources(view, block) < MIN_ENTRIES)
    return false;
  view->first_task = (uint32_t)view->values.size;
  for (size_t i = 0; i <= view->values.size; i++)
    baton_vec_push(&view->starts, 0);
  for (baton_op *op = block->first; op; op = op->next)
    if (baton_fence_is_consumer(op))
      number(view, &op->results[0], baton_op_is(op, BATON_OP_ORCH_FENCE));
  for (const baton_op *op = block->first; op; op = op->next)
    if (baton_fence_is_consumer(op))
      read_list(view, op);
  return true;
}

// ---- writing ----------------------------------------------------------------------------------------------------

// Tables by node of the cover.
typedef struct writer {
  cover_view *view;
  const baton_task_cover *cover;
  baton_value **values;
  uint32_t *node_of; // by number
  bool *is_written;  // a user's wait is in it
  uint32_t
      *holder; // the fence in the list at hand through which it is waited for; valid where holder_stamp is that list
  uint32_t *holder_stamp, *direct_stamp, *listed_stamp;
  baton_op *op; // whose list it is
  uint32_t stamp;
} writer;

// Notes that the list at hand has what a fence holds, through new fences at any depth.
static void hold(writer *w, uint32_t fence, uint32_t node) {
  if (w->holder_stamp[node] == w->stamp)
    return;
  w->holder_stamp[node] = w->stamp;
  w->holder[node] = fence;
  if (w->cover->origins[node] == BATON_COVER_NEW)
    for (uint32_t k = w->cover->starts[node]; k < w->cover->starts[node + 1]; k++)
      hold(w, fence, w->cover->producers[k]);
}

static uint32_t node_of_value(const writer *w, const baton_value *value) {
  const baton_value *version = baton_fence_version(w->view->scan, value);
  return is_single(version) ? w->node_of[w->view->numbers[version->id] - 1] : BATON_FENCE_NOTHING;
}

static void push_once(writer *w, uint32_t node) {
  if (w->listed_stamp[node] == w->stamp)
    return;
  w->listed_stamp[node] = w->stamp;
  baton_vec_push(&w->view->list, w->values[node]);
}

// What is left of a list keeps its order; a fence stands where the first wait was that it holds.
static void write_list(writer *w, uint32_t node, uint32_t kind) {
  baton_operands old = list_of(w->op, kind);
  w->view->list.size = 0;
  for (uint32_t i = 0; i < old.size; i++) {
    uint32_t wait = node_of_value(w, old.data[i].value);
    if (wait == BATON_FENCE_NOTHING)
      baton_vec_push(&w->view->list, old.data[i].value);
    else if (w->direct_stamp[wait] == w->stamp)
      push_once(w, wait);
    else if (w->holder_stamp[wait] == w->stamp)
      push_once(w, w->holder[wait]);
  }
  for (uint32_t k = w->cover->starts[node]; kind == BATON_FENCE_DERIVED && k < w->cover->starts[node + 1]; k++)
    push_once(w, w->cover->producers[k]);
  baton_op_set_group(w->view->scan->module, w->op,
                     kind == BATON_FENCE_AFTER ? baton_fence_after_group(w->op) : baton_fence_derived_group(w->op),
                     w->view->list.data, w->view->list.size);
}

// Whether the list of a task names a fence that it did not name before.
static bool is_rewritten(writer *w, uint32_t node) {
  for (uint32_t kind = BATON_FENCE_AFTER; kind <= BATON_FENCE_DERIVED; kind++) {
    baton_operands old = list_of(w->op, kind);
    for (uint32_t i = 0; i < old.size; i++) {
      uint32_t wait = node_of_value(w, old.data[i].value);
      if (wait != BATON_FENCE_NOTHING)
        w->direct_stamp[wait] = w->stamp;
    }
  }
  for (uint32_t k = w->cover->starts[node]; k < w->cover->starts[node + 1]; k++)
    if (w->direct_stamp[w->cover->producers[k]] != w->stamp)
      return true;
  return false;
}

static bool rewrite_task(writer *w, uint32_t node) {
  w->op = w->values[node]->op;
  w->stamp++;
  if (!is_rewritten(w, node))
    return false;
  w->stamp++;
  for (uint32_t k = w->cover->starts[node]; k < w->cover->starts[node + 1]; k++) {
    uint32_t wait = w->cover->producers[k];
    w->direct_stamp[wait] = w->stamp;
    if (w->cover->is_fence[wait])
      for (uint32_t m = w->cover->starts[wait]; m < w->cover->starts[wait + 1]; m++)
        hold(w, wait, w->cover->producers[m]);
  }
  write_list(w, node, BATON_FENCE_AFTER);
  write_list(w, node, BATON_FENCE_DERIVED);
  return true;
}

static void make_fence(writer *w, uint32_t node, baton_op *before) {
  const baton_task_cover *cover = w->cover;
  baton_module *module = w->view->scan->module;
  uint32_t start = cover->starts[node], size = cover->starts[node + 1] - start, num_after = 0;
  w->view->list.size = 0;
  for (int written = 1; written >= 0; written--)
    for (uint32_t k = start; k < start + size; k++)
      if (w->is_written[cover->producers[k]] == (written != 0)) {
        baton_vec_push(&w->view->list, w->values[cover->producers[k]]);
        num_after += (uint32_t)written;
      }
  w->is_written[node] = num_after > 0;
  int64_t segments[2] = {num_after, size - num_after};
  const baton_type *type = baton_type_task(module->context);
  baton_builder at = baton_builder_before(module, before);
  baton_op *fence =
      baton_build(&at, &(baton_op_state){.def = baton_context_op_def(module->context, BATON_STR("orch.fence")),
                                         .operands = w->view->list.data,
                                         .num_operands = size,
                                         .segments = segments,
                                         .result_types = &type,
                                         .num_results = 1});
  w->values[node] = &fence->results[0];
}

static void read_cover(writer *w) {
  const baton_task_cover *cover = w->cover;
  for (uint32_t node = 0; node < cover->num_nodes; node++) {
    uint32_t origin = cover->origins[node];
    if (origin == BATON_COVER_NEW)
      continue;
    w->values[node] = w->view->values.data[origin];
    w->is_written[node] = w->view->is_written.data[origin];
    w->node_of[origin] = node;
  }
}

static baton_fence_cover_counts write_block(cover_view *view) {
  const baton_task_cover *cover = &view->cover;
  baton_arena *arena = view->scan->arena;
  baton_fence_cover_counts counts = {0};
  size_t num_nodes = cover->num_nodes;
  writer w = {.view = view,
              .cover = cover,
              .values = BATON_ARENA_ARRAY(arena, baton_value *, num_nodes),
              .node_of = BATON_ARENA_ARRAY(arena, uint32_t, view->values.size),
              .is_written = BATON_ARENA_ARRAY(arena, bool, num_nodes),
              .holder = BATON_ARENA_ARRAY(arena, uint32_t, num_nodes),
              .holder_stamp = BATON_ARENA_ARRAY(arena, uint32_t, num_nodes),
              .direct_stamp = BATON_ARENA_ARRAY(arena, uint32_t, num_nodes),
              .listed_stamp = BATON_ARENA_ARRAY(arena, uint32_t, num_nodes)};
  read_cover(&w);
  uint32_t first_new = 0;
  for (uint32_t node = 0; node < cover->num_nodes; node++) {
    if (cover->origins[node] == BATON_COVER_NEW || cover->origins[node] < view->first_task)
      continue;
    for (; first_new < node; first_new++)
      if (cover->origins[first_new] == BATON_COVER_NEW) {
        make_fence(&w, first_new, w.values[node]->op);
        counts.fences++;
      }
    counts.lists += rewrite_task(&w, node);
  }
  return counts;
}

baton_fence_cover_counts baton_fence_cover_block(baton_fence_cover *cover, baton_block *block) {
  cover_view view = {
      .scan = cover->scan, .numbers = cover->numbers, .stamps = cover->stamps, .stamp = ++cover->num_blocks};
  baton_cover_options options = {cover->options->fence_cost, cover->options->max_depth};
  baton_fence_cover_counts counts = {0};
  if (read_block(&view, block)) {
    baton_task_lists lists = {view.starts.data, view.producers.data, (uint32_t)view.values.size};
    if (baton_task_cover_find(&lists, view.is_fence.data, &options, &view.cover))
      counts = write_block(&view);
    baton_task_cover_deinit(&view.cover);
  }
  baton_vec_deinit(&view.values);
  baton_vec_deinit(&view.starts);
  baton_vec_deinit(&view.producers);
  baton_vec_deinit(&view.is_fence);
  baton_vec_deinit(&view.is_written);
  baton_vec_deinit(&view.list);
  return counts;
}

void baton_fence_cover_init(baton_fence_cover *cover, baton_fence_scan *scan, const baton_fence_options *options) {
  *cover = (baton_fence_cover){.scan = scan,
                               .options = options,
                               .numbers = BATON_ARENA_ARRAY(scan->arena, uint32_t, scan->num_values),
                               .stamps = BATON_ARENA_ARRAY(scan->arena, uint32_t, scan->num_values)};
}
