// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plugin table. A pass is one file that ends in its descriptor, and one row of passes.def.
#include "passes/passes.h"

#define BATON_PASS(id) extern const baton_pass baton_##id##_pass;
#include "passes/passes.def"
#undef BATON_PASS

static const baton_pass *const passes[] = {
#define BATON_PASS(id) &baton_##id##_pass,
#include "passes/passes.def"
#undef BATON_PASS
};

static const baton_plugin table = {
    .abi_major = BATON_PLUGIN_ABI_MAJOR,
    .abi_minor = BATON_PLUGIN_ABI_MINOR,
    .size = sizeof(baton_plugin),
    .num_passes = sizeof passes / sizeof *passes,
    .name = "baton-passes",
    .version = "0.1.0",
    .passes = passes,
};

const baton_plugin *baton_passes_table(void) { return &table; }
