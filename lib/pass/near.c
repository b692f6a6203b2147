// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suggestions for misspelt names, by edit distance.
#include "pass/pass_impl.h"

enum { MAX_WORD = 64 };

static size_t min3(size_t a, size_t b, size_t c) {
  size_t least = a < b ? a : b;
  return least < c ? least : c;
}

// Levenshtein's distance by rows (Wagner and Fischer 1974); both words at most MAX_WORD long.
static size_t edit_distance(baton_str a, baton_str b) {
  size_t row[MAX_WORD + 1];
  for (size_t j = 0; j <= b.size; j++)
    row[j] = j;
  for (size_t i = 0; i < a.size; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size; j++) {
      size_t above = row[j + 1];
      row[j + 1] = min3(above + 1, row[j] + 1, diagonal + (a.data[i] != b.data[j]));
      diagonal = above;
    }
  }
  return row[b.size];
}

void baton_near_offer(near_names *near, baton_str candidate) {
  enum { MAX_BEST = sizeof near->best / sizeof *near->best };
  if (near->word.size > MAX_WORD || candidate.size > MAX_WORD)
    return;
  size_t distance = edit_distance(near->word, candidate);
  size_t longer = near->word.size > candidate.size ? near->word.size : candidate.size;
  if (distance > (longer + 2) / 3)
    return;
  size_t place = near->num_best;
  while (place > 0 && near->distances[place - 1] > distance)
    place--;
  if (near->num_best < MAX_BEST)
    near->num_best++;
  for (size_t i = near->num_best; i-- > place + 1;) {
    near->best[i] = near->best[i - 1];
    near->distances[i] = near->distances[i - 1];
  }
  if (place < MAX_BEST) {
    near->best[place] = candidate;
    near->distances[place] = distance;
  }
}

void baton_near_print(const near_names *near, baton_strbuf *out) {
  for (size_t i = 0; i < near->num_best; i++) {
    const char *before = i == 0 ? "; did you mean " : i + 1 == near->num_best ? " or " : ", ";
    baton_strbuf_printf(out, "%s'%.*s'", before, BATON_STR_ARG(near->best[i]));
  }
  if (near->num_best)
    baton_strbuf_append_char(out, '?');
}
