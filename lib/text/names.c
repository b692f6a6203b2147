// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of values.
#include "text/names.h"

#include "base/map.h"

// A word in use, by its place in the pool; the table is undone at the end of a region. All zero: a free slot. Small,
// since a region may have very many words, and each is looked up in another place.
typedef struct used_word {
  uint32_t hash;
  uint32_t place; // in the pool, counted from 1
} used_word;

typedef struct counters {
  uint32_t number, arg, conflict;
} counters;

typedef struct namer {
  baton_names *names;
  used_word *slots; // open addressing; entries are taken out in reverse order of insertion, so no gaps arise
  size_t num_used, capacity;
  BATON_VEC(uint32_t) order; // hashes, in order of insertion
  counters next;
} namer;

// ---- words ------------------------------------------------------------------------------------------------------

static const char *word_at(const namer *n, uint32_t place) { return n->names->pool.data + place - 1; }

static used_word *probe(const namer *n, const char *word, uint32_t hash) {
  size_t mask = n->capacity - 1, at = hash & mask;
  while (n->slots[at].place && (n->slots[at].hash != hash || strcmp(word_at(n, n->slots[at].place), word) != 0))
    at = (at + 1) & mask;
  return &n->slots[at];
}

static void insert(namer *n, used_word word) {
  *probe(n, word_at(n, word.place), word.hash) = word;
  n->num_used++;
}

// Later insertions come later on every probe path, and when growing the order is kept.
static void grow(namer *n) {
  namer old = *n;
  n->capacity = old.capacity ? old.capacity * 2 : 64;
  n->slots = baton_mem_zeroed(n->capacity, sizeof *n->slots);
  n->num_used = 0;
  for (size_t i = 0; i < old.order.size; i++) {
    size_t mask = old.capacity - 1, at = old.order.data[i] & mask;
    while (old.slots[at].hash != old.order.data[i] || !old.slots[at].place)
      at = (at + 1) & mask;
    insert(n, old.slots[at]);
  }
  baton_mem_free(old.slots);
}

static void leave(namer *n, size_t mark) {
  if (mark == 0 && n->num_used * 4 > n->capacity) { // most of the table
    memset(n->slots, 0, n->capacity * sizeof *n->slots);
    n->num_used = n->order.size = 0;
  }
  while (n->order.size > mark) {
    uint32_t hash = n->order.data[--n->order.size];
    size_t mask = n->capacity - 1, at = hash & mask, last = at;
    for (; n->slots[at].place; at = (at + 1) & mask)
      if (n->slots[at].hash == hash)
        last = at;
    n->slots[last] = (used_word){0};
    n->num_used--;
  }
}

// The word, or the word with the next number that makes it differ from all in use.
static uint32_t unique_word(namer *n, baton_str word) {
  if (n->num_used * 4 >= n->capacity * 3)
    grow(n);
  baton_strbuf *pool = &n->names->pool;
  uint32_t at = (uint32_t)pool->size;
  baton_strbuf_append(pool, word);
  uint32_t hash = (uint32_t)baton_hash_bytes(word.data, word.size);
  while (probe(n, pool->data + at, hash)->place) {
    pool->size = at + word.size;
    baton_strbuf_append_char(pool, '_');
    baton_strbuf_append_int(pool, n->next.conflict++);
    hash = (uint32_t)baton_hash_bytes(pool->data + at, pool->size - at);
  }
  baton_strbuf_append_char(pool, 0);
  insert(n, (used_word){hash, at + 1});
  baton_vec_push(&n->order, hash);
  return at;
}

// ---- values -----------------------------------------------------------------------------------------------------

static void set(namer *n, const baton_value *value, baton_name_kind kind, uint32_t number) {
  baton_names *names = n->names;
  if (value->id >= names->num_values) {
    size_t size = (size_t)value->id * 2 + 64;
    names->of_value = baton_mem_resize_array(names->of_value, size, sizeof *names->of_value);
    memset(names->of_value + names->num_values, 0, (size - names->num_values) * sizeof *names->of_value);
    names->num_values = size;
  }
  names->of_value[value->id] = (baton_value_name){.kind = kind & 3, .number = number & 0x1FFFFFFF};
}

// c64, c64_i32, true, cst: what the result of a constant is called.
static baton_str constant_word(const baton_op *op, baton_strbuf *buffer) {
  const baton_attr *value = baton_op_attr(op, BATON_STR("value"));
  if (!value || (value->kind != BATON_ATTR_INTEGER && value->kind != BATON_ATTR_WIDE))
    return BATON_STR("cst");
  if (baton_type_is_integer(value->type, 1))
    return value->integer ? BATON_STR("true") : BATON_STR("false");
  buffer->size = 0;
  baton_strbuf_append_char(buffer, 'c');
  if (value->kind == BATON_ATTR_WIDE)
    baton_strbuf_append(buffer, value->string);
  else
    baton_strbuf_append_int(buffer, value->integer);
  if (value->type->kind != BATON_TYPE_INDEX) {
    baton_strbuf_append_char(buffer, '_');
    baton_type_print(value->type, buffer);
  }
  return baton_strbuf_view(buffer);
}

// The word for an op's first result; empty: a number.
static baton_str word_of(const baton_op *op, baton_strbuf *buffer) {
  static const char *const views[] = {"memref.cast",           "memref.dim",          "memref.subview",
                                      "memref.collapse_shape", "memref.expand_shape", "memref.transpose"};
  const char *name = op->def->name;
  if (name[0] == 'a' && strcmp(name, "arith.constant") == 0)
    return constant_word(op, buffer);
  if (name[0] == 'm')
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
      if (strcmp(name, views[i]) == 0)
        return baton_str_from(name + strlen("memref."));
  return (baton_str){"", 0};
}

