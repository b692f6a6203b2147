// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The orch dialect: types, accessors, and questions about kernels and scopes.
#ifndef BATON_DIALECT_ORCH_H
#define BATON_DIALECT_ORCH_H

#define BATON_DIALECT_FILE "dialect/orch.def"
#include "dialect/accessors.h"
#include "dialect/ops.h"

BATON_EXPORT extern const baton_type_def baton_orch_task_def, baton_orch_tasks_def;

// !orch.task, and !orch.tasks<count> (count may be BATON_DYNAMIC).
BATON_EXPORT const baton_type *baton_type_task(baton_context *context);
BATON_EXPORT const baton_type *baton_type_tasks(baton_context *context, int64_t count);
static inline bool baton_type_is_one_task(const baton_type *type) {
  return baton_type_is_dialect(type, &baton_orch_task_def);
}
static inline bool baton_type_is_task_array(const baton_type *type) {
  return baton_type_is_dialect(type, &baton_orch_tasks_def);
}
static inline int64_t baton_type_task_count(const baton_type *type) {
  return baton_type_is_one_task(type) ? 1 : type->dialect.count;
}

// How a kernel, or host code, uses a buffer that it is given.
typedef enum baton_access { BATON_ACCESS_READ = 1, BATON_ACCESS_WRITE = 2, BATON_ACCESS_READWRITE = 3 } baton_access;

// What the runtime's tracker still does for an argument: find conflicts with earlier accesses, make it visible to later
// ones.
typedef enum baton_tracking {
  BATON_TRACKING_NONE = 0,
  BATON_TRACKING_LOOKUP = 1,
  BATON_TRACKING_PUBLISH = 2,
  BATON_TRACKING_FULL = 3,
} baton_tracking;

BATON_EXPORT const char *baton_tracking_name(baton_tracking tracking); // "full", "publish", "lookup", "none"
BATON_EXPORT bool baton_tracking_from_name(baton_str name, baton_tracking *out);

// A func.func that is declared as a kernel.
BATON_EXPORT bool baton_func_is_kernel(const baton_op *func);
// The declared access of a parameter of a function (kernel or host code).
BATON_EXPORT baton_access baton_func_access(const baton_op *func, uint32_t parameter);
// A string attribute of a parameter ("orch.block") or of the function ("orch.core"); empty where absent.
BATON_EXPORT baton_str baton_func_string_attr(const baton_op *func, const char *name);
BATON_EXPORT const baton_attr *baton_func_arg_attr(const baton_op *func, uint32_t parameter, const char *name);
// C symbol and worker kind of a kernel, with their defaults.
BATON_EXPORT baton_str baton_kernel_symbol(const baton_op *kernel);
BATON_EXPORT baton_str baton_kernel_core(const baton_op *kernel);
// Parameters of a kernel that a submit passes: all but trailing index parameters marked {orch.block = "index"} or
// {orch.block = "count"}, which the runtime appends.
BATON_EXPORT uint32_t baton_kernel_num_passed(const baton_op *kernel);

// The kernel of a submit; never NULL in verified IR.
BATON_EXPORT baton_op *baton_submit_kernel(const baton_op *submit);
// Tracking of memref argument k of a submit, counting memrefs among its args only; behind them the predicate. Without
// the attribute: full.
BATON_EXPORT baton_tracking baton_submit_tracking(const baton_op *submit, uint32_t memref_index);
// Number of memref arguments, the predicate included.
BATON_EXPORT uint32_t baton_submit_num_tracked(const baton_op *submit);

// Whether an op stands in manual code: the nearest scope around it, or else the function, says so.
BATON_EXPORT bool baton_op_is_manual(const baton_op *op);

#endif
