// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expands the rows of BATON_DIALECT_FILE into the table "static const baton_op_def op_table[]". The hooks that the rows
// name must be declared before. No include guard: included once per dialect source.
#include "dialect/ops.h"
#include "ir/op_def.h"

#define BATON_NONE
#define REQUIRED false
#define MAYBE    true

// Each list ends in one unused element, since C has no empty arrays.
#define BATON_OP(id, CODE, name, summary, traits, ins, outs, attrs, ...)                                               \
  static const baton_value_def id##_operands[] = {ins{0}};                                                             \
  static const baton_value_def id##_results[] = {outs{0}};                                                             \
  static const baton_attr_def id##_attrs[] = {attrs{0}};
#define BATON_IN(id, group, type, arity)     {#group, &baton_type_##type, BATON_##arity},
#define BATON_OUT(id, group, type, arity)    {#group, &baton_type_##type, BATON_##arity},
#define BATON_AT(id, attr, constraint, need) {#attr, BATON_IS_##constraint, need},
#include BATON_DIALECT_FILE
#undef BATON_OP
#undef BATON_IN
#undef BATON_OUT
#undef BATON_AT

#define NO_HOOKS                             .verify = NULL
#define VERIFY(hook)                         .verify = hook
#define CUSTOM(parser, printer)              .parse = parser, .print = printer
#define CUSTOM_VERIFY(parser, printer, hook) .parse = parser, .print = printer, .verify = hook

#define BATON_OP(id, CODE, op_name, op_summary, op_traits, ins, outs, op_attrs, least, most, end, op_format, hooks)    \
  {.name = op_name,                                                                                                    \
   .summary = op_summary,                                                                                              \
   .code = BATON_OP_##CODE,                                                                                            \
   .is_registered = true,                                                                                              \
   .traits = op_traits,                                                                                                \
   .operands = id##_operands,                                                                                          \
   .results = id##_results,                                                                                            \
   .attrs = id##_attrs,                                                                                                \
   .num_operands = sizeof id##_operands / sizeof *id##_operands - 1,                                                   \
   .num_results = sizeof id##_results / sizeof *id##_results - 1,                                                      \
   .num_attrs = sizeof id##_attrs / sizeof *id##_attrs - 1,                                                            \
   .min_regions = least,                                                                                               \
   .max_regions = most,                                                                                                \
   .terminator = end,                                                                                                  \
   .format = op_format,                                                                                                \
   hooks},
static const baton_op_def op_table[] = {
#include BATON_DIALECT_FILE
};
#undef BATON_OP

#undef NO_HOOKS
#undef VERIFY
#undef CUSTOM
#undef CUSTOM_VERIFY
#undef REQUIRED
#undef MAYBE
#undef BATON_NONE
#undef BATON_DIALECT_FILE