// Several results of an op share the name of the first: %0#1.
static void share_name(namer *n, const baton_op *op) {
  baton_value_name name = n->names->of_value[op->results[0].id];
  for (uint32_t i = 0; i < op->num_results; i++) {
    set(n, &op->results[i], name.kind, name.number);
    n->names->of_value[op->results[i].id].is_one_of_several = 1;
  }
}

static void name_results(namer *n, const baton_op *op, baton_strbuf *buffer) {
  if (op->num_results == 0)
    return;
  baton_str word = word_of(op, buffer);
  if (word.size)
    set(n, &op->results[0], BATON_NAME_WORD, unique_word(n, word));
  else
    set(n, &op->results[0], BATON_NAME_NUMBER, n->next.number++);
  if (op->num_results > 1)
    share_name(n, op);
}

static void set_block(baton_names *names, const baton_block *block, uint32_t place) {
  if (block->id >= names->num_blocks) {
    size_t size = (size_t)block->id * 2 + 64;
    names->of_block = baton_mem_resize_array(names->of_block, size, sizeof *names->of_block);
    memset(names->of_block + names->num_blocks, 0, (size - names->num_blocks) * sizeof *names->of_block);
    names->num_blocks = size;
  }
  names->of_block[block->id] = place;
}

// Whether there are regions inside.
static bool name_block(namer *n, const baton_block *block, baton_strbuf *buffer) {
  bool is_entry = block == block->region->first;
  for (uint32_t i = 0; i < block->num_args; i++)
    set(n, block->args[i], is_entry ? BATON_NAME_ARG : BATON_NAME_NUMBER, is_entry ? n->next.arg++ : n->next.number++);
  bool has_regions = false;
  for (const baton_op *op = block->first; op; op = op->next) {
    name_results(n, op, buffer);
    has_regions |= op->num_regions != 0;
  }
  return has_regions;
}

static void name_regions(namer *n, const baton_op *op, baton_strbuf *buffer);

// All values of the region first, then those of the regions inside, each from the same counters on.
static void name_region(namer *n, const baton_region *region, baton_strbuf *buffer) {
  size_t mark = n->order.size;
  counters before = n->next;
  uint32_t place = 0;
  bool has_regions = false;
  for (const baton_block *block = region->first; block; block = block->next) {
    set_block(n->names, block, ++place);
    has_regions |= name_block(n, block, buffer);
  }
  for (const baton_block *block = has_regions ? region->first : NULL; block; block = block->next)
    for (const baton_op *op = block->first; op; op = op->next)
      if (op->num_regions)
        name_regions(n, op, buffer);
  leave(n, mark);
  n->next = before;
}

static void name_regions(namer *n, const baton_op *op, baton_strbuf *buffer) {
  for (uint32_t i = 0; i < op->num_regions; i++)
    name_region(n, &op->regions[i], buffer);
}

void baton_names_init(baton_names *names, const baton_op *root) {
  *names = (baton_names){0};
  namer n = {.names = names};
  baton_strbuf buffer = {0};
  name_results(&n, root, &buffer);
  name_regions(&n, root, &buffer);
  baton_strbuf_deinit(&buffer);
  baton_mem_free(n.slots);
  baton_vec_deinit(&n.order);
}

void baton_names_deinit(baton_names *names) {
  baton_mem_free(names->of_value);
  baton_mem_free(names->of_block);
  baton_strbuf_deinit(&names->pool);
  *names = (baton_names){0};
}

// Without looking at the value's op, which may be far away in memory.
static baton_value_name name_of(const baton_names *names, const baton_value *value) {
  return value && value->id < names->num_values ? names->of_value[value->id] : (baton_value_name){0};
}

static void print_name(const baton_names *names, baton_value_name name, baton_strbuf *out) {
  switch (name.kind) {
  case BATON_NAME_NUMBER:
    baton_strbuf_append_char(out, '%');
    baton_strbuf_append_int(out, name.number);
    return;
  case BATON_NAME_ARG:
    baton_strbuf_append(out, BATON_STR("%arg"));
    baton_strbuf_append_int(out, name.number);
    return;
  case BATON_NAME_WORD:
    baton_strbuf_append_char(out, '%');
    baton_strbuf_append(out, baton_str_from(names->pool.data + name.number));
    return;
  default:
    baton_strbuf_append(out, BATON_STR("<<UNKNOWN SSA VALUE>>"));
  }
}

void baton_names_print_group(const baton_names *names, const baton_op *op, baton_strbuf *out) {
  print_name(names, name_of(names, &op->results[0]), out);
}

void baton_names_print(const baton_names *names, const baton_value *value, baton_strbuf *out) {
  baton_value_name name = name_of(names, value);
  print_name(names, name, out);
  if (name.is_one_of_several) {
    baton_strbuf_append_char(out, '#');
    baton_strbuf_append_int(out, value->index);
  }
}

void baton_names_print_block(const baton_names *names, const baton_block *block, baton_strbuf *out) {
  uint32_t place = block && block->id < names->num_blocks ? names->of_block[block->id] : 0;
  if (place == 0) {
    baton_strbuf_append(out, BATON_STR("<<UNKNOWN BLOCK>>"));
    return;
  }
  baton_strbuf_append(out, BATON_STR("^bb"));
  baton_strbuf_append_int(out, place - 1);
}
