// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiling lowered modules into the running process.
//
//     baton_jit *jit = baton_jit_create(diag);
//     baton_jit_define(jit, "baton_rt_submit", address); ...
//     baton_jit_module *code = baton_jit_add(jit, lowered, find_symbol, user);
//     baton_jit_entry *entry = baton_jit_find_entry(code, name);
//     int32_t status = entry(runtime, args);
//     baton_rt_forget(...) or baton_rt_destroy(...) before
//     baton_jit_destroy(jit);
//
// Single-thread.
#ifndef BATON_LLVM_JIT_H
#define BATON_LLVM_JIT_H

#include "rt/rt_abi.h"
#include "llvm/lower.h"

typedef struct baton_jit baton_jit;
typedef struct baton_jit_module baton_jit_module;

// The packed form of an entry, see lower.h.
typedef int32_t baton_jit_entry(baton_rt *, const void *const *args);
typedef void (*baton_jit_address)(void);
// The address of a symbol, or NULL.
typedef baton_jit_address (*baton_jit_find)(void *user, const char *symbol);

// Compiles for the host. NULL after an error; diag must outlive the result.
baton_jit *baton_jit_create(baton_diag *diag);
// All code of the jit must be out of use.
void baton_jit_destroy(baton_jit *jit);

// A symbol that modules added later may use; the name is copied.
void baton_jit_define(baton_jit *jit, const char *symbol, baton_jit_address address);
void baton_jit_define_data(baton_jit *jit, const char *symbol, const void *data);

// Compiles a module that was lowered with packed_entries for the host. Takes lowered over, also on failure. Symbols
// that are not defined are asked of find (which may be NULL); if one is missing, all missing ones are named and the
// result is NULL. Modules do not see each other's symbols. The result belongs to the jit.
baton_jit_module *baton_jit_add(baton_jit *jit, baton_lowered *lowered, baton_jit_find find, void *user);
// The packed entry of a function, or NULL after an error.
baton_jit_entry *baton_jit_find_entry(baton_jit_module *module, const char *function);

#endif
