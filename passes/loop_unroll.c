// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// loop-unroll{factor=N}: writes N iterations of a loop one after the other.
//
//     scf.for %i = %c0 to %c10 step %c1 {          ->   scf.for %i = %c0 to %c8 step %c4 {
//       %t = orch.submit @k(%i : index)                   %t = orch.submit @k(%i : index)
//     }                                                   %i1 = arith.addi %i, %c1 : index
//                                                         %t1 = orch.submit @k(%i1 : index)
//                                                         ...
//                                                       } {orch.unrolled}
//                                                       scf.for %i = %c8 to %c10 step %c1 { ... } {orch.unrolled}
//
// Taken are scf.for and orch.parallel whose trips are known and that hold no other loop; one with at most N trips
// disappears, and the loop around it may then be taken as well. Results of a parallel are concatenated in the order of
// iterations; where a size is only checked when the program runs, it stays as it is. Loops are marked orch.unrolled, so
// that a second run leaves them alone; the mark may also be written by hand to keep a loop. A loop stays where more
// than max-ops ops would come of it, or where a constant loop variable would be refused as an index or size.
//
// Iterations keep their order, and no two of them see more of each other than before. Cost: the ops copied.
#include "analysis/affine.h"
#include "analysis/trip.h"
#include "dialect/arith.h"
#include "dialect/orch.h"
#include "dialect/scf.h"
#include "ir/walk.h"
#include "pass/pass.h"
#include "passes/fold.h"

enum { NUM_FULLY, NUM_PARTLY };

typedef struct unroller {
  baton_pass_run *run;
  baton_module *module;
  uint64_t factor, max_ops;
  bool changed;
} unroller;

// A loop with known bounds, and its pieces.
typedef struct known_loop {
  baton_op *op;
  bool is_parallel;
  const baton_type *type; // of the variable
  int64_t lower, step;
  uint64_t trips;
  uint32_t num_results;
} known_loop;

// ---- which loops ------------------------------------------------------------------------------------------------

static const baton_str mark = {"orch.unrolled", sizeof "orch.unrolled" - 1};

// The number of ops in a loop, or 0 if there is another loop among them.
static uint64_t count_body(const baton_op *loop) {
  uint64_t num = 1;
  for (const baton_op *op = baton_walk_first(loop); op; op = baton_walk_next(op, loop), num++)
    if (baton_op_is_loop(op))
      return 0;
  return num;
}

static bool read_loop(baton_op *op, known_loop *out) {
  int64_t trips = baton_trip_count(op);
  bool is_parallel = baton_op_is(op, BATON_OP_ORCH_PARALLEL);
  *out = (known_loop){.op = op, .is_parallel = is_parallel, .step = baton_loop_step(op), .trips = (uint64_t)trips};
  if ((!is_parallel && !baton_op_is(op, BATON_OP_SCF_FOR)) || trips == BATON_DYNAMIC || trips < 1 || out->step <= 0)
    return false;
  out->type = baton_op_operand(op, 0)->type;
  out->num_results = op->num_results;
  return baton_constant_value(baton_op_operand(op, 0), &out->lower);
}

// Whether the results of a parallel surely have the size of all that is yielded: the verifier knows fewer trips than
// this pass, and leaves the rest to the run.
static bool has_certain_results(const known_loop *l) {
  const baton_op *yield = baton_op_body(l->op)->last;
  for (uint32_t i = 0; l->is_parallel && i < l->num_results; i++) {
    int64_t count = l->op->results[i].type->dialect.count, all;
    int64_t each = baton_type_task_count(yield->operands[i].value->type);
    if (count != BATON_DYNAMIC &&
        (each == BATON_DYNAMIC || __builtin_mul_overflow(each, (int64_t)l->trips, &all) || all != count))
      return false;
  }
  return true;
}

// The value of the loop variable in an iteration. It lies between the bounds, so nothing overflows.
static int64_t variable_at(const known_loop *l, uint64_t iteration) {
  return (int64_t)((uint64_t)l->lower + iteration * (uint64_t)l->step);
}

static bool variable_can_be_constant(const known_loop *l) {
  const baton_value *variable = baton_op_body(l->op)->args[0];
  for (uint64_t i = 0; i < l->trips; i++)
    if (!baton_fold_can_be(variable, variable_at(l, i)))
      return false;
  return true;
}

// ---- pieces -----------------------------------------------------------------------------------------------------

