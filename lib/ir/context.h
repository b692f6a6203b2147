// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context owns everything that is uniqued or registered: strings, types, attributes, locations, dialects. Modules
// refer to it and must be destroyed first.
//
// Thread rule: a context and all that belongs to it are used by one thread at a time; different contexts are
// independent.
#ifndef BATON_IR_CONTEXT_H
#define BATON_IR_CONTEXT_H

#include "ir/location.h"
#include "ir/op_def.h"

// An empty context with no dialects; see dialect/dialects.h for baton_register_dialects. Owned by the caller.
BATON_EXPORT baton_context *baton_context_create(void);
BATON_EXPORT void baton_context_destroy(baton_context *context);

BATON_EXPORT baton_diag *baton_context_diag(const baton_context *context);

// Whether ops and types of dialects that are not registered are accepted (in generic form). Off at first.
BATON_EXPORT void baton_context_allow_unregistered(baton_context *context, bool allow);
// Whether modules that are parsed from now on keep what the text calls its values (baton_module_value_name in ir/ir.h),
// for debug information. Not by default: it costs memory.
BATON_EXPORT void baton_context_keep_names(baton_context *context, bool keep);
BATON_EXPORT bool baton_context_keeps_names(const baton_context *context);
BATON_EXPORT bool baton_context_allows_unregistered(const baton_context *context);

// Registers a dialect; its tables must outlive the context. False, with an error, if a dialect or op of that name
// exists.
BATON_EXPORT bool baton_context_register(baton_context *context, const baton_dialect *dialect);
BATON_EXPORT const baton_dialect *baton_context_dialect(const baton_context *context, baton_str name);

// The row of an op name. For a name that is not registered: a row made on the spot with is_registered false, owned by
// the context (whether that is allowed is the caller's question). Equal names give the same row.
BATON_EXPORT const baton_op_def *baton_context_op_def(baton_context *context, baton_str name);
// The row of a registered op, or NULL.
BATON_EXPORT const baton_op_def *baton_context_find_op_def(const baton_context *context, baton_str name);

// The one copy of a string; lives as long as the context.
BATON_EXPORT baton_str baton_context_intern(baton_context *context, baton_str text);

#endif
