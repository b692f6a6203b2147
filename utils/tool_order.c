// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking the order of tasks around passes.
#include "tool_order.h"

void tool_order_before(tool_order *order, const baton_module *module) {
  if (!order->is_wanted || order->last || order->has_failed)
    return;
  baton_order_settings settings = order->settings;
  settings.warns = true;
  order->last = baton_order_snapshot_create(module, &settings);
  order->has_failed = !order->last;
}

void tool_order_after(tool_order *order, const baton_module *module, const char *pass, bool is_good) {
  if (!order->is_wanted || order->has_failed || !is_good)
    return;
  baton_order_snapshot *now = baton_order_snapshot_create(module, &order->settings);
  order->has_failed = !now || !baton_order_snapshot_compare(module, order->last, now, baton_str_from(pass));
  baton_order_snapshot_destroy(order->last);
  order->last = now;
}

bool tool_order_finish(tool_order *order) {
  bool is_good = !order->has_failed;
  baton_order_snapshot_destroy(order->last);
  order->last = NULL;
  order->has_failed = false;
  return is_good;
}
