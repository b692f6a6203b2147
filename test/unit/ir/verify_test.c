// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifier refuses that text can hardly express: values that do not dominate, in blocks and across regions.
#include "../cmocka_all.h"

#include "dialect/dialects.h"
#include "ir/build.h"
#include "ir/dominance.h"
#include "ir/verify.h"

typedef struct fixture {
  baton_context *context;
  baton_module *module;
  baton_strbuf messages;
} fixture;

static void keep(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)diag;
  baton_strbuf *out = user;
  baton_strbuf_printf(out, "%s: %.*s\n", baton_severity_name(diagnostic->severity), BATON_STR_ARG(diagnostic->text));
}

static int setup(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->context = baton_context_create();
  baton_register_dialects(f->context);
  baton_diag_set_handler(baton_context_diag(f->context), keep, &f->messages);
  f->module = baton_module_create(f->context, NULL);
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  baton_strbuf_deinit(&f->messages);
  baton_module_destroy(f->module);
  baton_context_destroy(f->context);
  baton_mem_free(f);
  return 0;
}

// An op of no dialect in a block: any operands, regions and successors, one index result.
static baton_op *op_in(fixture *f, baton_block *block, baton_value **operands, size_t num_operands, size_t num_regions,
                       baton_block **successors, size_t num_successors) {
  const baton_type *index = baton_type_index(f->context);
  baton_builder at = baton_builder_at_end(f->module, block);
  return baton_build(&at, &(baton_op_state){.def = baton_context_op_def(f->context, BATON_STR("test.op")),
                                            .operands = operands,
                                            .num_operands = num_operands,
                                            .result_types = &index,
                                            .num_results = 1,
                                            .num_regions = num_regions,
                                            .successors = successors,
                                            .num_successors = num_successors});
}

static baton_block *block_in(fixture *f, baton_op *op) {
  baton_block *block = baton_block_create(f->module);
  baton_block_append(block, &op->regions[0]);
  return block;
}

static void diamonds_dominate_as_they_should(void **state) {
  fixture *f = *state;
  baton_op *holder = op_in(f, baton_module_body(f->module), NULL, 0, 1, NULL, 0);
  baton_block *blocks[5]; // 0 -> 1, 2; 1 -> 3; 2 -> 3; 4 is not reached
  for (int i = 0; i < 5; i++)
    blocks[i] = block_in(f, holder);
  baton_op *ops[5];
  for (int i = 0; i < 5; i++)
    ops[i] = op_in(f, blocks[i], NULL, 0, 0, NULL, 0);
  op_in(f, blocks[0], NULL, 0, 0, (baton_block *[]){blocks[1], blocks[2]}, 2);
  op_in(f, blocks[1], NULL, 0, 0, &blocks[3], 1);
  op_in(f, blocks[2], NULL, 0, 0, &blocks[3], 1);
  op_in(f, blocks[4], NULL, 0, 0, &blocks[3], 1);
  static const bool expected[5][5] = {// row dominates column; everything dominates what is not reached
                                      {false, true, true, true, true},
                                      {false, false, false, false, true},
                                      {false, false, false, false, true},
                                      {false, false, false, false, true},
                                      {false, false, false, false, false}};
  baton_dominance *dominance = baton_dominance_create(f->module->op);
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 5; k++)
      assert_int_equal(baton_dominates(dominance, baton_op_result(ops[i], 0), ops[k]), expected[i][k]);
  baton_dominance_destroy(dominance);
}

static void back_edges_do_not_confuse(void **state) {
  fixture *f = *state;
  baton_op *holder = op_in(f, baton_module_body(f->module), NULL, 0, 1, NULL, 0);
  baton_block *entry = block_in(f, holder), *head = block_in(f, holder), *body = block_in(f, holder),
              *end = block_in(f, holder);
  baton_op *in_head = op_in(f, head, NULL, 0, 0, NULL, 0), *in_body = op_in(f, body, NULL, 0, 0, NULL, 0);
  op_in(f, entry, NULL, 0, 0, &head, 1);
  op_in(f, head, NULL, 0, 0, (baton_block *[]){body, end}, 2);
  op_in(f, body, NULL, 0, 0, &head, 1);
  baton_op *in_end = op_in(f, end, NULL, 0, 0, NULL, 0);
  baton_dominance *dominance = baton_dominance_create(f->module->op);
  assert_true(baton_dominates(dominance, baton_op_result(in_head, 0), in_body));
  assert_true(baton_dominates(dominance, baton_op_result(in_head, 0), in_end));
  assert_false(baton_dominates(dominance, baton_op_result(in_body, 0), in_head));
  assert_false(baton_dominates(dominance, baton_op_result(in_body, 0), in_end));
  baton_dominance_destroy(dominance);
}

static void use_before_definition_is_refused(void **state) {
  fixture *f = *state;
  baton_block *body = baton_module_body(f->module);
  baton_op *first = op_in(f, body, NULL, 0, 0, NULL, 0), *second = op_in(f, body, NULL, 0, 0, NULL, 0);
  baton_op_add_operand(f->module, first, baton_op_result(second, 0));
  assert_false(baton_verify(f->module->op));
  assert_string_equal(f->messages.data, "error: 'test.op' op operand #0 does not dominate this use\n"
                                        "note: operand defined here (op in the same block)\n");
}

static void a_value_of_an_inner_region_is_refused_outside(void **state) {
  fixture *f = *state;
  baton_block *body = baton_module_body(f->module);
  baton_op *holder = op_in(f, body, NULL, 0, 1, NULL, 0), *inner = op_in(f, block_in(f, holder), NULL, 0, 0, NULL, 0);
  baton_value *value = baton_op_result(inner, 0);
  op_in(f, body, &value, 1, 0, NULL, 0);
  assert_false(baton_verify(f->module->op));
  assert_non_null(strstr(f->messages.data, "op in another region or block"));
}

static void an_op_may_not_use_itself_inside(void **state) {
  fixture *f = *state;
  baton_op *holder = op_in(f, baton_module_body(f->module), NULL, 0, 1, NULL, 0);
  baton_value *value = baton_op_result(holder, 0);
  op_in(f, block_in(f, holder), &value, 1, 0, NULL, 0);
  assert_false(baton_verify(f->module->op));
  assert_non_null(strstr(f->messages.data, "around the use"));
}

static void isolated_regions_see_nothing_outside(void **state) {
  fixture *f = *state;
  baton_block *body = baton_module_body(f->module);
  baton_op *outside = op_in(f, body, NULL, 0, 0, NULL, 0);
  baton_builder at = baton_builder_at_end(f->module, body);
  baton_op *inner =
      baton_build(&at, &(baton_op_state){.def = baton_context_find_op_def(f->context, BATON_STR("builtin.module")),
                                         .num_regions = 1});
  baton_value *value = baton_op_result(outside, 0);
  op_in(f, block_in(f, inner), &value, 1, 0, NULL, 0);
  assert_false(baton_verify(f->module->op));
  assert_non_null(strstr(f->messages.data, "error: 'test.op' op using value defined outside the region\n"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(diamonds_dominate_as_they_should), TEST(back_edges_do_not_confuse),
      TEST(use_before_definition_is_refused), TEST(a_value_of_an_inner_region_is_refused_outside),
      TEST(an_op_may_not_use_itself_inside),  TEST(isolated_regions_see_nothing_outside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
