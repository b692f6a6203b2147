// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_buffers.h"

#include "base/vec.h"

#include <stdio.h>

enum {
  SIDE = 8,     // of a whole buffer
  UNKNOWN = -1, // an offset
  MAX_DEPTH = 3,
  MAX_CONSTANT = 16,
  LARGEST_LOADED = 5, // what the table and the index argument hold at most
};

// A buffer or view of known sizes.
typedef struct buffer {
  int id, sizes[2], strides[2], offset;
  bool is_whole; // of the plain type
} buffer;

// An id of a task, or an array of a known size.
typedef struct wait {
  int id, count; // 0: one id
} wait;

typedef struct variable {
  int id, largest;
} variable;

typedef struct generator {
  uint64_t state;
  baton_strbuf *out;
  int next_id, depth, budget;
  bool is_manual, is_main;
  BATON_VEC(buffer) buffers;
  BATON_VEC(wait) waits;
  BATON_VEC(variable) variables;
} generator;

#define GENERIC "memref<?x?xf32, strided<[?, ?], offset: ?>>"
#define WHOLE   "memref<8x8xf32>"

#define PUT(...) baton_strbuf_printf(g->out, __VA_ARGS__)

static uint32_t next_random(generator *g, uint32_t below) {
  g->state ^= g->state << 13;
  g->state ^= g->state >> 7;
  g->state ^= g->state << 17;
  return (uint32_t)((g->state >> 20) % below);
}

static bool chance(generator *g, uint32_t percent) { return next_random(g, 100) < percent; }

// ---- sight: what is defined in a region is out of sight behind it ----

typedef struct sight {
  size_t buffers, waits, variables;
  bool is_manual;
} sight;

static sight enter(generator *g) {
  g->depth++;
  return (sight){g->buffers.size, g->waits.size, g->variables.size, g->is_manual};
}

static void leave(generator *g, sight s) {
  g->depth--;
  g->buffers.size = s.buffers;
  g->waits.size = s.waits;
  g->variables.size = s.variables;
  g->is_manual = s.is_manual;
}

// ---- indices ----

// The name of an index from 0 to largest, and its value where it is a constant.
static int put_index(generator *g, int largest, char name[16]) {
  int constant = (int)next_random(g, (uint32_t)largest + 1), id;
  sprintf(name, "%%c%d", constant);
  if (chance(g, 5) && largest >= LARGEST_LOADED && g->is_main) {
    int loaded = g->next_id++;
    PUT("%%v%d = memref.load %%table[%%c%u] : memref<8xi32>\n", loaded, next_random(g, 8));
    PUT("%%v%d = arith.index_cast %%v%d : i32 to index\n", id = g->next_id++, loaded);
    sprintf(name, "%%v%d", id);
    return UNKNOWN;
  }
  if (g->variables.size == 0 || chance(g, 30))
    return constant;
  variable v = g->variables.data[next_random(g, (uint32_t)g->variables.size)];
  if (chance(g, 15)) { // not affine
    PUT("%%v%d = arith.%s %%v%d, %%c2 : index\n", id = g->next_id++, v.largest / 2 <= largest ? "divui" : "remui",
        v.id);
    if (v.largest / 2 > largest && largest < 1)
      return constant;
  } else {
    int factor = v.largest ? largest / v.largest : 1;
    if (factor == 0)
      return constant;
    factor = chance(g, 60) ? factor : 1;
    factor = factor > 4 ? 4 : factor;
    PUT("%%v%d = arith.muli %%v%d, %%c%d : index\n", id = g->next_id++, v.id, factor);
    int left = largest - factor * v.largest;
    if (left > 0 && chance(g, 40)) {
      PUT("%%v%d = arith.addi %%v%d, %%c%u : index\n", g->next_id, id, next_random(g, (uint32_t)left + 1));
      id = g->next_id++;
    }
  }
  sprintf(name, "%%v%d", id);
  return UNKNOWN;
}

// ---- buffers ----

