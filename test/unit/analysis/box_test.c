// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs about boxes against counting: whatever is said about two random boxes must hold for every value of every loop
// variable and symbol.
#include "../cmocka_all.h"

#include "analysis/box.h"
#include "dialect/dialects.h"
#include "ir/walk.h"
#include "text/parse.h"

#include <stdio.h>

// %i runs over an outer loop, %j and %k over two loops inside of it; %s is any number.
static const char program[] = "func.func @f(%%s: index) {\n"
                              "  %%lo = arith.constant %d : index\n"
                              "  %%hi = arith.constant %d : index\n"
                              "  %%st = arith.constant %d : index\n"
                              "  %%c0 = arith.constant 0 : index\n"
                              "  %%c1 = arith.constant 1 : index\n"
                              "  %%c3 = arith.constant 3 : index\n"
                              "  scf.for %%i = %%lo to %%hi step %%st {\n"
                              "    scf.for %%j = %%c0 to %%c3 step %%c1 {}\n"
                              "    scf.for %%k = %%c0 to %%c3 step %%c1 {}\n"
                              "  }\n"
                              "  return\n"
                              "}\n";

enum { NUM_LOOPS = 3, NUM_VALUES = 4, RANK = 2, BIAS = 19, NUM_SYMBOLS = 5 };

typedef struct fixture {
  baton_context *context;
  baton_module *module;
  const baton_op *loop;                  // of %i
  const baton_value *values[NUM_VALUES]; // %i, %j, %k, %s
  int lower, trips, step;
} fixture;

static void load(fixture *f, int lower, int trips, int step) {
  char text[1024];
  int size = snprintf(text, sizeof text, program, lower, lower + trips * step, step);
  f->context = baton_context_create();
  baton_register_dialects(f->context);
  f->module = baton_parse(f->context, BATON_STR("test"), (baton_str){text, (size_t)size});
  assert_non_null(f->module);
  f->lower = lower, f->trips = trips, f->step = step;
  int num_loops = 0;
  for (baton_op *op = baton_walk_first(f->module->op); op; op = baton_walk_next(op, f->module->op)) {
    if (!baton_loop_variable(op))
      continue;
    if (num_loops == 0) {
      f->loop = op;
      f->values[3] = op->block->args[0];
    }
    f->values[num_loops++] = baton_loop_variable(op);
  }
  assert_int_equal(num_loops, NUM_LOOPS);
}

static void unload(fixture *f) {
  baton_module_destroy(f->module);
  baton_context_destroy(f->context);
}

// ---- random boxes -----------------------------------------------------------------------------------------------

static uint32_t draw(uint64_t *random, uint32_t below) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*random >> 33) % below;
}

static int pick(uint64_t *random, const int *choices, uint32_t num) { return choices[draw(random, num)]; }

// A box with dimensions of its own; in `used` which of the values it may use.
typedef struct sample {
  baton_box box;
  baton_box_dim dims[RANK];
} sample;

static void draw_box(const fixture *f, uint64_t *random, const bool *used, sample *out) {
  static const int factors[] = {0, 0, 0, 1, 2, 3, -1, -2}, sizes[] = {1, 1, 2, 3, 4}, strides[] = {1, 1, 1, 2, 3};
  for (int d = 0; d < RANK; d++) {
    baton_affine offset = baton_affine_constant(draw(random, 5));
    for (int v = 0; v < NUM_VALUES; v++) {
      baton_affine one = {.num_terms = 1, .terms = {{f->values[v], 1}}};
      int factor = !used[v] ? 0 : v == 3 ? (int)draw(random, 2) : pick(random, factors, 8);
      assert_true(baton_affine_add(&offset, &one, factor, &offset));
    }
    int size = pick(random, sizes, 5);
    out->dims[d] = (baton_box_dim){
        .offset = offset, .size = size, .stride = size == 1 ? 1 : pick(random, strides, 5), .is_known = true};
  }
  out->box = (baton_box){.kind = BATON_BOX_DIMS, .rank = RANK, .dims = out->dims};
}

// Makes a dimension one that often contains that of another box: it moves alike, begins earlier and is longer.
static void wrap_dim(uint64_t *random, const baton_box_dim *inner, baton_box_dim *outer) {
  *outer = *inner;
  outer->offset.constant -= draw(random, 2);
  outer->size += draw(random, 4);
  outer->stride = 1;
}

// ---- counting ---------------------------------------------------------------------------------------------------

static int value_of(const fixture *f, const baton_value *value, const int *assignment) {
  for (int v = 0; v < NUM_VALUES; v++)
    if (f->values[v] == value)
      return assignment[v];
  fail();
  return 0;
}

// The elements of one dimension, one bit each.
static uint64_t elements(const fixture *f, const baton_box_dim *dim, const int *assignment) {
  int64_t at = dim->offset.constant + BIAS;
  uint64_t bits = 0;
  for (uint32_t t = 0; t < dim->offset.num_terms; t++)
    at += dim->offset.terms[t].coefficient * value_of(f, dim->offset.terms[t].value, assignment);
  for (int64_t i = 0; i < dim->size; i++, at += dim->stride) {
    assert_in_range(at, 0, 63);
    bits |= UINT64_C(1) << at;
  }
  return bits;
}

