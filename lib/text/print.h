// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IR to text. Printing what was parsed from printed text gives the same text again.
#ifndef BATON_TEXT_PRINT_H
#define BATON_TEXT_PRINT_H

#include "ir/ir.h"

typedef struct baton_print_options {
  bool generic;   // every op in generic form
  bool locations; // loc(...) behind every op and argument
  bool inlined;   // ... in full; otherwise "loc(#loc3)", and "#loc3 = loc(...)" before or behind the op that is printed
} baton_print_options;

// Appends the text of an op and all in it, and a newline (options may be NULL). Also prints IR that does not verify: an
// op that its custom form cannot express is printed in generic form. Values are named as in the text of the whole
// function around the op; one from elsewhere is written so that it does not parse.
BATON_EXPORT void baton_print(const baton_op *op, const baton_print_options *options, baton_strbuf *out);

// The same, given away in pieces while printing, so that a large text need not be held in memory. The text of a piece
// is valid during the call. Once a call has returned false there are no more, and the result is false.
typedef bool (*baton_text_sink)(void *user, baton_str piece);
BATON_EXPORT bool baton_print_to(const baton_op *op, const baton_print_options *options, baton_text_sink sink,
                                 void *user);

#endif
