// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target that a module is lowered for. Private to this folder.
#ifndef BATON_LLVM_TARGET_H
#define BATON_LLVM_TARGET_H

#include "llvm/lower.h"

// An empty module with the triple and data layout of the target that the options name. Errors, which name the triple,
// go to diag, which must outlive the result.
baton_lowered *baton_lowered_create(baton_diag *diag, const baton_lower_options *options);

#endif
