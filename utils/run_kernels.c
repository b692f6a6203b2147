// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding kernels.
#include "run_kernels.h"

#include "dialect/func.h"
#include "dialect/orch.h"
#include "ir/symbol.h"
#include "ir/walk.h"

#include <dlfcn.h>

bool run_kernels_load(run_kernels *kernels, baton_diag *diag, const char *path) {
  baton_strbuf name = {0};
  baton_strbuf_printf(&name, "%s%s", strchr(path, '/') ? "" : "./", path);
  void *handle = dlopen(name.data, RTLD_NOW | RTLD_LOCAL);
  baton_strbuf_deinit(&name);
  if (!handle) {
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0}, "cannot load kernels: %s", dlerror());
    return false;
  }
  kernels->handles = baton_mem_resize_array(kernels->handles, kernels->num_handles + 1, sizeof *kernels->handles);
  kernels->handles[kernels->num_handles++] = handle;
  return true;
}

void run_kernels_deinit(run_kernels *kernels) {
  for (uint32_t i = kernels->num_handles; i-- > 0;)
    dlclose(kernels->handles[i]);
  baton_mem_free(kernels->handles);
  *kernels = (run_kernels){0};
}

// POSIX lets an object pointer hold a function's address; C does not, so the bits are copied.
static run_address as_address(void *symbol) {
  run_address address;
  memcpy(&address, &symbol, sizeof address);
  return address;
}

run_address run_kernels_find(void *user, const char *symbol) {
  const run_kernels *kernels = user;
  for (uint32_t i = 0; i < kernels->num_handles; i++) {
    void *found = dlsym(kernels->handles[i], symbol);
    if (found)
      return as_address(found);
  }
  return NULL;
}

run_address run_kernels_find_host(void *user, const char *symbol) {
  run_address found = run_kernels_find(user, symbol);
  return found ? found : as_address(dlsym(RTLD_DEFAULT, symbol));
}

static bool check(run_kernels *kernels, const baton_op *func, baton_context *context) {
  baton_str symbol = baton_context_intern(context, baton_kernel_symbol(func)); // ends in 0
  bool is_kernel = baton_func_is_kernel(func);
  if ((is_kernel ? run_kernels_find : run_kernels_find_host)(kernels, symbol.data))
    return true;
  return baton_op_error(func, "has symbol '%s', which none of the %u kernel libraries defines", symbol.data,
                        kernels->num_handles);
}

bool run_kernels_check(run_kernels *kernels, const baton_module *module) {
  bool ok = true;
  bool *is_seen = baton_mem_zeroed(module->num_op_ids, sizeof *is_seen);
  for (baton_op *op = baton_walk_first(module->op); op; op = baton_walk_next(op, module->op)) {
    const baton_op *callee = baton_op_is(op, BATON_OP_ORCH_SUBMIT) ? baton_submit_kernel(op)
                             : baton_op_is(op, BATON_OP_FUNC_CALL)
                                 ? baton_symbol_resolve(op, baton_func_call_callee(op))
                                 : NULL;
    if (!callee || baton_op_body(callee) || is_seen[callee->id])
      continue;
    is_seen[callee->id] = true;
    ok = check(kernels, callee, module->context) && ok;
  }
  baton_mem_free(is_seen);
  return ok;
}
