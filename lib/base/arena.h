// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory. Everything the compiler allocates comes from here: objects of one lifetime from an arena, growing buffers
// from the heap functions. Neither ever returns NULL: when memory runs out the process ends through
// baton_out_of_memory, the one place where the compiler stops. (The runtime has its own allocator and reports a status
// instead.)
//
// Thread rule: an arena belongs to one thread at a time; the heap functions may be called from any thread.
#ifndef BATON_BASE_ARENA_H
#define BATON_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define BATON_EXPORT       __attribute__((visibility("default")))
#define BATON_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define BATON_NOINLINE     __attribute__((noinline)) // keeps rare work out of the frame of a hot function
#else
#define BATON_EXPORT
#define BATON_PRINTF(f, a)
#define BATON_NOINLINE
#endif

// Writes one line to stderr and ends the process with exit code 70.
BATON_EXPORT _Noreturn void baton_out_of_memory(void);

// Heap memory, owned by the caller, given back with baton_mem_free. baton_mem_resize(NULL, n) allocates.
// The size of the array form is num * size; an overflow counts as out of memory.
BATON_EXPORT void *baton_mem_resize(void *data, size_t bytes);
BATON_EXPORT void *baton_mem_resize_array(void *data, size_t num, size_t size);
BATON_EXPORT void *baton_mem_zeroed(size_t num, size_t size);
BATON_EXPORT void baton_mem_free(void *data);

typedef struct baton_arena_chunk baton_arena_chunk;

// A bump allocator. Zero-initialised is a valid empty arena; objects in it are never freed one by one.
typedef struct baton_arena {
  char *next, *end;
  baton_arena_chunk *chunks; // newest first
  size_t total_bytes;        // handed out since the last reset
} baton_arena;

// Opens a chunk with room for so many bytes.
BATON_EXPORT void baton_arena_grow(baton_arena *arena, size_t bytes);

enum { BATON_ARENA_ALIGNMENT = 8 }; // that of pointers and 64-bit numbers

// Uninitialised memory for num objects of the given size. It lives until the arena is reset.
static inline void *baton_arena_alloc(baton_arena *arena, size_t num, size_t size) {
  if (size && num > (SIZE_MAX - BATON_ARENA_ALIGNMENT) / size)
    baton_out_of_memory();
  size_t bytes = (num * size + BATON_ARENA_ALIGNMENT - 1) / BATON_ARENA_ALIGNMENT * BATON_ARENA_ALIGNMENT;
  if (!arena->next || (size_t)(arena->end - arena->next) < bytes)
    baton_arena_grow(arena, bytes);
  void *result = arena->next;
  arena->next += bytes;
  arena->total_bytes += bytes;
  return result;
}

// The same, filled with zeros.
static inline void *baton_arena_zeroed(baton_arena *arena, size_t num, size_t size) {
  return memset(baton_arena_alloc(arena, num, size), 0, num * size);
}

// A copy of num objects; NULL when num is 0.
static inline void *baton_arena_copy(baton_arena *arena, const void *data, size_t num, size_t size) {
  return num ? memcpy(baton_arena_alloc(arena, num, size), data, num * size) : NULL;
}

// Makes the arena empty and keeps its largest chunk for reuse.
BATON_EXPORT void baton_arena_reset(baton_arena *arena);
// Gives everything back. The arena is empty and may be used again.
BATON_EXPORT void baton_arena_deinit(baton_arena *arena);

#define BATON_ARENA_NEW(arena, type)          ((type *)baton_arena_zeroed((arena), 1, sizeof(type)))
#define BATON_ARENA_ARRAY(arena, type, count) ((type *)baton_arena_zeroed((arena), (count), sizeof(type)))

#endif
