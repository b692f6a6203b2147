// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The binary interface between tools and pass plugins. A plugin is a shared object with one exported function
//
//     BATON_PLUGIN_EXPORT const baton_plugin *baton_plugin_get(void);
//
// that returns a constant table. The host reads abi_major, abi_minor and size before anything else. It refuses a plugin
// of another major version, and one of a newer minor version than its own, which may rely on fields that the host does
// not know. Structs only ever grow at their end; readers treat fields beyond a writer's size as zero, and refuse a size
// below that of version 1.0. For arrays of structs the element's own size field gives the distance.
//
// All that a table points at is constant and stays valid while the plugin is loaded. Names of passes and options are
// words of letters, digits, '-', '_' and '.' that begin with a letter.
#ifndef BATON_PASS_PLUGIN_ABI_H
#define BATON_PASS_PLUGIN_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BATON_PLUGIN_ABI_MAJOR 1u
#define BATON_PLUGIN_ABI_MINOR 1u // 1.1: remarks
#define BATON_PLUGIN_SYMBOL    "baton_plugin_get"

#if defined(__GNUC__)
#define BATON_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define BATON_PLUGIN_EXPORT
#endif

struct baton_op;
typedef struct baton_pass_run baton_pass_run; // one run of a pass: pass/pass.h

typedef enum baton_pass_result {
  BATON_PASS_FAILED, // after an error has been emitted
  BATON_PASS_UNCHANGED,
  BATON_PASS_CHANGED,
} baton_pass_result;

// What a pass says about its work: it has done something, it has not and why, or what it has found.
typedef enum baton_remark_kind {
  BATON_REMARK_PASSED,
  BATON_REMARK_MISSED,
  BATON_REMARK_ANALYSIS,
} baton_remark_kind;
#define BATON_NUM_REMARK_KINDS 3

typedef enum baton_option_kind {
  BATON_OPTION_BOOL,   // true or false; the name alone means true
  BATON_OPTION_INT,    // a 64-bit integer, decimal
  BATON_OPTION_STRING, // any text
  BATON_OPTION_CHOICE, // one of the words in choices
} baton_option_kind;

typedef struct baton_pass_option {
  uint32_t size; // of this struct
  uint32_t kind; // baton_option_kind
  const char *name;
  const char *help;         // one line; may be NULL
  const char *default_text; // as one would write it; NULL: the option must be given
  const char *choices;      // CHOICE: words separated by '|'; otherwise NULL
} baton_pass_option;

typedef struct baton_pass {
  uint32_t size; // of this struct
  uint32_t num_options;
  const char *name;    // in pipelines and as --name: "phase-fence"
  const char *summary; // one line
  const char *anchor;  // the op that it runs on: "builtin.module", "func.func"; NULL: any op
#ifdef __cplusplus
  const char *requirements; // what C calls requires, which is a keyword of C++20
#else
  const char *requires; // what must hold before, for people; may be NULL
#endif
  const char *preserves; // what holds after if it held before, for people; may be NULL
  const baton_pass_option *options;
  // Transforms the op and what is in it. Must not touch anything else, nor erase the op, and must be deterministic.
  baton_pass_result (*run)(baton_pass_run *run, struct baton_op *op);
  const char *const *statistics; // names; counted with baton_pass_count
  uint32_t num_statistics;
  uint32_t reserved; // 0
} baton_pass;

typedef struct baton_plugin {
  uint32_t abi_major, abi_minor; // BATON_PLUGIN_ABI_MAJOR and _MINOR of the header it was built with
  uint32_t size;                 // of this struct
  uint32_t num_passes;
  const char *name, *version; // for people
  const baton_pass *const *passes;
} baton_plugin;

typedef const baton_plugin *(*baton_plugin_get_fn)(void);

#ifdef __cplusplus
}
#endif

#endif
