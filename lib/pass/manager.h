// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass manager: a registry of passes, pipelines of them, and running a pipeline on a module.
#ifndef BATON_PASS_MANAGER_H
#define BATON_PASS_MANAGER_H

#include "pass/pass.h"

typedef struct baton_registry baton_registry;
typedef struct baton_pipeline baton_pipeline;

// ---- registry: passes by name, from the tool itself and from plugins ----

BATON_EXPORT baton_registry *baton_registry_create(baton_diag *diag);
// Unloads plugins; pipelines made from the registry must be gone.
BATON_EXPORT void baton_registry_destroy(baton_registry *registry);
// Adds the passes of a table that is linked in: all of them or, after an error, none. origin names the table in
// messages and must, like the table, outlive the registry. An error is a table of another version, one that is not well
// formed, or a pass name that exists; the message then names both origins.
BATON_EXPORT bool baton_registry_add(baton_registry *registry, const baton_plugin *plugin, const char *origin);
// Loads a shared object (RTLD_NOW | RTLD_LOCAL) and adds its passes, with the same errors, and the loader's reason
// where that refuses. A path without '/' is a file in the current folder. The same file twice is harmless; so is, after
// a warning, a plugin that is also linked in (same name and version), of which nothing is added.
BATON_EXPORT bool baton_registry_load(baton_registry *registry, const char *path);
BATON_EXPORT size_t baton_registry_num_passes(const baton_registry *registry);
// In order of registration.
BATON_EXPORT const baton_pass *baton_registry_pass(const baton_registry *registry, size_t index);
BATON_EXPORT const baton_pass *baton_registry_find(const baton_registry *registry, baton_str name);
// Appends "; did you mean 'a' or 'b'?" for a name that no pass has, or nothing where none is near.
BATON_EXPORT void baton_registry_print_near(const baton_registry *registry, baton_str name, baton_strbuf *out);

// ---- pipelines ----

// A pipeline is a list of passes for each builtin.module, with groups for other ops in it:
//
//     builtin.module(a,b{option=value other="two words"},func.func(c))
//
// A group runs its passes, one after the other, on each op of its name that is not inside another such op. A pass on
// another op than its group's gets a group of its own where that is builtin.module, and is an error elsewhere. Values
// of options are bare words, quoted ('...' or "...", backslash escapes), or in balanced braces.

// An empty pipeline. It belongs to the caller and refers to the registry.
BATON_EXPORT baton_pipeline *baton_pipeline_create(baton_registry *registry);
// A pipeline from text, or NULL after one error, which shows the text with a caret and near names for misspelt ones.
BATON_EXPORT baton_pipeline *baton_pipeline_parse(baton_registry *registry, baton_str text);
// Adds what a text of the same form holds. False after an error; the pipeline must not be run then.
BATON_EXPORT bool baton_pipeline_append(baton_pipeline *pipeline, baton_str text);
// Adds one pass with options as text ("a=1 b=2", may be empty).
BATON_EXPORT bool baton_pipeline_add(baton_pipeline *pipeline, baton_str pass, baton_str options);
BATON_EXPORT void baton_pipeline_destroy(baton_pipeline *pipeline);
// Appends the text that parses to an equal pipeline; options that were not given are left out.
BATON_EXPORT void baton_pipeline_print(const baton_pipeline *pipeline, baton_strbuf *out);

// Hooks into a run. All may be NULL.
typedef struct baton_pipeline_hooks {
  void *user;
  void (*before_pass)(void *user, const baton_pass *pass, const baton_op *op);
  void (*after_pass)(void *user, const baton_pass *pass, const baton_op *op, baton_pass_result result);
  void (*output)(void *user, baton_str text); // baton_pass_output; default: stderr
  // Whether remarks of this kind from this pass become diagnostics; default: none do.
  bool (*wants_remark)(void *user, const baton_pass *pass, baton_remark_kind kind);
} baton_pipeline_hooks;

typedef struct baton_pipeline_options {
  bool verify_each; // after every pass; an error then names the pass
  const baton_pipeline_hooks *hooks;
} baton_pipeline_options;

// Runs on a verified module. False if a pass failed, emitted an error or left what does not verify; no later pass runs
// then, and a note names the pass. options may be NULL.
BATON_EXPORT bool baton_pipeline_run(baton_pipeline *pipeline, baton_module *module,
                                     const baton_pipeline_options *options);

// Wall time per pass (over all ops it ran on) and statistics of the last run, as text tables.
BATON_EXPORT void baton_pipeline_print_timing(const baton_pipeline *pipeline, baton_strbuf *out);
BATON_EXPORT void baton_pipeline_print_statistics(const baton_pipeline *pipeline, baton_strbuf *out);

#endif
