// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Submits, fences, waits and buffers.
#include "llvm/lower_impl.h"

#include "dialect/arith.h"

// ---- lists of waits ---------------------------------------------------------------------------------------------

// In the shape of one of the runtime's three calls.
typedef struct wait_list {
  enum { WAIT_ONE, WAIT_LIST, WAIT_SPANS } shape;
  LLVMValueRef data;  // the id, or the address of ids or spans
  LLVMValueRef count; // of ids or spans
} wait_list;

typedef struct wait_items {
  baton_llvm_values ids; // single ones that may be tasks
  BATON_VEC(const baton_parts *) arrays;
} wait_items;

static void add_items(baton_lowering *lw, wait_items *items, baton_operands operands) {
  for (uint32_t i = 0; i < operands.size; i++) {
    const baton_value *value = operands.data[i].value;
    const baton_parts *parts = baton_parts_of(lw, value);
    if (baton_type_is_task_array(value->type)) {
      if (!baton_is_const_equal(parts->at[1], 0))
        baton_vec_push(&items->arrays, parts);
    } else if (!baton_is_const_equal(parts->at[0], 0)) {
      baton_vec_push(&items->ids, parts->at[0]);
    }
  }
}

static wait_list store_ids(baton_lowering *lw, const baton_llvm_values *ids) {
  LLVMValueRef list = baton_scratch_slot(lw, &lw->fn.list, lw->i64, ids->size);
  for (size_t i = 0; i < ids->size; i++)
    LLVMBuildStore(lw->b, ids->data[i], baton_at_const(lw, lw->i64, list, (int64_t)i));
  return (wait_list){WAIT_LIST, list, baton_i64(lw, (int64_t)ids->size)};
}

static void store_span(baton_lowering *lw, LLVMValueRef spans, size_t index, LLVMValueRef data, LLVMValueRef count) {
  LLVMValueRef span = baton_at_const(lw, lw->span_type, spans, (int64_t)index);
  LLVMBuildStore(lw->b, data, span);
  LLVMBuildStore(lw->b, count, baton_at_const(lw, lw->i8, span, offsetof(baton_span, num_ids)));
}

static wait_list store_spans(baton_lowering *lw, const wait_items *items) {
  size_t num = items->arrays.size + (items->ids.size ? 1 : 0), next = 0;
  LLVMValueRef spans = baton_scratch_slot(lw, &lw->fn.spans, lw->span_type, num);
  if (items->ids.size) {
    wait_list list = store_ids(lw, &items->ids);
    store_span(lw, spans, next++, list.data, list.count);
  }
  for (size_t i = 0; i < items->arrays.size; i++)
    store_span(lw, spans, next++, items->arrays.data[i]->at[0], items->arrays.data[i]->at[1]);
  return (wait_list){WAIT_SPANS, spans, baton_i64(lw, (int64_t)num)};
}

// can_pass_one: whether the runtime takes a single id by value.
static wait_list make_list(baton_lowering *lw, baton_operands first, baton_operands second, bool can_pass_one) {
  wait_items items = {0};
  add_items(lw, &items, first);
  add_items(lw, &items, second);
  size_t num_ids = items.ids.size, num_arrays = items.arrays.size;
  wait_list list;
  if (num_arrays == 1 && num_ids == 0)
    list = (wait_list){WAIT_LIST, items.arrays.data[0]->at[0], items.arrays.data[0]->at[1]};
  else if (num_arrays)
    list = store_spans(lw, &items);
  else if (can_pass_one && num_ids <= 1)
    list = (wait_list){WAIT_ONE, num_ids ? items.ids.data[0] : baton_i64(lw, 0), NULL};
  else if (num_ids)
    list = store_ids(lw, &items.ids);
  else
    list = (wait_list){WAIT_LIST, LLVMConstNull(lw->ptr), baton_i64(lw, 0)};
  baton_vec_deinit(&items.ids);
  baton_vec_deinit(&items.arrays);
  return list;
}

// ---- submit -----------------------------------------------------------------------------------------------------

// What the tracker does for an argument. In auto code a pass that stops the look-up has proven that the lists order the
// task after all that it conflicts with. Nothing is recorded where nothing in the module ever looks.
static uint8_t tracking_of(const baton_lowering *lw, const baton_op *op, uint32_t index, bool is_manual) {
  baton_tracking tracking = baton_submit_tracking(op, index);
  if (!lw->has_lookups || tracking == BATON_TRACKING_NONE)
    return 0;
  if (is_manual)
    return tracking & BATON_TRACKING_PUBLISH ? BATON_RT_PUBLISH : 0;
  switch (tracking) {
  case BATON_TRACKING_FULL:
    return BATON_RT_LOOKUP | BATON_RT_PUBLISH;
  case BATON_TRACKING_LOOKUP:
    return BATON_RT_LOOKUP;
  default:
    return BATON_RT_PUBLISH | BATON_RT_ORDERED;
  }
}

