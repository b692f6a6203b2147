// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments: checking, loading, comparing, writing.
#include "run_args.h"

#include "dialect/func.h"
#include "dialect/orch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static bool fail(const run_args *args, const char *format, ...) BATON_PRINTF(2, 3);

static bool fail(const run_args *args, const char *format, ...) {
  va_list list;
  va_start(list, format);
  baton_diag_vemit(args->diag, BATON_SEVERITY_ERROR, (baton_position){0}, format, list);
  va_end(list);
  return false;
}

static uint32_t element_bytes(const baton_type *type) { return (baton_type_bits(type) + 7) / 8; }
static bool is_buffer(const baton_type *type) { return type->kind == BATON_TYPE_MEMREF; }

// ---- element types ----------------------------------------------------------------------------------------------

// NumPy's name of a type; of those that are read, the one that is written.
static const char *descr_of(const baton_type *type) {
  static const char *const floats[] = {
      [BATON_F16] = "<f2", [BATON_BF16] = "<V2", [BATON_F32] = "<f4", [BATON_F64] = "<f8"};
  if (type->kind == BATON_TYPE_FLOAT)
    return floats[type->float_kind];
  bool is_unsigned = type->kind == BATON_TYPE_INTEGER && type->integer.signedness == BATON_UNSIGNED;
  switch (baton_type_bits(type)) {
  case 1:
    return "|b1";
  case 8:
    return is_unsigned ? "|u1" : "|i1";
  case 16:
    return is_unsigned ? "<u2" : "<i2";
  case 32:
    return is_unsigned ? "<u4" : "<i4";
  default:
    return is_unsigned ? "<u8" : "<i8";
  }
}

// bf16 may come as opaque or unsigned bytes; signless integers as signed or unsigned ones.
static bool accepts(const baton_type *type, const char *descr) {
  const char *own = descr_of(type);
  if (descr[2] != own[2])
    return false;
  if (type->kind == BATON_TYPE_FLOAT && type->float_kind == BATON_BF16)
    return descr[1] == 'V' || descr[1] == 'u';
  if (type->kind == BATON_TYPE_INTEGER && type->integer.signedness == BATON_SIGNLESS && own[1] == 'i')
    return descr[1] == 'i' || descr[1] == 'u';
  return descr[1] == own[1];
}

// ---- buffers ----------------------------------------------------------------------------------------------------

static void print_shape(const int64_t *sizes, uint32_t rank, baton_strbuf *out) {
  for (uint32_t i = 0; i < rank; i++) {
    if (i)
      baton_strbuf_append_char(out, 'x');
    if (sizes[i] == BATON_DYNAMIC)
      baton_strbuf_append_char(out, '?');
    else
      baton_strbuf_append_int(out, sizes[i]);
  }
  if (!rank)
    baton_strbuf_append(out, BATON_STR("one element"));
}

static bool check_shape(const run_args *args, uint32_t index, const baton_type *type, const npy_array *array) {
  bool ok = array->rank == type->memref.rank;
  for (uint32_t i = 0; ok && i < array->rank; i++)
    ok = type->memref.sizes[i] == BATON_DYNAMIC || type->memref.sizes[i] == array->sizes[i];
  if (ok)
    return true;
  baton_strbuf given = {0}, wanted = {0};
  print_shape(array->sizes, array->rank, &given);
  print_shape(type->memref.sizes, type->memref.rank, &wanted);
  fail(args, "argument #%u: '%s' has shape %s, but the program takes %s", index, args->items[index].source, given.data,
       wanted.data);
  baton_strbuf_deinit(&given);
  baton_strbuf_deinit(&wanted);
  return false;
}

