// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A typed growing array on the heap:
//
//     BATON_VEC(int) numbers = {0};
//     baton_vec_push(&numbers, 3);
//     baton_vec_deinit(&numbers);
#ifndef BATON_BASE_VEC_H
#define BATON_BASE_VEC_H

#include "base/arena.h"

#define BATON_VEC(type)                                                                                                \
  struct {                                                                                                             \
    type *data;                                                                                                        \
    size_t size, capacity;                                                                                             \
  }

// Grows the array so that it has room for one more element.
#define baton_vec_reserve_one(vec)                                                                                     \
  ((vec)->size < (vec)->capacity                                                                                       \
       ? (void)0                                                                                                       \
       : (void)((vec)->capacity = (vec)->capacity ? (vec)->capacity * 2 : 8,                                           \
                (vec)->data = baton_mem_resize_array((vec)->data, (vec)->capacity, sizeof *(vec)->data)))

#define baton_vec_push(vec, value) (baton_vec_reserve_one(vec), (void)((vec)->data[(vec)->size++] = (value)))

#define baton_vec_deinit(vec)                                                                                          \
  (baton_mem_free((vec)->data), (vec)->data = NULL, (vec)->size = 0, (void)((vec)->capacity = 0))

#endif
