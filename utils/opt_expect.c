// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected diagnostics: reading, matching, reporting.
#include "opt_expect.h"

#include "base/vec.h"

#include <regex.h>

typedef struct expectation {
  baton_severity severity;
  uint32_t line;           // of the diagnostic; 0: one without a line
  baton_position position; // of the comment
  baton_str text;
  bool is_regex, is_met;
} expectation;

struct opt_expectations {
  baton_diag *diag;
  baton_str name;
  BATON_VEC(expectation) items;
  uint64_t num_unexpected;
};

// ---- reading ----

// A cursor in one line of the input.
typedef struct cursor {
  opt_expectations *all;
  baton_str line;
  size_t at;
  uint32_t line_number;
} cursor;

static bool try_text(cursor *in, baton_str text) {
  baton_str rest = {in->line.data + in->at, in->line.size - in->at};
  if (!baton_str_has_prefix(rest, text))
    return false;
  in->at += text.size;
  return true;
}

static void skip_blanks(cursor *in) {
  while (in->at < in->line.size && (in->line.data[in->at] == ' ' || in->line.data[in->at] == '\t'))
    in->at++;
}

static bool scan_severity(cursor *in, expectation *out) {
  for (baton_severity severity = BATON_SEVERITY_ERROR; severity <= BATON_SEVERITY_NOTE; severity++)
    if (try_text(in, baton_str_from(baton_severity_name(severity)))) {
      out->severity = severity;
      out->is_regex = try_text(in, BATON_STR("-re"));
      return true;
    }
  return false;
}

// "@+N", "@-N", "@above", "@below", "@unknown" or nothing. above and below are made absolute when all lines are known:
// until then the line says where the comment is.
enum { PLACE_HERE, PLACE_ABOVE, PLACE_BELOW, PLACE_BAD };
static int scan_place(cursor *in, expectation *out) {
  out->line = in->line_number;
  if (!try_text(in, BATON_STR("@")))
    return PLACE_HERE;
  if (try_text(in, BATON_STR("above")))
    return PLACE_ABOVE;
  if (try_text(in, BATON_STR("below")))
    return PLACE_BELOW;
  if (try_text(in, BATON_STR("unknown"))) {
    out->line = 0;
    return PLACE_HERE;
  }
  bool is_before = try_text(in, BATON_STR("-"));
  if (!is_before && !try_text(in, BATON_STR("+")))
    return PLACE_BAD;
  uint32_t distance = 0;
  size_t start = in->at;
  for (; in->at < in->line.size && in->at < start + 6 && in->line.data[in->at] >= '0' && in->line.data[in->at] <= '9';
       in->at++)
    distance = distance * 10 + (uint32_t)(in->line.data[in->at] - '0');
  if (in->at == start || (is_before && distance >= in->line_number))
    return PLACE_BAD;
  out->line = is_before ? in->line_number - distance : in->line_number + distance;
  return PLACE_HERE;
}

// "{{text}}", in which double braces may nest.
static bool scan_text(cursor *in, expectation *out) {
  if (!try_text(in, BATON_STR("{{")))
    return false;
  size_t start = in->at;
  for (int depth = 1; in->at < in->line.size;) {
    if (try_text(in, BATON_STR("{{"))) {
      depth++;
    } else if (in->line.data[in->at] == '}' && try_text(in, BATON_STR("}}"))) {
      while (depth == 1 && try_text(in, BATON_STR("}"))) // a brace of the text before the closing ones
        continue;
      if (--depth == 0) {
        out->text = (baton_str){in->line.data + start, in->at - 2 - start};
        return true;
      }
    } else {
      in->at++;
    }
  }
  return false;
}

static bool find_keyword(cursor *in, size_t *out_start) {
  for (; in->at < in->line.size; in->at++) {
    *out_start = in->at;
    if (in->line.data[in->at] == 'e' && try_text(in, BATON_STR("expected-")))
      return true;
  }
  return false;
}

// Reads the expectations of one line. above is the last line before it that has none. False after an error.
static bool scan_line(cursor *in, uint32_t above) {
  const char *comment = memmem(in->line.data, in->line.size, "//", 2);
  in->at = comment ? (size_t)(comment - in->line.data) : in->line.size;
  for (size_t start; find_keyword(in, &start);) {
    expectation item = {.position = {in->all->name, in->line_number, (uint32_t)start + 1}};
    if (!scan_severity(in, &item))
      continue;
    skip_blanks(in);
    int place = scan_place(in, &item);
    skip_blanks(in);
    if (place == PLACE_BAD || !scan_text(in, &item)) {
      baton_diag_emit(in->all->diag, BATON_SEVERITY_ERROR, item.position,
                      "expected 'expected-%s [@PLACE] {{text}}' on one line", baton_severity_name(item.severity));
      return false;
    }
    if (place == PLACE_ABOVE)
      item.line = above;
    if (place == PLACE_BELOW)
      item.line = UINT32_MAX; // the next line without an expectation, see resolve_below
    baton_vec_push(&in->all->items, item);
  }
  return true;
}

