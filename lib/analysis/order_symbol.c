// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of symbols: bindings, and valuations for the rest.
//
// Valuations 0 to 4 give all integers the same flavour (mixed, 1, 0, 2, 3); later ones mix anew. Up to three flags take
// all their values within the first eight; more are all true, all false, then mixed.
#include "analysis/order_impl.h"

#include "dialect/func.h"
#include "ir/symbol.h"

#include <errno.h>
#include <stdlib.h>

static const baton_type *argument_type(const baton_op *func, uint32_t arg) {
  return func->regions[0].first->args[arg]->type;
}

// ---- bindings ---------------------------------------------------------------------------------------------------

static bool read_number(baton_str text, int64_t *out) {
  char copy[24];
  if (text.size == 0 || text.size >= sizeof copy)
    return false;
  memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  char *end;
  errno = 0;
  *out = strtoll(copy, &end, 10);
  return errno == 0 && *end == 0 && copy[0] != ' ' && copy[0] != '+';
}

// Cuts off what follows the first of a character.
static bool split_at(baton_str text, char at, baton_str *out_left, baton_str *out_right) {
  const char *found = text.size ? memchr(text.data, at, text.size) : NULL;
  if (!found)
    return false;
  size_t left = (size_t)(found - text.data);
  *out_left = (baton_str){text.data, left};
  *out_right = (baton_str){found + 1, text.size - left - 1};
  return true;
}

static bool find_argument(const baton_op *func, baton_str name, uint32_t *out) {
  const baton_block *body = func->regions[0].first;
  int64_t number;
  for (uint32_t i = 0; i < body->num_args; i++) {
    const baton_attr *given = baton_func_arg_attr(func, i, "orch.name");
    if (given && given->kind == BATON_ATTR_STRING && baton_str_equal(given->string, name)) {
      *out = i;
      return true;
    }
  }
  baton_str digits = {name.data + 3, name.size - 3};
  if (!baton_str_has_prefix(name, BATON_STR("arg")) || !read_number(digits, &number) || number < 0 ||
      number >= body->num_args)
    return false;
  *out = (uint32_t)number;
  return true;
}

static const char *read_key(const baton_op *func, baton_str key, order_binding *out) {
  baton_str name = key, rest;
  if (key.size && key.data[key.size - 1] == ']' && split_at(key, '[', &name, &rest)) {
    out->kind = ORDER_ELEMENT;
    rest.size--;
    out->is_any = rest.size == 0;
    if (!out->is_any && (!read_number(rest, &out->index) || out->index < 0))
      return "the element is no number";
  } else if (split_at(key, '.', &name, &rest)) {
    out->kind = ORDER_SIZE;
    if (!read_number(rest, &out->index) || out->index < 0)
      return "the dimension is no number";
  }
  if (!find_argument(func, name, &out->arg))
    return "the function has no such argument";
  const baton_type *type = argument_type(func, out->arg);
  bool is_buffer = type->kind == BATON_TYPE_MEMREF;
  if (out->kind == ORDER_VALUE)
    return is_buffer                                                            ? "the argument is a buffer"
           : type->kind == BATON_TYPE_INDEX || type->kind == BATON_TYPE_INTEGER ? NULL
                                                                                : "the argument is no integer";
  if (!is_buffer)
    return "the argument is no buffer";
  if (out->kind == ORDER_SIZE && (out->index >= type->memref.rank || type->memref.sizes[out->index] != BATON_DYNAMIC))
    return "the buffer has no such dynamic size";
  return out->kind == ORDER_SIZE && out->value < 0 ? "a size is not negative" : NULL;
}

static bool bad_binding(const baton_op *func, baton_str item, const char *why) {
  baton_diag_emit(baton_context_diag(baton_op_context(func)), BATON_SEVERITY_ERROR, baton_loc_position(func->loc),
                  "'%.*s' is no binding of a symbol of @%.*s: %s", BATON_STR_ARG(item),
                  BATON_STR_ARG(baton_symbol_name(func)), why);
  return false;
}

