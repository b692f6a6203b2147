// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Input and output of the tools: whole files, read before and written after the work.
#ifndef BATON_UTILS_TOOL_FILE_H
#define BATON_UTILS_TOOL_FILE_H

#include "base/diag.h"

#include <sys/types.h>

// Appends a file's contents, or those of standard input for "-". False after an error that names the file and the
// system's reason.
bool tool_read_file(baton_diag *diag, const char *path, baton_strbuf *out);

// The text of an input: the file itself in memory, where it is a large regular one, and a copy otherwise. A mapped file
// must not be shortened by others meanwhile.
typedef struct tool_input {
  baton_str text;
  baton_strbuf copy;
  void *mapping; // NULL: none
} tool_input;

// Opens a file, or standard input for "-". False after an error that names the file and the system's reason.
bool tool_input_open(tool_input *input, baton_diag *diag, const char *path);
// Lets go of the memory that holds the text up to an offset. It stays readable: what is mapped comes from the file
// then.
void tool_input_drop(const tool_input *input, size_t offset);
void tool_input_close(tool_input *input);

// An output that is written in pieces. A regular file is replaced by a finished one, keeping its permissions, and stays
// as it was after an error. "-" is standard output; it, devices and pipes are written directly.
typedef struct tool_output {
  baton_diag *diag;
  const char *path;
  int file;
  char *target;           // the file to replace, not a link to it; NULL: the file is written in place
  baton_strbuf temporary; // the name of what is put in its place
  mode_t mode;
} tool_output;

// All return false after an error. Close comes after every successful open, whatever was written; the file appears only
// if is_complete.
bool tool_output_open(tool_output *output, baton_diag *diag, const char *path);
bool tool_output_write(tool_output *output, baton_str piece);
bool tool_output_close(tool_output *output, bool is_complete);

// Writes the rest and puts the file in its place, in a signal handler: says nothing, and leaves the output as it is.
// False if that failed.
bool tool_output_complete(const tool_output *output, baton_str data);

// Writes a file whole or not at all, as above, in one piece.
bool tool_write_file(baton_diag *diag, const char *path, baton_str data);

// The name of an input in messages: "<stdin>" for "-".
const char *tool_input_name(const char *path);

#endif
