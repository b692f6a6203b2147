// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_program.h"

#include "base/vec.h"

#include <stdio.h>

enum {
  TASK = -2,    // types: one task,
  DYNAMIC = -1, // an array of unknown size; otherwise an array of that size
  MAX_DEPTH = 3,
};

typedef struct named {
  int id, type;
} named;

typedef struct variable {
  int id, trip; // of a loop variable that counts from 0; trip DYNAMIC: not known
} variable;

typedef struct generator {
  uint64_t state;
  baton_strbuf *out;
  int next_id, depth, budget;
  BATON_VEC(named) values; // visible ids and arrays
  BATON_VEC(variable) variables;
} generator;

static uint32_t next_random(generator *g, uint32_t below) {
  g->state ^= g->state << 13;
  g->state ^= g->state >> 7;
  g->state ^= g->state << 17;
  return (uint32_t)((g->state >> 20) % below);
}

static bool chance(generator *g, uint32_t percent) { return next_random(g, 100) < percent; }

#define PUT(...) baton_strbuf_printf(g->out, __VA_ARGS__)

static void put_type(generator *g, int type) {
  if (type == TASK)
    PUT("!orch.task");
  else if (type == DYNAMIC)
    PUT("!orch.tasks<?>");
  else
    PUT("!orch.tasks<%d>", type);
}

static named define(generator *g, int type) {
  named value = {g->next_id++, type};
  return value;
}

static named publish(generator *g, named value) {
  baton_vec_push(&g->values, value);
  return value;
}

static named make_none(generator *g, int type) {
  named value = define(g, type);
  PUT("%%v%d = orch.none%s : ", value.id, type == DYNAMIC ? "(%n0)" : "");
  put_type(g, type);
  PUT("\n");
  return value;
}

static named make_task(generator *g);
static named pick(generator *g, int type);

// An array of visible ids.
static named make_array(generator *g, int type) {
  named items[4];
  for (int k = 0; k < type; k++)
    items[k] = pick(g, TASK);
  named value = define(g, type);
  PUT("%%v%d = orch.concat ", value.id);
  for (int k = 0; k < type; k++)
    PUT("%s%%v%d", k ? ", " : "", items[k].id);
  for (int k = 0; k < type; k++)
    PUT(k ? ", !orch.task" : " : !orch.task");
  PUT(" -> ");
  put_type(g, type);
  PUT("\n");
  return value;
}

// A visible value of a type, recent ones more often; a new one where there is none.
static named pick(generator *g, int type) {
  for (int tries = 0; tries < 12 && g->values.size; tries++) {
    uint32_t size = (uint32_t)g->values.size, a = next_random(g, size), b = next_random(g, size);
    named value = g->values.data[a > b ? a : b];
    if (value.type == type)
      return value;
  }
  if (type == TASK && chance(g, 80))
    return make_task(g);
  if (type > 0 && type <= 4 && chance(g, 80))
    return make_array(g, type);
  return make_none(g, type);
}

static int pick_type(generator *g) { return chance(g, 55) || g->values.size == 0 ? TASK : (int)next_random(g, 4) + 1; }

static void put_wait_list(generator *g, const char *keyword, uint32_t count) {
  PUT(" %s(", keyword);
  named picked[8];
  for (uint32_t k = 0; k < count; k++) {
    uint32_t size = (uint32_t)g->values.size, a = next_random(g, size), b = next_random(g, size);
    picked[k] = g->values.data[a > b ? a : b];
    for (uint32_t other = 0; other < k; other++)
      if (picked[other].id == picked[k].id) // the same twice is rare
        picked[k] = g->values.data[next_random(g, size)];
    PUT("%s%%v%d", k ? ", " : "", picked[k].id);
  }
  PUT(" : ");
  for (uint32_t k = 0; k < count; k++) {
    PUT(k ? ", " : "");
    put_type(g, picked[k].type);
  }
  PUT(")");
}

static named make_task(generator *g) {
  bool fence = chance(g, 15);
  named value = define(g, TASK);
  PUT("%%v%d = orch.%s", value.id, fence ? "fence" : "submit @k()");
  if (g->values.size && chance(g, 85))
    put_wait_list(g, "after", next_random(g, 4) + 1);
  if (g->values.size && chance(g, 35))
    put_wait_list(g, "derived", next_random(g, 2) + 1);
  PUT("\n");
  return publish(g, value);
}