// A buffer without a file: "zeros", "iota", each perhaps with ":2x3".
static bool make_buffer(const run_args *args, uint32_t index, const char *shape, bool is_iota, npy_array *out) {
  const baton_type *type = args->items[index].type;
  const baton_type *element = type->memref.element;
  out->rank = 0;
  for (const char *at = shape; *at && out->rank < NPY_MAX_RANK; at += *at == 'x') {
    char *end;
    errno = 0;
    out->sizes[out->rank++] = strtoll(at, &end, 10);
    if (end == at || errno || (*end && *end != 'x') || *at == '-')
      return fail(args, "argument #%u: '%s' is not a shape like 2x3", index, shape);
    at = end;
  }
  if (!*shape) {
    out->rank = type->memref.rank;
    memcpy(out->sizes, type->memref.sizes, out->rank * sizeof *out->sizes);
  }
  out->num_bytes = out->element_bytes = element_bytes(element);
  for (uint32_t i = 0; i < out->rank; i++) {
    if (out->sizes[i] == BATON_DYNAMIC)
      return fail(args, "argument #%u: '%s' needs a shape, as in zeros:2x3", index, args->items[index].source);
    if (__builtin_mul_overflow(out->num_bytes, (uint64_t)out->sizes[i], &out->num_bytes))
      return fail(args, "argument #%u is too large", index);
  }
  memcpy(out->descr, descr_of(element), 4);
  out->data = baton_mem_zeroed(out->num_bytes ? out->num_bytes : 1, 1);
  for (size_t i = 0; is_iota && i < out->num_bytes / out->element_bytes; i++) {
    uint64_t bits = element->kind == BATON_TYPE_FLOAT ? baton_float_bits(element->float_kind, (double)i) : i;
    memcpy((char *)out->data + i * out->element_bytes, &bits, out->element_bytes);
  }
  return true;
}

static bool load_buffer(run_args *args, uint32_t index) {
  run_arg *arg = &args->items[index];
  const char *text = arg->source;
  if (strncmp(text, "zeros", 5) == 0 && (!text[5] || text[5] == ':'))
    return make_buffer(args, index, text[5] ? text + 6 : "", false, &arg->original);
  if (strncmp(text, "iota", 4) == 0 && (!text[4] || text[4] == ':'))
    return make_buffer(args, index, text[4] ? text + 5 : "", true, &arg->original);
  if (!npy_read(args->diag, text, &arg->original))
    return false;
  if (accepts(arg->type->memref.element, arg->original.descr))
    return true;
  baton_strbuf element = {0};
  baton_type_print(arg->type->memref.element, &element);
  fail(args, "argument #%u: '%s' has elements of type '%s', but the program takes %s ('%s')", index, text,
       arg->original.descr, element.data, descr_of(arg->type->memref.element));
  baton_strbuf_deinit(&element);
  return false;
}

// Row-major strides, which the type must allow.
static bool describe(run_args *args, uint32_t index) {
  run_arg *arg = &args->items[index];
  const baton_type *type = arg->type;
  uint32_t rank = type->memref.rank;
  arg->descriptor = baton_mem_zeroed(2 + 2 * rank, sizeof *arg->descriptor);
  int64_t stride = 1, *sizes = arg->descriptor + 2, *strides = sizes + rank;
  for (uint32_t i = rank; i-- > 0;) {
    sizes[i] = arg->original.sizes[i];
    strides[i] = stride;
    if (type->memref.strides[i] != BATON_DYNAMIC && type->memref.strides[i] != stride && sizes[i] > 1)
      return fail(args,
                  "argument #%u: the program takes stride %" PRId64
                  " in dimension %u, which a file's array, with %" PRId64 ", does not have",
                  index, type->memref.strides[i], i, stride);
    stride *= sizes[i];
  }
  if (type->memref.offset != BATON_DYNAMIC && type->memref.offset != 0)
    return fail(args, "argument #%u: the program takes an offset that a file's array does not have", index);
  arg->num_bytes = arg->original.num_bytes;
  arg->data = baton_mem_resize(NULL, arg->num_bytes ? arg->num_bytes : 1);
  memcpy(arg->descriptor, &arg->data, sizeof arg->data);
  return true;
}

// ---- scalars ----------------------------------------------------------------------------------------------------

