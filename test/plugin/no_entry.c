// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shared object that is no plugin.
#include "pass/plugin_abi.h"

BATON_PLUGIN_EXPORT extern int not_a_plugin;
int not_a_plugin = 1;
