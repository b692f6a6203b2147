// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in NumPy's file format, version 1.0 (2.0 is read too): little-endian, C order.
// Source: the description of numpy.lib.format in NumPy's documentation.
#ifndef BATON_UTILS_NPY_H
#define BATON_UTILS_NPY_H

#include "base/diag.h"

enum { NPY_MAX_RANK = 64 };

typedef struct npy_array {
  char descr[16]; // "<f4"
  uint32_t rank;
  int64_t sizes[NPY_MAX_RANK];
  uint32_t element_bytes;
  void *data; // num_bytes of them, owned
  size_t num_bytes;
} npy_array;

// Zero-initialised is empty. False after an error that names the path and what is wrong.
bool npy_read(baton_diag *diag, const char *path, npy_array *out);
// Replaces the file whole. False after an error.
bool npy_write(baton_diag *diag, const char *path, const npy_array *array);
void npy_deinit(npy_array *array);

#endif
