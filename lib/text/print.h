// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IR to text. Printing what was parsed from printed text gives the same text again.
#ifndef BATON_TEXT_PRINT_H
#define BATON_TEXT_PRINT_H

#include "ir/ir.h"

typedef struct baton_print_options {
  bool generic;   // every op in generic form
  bool locations; // loc(...) behind every op
} baton_print_options;

// Appends the text of an op and all in it (options may be NULL). Also prints IR that does not verify.
BATON_EXPORT void baton_print(const baton_op *op, const baton_print_options *options, baton_strbuf *out);

#endif