static bool read_bindings(order_symbols *symbols, baton_arena *arena, const baton_op *func, baton_str text) {
  BATON_VEC(order_binding) all = {0};
  bool is_good = true;
  while (text.size && is_good) {
    baton_str item = text, rest = {text.data + text.size, 0}, key, value;
    split_at(text, ',', &item, &rest);
    order_binding binding = {0};
    const char *why = !split_at(item, '=', &key, &value)    ? "expected name=value"
                      : !read_number(value, &binding.value) ? "the value is no number"
                                                            : read_key(func, key, &binding);
    is_good = !why || bad_binding(func, item, why);
    baton_vec_push(&all, binding);
    text = rest;
  }
  symbols->bindings = baton_arena_copy(arena, all.data, all.size, sizeof *all.data);
  symbols->num_bindings = (uint32_t)all.size;
  baton_vec_deinit(&all);
  return is_good;
}

bool order_symbols_init(order_symbols *symbols, baton_arena *arena, const baton_op *func,
                        const baton_expansion_options *options) {
  *symbols = (order_symbols){.valuation = options->valuation};
  const baton_block *body = func->regions[0].first;
  for (uint32_t i = 0; i < body->num_args; i++)
    symbols->num_flags += baton_type_is_integer(body->args[i]->type, 1);
  return read_bindings(symbols, arena, func, options->bind);
}

// The last one counts.
static const order_binding *find_binding(const order_symbols *symbols, uint32_t arg, order_symbol_kind kind,
                                         int64_t index) {
  for (uint32_t k = symbols->num_bindings; k-- > 0;) {
    const order_binding *b = &symbols->bindings[k];
    if (b->arg == arg && b->kind == kind && (b->is_any || b->index == index))
      return b;
  }
  return NULL;
}

// ---- valuations -------------------------------------------------------------------------------------------------

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t words[2] = {a, b};
  return baton_hash_bytes(words, sizeof words);
}

static int64_t pick(order_symbols *symbols, uint64_t key, const int64_t *fixed, const int64_t *others,
                    uint32_t num_others) {
  symbols->is_used = true;
  uint32_t v = symbols->valuation;
  uint64_t hash = mix(key, v);
  if (v >= 1 && v <= 4)
    return fixed[v - 1];
  return others[hash % (v == 0 ? num_others / 2 : num_others)];
}

// A small number: 1 to 3 at first, anything small later.
static int64_t small_number(order_symbols *symbols, uint64_t key) {
  static const int64_t fixed[] = {1, 0, 2, 3}, others[] = {2, 3, 1, 0, 5, 4};
  return pick(symbols, key, fixed, others, 6);
}

static bool flag(order_symbols *symbols, uint64_t key, uint32_t number) {
  symbols->is_used = true;
  uint32_t v = symbols->valuation;
  if (symbols->num_flags <= 3)
    return v < 8 ? (v >> number & 1) == 0 : (mix(key, v) & 1) != 0;
  return v == 0 || (v != 1 && (mix(key, v) & 1) != 0);
}

int64_t order_symbol_argument(order_symbols *symbols, const baton_op *func, uint32_t arg) {
  const order_binding *bound = find_binding(symbols, arg, ORDER_VALUE, 0);
  if (bound)
    return bound->value;
  if (!baton_type_is_integer(argument_type(func, arg), 1))
    return small_number(symbols, arg);
  uint32_t number = 0;
  for (uint32_t i = 0; i < arg; i++)
    number += baton_type_is_integer(argument_type(func, i), 1);
  return flag(symbols, arg, number);
}

int64_t order_symbol_size(order_symbols *symbols, uint32_t arg, uint32_t dim) {
  static const int64_t fixed[] = {1, 0, 4, 3}, others[] = {8, 8, 8, 2, 5, 16};
  const order_binding *bound = find_binding(symbols, arg, ORDER_SIZE, dim);
  // Mixed valuations have one size for all, or else most programs would not run far.
  return bound ? bound->value : pick(symbols, 77, fixed, others, 6);
}

int64_t order_symbol_element(order_symbols *symbols, uint32_t arg, int64_t element, uint64_t key) {
  const order_binding *bound = arg == UINT32_MAX ? NULL : find_binding(symbols, arg, ORDER_ELEMENT, element);
  return bound ? bound->value : small_number(symbols, key);
}

int64_t order_symbol_unknown(order_symbols *symbols, uint64_t key) { return small_number(symbols, mix(key, 5)); }

bool order_symbols_alias(order_symbols *symbols, uint32_t arg) {
  for (uint32_t k = 0; k < symbols->num_bindings; k++)
    if (symbols->bindings[k].kind == ORDER_ELEMENT && symbols->bindings[k].arg == arg)
      return false;
  symbols->is_used = true;
  return symbols->valuation % 3 == 2;
}