// An index below a size where possible: a constant, or a loop variable, perhaps with one added or taken away.
static void put_index(generator *g, int size, char name[32]) {
  if (g->variables.size && chance(g, 70)) {
    variable v = g->variables.data[next_random(g, (uint32_t)g->variables.size)];
    if (v.trip != DYNAMIC && v.trip <= size) {
      bool up = v.trip < size && chance(g, 50), down = !up && chance(g, 5);
      if (up || down) {
        int id = g->next_id++;
        PUT("%%v%d = arith.%s %%i%d, %%c1 : index\n", id, up ? "addi" : "subi", v.id);
        sprintf(name, "%%v%d", id);
      } else {
        sprintf(name, "%%i%d", v.id);
      }
      return;
    }
  }
  if (chance(g, 3))
    sprintf(name, "%%n%u", next_random(g, NUM_COUNTS));
  else
    sprintf(name, "%%c%d", size > 0 ? (int)next_random(g, (uint32_t)(size < 5 ? size : 5)) : 0);
}

static void make_get(generator *g) {
  int size = (int)next_random(g, 4) + 1;
  named array = pick(g, chance(g, 10) ? DYNAMIC : size);
  char index[32];
  put_index(g, array.type == DYNAMIC ? 2 : array.type, index);
  named value = define(g, TASK);
  PUT("%%v%d = orch.get %%v%d[%s] : ", value.id, array.id, index);
  put_type(g, array.type);
  PUT("\n");
  publish(g, value);
}

static void make_set(generator *g) {
  int size = (int)next_random(g, 4) + 1;
  named array = pick(g, size), task = pick(g, TASK);
  char index[32];
  put_index(g, size, index);
  named value = define(g, size);
  PUT("%%v%d = orch.set %%v%d, %%v%d[%s] : ", value.id, task.id, array.id, index);
  put_type(g, size);
  PUT("\n");
  publish(g, value);
}

static void make_slice(generator *g) {
  int size = (int)next_random(g, 3) + 2;
  named array = pick(g, size);
  int step = chance(g, 20) ? 2 : 1, count = (int)next_random(g, (uint32_t)(size / step)) + 1;
  int room = size - (count - 1) * step;
  char start[32];
  put_index(g, room, start);
  named value = define(g, count);
  PUT("%%v%d = orch.slice %%v%d[%s] [%d] [%d] : ", value.id, array.id, start, count, step);
  put_type(g, size);
  PUT(" to ");
  put_type(g, count);
  PUT("\n");
  publish(g, value);
}

static void make_prefix(generator *g) {
  if (g->variables.size == 0)
    return;
  variable v = g->variables.data[next_random(g, (uint32_t)g->variables.size)];
  int size = (int)next_random(g, 4) + 1;
  if (v.trip == DYNAMIC || v.trip > size)
    return;
  named array = pick(g, size), value = define(g, DYNAMIC);
  PUT("%%v%d = orch.slice %%v%d[0] [%%i%d] [1] : ", value.id, array.id, v.id);
  put_type(g, size);
  PUT(" to !orch.tasks<?>\n");
  publish(g, value);
}

static void make_concat(generator *g) {
  int a = pick_type(g), b = pick_type(g), size = (a == TASK ? 1 : a) + (b == TASK ? 1 : b);
  if (size > 4)
    return;
  named x = pick(g, a), y = pick(g, b), value = define(g, size);
  PUT("%%v%d = orch.concat %%v%d, %%v%d : ", value.id, x.id, y.id);
  put_type(g, a);
  PUT(", ");
  put_type(g, b);
  PUT(" -> ");
  put_type(g, size);
  PUT("\n");
  publish(g, value);
}

static void make_select(generator *g) {
  int type = pick_type(g);
  named x = pick(g, type), y = pick(g, type), value = define(g, type);
  PUT("%%v%d = arith.select %%b%u, %%v%d, %%v%d : ", value.id, next_random(g, NUM_FLAGS), x.id, y.id);
  put_type(g, type);
  PUT("\n");
  publish(g, value);
}

