// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shared object whose entry point is no function.
__attribute__((visibility("default"))) extern int baton_plugin_get;
int baton_plugin_get = 1;
