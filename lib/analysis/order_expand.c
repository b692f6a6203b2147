// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executing the host code of an entry: control flow.
#include "analysis/order_impl.h"

#include "dialect/arith.h"
#include "dialect/func.h"
#include "dialect/scf.h"
#include "ir/symbol.h"

#include <inttypes.h>

enum { MAX_DEPTH = 2 * BATON_MAX_NESTING };

// ---- ends -------------------------------------------------------------------------------------------------------

static void end(order_machine *m, baton_expansion_status status, const baton_op *op, baton_str reason) {
  if (m->is_over)
    return;
  m->is_over = true;
  m->x->status = status;
  m->x->reason = reason;
  m->x->reason_position = baton_loc_position(op->loc);
}

void order_stop(order_machine *m, const baton_op *op, const char *format, ...) {
  baton_strbuf text = {0};
  va_list args;
  baton_strbuf_printf(&text, "'%s' op ", op->def->name);
  va_start(args, format);
  baton_strbuf_vprintf(&text, format, args);
  va_end(args);
  end(m, BATON_EXPANSION_STOPPED, op, baton_str_copy(&m->x->arena, baton_strbuf_view(&text)));
  baton_strbuf_deinit(&text);
}

void order_cut(order_machine *m, const baton_op *op, const char *why) {
  end(m, BATON_EXPANSION_CUT, op, baton_str_from(why));
}

void order_refuse(order_machine *m, const baton_op *op, const char *why) {
  if (!m->has_failed && !m->is_over)
    baton_op_error(op, "cannot be expanded to check the order of tasks: it %s", why);
  m->has_failed = m->is_over = true;
}

// ---- loops ------------------------------------------------------------------------------------------------------

static uint64_t trips(order_machine *m, const baton_op *op) {
  int64_t lower = order_operand(m, op, 0)->integer, upper = order_operand(m, op, 1)->integer,
          step = order_operand(m, op, 2)->integer;
  if (step <= 0) {
    order_stop(m, op, "has a step that is not positive");
    return 0;
  }
  return lower >= upper ? 0 : ((uint64_t)upper - (uint64_t)lower - 1) / (uint64_t)step + 1;
}

static void push_loop(order_machine *m) { baton_vec_push(&m->loops, 0); }

static void set_loop(order_machine *m, int64_t at) {
  m->loops.data[m->loops.size - 1] = at;
  m->has_new_iteration = true;
}

static void pop_loop(order_machine *m) {
  m->loops.size--;
  m->has_new_iteration = true;
}

// Copies operands of an op to arguments of a block all at once, since they may be the same values.
static void assign(order_machine *m, const baton_op *from, uint32_t first, const baton_block *to, uint32_t first_arg,
                   uint32_t num) {
  order_cell few[8], *cells = num <= 8 ? few : baton_mem_resize_array(NULL, num, sizeof *cells);
  for (uint32_t k = 0; k < num; k++)
    cells[k] = *order_operand(m, from, first + k);
  for (uint32_t k = 0; k < num; k++)
    *order_cell_of(m, to->args[first_arg + k]) = cells[k];
  if (cells != few)
    baton_mem_free(cells);
}

static void give_results(order_machine *m, const baton_op *op, const baton_op *from, uint32_t first) {
  for (uint32_t k = 0; k < op->num_results && !m->is_over; k++)
    *order_result(m, op, k) = *order_operand(m, from, first + k);
}

static int64_t variable(order_machine *m, const baton_op *op, uint64_t trip) {
  return (int64_t)((uint64_t)order_operand(m, op, 0)->integer + trip * (uint64_t)order_operand(m, op, 2)->integer);
}

static void run_for(order_machine *m, const baton_op *op) {
  const baton_block *body = op->regions[0].first;
  uint64_t num_trips = trips(m, op);
  assign(m, op, 3, body, 1, op->num_results);
  push_loop(m);
  for (uint64_t trip = 0; trip < num_trips && !m->is_over; trip++) {
    int64_t at = variable(m, op, trip);
    order_cell_of(m, body->args[0])->integer = at;
    set_loop(m, at);
    order_run_block(m, body);
    if (!m->is_over)
      assign(m, body->last, 0, body, 1, op->num_results);
  }
  pop_loop(m);
  for (uint32_t k = 0; k < op->num_results && !m->is_over; k++)
    *order_result(m, op, k) = *order_cell_of(m, body->args[k + 1]);
}