static void put_type(generator *g, const buffer *b) {
  if (b->is_whole) {
    PUT(WHOLE);
    return;
  }
  PUT("memref<%dx%dxf32, strided<[%d, %d]", b->sizes[0], b->sizes[1], b->strides[0], b->strides[1]);
  if (b->offset == UNKNOWN)
    PUT(", offset: ?");
  else if (b->offset)
    PUT(", offset: %d", b->offset);
  PUT(">>");
}

static buffer whole_buffer(int id) { return (buffer){id, {SIDE, SIDE}, {SIDE, 1}, 0, true}; }

static buffer pick_buffer(generator *g) { return g->buffers.data[next_random(g, (uint32_t)g->buffers.size)]; }

static buffer pick_whole(generator *g) {
  for (;;) {
    buffer b = pick_buffer(g);
    if (b.is_whole)
      return b;
  }
}

static buffer put_subview(generator *g, buffer from) {
  char names[2][16];
  int sizes[2], steps[2], offset = from.offset;
  for (int d = 0; d < 2; d++) {
    static const int wanted[] = {1, 1, 2, 4, 8};
    steps[d] = chance(g, 80) ? 1 : 2;
    sizes[d] = chance(g, 30) ? from.sizes[d] : wanted[next_random(g, 5)];
    while ((sizes[d] - 1) * steps[d] >= from.sizes[d])
      sizes[d] = (sizes[d] + 1) / 2;
    int value = put_index(g, from.sizes[d] - 1 - (sizes[d] - 1) * steps[d], names[d]);
    offset = offset == UNKNOWN || value == UNKNOWN ? UNKNOWN : offset + value * from.strides[d];
    if (value != UNKNOWN)
      sprintf(names[d], "%d", value);
  }
  buffer to = {
      g->next_id++, {sizes[0], sizes[1]}, {from.strides[0] * steps[0], from.strides[1] * steps[1]}, offset, false};
  PUT("%%v%d = memref.subview %%v%d[%s, %s] [%d, %d] [%d, %d] : ", to.id, from.id, names[0], names[1], sizes[0],
      sizes[1], steps[0], steps[1]);
  put_type(g, &from);
  PUT(" to ");
  put_type(g, &to);
  PUT("\n");
  return to;
}

static buffer put_transpose(generator *g, buffer from) {
  buffer to = {g->next_id++, {from.sizes[1], from.sizes[0]}, {from.strides[1], from.strides[0]}, from.offset, false};
  PUT("%%v%d = memref.transpose %%v%d (i, j) -> (j, i) : ", to.id, from.id);
  put_type(g, &from);
  PUT(" to ");
  put_type(g, &to);
  PUT("\n");
  return to;
}

static buffer make_view(generator *g) {
  buffer b = pick_buffer(g);
  for (uint32_t k = next_random(g, 3); k > 0; k--)
    b = chance(g, 88) ? put_subview(g, b) : put_transpose(g, b);
  return b;
}

// The id of a view in the type that kernels take.
static int make_argument(generator *g) {
  buffer b = make_view(g);
  int id = g->next_id++;
  PUT("%%v%d = memref.cast %%v%d : ", id, b.id);
  put_type(g, &b);
  PUT(" to " GENERIC "\n");
  return id;
}

static void make_alloc(generator *g) {
  buffer b = whole_buffer(g->next_id++);
  PUT("%%v%d = orch.alloc() : " WHOLE "\n", b.id);
  baton_vec_push(&g->buffers, b);
}

static void make_select(generator *g) {
  buffer x = pick_whole(g), y = pick_whole(g), b = whole_buffer(g->next_id++);
  PUT("%%v%d = arith.select %%b%u, %%v%d, %%v%d : " WHOLE "\n", b.id, next_random(g, 2), x.id, y.id);
  baton_vec_push(&g->buffers, b);
}

// ---- tasks ----

static void put_wait_type(generator *g, wait w) {
  if (w.count)
    PUT("!orch.tasks<%d>", w.count);
  else
    PUT("!orch.task");
}

static wait pick_wait(generator *g) { return g->waits.data[next_random(g, (uint32_t)g->waits.size)]; }

static void put_list(generator *g, const char *keyword) {
  wait a = pick_wait(g), b = pick_wait(g);
  PUT(" %s(%%v%d, %%v%d : ", keyword, a.id, b.id);
  put_wait_type(g, a);
  PUT(", ");
  put_wait_type(g, b);
  PUT(")");
}

