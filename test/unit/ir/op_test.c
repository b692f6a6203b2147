// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops: use lists, operand groups, attributes, copies, widening, walks.
#include "../cmocka_all.h"

#include "dialect/arith.h"
#include "dialect/dialects.h"
#include "dialect/orch.h"
#include "dialect/scf.h"
#include "ir/symbol.h"
#include "ir/walk.h"

typedef struct fixture {
  baton_context *context;
  baton_module *module;
  baton_builder at;
} fixture;

static int setup(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->context = baton_context_create();
  baton_register_dialects(f->context);
  f->module = baton_module_create(f->context, NULL);
  f->at = baton_builder_at_end(f->module, baton_module_body(f->module));
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  baton_module_destroy(f->module);
  baton_context_destroy(f->context);
  baton_mem_free(f);
  return 0;
}

static const baton_op_def *def_of(fixture *f, const char *name) {
  return baton_context_find_op_def(f->context, baton_str_from(name));
}

static baton_op *build_fence(fixture *f, baton_value **waits, int64_t after, int64_t derived) {
  const baton_type *task = baton_type_task(f->context);
  return baton_build(&f->at, &(baton_op_state){.def = def_of(f, "orch.fence"),
                                               .operands = waits,
                                               .num_operands = (size_t)(after + derived),
                                               .segments = (int64_t[]){after, derived},
                                               .result_types = &task,
                                               .num_results = 1});
}

// An scf.for over 0..8 that carries the given values and yields them unchanged.
static baton_op *build_loop(fixture *f, baton_value **carried, size_t num_carried) {
  baton_value *operands[8];
  const baton_type *types[8];
  operands[0] = baton_build_index(&f->at, 0);
  operands[1] = baton_build_index(&f->at, 8);
  operands[2] = baton_build_index(&f->at, 1);
  for (size_t i = 0; i < num_carried; i++) {
    operands[3 + i] = carried[i];
    types[i] = carried[i]->type;
  }
  baton_op *loop = baton_build(&f->at, &(baton_op_state){.def = def_of(f, "scf.for"),
                                                         .operands = operands,
                                                         .num_operands = 3 + num_carried,
                                                         .result_types = types,
                                                         .num_results = num_carried,
                                                         .num_regions = 1});
  baton_block *body = baton_block_create(f->module);
  baton_block_append(body, &loop->regions[0]);
  baton_block_add_arg(f->module, body, baton_type_index(f->context));
  baton_value *yielded[8];
  for (size_t i = 0; i < num_carried; i++)
    yielded[i] = baton_block_add_arg(f->module, body, types[i]);
  baton_builder inside = baton_builder_at_end(f->module, body);
  baton_build(&inside,
              &(baton_op_state){.def = def_of(f, "scf.yield"), .operands = yielded, .num_operands = num_carried});
  return loop;
}

static void uses_follow_their_values(void **state) {
  fixture *f = *state;
  baton_value *a = baton_op_result(build_fence(f, NULL, 0, 0), 0), *b = baton_op_result(build_fence(f, NULL, 0, 0), 0);
  baton_op *user = build_fence(f, (baton_value *[]){a, b, a}, 1, 2);
  assert_int_equal(baton_value_num_uses(a), 2);
  baton_value_replace_all_uses(a, b);
  assert_int_equal(baton_value_num_uses(a), 0);
  assert_int_equal(baton_value_num_uses(b), 3);
  baton_operand_set(&user->operands[1], a);
  assert_ptr_equal(a->first_use, &user->operands[1]);
  baton_op_erase(user);
  assert_null(a->first_use);
  assert_null(b->first_use);
}

