// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NumPy files of the Qwen3 arguments.
#include "qwen3_npy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PREFIX_BYTES = 10, HEADER_ALIGNMENT = 64, MAX_HEADER_BYTES = 1024 };

static const char magic[] = "\x93NUMPY\x01"; // and a byte 0: the minor version

static const char *descr_of(qwen3_elem elem) {
  static const char *const descrs[] = {[QWEN3_BF16] = "<V2", [QWEN3_F32] = "<f4", [QWEN3_I32] = "<i4"};
  return descrs[elem];
}

// The dimensions as a Python tuple.
static void format_shape(const qwen3_array *array, char *out, size_t out_bytes) {
  if (array->rank == 1)
    snprintf(out, out_bytes, "(%zu,)", array->dims[0]);
  else
    snprintf(out, out_bytes, "(%zu, %zu)", array->dims[0], array->dims[1]);
}

static bool fail(const char *path, const char *what) {
  fprintf(stderr, "%s: error: %s\n", path, what);
  return false;
}

bool qwen3_npy_write(const char *path, const qwen3_array *array) {
  char shape[64];
  format_shape(array, shape, sizeof shape);
  char header[2 * HEADER_ALIGNMENT + 1];
  int used = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                      descr_of(array->elem), shape);
  size_t header_bytes = 2 * HEADER_ALIGNMENT - PREFIX_BYTES;
  memset(header + used, ' ', header_bytes - (size_t)used);
  header[header_bytes - 1] = '\n';
  const unsigned char length[2] = {(unsigned char)header_bytes, 0};

  FILE *file = fopen(path, "wb");
  if (!file)
    return fail(path, strerror(errno));
  size_t bytes = qwen3_array_count(array) * qwen3_elem_bytes(array->elem);
  bool done = fwrite(magic, 1, sizeof magic, file) == sizeof magic && fwrite(length, 1, 2, file) == 2 &&
              fwrite(header, 1, header_bytes, file) == header_bytes && fwrite(array->data, 1, bytes, file) == bytes;
  done = fclose(file) == 0 && done;
  return done || fail(path, "cannot write the whole file");
}

// The text after `'key':` in a header, or null.
static const char *find_value(const char *header, const char *key) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "'%s':", key);
  const char *found = strstr(header, quoted);
  if (!found)
    return NULL;
  found += strlen(quoted);
  return found + strspn(found, " ");
}

static bool is_descr(const char *text, qwen3_elem elem) {
  if (strncmp(text + 1, descr_of(elem), 3) == 0 && text[4] == *text)
    return true;
  return elem == QWEN3_BF16 && (strncmp(text + 1, "|V2", 3) == 0 || strncmp(text + 1, "<u2", 3) == 0);
}

static bool check_header(const char *path, const char *header, const qwen3_array *array) {
  const char *descr = find_value(header, "descr");
  const char *order = find_value(header, "fortran_order");
  const char *shape = find_value(header, "shape");
  if (!descr || !order || !shape)
    return fail(path, "the header lacks descr, fortran_order or shape");
  char expected[64];
  format_shape(array, expected, sizeof expected);
  char what[256];
  if (strlen(descr) < 5 || !is_descr(descr, array->elem)) {
    snprintf(what, sizeof what, "the element type is %.5s, not '%s'", descr, descr_of(array->elem));
    return fail(path, what);
  }
  if (strncmp(order, "False", 5) != 0)
    return fail(path, "the array is not in C order");
  if (strncmp(shape, expected, strlen(expected)) != 0) {
    snprintf(what, sizeof what, "the shape is %.*s, not %s", (int)strcspn(shape, ")") + 1, shape, expected);
    return fail(path, what);
  }
  return true;
}

static bool read_file(const char *path, FILE *file, qwen3_array *array) {
  unsigned char prefix[PREFIX_BYTES];
  if (fread(prefix, 1, sizeof prefix, file) != sizeof prefix || memcmp(prefix, magic, sizeof magic) != 0)
    return fail(path, "not a NumPy file of version 1.0");
  size_t header_bytes = prefix[8] + 256u * prefix[9];
  char header[MAX_HEADER_BYTES + 1];
  if (header_bytes > MAX_HEADER_BYTES)
    return fail(path, "the header is too long");
  if (fread(header, 1, header_bytes, file) != header_bytes)
    return fail(path, "the file ends in its header");
  header[header_bytes] = '\0';
  if (!check_header(path, header, array))
    return false;
  size_t bytes = qwen3_array_count(array) * qwen3_elem_bytes(array->elem);
  if (fread(array->data, 1, bytes, file) != bytes)
    return fail(path, "the file ends in its data");
  return fgetc(file) == EOF || fail(path, "the file has more data than its shape says");
}

bool qwen3_npy_read(const char *path, qwen3_array *array) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return fail(path, strerror(errno));
  bool done = read_file(path, file, array);
  fclose(file);
  return done;
}
