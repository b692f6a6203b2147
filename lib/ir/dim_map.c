// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps of dimensions.
#include "ir/dim_map.h"

#include "base/vec.h"

typedef struct reader {
  baton_str text;
  size_t at;
  BATON_VEC(baton_str) dims;
  BATON_VEC(uint32_t) results;
} reader;

static void skip_blanks(reader *r) {
  while (r->at < r->text.size && strchr(" \t\r\n", r->text.data[r->at]))
    r->at++;
}

static bool try_char(reader *r, char c) {
  skip_blanks(r);
  bool is_there = r->at < r->text.size && r->text.data[r->at] == c;
  r->at += is_there;
  return is_there;
}

static bool is_word_char(char c, bool is_first) {
  bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return is_letter || (!is_first && ((c >= '0' && c <= '9') || c == '$' || c == '.'));
}

static bool word(reader *r, baton_str *out) {
  skip_blanks(r);
  size_t start = r->at;
  while (r->at < r->text.size && is_word_char(r->text.data[r->at], r->at == start))
    r->at++;
  *out = (baton_str){r->text.data + start, r->at - start};
  return out->size != 0;
}

static bool find_dim(const reader *r, baton_str name, uint32_t *out) {
  for (*out = 0; *out < r->dims.size; ++*out)
    if (baton_str_equal(r->dims.data[*out], name))
      return true;
  return false;
}

// "(a, b)": new names, or results that are known ones.
static bool list(reader *r, bool is_results) {
  if (!try_char(r, '('))
    return false;
  if (try_char(r, ')'))
    return true;
  do {
    baton_str name;
    uint32_t dim;
    if (!word(r, &name) || find_dim(r, name, &dim) != is_results)
      return false;
    if (is_results)
      baton_vec_push(&r->results, dim);
    else
      baton_vec_push(&r->dims, name);
  } while (try_char(r, ','));
  return try_char(r, ')');
}

bool baton_dim_map_parse(baton_str text, baton_dim_map *out) {
  reader r = {.text = text};
  bool ok = list(&r, false) && try_char(&r, '-') && try_char(&r, '>') && list(&r, true);
  skip_blanks(&r);
  ok = ok && r.at == text.size;
  if (ok)
    *out = (baton_dim_map){(uint32_t)r.dims.size, (uint32_t)r.results.size, r.results.data};
  else
    baton_vec_deinit(&r.results);
  baton_vec_deinit(&r.dims);
  return ok;
}

static bool is_map(const baton_attr *attr) {
  return attr->kind == BATON_ATTR_OPAQUE && baton_str_has_prefix(attr->string, BATON_STR("affine_map<")) &&
         attr->string.data[attr->string.size - 1] == '>';
}

baton_str baton_dim_map_text(const baton_attr *attr) {
  size_t size = strlen("affine_map<");
  return is_map(attr) ? (baton_str){attr->string.data + size, attr->string.size - size - 1} : (baton_str){"", 0};
}

bool baton_dim_map_of(const baton_attr *attr, baton_dim_map *out) {
  return is_map(attr) && baton_dim_map_parse(baton_dim_map_text(attr), out);
}

void baton_dim_map_deinit(baton_dim_map *map) {
  baton_mem_free(map->results);
  *map = (baton_dim_map){0};
}

const baton_attr *baton_dim_map_attr(baton_context *context, const baton_dim_map *map) {
  baton_strbuf text = {0};
  baton_strbuf_append(&text, BATON_STR("affine_map<("));
  for (uint32_t i = 0; i < map->num_dims; i++)
    baton_strbuf_printf(&text, i ? ", d%u" : "d%u", i);
  baton_strbuf_append(&text, BATON_STR(") -> ("));
  for (uint32_t i = 0; i < map->num_results; i++)
    baton_strbuf_printf(&text, i ? ", d%u" : "d%u", map->results[i]);
  baton_strbuf_append(&text, BATON_STR(")>"));
  const baton_attr *attr = baton_attr_opaque(context, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  return attr;
}