static void groups_change_size_and_keep_the_others(void **state) {
  fixture *f = *state;
  baton_value *v[6];
  for (int i = 0; i < 6; i++)
    v[i] = baton_op_result(build_fence(f, NULL, 0, 0), 0);
  baton_op *fence = build_fence(f, (baton_value *[]){v[0], v[1], v[2]}, 2, 1);
  for (uint32_t size = 0; size <= 5; size++) {
    baton_op_set_group(f->module, fence, baton_orch_fence_after_group, &v[1], size);
    baton_operands after = baton_orch_fence_after(fence), derived = baton_orch_fence_derived(fence);
    assert_int_equal(after.size, size);
    assert_int_equal(derived.size, 1);
    assert_ptr_equal(derived.data[0].value, v[2]);
    for (uint32_t i = 0; i < size; i++)
      assert_ptr_equal(after.data[i].value, v[1 + i]);
    for (int i = 0; i < 6; i++) { // each use is where its value says
      uint32_t uses = 0;
      for (uint32_t k = 0; k < fence->num_operands; k++)
        uses += fence->operands[k].value == v[i];
      assert_int_equal(baton_value_num_uses(v[i]), uses);
    }
  }
  baton_op_set_group(f->module, fence, baton_orch_fence_after_group, NULL, 0);
  assert_int_equal(fence->num_operands, 1);
}

static void attributes_are_found_by_name(void **state) {
  fixture *f = *state;
  baton_op *fence = build_fence(f, NULL, 0, 0);
  const baton_attr *yes = baton_attr_bool(f->context, true);
  baton_op_set_attr(f->module, fence, BATON_STR("z"), yes);
  baton_op_set_attr(f->module, fence, BATON_STR("a"), yes);
  baton_op_set_attr(f->module, fence, BATON_STR("m"), yes);
  baton_op_set_attr(f->module, fence, BATON_STR("a"), baton_attr_unit(f->context));
  assert_int_equal(fence->num_attrs, 3);
  assert_true(baton_str_is(fence->attrs[0].name, "a") && baton_str_is(fence->attrs[2].name, "z"));
  assert_ptr_equal(baton_op_attr(fence, BATON_STR("a")), baton_attr_unit(f->context));
  assert_non_null(baton_op_attr(fence, BATON_STR("operandSegmentSizes"))); // inherent, in its slot
  baton_op_set_attr(f->module, fence, BATON_STR("m"), NULL);
  assert_null(baton_op_attr(fence, BATON_STR("m")));
  assert_int_equal(fence->num_attrs, 2);
}

static void copies_are_independent(void **state) {
  fixture *f = *state;
  baton_value *outer = baton_op_result(build_fence(f, NULL, 0, 0), 0),
              *other = baton_op_result(build_fence(f, NULL, 0, 0), 0);
  baton_op *loop = build_loop(f, &outer, 1);
  baton_op *copy = baton_op_clone(f->module, loop, &outer, &other, 1);
  assert_ptr_equal(copy->operands[3].value, other);
  assert_ptr_equal(loop->operands[3].value, outer);
  const baton_block *body = baton_op_body(copy);
  assert_ptr_not_equal(body, baton_op_body(loop));
  assert_ptr_equal(body->last->operands[0].value, body->args[1]); // inner values are mapped
  baton_op_append(copy, baton_module_body(f->module));
  baton_op_erase(copy);
  assert_int_equal(baton_value_num_uses(outer), 1);
  assert_int_equal(baton_value_num_uses(other), 0);
}

static void widening_keeps_results_and_regions(void **state) {
  fixture *f = *state;
  baton_value *a = baton_op_result(build_fence(f, NULL, 0, 0), 0), *b = baton_op_result(build_fence(f, NULL, 0, 0), 0);
  baton_op *loop = build_loop(f, &a, 1);
  baton_op *user = build_fence(f, (baton_value *[]){baton_op_result(loop, 0)}, 1, 0);
  baton_block *body = baton_op_body(loop);
  baton_value *operands[] = {loop->operands[0].value, loop->operands[1].value, loop->operands[2].value, a, b};
  const baton_type *types[] = {a->type, b->type};
  baton_op *wider = baton_op_replace_widened(f->module, loop, operands, 5, types, 2);
  assert_int_equal(wider->num_results, 2);
  assert_ptr_equal(baton_op_body(wider), body);
  assert_ptr_equal(baton_block_parent(body), wider);
  assert_ptr_equal(user->operands[0].value, baton_op_result(wider, 0));
  assert_ptr_equal(user->prev, wider);
  assert_int_equal(baton_value_num_uses(a), 1);
}

