// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executing the host code of an entry: the ops that make nodes, and arrays of ids.
#include "analysis/order_impl.h"

#include "dialect/func.h"
#include "ir/symbol.h"

// ---- nodes ------------------------------------------------------------------------------------------------------

static bool stands_in_manual(order_machine *m, const baton_op *op) {
  uint8_t *known = &m->is_manual[op->id];
  if (!*known)
    *known = baton_op_is_manual(op) ? 2 : 1;
  return *known == 2;
}

static baton_str site_name(const baton_op *op) {
  const baton_attr *symbol = baton_op_is(op, BATON_OP_ORCH_SUBMIT) ? baton_orch_submit_callee(op)
                             : baton_op_is(op, BATON_OP_FUNC_CALL) ? baton_func_call_callee(op)
                                                                   : NULL;
  return symbol ? symbol->symbol.root : baton_str_from(op->def->name);
}

static uint32_t site_index(order_machine *m, const baton_op *op, baton_order_kind kind) {
  uint32_t *known = &m->site_of[op->id];
  if (*known)
    return *known - 1;
  order_site site = {
      .kind = kind,
      .is_load = baton_op_is(op, BATON_OP_MEMREF_LOAD),
      .is_wait = baton_op_is(op, BATON_OP_ORCH_WAIT),
      .is_manual = stands_in_manual(m, op),
      .name = site_name(op),
      .position = baton_loc_position(op->loc),
  };
  baton_vec_push(&m->x->sites, site);
  *known = (uint32_t)m->x->sites.size;
  return *known - 1;
}

static uint32_t iteration_index(order_machine *m) {
  baton_expansion *x = m->x;
  if (m->has_new_iteration) {
    order_span span = {(uint32_t)x->iteration_values.size, (uint32_t)m->loops.size};
    for (size_t k = 0; k < m->loops.size; k++)
      baton_vec_push(&x->iteration_values, m->loops.data[k]);
    baton_vec_push(&x->iterations, span);
    m->has_new_iteration = false;
  }
  return (uint32_t)x->iterations.size - 1;
}

// False if there is no room for it.
static bool begin_node(order_machine *m, const baton_op *op, baton_order_kind kind) {
  baton_expansion *x = m->x;
  if (kind == BATON_ORDER_SUBMIT && x->num_submits >= m->max_submits)
    order_cut(m, op, "too many submits");
  else if (x->num_nodes >= ORDER_MAX_NODES || x->listed.size >= ORDER_MAX_LISTED)
    order_cut(m, op, "too many tasks or waits");
  if (m->is_over)
    return false;
  order_node node = {
      .site = site_index(m, op, kind),
      .iteration = iteration_index(m),
      .first_listed = (uint32_t)x->listed.size,
      .first_derived = (uint32_t)x->listed.size,
      .first_arg = (uint32_t)x->args.size,
      .first_access = (uint32_t)x->accesses.size,
  };
  baton_vec_push(&x->nodes, node);
  x->num_nodes++;
  x->num_submits += kind == BATON_ORDER_SUBMIT;
  return true;
}

static void add_waits(order_machine *m, baton_operands waits) {
  baton_expansion *x = m->x;
  for (uint32_t k = 0; k < waits.size; k++) {
    const baton_value *value = waits.data[k].value;
    const order_cell *cell = order_cell_of(m, value);
    uint32_t one = 0, size = 1;
    const uint32_t *slots = &one;
    if (baton_type_is_one_task(value->type)) {
      one = (uint32_t)cell->integer;
    } else {
      slots = order_array_read(cell->array);
      size = cell->array->size;
    }
    for (uint32_t i = 0; i < size; i++)
      if (slots[i])
        baton_vec_push(&x->listed, slots[i] - 1);
  }
}

static void add_lists(order_machine *m, baton_operands after, baton_operands derived) {
  add_waits(m, after);
  m->x->nodes.data[m->x->num_nodes - 1].first_derived = (uint32_t)m->x->listed.size;
  add_waits(m, derived);
}

