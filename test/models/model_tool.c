// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// small-model: inputs of the small models as files, and the verdict on what a run made of them.
//
//   small-model MODEL write DIR   writes every argument as DIR/N_name.npy, N in the order of the program's parameters
//   small-model MODEL check DIR   reads the results from the same files, as a run left them, and compares them with the
//                                 reference
//
// DIR must exist. Exit status: 0, 1 for a mismatch or unreadable files, 64 for wrong usage.
#include "model_reference.h"
#include "npy.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How far an element may be from the reference, relative to the larger of it and 1. Kernels and references add up a few
// dozen numbers of about that size in different orders, each with a relative error of 2^-53.
static const double tolerance = 1e-12;

typedef struct model_data {
  const model *model;
  void *args[MODEL_MAX_ARGS];
} model_data;

static size_t element_bytes(const model_arg *arg) { return arg->is_i32 ? sizeof(int32_t) : sizeof(double); }

static void data_deinit(model_data *data) {
  for (size_t i = 0; i < MODEL_MAX_ARGS; i++)
    free(data->args[i]);
}

static bool data_init(model_data *data, const model *which) {
  *data = (model_data){.model = which};
  for (size_t i = 0; i < model_num_args(which); i++) {
    data->args[i] = calloc(model_arg_count(&which->args[i]), element_bytes(&which->args[i]));
    if (!data->args[i])
      return false;
  }
  which->fill(data->args);
  return true;
}

static bool path_of(char out[PATH_MAX], const char *dir, const model *which, size_t arg) {
  int length = snprintf(out, PATH_MAX, "%s/%zu_%s.npy", dir, arg, which->args[arg].name);
  return length >= 0 && length < PATH_MAX;
}

static npy_array file_of(const model_arg *arg, void *contents) {
  npy_array file = {.element_bytes = (uint32_t)element_bytes(arg), .data = contents};
  memcpy(file.descr, arg->is_i32 ? "<i4" : "<f8", sizeof "<i4");
  while (file.rank < MODEL_MAX_RANK && arg->sizes[file.rank]) {
    file.sizes[file.rank] = arg->sizes[file.rank];
    file.rank++;
  }
  file.num_bytes = model_arg_count(arg) * file.element_bytes;
  return file;
}

static bool write_all(const model_data *data, const char *dir, baton_diag *diag) {
  char path[PATH_MAX];
  for (size_t i = 0; i < model_num_args(data->model); i++) {
    npy_array file = file_of(&data->model->args[i], data->args[i]);
    if (!path_of(path, dir, data->model, i) || !npy_write(diag, path, &file))
      return false;
  }
  return true;
}

static double element(const model_arg *arg, const void *data, size_t i) {
  return arg->is_i32 ? (double)((const int32_t *)data)[i] : ((const double *)data)[i];
}

// A NaN agrees with nothing.
static bool agrees(const model_arg *arg, const void *actual, const void *expected) {
  for (size_t i = 0; i < model_arg_count(arg); i++) {
    double got = element(arg, actual, i), wanted = element(arg, expected, i);
    if (!(fabs(got - wanted) <= tolerance * fmax(1.0, fabs(wanted)))) {
      printf("%s: element %zu is %.17g, expected %.17g: MISMATCH\n", arg->name, i, got, wanted);
      return false;
    }
  }
  return true;
}

static bool check_result(const model_data *data, size_t i, const char *dir, baton_diag *diag) {
  const model_arg *arg = &data->model->args[i];
  char path[PATH_MAX];
  npy_array file = {0};
  npy_array wanted = file_of(arg, data->args[i]);
  bool good = path_of(path, dir, data->model, i) && npy_read(diag, path, &file);
  if (good && (strcmp(file.descr, wanted.descr) != 0 || file.num_bytes != wanted.num_bytes)) {
    fprintf(stderr, "%s: error: not an array of the type and size of '%s'\n", path, arg->name);
    good = false;
  }
  good = good && agrees(arg, file.data, data->args[i]);
  npy_deinit(&file);
  return good;
}

static bool check_all(model_data *data, const char *dir, baton_diag *diag) {
  data->model->compute(data->args);
  bool good = true;
  for (size_t i = 0; i < model_num_args(data->model); i++)
    if (data->model->args[i].is_result)
      good &= check_result(data, i, dir, diag);
  return good;
}

int main(int argc, char **argv) {
  const model *which = argc == 4 ? model_find(argv[1]) : NULL;
  bool is_write = which && strcmp(argv[2], "write") == 0;
  if (!which || (!is_write && strcmp(argv[2], "check") != 0)) {
    fputs("usage: small-model MODEL write|check DIR\n", stderr);
    return 64;
  }
  model_data data;
  baton_diag *diag = baton_diag_create();
  bool done = data_init(&data, which);
  if (!done)
    fputs("error: out of memory\n", stderr);
  done = done && (is_write ? write_all(&data, argv[3], diag) : check_all(&data, argv[3], diag));
  data_deinit(&data);
  baton_diag_destroy(diag);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
