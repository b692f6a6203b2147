// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipelines: what is read, what is refused and where, and that the printed text reads back as itself.
#include "../cmocka_all.h"

#include "log.h"
#include "pass/manager.h"

static baton_pass_result do_nothing(baton_pass_run *run, struct baton_op *op) {
  (void)run;
  (void)op;
  return BATON_PASS_UNCHANGED;
}

#define OPTION(option_name, option_kind, text, words)                                                                  \
  {                                                                                                                    \
    .size = sizeof(baton_pass_option), .kind = option_kind, .name = option_name, .default_text = text,                 \
    .choices = words                                                                                                   \
  }

static const baton_pass_option options[] = {
    OPTION("depth", BATON_OPTION_INT, "4", NULL),
    OPTION("fast", BATON_OPTION_BOOL, "false", NULL),
    OPTION("mode", BATON_OPTION_CHOICE, "all", "all|loop"),
    OPTION("note", BATON_OPTION_STRING, "", NULL),
};
static const baton_pass_option needed[] = {OPTION("word", BATON_OPTION_STRING, NULL, NULL)};

#define PASS(id, pass_name, pass_anchor, number, list)                                                                 \
  static const baton_pass id = {.size = sizeof(baton_pass),                                                            \
                                .num_options = number,                                                                 \
                                .name = pass_name,                                                                     \
                                .summary = "",                                                                         \
                                .anchor = pass_anchor,                                                                 \
                                .options = list,                                                                       \
                                .run = do_nothing};
PASS(module_pass, "phase-fence", "builtin.module", 4, options)
PASS(func_pass, "tidy", "func.func", 0, NULL)
PASS(other_func_pass, "tidy-more", "func.func", 0, NULL)
PASS(any_pass, "cse", NULL, 0, NULL)
PASS(needy_pass, "needy", "builtin.module", 1, needed)

static const baton_pass *const passes[] = {&module_pass, &func_pass, &other_func_pass, &any_pass, &needy_pass};
static const baton_plugin plugin = {.abi_major = BATON_PLUGIN_ABI_MAJOR,
                                    .abi_minor = BATON_PLUGIN_ABI_MINOR,
                                    .size = sizeof(baton_plugin),
                                    .num_passes = sizeof passes / sizeof *passes,
                                    .passes = passes};

typedef struct fixture {
  baton_diag *diag;
  baton_registry *registry;
  baton_strbuf log;
} fixture;

static int setup(void **state) {
  fixture *f = baton_mem_zeroed(1, sizeof *f);
  f->diag = baton_diag_create();
  baton_diag_set_handler(f->diag, log_diagnostic, &f->log);
  f->registry = baton_registry_create(f->diag);
  assert_true(baton_registry_add(f->registry, &plugin, "test"));
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  baton_registry_destroy(f->registry);
  baton_diag_destroy(f->diag);
  baton_strbuf_deinit(&f->log);
  baton_mem_free(f);
  return 0;
}

// The printed form of a text, or a report on what went wrong.
static void print(fixture *f, const char *text, baton_strbuf *out) {
  baton_pipeline *pipeline = baton_pipeline_parse(f->registry, baton_str_from(text));
  if (pipeline)
    baton_pipeline_print(pipeline, out);
  else
    baton_strbuf_append(out, baton_strbuf_view(&f->log));
  baton_pipeline_destroy(pipeline);
}

