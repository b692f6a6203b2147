// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy's file format: a magic string, a version, the length of a header, the header (a Python dictionary as text,
// padded with spaces and one line break to a multiple of 64 bytes), the elements.
#include "npy.h"

#include "tool_file.h"

static const char magic[] = "\x93NUMPY";
enum { MAGIC_BYTES = 6, ALIGNMENT = 64 };

static bool fail(baton_diag *diag, const char *path, const char *what) {
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0}, "cannot read '%s' as an array: %s", path, what);
  return false;
}

// ---- header -----------------------------------------------------------------------------------------------------

typedef struct cursor {
  const char *at, *end;
} cursor;

static void skip_spaces(cursor *c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t'))
    c->at++;
}

static bool take(cursor *c, const char *text) {
  size_t size = strlen(text);
  skip_spaces(c);
  if ((size_t)(c->end - c->at) < size || memcmp(c->at, text, size) != 0)
    return false;
  c->at += size;
  return true;
}

static bool take_quoted(cursor *c, baton_str *out) {
  skip_spaces(c);
  if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
    return false;
  char quote = *c->at++;
  const char *first = c->at;
  while (c->at < c->end && *c->at != quote)
    c->at++;
  *out = (baton_str){first, (size_t)(c->at - first)};
  return c->at++ < c->end;
}

static bool take_size(cursor *c, int64_t *out) {
  skip_spaces(c);
  const char *first = c->at;
  for (*out = 0; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
    if (__builtin_mul_overflow(*out, 10, out) || __builtin_add_overflow(*out, *c->at - '0', out))
      return false;
  return c->at > first;
}

// "(2, 3)", "(2,)", "()"
static bool take_shape(cursor *c, npy_array *out) {
  out->rank = 0;
  if (!take(c, "("))
    return false;
  for (;;) {
    if (take(c, ")"))
      return true;
    if (out->rank == NPY_MAX_RANK || !take_size(c, &out->sizes[out->rank]))
      return false;
    out->rank++;
    if (!take(c, ","))
      return take(c, ")");
  }
}

static bool take_descr(cursor *c, npy_array *out) {
  baton_str text;
  if (!take_quoted(c, &text) || text.size < 3 || text.size >= sizeof out->descr)
    return false;
  memcpy(out->descr, text.data, text.size);
  cursor digits = {text.data + 2, text.data + text.size};
  int64_t bytes;
  if (!take_size(&digits, &bytes) || digits.at != digits.end || bytes < 1 || bytes > 16)
    return false;
  out->element_bytes = (uint32_t)bytes;
  return true;
}

// What is wrong with the header; NULL: nothing.
static const char *parse_header(cursor c, npy_array *out) {
  bool is_fortran = false;
  if (!take(&c, "{"))
    return "its header is not a dictionary";
  while (!take(&c, "}")) {
    baton_str key;
    if (!take_quoted(&c, &key) || !take(&c, ":"))
      return "its header is malformed";
    bool ok = false;
    if (baton_str_is(key, "descr"))
      ok = take_descr(&c, out);
    else if (baton_str_is(key, "shape"))
      ok = take_shape(&c, out);
    else if (baton_str_is(key, "fortran_order"))
      ok = (is_fortran = take(&c, "True")) || take(&c, "False");
    if (!ok)
      return "its element type or shape is of a kind that is not supported";
    take(&c, ",");
  }
  if (!out->element_bytes)
    return "its header gives no element type";
  if (out->descr[0] == '>' && out->element_bytes > 1)
    return "it is big-endian";
  return is_fortran && out->rank > 1 ? "it is in Fortran order" : NULL;
}

static bool count_bytes(npy_array *array) {
  size_t bytes = array->element_bytes;
  for (uint32_t i = 0; i < array->rank; i++)
    if (__builtin_mul_overflow(bytes, (uint64_t)array->sizes[i], &bytes))
      return false;
  array->num_bytes = bytes;
  return true;
}

static const char *parse(baton_str file, npy_array *out) {
  if (file.size < MAGIC_BYTES + 4 || memcmp(file.data, magic, MAGIC_BYTES) != 0)
    return "it does not begin like one of NumPy's files";
  const unsigned char *bytes = (const unsigned char *)file.data;
  unsigned version = bytes[6];
  size_t start = version == 1 ? 10 : 12;
  if ((version != 1 && version != 2) || file.size < start)
    return "its format is neither version 1 nor 2";
  size_t length = bytes[8] | (size_t)bytes[9] << 8;
  if (version == 2)
    length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
  if (length > file.size - start)
    return "it ends within its header";
  const char *error = parse_header((cursor){file.data + start, file.data + start + length}, out);
  if (error)
    return error;
  if (!count_bytes(out) || out->num_bytes != file.size - start - length)
    return "its length is not that of its shape";
  out->data = baton_mem_resize(NULL, out->num_bytes ? out->num_bytes : 1);
  memcpy(out->data, file.data + start + length, out->num_bytes);
  return NULL;
}

bool npy_read(baton_diag *diag, const char *path, npy_array *out) {
  baton_strbuf file = {0};
  *out = (npy_array){0};
  bool ok = tool_read_file(diag, path, &file);
  if (ok) {
    const char *error = parse(baton_strbuf_view(&file), out);
    ok = !error || fail(diag, path, error);
  }
  baton_strbuf_deinit(&file);
  return ok;
}

// ---- writing ----------------------------------------------------------------------------------------------------

bool npy_write(baton_diag *diag, const char *path, const npy_array *array) {
  baton_strbuf header = {0}, file = {0};
  baton_strbuf_printf(&header, "{'descr': '%s', 'fortran_order': False, 'shape': (", array->descr);
  for (uint32_t i = 0; i < array->rank; i++)
    baton_strbuf_printf(&header, "%lld,%s", (long long)array->sizes[i], i + 1 < array->rank ? " " : "");
  if (array->rank > 1)
    header.size--; // one size alone keeps its comma
  baton_strbuf_append(&header, BATON_STR("), }"));
  while ((MAGIC_BYTES + 4 + header.size + 1) % ALIGNMENT)
    baton_strbuf_append_char(&header, ' ');
  baton_strbuf_append_char(&header, '\n');
  const char prefix[] = {1, 0, (char)(header.size & 0xff), (char)(header.size >> 8)};
  baton_strbuf_append(&file, (baton_str){magic, MAGIC_BYTES});
  baton_strbuf_append(&file, (baton_str){prefix, sizeof prefix});
  baton_strbuf_append(&file, baton_strbuf_view(&header));
  baton_strbuf_append(&file, (baton_str){array->data, array->num_bytes});
  bool ok = tool_write_file(diag, path, baton_strbuf_view(&file));
  baton_strbuf_deinit(&header);
  baton_strbuf_deinit(&file);
  return ok;
}

void npy_deinit(npy_array *array) {
  baton_mem_free(array->data);
  *array = (npy_array){0};
}
