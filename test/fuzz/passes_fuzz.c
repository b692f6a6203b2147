// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text whose first line names passes: "// passes: cse,loop-unroll{factor=2}". What verifies is run through them. After
// each pass it must verify and print as a text that is read as the same, and a pass that says that it changed nothing
// must have changed nothing.
#include "fuzz.h"

#include "ir/verify.h"
#include "pass/manager.h"
#include "passes/passes.h"
#include "text/parse.h"

static const char marker[] = "// passes: ";
static const char default_passes[] = "canonicalize,derive-deps,prune-deps,phase-fence,cse,licm,inline,symbol-dce";

typedef struct run_state {
  const baton_module *module;
  baton_strbuf before; // in generic form
} run_state;

static void ignore_output(void *user, baton_str text) {
  (void)user;
  (void)text;
}

static void print_generic(const baton_module *module, baton_strbuf *out) {
  out->size = 0;
  baton_print(module->op, &(baton_print_options){.generic = true}, out);
}

static void after_pass(void *user, const baton_pass *pass, const baton_op *op, baton_pass_result result) {
  (void)op;
  run_state *state = user;
  if (result == BATON_PASS_FAILED)
    return;
  baton_strbuf after = {0};
  print_generic(state->module, &after);
  if (!baton_verify(state->module->op))
    fuzz_fail(pass->name, baton_strbuf_view(&state->before), baton_strbuf_view(&after));
  if (result == BATON_PASS_UNCHANGED && !baton_str_equal(baton_strbuf_view(&state->before), baton_strbuf_view(&after)))
    fuzz_fail(pass->name, baton_strbuf_view(&state->before), baton_strbuf_view(&after));
  fuzz_check_printing(state->module);
  baton_strbuf_deinit(&state->before);
  state->before = after;
}

// Whether the text says so anywhere: a pass would write to that file.
static bool names_file(baton_str passes) {
  baton_str option = BATON_STR("file");
  for (size_t i = 0; i + option.size <= passes.size; i++)
    if (baton_str_has_prefix((baton_str){passes.data + i, passes.size - i}, option))
      return true;
  return false;
}

static void run_passes(baton_module *module, baton_str passes) {
  baton_registry *registry = baton_registry_create(baton_context_diag(module->context));
  baton_registry_add(registry, baton_passes_table(), "built in");
  baton_strbuf text = {0};
  baton_strbuf_printf(&text, "builtin.module(%.*s)", BATON_STR_ARG(passes));
  baton_pipeline *pipeline = baton_pipeline_parse(registry, baton_strbuf_view(&text));
  baton_strbuf_deinit(&text);
  if (pipeline) {
    run_state state = {.module = module};
    print_generic(module, &state.before);
    baton_pipeline_hooks hooks = {.user = &state, .after_pass = after_pass, .output = ignore_output};
    baton_pipeline_run(pipeline, module, &(baton_pipeline_options){.hooks = &hooks});
    baton_strbuf_deinit(&state.before);
  }
  baton_pipeline_destroy(pipeline);
  baton_registry_destroy(registry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  baton_str text = {(const char *)data, size}, passes = BATON_STR(default_passes);
  if (baton_str_has_prefix(text, BATON_STR(marker))) {
    const char *start = text.data + sizeof marker - 1;
    const char *newline = memchr(start, '\n', (size_t)(text.data + size - start));
    passes = (baton_str){start, (size_t)((newline ? newline : text.data + size) - start)};
  }
  baton_context *context = fuzz_context(true);
  baton_module *module = baton_parse(context, BATON_STR("input"), text);
  if (module && !names_file(passes) && baton_verify(module->op))
    run_passes(module, passes);
  if (module)
    baton_module_destroy(module);
  baton_context_destroy(context);
  return 0;
}
