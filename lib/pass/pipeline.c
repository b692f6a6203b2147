// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipelines as data: made, extended, printed. The text is read in pipeline_text.c.
#include "pass/pipeline_impl.h"

static pipeline_node *append_node(baton_pipeline *pipeline, pipeline_node *group) {
  pipeline_node *node = BATON_ARENA_NEW(&pipeline->arena, pipeline_node);
  if (group->last)
    group->last->next = node;
  else
    group->first = node;
  group->last = node;
  return node;
}

baton_pipeline *baton_pipeline_create(baton_registry *registry) {
  baton_pipeline *pipeline = baton_mem_zeroed(1, sizeof *pipeline);
  pipeline->registry = registry;
  pipeline->root = BATON_ARENA_NEW(&pipeline->arena, pipeline_node);
  pipeline->root->anchor = BATON_STR(BATON_ROOT_ANCHOR);
  return pipeline;
}

void baton_pipeline_destroy(baton_pipeline *pipeline) {
  if (!pipeline)
    return;
  baton_arena_deinit(&pipeline->arena);
  baton_mem_free(pipeline);
}

pipeline_node *baton_pipeline_append_group(baton_pipeline *pipeline, pipeline_node *group, baton_str anchor) {
  pipeline_node *node = append_node(pipeline, group);
  node->anchor = baton_str_copy(&pipeline->arena, anchor);
  return node;
}

bool baton_pipeline_accepts(const pipeline_node *group, const baton_pass *pass) {
  return !pass->anchor || baton_str_is(group->anchor, pass->anchor) || baton_str_is(group->anchor, BATON_ROOT_ANCHOR);
}

// The group that a pass belongs into: the given one, or one nested in it for the pass's op. Passes on the same op that
// follow each other share it.
static pipeline_node *nest(baton_pipeline *pipeline, pipeline_node *group, const baton_pass *pass) {
  if (!pass->anchor || baton_str_is(group->anchor, pass->anchor))
    return group;
  if (group->last && group->last->is_implicit && baton_str_is(group->last->anchor, pass->anchor))
    return group->last;
  pipeline_node *nested = baton_pipeline_append_group(pipeline, group, baton_str_from(pass->anchor));
  nested->is_implicit = true;
  return nested;
}

pipeline_node *baton_pipeline_append_pass(baton_pipeline *pipeline, pipeline_node *group, const baton_pass *pass) {
  pipeline_node *node = append_node(pipeline, nest(pipeline, group, pass));
  node->pass = pass;
  node->values = BATON_ARENA_ARRAY(&pipeline->arena, option_value, pass->num_options);
  node->counts = BATON_ARENA_ARRAY(&pipeline->arena, uint64_t, pass->num_statistics);
  for (uint32_t i = 0; i < pass->num_options; i++)
    if (pass->options[i].default_text) // the registry has checked that it can be read
      (void)baton_option_read(&pass->options[i], baton_str_from(pass->options[i].default_text), &node->values[i], NULL);
  return node;
}

static void print_options(const pipeline_node *node, baton_strbuf *out) {
  bool is_first = true;
  for (uint32_t i = 0; i < node->pass->num_options; i++) {
    if (!node->values[i].is_given)
      continue;
    baton_strbuf_printf(out, "%s%s=", is_first ? "{" : " ", node->pass->options[i].name);
    baton_option_print(node->values[i].text, out);
    is_first = false;
  }
  if (!is_first)
    baton_strbuf_append_char(out, '}');
}

static void print_node(const pipeline_node *node, baton_strbuf *out) {
  if (node->pass) {
    baton_strbuf_append(out, baton_str_from(node->pass->name));
    print_options(node, out);
    return;
  }
  baton_strbuf_append(out, node->anchor);
  baton_strbuf_append_char(out, '(');
  for (const pipeline_node *child = node->first; child; child = child->next) {
    print_node(child, out);
    if (child->next)
      baton_strbuf_append_char(out, ',');
  }
  baton_strbuf_append_char(out, ')');
}

void baton_pipeline_print(const baton_pipeline *pipeline, baton_strbuf *out) { print_node(pipeline->root, out); }
