// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The orch dialect: its types, syntax and checks.
#include "dialect/orch.h"

#include "dialect/arith.h"
#include "dialect/asm_helpers.h"
#include "dialect/dialects.h"
#include "dialect/func.h"
#include "ir/symbol.h"

#include <inttypes.h>

// ---- types ------------------------------------------------------------------------------------------------------

const baton_type_def baton_orch_task_def = {.dialect = "orch", .name = "task"};
const baton_type_def baton_orch_tasks_def = {.dialect = "orch", .name = "tasks", .has_count = true};

const baton_type *baton_type_task(baton_context *context) {
  return baton_type_dialect(context, &baton_orch_task_def, 0);
}

const baton_type *baton_type_tasks(baton_context *context, int64_t count) {
  return baton_type_dialect(context, &baton_orch_tasks_def, count);
}

static bool accepts_wait(const baton_type *type) {
  return baton_type_is_one_task(type) || baton_type_is_task_array(type);
}

static const baton_type_constraint baton_type_is_task = {"a task", baton_type_is_one_task, baton_type_task};
static const baton_type_constraint baton_type_is_tasks = {"an array of tasks", baton_type_is_task_array, NULL};
static const baton_type_constraint baton_type_is_wait = {"a task or an array of tasks", accepts_wait, NULL};

// ---- parallel and scope -----------------------------------------------------------------------------------------

// orch.parallel %i = %lb to %ub step %s -> (!orch.tasks<8>) { ... } {attrs}
static bool parse_parallel(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  baton_asm_arg iv = {.type = baton_type_index(p->fn->context(p))};
  baton_asm_operand bounds[3];
  if (!baton_parse_bounds(p, &iv.name, bounds))
    return false;
  for (int i = 0; i < 3; i++)
    if (!p->fn->resolve(p, bounds[i], iv.type))
      return false;
  return baton_parse_result_types(p) && p->fn->region(p, &iv, 1) && p->fn->attr_dict(p, false);
}

static void print_parallel(baton_asm_printer *p, const baton_op *op) {
  baton_print_bounds(p, op);
  baton_print_result_types(p, op);
  p->fn->text(p, " ");
  p->fn->region(p, &op->regions[0], false, op->num_results != 0);
  p->fn->attr_dict(p, op, NULL, 0, false);
}

// Slots that a yielded value fills in one iteration; dynamic where it is not known.
static int64_t slots_of(const baton_type *type) { return baton_type_task_count(type); }

static int64_t static_trips(const baton_op *op) {
  int64_t lower, upper, step, distance;
  if (!baton_value_is_constant(baton_orch_parallel_lower(op), &lower) ||
      !baton_value_is_constant(baton_orch_parallel_upper(op), &upper) ||
      !baton_value_is_constant(baton_orch_parallel_step(op), &step))
    return BATON_DYNAMIC;
  if (lower >= upper)
    return 0;
  if (step <= 0 || __builtin_sub_overflow(upper, lower, &distance))
    return BATON_DYNAMIC;
  return (distance - 1) / step + 1;
}

static bool verify_parallel_result(const baton_op *op, const baton_op *yield, uint32_t index) {
  const baton_type *given = yield->operands[index].value->type;
  if (!accepts_wait(given))
    return baton_op_error(yield, "operand #%u must be a task or an array of tasks", index);
  int64_t trips = static_trips(op), each = slots_of(given), wanted = op->results[index].type->dialect.count, total;
  if (trips == BATON_DYNAMIC || each == BATON_DYNAMIC || wanted == BATON_DYNAMIC)
    return true; // checked when run
  if (__builtin_mul_overflow(trips, each, &total) || total != wanted)
    return baton_op_error(op, "result #%u has %" PRId64 " slots, but %" PRId64 " iterations give %" PRId64 " each",
                          index, wanted, trips, each);
  return true;
}

static bool verify_parallel(const baton_op *op) {
  const baton_block *body = baton_op_body(op);
  if (op->num_regions != 1 || !body || body->num_args != 1 || body->args[0]->type->kind != BATON_TYPE_INDEX)
    return baton_op_error(op, "expects a body with one argument of type 'index'");
  int64_t step;
  if (baton_value_is_constant(baton_orch_parallel_step(op), &step) && step <= 0)
    return baton_op_error(op, "constant step operand must be positive, but is %" PRId64, step);
  const baton_op *yield = body->last;
  if (!yield || !baton_op_is(yield, BATON_OP_ORCH_YIELD))
    return baton_op_error(op, "expects region #0 to end with 'orch.yield'");
  if (yield->num_operands != op->num_results)
    return baton_op_error(yield, "gives %u values, but its parent 'orch.parallel' has %u results", yield->num_operands,
                          op->num_results);
  for (uint32_t i = 0; i < op->num_results; i++)
    if (!verify_parallel_result(op, yield, i))
      return false;
  return true;
}

