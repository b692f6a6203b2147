// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer's changes to texts. Where the first line names passes, the passes change too.
#include "mutate.h"

#include "passes/passes.h"

static const char marker[] = "// passes: ";

// The size of the line that names passes, with its end; 0 if there is none.
static size_t passes_size(baton_str text) {
  if (!baton_str_has_prefix(text, BATON_STR(marker)))
    return 0;
  const char *newline = memchr(text.data, '\n', text.size);
  return newline ? (size_t)(newline - text.data) + 1 : text.size;
}

static void append_options(const baton_pass *pass, uint64_t *state, baton_strbuf *out) {
  static const char *const values[] = {"0", "1", "2", "3", "8", "true", "false"};
  const baton_pass_option *option = &pass->options[mutate_below(state, pass->num_options)];
  baton_strbuf_printf(out, "{%s=", option->name);
  if (option->kind == BATON_OPTION_CHOICE) {
    const char *word = option->choices;
    for (size_t skip = mutate_below(state, 4); skip > 0 && strchr(word, '|'); skip--)
      word = strchr(word, '|') + 1;
    baton_strbuf_append(out, (baton_str){word, strcspn(word, "|")});
  } else {
    size_t num = option->kind == BATON_OPTION_BOOL ? 2 : 5, first = option->kind == BATON_OPTION_BOOL ? 5 : 0;
    baton_strbuf_append(out, baton_str_from(values[first + mutate_below(state, num)]));
  }
  baton_strbuf_append_char(out, '}');
}

static size_t new_passes(char *text, size_t size, size_t max_size, uint64_t *state) {
  const baton_plugin *table = baton_passes_table();
  size_t old_size = passes_size((baton_str){text, size});
  baton_strbuf line = {0};
  baton_strbuf_append(&line, BATON_STR(marker));
  for (size_t i = 0, num = 1 + mutate_below(state, 5); i < num; i++) {
    const baton_pass *pass = table->passes[mutate_below(state, table->num_passes)];
    baton_strbuf_printf(&line, "%s%s", i ? "," : "", pass->name);
    if (pass->num_options && mutate_below(state, 3) == 0)
      append_options(pass, state, &line);
  }
  baton_strbuf_append_char(&line, '\n');
  if (size - old_size + line.size <= max_size) {
    memmove(text + line.size, text + old_size, size - old_size);
    memcpy(text, line.data, line.size);
    size = size - old_size + line.size;
  }
  baton_strbuf_deinit(&line);
  return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  char *text = (char *)data;
  size_t first = passes_size((baton_str){text, size});
  if (first && mutate_below(&state, 6) == 0)
    return new_passes(text, size, max_size, &state);
  return first + mutate_text(text + first, size - first, max_size - first, &state);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed) {
  uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  return mutate_mix((baton_str){(const char *)data1, size1}, (baton_str){(const char *)data2, size2}, (char *)out,
                    max_out_size, &state);
}