static void add_scalar(order_machine *m, int64_t value) { baton_vec_push(&m->x->args, ((order_arg){false, value})); }

void order_number_storage(order_machine *m, uint32_t storage) {
  order_storage *s = &m->x->storages.data[storage];
  if (!s->number)
    s->number = ++m->num_numbers;
}

static void add_access(order_machine *m, const order_view *view, order_access access) {
  access.region = order_region_add(m->x, view);
  baton_vec_push(&m->x->accesses, access);
  baton_vec_push(&m->x->args, ((order_arg){true, access.region}));
}

// Remembers who wrote last, for the values of later loads.
static void note_write(order_machine *m, uint32_t storage, baton_access access) {
  if (access & BATON_ACCESS_WRITE)
    m->x->storages.data[storage].writes = m->num_writes;
}

// ---- submits and fences -----------------------------------------------------------------------------------------

static void add_task_access(order_machine *m, const baton_op *op, const order_view *view, baton_access access,
                            uint32_t index) {
  bool is_manual = stands_in_manual(m, op);
  unsigned written = baton_submit_tracking(op, index), seen = is_manual ? BATON_TRACKING_PUBLISH : BATON_TRACKING_FULL;
  order_number_storage(m, view->storage);
  note_write(m, view->storage, access);
  add_access(m, view,
             (order_access){
                 .access = (uint8_t)access,
                 .tracking = (uint8_t)(written & seen),
                 .required = (uint8_t)seen,
                 .is_manual = is_manual,
             });
}

static void add_arguments(order_machine *m, const baton_op *op) {
  const baton_op *kernel = baton_submit_kernel(op);
  baton_operands args = baton_orch_submit_args(op);
  uint32_t num_memrefs = 0;
  for (uint32_t i = 0; i < args.size; i++) {
    const baton_value *value = args.data[i].value;
    if (value->type->kind == BATON_TYPE_MEMREF)
      add_task_access(m, op, order_cell_of(m, value)->view, baton_func_access(kernel, i), num_memrefs++);
    else
      add_scalar(m, order_cell_of(m, value)->integer); // of a float, its bits
  }
  const baton_value *buffer = baton_orch_submit_when_buffer(op);
  if (!buffer)
    return;
  const order_view *element = order_element(m, op, buffer, baton_orch_submit_when_indices(op));
  if (!element)
    return;
  add_task_access(m, op, element, BATON_ACCESS_READ, num_memrefs);
  add_scalar(m, baton_orch_submit_when_predicate(op)->integer);
  add_scalar(m, baton_orch_submit_when_value(op)->integer);
}

static void drop_node(order_machine *m) {
  baton_expansion *x = m->x;
  const order_node *node = &x->nodes.data[--x->num_nodes];
  x->listed.size = node->first_listed;
  x->args.size = node->first_arg;
  x->accesses.size = node->first_access;
  x->nodes.size--;
  x->num_submits--;
}

void order_run_submit(order_machine *m, const baton_op *op) {
  if (!begin_node(m, op, BATON_ORDER_SUBMIT))
    return;
  m->num_writes++;
  add_lists(m, baton_orch_submit_after(op), baton_orch_submit_derived(op));
  add_arguments(m, op);
  const baton_value *blocks = baton_orch_submit_blocks(op);
  if (blocks) {
    int64_t count = order_cell_of(m, blocks)->integer;
    add_scalar(m, count);
    if (count < 0)
      order_stop(m, op, "has %lld blocks", (long long)count);
  }
  order_result(m, op, 0)->integer = m->x->num_nodes;
  if (m->is_over)
    drop_node(m);
}

void order_run_fence(order_machine *m, const baton_op *op) {
  if (!begin_node(m, op, BATON_ORDER_FENCE))
    return;
  add_lists(m, baton_orch_fence_after(op), baton_orch_fence_derived(op));
  order_result(m, op, 0)->integer = m->x->num_nodes;
}