typedef struct box_facts {
  bool are_disjoint, overlap, covers; // in every case; covers: the first by the second
} box_facts;

static void observe(const fixture *f, const sample *a, const int *at_a, const sample *b, const int *at_b,
                    box_facts *facts) {
  bool meet = true, inside = true;
  for (int d = 0; d < RANK; d++) {
    uint64_t in_a = elements(f, &a->dims[d], at_a), in_b = elements(f, &b->dims[d], at_b);
    meet &= (in_a & in_b) != 0;
    inside &= (in_a & ~in_b) == 0;
  }
  facts->are_disjoint &= !meet;
  facts->overlap &= meet;
  facts->covers &= inside;
}

// All cases: iterations of the outer loop, the same or a in an earlier one; inner variables and the symbol.
static box_facts count(const fixture *f, const sample *a, const sample *b, bool is_carried) {
  box_facts facts = {true, true, true};
  for (int i = 0; i < f->trips; i++)
    for (int later = is_carried ? i + 1 : i; later < (is_carried ? f->trips : i + 1); later++)
      for (int inner = 0; inner < 81; inner++)
        for (int s = 0; s < NUM_SYMBOLS; s += 4) {
          int at_a[NUM_VALUES] = {f->lower + i * f->step, inner % 3, inner / 3 % 3, s};
          int at_b[NUM_VALUES] = {f->lower + later * f->step, inner / 9 % 3, inner / 27, s};
          observe(f, a, at_a, b, at_b, &facts);
        }
  return facts;
}

typedef struct proof_tally {
  int disjoint, overlap, covers; // proofs found
  int all_disjoint;              // facts there are
} proof_tally;

static void check_pair(const fixture *f, uint64_t *random, bool is_carried, proof_tally *tally) {
  // In one iteration, two accesses that are not in the same inner loop use different variables.
  bool is_simple = draw(random, 2);
  const bool used_a[] = {true, !is_simple, is_carried && !is_simple, true};
  const bool used_b[] = {true, is_carried && !is_simple, !is_simple, true};
  const baton_op *carried = is_carried ? f->loop : NULL;
  sample a, b;
  draw_box(f, random, used_a, &a);
  draw_box(f, random, used_b, &b);
  for (int d = 0; is_simple && d < RANK; d++)
    if (draw(random, 3))
      wrap_dim(random, &a.dims[d], &b.dims[d]);
  box_facts facts = count(f, &a, &b, is_carried);
  bool are_disjoint = baton_boxes_are_disjoint(&a.box, &b.box, carried);
  bool covers = baton_box_covers(&b.box, &a.box, carried);
  assert_true(facts.are_disjoint || !are_disjoint);
  assert_true(facts.covers || !covers);
  tally->disjoint += are_disjoint;
  tally->covers += covers;
  tally->all_disjoint += facts.are_disjoint;
  if (is_carried)
    return;
  bool overlap = baton_boxes_overlap(&a.box, &b.box);
  assert_true(facts.overlap || !overlap);
  tally->overlap += overlap;
}

static void check_later(const fixture *f, uint64_t *random) {
  const bool used[] = {true, true, true, true};
  sample outer, inner;
  draw_box(f, random, used, &outer);
  draw_box(f, random, used, &inner);
  if (!baton_box_covers_later(&outer.box, &inner.box, f->loop))
    return;
  for (int i = 0; i < f->trips; i++)
    for (int later = i + 1; later < f->trips; later++)
      for (int values = 0; values < 9; values++) {
        box_facts facts = {true, true, true};
        int at_outer[] = {f->lower + i * f->step, values % 3, values / 3, 1};
        int at_inner[] = {f->lower + later * f->step, values / 3, values % 3, 1};
        observe(f, &inner, at_inner, &outer, at_outer, &facts);
        assert_true(facts.covers);
      }
}

static const int loops[][3] = {{0, 4, 1}, {0, 3, 2}, {1, 3, 2}, {-2, 4, 1}, {0, 1, 1}};

static void test_same_iteration(void **state) {
  (void)state;
  uint64_t random = 11;
  proof_tally tally = {0};
  for (size_t l = 0; l < sizeof loops / sizeof *loops; l++) {
    fixture f;
    load(&f, loops[l][0], loops[l][1], loops[l][2]);
    for (int n = 0; n < 600; n++)
      check_pair(&f, &random, false, &tally);
    unload(&f);
  }
  assert_true(tally.disjoint > 200 && tally.overlap > 50 && tally.covers > 20);
}

