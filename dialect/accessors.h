// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expands the rows of BATON_DIALECT_FILE into accessors. For an operand group "args" of orch.submit:
//     baton_orch_submit_args(op)         baton_operands, or baton_value * for ONE and OPTIONAL (NULL where absent)
//     baton_orch_submit_args_group       its index, for baton_op_group and baton_op_set_group
// and for an attribute "callee":
//     baton_orch_submit_callee(op)       NULL where absent
//     baton_orch_submit_set_callee(op, attr)
//     baton_orch_submit_callee_slot      its index among the slots
// No include guard: included once per dialect header.
#include "ir/ir.h"

#define BATON_NONE

#define BATON_OP(id, CODE, name, summary, traits, ins, outs, attrs, ...) enum { ins baton_##id##_num_groups };
#define BATON_IN(id, group, type, arity)                                 baton_##id##_##group##_group,
#include BATON_DIALECT_FILE
#undef BATON_OP
#undef BATON_IN

#define BATON_OP(id, CODE, name, summary, traits, ins, outs, attrs, ...) enum { attrs baton_##id##_num_slots };
#define BATON_AT(id, attr, constraint, need)                             baton_##id##_##attr##_slot,
#include BATON_DIALECT_FILE
#undef BATON_OP
#undef BATON_AT

#define BATON_ACCESS_ONE(id, group)                                                                                    \
  static inline baton_value *baton_##id##_##group(const baton_op *op) {                                                \
    return baton_op_group_value(op, baton_##id##_##group##_group);                                                     \
  }
#define BATON_ACCESS_OPTIONAL(id, group) BATON_ACCESS_ONE(id, group)
#define BATON_ACCESS_VARIADIC(id, group)                                                                               \
  static inline baton_operands baton_##id##_##group(const baton_op *op) {                                              \
    return baton_op_group(op, baton_##id##_##group##_group);                                                           \
  }
#define BATON_OP(id, CODE, name, summary, traits, ins, outs, attrs, ...) ins
#define BATON_IN(id, group, type, arity)                                 BATON_ACCESS_##arity(id, group)
#include BATON_DIALECT_FILE
#undef BATON_OP
#undef BATON_IN
#undef BATON_ACCESS_ONE
#undef BATON_ACCESS_OPTIONAL
#undef BATON_ACCESS_VARIADIC

#define BATON_OP(id, CODE, name, summary, traits, ins, outs, attrs, ...) attrs
#define BATON_AT(id, attr, constraint, need)                                                                           \
  static inline const baton_attr *baton_##id##_##attr(const baton_op *op) {                                            \
    return baton_op_slot(op, baton_##id##_##attr##_slot);                                                              \
  }                                                                                                                    \
  static inline void baton_##id##_set_##attr(baton_op *op, const baton_attr *value) {                                  \
    baton_op_set_slot(op, baton_##id##_##attr##_slot, value);                                                          \
  }
#include BATON_DIALECT_FILE
#undef BATON_OP
#undef BATON_AT

#undef BATON_NONE
#undef BATON_DIALECT_FILE