// ---- the host ---------------------------------------------------------------------------------------------------

void order_run_wait(order_machine *m, const baton_op *op) {
  if (begin_node(m, op, BATON_ORDER_HOST))
    add_lists(m, baton_orch_wait_tasks(op), (baton_operands){0});
}

static void add_host_access(order_machine *m, const baton_op *op, const order_view *view, baton_access access) {
  bool waits = !stands_in_manual(m, op) && !baton_attr_is_string(baton_op_attr(op, BATON_STR("orch.tracking")), "none");
  if (access & BATON_ACCESS_WRITE)
    order_number_storage(m, view->storage);
  note_write(m, view->storage, access);
  add_access(m, view,
             (order_access){
                 .access = (uint8_t)access,
                 .tracking = waits ? BATON_TRACKING_LOOKUP : BATON_TRACKING_NONE,
                 .required = BATON_TRACKING_LOOKUP,
             });
}

void order_run_host_access(order_machine *m, const baton_op *op, const order_view *element, baton_access access) {
  if (!begin_node(m, op, BATON_ORDER_HOST))
    return;
  m->num_writes += access == BATON_ACCESS_WRITE;
  add_host_access(m, op, element, access);
}

static void set_unknown(order_machine *m, const baton_op *op, uint32_t result) {
  const baton_type *type = op->results[result].type;
  order_cell *cell = order_result(m, op, result);
  if (type->kind == BATON_TYPE_MEMREF) {
    cell->view = order_make_buffer(m, op, type, UINT32_MAX, true);
  } else if (baton_type_is_task_array(type)) {
    int64_t count = baton_type_task_count(type);
    cell->array = order_array_create(&m->x->arena, count == BATON_DYNAMIC ? 0 : (uint32_t)count);
  } else {
    *cell = order_scalar(type, order_symbol_unknown(&m->symbols, m->num_unknown++));
  }
}

void order_run_host_call(order_machine *m, const baton_op *op, const baton_op *callee) {
  if (!begin_node(m, op, BATON_ORDER_HOST))
    return;
  m->num_writes++;
  for (uint32_t k = 0; k < op->num_operands; k++) {
    const baton_value *value = op->operands[k].value;
    if (value->type->kind == BATON_TYPE_MEMREF)
      add_host_access(m, op, order_cell_of(m, value)->view, baton_func_access(callee, k));
  }
  for (uint32_t k = 0; k < op->num_results; k++)
    set_unknown(m, op, k);
}

// ---- arrays of ids ----------------------------------------------------------------------------------------------

static bool has_slot(order_machine *m, const baton_op *op, int64_t index, const order_array *array) {
  if (index >= 0 && index < array->size)
    return true;
  order_stop(m, op, "has index %lld for an array of %u ids", (long long)index, array->size);
  return false;
}

static void run_none(order_machine *m, const baton_op *op) {
  const baton_type *type = op->results[0].type;
  int64_t count = baton_type_task_count(type);
  if (baton_type_is_one_task(type)) {
    order_result(m, op, 0)->integer = 0;
    return;
  }
  if (count == BATON_DYNAMIC)
    count = order_operand(m, op, 0)->integer;
  if (count < 0)
    order_stop(m, op, "has a negative size (%lld)", (long long)count);
  else if (count > ORDER_MAX_NODES)
    order_cut(m, op, "too many ids");
  else
    order_result(m, op, 0)->array = order_array_create(&m->x->arena, (uint32_t)count);
}

static void run_get(order_machine *m, const baton_op *op) {
  order_array *array = order_operand(m, op, 0)->array;
  int64_t index = order_operand(m, op, 1)->integer;
  if (has_slot(m, op, index, array))
    order_result(m, op, 0)->integer = order_array_read(array)[index];
}