// orch.scope auto -> (t) { ... } {attrs}
static bool parse_scope(baton_asm_parser *p, baton_op_state *state) {
  (void)state;
  bool is_auto = p->fn->try_token(p, "auto");
  if (!is_auto && !p->fn->try_token(p, "manual"))
    return p->fn->error(p, p->fn->position(p), "expected 'auto' or 'manual'");
  p->fn->add_attr(p, BATON_STR("kind"),
                  baton_attr_string(p->fn->context(p), is_auto ? BATON_STR("auto") : BATON_STR("manual")));
  return baton_parse_result_types(p) && p->fn->region(p, &(baton_asm_arg){0}, 0) && p->fn->attr_dict(p, false);
}

static void print_scope(baton_asm_printer *p, const baton_op *op) {
  static const char *const left_out[] = {"kind"};
  const baton_attr *kind = baton_orch_scope_kind(op);
  p->fn->text(p, " ");
  if (kind && kind->kind == BATON_ATTR_STRING)
    p->fn->str(p, kind->string);
  baton_print_result_types(p, op);
  p->fn->text(p, " ");
  p->fn->region(p, &op->regions[0], false, op->num_results != 0);
  p->fn->attr_dict(p, op, left_out, 1, false);
}

static bool verify_scope(const baton_op *op) {
  const baton_block *body = baton_op_body(op);
  if (op->num_regions != 1 || !body || body->num_args != 0)
    return baton_op_error(op, "expects a body without arguments");
  return baton_verify_yield(op, 0, "orch.yield", op->results, op->num_results);
}

static bool verify_orch_yield(const baton_op *op) {
  const baton_op *parent = baton_op_parent(op);
  if (parent && parent->def->terminator && strcmp(parent->def->terminator, "orch.yield") == 0)
    return true;
  return baton_op_error(op, "expects parent op to be one of 'orch.parallel', 'orch.scope'");
}

// ---- submit -----------------------------------------------------------------------------------------------------

static bool verify_args(const baton_op *op, const baton_op *kernel) {
  const baton_type *type = baton_func_func_function_type(kernel)->type_value;
  baton_str name = baton_symbol_name(kernel);
  baton_operands args = baton_orch_submit_args(op);
  uint32_t wanted = baton_kernel_num_passed(kernel);
  if (args.size != wanted) {
    baton_op_error(op, "passes %u arguments, but kernel @%.*s takes %u", args.size, BATON_STR_ARG(name), wanted);
    baton_op_note(kernel, "kernel declared here");
    return false;
  }
  for (uint32_t i = 0; i < args.size; i++) {
    if (args.data[i].value->type == type->function.inputs[i])
      continue;
    baton_strbuf given = {0}, expected = {0};
    baton_type_print(args.data[i].value->type, &given);
    baton_type_print(type->function.inputs[i], &expected);
    baton_op_error(op, "argument #%u has type '%s', but kernel @%.*s takes '%s'", i, given.data, BATON_STR_ARG(name),
                   expected.data);
    baton_op_note(kernel, "kernel declared here");
    baton_strbuf_deinit(&given);
    baton_strbuf_deinit(&expected);
    return false;
  }
  return true;
}

