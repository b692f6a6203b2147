// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking the order of tasks around passes: what --check-order-each asks for.
#ifndef BATON_UTILS_TOOL_ORDER_H
#define BATON_UTILS_TOOL_ORDER_H

#include "analysis/order.h"

typedef struct tool_order {
  bool is_wanted;
  baton_order_settings settings; // the strings belong to the command line
  baton_order_snapshot *last;    // of the module as it is between two passes; NULL: none yet
  bool has_failed;               // after an error; nothing is checked any more
} tool_order;

// Before and after each pass. Errors go to the module's context.
void tool_order_before(tool_order *order, const baton_module *module);
void tool_order_after(tool_order *order, const baton_module *module, const char *pass, bool is_good);
// Forgets the module; false if there was an error.
bool tool_order_finish(tool_order *order);

#endif