static uint32_t add_arguments(baton_lowering *lw, const baton_op *op, const baton_op *kernel, baton_site *site,
                              bool is_manual) {
  baton_operands args = baton_orch_submit_args(op);
  uint32_t num_memrefs = 0;
  for (uint32_t i = 0; i < args.size; i++) {
    const baton_value *value = args.data[i].value;
    const baton_parts *parts = baton_parts_of(lw, value);
    if (value->type->kind == BATON_TYPE_MEMREF)
      baton_site_add_view(lw, site, value->type->memref.element, value->type->memref.rank, parts->at,
                          (uint8_t)baton_func_access(kernel, i), tracking_of(lw, op, num_memrefs++, is_manual));
    else
      baton_site_add_scalar(lw, site, baton_rt_type_of(value->type), parts->at[0]);
  }
  site->num_operands = (uint16_t)args.size;
  return num_memrefs;
}

static void add_blocks(baton_lowering *lw, const baton_op *op, baton_site *site) {
  const baton_value *blocks = baton_orch_submit_blocks(op);
  if (!blocks)
    return;
  lw->needs |= BATON_RT_FEATURE_GRID;
  site->flags |= BATON_RT_BLOCKS;
  site->blocks_word = (uint16_t)site->words.size;
  baton_vec_push(&site->words, baton_scalar(lw, blocks));
}

static void add_predicate(baton_lowering *lw, const baton_op *op, baton_site *site, uint8_t tracking) {
  const baton_value *buffer = baton_orch_submit_when_buffer(op);
  if (!buffer)
    return;
  const baton_type *element = buffer->type->memref.element;
  LLVMValueRef offset = baton_element_offset(lw, op, buffer, baton_orch_submit_when_indices(op));
  LLVMValueRef storage = baton_parts_of(lw, buffer)->at[BATON_PART_STORAGE];
  lw->needs |= BATON_RT_FEATURE_PREDICATE;
  site->flags |= BATON_RT_PREDICATE;
  site->predicate = (uint8_t)baton_orch_submit_when_predicate(op)->integer;
  baton_site_add_element(lw, site, element, storage, offset, BATON_RT_READ, tracking);
  site->value_word = (uint16_t)site->words.size;
  uint64_t value = (uint64_t)baton_orch_submit_when_value(op)->integer;
  uint32_t bits = baton_type_bits(element);
  baton_vec_push(&site->words, LLVMConstInt(lw->i64, bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value, 0));
}

static LLVMValueRef emit_submit(baton_lowering *lw, LLVMValueRef site, LLVMValueRef words, const wait_list *list) {
  LLVMValueRef args[] = {lw->fn.rt, site, words, list->data, list->count};
  switch (list->shape) {
  case WAIT_ONE:
    return baton_call(lw, BATON_CALL_SUBMIT1, args, 4);
  case WAIT_LIST:
    return baton_call(lw, BATON_CALL_SUBMIT, args, 5);
  default:
    return baton_call(lw, BATON_CALL_SUBMIT_SPANS, args, 5);
  }
}

// A new task's id; 0: the run has failed.
static bool set_task(baton_lowering *lw, const baton_op *op, LLVMValueRef id) {
  baton_check_run(lw, baton_cmp(lw, LLVMIntNE, id, baton_i64(lw, 0)));
  baton_set_scalar(lw, baton_op_result(op, 0), id);
  return true;
}

bool baton_lower_orch_submit(baton_lowering *lw, const baton_op *op) {
  const baton_op *kernel = baton_submit_kernel(op);
  const baton_attr *priority = baton_orch_submit_priority(op);
  baton_site site = {.kind = BATON_RT_SITE_TASK};
  if (baton_orch_submit_args(op).size > BATON_MAX_OPERANDS)
    return baton_op_error(op, "has more than %d arguments", BATON_MAX_OPERANDS);
  if (!baton_kernel_index(lw, kernel, &site.kernel))
    return false;
  bool is_manual = baton_op_is_manual(op);
  uint32_t num_memrefs = add_arguments(lw, op, kernel, &site, is_manual);
  site.invoke = baton_invoke_function(lw, kernel, &site);
  add_blocks(lw, op, &site);
  add_predicate(lw, op, &site, tracking_of(lw, op, num_memrefs, is_manual));
  site.priority = priority ? (int32_t)priority->integer : 0;
  site.flags |= (uint16_t)(priority ? BATON_RT_PRIORITY : 0) | (baton_orch_submit_early(op) ? BATON_RT_EARLY : 0) |
                (baton_orch_submit_derived(op).size ? BATON_RT_DERIVED : 0);
  LLVMValueRef site_pointer, words;
  wait_list list = make_list(lw, baton_orch_submit_after(op), baton_orch_submit_derived(op), true);
  if (!baton_site_finish(lw, op, &site, &site_pointer, &words))
    return false;
  return set_task(lw, op, emit_submit(lw, site_pointer, words, &list));
}

// ---- fence, wait ------------------------------------------------------------------------------------------------

