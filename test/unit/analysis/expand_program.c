// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expand_program.h"

#include "analysis/task_graph.h"
#include "dialect/arith.h"
#include "dialect/func.h"
#include "dialect/scf.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct cell {
  int64_t number;
  uint32_t *slots; // of ids and arrays
  int64_t num_slots;
} cell;

typedef struct machine {
  expansion *out;
  cell *cells; // by value id
  baton_arena arena;
} machine;

static cell *cell_of(machine *m, const baton_value *value) { return &m->cells[value->id]; }
static cell *operand_cell(machine *m, const baton_op *op, uint32_t k) { return cell_of(m, baton_op_operand(op, k)); }
static cell *result_cell(machine *m, const baton_op *op, uint32_t k) { return cell_of(m, baton_op_result(op, k)); }

static void set_slots(machine *m, cell *c, int64_t count) {
  c->slots = baton_arena_zeroed(&m->arena, (size_t)count + 1, sizeof *c->slots);
  c->num_slots = count;
}

static void set_bit(uint64_t *bits, uint32_t k) { bits[k / 64] |= (uint64_t)1 << (k % 64); }

static void run_task(machine *m, const baton_op *op) {
  expansion *out = m->out;
  if (out->num_tasks == MAX_TASKS) {
    out->failed = true;
    return;
  }
  uint32_t number = out->num_tasks++;
  expanded_task *task = &out->tasks[number];
  *task = (expanded_task){.op = op, .is_fence = baton_op_is(op, BATON_OP_ORCH_FENCE)};
  baton_operands waits = baton_task_waits(op);
  for (uint32_t k = 0; k < waits.size; k++) {
    if (out->num_waits == out->wait_capacity) {
      out->wait_capacity = out->wait_capacity ? 2 * out->wait_capacity : 256;
      out->waits = baton_mem_resize_array(out->waits, out->wait_capacity, sizeof *out->waits);
    }
    expanded_wait *wait = &out->waits[out->num_waits++];
    *wait = (expanded_wait){.op = op, .index = k};
    const cell *c = cell_of(m, waits.data[k].value);
    for (int64_t s = 0; s < c->num_slots; s++) {
      if (c->slots[s] == 0)
        continue;
      set_bit(wait->tasks, c->slots[s]);
      set_bit(wait->closure, c->slots[s]);
      for (uint32_t w = 0; w < TASK_WORDS; w++)
        wait->closure[w] |= out->tasks[c->slots[s]].before[w];
    }
    for (uint32_t w = 0; w < TASK_WORDS; w++)
      task->before[w] |= wait->closure[w];
  }
  cell *result = result_cell(m, op, 0);
  set_slots(m, result, 1);
  result->slots[0] = number;
}

static void run_block(machine *m, const baton_block *block);

static bool in_range(machine *m, int64_t index, int64_t size) {
  m->out->failed = m->out->failed || index < 0 || index >= size;
  return !m->out->failed;
}

static int64_t slice_number(machine *m, const baton_op *op, uint32_t which) {
  const baton_attr *bounds = baton_orch_slice_bounds(op);
  uint32_t operand = 0;
  for (uint32_t k = 0; k < which; k++)
    operand += bounds->dense.items[k] == BATON_DYNAMIC;
  return bounds->dense.items[which] == BATON_DYNAMIC
             ? cell_of(m, baton_orch_slice_values(op).data[operand].value)->number
             : bounds->dense.items[which];
}

static void run_slice(machine *m, const baton_op *op) {
  int64_t start = slice_number(m, op, 0), count = slice_number(m, op, 1), step = slice_number(m, op, 2);
  cell *array = operand_cell(m, op, 0), *result = result_cell(m, op, 0);
  if (count < 0 || (count > 0 && (!in_range(m, start, array->num_slots) ||
                                  !in_range(m, start + (count - 1) * step, array->num_slots)))) {
    m->out->failed = true;
    return;
  }
  set_slots(m, result, count);
  for (int64_t k = 0; k < count; k++)
    result->slots[k] = array->slots[start + k * step];
}

static void append_slots(machine *m, cell *to, const cell *from) {
  cell joined = {0};
  set_slots(m, &joined, to->num_slots + from->num_slots);
  for (int64_t k = 0; k < joined.num_slots; k++)
    joined.slots[k] = k < to->num_slots ? to->slots[k] : from->slots[k - to->num_slots];
  *to = joined;
}

static void run_none(machine *m, const baton_op *op) {
  int64_t count = baton_type_task_count(baton_op_result(op, 0)->type);
  set_slots(m, result_cell(m, op, 0), count == BATON_DYNAMIC ? operand_cell(m, op, 0)->number : count);
}

static void run_array_op(machine *m, const baton_op *op) {
  cell *result = result_cell(m, op, 0);
  int64_t index;
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_NONE:
    run_none(m, op);
    return;
  case BATON_OP_ORCH_GET:
    index = operand_cell(m, op, 1)->number;
    set_slots(m, result, 1);
    if (in_range(m, index, operand_cell(m, op, 0)->num_slots))
      result->slots[0] = operand_cell(m, op, 0)->slots[index];
    return;
  case BATON_OP_ORCH_SET:
    index = operand_cell(m, op, 2)->number;
    set_slots(m, result, 0);
    append_slots(m, result, operand_cell(m, op, 1));
    if (in_range(m, index, result->num_slots))
      result->slots[index] = operand_cell(m, op, 0)->slots[0];
    return;
  case BATON_OP_ORCH_SLICE:
    run_slice(m, op);
    return;
  case BATON_OP_ORCH_CONCAT:
    set_slots(m, result, 0);
    for (uint32_t k = 0; k < op->num_operands; k++)
      append_slots(m, result, operand_cell(m, op, k));
    return;
  default:
    fprintf(stderr, "%s is not known to this test\n", op->def->name);
    abort();
  }
}