static void make_block(generator *g);

// The body of a region: statements; what it defines is out of sight afterwards, so the yielded values are picked
// inside.
typedef struct sight {
  size_t values, variables;
} sight;

static sight enter(generator *g) {
  g->depth++;
  return (sight){g->values.size, g->variables.size};
}

static void leave(generator *g, sight s) {
  g->depth--;
  g->values.size = s.values;
  g->variables.size = s.variables;
}

static void put_yield(generator *g, const char *op, const int *types, size_t num_types) {
  named picked[4];
  for (size_t k = 0; k < num_types; k++)
    picked[k] = pick(g, types[k]);
  PUT("%s", op);
  for (size_t k = 0; k < num_types; k++)
    PUT("%s%%v%d", k ? ", " : " ", picked[k].id);
  for (size_t k = 0; k < num_types; k++) {
    PUT(k ? ", " : " : ");
    put_type(g, types[k]);
  }
  PUT("\n");
}

static void make_if(generator *g) {
  int type = pick_type(g);
  named value = define(g, type);
  PUT("%%v%d = scf.if %%b%u -> (", value.id, next_random(g, NUM_FLAGS));
  put_type(g, type);
  PUT(") {\n");
  for (int arm = 0; arm < 2; arm++) {
    sight s = enter(g);
    if (chance(g, 75))
      make_block(g);
    put_yield(g, "scf.yield", &type, 1);
    leave(g, s);
    PUT(arm ? "}\n" : "} else {\n");
  }
  publish(g, value);
}

static void make_scope(generator *g) {
  int type = pick_type(g);
  named value = define(g, type);
  PUT("%%v%d = orch.scope %s -> (", value.id, chance(g, 50) ? "auto" : "manual");
  put_type(g, type);
  PUT(") {\n");
  sight s = enter(g);
  make_block(g);
  put_yield(g, "orch.yield", &type, 1);
  leave(g, s);
  PUT("}\n");
  publish(g, value);
}

// A trip count: static 0 to 4, or one of the unknown ones.
typedef struct loop_head {
  int trip, lower, step;
} loop_head;

static loop_head put_loop_head(generator *g, const char *op, int variable_id) {
  if (g->variables.size && chance(g, 15)) {
    PUT("%s %%i%d = %%c0 to %%i%d step %%c1", op, variable_id,
        g->variables.data[next_random(g, (uint32_t)g->variables.size)].id);
    return (loop_head){DYNAMIC, 0, 1};
  }
  loop_head head = {.lower = chance(g, 15), .step = chance(g, 15) + 1};
  head.trip = chance(g, 35) ? DYNAMIC : (int)next_random(g, chance(g, 20) ? 2 : 4) + (chance(g, 85) ? 1 : 0);
  PUT("%s %%i%d = %%c%d to ", op, variable_id, head.lower);
  if (head.trip == DYNAMIC)
    PUT("%%n%u", next_random(g, NUM_COUNTS));
  else
    PUT("%%c%d", head.lower + head.trip * head.step);
  PUT(" step %%c%d", head.step);
  return head;
}

// Makes the variable of a loop visible in its body, also divided by the step. Returns the id to count slots with.
static int put_variable(generator *g, int id, loop_head head) {
  int last = head.trip == DYNAMIC ? DYNAMIC : head.lower + head.trip * head.step;
  baton_vec_push(&g->variables, ((variable){id, last}));
  if (head.step == 1 || head.lower != 0)
    return id;
  int slot = g->next_id++;
  PUT("%%i%d = arith.divsi %%i%d, %%c%d : index\n", slot, id, head.step);
  baton_vec_push(&g->variables, ((variable){slot, head.trip}));
  return slot;
}

static void make_parallel(generator *g) {
  int inner = chance(g, 85) ? TASK : (int)next_random(g, 2) + 1, variable_id = g->next_id++;
  named value = define(g, DYNAMIC);
  PUT("%%v%d = ", value.id);
  loop_head head = put_loop_head(g, "orch.parallel", variable_id);
  if (head.trip != DYNAMIC)
    value.type = head.trip * (inner == TASK ? 1 : inner);
  PUT(" -> (");
  put_type(g, value.type);
  PUT(") {\n");
  sight s = enter(g);
  put_variable(g, variable_id, head);
  make_block(g);
  put_yield(g, "orch.yield", &inner, 1);
  leave(g, s);
  PUT("}\n");
  publish(g, value);
}