static bool verify_predicate(const baton_op *op) {
  const baton_value *buffer = baton_orch_submit_when_buffer(op);
  const baton_attr *predicate = baton_orch_submit_when_predicate(op), *value = baton_orch_submit_when_value(op);
  baton_operands indices = baton_orch_submit_when_indices(op);
  if (!buffer) {
    if (predicate || value || indices.size)
      return baton_op_error(op, "has parts of a predicate, but no buffer to evaluate it on");
    return true;
  }
  if (!predicate || !value)
    return baton_op_error(op, "needs 'when_predicate' and 'when_value' for its predicate");
  const baton_type *type = buffer->type;
  if (indices.size != type->memref.rank)
    return baton_op_error(op, "predicate has %u indices for a buffer of rank %u", indices.size, type->memref.rank);
  uint32_t bits = baton_type_bits(type->memref.element);
  if (type->memref.element->kind != BATON_TYPE_INTEGER || (bits != 8 && bits != 16 && bits != 32 && bits != 64))
    return baton_op_error(op, "predicate needs a buffer of 8, 16, 32 or 64-bit integers");
  if (value->type != type->memref.element)
    return baton_op_error(op, "'when_value' must have the element type of the predicate's buffer");
  for (uint32_t i = 0; i < indices.size; i++) {
    int64_t index, size = type->memref.sizes[i];
    if (baton_value_is_constant(indices.data[i].value, &index) &&
        (index < 0 || (size != BATON_DYNAMIC && index >= size)))
      return baton_op_error(op, "predicate's index %" PRId64 " is out of range along dimension %u", index, i);
  }
  return true;
}

static bool verify_tracking(const baton_op *op) {
  const baton_attr *tracking = baton_orch_submit_tracking(op);
  if (!tracking)
    return true;
  uint32_t wanted = baton_submit_num_tracked(op);
  if (tracking->array.num_items != wanted)
    return baton_op_error(op, "'tracking' has %u entries for %u buffers", tracking->array.num_items, wanted);
  for (uint32_t i = 0; i < wanted; i++) {
    baton_tracking parsed;
    if (!baton_tracking_from_name(tracking->array.items[i]->string, &parsed))
      return baton_op_error(op, "'tracking' entry #%u must be \"full\", \"publish\", \"lookup\" or \"none\"", i);
  }
  return true;
}

static bool verify_submit(const baton_op *op) {
  baton_str name = baton_orch_submit_callee(op)->symbol.root;
  const baton_op *kernel = baton_symbol_resolve(op, baton_orch_submit_callee(op));
  if (!kernel || !baton_op_is(kernel, BATON_OP_FUNC_FUNC))
    return baton_op_error(op, "'%.*s' does not reference a valid function", BATON_STR_ARG(name));
  if (!baton_func_is_kernel(kernel)) {
    baton_op_error(op, "'%.*s' is not a kernel: only functions declared with 'orch.kernel' can be submitted",
                   BATON_STR_ARG(name));
    baton_op_note(kernel, "function declared here");
    return false;
  }
  const baton_attr *type = baton_func_func_function_type(kernel);
  if (!type || type->kind != BATON_ATTR_TYPE || type->type_value->kind != BATON_TYPE_FUNCTION)
    return true; // the kernel is reported itself
  int64_t blocks;
  if (baton_orch_submit_blocks(op) && baton_value_is_constant(baton_orch_submit_blocks(op), &blocks) && blocks < 0)
    return baton_op_error(op, "has a negative number of blocks (%" PRId64 ")", blocks);
  return verify_args(op, kernel) && verify_predicate(op) && verify_tracking(op);
}

// ---- arrays -----------------------------------------------------------------------------------------------------

static bool verify_none(const baton_op *op) {
  const baton_type *type = op->results[0].type;
  bool is_dynamic = baton_type_is_task_array(type) && type->dialect.count == BATON_DYNAMIC;
  const baton_value *size = baton_orch_none_size(op);
  int64_t count;
  if (is_dynamic != (size != NULL))
    return baton_op_error(op,
                          is_dynamic ? "needs a size for its result type" : "takes a size only for '!orch.tasks<?>'");
  if (size && baton_value_is_constant(size, &count) && count < 0)
    return baton_op_error(op, "has a negative size (%" PRId64 ")", count);
  return true;
}

static bool verify_slot(const baton_op *op) {
  bool is_get = baton_op_is(op, BATON_OP_ORCH_GET);
  const baton_value *array = is_get ? baton_orch_get_array(op) : baton_orch_set_array(op);
  const baton_value *index = is_get ? baton_orch_get_index(op) : baton_orch_set_index(op);
  int64_t at, count = array->type->dialect.count;
  if (baton_value_is_constant(index, &at) && (at < 0 || (count != BATON_DYNAMIC && at >= count)))
    return baton_op_error(op, "slot %" PRId64 " is out of range", at);
  return true;
}

