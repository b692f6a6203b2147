// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making and printing locations.
#include "base/map.h"
#include "ir/context_impl.h"

static uint64_t hash_loc(const baton_loc *loc) {
  uint64_t hash = baton_hash_mix(loc->kind, loc->num_children);
  if (loc->kind == BATON_LOC_FILE || loc->kind == BATON_LOC_NAME)
    hash = baton_hash_pointer(hash, loc->name.data);
  if (loc->kind == BATON_LOC_FILE)
    hash = baton_hash_mix(hash, (uint64_t)loc->line << 32 | loc->column);
  if (loc->kind == BATON_LOC_FUSED)
    hash = baton_hash_pointer(hash, loc->metadata);
  for (uint32_t i = 0; i < loc->num_children; i++)
    hash = baton_hash_pointer(hash, loc->children[i]);
  return hash;
}

static bool equal_locs(const baton_loc *a, const baton_loc *b) {
  if (a->kind != b->kind || a->num_children != b->num_children)
    return false;
  if (a->kind == BATON_LOC_FILE)
    return a->name.data == b->name.data && a->line == b->line && a->column == b->column;
  if (a->kind == BATON_LOC_FUSED ? a->metadata != b->metadata
                                 : a->kind == BATON_LOC_NAME && a->name.data != b->name.data)
    return false;
  return a->num_children == 0 || memcmp(a->children, b->children, a->num_children * sizeof *a->children) == 0;
}

// Each location knows its place when it is made: a location may hold another one many times over.
static const baton_loc *find_place(const baton_loc *loc) {
  while (loc->kind == BATON_LOC_NAME)
    loc = loc->children[0];
  if (loc->kind == BATON_LOC_FILE)
    return loc->name.size ? loc : NULL;
  return loc->kind == BATON_LOC_UNKNOWN ? NULL : loc->place;
}

static const baton_loc *first_place(const baton_loc *const *locs, uint32_t num) {
  const baton_loc *place = NULL;
  for (uint32_t i = 0; i < num && !place; i++)
    place = find_place(locs[i]);
  return place;
}

// The name must be interned.
static const baton_loc *unique(baton_context *context, baton_loc wanted) {
  uint64_t hash = hash_loc(&wanted);
  baton_intern_slot *slot = baton_intern_first(&context->locations, hash);
  for (; slot->object; slot = baton_intern_next(&context->locations, slot))
    if (slot->hash == hash && equal_locs(slot->object, &wanted))
      return slot->object;
  if (wanted.num_children)
    wanted.children = baton_arena_copy(&context->arena, wanted.children, wanted.num_children, sizeof *wanted.children);
  const baton_loc *loc = baton_arena_copy(&context->arena, &wanted, 1, sizeof wanted);
  baton_intern_insert(&context->locations, slot, hash, loc);
  return loc;
}

const baton_loc *baton_loc_unknown(baton_context *context) {
  if (!context->unknown_loc)
    context->unknown_loc = unique(context, (baton_loc){.kind = BATON_LOC_UNKNOWN});
  return context->unknown_loc;
}

const baton_loc *baton_loc_file(baton_context *context, baton_str file, uint32_t line, uint32_t column) {
  return unique(
      context,
      (baton_loc){.kind = BATON_LOC_FILE, .name = baton_context_intern(context, file), .line = line, .column = column});
}

const baton_loc *baton_loc_file_in(baton_arena *arena, baton_str file, uint32_t line, uint32_t column) {
  baton_loc *loc = baton_arena_alloc(arena, 1, sizeof *loc);
  *loc = (baton_loc){.kind = BATON_LOC_FILE, .name = file, .line = line, .column = column};
  return loc;
}

const baton_loc *baton_loc_name(baton_context *context, baton_str name, const baton_loc *child) {
  return unique(context, (baton_loc){.kind = BATON_LOC_NAME,
                                     .name = baton_context_intern(context, name),
                                     .num_children = 1,
                                     .children = &child});
}

const baton_loc *baton_loc_call(baton_context *context, const baton_loc *callee, const baton_loc *caller) {
  const baton_loc *children[] = {callee, caller};
  return unique(
      context,
      (baton_loc){.kind = BATON_LOC_CALL, .num_children = 2, .place = first_place(children, 2), .children = children});
}