static void run_while(order_machine *m, const baton_op *op) {
  const baton_block *head = op->regions[0].first, *body = op->regions[1].first;
  assign(m, op, 0, head, 0, head->num_args);
  push_loop(m);
  for (int64_t trip = 0; !m->is_over; trip++) {
    set_loop(m, trip);
    order_run_block(m, head);
    if (m->is_over || !order_operand(m, head->last, 0)->integer)
      break;
    assign(m, head->last, 1, body, 0, body->num_args);
    order_run_block(m, body);
    if (!m->is_over)
      assign(m, body->last, 0, head, 0, head->num_args);
  }
  pop_loop(m);
  give_results(m, op, head->last, 1);
}

// ---- parallel ---------------------------------------------------------------------------------------------------

typedef BATON_VEC(uint32_t) slots;

static void append_yielded(order_machine *m, const baton_value *value, slots *to) {
  const order_cell *cell = order_cell_of(m, value);
  if (baton_type_is_one_task(value->type)) {
    baton_vec_push(to, (uint32_t)cell->integer);
    return;
  }
  const uint32_t *from = order_array_read(cell->array);
  for (uint32_t i = 0; i < cell->array->size; i++)
    baton_vec_push(to, from[i]);
}

static void finish_parallel(order_machine *m, const baton_op *op, uint32_t result, const slots *ids) {
  int64_t count = baton_type_task_count(op->results[result].type);
  if (count != BATON_DYNAMIC && (uint64_t)count != ids->size) {
    order_stop(m, op, "yields %zu ids to an array of %lld", ids->size, (long long)count);
    return;
  }
  order_array *array = order_array_create(&m->x->arena, (uint32_t)ids->size);
  if (ids->size)
    memcpy(array->slots, ids->data, ids->size * sizeof *ids->data);
  order_result(m, op, result)->array = array;
}

static void run_parallel(order_machine *m, const baton_op *op) {
  const baton_block *body = op->regions[0].first;
  uint64_t num_trips = trips(m, op);
  slots *ids = baton_mem_zeroed(op->num_results + 1, sizeof *ids);
  push_loop(m);
  for (uint64_t trip = 0; trip < num_trips && !m->is_over; trip++) {
    int64_t at = variable(m, op, trip);
    order_cell_of(m, body->args[0])->integer = at;
    set_loop(m, at);
    order_run_block(m, body);
    for (uint32_t k = 0; k < op->num_results && !m->is_over; k++)
      append_yielded(m, body->last->operands[k].value, &ids[k]);
    if (op->num_results && ids[0].size > ORDER_MAX_LISTED)
      order_cut(m, op, "too many ids");
  }
  pop_loop(m);
  for (uint32_t k = 0; k < op->num_results; k++) {
    if (!m->is_over)
      finish_parallel(m, op, k, &ids[k]);
    baton_vec_deinit(&ids[k]);
  }
  baton_mem_free(ids);
}

// ---- branches, scopes, calls ------------------------------------------------------------------------------------

static void run_region(order_machine *m, const baton_op *op, const baton_region *region) {
  if (!region->first)
    return;
  order_run_block(m, region->first);
  if (!m->is_over)
    give_results(m, op, region->first->last, 0);
}

// The region of the case that the value equals, or the first one.
static const baton_region *chosen_region(order_machine *m, const baton_op *op) {
  const baton_attr *cases = baton_scf_index_switch_cases(op);
  for (uint32_t i = 0; i < cases->dense.num_items; i++)
    if (cases->dense.items[i] == order_operand(m, op, 0)->integer)
      return &op->regions[i + 1];
  return &op->regions[0];
}

