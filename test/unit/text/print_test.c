// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing of IR that text cannot say: ops that do not fit their rows, single ops, detached values.
#include "../cmocka_all.h"

#include "dialect/arith.h"
#include "dialect/dialects.h"
#include "dialect/orch.h"
#include "text/parse.h"
#include "text/print.h"

typedef struct fixture {
  baton_context *context;
  baton_module *module;
  baton_builder at;
  baton_strbuf out;
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
  baton_strbuf_deinit(&f->out);
  baton_module_destroy(f->module);
  baton_context_destroy(f->context);
  baton_mem_free(f);
  return 0;
}

static const baton_op_def *def_of(fixture *f, const char *name) {
  return baton_context_find_op_def(f->context, baton_str_from(name));
}

static baton_op *build(fixture *f, baton_op_state state, const char *name) {
  state.def = def_of(f, name);
  assert_non_null(state.def);
  return baton_build(&f->at, &state);
}

static void expect_print(fixture *f, const baton_op *op, const char *text) {
  f->out.size = 0;
  baton_print(op, NULL, &f->out);
  assert_string_equal(f->out.data, text);
}

// Every registered op without anything at all is printed in some way, and what is printed can be read.
static void test_bare_ops(void **state) {
  fixture *f = *state;
  static const baton_dialect *const dialects[] = {&baton_builtin_dialect, &baton_func_dialect,   &baton_arith_dialect,
                                                  &baton_scf_dialect,     &baton_memref_dialect, &baton_orch_dialect};
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    for (size_t k = 0; k < dialects[i]->num_ops; k++)
      for (size_t num_regions = 0; num_regions < 3; num_regions++)
        build(f, (baton_op_state){.num_regions = num_regions}, dialects[i]->ops[k].name);
  baton_print(f->module->op, NULL, &f->out);
  baton_context_allow_unregistered(f->context, true);
  baton_module *again = baton_parse(f->context, BATON_STR("printed"), baton_strbuf_view(&f->out));
  assert_non_null(again);
  baton_module_destroy(again);
}

static void test_wrong_groups_are_generic(void **state) {
  fixture *f = *state;
  baton_value *one = baton_build_index(&f->at, 1);
  const baton_type *task = baton_type_task(f->context), *i32 = baton_type_integer(f->context, 32);
  baton_op *fence = build(
      f,
      (baton_op_state){
          .operands = &one, .num_operands = 1, .segments = (int64_t[]){2, 0}, .result_types = &task, .num_results = 1},
      "orch.fence");
  expect_print(f, fence, "%0 = \"orch.fence\"(%c1) {operandSegmentSizes = array<i32: 2, 0>} : (index) -> !orch.task\n");
  baton_op *add =
      build(f,
            (baton_op_state){
                .operands = (baton_value *[]){one, one}, .num_operands = 2, .result_types = &i32, .num_results = 1},
            "arith.addi");
  expect_print(f, add, "%1 = \"arith.addi\"(%c1, %c1) : (index, index) -> i32\n");
}

// An attribute that the custom form would lose.
static void test_nothing_is_lost(void **state) {
  fixture *f = *state;
  const baton_type *task = baton_type_task(f->context);
  baton_str name = BATON_STR("k");
  baton_named_attr attrs[] = {
      {BATON_STR("callee"), baton_attr_symbol(f->context, name, NULL, 0)},
      {BATON_STR("when_value"), baton_attr_integer(f->context, baton_type_integer(f->context, 64), 3)}};
  baton_op *submit = build(f,
                           (baton_op_state){.attrs = attrs,
                                            .num_attrs = 1,
                                            .segments = (int64_t[]){0, 0, 0, 0, 0, 0},
                                            .result_types = &task,
                                            .num_results = 1},
                           "orch.submit");
  expect_print(f, submit, "%0 = orch.submit @k()\n");
  baton_op_set_attr(f->module, submit, attrs[1].name, attrs[1].value);
  expect_print(
      f, submit,
      "%0 = \"orch.submit\"() {callee = @k, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>, when_value = 3 : "
      "i64} : () -> !orch.task\n");
}

