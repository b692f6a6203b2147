// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IR to LLVM IR: host code that calls a runtime through rt/rt_abi.h.
//
// Every public function with a body becomes one C function, which is a run of its own:
//
//     int32_t NAME(baton_rt *, parameters..., results...);      // 0, or the run's status
//
//     parameter               C
//     index, i64              int64_t
//     i1, i8, i16, i32        bool, int8_t, int16_t, int32_t
//     f32, f64                float, double (f16 and bf16: as _Float16 and __bf16)
//     memref of rank R        const struct { void *data; int64_t offset, sizes[R], strides[R]; } *
//
// A memref's numbers are in elements; those that its type fixes must agree with it, sizes and strides must not be
// negative, and an identity layout is row-major. The memory must stay in place until the function returns; nothing is
// copied. A scalar result becomes a pointer to where it is stored. Results of type !orch.task and !orch.tasks are
// dropped, since all tasks are over when the function returns; a public function cannot take ids or return a buffer.
// With packed_entries there is a second function for each, for callers that do not know its type when they are
// compiled:
//
//     int32_t baton_packed_NAME(baton_rt *, const void *const *args);
//
// args has one entry per parameter and result: for a memref the pointer of the table above, for a scalar a pointer to
// it.
//
// Kernels and host functions are external symbols. The object also holds constant tables (sites, kernels, locations)
// and no writable data.
#ifndef BATON_LLVM_LOWER_H
#define BATON_LLVM_LOWER_H

#include "ir/ir.h"

// An LLVM module with the context and the target machine that it is made for. Single-thread.
typedef struct baton_lowered baton_lowered;

typedef struct baton_lower_options {
  const char *triple; // NULL: the host's, with the host's processor unless another one is named
  const char *cpu;    // NULL: the host's if triple is, else the target's least
  bool is_static;     // code for one fixed address, rather than position-independent
  // Whether kernels are referred to as symbols, for the linker to find. Otherwise the runtime resolves them by name.
  bool link_kernels;
  bool packed_entries;
  bool fast_codegen; // machine code is made quickly rather than well
  // DWARF with the program's lines, functions and values. It does not change what the optimizer makes; without it,
  // values are kept in memory. They are known by their names where the context kept them (baton_context_keep_names).
  bool debug_info;
  const char *working_dir; // that file names in debug info are relative to; NULL: it does not say
} baton_lower_options;

// Lowers a verified module, which it does not change. options may be NULL. The result belongs to the caller; NULL after
// one error, located where the program is to blame. Deterministic.
baton_lowered *baton_lower(const baton_module *module, const baton_lower_options *options);
void baton_lowered_destroy(baton_lowered *lowered);

// The number of functions with a body that C can call, and their names, in the order of the module.
uint32_t baton_lowered_num_entries(const baton_lowered *lowered);
baton_str baton_lowered_entry(const baton_lowered *lowered, uint32_t index);

// Whether there is a lowering for an op of the tables, by its number (for the test that none is forgotten).
bool baton_lower_has_row(uint16_t op_code);

#endif