static void test_reads_and_prints(void **state) {
  static const struct {
    const char *text, *printed;
  } cases[] = {
      {"builtin.module()", "builtin.module()"},
      {" builtin.module ( cse ) \n", "builtin.module(cse)"},
      {"builtin.module(cse,phase-fence)", "builtin.module(cse,phase-fence)"},
      {"builtin.module(phase-fence{})", "builtin.module(phase-fence)"},
      {"builtin.module(phase-fence{mode=loop depth=-7},cse)", "builtin.module(phase-fence{depth=-7 mode=loop},cse)"},
      {"builtin.module(phase-fence{fast})", "builtin.module(phase-fence{fast=true})"},
      {"builtin.module(phase-fence{ fast=false\n mode=all })", "builtin.module(phase-fence{fast=false mode=all})"},
      {"builtin.module(phase-fence{note=a,b(c)})", "builtin.module(phase-fence{note=a,b(c)})"},
      {"builtin.module(phase-fence{note='two words'})", "builtin.module(phase-fence{note=\"two words\"})"},
      {"builtin.module(phase-fence{note={two {nested} words}})",
       "builtin.module(phase-fence{note=\"two {nested} words\"})"},
      {"builtin.module(phase-fence{note=\"a \\\"b\\\" \\\\ }\"})",
       "builtin.module(phase-fence{note=\"a \\\"b\\\" \\\\ }\"})"},
      {"builtin.module(phase-fence{note=})", "builtin.module(phase-fence{note=\"\"})"},
      {"builtin.module(phase-fence{depth=9223372036854775807})",
       "builtin.module(phase-fence{depth=9223372036854775807})"},
      {"builtin.module(phase-fence{depth=-9223372036854775808})",
       "builtin.module(phase-fence{depth=-9223372036854775808})"},
      {"builtin.module(tidy)", "builtin.module(func.func(tidy))"},
      {"builtin.module(tidy,tidy-more,cse,tidy)", "builtin.module(func.func(tidy,tidy-more),cse,func.func(tidy))"},
      {"builtin.module(func.func(tidy),tidy-more)", "builtin.module(func.func(tidy),func.func(tidy-more))"},
      {"builtin.module(func.func(cse,tidy))", "builtin.module(func.func(cse,tidy))"},
      {"builtin.module(builtin.module(phase-fence),scf.for(cse))",
       "builtin.module(builtin.module(phase-fence),scf.for(cse))"},
      {"builtin.module(needy{word=x})", "builtin.module(needy{word=x})"},
  };
  fixture *f = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    baton_strbuf once = {0}, twice = {0};
    print(f, cases[i].text, &once);
    assert_string_equal(once.data, cases[i].printed);
    print(f, once.data, &twice);
    assert_string_equal(twice.data, once.data);
    baton_strbuf_deinit(&once);
    baton_strbuf_deinit(&twice);
  }
  assert_int_equal(f->log.size, 0);
}