static void run_call(order_machine *m, const baton_op *op) {
  const baton_op *callee = baton_symbol_resolve(op, baton_func_call_callee(op));
  const baton_block *body = callee->regions[0].first;
  if (!body) {
    order_run_host_call(m, op, callee);
    return;
  }
  for (size_t k = 0; k < m->open_calls.size; k++)
    if (m->open_calls.data[k] == callee) {
      order_refuse(m, op, "is recursive");
      return;
    }
  if (body->next) {
    order_refuse(m, op, "calls a function with control flow between blocks");
    return;
  }
  baton_vec_push(&m->open_calls, callee);
  assign(m, op, 0, body, 0, body->num_args);
  order_run_block(m, body);
  m->open_calls.size--;
  if (!m->is_over)
    give_results(m, op, body->last, 0);
}

static void run_op(order_machine *m, const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_SUBMIT:
    order_run_submit(m, op);
    return;
  case BATON_OP_ORCH_FENCE:
    order_run_fence(m, op);
    return;
  case BATON_OP_ORCH_WAIT:
    order_run_wait(m, op);
    return;
  case BATON_OP_SCF_FOR:
    run_for(m, op);
    return;
  case BATON_OP_ORCH_PARALLEL:
    run_parallel(m, op);
    return;
  case BATON_OP_SCF_WHILE:
    run_while(m, op);
    return;
  case BATON_OP_SCF_IF:
    run_region(m, op, &op->regions[order_operand(m, op, 0)->integer ? 0 : 1]);
    return;
  case BATON_OP_SCF_INDEX_SWITCH:
    run_region(m, op, chosen_region(m, op));
    return;
  case BATON_OP_ORCH_SCOPE:
    run_region(m, op, &op->regions[0]);
    return;
  case BATON_OP_FUNC_CALL:
    run_call(m, op);
    return;
  default:
    if (!baton_op_has_trait(op, BATON_TRAIT_TERMINATOR) && !order_run_arith(m, op) && !order_run_memref(m, op) &&
        !order_run_shape(m, op) && !order_run_array(m, op))
      order_refuse(m, op, "is not known here");
  }
}

void order_run_block(order_machine *m, const baton_block *block) {
  if (++m->depth > MAX_DEPTH)
    order_refuse(m, block->first, "is nested too deeply");
  for (const baton_op *op = block->first; op && !m->is_over; op = op->next) {
    if (m->num_steps++ == m->max_steps)
      order_cut(m, op, "too many steps");
    else
      run_op(m, op);
  }
  m->depth--;
}

// ---- entries ----------------------------------------------------------------------------------------------------

static void set_argument(order_machine *m, const baton_op *func, uint32_t i, baton_strbuf *text) {
  const baton_value *arg = func->regions[0].first->args[i];
  const baton_type *type = arg->type;
  order_cell *cell = order_cell_of(m, arg);
  if (type->kind == BATON_TYPE_MEMREF) {
    cell->view = order_make_buffer(m, func, type, i, !baton_func_arg_attr(func, i, "orch.noalias"));
    for (uint32_t k = 0; k < type->memref.rank; k++)
      if (type->memref.sizes[k] == BATON_DYNAMIC)
        baton_strbuf_printf(text, "%sarg%u.%u=%" PRId64, text->size ? ", " : "", i, k, order_view_sizes(cell->view)[k]);
  } else if (baton_type_is_task_array(type)) {
    int64_t count = baton_type_task_count(type);
    cell->array = order_array_create(&m->x->arena, count == BATON_DYNAMIC ? 0 : (uint32_t)count);
  } else if (type->kind == BATON_TYPE_INDEX || type->kind == BATON_TYPE_INTEGER) {
    *cell = order_scalar(type, order_symbol_argument(&m->symbols, func, i));
    baton_strbuf_printf(text, "%sarg%u=%" PRId64, text->size ? ", " : "", i,
                        baton_type_is_integer(type, 1) ? -cell->integer : cell->integer);
  } else {
    *cell = order_scalar(type, (int64_t)i + 1);
  }
}

