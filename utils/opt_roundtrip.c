// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing and reading back.
#include "opt_roundtrip.h"

#include "ir/verify.h"
#include "text/parse.h"
#include "text/print.h"

// The custom form leaves out terminators, and their locations with them: it is compared without locations.
static void print_whole(const baton_op *op, bool with_locations, baton_strbuf *out) {
  baton_print(op, &(baton_print_options){.generic = true, .locations = with_locations}, out);
}

static bool check_form(const baton_module *module, const baton_print_options *form) {
  baton_strbuf reference = {0}, text = {0}, again = {0};
  print_whole(module->op, form->generic, &reference);
  baton_print(module->op, form, &text);
  baton_module *copy = baton_parse(module->context, BATON_STR("<round trip>"), baton_strbuf_view(&text));
  bool is_good = copy && baton_verify(copy->op);
  if (is_good) {
    print_whole(copy->op, form->generic, &again);
    is_good =
        baton_str_equal(baton_strbuf_view(&again), baton_strbuf_view(&reference)) ||
        baton_op_error(module->op, "differs after a round trip:\n<<<<<<Reference\n%s\n=====\n%s\n>>>>>roundtripped",
                       reference.data, again.data);
  }
  if (copy)
    baton_module_destroy(copy);
  baton_strbuf_deinit(&reference);
  baton_strbuf_deinit(&text);
  baton_strbuf_deinit(&again);
  return is_good;
}

bool opt_check_roundtrip(const baton_module *module) {
  return check_form(module, &(baton_print_options){.locations = true}) &&
         check_form(module, &(baton_print_options){.generic = true, .locations = true});
}
