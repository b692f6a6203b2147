// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the sources of the pass manager share: the registry's and the pipeline's insides, option values, near names.
#ifndef BATON_PASS_PASS_IMPL_H
#define BATON_PASS_PASS_IMPL_H

#include "base/vec.h"
#include "pass/manager.h"

// ---- registry ----

// A pass as the host sees it: copies of the plugin's structs at full size, so that later fields read as zero.
typedef struct registered_pass {
  const baton_pass *pass;
  const char *origin; // path of the plugin, or the name under which a table was linked in
} registered_pass;

typedef struct loaded_plugin {
  void *handle; // of dlopen
} loaded_plugin;

typedef struct linked_table {
  const baton_plugin *plugin;
  const char *origin;
} linked_table;

struct baton_registry {
  baton_diag *diag;
  baton_arena arena;
  BATON_VEC(registered_pass) passes;
  BATON_VEC(linked_table) linked;
  BATON_VEC(loaded_plugin) plugins;
};

// ---- option values ----

typedef struct option_value {
  bool is_given; // in the pipeline's text; otherwise the default
  bool boolean;
  int64_t integer;
  baton_str text; // as written; STRING and CHOICE
} option_value;

// Converts text to a value of the option's kind. False, with the reason appended, if it cannot be.
bool baton_option_read(const baton_pass_option *option, baton_str text, option_value *out, baton_strbuf *out_reason);
// The index of an option of a pass by name, or num_options.
uint32_t baton_option_find(const baton_pass *pass, baton_str name);
// Appends the text of a value so that it reads back as itself: bare, or in quotes.
void baton_option_print(baton_str value, baton_strbuf *out);

// A letter, then letters, digits, '-', '_' and '.'.
bool baton_is_word(baton_str text);
static inline bool baton_is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

// ---- near names ----

// The candidates that a misspelt word may have meant, nearest first, as "; did you mean 'a' or 'b'?". Appends nothing
// where none is near.
typedef struct near_names {
  baton_str word;
  baton_str best[3];
  size_t distances[3];
  size_t num_best;
} near_names;
void baton_near_offer(near_names *near, baton_str candidate);
void baton_near_print(const near_names *near, baton_strbuf *out);

// ---- pipelines ----

// A pass with its options and counters, or (pass is NULL) a group: an op name and what runs on each such op.
typedef struct pipeline_node pipeline_node;
struct pipeline_node {
  pipeline_node *next;         // in the same group
  pipeline_node *first, *last; // of a group
  baton_str anchor;            // of a group
  bool is_implicit;            // a group that the text did not write
  const baton_pass *pass;
  option_value *values; // one per option
  uint64_t *counts;     // one per statistic; of the last run, like all below
  uint64_t run_ns, verify_ns, num_runs;
};

struct baton_pipeline {
  baton_registry *registry;
  baton_arena arena;
  pipeline_node *root; // the group of builtin.module
  uint64_t total_ns;
};

// Groups within groups; bounds the recursion of everything that walks a pipeline.
enum { BATON_MAX_PIPELINE_DEPTH = 64 };

#endif