static baton_value *build_number(const unroller *u, baton_op *before, const baton_type *type, int64_t number) {
  baton_builder at = baton_builder_before(u->module, before);
  baton_named_attr value = {BATON_STR("value"), baton_attr_integer(u->module->context, type, number)};
  const baton_op_def *def = baton_context_op_def(u->module->context, BATON_STR("arith.constant"));
  return baton_op_result(
      baton_build(
          &at, &(baton_op_state){.def = def, .result_types = &type, .num_results = 1, .attrs = &value, .num_attrs = 1}),
      0);
}

static baton_value *build_sum(const unroller *u, baton_op *before, baton_value *a, int64_t number) {
  if (number == 0)
    return a;
  baton_value *operands[] = {a, build_number(u, before, a->type, number)};
  baton_builder at = baton_builder_before(u->module, before);
  const baton_op_def *def = baton_context_op_def(u->module->context, BATON_STR("arith.addi"));
  return baton_op_result(
      baton_build(&at,
                  &(baton_op_state){
                      .def = def, .operands = operands, .num_operands = 2, .result_types = &a->type, .num_results = 1}),
      0);
}

static baton_value *build_concat(const unroller *u, baton_op *before, baton_value *const *parts, size_t num_parts,
                                 const baton_type *type) {
  baton_builder at = baton_builder_before(u->module, before);
  const baton_op_def *def = baton_context_op_def(u->module->context, BATON_STR("orch.concat"));
  return baton_op_result(baton_build(&at, &(baton_op_state){.def = def,
                                                            .operands = parts,
                                                            .num_operands = num_parts,
                                                            .result_types = &type,
                                                            .num_results = 1}),
                         0);
}

// A copy of the iterations' body in front of an op. In: the loop variable and, for scf.for, the carried values; out:
// what the iteration yields.
static void copy_iteration(const unroller *u, const known_loop *l, baton_op *before, baton_value *variable,
                           baton_value **values) {
  baton_op *copy = baton_op_clone(u->module, l->op, NULL, NULL, 0);
  baton_block *body = baton_op_body(copy);
  baton_value_replace_all_uses(body->args[0], variable);
  for (uint32_t i = 1; i < body->num_args; i++)
    baton_value_replace_all_uses(body->args[i], values[i - 1]);
  for (uint32_t i = 0; i < l->num_results; i++)
    values[i] = body->last->operands[i].value;
  baton_fold_splice(body, before);
  baton_op_erase(copy);
}

// ---- all iterations ---------------------------------------------------------------------------------------------

// What N iterations have yielded, one row per iteration; of a for only the last row matters.
typedef struct yields {
  baton_value **rows;
  uint32_t width;
} yields;

static baton_value **row(const yields *y, uint64_t iteration) { return y->rows + iteration * y->width; }

static void start_row(const known_loop *l, yields *y, uint64_t iteration, baton_value *const *initial) {
  for (uint32_t i = 0; i < l->num_results && !l->is_parallel; i++)
    row(y, iteration)[i] = iteration ? row(y, iteration - 1)[i] : initial[i];
}

// The i-th results of all iterations as one value of a type.
static baton_value *join_column(const unroller *u, const known_loop *l, const yields *y, uint64_t num_rows, uint32_t i,
                                baton_op *before, const baton_type *type) {
  if (!l->is_parallel)
    return row(y, num_rows - 1)[i];
  baton_value **parts = baton_mem_resize_array(NULL, num_rows, sizeof *parts);
  for (uint64_t k = 0; k < num_rows; k++)
    parts[k] = row(y, k)[i];
  baton_value *joined = build_concat(u, before, parts, num_rows, type);
  baton_mem_free(parts);
  return joined;
}

static void unroll_fully(unroller *u, const known_loop *l) {
  yields y = {baton_mem_resize_array(NULL, l->trips * (l->num_results + 1), sizeof(void *)), l->num_results};
  baton_value **initial = baton_mem_resize_array(NULL, l->num_results + 1, sizeof *initial);
  for (uint32_t i = 0; i < l->num_results && !l->is_parallel; i++)
    initial[i] = baton_op_operand(l->op, 3 + i);
  for (uint64_t k = 0; k < l->trips; k++) {
    start_row(l, &y, k, initial);
    copy_iteration(u, l, l->op, build_number(u, l->op, l->type, variable_at(l, k)), row(&y, k));
  }
  for (uint32_t i = 0; i < l->num_results; i++) {
    baton_value *result = &l->op->results[i];
    baton_value_replace_all_uses(result, join_column(u, l, &y, l->trips, i, l->op, result->type));
  }
  baton_op_erase(l->op);
  baton_mem_free(initial);
  baton_mem_free(y.rows);
}

