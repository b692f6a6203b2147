// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making, comparing and printing types.
#include "base/map.h"
#include "ir/context_impl.h"

#include <assert.h>

static uint64_t hash_type(const baton_type *type) {
  uint64_t hash = baton_hash_mix(0, type->kind);
  switch (type->kind) {
  case BATON_TYPE_INDEX:
  case BATON_TYPE_NONE:
    return hash;
  case BATON_TYPE_INTEGER:
    return baton_hash_mix(hash, (uint64_t)type->integer.width << 2 | type->integer.signedness);
  case BATON_TYPE_FLOAT:
    return baton_hash_mix(hash, type->float_kind);
  case BATON_TYPE_FUNCTION:
    for (uint32_t i = 0; i < type->function.num_inputs; i++)
      hash = baton_hash_pointer(hash, type->function.inputs[i]);
    hash = baton_hash_mix(hash, type->function.num_inputs);
    for (uint32_t i = 0; i < type->function.num_results; i++)
      hash = baton_hash_pointer(hash, type->function.results[i]);
    return hash;
  case BATON_TYPE_MEMREF:
    hash = baton_hash_pointer(hash, type->memref.element);
    hash = baton_hash_mix(hash, (uint64_t)type->memref.offset + type->memref.layout);
    for (uint32_t i = 0; i < type->memref.rank; i++)
      hash = baton_hash_mix(baton_hash_mix(hash, (uint64_t)type->memref.sizes[i]), (uint64_t)type->memref.strides[i]);
    return baton_hash_pointer(hash, type->memref.memory_space);
  case BATON_TYPE_DIALECT:
    return baton_hash_mix(baton_hash_pointer(hash, type->dialect.def), (uint64_t)type->dialect.count);
  case BATON_TYPE_OPAQUE:
    return baton_hash_mix(hash, baton_hash_bytes(type->opaque.text.data, type->opaque.text.size));
  }
  return hash;
}

static bool equal_arrays(const void *a, const void *b, size_t num, size_t size) {
  return num == 0 || memcmp(a, b, num * size) == 0;
}

static bool equal_types(const baton_type *a, const baton_type *b) {
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case BATON_TYPE_INDEX:
  case BATON_TYPE_NONE:
    return true;
  case BATON_TYPE_INTEGER:
    return a->integer.width == b->integer.width && a->integer.signedness == b->integer.signedness;
  case BATON_TYPE_FLOAT:
    return a->float_kind == b->float_kind;
  case BATON_TYPE_FUNCTION:
    return a->function.num_inputs == b->function.num_inputs && a->function.num_results == b->function.num_results &&
           equal_arrays(a->function.inputs, b->function.inputs, a->function.num_inputs, sizeof(void *)) &&
           equal_arrays(a->function.results, b->function.results, a->function.num_results, sizeof(void *));
  case BATON_TYPE_MEMREF:
    return a->memref.element == b->memref.element && a->memref.rank == b->memref.rank &&
           a->memref.layout == b->memref.layout && a->memref.offset == b->memref.offset &&
           a->memref.memory_space == b->memref.memory_space &&
           equal_arrays(a->memref.sizes, b->memref.sizes, a->memref.rank, sizeof(int64_t)) &&
           equal_arrays(a->memref.strides, b->memref.strides, a->memref.rank, sizeof(int64_t));
  case BATON_TYPE_DIALECT:
    return a->dialect.def == b->dialect.def && a->dialect.count == b->dialect.count;
  case BATON_TYPE_OPAQUE:
    return baton_str_equal(a->opaque.text, b->opaque.text);
  }
  return false;
}

// Copies what a type points at into the context.
static void keep_parts(baton_context *context, baton_type *type) {
  baton_arena *arena = &context->arena;
  if (type->kind == BATON_TYPE_FUNCTION) {
    type->function.inputs = baton_arena_copy(arena, type->function.inputs, type->function.num_inputs, sizeof(void *));
    type->function.results =
        baton_arena_copy(arena, type->function.results, type->function.num_results, sizeof(void *));
  } else if (type->kind == BATON_TYPE_MEMREF) {
    type->memref.sizes = baton_arena_copy(arena, type->memref.sizes, type->memref.rank, sizeof(int64_t));
    type->memref.strides = baton_arena_copy(arena, type->memref.strides, type->memref.rank, sizeof(int64_t));
  } else if (type->kind == BATON_TYPE_OPAQUE) {
    type->opaque.text = baton_context_intern(context, type->opaque.text);
  }
}