// A loop with one or two carries: ids, whole arrays, or an array of which each iteration sets its slot.
static void make_for(generator *g) {
  int variable_id = g->next_id++;
  size_t num_carries = next_random(g, 2) + 1;
  named results[2], carries[2], inits[2];
  bool fills[2];
  for (size_t k = 0; k < num_carries; k++) {
    fills[k] = chance(g, 40);
    int type = fills[k] ? (int)next_random(g, 2) + 3 : pick_type(g);
    inits[k] = chance(g, 50) ? make_none(g, type) : pick(g, type);
    results[k] = define(g, type);
    carries[k] = define(g, type);
  }
  PUT(num_carries == 2 ? "%%v%d, %%v%d = " : "%%v%d = ", results[0].id, results[num_carries - 1].id);
  loop_head head = put_loop_head(g, "scf.for", variable_id);
  PUT(" iter_args(");
  for (size_t k = 0; k < num_carries; k++)
    PUT("%s%%v%d = %%v%d", k ? ", " : "", carries[k].id, inits[k].id);
  PUT(") -> (");
  for (size_t k = 0; k < num_carries; k++) {
    PUT(k ? ", " : "");
    put_type(g, results[k].type);
  }
  PUT(") {\n");
  sight s = enter(g);
  int slot_id = put_variable(g, variable_id, head);
  for (size_t k = 0; k < num_carries; k++)
    publish(g, carries[k]);
  make_block(g);
  named yielded[2];
  for (size_t k = 0; k < num_carries; k++) {
    yielded[k] = fills[k] ? define(g, results[k].type) : pick(g, results[k].type);
    if (fills[k]) {
      named task = chance(g, 60) ? make_task(g) : pick(g, TASK);
      PUT("%%v%d = orch.set %%v%d, %%v%d[%%i%d] : ", yielded[k].id, task.id, carries[k].id, slot_id);
      put_type(g, results[k].type);
      PUT("\n");
    }
  }
  PUT("scf.yield ");
  for (size_t k = 0; k < num_carries; k++)
    PUT("%s%%v%d", k ? ", " : "", yielded[k].id);
  for (size_t k = 0; k < num_carries; k++) {
    PUT(k ? ", " : " : ");
    put_type(g, results[k].type);
  }
  PUT("\n}\n");
  leave(g, s);
  for (size_t k = 0; k < num_carries; k++)
    publish(g, results[k]);
}

static void make_statement(generator *g) {
  static void (*const plain[])(generator *) = {make_get,    make_get,    make_set,   make_slice,
                                               make_prefix, make_concat, make_select};
  static void (*const nested[])(generator *) = {make_for, make_for, make_parallel, make_parallel, make_if, make_scope};
  g->budget--;
  if (chance(g, 40))
    make_task(g);
  else if (g->depth < MAX_DEPTH && g->budget > 0 && chance(g, 60))
    nested[next_random(g, sizeof nested / sizeof *nested)](g);
  else
    plain[next_random(g, sizeof plain / sizeof *plain)](g);
}

static void make_block(generator *g) {
  uint32_t count = next_random(g, g->depth ? 4 : 6) + (g->depth ? 1 : 4);
  for (uint32_t k = 0; k < count; k++)
    make_statement(g);
}

void random_program(uint64_t seed, baton_strbuf *out) {
  generator state = {.state = seed * 0x9e3779b97f4a7c15u + 0x1234567, .out = out, .budget = 24}, *g = &state;
  for (int k = 0; k < 8; k++)
    next_random(g, 2);
  PUT("func.func private @k() attributes {orch.kernel}\n");
  PUT("func.func @f(%%n0: index, %%n1: index, %%b0: i1, %%b1: i1) {\n");
  for (int k = 0; k < 11; k++)
    PUT("%%c%d = arith.constant %d : index\n", k, k);
  make_block(g);
  make_task(g);
  PUT("return\n}\n");
  baton_vec_deinit(&g->values);
  baton_vec_deinit(&g->variables);
}
