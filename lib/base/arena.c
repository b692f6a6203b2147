// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heap functions and the bump allocator.
#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

struct baton_arena_chunk {
  baton_arena_chunk *older;
  size_t bytes; // of the payload behind this header
};

enum { FIRST_CHUNK_BYTES = 16 << 10, MAX_CHUNK_BYTES = 4 << 20, HUGE_PAGE_BYTES = 2 << 20 };

// The payload starts at the next multiple of the alignment behind the header.
enum {
  HEADER_BYTES = (sizeof(baton_arena_chunk) + BATON_ARENA_ALIGNMENT - 1) / BATON_ARENA_ALIGNMENT * BATON_ARENA_ALIGNMENT
};

void baton_out_of_memory(void) {
  fputs("error: out of memory\n", stderr);
  _Exit(70);
}

void *baton_mem_resize(void *data, size_t bytes) {
  void *result = realloc(data, bytes ? bytes : 1);
  if (!result)
    baton_out_of_memory();
  return result;
}

void *baton_mem_resize_array(void *data, size_t num, size_t size) {
  if (size && num > SIZE_MAX / size)
    baton_out_of_memory();
  return baton_mem_resize(data, num * size);
}

void *baton_mem_zeroed(size_t num, size_t size) {
  void *result = calloc(num ? num : 1, size ? size : 1);
  if (!result)
    baton_out_of_memory();
  return result;
}

void baton_mem_free(void *data) { free(data); }

// Large chunks are whole huge pages where the system has them: what is touched for the first time costs less then.
static void *allocate_huge(size_t bytes) {
  if (bytes > SIZE_MAX - HUGE_PAGE_BYTES)
    baton_out_of_memory();
  size_t whole = (bytes + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
  void *chunk = aligned_alloc(HUGE_PAGE_BYTES, whole);
  if (!chunk)
    baton_out_of_memory();
  madvise(chunk, whole, MADV_HUGEPAGE); // only advice
  return chunk;
}

// Chunks double in size up to a limit.
void baton_arena_grow(baton_arena *arena, size_t bytes) {
  size_t wanted = arena->chunks ? arena->chunks->bytes * 2 : FIRST_CHUNK_BYTES;
  if (wanted > MAX_CHUNK_BYTES - HEADER_BYTES)
    wanted = MAX_CHUNK_BYTES - HEADER_BYTES;
  if (wanted < bytes)
    wanted = bytes;
  if (wanted > SIZE_MAX - HEADER_BYTES)
    baton_out_of_memory();
  size_t total = HEADER_BYTES + wanted;
  baton_arena_chunk *chunk = total >= MAX_CHUNK_BYTES ? allocate_huge(total) : baton_mem_resize(NULL, total);
  chunk->older = arena->chunks;
  chunk->bytes = wanted;
  arena->chunks = chunk;
  arena->next = (char *)chunk + HEADER_BYTES;
  arena->end = arena->next + wanted;
}

static void free_chunks(baton_arena_chunk *chunk) {
  while (chunk) {
    baton_arena_chunk *older = chunk->older;
    free(chunk);
    chunk = older;
  }
}

void baton_arena_reset(baton_arena *arena) {
  baton_arena_chunk *kept = arena->chunks; // the newest is the largest, or among them
  if (!kept)
    return;
  free_chunks(kept->older);
  kept->older = NULL;
  arena->next = (char *)kept + HEADER_BYTES;
  arena->end = arena->next + kept->bytes;
  arena->total_bytes = 0;
}

void baton_arena_deinit(baton_arena *arena) {
  free_chunks(arena->chunks);
  *arena = (baton_arena){0};
}
