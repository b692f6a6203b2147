// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The small models: their arguments, the contents that these start with, and references that know nothing of tiles and
// tasks.
#ifndef BATON_MODELS_REFERENCE_H
#define BATON_MODELS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MODEL_MAX_ARGS = 8, MODEL_MAX_RANK = 3 };

typedef struct model_arg {
  const char *name;
  int64_t sizes[MODEL_MAX_RANK]; // the first 0 ends them
  bool is_i32;                   // otherwise double
  bool is_result;                // compared after a run
} model_arg;

typedef struct model {
  const char *name;
  model_arg args[MODEL_MAX_ARGS]; // of the program's function, in order; the first without a name ends them
  // The contents before a run: `args` points to memory for each argument, zeroed.
  void (*fill)(void **args);
  // Makes of these what a run must.
  void (*compute)(void **args);
} model;

// NULL if there is none of that name.
const model *model_find(const char *name);

size_t model_num_args(const model *which);
size_t model_arg_count(const model_arg *arg); // elements

#endif
