// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the fuzz targets share. A target defines LLVMFuzzerTestOneInput; libFuzzer calls it with what it makes up, the
// replay driver with files. A finding ends the process: an assertion, a sanitizer, or fuzz_fail.
#ifndef BATON_TEST_FUZZ_H
#define BATON_TEST_FUZZ_H

#include "ir/context.h"
#include "ir/ir.h"
#include "text/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A context that holds all dialects and whose diagnostics go nowhere; the caller destroys it.
baton_context *fuzz_context(bool allow_unregistered);

// The number of texts that were printed and read again: whoever replays inputs can see that something was checked.
extern size_t fuzz_num_checks;

// Says what is wrong and with which texts, and aborts.
_Noreturn void fuzz_fail(const char *what, baton_str expected, baton_str found);

// Checks that what a module prints, in each form, with and without locations, is read as a module that verifies and
// prints the same text in both forms. The module must verify.
void fuzz_check_printing(const baton_module *module);

#endif
