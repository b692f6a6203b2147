// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in NumPy's file format, version 1.0: C order, little endian. Element types: float is '<f4', int32 '<i4', and
// bf16, which NumPy does not know, two opaque bytes '<V2' ('|V2' and '<u2' are read too).
// Source: the specification in NumPy's documentation (numpy.lib.format).
#ifndef BATON_TEST_QWEN3_NPY_H
#define BATON_TEST_QWEN3_NPY_H

#include <stdbool.h>

#include "qwen3_data.h"

// Both print what is wrong, with the path, to stderr and return false on failure. A failed write may leave a part of
// the file behind.
bool qwen3_npy_write(const char *path, const qwen3_array *array);

// Reads into array->data, which has room for the array. The file must have its element type and dimensions.
bool qwen3_npy_read(const char *path, qwen3_array *array);

#endif