static int make_submit(generator *g) {
  uint32_t num_args = next_random(g, 2) + 1;
  int args[2] = {make_argument(g), num_args == 2 ? make_argument(g) : 0}, id = g->next_id++;
  static const char *const one[] = {"r", "r", "w", "rw"}, *const two[] = {"r_w", "r_w", "w_w", "r_r"};
  PUT("%%v%d = orch.submit @%s(%%v%d", id, num_args == 2 ? two[next_random(g, 4)] : one[next_random(g, 4)], args[0]);
  if (num_args == 2)
    PUT(", %%v%d : " GENERIC ", " GENERIC ")", args[1]);
  else
    PUT(" : " GENERIC ")");
  if (g->waits.size && chance(g, g->is_manual ? 60 : 15))
    put_list(g, "after");
  if (chance(g, 4))
    PUT(" blocks(%%c3)");
  if (g->is_main && chance(g, 4))
    PUT(" when(%%table[%%c%u] sgt 1 : memref<8xi32>)", next_random(g, 8));
  PUT("\n");
  baton_vec_push(&g->waits, ((wait){id, 0}));
  return id;
}

static void make_fence(generator *g) {
  if (g->waits.size == 0)
    return;
  PUT("%%v%d = orch.fence", g->next_id);
  put_list(g, "after");
  PUT("\n");
  baton_vec_push(&g->waits, ((wait){g->next_id++, 0}));
}

static void make_host(generator *g) {
  if (g->is_manual && g->waits.size) {
    wait w = pick_wait(g);
    PUT("orch.wait %%v%d : ", w.id);
    put_wait_type(g, w);
    PUT("\n");
    return;
  }
  if (g->is_manual)
    return;
  if (chance(g, 20)) {
    PUT("func.call @host(%%v%d) : (" WHOLE ") -> ()\n", pick_whole(g).id);
    return;
  }
  buffer b = make_view(g);
  char names[2][16];
  bool is_load = chance(g, 50);
  for (int d = 0; d < 2; d++)
    put_index(g, b.sizes[d] - 1, names[d]);
  if (is_load)
    PUT("%%v%d = memref.load %%v%d[%s, %s] : ", g->next_id++, b.id, names[0], names[1]);
  else
    PUT("memref.store %%f0, %%v%d[%s, %s] : ", b.id, names[0], names[1]);
  put_type(g, &b);
  PUT("\n");
}

static void make_call(generator *g) {
  if (!g->is_main) {
    make_submit(g);
    return;
  }
  buffer b = whole_buffer(g->next_id++);
  PUT("%%v%d = func.call @g(%%v%d, %%v%d) : (" WHOLE ", " WHOLE ") -> " WHOLE "\n", b.id, pick_whole(g).id,
      pick_whole(g).id);
  baton_vec_push(&g->buffers, b);
}

// ---- regions ----

static void make_block(generator *g, uint32_t most);

// "%v = LOWER to UPPER step STEP"; the variable is in sight afterwards. Returns the number of trips, 0 if unknown.
static int put_bounds(generator *g) {
  int id = g->next_id++, trips = (int)next_random(g, 4) + 1, step = chance(g, 80) ? 1 : 2;
  int lower = chance(g, 80) ? 0 : 1;
  bool is_known = !g->is_main || chance(g, 75);
  if (is_known)
    PUT("%%v%d = %%c%d to %%c%d step %%c%d", id, lower, lower + trips * step, step);
  else
    PUT("%%v%d = %%c0 to %%n step %%c1", id);
  baton_vec_push(&g->variables, ((variable){id, is_known ? lower + (trips - 1) * step : LARGEST_LOADED - 1}));
  return is_known ? trips : 0;
}