static const baton_type *unique(baton_context *context, baton_type wanted) {
  uint64_t hash = hash_type(&wanted);
  baton_intern_slot *slot = baton_intern_first(&context->types, hash);
  for (; slot->object; slot = baton_intern_next(&context->types, slot))
    if (slot->hash == hash && equal_types(slot->object, &wanted))
      return slot->object;
  baton_type *type = baton_arena_copy(&context->arena, &wanted, 1, sizeof wanted);
  keep_parts(context, type);
  baton_intern_insert(&context->types, slot, hash, type);
  return type;
}

const baton_type *baton_type_index(baton_context *context) {
  if (!context->index)
    context->index = unique(context, (baton_type){.kind = BATON_TYPE_INDEX});
  return context->index;
}

const baton_type *baton_type_none(baton_context *context) {
  if (!context->none)
    context->none = unique(context, (baton_type){.kind = BATON_TYPE_NONE});
  return context->none;
}

const baton_type *baton_type_signed_integer(baton_context *context, uint32_t width, baton_signedness signedness) {
  return unique(context,
                (baton_type){.kind = BATON_TYPE_INTEGER, .integer = {.width = width, .signedness = signedness}});
}

const baton_type *baton_type_integer(baton_context *context, uint32_t width) {
  const baton_type **cached = width == 1    ? &context->i1
                              : width == 32 ? &context->i32
                              : width == 64 ? &context->i64
                                            : NULL;
  if (cached && *cached)
    return *cached;
  const baton_type *type = baton_type_signed_integer(context, width, BATON_SIGNLESS);
  if (cached)
    *cached = type;
  return type;
}

const baton_type *baton_type_float(baton_context *context, baton_float_kind kind) {
  if (!context->floats[kind])
    context->floats[kind] = unique(context, (baton_type){.kind = BATON_TYPE_FLOAT, .float_kind = kind});
  return context->floats[kind];
}

const baton_type *baton_type_function(baton_context *context, const baton_type *const *inputs, size_t num_inputs,
                                      const baton_type *const *results, size_t num_results) {
  return unique(context, (baton_type){.kind = BATON_TYPE_FUNCTION,
                                      .function = {.inputs = inputs,
                                                   .results = results,
                                                   .num_inputs = (uint32_t)num_inputs,
                                                   .num_results = (uint32_t)num_results}});
}

// Strides of the row-major layout; from the first dynamic or overflowing product on they are dynamic.
static void row_major_strides(const int64_t *sizes, size_t rank, int64_t *out_strides) {
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    out_strides[i] = stride;
    if (stride == BATON_DYNAMIC || sizes[i] == BATON_DYNAMIC || __builtin_mul_overflow(stride, sizes[i], &stride))
      stride = BATON_DYNAMIC;
  }
}

const baton_type *baton_type_memref(baton_context *context, const baton_type *element, const int64_t *sizes,
                                    size_t rank, const baton_attr *memory_space) {
  int64_t *strides = baton_mem_resize_array(NULL, rank, sizeof *strides);
  row_major_strides(sizes, rank, strides);
  const baton_type *type = unique(context, (baton_type){.kind = BATON_TYPE_MEMREF,
                                                        .memref = {.element = element,
                                                                   .sizes = sizes,
                                                                   .strides = strides,
                                                                   .memory_space = memory_space,
                                                                   .rank = (uint32_t)rank,
                                                                   .layout = BATON_LAYOUT_IDENTITY}});
  baton_mem_free(strides);
  return type;
}

const baton_type *baton_type_strided_memref(baton_context *context, const baton_type *element, const int64_t *sizes,
                                            size_t rank, int64_t offset, const int64_t *strides,
                                            const baton_attr *memory_space) {
  return unique(context, (baton_type){.kind = BATON_TYPE_MEMREF,
                                      .memref = {.element = element,
                                                 .sizes = sizes,
                                                 .strides = strides,
                                                 .offset = offset,
                                                 .memory_space = memory_space,
                                                 .rank = (uint32_t)rank,
                                                 .layout = BATON_LAYOUT_STRIDED}});
}

const baton_type *baton_type_dialect(baton_context *context, const baton_type_def *def, int64_t count) {
  assert(def->has_count || count == 0);
  return unique(context, (baton_type){.kind = BATON_TYPE_DIALECT, .dialect = {.def = def, .count = count}});
}

