// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of all dialects.
#include "dialect/dialects.h"

bool baton_register_dialects(baton_context *context) {
  const baton_dialect *const all[] = {&baton_builtin_dialect, &baton_func_dialect,   &baton_arith_dialect,
                                      &baton_scf_dialect,     &baton_memref_dialect, &baton_orch_dialect};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!baton_context_register(context, all[i]))
      return false;
  return true;
}