static void test_refuses(void **state) {
  static const struct {
    const char *text, *error;
  } cases[] = {
      {"", "error 1:1: expected 'builtin.module(...)' around the passes\n"},
      {"cse", "error 1:1: expected 'builtin.module(...)' around the passes\n"},
      {" func.func(cse)", "error 1:2: expected 'builtin.module(...)' around the passes\n"},
      {"builtin.module", "error 1:1: expected 'builtin.module(...)' around the passes\n"},
      {"builtin.module(", "error 1:16: expected the name of a pass or of an op\n"},
      {"builtin.module(cse", "error 1:19: expected ',' or ')'\n"},
      {"builtin.module(cse,)", "error 1:20: expected the name of a pass or of an op\n"},
      {"builtin.module(,cse)", "error 1:16: expected the name of a pass or of an op\n"},
      {"builtin.module(cse cse)", "error 1:20: expected ',' or ')'\n"},
      {"builtin.module(cse))", "error 1:20: expected the end of the pipeline\n"},
      {"builtin.module(cse) x", "error 1:21: expected the end of the pipeline\n"},
      {"builtin.module(-x)", "error 1:16: expected the name of a pass or of an op\n"},
      {"builtin.module(cse,\n  phase-fense)",
       "error 2:3: no pass is called 'phase-fense'; did you mean 'phase-fence'?\n"},
      {"builtin.module(tidi)", "error 1:16: no pass is called 'tidi'; did you mean 'tidy'?\n"},
      {"builtin.module(completely-different)", "error 1:16: no pass is called 'completely-different'\n"},
      {"builtin.module(func.func(phase-fence))",
       "error 1:26: pass 'phase-fence' runs on 'builtin.module' and cannot stand in 'func.func(...)'\n"},
      {"builtin.module(phase-fence{moode=loop})",
       "error 1:28: pass 'phase-fence' has no option 'moode'; did you mean 'mode'?\n"},
      {"builtin.module(cse{x=1})", "error 1:20: pass 'cse' has no option 'x'; it has none\n"},
      {"builtin.module(phase-fence{mode=lop})",
       "error 1:33: option 'mode' of pass 'phase-fence' must be one of 'all', 'loop', not 'lop'\n"},
      {"builtin.module(phase-fence{mode})", "error 1:32: expected '=' and a value of option 'mode'\n"},
      {"builtin.module(phase-fence{depth=})",
       "error 1:34: option 'depth' of pass 'phase-fence' must be a 64-bit integer, not ''\n"},
      {"builtin.module(phase-fence{depth=9223372036854775808})",
       "error 1:34: option 'depth' of pass 'phase-fence' must be a 64-bit integer, not '9223372036854775808'\n"},
      {"builtin.module(phase-fence{depth=-9223372036854775809})",
       "error 1:34: option 'depth' of pass 'phase-fence' must be a 64-bit integer, not '-9223372036854775809'\n"},
      {"builtin.module(phase-fence{depth=4x})",
       "error 1:34: option 'depth' of pass 'phase-fence' must be a 64-bit integer, not '4x'\n"},
      {"builtin.module(phase-fence{depth=-})",
       "error 1:34: option 'depth' of pass 'phase-fence' must be a 64-bit integer, not '-'\n"},
      {"builtin.module(phase-fence{fast=yes})",
       "error 1:33: option 'fast' of pass 'phase-fence' must be 'true' or 'false', not 'yes'\n"},
      {"builtin.module(phase-fence{depth=1 depth=1})", "error 1:36: option 'depth' is given twice\n"},
      {"builtin.module(phase-fence{depth=1,mode=loop})",
       "error 1:34: option 'depth' of pass 'phase-fence' must be a 64-bit integer, not '1,mode=loop'\n"},
      {"builtin.module(phase-fence{note='a'b})", "error 1:36: expected a blank between options\n"},
      {"builtin.module(phase-fence{note='a)", "error 1:33: this quote is not closed\n"},
      {"builtin.module(phase-fence{note={a)", "error 1:33: this brace is not closed\n"},
      {"builtin.module(phase-fence{note=a", "error 1:27: this brace is not closed\n"},
      {"builtin.module(phase-fence{", "error 1:27: this brace is not closed\n"},
      {"builtin.module(phase-fence{=1})", "error 1:28: expected the name of an option\n"},
      {"builtin.module(needy)", "error 1:16: pass 'needy' needs its option 'word'\n"},
  };
  fixture *f = *state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    f->log.size = 0;
    assert_null(baton_pipeline_parse(f->registry, baton_str_from(cases[i].text)));
    assert_string_equal(f->log.data, cases[i].error);
  }
}

static void test_refuses_deep_nesting(void **state) {
  fixture *f = *state;
  baton_strbuf text = {0};
  for (int i = 0; i < 100000; i++)
    baton_strbuf_append(&text, BATON_STR("builtin.module("));
  assert_null(baton_pipeline_parse(f->registry, baton_strbuf_view(&text)));
  assert_string_equal(f->log.data, "error 1:961: more than 64 groups in each other\n");
  baton_strbuf_deinit(&text);
}