static void order_and_ancestors(void **state) {
  fixture *f = *state;
  baton_op *ops[5];
  for (int i = 0; i < 5; i++)
    ops[i] = build_fence(f, NULL, 0, 0);
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 5; k++)
      assert_int_equal(baton_op_is_before(ops[i], ops[k]), i < k);
  baton_op *loop = build_loop(f, NULL, 0), *yield = baton_op_body(loop)->last;
  assert_ptr_equal(baton_op_ancestor_in_block(yield, baton_module_body(f->module)), loop);
  assert_true(baton_op_is_ancestor(loop, yield));
  assert_false(baton_op_is_ancestor(yield, loop));
  assert_true(baton_value_is_inside(baton_op_body(loop)->args[0], loop));
  assert_false(baton_value_is_inside(loop->operands[0].value, loop));
  baton_op_unlink(ops[2]);
  baton_op_insert_before(ops[2], ops[0]);
  assert_true(baton_op_is_before(ops[2], ops[0]));
}

static baton_walk_result count_ops(baton_op *op, void *user) {
  (void)op;
  ++*(int *)user;
  return BATON_WALK_ON;
}

static void walks_see_every_op_once(void **state) {
  fixture *f = *state;
  build_loop(f, NULL, 0);
  build_loop(f, NULL, 0);
  int preorder = 0, postorder = 0, stepped = 0;
  assert_true(baton_walk_preorder(f->module->op, count_ops, &preorder));
  assert_true(baton_walk_postorder(f->module->op, count_ops, &postorder));
  for (baton_op *op = baton_walk_first(f->module->op); op; op = baton_walk_next(op, f->module->op))
    stepped++;
  assert_int_equal(preorder, 1 + 2 * (3 + 1 + 1)); // module; constants, loop, yield
  assert_int_equal(postorder, preorder);
  assert_int_equal(stepped, preorder - 1);
}

static baton_op *build_func(fixture *f, const char *name) {
  baton_named_attr attrs[] = {
      {BATON_STR("sym_name"), baton_attr_string(f->context, baton_str_from(name))},
      {BATON_STR("function_type"), baton_attr_type(f->context, baton_type_function(f->context, NULL, 0, NULL, 0))}};
  return baton_build(
      &f->at, &(baton_op_state){.def = def_of(f, "func.func"), .attrs = attrs, .num_attrs = 2, .num_regions = 1});
}

static void symbols_survive_renaming_and_erasing(void **state) {
  fixture *f = *state;
  baton_op *a = build_func(f, "a"), *b = build_func(f, "b");
  assert_ptr_equal(baton_symbol_lookup(f->module->op, BATON_STR("a")), a);
  baton_op_set_attr(f->module, a, BATON_STR("sym_name"), baton_attr_string(f->context, BATON_STR("c")));
  baton_op_set_attr(f->module, b, BATON_STR("sym_name"), baton_attr_string(f->context, BATON_STR("a")));
  assert_ptr_equal(baton_symbol_lookup(f->module->op, BATON_STR("a")), b);
  assert_ptr_equal(baton_symbol_lookup(f->module->op, BATON_STR("c")), a);
  baton_op_erase(b);
  assert_null(baton_symbol_lookup(f->module->op, BATON_STR("a")));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(uses_follow_their_values), TEST(groups_change_size_and_keep_the_others), TEST(attributes_are_found_by_name),
      TEST(copies_are_independent),   TEST(widening_keeps_results_and_regions),     TEST(order_and_ancestors),
      TEST(walks_see_every_op_once),  TEST(symbols_survive_renaming_and_erasing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
