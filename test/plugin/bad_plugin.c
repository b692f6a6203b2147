// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin with one pass and, by macros, one thing wrong. What must not be read before the checks is made of addresses
// that crash when they are followed.
#include "pass/plugin_abi.h"

#ifndef ABI_MAJOR
#define ABI_MAJOR BATON_PLUGIN_ABI_MAJOR
#endif
#ifndef ABI_MINOR
#define ABI_MINOR BATON_PLUGIN_ABI_MINOR
#endif
#ifndef TABLE_BYTES
#define TABLE_BYTES sizeof(baton_plugin)
#endif
#ifndef PASS_BYTES
#define PASS_BYTES sizeof(baton_pass)
#endif
#ifndef OPTION_BYTES
#define OPTION_BYTES sizeof(baton_pass_option)
#endif
#ifndef PASS_NAME
#define PASS_NAME "lonely"
#endif
#ifndef PASS_RUN
#define PASS_RUN run
#endif
#ifndef OPTION_KIND
#define OPTION_KIND BATON_OPTION_INT
#endif
#ifndef OPTION_DEFAULT
#define OPTION_DEFAULT "1"
#endif
#ifndef PASS_LIST
#define PASS_LIST &pass
#endif
#ifndef TABLE
#define TABLE &plugin
#endif

BATON_PLUGIN_EXPORT const baton_plugin *baton_plugin_get(void);

#ifdef NEEDS_NOWHERE
BATON_PLUGIN_EXPORT void nowhere_to_be_found(void);
#endif

static baton_pass_result run(baton_pass_run *pass_run, struct baton_op *op) {
  (void)pass_run;
  (void)op;
#ifdef NEEDS_NOWHERE
  nowhere_to_be_found();
#endif
  return BATON_PASS_UNCHANGED;
}

static const baton_pass_option options[] = {
    {.size = OPTION_BYTES, .kind = OPTION_KIND, .name = "number", .default_text = OPTION_DEFAULT},
};

static const baton_pass pass = {
    .size = PASS_BYTES,
    .num_options = 1,
    .name = PASS_NAME,
    .summary = "Does nothing",
    .anchor = "builtin.module",
    .options = options,
    .run = PASS_RUN,
};

#ifdef POISON
#define PASSES ((const baton_pass *const *)(uintptr_t)16)
#else
static const baton_pass *const passes[] = {PASS_LIST};
#define PASSES passes
#endif

static const baton_plugin plugin = {
    .abi_major = ABI_MAJOR,
    .abi_minor = ABI_MINOR,
    .size = TABLE_BYTES,
#ifdef POISON
    .num_passes = 1000,
    .name = (const char *)(uintptr_t)8,
    .version = (const char *)(uintptr_t)8,
#else
    .num_passes = sizeof passes / sizeof *passes,
    .name = "bad-plugin",
    .version = "1.0",
#endif
    .passes = PASSES,
};

const baton_plugin *baton_plugin_get(void) {
  (void)pass, (void)plugin, (void)run; // each variant leaves something out
  return TABLE;
}