// ---- some iterations --------------------------------------------------------------------------------------------

// The type of the values of `times` iterations, one after the other.
static const baton_type *repeated_type(const unroller *u, const baton_type *type, uint64_t times) {
  int64_t count = baton_type_task_count(type), total;
  if (count == BATON_DYNAMIC || times > INT64_MAX || __builtin_mul_overflow(count, (int64_t)times, &total))
    total = BATON_DYNAMIC;
  return baton_type_tasks(u->module->context, total);
}

// A loop with the same body over other bounds, in front of the old one; carries start with the given values.
static baton_op *copy_loop(const unroller *u, const known_loop *l, baton_value *const bounds[3],
                           baton_value *const *inits, uint64_t trips) {
  const baton_op *old = l->op;
  baton_op *copy = baton_op_clone(u->module, old, NULL, NULL, 0);
  const baton_type **types = baton_mem_resize_array(NULL, l->num_results + 1, sizeof *types);
  baton_value **operands = baton_mem_resize_array(NULL, 3 + (size_t)l->num_results, sizeof *operands);
  size_t num_operands = l->is_parallel ? 3 : 3 + (size_t)l->num_results;
  for (uint32_t i = 0; i < l->num_results; i++)
    types[i] = l->is_parallel ? repeated_type(u, baton_op_body(old)->last->operands[i].value->type, trips)
                              : old->results[i].type;
  for (size_t i = 0; i < num_operands; i++)
    operands[i] = i < 3 ? bounds[i] : inits[i - 3];
  baton_region *regions[] = {&copy->regions[0]};
  baton_builder at = baton_builder_before(u->module, l->op);
  baton_op *loop = baton_build(&at, &(baton_op_state){.def = old->def,
                                                      .operands = operands,
                                                      .num_operands = num_operands,
                                                      .result_types = types,
                                                      .num_results = l->num_results,
                                                      .attrs = old->attrs,
                                                      .num_attrs = old->num_attrs,
                                                      .num_regions = 1,
                                                      .regions = regions});
  baton_op_set_attr(u->module, loop, mark, baton_attr_unit(u->module->context));
  baton_op_erase(copy);
  baton_mem_free(types);
  baton_mem_free(operands);
  return loop;
}

// Appends the other iterations of a round to the body of the main loop.
static void fill_main_loop(const unroller *u, const known_loop *l, baton_op *main) {
  baton_op *yield = baton_op_body(main)->last;
  yields y = {baton_mem_resize_array(NULL, u->factor * (l->num_results + 1), sizeof(void *)), l->num_results};
  for (uint32_t i = 0; i < l->num_results; i++)
    y.rows[i] = yield->operands[i].value;
  for (uint64_t k = 1; k < u->factor; k++) {
    start_row(l, &y, k, NULL);
    baton_value *variable = build_sum(u, yield, baton_op_body(main)->args[0], (int64_t)(k * (uint64_t)l->step));
    copy_iteration(u, l, yield, variable, row(&y, k));
  }
  for (uint32_t i = 0; i < l->num_results; i++) {
    const baton_type *type =
        l->is_parallel ? repeated_type(u, baton_op_body(l->op)->last->operands[i].value->type, u->factor) : NULL;
    baton_operand_set(&yield->operands[i], join_column(u, l, &y, u->factor, i, yield, type));
  }
  baton_mem_free(y.rows);
}

// Results of the main loop and the rest, as those of the loop that was.
static void replace_results(const unroller *u, const known_loop *l, baton_op *main, baton_op *rest) {
  for (uint32_t i = 0; i < l->num_results; i++) {
    baton_value *old = &l->op->results[i], *parts[] = {&main->results[i], rest ? &rest->results[i] : NULL};
    baton_value *joined = rest && !l->is_parallel ? parts[1] : parts[0];
    if (l->is_parallel && (rest || joined->type != old->type))
      joined = build_concat(u, l->op, parts, rest ? 2 : 1, old->type);
    baton_value_replace_all_uses(old, joined);
  }
}

static bool fits(const baton_type *type, int64_t number) {
  if (type->kind != BATON_TYPE_INTEGER || type->integer.width >= 64)
    return true;
  return number < INT64_C(1) << (type->integer.width - 1);
}

