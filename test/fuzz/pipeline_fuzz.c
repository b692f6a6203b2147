// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipeline texts: what is read prints as a text that is read as the same, and what is not is one error.
#include "fuzz.h"

#include "pass/manager.h"
#include "passes/passes.h"

static void ignore(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)user;
  (void)diag;
  (void)diagnostic;
}

static void check_again(baton_registry *registry, const baton_pipeline *pipeline) {
  fuzz_num_checks++;
  baton_strbuf once = {0}, twice = {0};
  baton_pipeline_print(pipeline, &once);
  baton_pipeline *copy = baton_pipeline_parse(registry, baton_strbuf_view(&once));
  if (!copy)
    fuzz_fail("a pipeline that was printed is not read", BATON_STR("(no error)"), baton_strbuf_view(&once));
  baton_pipeline_print(copy, &twice);
  if (!baton_str_equal(baton_strbuf_view(&once), baton_strbuf_view(&twice)))
    fuzz_fail("a pipeline prints in two ways", baton_strbuf_view(&once), baton_strbuf_view(&twice));
  baton_pipeline_destroy(copy);
  baton_strbuf_deinit(&once);
  baton_strbuf_deinit(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  baton_diag *diag = baton_diag_create();
  baton_diag_set_handler(diag, ignore, NULL);
  baton_registry *registry = baton_registry_create(diag);
  baton_registry_add(registry, baton_passes_table(), "built in");
  baton_pipeline *pipeline = baton_pipeline_parse(registry, (baton_str){(const char *)data, size});
  if (baton_diag_num_errors(diag) != (pipeline ? 0 : 1))
    fuzz_fail("a pipeline has another number of errors", BATON_STR("one if and only if it is refused"), BATON_STR(""));
  if (pipeline)
    check_again(registry, pipeline);
  baton_pipeline_destroy(pipeline);
  baton_registry_destroy(registry);
  baton_diag_destroy(diag);
  return 0;
}