static void run_set(order_machine *m, const baton_op *op) {
  order_array *array = order_operand(m, op, 1)->array;
  int64_t index = order_operand(m, op, 2)->integer;
  if (has_slot(m, op, index, array))
    order_result(m, op, 0)->array =
        order_array_set(&m->x->arena, array, (uint32_t)index, (uint32_t)order_operand(m, op, 0)->integer);
}

static void run_concat(order_machine *m, const baton_op *op) {
  const baton_type *type = op->results[0].type;
  uint64_t size = 0;
  for (uint32_t k = 0; k < op->num_operands; k++)
    size += baton_type_is_one_task(op->operands[k].value->type) ? 1 : order_operand(m, op, k)->array->size;
  int64_t count = baton_type_task_count(type);
  if (size > ORDER_MAX_NODES) {
    order_cut(m, op, "too many ids");
    return;
  }
  if (count != BATON_DYNAMIC && (uint64_t)count != size) {
    order_stop(m, op, "has %llu ids for an array of %lld", (unsigned long long)size, (long long)count);
    return;
  }
  order_array *array = order_array_create(&m->x->arena, (uint32_t)size);
  uint32_t next = 0;
  for (uint32_t k = 0; k < op->num_operands; k++) {
    const order_cell *cell = order_operand(m, op, k);
    if (baton_type_is_one_task(op->operands[k].value->type)) {
      array->slots[next++] = (uint32_t)cell->integer;
      continue;
    }
    if (cell->array->size)
      memcpy(array->slots + next, order_array_read(cell->array), cell->array->size * sizeof(uint32_t));
    next += cell->array->size;
  }
  order_result(m, op, 0)->array = array;
}

static void run_slice(order_machine *m, const baton_op *op) {
  const baton_attr *written = baton_orch_slice_bounds(op);
  baton_operands values = baton_orch_slice_values(op);
  order_array *from = order_operand(m, op, 0)->array;
  int64_t bounds[3], last; // start, count, step
  for (uint32_t k = 0, next = 0; k < 3; k++)
    bounds[k] = written->dense.items[k] == BATON_DYNAMIC ? order_cell_of(m, values.data[next++].value)->integer
                                                         : written->dense.items[k];
  bool is_good = bounds[1] == 0 ? bounds[0] >= 0 && bounds[0] <= from->size
                                : bounds[1] > 0 && !__builtin_mul_overflow(bounds[1] - 1, bounds[2], &last) &&
                                      !__builtin_add_overflow(last, bounds[0], &last) && bounds[0] >= 0 &&
                                      bounds[0] < from->size && last >= 0 && last < from->size;
  int64_t count = baton_type_task_count(op->results[0].type);
  if (!is_good || (count != BATON_DYNAMIC && count != bounds[1]) || bounds[1] > ORDER_MAX_NODES) {
    order_stop(m, op, "has start %lld, count %lld and step %lld for an array of %u ids", (long long)bounds[0],
               (long long)bounds[1], (long long)bounds[2], from->size);
    return;
  }
  order_array *array = order_array_create(&m->x->arena, (uint32_t)bounds[1]);
  const uint32_t *slots = order_array_read(from);
  for (int64_t k = 0; k < bounds[1]; k++)
    array->slots[k] = slots[bounds[0] + k * bounds[2]];
  order_result(m, op, 0)->array = array;
}

bool order_run_array(order_machine *m, const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_NONE:
    run_none(m, op);
    return true;
  case BATON_OP_ORCH_GET:
    run_get(m, op);
    return true;
  case BATON_OP_ORCH_SET:
    run_set(m, op);
    return true;
  case BATON_OP_ORCH_CONCAT:
    run_concat(m, op);
    return true;
  case BATON_OP_ORCH_SLICE:
    run_slice(m, op);
    return true;
  case BATON_OP_ORCH_SIZE:
    order_result(m, op, 0)->integer = order_operand(m, op, 0)->array->size;
    return true;
  case BATON_OP_ORCH_IS_NONE:
    order_result(m, op, 0)->integer = order_operand(m, op, 0)->integer ? 0 : -1;
    return true;
  default:
    return false;
  }
}
