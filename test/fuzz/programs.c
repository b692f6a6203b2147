// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a random valid program with tasks: programs ids|buffers SEED.
#include "../unit/analysis/random_buffers.h"
#include "../unit/analysis/random_program.h"

#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s ids|buffers SEED\n", argv[0]);
    return EXIT_FAILURE;
  }
  baton_strbuf text = {0};
  uint64_t seed = strtoull(argv[2], NULL, 10);
  if (strcmp(argv[1], "ids") == 0)
    random_program(seed, &text);
  else
    random_buffers(seed, &text);
  bool is_written = fwrite(text.data, 1, text.size, stdout) == text.size && fflush(stdout) == 0;
  baton_strbuf_deinit(&text);
  return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
