// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared objects that hold a program's kernels and host functions.
#ifndef BATON_UTILS_RUN_KERNELS_H
#define BATON_UTILS_RUN_KERNELS_H

#include "ir/ir.h"

typedef void (*run_address)(void);

// Zero-initialised is empty.
typedef struct run_kernels {
  void **handles;
  uint32_t num_handles;
} run_kernels;

// Loads a library; a path without '/' is a file in the current folder. False after an error.
bool run_kernels_load(run_kernels *kernels, baton_diag *diag, const char *path);
void run_kernels_deinit(run_kernels *kernels);

// The address of a symbol in the first library that has it, or NULL. user: the run_kernels.
run_address run_kernels_find(void *user, const char *symbol);
// The same, then in the process: for host functions, which may be those of the C library.
run_address run_kernels_find_host(void *user, const char *symbol);

// Whether every kernel and host function that the module uses is there. False after one error per missing one, at its
// declaration.
bool run_kernels_check(run_kernels *kernels, const baton_module *module);

#endif