static bool verify_concat(const baton_op *op) {
  int64_t total = 0, wanted = op->results[0].type->dialect.count;
  for (uint32_t i = 0; i < op->num_operands; i++) {
    int64_t count = slots_of(op->operands[i].value->type);
    if (count == BATON_DYNAMIC || __builtin_add_overflow(total, count, &total)) {
      total = BATON_DYNAMIC;
      break;
    }
  }
  if (wanted == BATON_DYNAMIC || wanted == total)
    return true;
  if (total == BATON_DYNAMIC)
    return baton_op_error(op, "has parts of unknown size, so the result must be '!orch.tasks<?>'");
  return baton_op_error(op, "has %" PRId64 " slots in its parts, but %" PRId64 " in its result", total, wanted);
}

// Of what is known when compiling: a slice of no slots may start at the array's end.
static bool verify_slice_range(const baton_op *op, int64_t whole, int64_t start, int64_t count, int64_t step) {
  if (start != BATON_DYNAMIC && start < 0)
    return baton_op_error(op, "starts at a negative slot (%" PRId64 ")", start);
  if (count != BATON_DYNAMIC && count < 0)
    return baton_op_error(op, "has a negative count (%" PRId64 ")", count);
  if (step != BATON_DYNAMIC && step <= 0)
    return baton_op_error(op, "needs a positive step, but has %" PRId64, step);
  if (whole == BATON_DYNAMIC || start == BATON_DYNAMIC || count == BATON_DYNAMIC || step == BATON_DYNAMIC)
    return true;
  int64_t last = start - 1;
  bool overflows =
      count > 0 && (__builtin_mul_overflow(count - 1, step, &last) || __builtin_add_overflow(last, start, &last));
  if (overflows || last >= whole)
    return baton_op_error(op,
                          "of %" PRId64 " slots with step %" PRId64 " from %" PRId64 " on does not fit into %" PRId64,
                          count, step, start, whole);
  return true;
}

static bool verify_slice(const baton_op *op) {
  const baton_attr *bounds = baton_orch_slice_bounds(op);
  baton_operands values = baton_orch_slice_values(op);
  if (bounds->dense.num_items != 3)
    return baton_op_error(op, "'bounds' must have 3 elements: start, count, step");
  int64_t known[3];
  uint32_t num_values = 0;
  for (uint32_t i = 0; i < 3; i++) {
    known[i] = bounds->dense.items[i];
    if (known[i] == BATON_DYNAMIC && num_values++ < values.size)
      baton_value_is_constant(values.data[num_values - 1].value, &known[i]);
  }
  if (num_values != values.size)
    return baton_op_error(op, "'bounds' marks %u values, but there are %u", num_values, values.size);
  if (op->results[0].type->dialect.count != bounds->dense.items[1])
    return baton_op_error(op, "result must have as many slots as the count says");
  return verify_slice_range(op, baton_orch_slice_array(op)->type->dialect.count, known[0], known[1], known[2]);
}

// ---- alloc and wait ---------------------------------------------------------------------------------------------

static bool verify_alloc(const baton_op *op) {
  const baton_type *type = op->results[0].type;
  baton_operands sizes = baton_orch_alloc_sizes(op);
  if (type->memref.layout != BATON_LAYOUT_IDENTITY)
    return baton_op_error(op, "result must have the identity layout");
  if (baton_type_bits(type->memref.element) == 0)
    return baton_op_error(op, "result must have integer, index or float elements");
  uint32_t num_dynamic = 0;
  for (uint32_t i = 0; i < type->memref.rank; i++)
    num_dynamic += type->memref.sizes[i] == BATON_DYNAMIC;
  if (num_dynamic != sizes.size)
    return baton_op_error(op, "has %u sizes for %u dynamic dimensions", sizes.size, num_dynamic);
  for (uint32_t i = 0; i < sizes.size; i++) {
    int64_t size;
    if (baton_value_is_constant(sizes.data[i].value, &size) && size < 0)
      return baton_op_error(op, "has a negative size (%" PRId64 ")", size);
  }
  return true;
}

static bool verify_wait(const baton_op *op) {
  return op->num_operands > 0 || baton_op_error(op, "needs at least one task to wait for");
}

#define BATON_DIALECT_FILE "dialect/orch.def"
#include "dialect/tables.h"

static const baton_type_def *const type_table[] = {&baton_orch_task_def, &baton_orch_tasks_def};

const baton_dialect baton_orch_dialect = {.name = "orch",
                                          .ops = op_table,
                                          .num_ops = sizeof op_table / sizeof *op_table,
                                          .types = type_table,
                                          .num_types = sizeof type_table / sizeof *type_table};