static void resolve_below(opt_expectations *all, uint32_t line) {
  for (size_t i = all->items.size; i-- > 0 && all->items.data[i].line == UINT32_MAX;)
    all->items.data[i].line = line;
}

opt_expectations *opt_expectations_create(baton_diag *diag, baton_str name, baton_str text) {
  opt_expectations *all = baton_mem_zeroed(1, sizeof *all);
  *all = (opt_expectations){.diag = diag, .name = name};
  uint32_t above = 0, line_number = 0;
  for (size_t at = 0; at < text.size;) {
    const char *newline = memchr(text.data + at, '\n', text.size - at);
    size_t size = (newline ? (size_t)(newline - text.data) : text.size) - at;
    size_t num_before = all->items.size;
    if (!scan_line(&(cursor){.all = all, .line = {text.data + at, size}, .line_number = ++line_number}, above)) {
      opt_expectations_destroy(all);
      return NULL;
    }
    if (all->items.size == num_before) {
      above = line_number;
      resolve_below(all, line_number);
    }
    at += size + 1;
  }
  return all;
}

void opt_expectations_destroy(opt_expectations *expectations) {
  if (!expectations)
    return;
  baton_vec_deinit(&expectations->items);
  baton_mem_free(expectations);
}

// ---- matching ----

// Appends literal text so that it means itself in a regular expression.
static void append_literal(baton_str text, baton_strbuf *out) {
  for (size_t i = 0; i < text.size; i++) {
    if (strchr("^.[]$()|*+?{}\\", text.data[i]))
      baton_strbuf_append_char(out, '\\');
    baton_strbuf_append_char(out, text.data[i]);
  }
}

// "literal {{regex}} literal" as a POSIX extended regular expression.
static void append_pattern(baton_str text, baton_strbuf *out) {
  while (text.size) {
    const char *open = memmem(text.data, text.size, "{{", 2);
    const char *close = open ? memmem(open, text.size - (size_t)(open - text.data), "}}", 2) : NULL;
    if (!close) {
      append_literal(text, out);
      return;
    }
    append_literal((baton_str){text.data, (size_t)(open - text.data)}, out);
    baton_strbuf_printf(out, "(%.*s)", (int)(close - open - 2), open + 2);
    text.size -= (size_t)(close + 2 - text.data);
    text.data = close + 2;
  }
}

static bool matches_pattern(baton_str pattern, baton_str text) {
  baton_strbuf source = {0}, subject = {0};
  baton_strbuf_append(&subject, text);
  append_pattern(pattern, &source);
  regex_t regex;
  bool is_match = source.size && regcomp(&regex, source.data, REG_EXTENDED | REG_NOSUB) == 0;
  if (is_match) {
    is_match = regexec(&regex, subject.data, 0, NULL, 0) == 0;
    regfree(&regex);
  }
  baton_strbuf_deinit(&source);
  baton_strbuf_deinit(&subject);
  return is_match;
}

static bool matches(const expectation *item, const baton_diagnostic *diagnostic) {
  if (item->is_met || item->severity != diagnostic->severity || item->line != diagnostic->position.line)
    return false;
  if (item->is_regex)
    return matches_pattern(item->text, diagnostic->text);
  return !item->text.size || memmem(diagnostic->text.data, diagnostic->text.size, item->text.data, item->text.size);
}

void opt_expectations_handle(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)diag;
  opt_expectations *all = user;
  for (size_t i = 0; i < all->items.size; i++)
    if (matches(&all->items.data[i], diagnostic)) {
      all->items.data[i].is_met = true;
      return;
    }
  if (diagnostic->severity == BATON_SEVERITY_NOTE)
    return;
  all->num_unexpected++;
  baton_diag_emit(all->diag, BATON_SEVERITY_ERROR, diagnostic->position, "unexpected %s: %.*s",
                  baton_severity_name(diagnostic->severity), BATON_STR_ARG(diagnostic->text));
}

bool opt_expectations_check(opt_expectations *expectations) {
  bool is_good = expectations->num_unexpected == 0;
  for (size_t i = 0; i < expectations->items.size; i++) {
    const expectation *item = &expectations->items.data[i];
    if (item->is_met)
      continue;
    is_good = false;
    baton_diag_emit(expectations->diag, BATON_SEVERITY_ERROR, item->position, "expected %s \"%.*s\" was not produced",
                    baton_severity_name(item->severity), BATON_STR_ARG(item->text));
  }
  return is_good;
}
