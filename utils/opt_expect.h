// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --verify-diagnostics: comparing the diagnostics of a run with what comments of the input say is to come.
//
//     // expected-error @+1 {{part of the text}}
//     // expected-note-re @below {{a regular expression in {{[a-z]+}} braces}}
//
// The kind is error, warning, remark or note. A place is @+N, @-N, @above or @below (the next line without an
// expectation), @unknown (a diagnostic without a line), or nothing for the line itself. Lines count through the whole
// file, also where it is split. Each expectation stands for one diagnostic; notes that nobody expects are fine.
#ifndef BATON_UTILS_OPT_EXPECT_H
#define BATON_UTILS_OPT_EXPECT_H

#include "base/diag.h"

typedef struct opt_expectations opt_expectations;

// Reads the expectations of a file; name and text must outlive the result. The report goes to diag, which is not the
// engine under test. NULL after an error: one that cannot be read.
opt_expectations *opt_expectations_create(baton_diag *diag, baton_str name, baton_str text);
// A handler for baton_diag_set_handler with the expectations as user.
void opt_expectations_handle(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic);
// Reports what has not come. True if everything came that was expected, and nothing else.
bool opt_expectations_check(opt_expectations *expectations);
void opt_expectations_destroy(opt_expectations *expectations);

#endif
