// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pass run is made of.
#ifndef BATON_PASS_RUN_IMPL_H
#define BATON_PASS_RUN_IMPL_H

#include "pass/pass_impl.h"

struct baton_pass_run {
  pipeline_node *node; // options and counters
  baton_module *module;
  baton_arena scratch; // reset after each run of a pass on an op
  const baton_pipeline_hooks *hooks;
};

#endif