static bool parse_int(const char *text, uint32_t bits, uint64_t *out) {
  char *end;
  errno = 0;
  if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
    *out = text[0] == 't';
    return bits == 1;
  }
  long long value = strtoll(text, &end, 0);
  if (errno == ERANGE && text[0] != '-') {
    errno = 0;
    *out = strtoull(text, &end, 0);
  } else {
    *out = (uint64_t)value;
  }
  if (end == text || *end || errno)
    return false;
  if (bits == 64)
    return true;
  return value >= -(1LL << (bits - 1)) && value < (1LL << bits);
}

static bool load_scalar(run_args *args, uint32_t index) {
  run_arg *arg = &args->items[index];
  uint64_t bits = 0;
  bool ok;
  if (arg->type->kind == BATON_TYPE_FLOAT) {
    char *end;
    bits = baton_float_bits(arg->type->float_kind, strtod(arg->source, &end));
    ok = end != arg->source && !*end;
  } else {
    ok = parse_int(arg->source, baton_type_bits(arg->type), &bits);
  }
  if (!ok) {
    baton_strbuf type = {0};
    baton_type_print(arg->type, &type);
    fail(args, "argument #%u: '%s' is not a value of type %s", index, arg->source, type.data);
    baton_strbuf_deinit(&type);
    return false;
  }
  if (baton_type_bits(arg->type) == 1)
    bits &= 1;
  arg->original.data = baton_mem_zeroed(1, sizeof bits);
  memcpy(arg->original.data, &bits, sizeof bits);
  arg->num_bytes = arg->original.num_bytes = sizeof bits;
  arg->data = baton_mem_zeroed(1, sizeof bits);
  return true;
}

// ---- the whole --------------------------------------------------------------------------------------------------

static bool load(run_args *args, uint32_t index) {
  run_arg *arg = &args->items[index];
  if (!is_buffer(arg->type))
    return load_scalar(args, index);
  return load_buffer(args, index) && check_shape(args, index, arg->type, &arg->original) && describe(args, index);
}

static bool is_stored(const baton_type *result) {
  return !baton_type_is_one_task(result) && !baton_type_is_task_array(result);
}

bool run_args_init(run_args *args, baton_diag *diag, const baton_op *func, const char *const *texts, size_t num_texts) {
  const baton_type *type = baton_func_func_function_type(func)->type_value;
  uint32_t num = type->function.num_inputs;
  *args = (run_args){.diag = diag, .num_params = num, .num_items = num};
  args->items = baton_mem_zeroed(num + type->function.num_results + 1, sizeof *args->items);
  args->packed = baton_mem_zeroed(num + type->function.num_results + 1, sizeof *args->packed);
  if (num_texts != num)
    return fail(args, "the program takes %u arguments, but %zu were given", num, num_texts);
  for (uint32_t i = 0; i < num; i++) {
    args->items[i].type = type->function.inputs[i];
    args->items[i].source = texts[i];
    if (!load(args, i))
      return false;
    args->packed[i] = is_buffer(args->items[i].type) ? (void *)args->items[i].descriptor : args->items[i].data;
  }
  for (uint32_t i = 0; i < type->function.num_results; i++) {
    if (!is_stored(type->function.results[i]))
      continue;
    run_arg *arg = &args->items[args->num_items];
    *arg = (run_arg){.type = type->function.results[i], .num_bytes = 8};
    arg->data = baton_mem_zeroed(1, 8);
    args->packed[args->num_items++] = arg->data;
  }
  return true;
}

void run_args_deinit(run_args *args) {
  for (uint32_t i = 0; i < args->num_items; i++) {
    npy_deinit(&args->items[i].original);
    baton_mem_free(args->items[i].data);
    baton_mem_free(args->items[i].descriptor);
    baton_mem_free(args->items[i].first);
  }
  baton_mem_free(args->items);
  baton_mem_free((void *)args->packed);
}

void run_args_reset(run_args *args) {
  for (uint32_t i = 0; i < args->num_items; i++) {
    run_arg *arg = &args->items[i];
    if (arg->original.data)
      memcpy(arg->data, arg->original.data, arg->num_bytes);
    else
      memset(arg->data, 0, arg->num_bytes);
  }
}