static void unroll_partly(unroller *u, const known_loop *l) {
  uint64_t rounds = l->trips / u->factor, num_rest = l->trips % u->factor;
  baton_value *lower = baton_op_operand(l->op, 0), *upper = baton_op_operand(l->op, 1);
  baton_value *step = baton_op_operand(l->op, 2), *between = upper;
  if (num_rest)
    between = build_number(u, l->op, l->type, variable_at(l, rounds * u->factor));
  baton_value *long_step = build_number(u, l->op, l->type, (int64_t)(u->factor * (uint64_t)l->step));
  baton_value **values = baton_mem_resize_array(NULL, l->num_results + 1, sizeof *values);
  for (uint32_t i = 0; i < l->num_results && !l->is_parallel; i++)
    values[i] = baton_op_operand(l->op, 3 + i);
  baton_op *main = copy_loop(u, l, (baton_value *[]){lower, between, long_step}, values, rounds * u->factor);
  fill_main_loop(u, l, main);
  for (uint32_t i = 0; i < l->num_results; i++)
    values[i] = &main->results[i];
  baton_op *rest = num_rest ? copy_loop(u, l, (baton_value *[]){between, upper, step}, values, num_rest) : NULL;
  replace_results(u, l, main, rest);
  baton_op_erase(l->op);
  baton_mem_free(values);
}

// ---- all loops --------------------------------------------------------------------------------------------------

static void visit(unroller *u, baton_op *op) {
  known_loop l;
  int64_t long_step;
  if (!baton_op_is_loop(op) || baton_op_attr(op, mark) || !read_loop(op, &l) || !has_certain_results(&l))
    return;
  uint64_t size = count_body(op), copies = l.trips <= u->factor ? l.trips : u->factor + (l.trips % u->factor != 0), all;
  if (size == 0 || __builtin_mul_overflow(size, copies, &all) || all > u->max_ops)
    return;
  if (l.trips <= u->factor) {
    if (!variable_can_be_constant(&l))
      return;
    unroll_fully(u, &l);
    baton_pass_count(u->run, NUM_FULLY, 1);
  } else {
    if (u->factor == 1 || __builtin_mul_overflow(l.step, (int64_t)u->factor, &long_step) || !fits(l.type, long_step))
      return;
    unroll_partly(u, &l);
    baton_pass_count(u->run, NUM_PARTLY, 1);
  }
  u->changed = true;
}

static bool read_options(unroller *u, const baton_op *root) {
  int64_t factor = baton_pass_int(u->run, "factor"), max_ops = baton_pass_int(u->run, "max-ops");
  if (factor < 1 || factor > INT32_MAX)
    return baton_op_error(root, "option factor of loop-unroll must be 1 to %d, but is %lld", INT32_MAX,
                          (long long)factor);
  if (max_ops < 0)
    return baton_op_error(root, "option max-ops of loop-unroll must be 0 or more, but is %lld", (long long)max_ops);
  u->factor = (uint64_t)factor;
  u->max_ops = (uint64_t)max_ops;
  return true;
}

typedef struct walk_state {
  unroller *unroller;
  const baton_op *root;
} walk_state;

static baton_walk_result visit_inside(baton_op *op, void *user) {
  const walk_state *state = user;
  if (op != state->root)
    visit(state->unroller, op);
  return BATON_WALK_ON;
}

static baton_pass_result run(baton_pass_run *run, baton_op *root) {
  unroller u = {.run = run, .module = baton_pass_module(run)};
  if (!read_options(&u, root))
    return BATON_PASS_FAILED;
  baton_walk_postorder(root, visit_inside, &(walk_state){&u, root});
  return u.changed ? BATON_PASS_CHANGED : BATON_PASS_UNCHANGED;
}

static const baton_pass_option options[] = {
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "factor",
     .help = "iterations to write one after the other",
     .default_text = "4"},
    {.size = sizeof(baton_pass_option),
     .kind = BATON_OPTION_INT,
     .name = "max-ops",
     .help = "leave loops of which this would make more ops",
     .default_text = "10000"},
};

static const char *const statistics[] = {
    [NUM_FULLY] = "loops unrolled fully",
    [NUM_PARTLY] = "loops unrolled partly",
};

extern const baton_pass baton_loop_unroll_pass;
const baton_pass baton_loop_unroll_pass = {
    .size = sizeof(baton_pass),
    .num_options = sizeof options / sizeof *options,
    .name = "loop-unroll",
    .summary = "write iterations of loops with known trips one after the other",
    .anchor = NULL,
    .requires = "nothing; canonicalize makes more bounds known",
    .preserves = "the order of all effects and tasks",
    .options = options,
    .run = run,
    .statistics = statistics,
    .num_statistics = sizeof statistics / sizeof *statistics,
};
