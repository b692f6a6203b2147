// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime's tests share.
#include "support.h"

#include <time.h>

void program_init(program *p) {
  memset(p, 0, sizeof *p);
  p->strings[0] = "test.mlir";
  p->module = (baton_rt_module){
      .size = sizeof p->module,
      .abi_minor = BATON_RT_ABI_MINOR,
      .name = "test",
      .strings = p->strings,
      .locs = p->locs,
      .kernels = p->kernels,
      .sites = p->sites,
      .num_strings = 1,
      .num_locs = 1,
  };
}

static uint32_t add_loc(program *p, uint32_t line) {
  p->locs[p->module.num_locs] = (baton_rt_loc){.line = line, .column = 3};
  return p->module.num_locs++;
}

static baton_rt_site *last_site(program *p) { return &p->sites[p->module.num_sites - 1]; }
static baton_rt_kernel *last_kernel(program *p) { return &p->kernels[p->module.num_kernels - 1]; }

uint32_t program_site(program *p, uint8_t kind) {
  assert_true(p->module.num_sites < MAX_SITES);
  uint32_t index = p->module.num_sites++;
  p->sites[index] = (baton_rt_site){
      .size = sizeof p->sites[0],
      .kind = kind,
      .loc = add_loc(p, 10 + index),
      .operands = &p->operands[p->num_operands],
  };
  return index;
}

uint32_t program_task(program *p, const char *name, void (*address)(void), invoke_fn invoke) {
  assert_true(p->module.num_kernels < MAX_KERNELS);
  uint32_t kernel = p->module.num_kernels++;
  p->kernels[kernel] = (baton_rt_kernel){
      .size = sizeof p->kernels[0],
      .result = BATON_RT_VOID,
      .name = name,
      .symbol = name,
      .core = "cpu",
      .params = &p->params[p->num_params],
      .address = address ? address : (void (*)(void))invoke,
      .loc = add_loc(p, 100 + kernel),
  };
  uint32_t index = program_site(p, BATON_RT_SITE_TASK);
  p->sites[index].kernel = kernel;
  p->sites[index].invoke = invoke;
  return index;
}

static baton_rt_operand *add_operand(program *p, uint8_t type) {
  assert_true(p->num_operands < MAX_TEST_OPERANDS);
  baton_rt_site *site = last_site(p);
  baton_rt_operand *operand = &p->operands[p->num_operands++];
  *operand = (baton_rt_operand){.type = type, .first_word = site->num_words++};
  return operand;
}

static void count_argument(program *p, const baton_rt_operand *operand) {
  baton_rt_site *site = last_site(p);
  site->num_operands++;
  if (site->kind != BATON_RT_SITE_TASK)
    return;
  p->params[p->num_params++] = (baton_rt_param){operand->type, operand->access, operand->elem, operand->rank};
  last_kernel(p)->num_params++;
}

void program_scalar(program *p, uint8_t type) { count_argument(p, add_operand(p, type)); }

static baton_rt_operand *add_view(program *p, uint8_t elem, uint8_t rank, const int64_t *shape, uint8_t access,
                                  uint8_t tracking) {
  baton_rt_operand *operand = add_operand(p, BATON_RT_VIEW);
  uint32_t num = 2u * rank + 1;
  assert_true(p->num_shapes + num <= MAX_TEST_SHAPES);
  operand->elem = elem;
  operand->rank = rank;
  operand->access = access;
  operand->tracking = tracking;
  operand->shape = &p->shapes[p->num_shapes];
  for (uint32_t i = 0; i < num; i++) {
    p->shapes[p->num_shapes++] = shape[i];
    last_site(p)->num_words = (uint16_t)(last_site(p)->num_words + (shape[i] == BATON_RT_DYNAMIC));
  }
  return operand;
}

void program_view(program *p, uint8_t elem, uint8_t rank, const int64_t *shape, uint8_t access, uint8_t tracking) {
  count_argument(p, add_view(p, elem, rank, shape, access, tracking));
}

void program_row(program *p, uint8_t elem, int64_t size, uint8_t access, uint8_t tracking) {
  const int64_t shape[] = {BATON_RT_DYNAMIC, size, 1};
  program_view(p, elem, 1, shape, access, tracking);
}

void program_blocks(program *p) {
  baton_rt_site *site = last_site(p);
  site->flags |= BATON_RT_BLOCKS;
  site->blocks_word = site->num_words++;
}

void program_predicate(program *p, uint8_t elem, uint8_t predicate, uint8_t tracking) {
  const int64_t shape[] = {BATON_RT_DYNAMIC};
  baton_rt_site *site = last_site(p);
  add_view(p, elem, 0, shape, BATON_RT_READ, tracking);
  site->flags |= BATON_RT_PREDICATE;
  site->predicate = predicate;
  site->value_word = site->num_words++;
}

baton_rt *make_runtime_with(const baton_rt_config *config) {
  baton_rt *rt = NULL;
  assert_int_equal(baton_rt_create(config, &rt), BATON_RT_OK);
  assert_non_null(rt);
  return rt;
}

baton_rt *make_runtime(uint32_t workers, uint32_t window) {
  char text[16];
  snprintf(text, sizeof text, "%u", workers);
  const baton_rt_config config = {.size = sizeof config, .workers = text, .window = window};
  return make_runtime_with(&config);
}

const void *const *enter(baton_rt *rt, program *p, baton_rt_frame *frame) {
  *frame = (baton_rt_frame){.size = sizeof *frame};
  int32_t status = baton_rt_enter(rt, &p->module, frame);
  if (status)
    fail_msg("enter: %s", baton_rt_last_error(rt)->text);
  return frame->sites;
}

uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

bool wait_for_flag(_Atomic int *flag) {
  uint64_t end = now_ns() + UINT64_C(10000000000);
  while (!atomic_load(flag)) {
    if (now_ns() > end)
      return false;
    nanosleep(&(struct timespec){0, 20000}, NULL);
  }
  return true;
}

bool is_stress(void) {
  const char *value = getenv("BATON_TEST_STRESS");
  return value && *value;
}

uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}