static bool compare(int64_t predicate, int64_t a, int64_t b) {
  switch (predicate) { // the numbers of arith.cmpi
  case 0:
    return a == b;
  case 1:
    return a != b;
  case 2:
    return a < b;
  case 3:
    return a <= b;
  case 4:
    return a > b;
  case 5:
    return a >= b;
  default:
    fprintf(stderr, "arith.cmpi of unsigned numbers is not known to this test\n");
    abort();
  }
}

// Whether an op is one on two numbers; its result is set. Numbers are not negative where signs matter.
static bool run_arithmetic(machine *m, const baton_op *op) {
  if (op->num_operands != 2 || op->num_results != 1)
    return false;
  int64_t a = operand_cell(m, op, 0)->number, b = operand_cell(m, op, 1)->number, *to = &result_cell(m, op, 0)->number;
  switch (baton_op_code(op)) {
  case BATON_OP_ARITH_ADDI:
    *to = a + b;
    return true;
  case BATON_OP_ARITH_SUBI:
    *to = a - b;
    return true;
  case BATON_OP_ARITH_MULI:
    *to = a * b;
    return true;
  case BATON_OP_ARITH_DIVSI:
  case BATON_OP_ARITH_DIVUI:
    *to = b ? a / b : 0;
    m->out->failed |= b == 0;
    return true;
  case BATON_OP_ARITH_MINSI:
    *to = a < b ? a : b;
    return true;
  case BATON_OP_ARITH_MAXSI:
    *to = a > b ? a : b;
    return true;
  case BATON_OP_ARITH_CMPI:
    *to = compare(baton_arith_cmpi_predicate(op)->integer, a, b);
    return true;
  default:
    return false;
  }
}

static void run_for(machine *m, const baton_op *op) {
  const baton_block *body = op->regions[0].first;
  int64_t upper = operand_cell(m, op, 1)->number;
  for (uint32_t k = 0; k < op->num_results; k++)
    *cell_of(m, body->args[k + 1]) = *operand_cell(m, op, k + 3);
  for (int64_t i = operand_cell(m, op, 0)->number; i < upper && !m->out->failed; i += operand_cell(m, op, 2)->number) {
    cell yielded[4];
    cell_of(m, body->args[0])->number = i;
    run_block(m, body);
    for (uint32_t k = 0; k < op->num_results; k++)
      yielded[k] = *operand_cell(m, body->last, k);
    for (uint32_t k = 0; k < op->num_results; k++)
      *cell_of(m, body->args[k + 1]) = yielded[k];
  }
  for (uint32_t k = 0; k < op->num_results; k++)
    *result_cell(m, op, k) = *cell_of(m, body->args[k + 1]);
}

static void run_parallel(machine *m, const baton_op *op) {
  const baton_block *body = op->regions[0].first;
  int64_t upper = operand_cell(m, op, 1)->number;
  for (uint32_t k = 0; k < op->num_results; k++)
    set_slots(m, result_cell(m, op, k), 0);
  for (int64_t i = operand_cell(m, op, 0)->number; i < upper && !m->out->failed; i += operand_cell(m, op, 2)->number) {
    cell_of(m, body->args[0])->number = i;
    run_block(m, body);
    for (uint32_t k = 0; k < op->num_results && !m->out->failed; k++)
      append_slots(m, result_cell(m, op, k), operand_cell(m, body->last, k));
  }
}

static void run_region(machine *m, const baton_op *op, const baton_block *block) {
  if (!block)
    return;
  run_block(m, block);
  for (uint32_t k = 0; k < op->num_results && !m->out->failed; k++)
    *result_cell(m, op, k) = *operand_cell(m, block->last, k);
}

static void run_op(machine *m, const baton_op *op) {
  switch (baton_op_code(op)) {
  case BATON_OP_ORCH_SUBMIT:
  case BATON_OP_ORCH_FENCE:
    run_task(m, op);
    return;
  case BATON_OP_ARITH_CONSTANT:
    result_cell(m, op, 0)->number = baton_op_slot(op, baton_arith_constant_value_slot)->integer;
    return;
  case BATON_OP_ARITH_SELECT:
    *result_cell(m, op, 0) = *operand_cell(m, op, operand_cell(m, op, 0)->number ? 1 : 2);
    return;
  case BATON_OP_SCF_FOR:
    run_for(m, op);
    return;
  case BATON_OP_ORCH_PARALLEL:
    run_parallel(m, op);
    return;
  case BATON_OP_SCF_IF:
    run_region(m, op, op->regions[operand_cell(m, op, 0)->number ? 0 : 1].first);
    return;
  case BATON_OP_ORCH_SCOPE:
    run_region(m, op, op->regions[0].first);
    return;
  default:
    if (!baton_op_has_trait(op, BATON_TRAIT_TERMINATOR) && !run_arithmetic(m, op))
      run_array_op(m, op);
  }
}

static void run_block(machine *m, const baton_block *block) {
  for (const baton_op *op = block->first; op && !m->out->failed; op = op->next)
    run_op(m, op);
}

void expand_program(const baton_module *module, const baton_op *func, const int64_t *args, expansion *out) {
  machine m = {.out = out, .cells = baton_mem_zeroed(module->num_value_ids, sizeof(cell))};
  out->num_tasks = 1;
  out->num_waits = 0;
  out->failed = false;
  const baton_block *body = func->regions[0].first;
  for (uint32_t k = 0; k < body->num_args; k++)
    cell_of(&m, body->args[k])->number = args[k];
  run_block(&m, body);
  baton_arena_deinit(&m.arena);
  baton_mem_free(m.cells);
}

void expansion_deinit(expansion *e) { baton_mem_free(e->waits); }