static void test_values_from_elsewhere(void **state) {
  fixture *f = *state;
  baton_value *one = baton_build_index(&f->at, 1);
  baton_op_unlink(baton_value_op(one));
  baton_op *sum = build(
      f,
      (baton_op_state){
          .operands = (baton_value *[]){one, one}, .num_operands = 2, .result_types = &one->type, .num_results = 1},
      "arith.addi");
  expect_print(f, sum, "%0 = arith.addi <<UNKNOWN SSA VALUE>>, <<UNKNOWN SSA VALUE>> : index\n");
}

// "return" on a line of its own would read the next line's name as its operand.
static void test_terminator_in_the_middle(void **state) {
  fixture *f = *state;
  baton_op *first = build(f, (baton_op_state){0}, "func.return");
  baton_op *second = build(f, (baton_op_state){0}, "func.return");
  expect_print(f, first, "\"func.return\"() : () -> ()\n");
  expect_print(f, second, "func.return\n");
}

static void test_no_types_at_the_end(void **state) {
  fixture *f = *state;
  expect_print(f, build(f, (baton_op_state){0}, "orch.wait"), "\"orch.wait\"() : () -> ()\n");
}

// Takes pieces until there is more text than a limit.
typedef struct taker {
  baton_strbuf text;
  size_t limit;
  uint32_t num_pieces;
} taker;

static bool take(void *user, baton_str piece) {
  taker *t = user;
  baton_strbuf_append(&t->text, piece);
  t->num_pieces++;
  return t->text.size <= t->limit;
}

static void test_pieces(void **state) {
  fixture *f = *state;
  for (int64_t i = 0; i < 20000; i++)
    baton_build_index(&f->at, i);
  baton_print(f->module->op, NULL, &f->out);
  taker all = {.limit = SIZE_MAX};
  assert_true(baton_print_to(f->module->op, NULL, take, &all));
  assert_true(all.num_pieces > 1);
  assert_string_equal(all.text.data, f->out.data);
  taker few = {.limit = 1};
  assert_false(baton_print_to(f->module->op, NULL, take, &few));
  assert_int_equal(few.num_pieces, 1);
  assert_memory_equal(few.text.data, f->out.data, few.text.size);
  baton_strbuf_deinit(&all.text);
  baton_strbuf_deinit(&few.text);
}

typedef struct progress {
  size_t last;
  uint32_t num_calls;
} progress;

static void watch(void *user, size_t offset) {
  progress *p = user;
  assert_true(offset >= p->last);
  p->last = offset;
  p->num_calls++;
}

static void test_watch(void **state) {
  fixture *f = *state;
  for (int64_t i = 0; i < 20000; i++)
    baton_build_index(&f->at, i);
  baton_print(f->module->op, NULL, &f->out);
  progress p = {0};
  baton_module *module = baton_parse_with(f->context, BATON_STR("t"), baton_strbuf_view(&f->out),
                                          &(baton_parse_options){.watch = watch, .user = &p});
  assert_non_null(module);
  assert_true(p.num_calls > 1);
  assert_int_equal(p.last, f->out.size);
  baton_module_destroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_bare_ops, setup, teardown),
      cmocka_unit_test_setup_teardown(test_wrong_groups_are_generic, setup, teardown),
      cmocka_unit_test_setup_teardown(test_nothing_is_lost, setup, teardown),
      cmocka_unit_test_setup_teardown(test_values_from_elsewhere, setup, teardown),
      cmocka_unit_test_setup_teardown(test_no_types_at_the_end, setup, teardown),
      cmocka_unit_test_setup_teardown(test_terminator_in_the_middle, setup, teardown),
      cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
      cmocka_unit_test_setup_teardown(test_watch, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
