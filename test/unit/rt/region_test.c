// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions against sets of bytes.
#include "support.h"

#include "rt/rt_impl.h"

enum { SPACE = 4096 };

typedef struct bytes {
  uint8_t set[SPACE];
  uint32_t num;
} bytes;

static void mark(bytes *out, int64_t at, const int64_t *sizes, const int64_t *strides, uint32_t rank, uint32_t elem) {
  if (rank == 0) {
    for (uint32_t i = 0; i < elem; i++) {
      assert_in_range(at * elem + i, 0, SPACE - 1);
      out->num += !out->set[at * elem + i];
      out->set[at * elem + i] = 1;
    }
    return;
  }
  for (int64_t i = 0; i < sizes[0]; i++)
    mark(out, at + i * strides[0], sizes + 1, strides + 1, rank - 1, elem);
}

// A random view of up to four dimensions that stays within the space, with negative, zero and overlapping strides.
static uint32_t random_view(uint64_t *seed, int64_t *shape, uint32_t elem) {
  uint32_t rank = (uint32_t)(next_random(seed) % 5);
  int64_t lo = 0, hi = 0;
  for (uint32_t i = 0; i < rank; i++) {
    static const int64_t strides[] = {1, 1, 2, 3, 4, 5, 8, 16, 20, 64, 0, 7};
    int64_t size = (int64_t)(next_random(seed) % 6), stride = strides[next_random(seed) % 12];
    if (next_random(seed) % 4 == 0)
      stride = -stride;
    shape[1 + i] = next_random(seed) % 16 ? size + 1 : 0;
    shape[1 + rank + i] = stride;
    *(stride < 0 ? &lo : &hi) += shape[1 + i] ? (shape[1 + i] - 1) * stride : 0;
  }
  int64_t room = SPACE / elem - 1 - (hi - lo);
  if (room < 0)
    return random_view(seed, shape, elem);
  // Near the front half of the time, so that pairs meet.
  shape[0] = (int64_t)(next_random(seed) % (uint64_t)(room + 1));
  if (next_random(seed) % 2)
    shape[0] = shape[0] % 40 < room ? shape[0] % 40 : room;
  shape[0] -= lo;
  return rank;
}

static void test_pairs(void **state) {
  (void)state;
  static const uint32_t elems[] = {1, 2, 4, 8};
  static bytes set[2];
  uint64_t seed = 7;
  uint32_t num_overlaps = 0, num_covers = 0;
  for (uint32_t round = 0; round < (is_stress() ? 200000u : 20000u); round++) {
    baton_region region[2];
    for (int i = 0; i < 2; i++) {
      int64_t shape[9];
      uint32_t elem = elems[next_random(&seed) % 4], rank = random_view(&seed, shape, elem);
      memset(&set[i], 0, sizeof set[i]);
      mark(&set[i], shape[0], shape + 1, shape + 1 + rank, rank, elem);
      assert_true(baton_region_make(0, shape, rank, elem, &region[i]));
      assert_int_equal(region[i].num_dims == 0, set[i].num == 0);
      if (set[i].num) {
        assert_true(region[i].lo >= 0 && region[i].hi <= SPACE);
        assert_true(set[i].set[region[i].lo] && set[i].set[region[i].hi - 1]);
      }
    }
    uint32_t common = 0;
    for (uint32_t i = 0; i < SPACE; i++)
      common += set[0].set[i] && set[1].set[i];
    assert_int_equal(baton_region_overlaps(&region[0], &region[1]), common != 0);
    assert_int_equal(baton_region_overlaps(&region[1], &region[0]), common != 0);
    num_overlaps += common != 0;
    if (region[0].num_dims && region[1].num_dims && baton_region_covers(&region[0], &region[1])) {
      assert_int_equal(common, set[1].num);
      num_covers++;
    }
    if (baton_region_equals(&region[0], &region[1]))
      assert_memory_equal(set[0].set, set[1].set, SPACE);
  }
  assert_true(num_overlaps > 1000 && num_covers > 100); // the pairs are worth something
}

static void test_known(void **state) {
  (void)state;
  // Columns of a matrix of 10 columns, interleaved and disjoint, and a row that meets both.
  const int64_t even[] = {0, 10, 5, 10, 2}, odd[] = {1, 10, 5, 10, 2}, row[] = {30, 10, 1};
  baton_region a, b, c;
  assert_true(baton_region_make(0, even, 2, 4, &a) && baton_region_make(0, odd, 2, 4, &b) &&
              baton_region_make(0, row, 1, 4, &c));
  assert_false(baton_region_overlaps(&a, &b));
  assert_true(baton_region_overlaps(&a, &c) && baton_region_overlaps(&b, &c));
  // Tiles: the whole covers each, a row of tiles covers one of its own only.
  const int64_t whole[] = {0, 8, 8, 8, 1}, tile[] = {18, 2, 2, 8, 1}, band[] = {16, 2, 8, 8, 1},
                wide[] = {16, 2, 4, 8, 1};
  assert_true(baton_region_make(0, whole, 2, 4, &a) && baton_region_make(0, tile, 2, 4, &b) &&
              baton_region_make(0, band, 2, 4, &c));
  assert_int_equal(a.num_dims, 1);
  assert_int_equal(c.num_dims, 1);
  assert_true(baton_region_covers(&a, &b) && baton_region_covers(&c, &b) && !baton_region_covers(&b, &c));
  assert_true(baton_region_make(0, wide, 2, 4, &c));
  assert_true(baton_region_covers(&c, &b));
}

static void test_extremes(void **state) {
  (void)state;
  baton_region a, b;
  const int64_t negative[] = {0, -1, 1}, huge[] = {0, INT64_MAX, 1}, far[] = {INT64_MAX, 1, 1},
                steep[] = {0, 3, INT64_MAX / 2}, least[] = {0, 2, INT64_MIN / 8}, least1[] = {0, 2, INT64_MIN};
  assert_false(baton_region_make(4096, negative, 1, 4, &a));
  assert_false(baton_region_make(4096, huge, 1, 4, &a));
  assert_false(baton_region_make(4096, far, 1, 4, &a));
  assert_false(baton_region_make(4096, steep, 1, 4, &a));
  assert_false(baton_region_make(4096, least1, 1, 4, &a));
  (void)least;
  // More dimensions than a region keeps: all between its ends.
  int64_t deep[1 + 2 * 40] = {0};
  int64_t stride = 1;
  for (int i = 0; i < 20; i++) {
    deep[1 + i] = 2;
    deep[1 + 20 + i] = stride;
    stride *= 3;
  }
  assert_true(baton_region_make(0, deep, 20, 1, &a));
  const int64_t between[] = {2, 1, 1};
  assert_true(baton_region_make(0, between, 1, 1, &b));
  assert_true(baton_region_overlaps(&a, &b)); // orders more, never less
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_extremes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
