// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the fuzz targets share.
#include "fuzz.h"

#include "dialect/dialects.h"
#include "ir/verify.h"
#include "text/parse.h"

#include <stdio.h>
#include <stdlib.h>

size_t fuzz_num_checks;

static void ignore(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)user;
  (void)diag;
  (void)diagnostic;
}

static void show(void *user, const baton_diag *diag, const baton_diagnostic *diagnostic) {
  (void)user;
  baton_strbuf out = {0};
  baton_diag_render(diag, diagnostic, &out);
  fwrite(out.data, 1, out.size, stderr);
  baton_strbuf_deinit(&out);
}

baton_context *fuzz_context(bool allow_unregistered) {
  baton_context *context = baton_context_create();
  baton_register_dialects(context); // into a new context: cannot clash
  baton_context_allow_unregistered(context, allow_unregistered);
  baton_diag_set_handler(baton_context_diag(context), ignore, NULL);
  return context;
}

_Noreturn void fuzz_fail(const char *what, baton_str expected, baton_str found) {
  fprintf(stderr, "%s\n--- expected\n%.*s\n--- found\n%.*s\n---\n", what, BATON_STR_ARG(expected),
          BATON_STR_ARG(found));
  abort();
}

static const baton_print_options forms[] = {
    {0}, {.generic = true}, {.locations = true}, {.generic = true, .locations = true}};
enum { NUM_FORMS = sizeof forms / sizeof *forms };

// The custom form leaves out terminators, and their locations with them: what was read from it says nothing about
// those.
static bool is_comparable(const baton_print_options *from, const baton_print_options *to) {
  return !to->locations || (from->locations && (from->generic || !to->generic));
}

static void check_form(const baton_module *module, const baton_print_options *form, const baton_strbuf texts[]) {
  fuzz_num_checks++;
  baton_str text = baton_strbuf_view(&texts[form - forms]);
  baton_diag_set_handler(baton_context_diag(module->context), show, NULL);
  baton_module *copy = baton_parse(module->context, BATON_STR("printed"), text);
  if (!copy)
    fuzz_fail("what was printed is not read", BATON_STR("(no error)"), text);
  if (!baton_verify(copy->op))
    fuzz_fail("what was printed does not verify", BATON_STR("(no error)"), text);
  baton_diag_set_handler(baton_context_diag(module->context), ignore, NULL);
  for (int i = 0; i < NUM_FORMS; i++) {
    if (!is_comparable(form, &forms[i]))
      continue;
    baton_strbuf again = {0};
    baton_print(copy->op, &forms[i], &again);
    if (!baton_str_equal(baton_strbuf_view(&again), baton_strbuf_view(&texts[i])))
      fuzz_fail(form->generic ? "what the generic form says is not the same"
                              : "what the custom form says is not the same",
                baton_strbuf_view(&texts[i]), baton_strbuf_view(&again));
    baton_strbuf_deinit(&again);
  }
  baton_module_destroy(copy);
}

void fuzz_check_printing(const baton_module *module) {
  baton_strbuf texts[NUM_FORMS] = {{0}};
  for (int i = 0; i < NUM_FORMS; i++)
    baton_print(module->op, &forms[i], &texts[i]);
  for (int i = 0; i < NUM_FORMS; i++)
    check_form(module, &forms[i], texts);
  for (int i = 0; i < NUM_FORMS; i++)
    baton_strbuf_deinit(&texts[i]);
}
