// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of this project's passes, for tools that link them in; the loadable plugin returns the same one.
#ifndef BATON_PASSES_PASSES_H
#define BATON_PASSES_PASSES_H

#include "pass/plugin_abi.h"

const baton_plugin *baton_passes_table(void);

#endif
