// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a program that baton-run executes: from files and the command line to what the packed entry takes,
// and back to files.
#ifndef BATON_UTILS_RUN_ARGS_H
#define BATON_UTILS_RUN_ARGS_H

#include "ir/ir.h"
#include "npy.h"

// One parameter or scalar result.
typedef struct run_arg {
  const baton_type *type;
  const char *source;  // as given: a path, a number; NULL for results
  npy_array original;  // of buffers: as loaded
  void *data;          // what the program works on
  int64_t *descriptor; // of buffers: data, offset, sizes, strides
  void *first;         // the contents after the first run
  size_t num_bytes;    // of data
} run_arg;

typedef struct run_args {
  baton_diag *diag;
  run_arg *items; // parameters, then scalar results
  const void **packed;
  uint32_t num_params, num_items;
} run_args;

// What the texts stand for: paths of .npy files and numbers, in the order of the function's parameters. Instead of a
// path, "zeros" or "iota" make a buffer of a static type, "zeros:2x3" one with a dynamic size. The texts must outlive
// the result. False after an error; to be deinitialised in either case.
bool run_args_init(run_args *args, baton_diag *diag, const baton_op *func, const char *const *texts, size_t num_texts);
void run_args_deinit(run_args *args);

// Puts the original contents back, before each run.
void run_args_reset(run_args *args);
// Compares with the first run, of which the contents are kept. False after an error that names what differs.
bool run_args_compare(run_args *args, uint32_t run);

bool run_args_write(run_args *args, uint32_t index, const char *path);
// Writes the arguments that the run has changed, each under the name of the file it came from or as argN.npy.
bool run_args_write_changed(run_args *args, const char *folder);
// "[1, 2, 3]", in row-major order, or a number.
bool run_args_print(run_args *args, uint32_t index, baton_strbuf *out);
void run_args_print_results(const run_args *args, baton_strbuf *out);

#endif