static bool is_among(const baton_loc *const *locs, uint32_t num, const baton_loc *loc) {
  for (uint32_t i = 0; i < num; i++)
    if (locs[i] == loc)
      return true;
  return false;
}

const baton_loc *baton_loc_fused(baton_context *context, const baton_loc *const *children, size_t num_children,
                                 const baton_attr *metadata) {
  const baton_loc **kept = baton_mem_resize_array(NULL, num_children + 1, sizeof *kept);
  uint32_t num = 0;
  for (size_t i = 0; i < num_children; i++)
    if (children[i]->kind != BATON_LOC_UNKNOWN && !is_among(kept, num, children[i]))
      kept[num++] = children[i];
  if (num == 0)
    kept[num++] = baton_loc_unknown(context);
  const baton_loc *loc = kept[0];
  if (metadata || num > 1)
    loc = unique(context, (baton_loc){.kind = BATON_LOC_FUSED,
                                      .num_children = num,
                                      .children = kept,
                                      .metadata = metadata,
                                      .place = first_place(kept, num)});
  baton_mem_free(kept);
  return loc;
}

baton_position baton_loc_position(const baton_loc *loc) {
  const baton_loc *place = loc->kind == BATON_LOC_FILE ? loc : find_place(loc);
  return place ? (baton_position){place->name, place->line, place->column} : (baton_position){0};
}

typedef struct shortener {
  baton_loc_shorten shorten; // NULL: nothing is
  void *user;
} shortener;

static void print(const baton_loc *loc, const shortener *by, baton_strbuf *out);

static void print_children(const baton_loc *loc, const char *separator, const shortener *by, baton_strbuf *out) {
  for (uint32_t i = 0; i < loc->num_children; i++) {
    if (i)
      baton_strbuf_append(out, baton_str_from(separator));
    if (!by->shorten || !by->shorten(by->user, loc->children[i], out))
      print(loc->children[i], by, out);
  }
}

static void print(const baton_loc *loc, const shortener *by, baton_strbuf *out) {
  switch (loc->kind) {
  case BATON_LOC_UNKNOWN:
    baton_strbuf_append(out, BATON_STR("unknown"));
    return;
  case BATON_LOC_FILE:
    baton_print_quoted(loc->name, out);
    baton_strbuf_printf(out, ":%u:%u", loc->line, loc->column);
    return;
  case BATON_LOC_NAME:
    baton_print_quoted(loc->name, out);
    if (loc->children[0]->kind != BATON_LOC_UNKNOWN) {
      baton_strbuf_append_char(out, '(');
      print_children(loc, "", by, out);
      baton_strbuf_append_char(out, ')');
    }
    return;
  case BATON_LOC_CALL:
    baton_strbuf_append(out, BATON_STR("callsite("));
    print_children(loc, " at ", by, out);
    baton_strbuf_append_char(out, ')');
    return;
  case BATON_LOC_FUSED:
    baton_strbuf_append(out, BATON_STR("fused"));
    if (loc->metadata) {
      baton_strbuf_append_char(out, '<');
      baton_attr_print(loc->metadata, out);
      baton_strbuf_append_char(out, '>');
    }
    baton_strbuf_append_char(out, '[');
    print_children(loc, ", ", by, out);
    baton_strbuf_append_char(out, ']');
    return;
  }
}

void baton_loc_print(const baton_loc *loc, baton_strbuf *out) { print(loc, &(shortener){0}, out); }

void baton_loc_print_short(const baton_loc *loc, baton_loc_shorten shorten, void *user, baton_strbuf *out) {
  print(loc, &(shortener){shorten, user}, out);
}

const baton_loc *baton_loc_with(baton_context *context, const baton_loc *loc, const baton_loc *const *children) {
  switch (loc->kind) {
  case BATON_LOC_UNKNOWN:
    break;
  case BATON_LOC_FILE:
    return baton_loc_file(context, loc->name, loc->line, loc->column);
  case BATON_LOC_NAME:
    return baton_loc_name(context, loc->name, children[0]);
  case BATON_LOC_CALL:
    return baton_loc_call(context, children[0], children[1]);
  case BATON_LOC_FUSED:
    return baton_loc_fused(context, children, loc->num_children, loc->metadata);
  }
  return baton_loc_unknown(context);
}