static void make_parallel(generator *g) {
  int id = g->next_id++;
  bool has_ids = chance(g, 50);
  size_t at = g->out->size;
  if (has_ids)
    PUT("%%v%d = ", id);
  PUT("orch.parallel ");
  sight s = enter(g);
  int trips = put_bounds(g);
  if (has_ids && trips == 0) { // an array of unknown size: not this time
    g->out->size = at;
    leave(g, s);
    return;
  }
  if (has_ids)
    PUT(" -> (!orch.tasks<%d>)", trips);
  PUT(" {\n");
  make_block(g, 2);
  if (has_ids)
    PUT("orch.yield %%v%d : !orch.task\n", make_submit(g));
  PUT("}\n");
  leave(g, s);
  if (has_ids)
    baton_vec_push(&g->waits, ((wait){id, trips}));
}

static void make_plain_for(generator *g) {
  PUT("scf.for ");
  sight s = enter(g);
  put_bounds(g);
  PUT(" {\n");
  make_block(g, 3);
  PUT("}\n");
  leave(g, s);
}

// A loop that carries a buffer and an id.
static void make_carrying_for(generator *g) {
  buffer init = pick_whole(g), result = whole_buffer(g->next_id++), carry = whole_buffer(g->next_id++);
  int none = g->next_id++, last = g->next_id++, task = g->next_id++;
  PUT("%%v%d = orch.none : !orch.task\n", none);
  PUT("%%v%d, %%v%d = scf.for ", result.id, last);
  sight s = enter(g);
  put_bounds(g);
  PUT(" iter_args(%%v%d = %%v%d, %%v%d = %%v%d) -> (" WHOLE ", !orch.task) {\n", carry.id, init.id, task, none);
  baton_vec_push(&g->buffers, carry);
  baton_vec_push(&g->waits, ((wait){task, 0}));
  make_block(g, 2);
  if (chance(g, 50))
    make_alloc(g);
  int submitted = make_submit(g);
  PUT("scf.yield %%v%d, %%v%d : " WHOLE ", !orch.task\n}\n", pick_whole(g).id, submitted);
  leave(g, s);
  baton_vec_push(&g->buffers, result);
  baton_vec_push(&g->waits, ((wait){last, 0}));
}

static void make_while(generator *g) {
  int counter = g->next_id++, test = g->next_id++, inner = g->next_id++, next = g->next_id++;
  PUT("scf.while (%%v%d = %%c0) : (index) -> index {\n", counter);
  sight s = enter(g);
  make_block(g, 1);
  PUT("%%v%d = arith.cmpi slt, %%v%d, %%c%u : index\nscf.condition(%%v%d) %%v%d : index\n} do {\n^bb0(%%v%d: index):\n",
      test, counter, next_random(g, 3), test, counter, inner);
  leave(g, s);
  s = enter(g);
  baton_vec_push(&g->variables, ((variable){inner, 2}));
  make_block(g, 2);
  PUT("%%v%d = arith.addi %%v%d, %%c1 : index\nscf.yield %%v%d : index\n}\n", next, inner, next);
  leave(g, s);
}

static void make_if(generator *g) {
  PUT("scf.if %%b%u {\n", next_random(g, 2));
  for (uint32_t arm = 0, arms = next_random(g, 2) + 1; arm < arms; arm++) {
    sight s = enter(g);
    PUT(arm ? "} else {\n" : "");
    make_block(g, 2);
    leave(g, s);
  }
  PUT("}\n");
}

static void make_switch(generator *g) {
  int index = g->next_id++;
  PUT("%%v%d = arith.index_castui %%b%u : i1 to index\nscf.index_switch %%v%d\n", index, next_random(g, 2), index);
  for (uint32_t value = 0, cases = next_random(g, 3); value < cases; value++) {
    sight s = enter(g);
    PUT("case %u {\n", value);
    make_block(g, 2);
    PUT("scf.yield\n}\n");
    leave(g, s);
  }
  sight s = enter(g);
  PUT("default {\n");
  make_block(g, 2);
  PUT("}\n");
  leave(g, s);
}

static void make_scope(generator *g) {
  buffer b = whole_buffer(g->next_id++);
  bool is_manual = chance(g, 40);
  PUT("%%v%d = orch.scope %s -> (" WHOLE ") {\n", b.id, is_manual ? "manual" : "auto");
  sight s = enter(g);
  g->is_manual = is_manual;
  make_block(g, 2);
  make_alloc(g);
  make_block(g, 2);
  PUT("orch.yield %%v%d : " WHOLE "\n}\n", pick_whole(g).id);
  leave(g, s);
  baton_vec_push(&g->buffers, b);
}

