// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making and printing locations.
#include "base/map.h"
#include "ir/context_impl.h"

static uint64_t hash_loc(const baton_loc *loc) {
  const baton_loc_head *head = loc->head;
  uint64_t hash = baton_hash_mix(head->kind, head->num_children);
  if (head->kind == BATON_LOC_FILE || head->kind == BATON_LOC_NAME)
    hash = baton_hash_pointer(hash, head->name.data);
  if (head->kind == BATON_LOC_FILE)
    hash = baton_hash_mix(hash, (uint64_t)loc->line << 32 | loc->column);
  if (head->kind == BATON_LOC_FUSED)
    hash = baton_hash_pointer(hash, head->metadata);
  for (uint32_t i = 0; i < head->num_children; i++)
    hash = baton_hash_pointer(hash, loc->children[i]);
  return hash;
}

static bool equal_heads(const baton_loc_head *a, const baton_loc_head *b) {
  if (a->kind != b->kind || a->num_children != b->num_children)
    return false;
  if (a->kind == BATON_LOC_FUSED || a->kind == BATON_LOC_CALL)
    return a->metadata == b->metadata && a->place == b->place;
  return (a->kind != BATON_LOC_FILE && a->kind != BATON_LOC_NAME) || a->name.data == b->name.data;
}

// Each location knows its place when it is made: a location may hold another one many times over.
static const baton_loc *find_place(const baton_loc *loc) {
  while (loc->head->kind == BATON_LOC_NAME)
    loc = loc->children[0];
  if (loc->head->kind == BATON_LOC_FILE)
    return loc->head->name.size ? loc : NULL;
  return loc->head->kind == BATON_LOC_UNKNOWN ? NULL : loc->head->place;
}

static const baton_loc *first_place(const baton_loc *const *locs, uint32_t num) {
  const baton_loc *place = NULL;
  for (uint32_t i = 0; i < num && !place; i++)
    place = find_place(locs[i]);
  return place;
}

static bool equal_locs(const baton_loc *a, const baton_loc *b) {
  if (!equal_heads(a->head, b->head))
    return false;
  if (a->head->kind == BATON_LOC_FILE)
    return a->line == b->line && a->column == b->column;
  uint32_t num = a->head->num_children;
  return num == 0 || memcmp(a->children, b->children, num * sizeof *a->children) == 0;
}

// Locations of one file come one behind the other, as a rule.
static const baton_loc_head *keep_head(baton_context *context, const baton_loc_head *head) {
  if (!context->last_loc_head || !equal_heads(context->last_loc_head, head))
    context->last_loc_head = baton_arena_copy(&context->arena, head, 1, sizeof *head);
  return context->last_loc_head;
}

// Names must be interned.
static const baton_loc *unique(baton_context *context, baton_loc wanted) {
  uint64_t hash = hash_loc(&wanted);
  baton_intern_slot *slot = baton_intern_first(&context->locations, hash);
  for (; slot->object; slot = baton_intern_next(&context->locations, slot))
    if (slot->hash == hash && equal_locs(slot->object, &wanted))
      return slot->object;
  wanted.head = keep_head(context, wanted.head);
  if (wanted.head->num_children)
    wanted.children =
        baton_arena_copy(&context->arena, wanted.children, wanted.head->num_children, sizeof *wanted.children);
  const baton_loc *loc = baton_arena_copy(&context->arena, &wanted, 1, sizeof wanted);
  baton_intern_insert(&context->locations, slot, hash, loc);
  return loc;
}

const baton_loc *baton_loc_unknown(baton_context *context) {
  static const baton_loc_head head = {.kind = BATON_LOC_UNKNOWN};
  if (!context->unknown_loc)
    context->unknown_loc = unique(context, (baton_loc){.head = &head});
  return context->unknown_loc;
}

