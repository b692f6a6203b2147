// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of ids, views of buffers, and the table of the regions that are accessed.
//
// Arrays are persistent by rerooting (H. Baker, "Shallow binding makes functional arrays fast", 1991).
#include "analysis/order_impl.h"

order_array *order_array_create(baton_arena *arena, uint32_t size) {
  order_array *array = BATON_ARENA_NEW(arena, order_array);
  array->size = size;
  array->slots = BATON_ARENA_ARRAY(arena, uint32_t, (size_t)size + 1);
  return array;
}

// Makes an array the newest version of its chain.
static void reroot(order_array *array) {
  order_array *below = NULL;
  while (!array->slots) { // turn the pointers around on the way to the newest
    order_array *newer = array->newer;
    array->newer = below;
    below = array;
    array = newer;
  }
  while (below) { // and hand the slots down on the way back
    order_array *next = below->newer;
    uint32_t *slots = array->slots, index = below->index, value = below->value;
    array->slots = NULL;
    array->newer = below;
    array->index = index;
    array->value = slots[index];
    slots[index] = value;
    below->slots = slots;
    array = below;
    below = next;
  }
}

const uint32_t *order_array_read(order_array *array) {
  reroot(array);
  return array->slots;
}

order_array *order_array_set(baton_arena *arena, order_array *array, uint32_t index, uint32_t value) {
  reroot(array);
  order_array *newer = BATON_ARENA_NEW(arena, order_array);
  *newer = (order_array){.size = array->size, .slots = array->slots};
  array->slots = NULL;
  array->newer = newer;
  array->index = index;
  array->value = newer->slots[index];
  newer->slots[index] = value;
  return newer;
}

// ---- views ------------------------------------------------------------------------------------------------------

order_view *order_view_create(baton_arena *arena, uint32_t storage, uint32_t rank, const baton_type *element) {
  order_view *view = baton_arena_zeroed(arena, 1, sizeof *view + 2 * (size_t)rank * sizeof(int64_t));
  view->storage = storage;
  view->rank = rank;
  view->element_bytes = (baton_type_bits(element) + 7) / 8;
  return view;
}

bool order_view_pack(order_view *view) {
  int64_t *sizes = view->dims, *strides = view->dims + view->rank, next = 1;
  for (uint32_t i = view->rank; i-- > 0;) {
    strides[i] = next;
    if (__builtin_mul_overflow(next, sizes[i] > 1 ? sizes[i] : 1, &next) || next > INT64_MAX / 16)
      return false;
  }
  return true;
}

// ---- regions ----------------------------------------------------------------------------------------------------

uint32_t order_region_add(baton_expansion *x, const order_view *view) {
  const int64_t *sizes = order_view_sizes(view), *strides = order_view_strides(view);
  size_t first = x->words.size;
  bool is_empty = false;
  baton_vec_push(&x->words, (int64_t)view->storage);
  baton_vec_push(&x->words, (int64_t)view->element_bytes);
  baton_vec_push(&x->words, view->offset);
  for (uint32_t i = 0; i < view->rank; i++) {
    is_empty = is_empty || sizes[i] == 0;
    if (sizes[i] != 1) {
      baton_vec_push(&x->words, sizes[i]);
      baton_vec_push(&x->words, strides[i]);
    }
  }
  uint32_t num_words = (uint32_t)(x->words.size - first);
  uint64_t hash = baton_hash_bytes(x->words.data + first, num_words * sizeof(int64_t));
  uint64_t *found = baton_map_find(&x->region_of, hash);
  uint32_t head = found ? (uint32_t)*found : 0;
  for (uint32_t k = head; k; k = x->regions.data[k - 1].next) {
    const order_region *region = &x->regions.data[k - 1];
    if (region->num_words == num_words &&
        memcmp(x->words.data + region->first_word, x->words.data + first, num_words * sizeof(int64_t)) == 0) {
      x->words.size = first;
      return k - 1;
    }
  }
  x->has_empty = x->has_empty || is_empty;
  baton_vec_push(&x->regions, ((order_region){(uint32_t)first, num_words, head, is_empty}));
  baton_map_set(&x->region_of, hash, x->regions.size);
  return (uint32_t)x->regions.size - 1;
}
