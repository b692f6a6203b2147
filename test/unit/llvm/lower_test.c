// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering: no op of the tables is forgotten, the module is left alone, the result is the same each time.
#include "../cmocka_all.h"

#include "dialect/dialects.h"
#include "dialect/ops.h"
#include "ir/verify.h"
#include "text/parse.h"
#include "text/print.h"
#include "llvm/object.h"

static void test_all_ops_have_a_row(void **state) {
  (void)state;
  static const char *const names[BATON_NUM_OPS] = {
#define BATON_OP(id, CODE, name, ...) [BATON_OP_##CODE] = name,
#include "dialect/builtin.def"

#include "dialect/func.def"

#include "dialect/arith.def"

#include "dialect/scf.def"

#include "dialect/memref.def"

#include "dialect/orch.def"
#undef BATON_OP
  };
  for (uint16_t code = BATON_OP_OTHER + 1; code < BATON_NUM_OPS; code++)
    if (!baton_lower_has_row(code))
      fail_msg("no lowering for %s", names[code]);
  assert_false(baton_lower_has_row(BATON_OP_OTHER));
  assert_false(baton_lower_has_row(BATON_NUM_OPS));
}

static const char program[] = "func.func private @k(memref<8xf32>, index) attributes {orch.kernel}\n"
                              "func.func private @unused(memref<8xf32>)\n"
                              "func.func @first(%a: memref<8xf32>, %n: index) -> index {\n"
                              "  %c0 = arith.constant 0 : index\n"
                              "  %c1 = arith.constant 1 : index\n"
                              "  scf.for %i = %c0 to %n step %c1 {\n"
                              "    %t = orch.submit @k(%a, %i : memref<8xf32>, index)\n"
                              "  }\n"
                              "  return %n : index\n"
                              "}\n"
                              "func.func private @inner() { return }\n"
                              "func.func @second() { return }\n";

static baton_module *parse(baton_context *context, const char *text) {
  baton_register_dialects(context);
  baton_module *module = baton_parse(context, BATON_STR("test.mlir"), baton_str_from(text));
  assert_non_null(module);
  assert_true(baton_verify(module->op));
  return module;
}

static void emit(const baton_module *module, baton_emit_kind kind, baton_strbuf *out) {
  baton_lowered *lowered = baton_lower(module, NULL);
  assert_non_null(lowered);
  assert_int_equal(baton_lowered_num_entries(lowered), 2);
  assert_true(baton_str_is(baton_lowered_entry(lowered, 0), "first"));
  assert_true(baton_str_is(baton_lowered_entry(lowered, 1), "second"));
  assert_true(baton_lowered_emit(lowered, kind, out));
  baton_lowered_destroy(lowered);
}

static void test_lowering_is_repeatable(void **state) {
  (void)state;
  baton_context *context = baton_context_create();
  baton_module *module = parse(context, program);
  baton_strbuf before = {0}, after = {0};
  baton_print(module->op, NULL, &before);
  for (int kind = BATON_EMIT_LLVM; kind <= BATON_EMIT_OBJECT; kind++) {
    baton_strbuf first = {0}, second = {0};
    emit(module, (baton_emit_kind)kind, &first);
    emit(module, (baton_emit_kind)kind, &second);
    assert_true(first.size > 0);
    assert_true(baton_str_equal(baton_strbuf_view(&first), baton_strbuf_view(&second)));
    baton_strbuf_deinit(&first);
    baton_strbuf_deinit(&second);
  }
  baton_print(module->op, NULL, &after);
  assert_true(baton_str_equal(baton_strbuf_view(&before), baton_strbuf_view(&after)));
  baton_strbuf_deinit(&before);
  baton_strbuf_deinit(&after);
  baton_module_destroy(module);
  baton_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_ops_have_a_row),
      cmocka_unit_test(test_lowering_is_repeatable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
