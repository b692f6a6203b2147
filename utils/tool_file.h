// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Input and output of the tools: whole files, read before and written after the work.
#ifndef BATON_UTILS_TOOL_FILE_H
#define BATON_UTILS_TOOL_FILE_H

#include "base/diag.h"

// Appends a file's contents, or those of standard input for "-". False after an error that names the file and the
// system's reason.
bool tool_read_file(baton_diag *diag, const char *path, baton_strbuf *out);

// Writes a file whole or not at all: a regular file is replaced by a finished one, keeping its permissions, and stays
// as it was after an error. "-" is standard output; it, devices and pipes are written directly. False after an error.
bool tool_write_file(baton_diag *diag, const char *path, baton_str data);

// The name of an input in messages: "<stdin>" for "-".
const char *tool_input_name(const char *path);

#endif