const baton_loc *baton_loc_file(baton_context *context, baton_str file, uint32_t line, uint32_t column) {
  baton_loc_head head = {.kind = BATON_LOC_FILE, .name = baton_context_intern(context, file)};
  return unique(context, (baton_loc){.head = &head, .line = line, .column = column});
}

const baton_loc *baton_loc_file_in(baton_arena *arena, const baton_loc *file, uint32_t line, uint32_t column) {
  baton_loc *loc = baton_arena_alloc(arena, 1, sizeof *loc);
  *loc = (baton_loc){.head = file->head, .line = line, .column = column};
  return loc;
}

const baton_loc *baton_loc_name(baton_context *context, baton_str name, const baton_loc *child) {
  baton_loc_head head = {.kind = BATON_LOC_NAME, .num_children = 1, .name = baton_context_intern(context, name)};
  return unique(context, (baton_loc){.head = &head, .children = &child});
}

const baton_loc *baton_loc_call(baton_context *context, const baton_loc *callee, const baton_loc *caller) {
  const baton_loc *children[] = {callee, caller};
  const baton_loc_head head = {.kind = BATON_LOC_CALL, .num_children = 2, .place = first_place(children, 2)};
  return unique(context, (baton_loc){.head = &head, .children = children});
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
    if (children[i]->head->kind != BATON_LOC_UNKNOWN && !is_among(kept, num, children[i]))
      kept[num++] = children[i];
  if (num == 0)
    kept[num++] = baton_loc_unknown(context);
  const baton_loc *loc = kept[0];
  baton_loc_head head = {
      .kind = BATON_LOC_FUSED, .num_children = num, .metadata = metadata, .place = first_place(kept, num)};
  if (metadata || num > 1)
    loc = unique(context, (baton_loc){.head = &head, .children = kept});
  baton_mem_free(kept);
  return loc;
}

baton_position baton_loc_position(const baton_loc *loc) {
  const baton_loc *place = loc->head->kind == BATON_LOC_FILE ? loc : find_place(loc);
  return place ? (baton_position){place->head->name, place->line, place->column} : (baton_position){0};
}

typedef struct shortener {
  baton_loc_shorten shorten; // NULL: nothing is
  void *user;
} shortener;

static void print(const baton_loc *loc, const shortener *by, baton_strbuf *out);

static void print_children(const baton_loc *loc, const char *separator, const shortener *by, baton_strbuf *out) {
  for (uint32_t i = 0; i < loc->head->num_children; i++) {
    if (i)
      baton_strbuf_append(out, baton_str_from(separator));
    if (!by->shorten || !by->shorten(by->user, loc->children[i], out))
      print(loc->children[i], by, out);
  }
}

static void print(const baton_loc *loc, const shortener *by, baton_strbuf *out) {
  switch (loc->head->kind) {
  case BATON_LOC_UNKNOWN:
    baton_strbuf_append(out, BATON_STR("unknown"));
    return;
  case BATON_LOC_FILE:
    baton_print_quoted(loc->head->name, out);
    baton_strbuf_printf(out, ":%u:%u", loc->line, loc->column);
    return;
  case BATON_LOC_NAME:
    baton_print_quoted(loc->head->name, out);
    if (loc->children[0]->head->kind != BATON_LOC_UNKNOWN) {
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
    if (loc->head->metadata) {
      baton_strbuf_append_char(out, '<');
      baton_attr_print(loc->head->metadata, out);
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
  switch (loc->head->kind) {
  case BATON_LOC_UNKNOWN:
    break;
  case BATON_LOC_FILE:
    return baton_loc_file(context, loc->head->name, loc->line, loc->column);
  case BATON_LOC_NAME:
    return baton_loc_name(context, loc->head->name, children[0]);
  case BATON_LOC_CALL:
    return baton_loc_call(context, children[0], children[1]);
  case BATON_LOC_FUSED:
    return baton_loc_fused(context, children, loc->head->num_children, loc->head->metadata);
  }
  return baton_loc_unknown(context);
}
