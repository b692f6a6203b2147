// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locations: where an op comes from. Immutable. Every op has one. Their addresses mean nothing: most locations are
// uniqued, but those that the parser gives to ops are made anew for each.
#ifndef BATON_IR_LOCATION_H
#define BATON_IR_LOCATION_H

#include "base/diag.h"
#include "ir/attr.h"

typedef enum baton_loc_kind {
  BATON_LOC_UNKNOWN,
  BATON_LOC_FILE,  // file, line, column
  BATON_LOC_NAME,  // a name around another location
  BATON_LOC_CALL,  // callee inlined at caller
  BATON_LOC_FUSED, // several places at once
} baton_loc_kind;

typedef struct baton_loc baton_loc;

// What a location is beside its place or its children. All that the parser finds in a file share one, since nearly
// every op has a location of its own.
typedef struct baton_loc_head {
  baton_loc_kind kind;
  uint32_t num_children; // 0 for FILE
  union {
    baton_str name; // of FILE (the file) and NAME; interned
    struct {
      const baton_attr *metadata; // of FUSED, or NULL
      const baton_loc *place;     // of FUSED and CALL: the first file location with a name inside of it, or NULL
    };
  };
} baton_loc_head;

struct baton_loc {
  const baton_loc_head *head;
  union {
    struct {
      uint32_t line, column; // of FILE
    };
    const baton_loc *const *children; // NAME: one; CALL: callee, caller; FUSED: all
  };
};

// These belong to the context.
BATON_EXPORT const baton_loc *baton_loc_unknown(baton_context *context);
BATON_EXPORT const baton_loc *baton_loc_file(baton_context *context, baton_str file, uint32_t line, uint32_t column);
BATON_EXPORT const baton_loc *baton_loc_name(baton_context *context, baton_str name, const baton_loc *child);
BATON_EXPORT const baton_loc *baton_loc_call(baton_context *context, const baton_loc *callee, const baton_loc *caller);
// Without unknown and repeated ones; one that is left alone without metadata is the location itself.
BATON_EXPORT const baton_loc *baton_loc_fused(baton_context *context, const baton_loc *const *children,
                                              size_t num_children, const baton_attr *metadata);

// Another location in the file of a file location, in an arena, to be used as long as that and the other one.
BATON_EXPORT const baton_loc *baton_loc_file_in(baton_arena *arena, const baton_loc *file, uint32_t line,
                                                uint32_t column);

// The place to show for a location: the first file position found inside it, else an empty position.
BATON_EXPORT baton_position baton_loc_position(const baton_loc *loc);

// Appends the text form without the surrounding loc(...).
BATON_EXPORT void baton_loc_print(const baton_loc *loc, baton_strbuf *out);
// The same, where for each location inside of it the function may print something shorter and return true.
typedef bool (*baton_loc_shorten)(void *user, const baton_loc *loc, baton_strbuf *out);
BATON_EXPORT void baton_loc_print_short(const baton_loc *loc, baton_loc_shorten shorten, void *user, baton_strbuf *out);
// The uniqued location that is equal to it but for its children, which are these. Of uniqued locations with uniqued
// children, equal ones have equal addresses.
BATON_EXPORT const baton_loc *baton_loc_with(baton_context *context, const baton_loc *loc,
                                             const baton_loc *const *children);

#endif
