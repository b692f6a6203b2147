// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lowered module as text, bitcode, assembly or an object file.
#ifndef BATON_LLVM_OBJECT_H
#define BATON_LLVM_OBJECT_H

#include "llvm/lower.h"

typedef enum baton_emit_kind {
  BATON_EMIT_LLVM, // LLVM IR as text
  BATON_EMIT_BITCODE,
  BATON_EMIT_ASSEMBLY,
  BATON_EMIT_OBJECT, // position-independent
} baton_emit_kind;

// Runs LLVM's default pipeline of a level, 0 to 3. False after an error.
bool baton_lowered_optimize(baton_lowered *lowered, unsigned level);
// Appends the result to out. The same module gives the same bytes. Assembly and objects may be emitted once, since the
// code generator changes the module. False after an error, with out unchanged.
bool baton_lowered_emit(baton_lowered *lowered, baton_emit_kind kind, baton_strbuf *out);

#endif
