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
// Adds the passes of a table that is linked in. origin names it in messages. False after an error: ABI mismatch or a
// name that exists.
BATON_EXPORT bool baton_registry_add(baton_registry *registry, const baton_plugin *plugin, const char *origin);
// Loads a shared object (RTLD_NOW | RTLD_LOCAL) and adds its passes. A path without '/' is a file in the current
// folder. The same file twice is harmless.
BATON_EXPORT bool baton_registry_load(baton_registry *registry, const char *path);
BATON_EXPORT size_t baton_registry_num_passes(const baton_registry *registry);
// In order of registration.
BATON_EXPORT const baton_pass *baton_registry_pass(const baton_registry *registry, size_t index);
BATON_EXPORT const baton_pass *baton_registry_find(const baton_registry *registry, baton_str name);

// ---- pipelines ----

// Parses "builtin.module(a,b{option=value other=1},func.func(c))". NULL after one error, which shows the whole text
// with a caret and near names.
BATON_EXPORT baton_pipeline *baton_pipeline_parse(baton_registry *registry, baton_str text);
// An empty pipeline on builtin.module, and adding one pass with options as text ("a=1 b=2", may be empty). Passes whose
// anchor is another op are nested as needed.
BATON_EXPORT baton_pipeline *baton_pipeline_create(baton_registry *registry);
BATON_EXPORT bool baton_pipeline_add(baton_pipeline *pipeline, baton_str pass, baton_str options);
BATON_EXPORT void baton_pipeline_destroy(baton_pipeline *pipeline);
// The text that parses to an equal pipeline.
BATON_EXPORT void baton_pipeline_print(const baton_pipeline *pipeline, baton_strbuf *out);

// Hooks into a run. All may be NULL.
typedef struct baton_pipeline_hooks {
  void *user;
  void (*before_pass)(void *user, const baton_pass *pass, const baton_op *op);
  void (*after_pass)(void *user, const baton_pass *pass, const baton_op *op, baton_pass_result result);
  void (*output)(void *user, baton_str text); // baton_pass_output; default: stderr
} baton_pipeline_hooks;

typedef struct baton_pipeline_options {
  bool verify_each; // after every pass; an error then names the pass
  const baton_pipeline_hooks *hooks;
} baton_pipeline_options;

// Runs on a verified module. False if a pass failed or its result does not verify; later passes do not run then.
// options may be NULL.
BATON_EXPORT bool baton_pipeline_run(baton_pipeline *pipeline, baton_module *module,
                                     const baton_pipeline_options *options);

// Wall time per pass and statistics of the last run, as text tables.
BATON_EXPORT void baton_pipeline_print_timing(const baton_pipeline *pipeline, baton_strbuf *out);
BATON_EXPORT void baton_pipeline_print_statistics(const baton_pipeline *pipeline, baton_strbuf *out);

#endif