static void make_statement(generator *g) {
  static void (*const nested[])(generator *) = {make_parallel,  make_parallel, make_plain_for,
                                                make_plain_for, make_scope,    make_carrying_for,
                                                make_if,        make_while,    make_switch};
  static void (*const plain[])(generator *) = {make_alloc, make_select, make_host, make_fence, make_call};
  g->budget--;
  if (chance(g, 50))
    make_submit(g);
  else if (g->depth < MAX_DEPTH && g->budget > 0 && chance(g, 65))
    nested[next_random(g, sizeof nested / sizeof *nested)](g);
  else
    plain[next_random(g, sizeof plain / sizeof *plain)](g);
}

static void make_block(generator *g, uint32_t most) {
  for (uint32_t k = next_random(g, most) + 1; k > 0; k--)
    make_statement(g);
}

static void put_constants(generator *g) {
  for (int k = 0; k <= MAX_CONSTANT; k++)
    PUT("%%c%d = arith.constant %d : index\n", k, k);
  PUT("%%f0 = arith.constant 0.0 : f32\n");
}

static void put_kernels(generator *g) {
  static const char *const kernels[][2] = {{"r", "r"},    {"w", "w"},    {"rw", "b"},
                                           {"r_w", "rw"}, {"w_w", "ww"}, {"r_r", "rr"}};
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    PUT("func.func private @%s(", kernels[k][0]);
    for (const char *access = kernels[k][1]; *access; access++)
      PUT("%s" GENERIC " {orch.access = \"%s\"}", access == kernels[k][1] ? "" : ", ",
          *access == 'r'   ? "read"
          : *access == 'w' ? "write"
                           : "readwrite");
    PUT(") attributes {orch.kernel}\n");
  }
  PUT("func.func private @host(" WHOLE " {orch.access = \"read\"})\n");
}

static void put_helper(generator *g) {
  g->is_main = false;
  g->is_manual = chance(g, 20);
  g->budget = 3;
  int x = g->next_id++, y = g->next_id++;
  PUT("func.func private @g(%%v%d: " WHOLE ", %%v%d: " WHOLE ") -> " WHOLE "%s {\n", x, y,
      g->is_manual ? " attributes {orch.scope = \"manual\"}" : "");
  put_constants(g);
  PUT("%%b0 = arith.constant true\n%%b1 = arith.constant false\n");
  baton_vec_push(&g->buffers, whole_buffer(x));
  baton_vec_push(&g->buffers, whole_buffer(y));
  make_block(g, 3);
  PUT("return %%v%d : " WHOLE "\n}\n", pick_whole(g).id);
  g->buffers.size = g->waits.size = 0;
}

static void put_main(generator *g) {
  g->is_main = true;
  g->is_manual = false;
  g->budget = 18;
  int first = g->next_id;
  g->next_id += 3;
  PUT("func.func @f(%%v%d: " WHOLE ", %%v%d: " WHOLE ", %%v%d: " WHOLE
      " {orch.noalias}, %%table: memref<8xi32> {orch.noalias}, %%n: index, %%b0: i1, %%b1: i1) {\n",
      first, first + 1, first + 2);
  put_constants(g);
  for (int k = 0; k < 3; k++)
    baton_vec_push(&g->buffers, whole_buffer(first + k));
  for (int k = 0; k < 3; k++)
    make_block(g, 4);
  make_submit(g);
  PUT("return\n}\n");
}

void random_buffers(uint64_t seed, baton_strbuf *out) {
  generator state = {.state = seed * 0x9e3779b97f4a7c15u + 0x1234567, .out = out}, *g = &state;
  for (int k = 0; k < 8; k++)
    next_random(g, 2);
  put_kernels(g);
  put_helper(g);
  put_main(g);
  baton_vec_deinit(&g->buffers);
  baton_vec_deinit(&g->waits);
  baton_vec_deinit(&g->variables);
}
