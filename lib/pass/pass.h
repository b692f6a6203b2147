// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pass sees of the run it is in. Timing, verification, dumps, options and statistics are the manager's business.
#ifndef BATON_PASS_PASS_H
#define BATON_PASS_PASS_H

#include "ir/ir.h"
#include "pass/plugin_abi.h"

// The module that the op belongs to, and memory that is given back when the run ends.
BATON_EXPORT baton_module *baton_pass_module(const baton_pass_run *run);
BATON_EXPORT baton_arena *baton_pass_scratch(baton_pass_run *run);

// Values of the pass's options, by name, as given in the pipeline or else the default. The name must be one of the
// pass's.
BATON_EXPORT bool baton_pass_bool(const baton_pass_run *run, const char *option);
BATON_EXPORT int64_t baton_pass_int(const baton_pass_run *run, const char *option);
BATON_EXPORT baton_str baton_pass_string(const baton_pass_run *run, const char *option);

// Adds to a statistic (an index into the pass's statistics).
BATON_EXPORT void baton_pass_count(baton_pass_run *run, uint32_t statistic, uint64_t amount);

// Remarks: what the pass has done about an op (passed), what it has not done and why (missed), or what it knows of it
// (analysis). The text begins in lower case, names things as the program does and gives figures; it becomes a located
// diagnostic "[missed] phase-fence: text". An op that is replaced is remarked before. Nothing is shown unless the user
// asks for it (--remarks): ask first where a text costs work.
BATON_EXPORT bool baton_pass_wants_remark(const baton_pass_run *run, baton_remark_kind kind);
BATON_EXPORT void baton_pass_remark(const baton_pass_run *run, baton_remark_kind kind, const baton_op *op,
                                    const char *format, ...) BATON_PRINTF(4, 5);
// "passed", "missed", "analysis".
BATON_EXPORT const char *baton_remark_kind_name(baton_remark_kind kind);

// Text for the user that is the purpose of a pass (reports): goes to where the tool says, stderr by default.
BATON_EXPORT void baton_pass_output(baton_pass_run *run, baton_str text);

#endif
