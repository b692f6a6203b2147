// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy files of the Qwen3 arguments, through the reader and writer of the tools.
#include "qwen3_npy.h"

#include "npy.h"


static const char *descr_of(qwen3_elem elem) {
  static const char *const descrs[] = {[QWEN3_BF16] = "<V2", [QWEN3_F32] = "<f4", [QWEN3_I32] = "<i4"};
  return descrs[elem];
}

static bool is_descr(const char *descr, qwen3_elem elem) {
  return strcmp(descr, descr_of(elem)) == 0 ||
         (elem == QWEN3_BF16 && (strcmp(descr, "|V2") == 0 || strcmp(descr, "<u2") == 0));
}

bool qwen3_npy_write(const char *path, const qwen3_array *array) {
  npy_array file = {.rank = (uint32_t)array->rank,
                    .sizes = {(int64_t)array->dims[0], (int64_t)array->dims[1]},
                    .element_bytes = (uint32_t)qwen3_elem_bytes(array->elem),
                    .data = array->data,
                    .num_bytes = qwen3_array_count(array) * qwen3_elem_bytes(array->elem)};
  memcpy(file.descr, descr_of(array->elem), sizeof "<V2");
  baton_diag *diag = baton_diag_create();
  bool done = npy_write(diag, path, &file);
  baton_diag_destroy(diag);
  return done;
}

static bool matches(baton_diag *diag, const char *path, const npy_array *file, const qwen3_array *array) {
  const baton_position position = {.file = baton_str_from(path)};
  if (!is_descr(file->descr, array->elem)) {
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, position, "the element type is '%s', not '%s'", file->descr,
                    descr_of(array->elem));
    return false;
  }
  bool is_same = file->rank == (uint32_t)array->rank;
  for (int i = 0; is_same && i < array->rank; i++)
    is_same = file->sizes[i] == (int64_t)array->dims[i];
  if (!is_same)
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, position, "the shape is not that of '%s'", array->name);
  return is_same;
}

bool qwen3_npy_read(const char *path, qwen3_array *array) {
  baton_diag *diag = baton_diag_create();
  npy_array file = {0};
  bool done = npy_read(diag, path, &file) && matches(diag, path, &file, array);
  if (done)
    memcpy(array->data, file.data, file.num_bytes);
  npy_deinit(&file);
  baton_diag_destroy(diag);
  return done;
}
