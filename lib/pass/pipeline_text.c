// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipelines and options from text, by recursive descent.
#include "pass/pipeline_impl.h"

typedef struct scanner {
  baton_pipeline *pipeline;
  baton_str source; // name of the text in messages
  baton_str text;
  size_t at;
  uint32_t depth;
} scanner;

static baton_position position_at(const scanner *in, size_t at) {
  baton_position position = {in->source, 1, 1};
  for (size_t i = 0; i < at; i++) {
    position.column++;
    if (in->text.data[i] == '\n') {
      position.line++;
      position.column = 1;
    }
  }
  return position;
}

// Emits an error that shows the text. Always false.
static bool fail(const scanner *in, size_t at, const char *format, ...) BATON_PRINTF(3, 4);
static bool fail(const scanner *in, size_t at, const char *format, ...) {
  baton_diag *diag = in->pipeline->registry->diag;
  baton_diag_add_source(diag, in->source, in->text);
  va_list args;
  va_start(args, format);
  baton_diag_vemit(diag, BATON_SEVERITY_ERROR, position_at(in, at), format, args);
  va_end(args);
  baton_diag_add_source(diag, in->source, BATON_STR("")); // the text is the caller's
  return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_at_end(const scanner *in) { return in->at >= in->text.size; }

static void skip_blanks(scanner *in) {
  while (!is_at_end(in) && is_blank(in->text.data[in->at]))
    in->at++;
}

static bool try_char(scanner *in, char c) {
  skip_blanks(in);
  if (is_at_end(in) || in->text.data[in->at] != c)
    return false;
  in->at++;
  return true;
}

static baton_str scan_word(scanner *in) {
  skip_blanks(in);
  size_t start = in->at;
  while (!is_at_end(in) && baton_is_word_char(in->text.data[in->at]))
    in->at++;
  return (baton_str){in->text.data + start, in->at - start};
}

// ---- options ----

// What stands between a quote and the next one of its kind; a backslash keeps the character behind it.
static bool scan_quoted(scanner *in, baton_str *out) {
  size_t start = in->at;
  char quote = in->text.data[in->at++];
  baton_strbuf value = {0};
  while (!is_at_end(in) && in->text.data[in->at] != quote) {
    if (in->text.data[in->at] == '\\' && in->at + 1 < in->text.size)
      in->at++;
    baton_strbuf_append_char(&value, in->text.data[in->at++]);
  }
  bool is_closed = !is_at_end(in);
  in->at += is_closed;
  *out = baton_str_copy(&in->pipeline->arena, baton_strbuf_view(&value));
  baton_strbuf_deinit(&value);
  return is_closed || fail(in, start, "this quote is not closed");
}

// What stands between balanced braces.
static bool scan_braced(scanner *in, baton_str *out) {
  size_t start = in->at, open = 0;
  do {
    char c = in->text.data[in->at++];
    open += c == '{';
    open -= c == '}';
  } while (open && !is_at_end(in));
  if (open)
    return fail(in, start, "this brace is not closed");
  *out = baton_str_copy(&in->pipeline->arena, (baton_str){in->text.data + start + 1, in->at - start - 2});
  return true;
}

// The value of an option; closing is the character that ends the list of options, or 0 for the end of the text.
static bool scan_value(scanner *in, char closing, baton_str *out) {
  char first = is_at_end(in) ? 0 : in->text.data[in->at];
  if (first == '"' || first == '\'')
    return scan_quoted(in, out);
  if (first == '{')
    return scan_braced(in, out);
  size_t start = in->at;
  while (!is_at_end(in) && !is_blank(in->text.data[in->at]) && !(closing && in->text.data[in->at] == closing))
    in->at++;
  *out = baton_str_copy(&in->pipeline->arena, (baton_str){in->text.data + start, in->at - start});
  return true;
}

static bool fail_unknown_option(const scanner *in, size_t at, const baton_pass *pass, baton_str name) {
  near_names near = {.word = name};
  for (uint32_t i = 0; i < pass->num_options; i++)
    baton_near_offer(&near, baton_str_from(pass->options[i].name));
  baton_strbuf hint = {0};
  if (!pass->num_options)
    baton_strbuf_append(&hint, BATON_STR("; it has none"));
  baton_near_print(&near, &hint);
  fail(in, at, "pass '%s' has no option '%.*s'%.*s", pass->name, BATON_STR_ARG(name),
       BATON_STR_ARG(baton_strbuf_view(&hint)));
  baton_strbuf_deinit(&hint);
  return false;
}

static bool scan_option(scanner *in, pipeline_node *node, char closing) {
  size_t name_at = in->at;
  baton_str name = scan_word(in), text = BATON_STR("true");
  if (!name.size)
    return fail(in, name_at, "expected the name of an option");
  uint32_t index = baton_option_find(node->pass, name);
  if (index == node->pass->num_options)
    return fail_unknown_option(in, name_at, node->pass, name);
  const baton_pass_option *option = &node->pass->options[index];
  option_value *value = &node->values[index];
  if (value->is_given)
    return fail(in, name_at, "option '%s' is given twice", option->name);
  bool has_value = !is_at_end(in) && in->text.data[in->at] == '=';
  in->at += has_value;
  size_t value_at = in->at;
  if (has_value && !scan_value(in, closing, &text))
    return false;
  if (!has_value && option->kind != BATON_OPTION_BOOL)
    return fail(in, value_at, "expected '=' and a value of option '%s'", option->name);
  baton_strbuf reason = {0};
  value->is_given = baton_option_read(option, text, value, &reason);
  if (!value->is_given)
    fail(in, value_at, "option '%s' of pass '%s' must be %.*s, not '%.*s'", option->name, node->pass->name,
         BATON_STR_ARG(baton_strbuf_view(&reason)), BATON_STR_ARG(text));
  baton_strbuf_deinit(&reason);
  return value->is_given;
}

// Options up to the closing character or, if that is 0, the end of the text.
static bool scan_options(scanner *in, pipeline_node *node, char closing) {
  size_t start = in->at;
  for (;;) {
    skip_blanks(in);
    if (is_at_end(in))
      return !closing || fail(in, start ? start - 1 : 0, "this brace is not closed");
    if (closing && try_char(in, closing))
      return true;
    if (!scan_option(in, node, closing))
      return false;
    if (!is_at_end(in) && !is_blank(in->text.data[in->at]) && in->text.data[in->at] != closing)
      return fail(in, in->at, "expected a blank between options");
  }
}

static bool check_required(const scanner *in, size_t at, const pipeline_node *node) {
  for (uint32_t i = 0; i < node->pass->num_options; i++)
    if (!node->pass->options[i].default_text && !node->values[i].is_given)
      return fail(in, at, "pass '%s' needs its option '%s'", node->pass->name, node->pass->options[i].name);
  return true;
}

// ---- passes and groups ----

static bool fail_unknown_pass(const scanner *in, size_t at, baton_str name) {
  baton_strbuf hint = {0};
  baton_registry_print_near(in->pipeline->registry, name, &hint);
  fail(in, at, "no pass is called '%.*s'%.*s", BATON_STR_ARG(name), BATON_STR_ARG(baton_strbuf_view(&hint)));
  baton_strbuf_deinit(&hint);
  return false;
}

// Adds a pass to a group; NULL after an error.
static pipeline_node *add_named(const scanner *in, size_t at, pipeline_node *group, baton_str name) {
  const baton_pass *pass = baton_registry_find(in->pipeline->registry, name);
  if (!pass) {
    fail_unknown_pass(in, at, name);
    return NULL;
  }
  if (!baton_pipeline_accepts(group, pass)) {
    fail(in, at, "pass '%s' runs on '%s' and cannot stand in '%.*s(...)'", pass->name, pass->anchor,
         BATON_STR_ARG(group->anchor));
    return NULL;
  }
  return baton_pipeline_append_pass(in->pipeline, group, pass);
}

static bool scan_group(scanner *in, pipeline_node *group);

// "name", "name{options}" or "op(...)".
static bool scan_item(scanner *in, pipeline_node *group) {
  skip_blanks(in);
  size_t start = in->at;
  baton_str name = scan_word(in);
  if (!baton_is_word(name))
    return fail(in, start, "expected the name of a pass or of an op");
  if (try_char(in, '(')) {
    if (in->depth == BATON_MAX_PIPELINE_DEPTH)
      return fail(in, start, "more than %d groups in each other", BATON_MAX_PIPELINE_DEPTH);
    return scan_group(in, baton_pipeline_append_group(in->pipeline, group, name));
  }
  pipeline_node *node = add_named(in, start, group, name);
  if (!node || (try_char(in, '{') && !scan_options(in, node, '}')))
    return false;
  return check_required(in, start, node);
}

// The items of a group and its closing parenthesis.
static bool scan_group(scanner *in, pipeline_node *group) {
  in->depth++;
  bool is_closed = try_char(in, ')');
  while (!is_closed) {
    if (!scan_item(in, group))
      return false;
    is_closed = try_char(in, ')');
    if (!is_closed && !try_char(in, ','))
      return fail(in, in->at, "expected ',' or ')'");
  }
  in->depth--;
  return true;
}

bool baton_pipeline_append(baton_pipeline *pipeline, baton_str text) {
  scanner in = {.pipeline = pipeline, .source = BATON_STR("<pass-pipeline>"), .text = text};
  skip_blanks(&in);
  size_t start = in.at;
  if (!baton_str_is(scan_word(&in), BATON_ROOT_ANCHOR) || !try_char(&in, '('))
    return fail(&in, start, "expected '" BATON_ROOT_ANCHOR "(...)' around the passes");
  if (!scan_group(&in, pipeline->root))
    return false;
  skip_blanks(&in);
  return is_at_end(&in) || fail(&in, in.at, "expected the end of the pipeline");
}

baton_pipeline *baton_pipeline_parse(baton_registry *registry, baton_str text) {
  baton_pipeline *pipeline = baton_pipeline_create(registry);
  if (baton_pipeline_append(pipeline, text))
    return pipeline;
  baton_pipeline_destroy(pipeline);
  return NULL;
}

bool baton_pipeline_add(baton_pipeline *pipeline, baton_str pass, baton_str options) {
  scanner names = {.pipeline = pipeline, .source = BATON_STR("<pass>"), .text = pass};
  pipeline_node *node = add_named(&names, 0, pipeline->root, pass);
  if (!node)
    return false;
  scanner in = {.pipeline = pipeline, .text = options};
  in.source = baton_str_format(&pipeline->arena, "<options of %s>", node->pass->name);
  return scan_options(&in, node, 0) && check_required(&in, 0, node);
}