const baton_type *baton_type_opaque(baton_context *context, baton_str text) {
  return unique(context, (baton_type){.kind = BATON_TYPE_OPAQUE, .opaque = {.text = text}});
}

uint32_t baton_type_bits(const baton_type *type) {
  static const uint32_t float_bits[] = {16, 16, 32, 64};
  switch (type->kind) {
  case BATON_TYPE_INDEX:
    return 64;
  case BATON_TYPE_INTEGER:
    return type->integer.width;
  case BATON_TYPE_FLOAT:
    return float_bits[type->float_kind];
  default:
    return 0;
  }
}

// ---- text -------------------------------------------------------------------------------------------------------

static void print_list(const baton_type *const *types, uint32_t num_types, baton_strbuf *out) {
  for (uint32_t i = 0; i < num_types; i++) {
    if (i)
      baton_strbuf_append(out, BATON_STR(", "));
    baton_type_print(types[i], out);
  }
}

static void print_function(const baton_type *type, baton_strbuf *out) {
  baton_strbuf_append_char(out, '(');
  print_list(type->function.inputs, type->function.num_inputs, out);
  baton_strbuf_append(out, BATON_STR(") -> "));
  bool one = type->function.num_results == 1 && type->function.results[0]->kind != BATON_TYPE_FUNCTION;
  if (!one)
    baton_strbuf_append_char(out, '(');
  print_list(type->function.results, type->function.num_results, out);
  if (!one)
    baton_strbuf_append_char(out, ')');
}

static void print_number(int64_t number, baton_strbuf *out) {
  if (number == BATON_DYNAMIC)
    baton_strbuf_append_char(out, '?');
  else
    baton_strbuf_append_int(out, number);
}

static void print_memref(const baton_type *type, baton_strbuf *out) {
  baton_strbuf_append(out, BATON_STR("memref<"));
  for (uint32_t i = 0; i < type->memref.rank; i++) {
    print_number(type->memref.sizes[i], out);
    baton_strbuf_append_char(out, 'x');
  }
  baton_type_print(type->memref.element, out);
  if (type->memref.layout == BATON_LAYOUT_STRIDED) {
    baton_strbuf_append(out, BATON_STR(", strided<["));
    for (uint32_t i = 0; i < type->memref.rank; i++) {
      if (i)
        baton_strbuf_append(out, BATON_STR(", "));
      print_number(type->memref.strides[i], out);
    }
    baton_strbuf_append_char(out, ']');
    if (type->memref.offset != 0) {
      baton_strbuf_append(out, BATON_STR(", offset: "));
      print_number(type->memref.offset, out);
    }
    baton_strbuf_append_char(out, '>');
  }
  if (type->memref.memory_space) {
    baton_strbuf_append(out, BATON_STR(", "));
    baton_attr_print_item(type->memref.memory_space, out);
  }
  baton_strbuf_append_char(out, '>');
}

void baton_type_print(const baton_type *type, baton_strbuf *out) {
  static const char *const float_names[] = {"f16", "bf16", "f32", "f64"};
  static const char *const signs[] = {"i", "si", "ui"};
  switch (type->kind) {
  case BATON_TYPE_INDEX:
    baton_strbuf_append(out, BATON_STR("index"));
    return;
  case BATON_TYPE_NONE:
    baton_strbuf_append(out, BATON_STR("none"));
    return;
  case BATON_TYPE_INTEGER:
    baton_strbuf_append(out, baton_str_from(signs[type->integer.signedness]));
    baton_strbuf_append_int(out, type->integer.width);
    return;
  case BATON_TYPE_FLOAT:
    baton_strbuf_append(out, baton_str_from(float_names[type->float_kind]));
    return;
  case BATON_TYPE_FUNCTION:
    print_function(type, out);
    return;
  case BATON_TYPE_MEMREF:
    print_memref(type, out);
    return;
  case BATON_TYPE_DIALECT:
    baton_strbuf_printf(out, "!%s.%s", type->dialect.def->dialect, type->dialect.def->name);
    if (type->dialect.def->has_count) {
      baton_strbuf_append_char(out, '<');
      print_number(type->dialect.count, out);
      baton_strbuf_append_char(out, '>');
    }
    return;
  case BATON_TYPE_OPAQUE:
    baton_strbuf_append(out, type->opaque.text);
    return;
  }
}