static void test_different_iterations(void **state) {
  (void)state;
  uint64_t random = 12;
  proof_tally tally = {0};
  for (size_t l = 0; l < 4; l++) {
    fixture f;
    load(&f, loops[l][0], loops[l][1], loops[l][2]);
    for (int n = 0; n < 600; n++)
      check_pair(&f, &random, true, &tally);
    for (int n = 0; n < 2000; n++)
      check_later(&f, &random);
    unload(&f);
  }
  assert_true(tally.disjoint > 50 && tally.covers > 10);
}

// ---- unions -----------------------------------------------------------------------------------------------------

static void paint(const fixture *f, const baton_box_dim *dims, const int *assignment, uint64_t *rows) {
  uint64_t first = elements(f, &dims[0], assignment), second = elements(f, &dims[1], assignment);
  for (int row = 0; row < 64; row++)
    if (first >> row & 1)
      rows[row] |= second;
}

static bool check_union(const fixture *f, uint64_t *random) {
  const bool used[] = {true, false, false, true};
  sample a;
  baton_box_dim dims[RANK];
  baton_box whole;
  draw_box(f, random, used, &a);
  if (!baton_box_union(&a.box, f->loop, dims, &whole))
    return false;
  for (int s = 0; s < NUM_SYMBOLS; s++) {
    uint64_t expected[64] = {0}, found[64] = {0};
    int assignment[NUM_VALUES] = {0, 0, 0, s};
    for (int i = 0; i < f->trips; i++) {
      assignment[0] = f->lower + i * f->step;
      paint(f, a.dims, assignment, expected);
    }
    assignment[0] = 1000; // must not be in it any more
    paint(f, whole.dims, assignment, found);
    assert_memory_equal(expected, found, sizeof expected);
  }
  return true;
}

static void test_union(void **state) {
  (void)state;
  uint64_t random = 13;
  int num_found = 0;
  for (size_t l = 0; l < sizeof loops / sizeof *loops; l++) {
    fixture f;
    load(&f, loops[l][0], loops[l][1], loops[l][2]);
    for (int n = 0; n < 3000; n++)
      num_found += check_union(&f, &random);
    unload(&f);
  }
  assert_true(num_found > 500);
}

// ---- cases that must be proven ----------------------------------------------------------------------------------

static baton_box_dim dim_at(const baton_value *value, int64_t factor, int64_t constant, int64_t size) {
  baton_affine offset = baton_affine_constant(constant), one = {.num_terms = 1, .terms = {{value, 1}}};
  assert_true(baton_affine_add(&offset, &one, factor, &offset));
  return (baton_box_dim){.offset = offset, .size = size, .stride = 1, .is_known = true};
}

static bool is_apart(const fixture *f, baton_box_dim a, baton_box_dim b, bool is_carried) {
  const baton_box box_a = {BATON_BOX_DIMS, 1, &a}, box_b = {BATON_BOX_DIMS, 1, &b};
  return baton_boxes_are_disjoint(&box_a, &box_b, is_carried ? f->loop : NULL);
}

static void test_strides(void **state) {
  (void)state;
  fixture f;
  load(&f, 0, 4, 1);
  const baton_value *i = f.values[0], *s = f.values[3];
  // Blocks that touch, and blocks that overlap by one.
  assert_true(is_apart(&f, dim_at(i, 8, 0, 8), dim_at(i, 8, 0, 8), true));
  assert_false(is_apart(&f, dim_at(i, 8, 0, 9), dim_at(i, 8, 0, 9), true));
  assert_true(is_apart(&f, dim_at(i, -8, 0, 8), dim_at(i, -8, 0, 8), true));
  // A symbol that both share, and one block next to the other.
  assert_true(is_apart(&f, dim_at(s, 1, 0, 8), dim_at(s, 1, 8, 8), false));
  assert_false(is_apart(&f, dim_at(s, 1, 0, 8), dim_at(s, 1, 7, 8), false));
  assert_false(is_apart(&f, dim_at(s, 1, 0, 8), dim_at(s, 2, 8, 8), false));
  unload(&f);
}

static void test_overflow(void **state) {
  (void)state;
  fixture f;
  load(&f, 0, 9, 1);
  const baton_value *i = f.values[0];
  // 2^61 * 8 is 2^64: the offset of iteration 8 is that of iteration 0.
  assert_false(is_apart(&f, dim_at(i, INT64_C(1) << 61, 0, 8), dim_at(i, INT64_C(1) << 61, 0, 8), true));
  assert_true(is_apart(&f, dim_at(i, INT64_C(1) << 58, 0, 8), dim_at(i, INT64_C(1) << 58, 0, 8), true));
  assert_false(is_apart(&f, dim_at(i, INT64_MIN, 0, 8), dim_at(i, INT64_MIN, 0, 8), true));
  assert_false(is_apart(&f, dim_at(i, 1, INT64_MAX - 2, 8), dim_at(i, 1, INT64_MIN + 2, 8), false));
  unload(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_iteration), cmocka_unit_test(test_different_iterations),
      cmocka_unit_test(test_union),          cmocka_unit_test(test_strides),
      cmocka_unit_test(test_overflow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
