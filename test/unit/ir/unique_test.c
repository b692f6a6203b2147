// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types, attributes and locations: equal ones are one object, different ones are not, and how they print.
#include "../cmocka_all.h"

#include "dialect/dialects.h"
#include "dialect/orch.h"

static int create_context(void **state) {
  *state = baton_context_create();
  return baton_register_dialects(*state) ? 0 : -1;
}

static int destroy_context(void **state) {
  baton_context_destroy(*state);
  return 0;
}

static void prints_type(const baton_type *type, const char *expected) {
  baton_strbuf out = {0};
  baton_type_print(type, &out);
  assert_string_equal(out.data, expected);
  baton_strbuf_deinit(&out);
}

static void prints_attr(const baton_attr *attr, const char *expected) {
  baton_strbuf out = {0};
  baton_attr_print(attr, &out);
  assert_string_equal(out.data, expected);
  baton_strbuf_deinit(&out);
}

static void scalar_types(void **state) {
  baton_context *c = *state;
  assert_ptr_equal(baton_type_integer(c, 7), baton_type_integer(c, 7));
  assert_ptr_not_equal(baton_type_integer(c, 7), baton_type_integer(c, 8));
  assert_ptr_not_equal(baton_type_integer(c, 8), baton_type_signed_integer(c, 8, BATON_UNSIGNED));
  assert_ptr_equal(baton_type_integer(c, 32), baton_type_signed_integer(c, 32, BATON_SIGNLESS));
  prints_type(baton_type_signed_integer(c, 8, BATON_UNSIGNED), "ui8");
  prints_type(baton_type_float(c, BATON_BF16), "bf16");
  assert_int_equal(baton_type_bits(baton_type_index(c)), 64);
}

static void memref_types(void **state) {
  baton_context *c = *state;
  const baton_type *f32 = baton_type_float(c, BATON_F32);
  int64_t sizes[] = {BATON_DYNAMIC, 8}, strides[] = {8, 1};
  const baton_type *plain = baton_type_memref(c, f32, sizes, 2, NULL);
  assert_ptr_equal(plain, baton_type_memref(c, f32, sizes, 2, NULL));
  assert_int_equal(plain->memref.strides[0], 8);
  prints_type(plain, "memref<?x8xf32>");
  const baton_type *strided = baton_type_strided_memref(c, f32, sizes, 2, BATON_DYNAMIC, strides, NULL);
  assert_ptr_not_equal(strided, plain);
  prints_type(strided, "memref<?x8xf32, strided<[8, 1], offset: ?>>");
  prints_type(baton_type_strided_memref(c, f32, sizes, 2, 0, strides, NULL), "memref<?x8xf32, strided<[8, 1]>>");
  prints_type(baton_type_memref(c, f32, NULL, 0, NULL), "memref<f32>");
  int64_t huge[] = {4, INT64_MAX, INT64_MAX};
  assert_int_equal(baton_type_memref(c, f32, huge, 3, NULL)->memref.strides[0], BATON_DYNAMIC);
}

static void other_types(void **state) {
  baton_context *c = *state;
  const baton_type *index = baton_type_index(c), *two[] = {index, baton_type_task(c)};
  prints_type(baton_type_function(c, two, 2, &index, 1), "(index, !orch.task) -> index");
  prints_type(baton_type_function(c, NULL, 0, NULL, 0), "() -> ()");
  prints_type(baton_type_function(c, &index, 1, two, 2), "(index) -> (index, !orch.task)");
  prints_type(baton_type_tasks(c, 0), "!orch.tasks<0>");
  prints_type(baton_type_tasks(c, BATON_DYNAMIC), "!orch.tasks<?>");
  assert_ptr_equal(baton_type_tasks(c, 8), baton_type_tasks(c, 8));
  assert_ptr_not_equal(baton_type_tasks(c, 8), baton_type_tasks(c, 9));
}

static void integer_attributes_take_the_width_of_their_type(void **state) {
  baton_context *c = *state;
  assert_ptr_equal(baton_attr_integer(c, baton_type_integer(c, 8), 255),
                   baton_attr_integer(c, baton_type_integer(c, 8), -1));
  prints_attr(baton_attr_integer(c, baton_type_signed_integer(c, 8, BATON_UNSIGNED), -1), "255 : ui8");
  prints_attr(baton_attr_integer(c, baton_type_index(c), -5), "-5 : index");
  prints_attr(baton_attr_integer(c, baton_type_integer(c, 64), INT64_MIN), "-9223372036854775808 : i64");
  prints_attr(baton_attr_bool(c, true), "true");
}

