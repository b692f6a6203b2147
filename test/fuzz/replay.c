// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a fuzz target on files and on all files in folders: replay [--checks=NUM] PATH... Ends with 1 if there is
// nothing to run, or if fewer than NUM texts were printed and read again: then the target has not looked at what it
// should.
#include "fuzz.h"

#include "base/vec.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static size_t run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  baton_strbuf text = {0};
  char block[4096];
  for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;)
    baton_strbuf_append(&text, (baton_str){block, size});
  fclose(file);
  fprintf(stderr, "running %s\n", path);
  // An allocation of its own size, so that a sanitizer sees a read behind its end.
  uint8_t *exact = baton_mem_resize(NULL, text.size ? text.size : 1);
  if (text.size)
    memcpy(exact, text.data, text.size);
  LLVMFuzzerTestOneInput(exact, text.size);
  baton_mem_free(exact);
  baton_strbuf_deinit(&text);
  return 1;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

// The number of files run.
static size_t run_path(const char *path) {
  struct dirent **entries;
  int num_entries = scandir(path, &entries, is_visible, alphasort);
  if (num_entries < 0)
    return run_file(path);
  size_t num_files = 0;
  for (int i = 0; i < num_entries; i++) {
    baton_strbuf inner = {0};
    baton_strbuf_printf(&inner, "%s/%s", path, entries[i]->d_name);
    num_files += run_path(inner.data);
    baton_strbuf_deinit(&inner);
    free(entries[i]);
  }
  free(entries);
  return num_files;
}

int main(int argc, char **argv) {
  static const char option[] = "--checks=";
  size_t num_files = 0, min_checks = 0;
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], option, sizeof option - 1) == 0)
      min_checks = strtoul(argv[i] + sizeof option - 1, NULL, 10);
    else
      num_files += run_path(argv[i]);
  printf("%zu files, %zu checks\n", num_files, fuzz_num_checks);
  return num_files && fuzz_num_checks >= min_checks ? EXIT_SUCCESS : EXIT_FAILURE;
}