// Every beginning of a pipeline, and every pipeline with one byte changed, is read or refused with one error.
static void test_survives_broken_text(void **state) {
  static const char text[] = "builtin.module(phase-fence{mode=loop note=\"a b\" depth=1},func.func(tidy,cse))";
  static const char bytes[] = "(){}=,'\" \\a\n";
  fixture *f = *state;
  for (size_t size = 0; size < sizeof text - 1; size++) {
    uint64_t num_errors = baton_diag_num_errors(f->diag);
    assert_null(baton_pipeline_parse(f->registry, (baton_str){text, size}));
    assert_int_equal(baton_diag_num_errors(f->diag), num_errors + 1);
  }
  for (size_t at = 0; at < sizeof text - 1; at++)
    for (size_t k = 0; k < sizeof bytes; k++) {
      char changed[sizeof text];
      memcpy(changed, text, sizeof text);
      changed[at] = bytes[k];
      uint64_t num_errors = baton_diag_num_errors(f->diag);
      baton_pipeline *pipeline = baton_pipeline_parse(f->registry, (baton_str){changed, sizeof text - 1});
      assert_int_equal(baton_diag_num_errors(f->diag), num_errors + !pipeline);
      baton_pipeline_destroy(pipeline);
    }
}

static void test_adds_single_passes(void **state) {
  fixture *f = *state;
  baton_pipeline *pipeline = baton_pipeline_create(f->registry);
  assert_true(baton_pipeline_add(pipeline, BATON_STR("phase-fence"), BATON_STR("mode=loop note=}")));
  assert_true(baton_pipeline_add(pipeline, BATON_STR("tidy"), BATON_STR("")));
  assert_true(baton_pipeline_add(pipeline, BATON_STR("tidy-more"), BATON_STR(" ")));
  assert_true(baton_pipeline_append(pipeline, BATON_STR("builtin.module(cse)")));
  baton_strbuf out = {0};
  baton_pipeline_print(pipeline, &out);
  assert_string_equal(out.data, "builtin.module(phase-fence{mode=loop note=\"}\"},func.func(tidy,tidy-more),cse)");
  baton_strbuf_deinit(&out);
  assert_false(baton_pipeline_add(pipeline, BATON_STR("phase-fence"), BATON_STR("mode=loop dept=1")));
  assert_string_equal(f->log.data, "error 1:11: pass 'phase-fence' has no option 'dept'; did you mean 'depth'?\n");
  f->log.size = 0;
  assert_false(baton_pipeline_add(pipeline, BATON_STR("csee"), BATON_STR("")));
  assert_string_equal(f->log.data, "error 1:1: no pass is called 'csee'; did you mean 'cse'?\n");
  f->log.size = 0;
  assert_false(baton_pipeline_add(pipeline, BATON_STR("needy"), BATON_STR("")));
  assert_string_equal(f->log.data, "error 1:1: pass 'needy' needs its option 'word'\n");
  baton_pipeline_destroy(pipeline);
}

// The message shows the text although it is gone by the time the next one comes.
static void test_shows_text(void **state) {
  fixture *f = *state;
  baton_diag_set_handler(f->diag, NULL, NULL);
  baton_strbuf shown = {0};
  baton_diagnostic diagnostic = {BATON_SEVERITY_ERROR, {BATON_STR("<pass-pipeline>"), 1, 16}, BATON_STR("text")};
  baton_diag_set_handler(f->diag, log_diagnostic, &f->log);
  assert_null(baton_pipeline_parse(f->registry, BATON_STR("builtin.module(nothing)")));
  baton_diag_render(f->diag, &diagnostic, &shown);
  assert_null(strstr(shown.data, "nothing")); // the caller's text is not kept
  baton_strbuf_deinit(&shown);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_reads_and_prints, setup, teardown),
      cmocka_unit_test_setup_teardown(test_refuses, setup, teardown),
      cmocka_unit_test_setup_teardown(test_refuses_deep_nesting, setup, teardown),
      cmocka_unit_test_setup_teardown(test_survives_broken_text, setup, teardown),
      cmocka_unit_test_setup_teardown(test_adds_single_passes, setup, teardown),
      cmocka_unit_test_setup_teardown(test_shows_text, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