static void set_arguments(order_machine *m, const baton_op *func) {
  baton_strbuf text = {0};
  for (uint32_t i = 0; i < func->regions[0].first->num_args; i++)
    set_argument(m, func, i, &text);
  m->x->values = baton_str_copy(&m->x->arena, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
}

static void execute(order_machine *m, const baton_op *func) {
  const baton_block *body = func->regions[0].first;
  if (body->next) {
    order_refuse(m, func, "has control flow between blocks");
    return;
  }
  baton_vec_push(&m->open_calls, func);
  set_arguments(m, func);
  order_run_block(m, body);
}

static void deinit(order_machine *m) {
  baton_mem_free(m->cells);
  baton_mem_free(m->site_of);
  baton_mem_free(m->is_manual);
  baton_vec_deinit(&m->loops);
  baton_vec_deinit(&m->open_calls);
  baton_vec_deinit(&m->stored);
  baton_map_deinit(&m->stored_of);
}

static void close_nodes(baton_expansion *x) {
  order_node last = {
      .first_listed = (uint32_t)x->listed.size,
      .first_arg = (uint32_t)x->args.size,
      .first_access = (uint32_t)x->accesses.size,
  };
  baton_vec_push(&x->nodes, last);
}

baton_expansion *baton_expansion_create(const baton_module *module, const baton_op *func,
                                        const baton_expansion_options *options) {
  baton_expansion *x = baton_mem_zeroed(1, sizeof *x);
  order_machine m = {
      .x = x,
      .module = module,
      .cells = baton_mem_zeroed(module->num_value_ids + 1, sizeof *m.cells),
      .site_of = baton_mem_zeroed(module->num_op_ids + 1, sizeof *m.site_of),
      .is_manual = baton_mem_zeroed(module->num_op_ids + 1, sizeof *m.is_manual),
      .max_submits = options->max_submits ? options->max_submits : UINT64_MAX,
      .max_steps = options->max_submits ? 65536 + 256 * options->max_submits : UINT64_MAX,
      .has_new_iteration = true,
  };
  if (order_symbols_init(&m.symbols, &x->arena, func, options))
    execute(&m, func);
  else
    m.has_failed = true;
  close_nodes(x);
  x->used_valuation = m.symbols.is_used;
  deinit(&m);
  if (m.has_failed) {
    baton_expansion_destroy(x);
    return NULL;
  }
  return x;
}

void baton_expansion_destroy(baton_expansion *x) {
  if (!x)
    return;
  baton_vec_deinit(&x->sites);
  baton_vec_deinit(&x->nodes);
  baton_vec_deinit(&x->listed);
  baton_vec_deinit(&x->args);
  baton_vec_deinit(&x->accesses);
  baton_vec_deinit(&x->regions);
  baton_vec_deinit(&x->words);
  baton_vec_deinit(&x->storages);
  baton_vec_deinit(&x->iterations);
  baton_vec_deinit(&x->iteration_values);
  baton_map_deinit(&x->region_of);
  baton_arena_deinit(&x->arena);
  baton_mem_free(x);
}

baton_expansion_status baton_expansion_status_of(const baton_expansion *x) { return x->status; }

baton_str baton_expansion_reason(const baton_expansion *x, baton_position *out_position) {
  if (out_position)
    *out_position = x->reason_position;
  return x->reason;
}

bool baton_expansion_has_empty_views(const baton_expansion *x) { return x->has_empty; }
bool baton_expansion_used_valuation(const baton_expansion *x) { return x->used_valuation; }
baton_order_kind baton_expansion_kind(const baton_expansion *x, uint32_t node) { return order_site_of(x, node)->kind; }
bool baton_expansion_is_manual(const baton_expansion *x, uint32_t node) { return order_site_of(x, node)->is_manual; }
uint32_t baton_expansion_num_nodes(const baton_expansion *x) { return x->num_nodes; }
uint32_t baton_expansion_num_submits(const baton_expansion *x) { return x->num_submits; }
baton_str baton_expansion_values(const baton_expansion *x) { return x->values; }
