// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building pipelines, for the reader of their text.
#ifndef BATON_PASS_PIPELINE_IMPL_H
#define BATON_PASS_PIPELINE_IMPL_H

#include "pass/pass_impl.h"

#define BATON_ROOT_ANCHOR "builtin.module"

// Adds a group at the end of another.
pipeline_node *baton_pipeline_append_group(baton_pipeline *pipeline, pipeline_node *group, baton_str anchor);
// Whether a pass may stand in a group.
bool baton_pipeline_accepts(const pipeline_node *group, const baton_pass *pass);
// Adds a pass, with the defaults of its options, at the end of a group that accepts it, or in a group inside of that.
pipeline_node *baton_pipeline_append_pass(baton_pipeline *pipeline, pipeline_node *group, const baton_pass *pass);

#endif