bool baton_lower_orch_fence(baton_lowering *lw, const baton_op *op) {
  baton_operands derived = baton_orch_fence_derived(op);
  baton_site site = {.kind = BATON_RT_SITE_FENCE, .flags = derived.size ? BATON_RT_DERIVED : 0};
  LLVMValueRef site_pointer, words;
  if (!baton_site_finish(lw, op, &site, &site_pointer, &words))
    return false;
  wait_list list = make_list(lw, baton_orch_fence_after(op), derived, false);
  LLVMValueRef args[] = {lw->fn.rt, site_pointer, list.data, list.count};
  return set_task(lw, op, baton_call(lw, list.shape == WAIT_LIST ? BATON_CALL_FENCE : BATON_CALL_FENCE_SPANS, args, 4));
}

bool baton_lower_orch_wait(baton_lowering *lw, const baton_op *op) {
  baton_site site = {.kind = BATON_RT_SITE_WAIT};
  LLVMValueRef site_pointer, words;
  if (!baton_site_finish(lw, op, &site, &site_pointer, &words))
    return false;
  wait_list list = make_list(lw, baton_orch_wait_tasks(op), (baton_operands){0}, false);
  LLVMValueRef args[] = {lw->fn.rt, site_pointer, list.data, list.count};
  LLVMValueRef status = baton_call(lw, list.shape == WAIT_LIST ? BATON_CALL_WAIT : BATON_CALL_WAIT_SPANS, args, 4);
  baton_check_run(lw, baton_cmp(lw, LLVMIntEQ, status, baton_i32(lw, 0)));
  return true;
}

// ---- alloc ------------------------------------------------------------------------------------------------------

// Sizes from the operands, and the row-major strides that follow from them.
static LLVMValueRef *shape_of(baton_lowering *lw, const baton_op *op) {
  const baton_type *type = op->results[0].type;
  LLVMValueRef *at = baton_new_parts(lw, type), *sizes = baton_part_sizes(at), *strides = baton_part_strides(type, at);
  uint32_t next = 0;
  for (uint32_t i = 0; i < type->memref.rank; i++)
    if (!sizes[i])
      sizes[i] = baton_scalar(lw, baton_op_operand(op, next++));
  LLVMValueRef stride = baton_i64(lw, 1);
  for (uint32_t i = type->memref.rank; i-- > 0;) {
    if (!strides[i])
      strides[i] = stride;
    if (i)
      stride = LLVMBuildMul(lw->b, sizes[i], strides[i], "");
  }
  at[BATON_PART_OFFSET] = baton_i64(lw, 0);
  return at;
}

static LLVMValueRef store_sizes(baton_lowering *lw, const baton_type *type, LLVMValueRef *at) {
  LLVMValueRef list = LLVMConstNull(lw->ptr);
  uint32_t next = 0;
  for (uint32_t i = 0; i < type->memref.rank; i++) {
    LLVMValueRef size = baton_part_sizes(at)[i];
    if (LLVMIsAConstantInt(size))
      continue;
    if (next == 0)
      list = baton_scratch_slot(lw, &lw->fn.sizes, lw->i64, type->memref.rank);
    LLVMBuildStore(lw->b, size, baton_at_const(lw, lw->i64, list, next++));
  }
  return list;
}

bool baton_lower_orch_alloc(baton_lowering *lw, const baton_op *op) {
  const baton_value *result = baton_op_result(op, 0);
  const baton_type *type = result->type;
  if (type->memref.layout != BATON_LAYOUT_IDENTITY)
    return baton_op_error(op, "of a strided layout cannot be lowered");
  LLVMValueRef *at = shape_of(lw, op), zero = baton_i64(lw, 0);
  for (uint32_t i = 0; i < type->memref.rank; i++) {
    LLVMValueRef size = baton_part_sizes(at)[i];
    baton_check(lw, op, baton_cmp(lw, LLVMIntSGE, size, zero), BATON_RT_FAULT_SIZE, size, zero);
  }
  baton_site site = {.kind = BATON_RT_SITE_ALLOC, .num_operands = 1};
  LLVMValueRef *shape = baton_arena_copy(&lw->arena, at, baton_num_parts(type), sizeof *at);
  shape[BATON_PART_STORAGE] = zero;
  baton_site_add_view(lw, &site, type->memref.element, type->memref.rank, shape, BATON_RT_WRITE, 0);
  // The runtime takes the sizes alone.
  site.words.size = 0;
  LLVMValueRef site_pointer, words;
  if (!baton_site_finish(lw, op, &site, &site_pointer, &words))
    return false;
  LLVMValueRef args[] = {lw->fn.rt, site_pointer, store_sizes(lw, type, at)};
  at[BATON_PART_STORAGE] = baton_call(lw, BATON_CALL_ALLOC, args, 3);
  baton_check_run(lw, baton_not_null(lw, at[BATON_PART_STORAGE]));
  baton_set_parts(lw, result, at);
  baton_own(lw, result);
  return true;
}
