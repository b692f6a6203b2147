// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point of the loadable plugin.
#include "passes/passes.h"

BATON_PLUGIN_EXPORT const baton_plugin *baton_plugin_get(void);

const baton_plugin *baton_plugin_get(void) { return baton_passes_table(); }