static void structured_attributes(void **state) {
  baton_context *c = *state;
  int64_t numbers[] = {1, -2};
  prints_attr(baton_attr_dense_i32(c, numbers, 2), "array<i32: 1, -2>");
  prints_attr(baton_attr_dense_i64(c, NULL, 0), "array<i64>");
  prints_attr(baton_attr_string(c, BATON_STR("a\"b\\\n\xff")), "\"a\\22b\\\\\\0A\\FF\"");
  baton_named_attr items[] = {{BATON_STR("z"), baton_attr_unit(c)},
                              {BATON_STR("a b"), baton_attr_bool(c, false)},
                              {BATON_STR("orch.k"), baton_attr_type(c, baton_type_index(c))}};
  const baton_attr *dictionary = baton_attr_dictionary(c, items, 3);
  prints_attr(dictionary, "{\"a b\" = false, orch.k = index, z}");
  baton_named_attr turned[] = {items[2], items[0], items[1]};
  assert_ptr_equal(dictionary, baton_attr_dictionary(c, turned, 3));
  assert_ptr_equal(baton_attr_lookup(dictionary, BATON_STR("z")), baton_attr_unit(c));
  assert_null(baton_attr_lookup(dictionary, BATON_STR("y")));
  baton_str nested[] = {BATON_STR("in side")};
  prints_attr(baton_attr_symbol(c, BATON_STR("out.x"), nested, 1), "@out.x::@\"in side\"");
  prints_attr(baton_attr_symbol(c, BATON_STR("1st"), NULL, 0), "@\"1st\"");
}

static void floats_print_short_and_exactly(void **state) {
  baton_context *c = *state;
  const baton_type *f32 = baton_type_float(c, BATON_F32), *f64 = baton_type_float(c, BATON_F64);
  prints_attr(baton_attr_float(c, f32, baton_float_bits(BATON_F32, 0.5)), "5.000000e-01 : f32");
  prints_attr(baton_attr_float(c, f32, 0x7FC00000), "0x7FC00000 : f32");
  prints_attr(baton_attr_float(c, f64, baton_float_bits(BATON_F64, 0.1)), "1.000000e-01 : f64");
  prints_attr(baton_attr_float(c, f64, baton_float_bits(BATON_F64, 1.0 / 3)), "0.33333333333333331 : f64");
}

static void locations(void **state) {
  baton_context *c = *state;
  const baton_loc *file = baton_loc_file(c, BATON_STR("a.mlir"), 3, 4), *unknown = baton_loc_unknown(c);
  assert_ptr_equal(file, baton_loc_file(c, BATON_STR("a.mlir"), 3, 4));
  const baton_loc *named = baton_loc_name(c, BATON_STR("x"), file);
  const baton_loc *call = baton_loc_call(c, named, baton_loc_file(c, BATON_STR("b.mlir"), 1, 2));
  const baton_loc *parts[] = {unknown, call, file, call};
  const baton_loc *fused = baton_loc_fused(c, parts, 4, NULL);
  baton_strbuf out = {0};
  baton_loc_print(fused, &out);
  assert_string_equal(out.data, "fused[callsite(\"x\"(\"a.mlir\":3:4) at \"b.mlir\":1:2), \"a.mlir\":3:4]");
  baton_strbuf_deinit(&out);
  assert_ptr_equal(baton_loc_fused(c, parts, 2, NULL), call);
  assert_ptr_equal(baton_loc_fused(c, parts, 1, NULL), unknown);
  baton_position position = baton_loc_position(fused);
  assert_true(baton_str_is(position.file, "a.mlir"));
  assert_int_equal(position.line, 3);
}

static void dialects_register_once(void **state) {
  baton_context *c = *state;
  assert_non_null(baton_context_find_op_def(c, BATON_STR("orch.submit")));
  assert_null(baton_context_find_op_def(c, BATON_STR("orch.sumbit")));
  const baton_op_def *made = baton_context_op_def(c, BATON_STR("foo.bar"));
  assert_false(made->is_registered);
  assert_ptr_equal(made, baton_context_op_def(c, BATON_STR("foo.bar")));
  assert_null(baton_context_find_op_def(c, BATON_STR("foo.bar")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(scalar_types, create_context, destroy_context),
      cmocka_unit_test_setup_teardown(memref_types, create_context, destroy_context),
      cmocka_unit_test_setup_teardown(other_types, create_context, destroy_context),
      cmocka_unit_test_setup_teardown(integer_attributes_take_the_width_of_their_type, create_context, destroy_context),
      cmocka_unit_test_setup_teardown(structured_attributes, create_context, destroy_context),
      cmocka_unit_test_setup_teardown(floats_print_short_and_exactly, create_context, destroy_context),
      cmocka_unit_test_setup_teardown(locations, create_context, destroy_context),
      cmocka_unit_test_setup_teardown(dialects_register_once, create_context, destroy_context),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
