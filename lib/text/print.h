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

// Appends the text of an op and all in it, and a newline (options may be NULL). Also prints IR that does not verify: an
// op that its custom form cannot express is printed in generic form. Values are named as in the text of the whole
// function around the op; one from elsewhere is written so that it does not parse.
BATON_EXPORT void baton_print(const baton_op *op, const baton_print_options *options, baton_strbuf *out);

#endif