bool run_args_compare(run_args *args, uint32_t run) {
  for (uint32_t i = 0; i < args->num_items; i++) {
    run_arg *arg = &args->items[i];
    if (!arg->first) {
      arg->first = baton_mem_resize(NULL, arg->num_bytes ? arg->num_bytes : 1);
      memcpy(arg->first, arg->data, arg->num_bytes);
    } else if (memcmp(arg->first, arg->data, arg->num_bytes) != 0) {
      bool is_param = i < args->num_params;
      return fail(args, "run %u gives another %s #%u than the first one", run + 1, is_param ? "argument" : "result",
                  is_param ? i : i - args->num_params);
    }
  }
  return true;
}

// ---- output -----------------------------------------------------------------------------------------------------

static bool check_index(const run_args *args, uint32_t index) {
  if (index >= args->num_params)
    return fail(args, "there is no argument #%u: the program takes %u", index, args->num_params);
  return is_buffer(args->items[index].type) || fail(args, "argument #%u is not a buffer", index);
}

bool run_args_write(run_args *args, uint32_t index, const char *path) {
  if (!check_index(args, index))
    return false;
  npy_array array = args->items[index].original;
  array.data = args->items[index].data;
  return npy_write(args->diag, path, &array);
}

bool run_args_write_changed(run_args *args, const char *folder) {
  for (uint32_t i = 0; i < args->num_params; i++) {
    const run_arg *arg = &args->items[i];
    if (!is_buffer(arg->type) || memcmp(arg->data, arg->original.data, arg->num_bytes) == 0)
      continue;
    size_t size = strlen(arg->source);
    bool is_file = size > 4 && strcmp(arg->source + size - 4, ".npy") == 0;
    const char *slash = strrchr(arg->source, '/');
    baton_strbuf path = {0};
    baton_strbuf_printf(&path, "%s/", folder);
    if (is_file)
      baton_strbuf_printf(&path, "%s", slash ? slash + 1 : arg->source);
    else
      baton_strbuf_printf(&path, "arg%u.npy", i);
    bool ok = run_args_write(args, i, path.data);
    baton_strbuf_deinit(&path);
    if (!ok)
      return false;
  }
  return true;
}

static void print_value(const baton_type *type, const void *data, baton_strbuf *out) {
  uint64_t bits = 0;
  uint32_t bytes = element_bytes(type);
  memcpy(&bits, data, bytes);
  if (type->kind == BATON_TYPE_FLOAT) {
    baton_strbuf_printf(out, "%g", baton_float_value(type->float_kind, bits));
  } else if (type->kind == BATON_TYPE_INTEGER &&
             (type->integer.signedness == BATON_UNSIGNED || type->integer.width == 1)) {
    baton_strbuf_printf(out, "%" PRIu64, bits);
  } else {
    uint32_t shift = 64 - baton_type_bits(type);
    baton_strbuf_append_int(out, (int64_t)(bits << shift) >> shift);
  }
}

bool run_args_print(run_args *args, uint32_t index, baton_strbuf *out) {
  if (!check_index(args, index))
    return false;
  const run_arg *arg = &args->items[index];
  uint32_t bytes = arg->original.element_bytes;
  baton_strbuf_append_char(out, '[');
  for (size_t at = 0; at < arg->num_bytes; at += bytes) {
    if (at)
      baton_strbuf_append(out, BATON_STR(", "));
    print_value(arg->type->memref.element, (const char *)arg->data + at, out);
  }
  baton_strbuf_append(out, BATON_STR("]\n"));
  return true;
}

void run_args_print_results(const run_args *args, baton_strbuf *out) {
  for (uint32_t i = args->num_params; i < args->num_items; i++) {
    baton_strbuf_printf(out, "result #%u: ", i - args->num_params);
    print_value(args->items[i].type, args->items[i].data, out);
    baton_strbuf_append_char(out, '\n');
  }
}
