// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text, with unknown ops refused and allowed: read, verified and printed. What verifies must print as a text that
// is read as the same; what does not verify must print all the same.
#include "fuzz.h"

#include "ir/verify.h"
#include "text/parse.h"

// Errors are rare: at most one from the parser, and a module has one for each error.
static void check_errors(const baton_context *context, const baton_module *module, bool is_valid) {
  uint64_t num_errors = baton_diag_num_errors(baton_context_diag(context));
  if (!module && num_errors != 1)
    fuzz_fail("a text is refused with another number of errors", BATON_STR("1"),
              num_errors ? BATON_STR("more") : BATON_STR("0"));
  if (module && is_valid != !num_errors)
    fuzz_fail("errors and the outcome differ", is_valid ? BATON_STR("no error") : BATON_STR("errors"),
              BATON_STR("otherwise"));
}

static bool check_text(baton_str text, bool allow_unregistered) {
  baton_context *context = fuzz_context(allow_unregistered);
  baton_module *module = baton_parse(context, BATON_STR("input"), text);
  bool is_valid = module && baton_verify(module->op);
  check_errors(context, module, is_valid);
  if (is_valid) {
    fuzz_check_printing(module);
  } else if (module) {
    baton_strbuf out = {0};
    baton_print(module->op, NULL, &out);
    baton_print(module->op, &(baton_print_options){.generic = true, .locations = true}, &out);
    baton_strbuf_deinit(&out);
  }
  if (module)
    baton_module_destroy(module);
  baton_context_destroy(context);
  return is_valid;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  baton_str text = {(const char *)data, size};
  if (!check_text(text, false))
    check_text(text, true);
  return 0;
}
