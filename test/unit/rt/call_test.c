// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel calls through libffi: every scalar type bit by bit, in registers and on the stack; views; tensors; refusals.
#include "support.h"

// What a kernel has got, to be compared with what was passed.
static struct {
  uint64_t values[80];
  uint32_t num;
} got;

static void put(const void *value, size_t bytes) {
  uint64_t bits = 0;
  memcpy(&bits, value, bytes);
  got.values[got.num++] = bits;
}
#define PUT(x) put(&(x), sizeof(x))

// The fixed part of a call: enters, submits one task of site 0, leaves.
static void run(program *p, const uint64_t *words) {
  baton_rt *rt = make_runtime(1, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, p, &frame);
  memset(&got, 0, sizeof got);
  assert_true(baton_rt_submit1(rt, sites[0], words, 0) != 0);
  if (baton_rt_leave(rt, &frame))
    fail_msg("%s", baton_rt_last_error(rt)->text);
  baton_rt_destroy(rt);
}

static void mixed_kernel(_Bool i1, int8_t i8, uint8_t u8, int16_t i16, uint16_t u16, int32_t i32, uint32_t u32,
                         float f32, int64_t i64, uint64_t u64, double f64, int64_t index, const void *view, float g32,
                         int8_t j8, uint16_t v16, double g64) {
  uint8_t bit = i1;
  PUT(bit), PUT(i8), PUT(u8), PUT(i16), PUT(u16), PUT(i32), PUT(u32), PUT(f32), PUT(i64), PUT(u64), PUT(f64);
  PUT(index), PUT(view), PUT(g32), PUT(j8), PUT(v16), PUT(g64);
}

static void test_mixed(void **state) {
  (void)state;
  static const uint8_t types[] = {BATON_RT_I1,   BATON_RT_I8,  BATON_RT_U8,  BATON_RT_I16, BATON_RT_U16, BATON_RT_I32,
                                  BATON_RT_U32,  BATON_RT_F32, BATON_RT_I64, BATON_RT_U64, BATON_RT_F64, BATON_RT_INDEX,
                                  BATON_RT_VIEW, BATON_RT_F32, BATON_RT_I8,  BATON_RT_U16, BATON_RT_F64};
  // A signalling NaN as f32 bits would be quieted by arithmetic; the extremes show wrong extensions.
  static const uint64_t values[] = {1,
                                    0x80,
                                    0xff,
                                    0x8000,
                                    0xffff,
                                    0x80000000u,
                                    0xffffffffu,
                                    0x7fa00001,
                                    1ull << 63,
                                    UINT64_MAX,
                                    0xfff0000000000001u,
                                    1ull << 62,
                                    0,
                                    0x80000000u,
                                    0x81,
                                    0x8001,
                                    0x8000000000000000u};
  static program p;
  static float memory[16];
  program_init(&p);
  program_task(&p, "mixed", (void (*)(void))mixed_kernel, NULL);
  uint64_t words[32];
  uint32_t num = 0;
  for (size_t i = 0; i < sizeof types; i++) {
    if (types[i] == BATON_RT_VIEW) {
      program_row(&p, BATON_RT_F32, 4, BATON_RT_READ, 0);
      continue;
    }
    program_scalar(&p, types[i]);
  }
  baton_rt *rt = make_runtime(1, 0);
  program_site(&p, BATON_RT_SITE_IMPORT);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *handle;
  int64_t offset;
  assert_int_equal(baton_rt_import(rt, memory, sizeof memory, sites[1], &handle, &offset), 0);
  for (size_t i = 0; i < sizeof types; i++)
    if (types[i] == BATON_RT_VIEW)
      words[num++] = word_of(handle), words[num++] = 5;
    else
      words[num++] = values[i];
  memset(&got, 0, sizeof got);
  assert_true(baton_rt_submit1(rt, sites[0], words, 0) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(got.num, sizeof types);
  for (size_t i = 0; i < sizeof types; i++)
    assert_int_equal(got.values[i], types[i] == BATON_RT_VIEW ? word_of(memory + 5) : values[i]);
  baton_rt_destroy(rt);
}

// More than eight of each class of register: every one arrives, in order.
#define TWELVE(T) T a0, T a1, T a2, T a3, T a4, T a5, T a6, T a7, T a8, T a9, T a10, T a11
#define PUT_TWELVE()                                                                                                   \
  PUT(a0), PUT(a1), PUT(a2), PUT(a3), PUT(a4), PUT(a5), PUT(a6), PUT(a7), PUT(a8), PUT(a9), PUT(a10), PUT(a11)
#define KERNEL(name, T)                                                                                                \
  static void name(TWELVE(T)) { PUT_TWELVE(); }
KERNEL(i8_kernel, int8_t)
KERNEL(i16_kernel, int16_t)
KERNEL(i32_kernel, int32_t)
KERNEL(i64_kernel, int64_t)
KERNEL(u8_kernel, uint8_t)
KERNEL(u16_kernel, uint16_t)
KERNEL(u32_kernel, uint32_t)
KERNEL(u64_kernel, uint64_t)
KERNEL(f32_kernel, float)
KERNEL(f64_kernel, double)
KERNEL(i1_kernel, _Bool)
#if defined(__FLT16_MANT_DIG__)
__extension__ typedef _Float16 half;
KERNEL(f16_kernel, half)
#endif
#if defined(__clang__)
__extension__ typedef __bf16 bhalf;
KERNEL(bf16_kernel, bhalf)
#elif defined(__FLT16_MANT_DIG__)
KERNEL(bf16_kernel, half) // passed alike
#endif

typedef struct type_case {
  uint8_t type, bits;
  void (*kernel)(void);
} type_case;

static const type_case type_cases[] = {
    {BATON_RT_I1, 1, (void (*)(void))i1_kernel},    {BATON_RT_I8, 8, (void (*)(void))i8_kernel},
    {BATON_RT_I16, 16, (void (*)(void))i16_kernel}, {BATON_RT_I32, 32, (void (*)(void))i32_kernel},
    {BATON_RT_I64, 64, (void (*)(void))i64_kernel}, {BATON_RT_U8, 8, (void (*)(void))u8_kernel},
    {BATON_RT_U16, 16, (void (*)(void))u16_kernel}, {BATON_RT_U32, 32, (void (*)(void))u32_kernel},
    {BATON_RT_U64, 64, (void (*)(void))u64_kernel}, {BATON_RT_INDEX, 64, (void (*)(void))i64_kernel},
    {BATON_RT_F32, 32, (void (*)(void))f32_kernel}, {BATON_RT_F64, 64, (void (*)(void))f64_kernel},
#if defined(__FLT16_MANT_DIG__)
    {BATON_RT_F16, 16, (void (*)(void))f16_kernel}, {BATON_RT_BF16, 16, (void (*)(void))bf16_kernel},
#endif
};

static void test_each_type(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (size_t i = 0; i < sizeof type_cases / sizeof *type_cases; i++)
    for (uint32_t round = 0; round < 10; round++) {
      static program p;
      program_init(&p);
      program_task(&p, "twelve", type_cases[i].kernel, NULL);
      uint64_t words[12];
      for (uint32_t k = 0; k < 12; k++) {
        program_scalar(&p, type_cases[i].type);
        words[k] = next_random(&seed) & (UINT64_MAX >> (64 - type_cases[i].bits));
      }
      run(&p, words);
      assert_int_equal(got.num, 12);
      for (uint32_t k = 0; k < 12; k++)
        assert_int_equal(got.values[k], words[k]);
    }
}

#define EIGHT(a)                                                                                                       \
  int64_t a##0, double a##1, int8_t a##2, float a##3, uint16_t a##4, int32_t a##5, double a##6, uint64_t a##7
#define PUT_EIGHT(a) PUT(a##0), PUT(a##1), PUT(a##2), PUT(a##3), PUT(a##4), PUT(a##5), PUT(a##6), PUT(a##7)
static void wide_kernel(EIGHT(a), EIGHT(b), EIGHT(c), EIGHT(d), EIGHT(e), EIGHT(f), EIGHT(g), EIGHT(h)) {
  PUT_EIGHT(a), PUT_EIGHT(b), PUT_EIGHT(c), PUT_EIGHT(d), PUT_EIGHT(e), PUT_EIGHT(f), PUT_EIGHT(g), PUT_EIGHT(h);
}

static void test_64_arguments(void **state) {
  (void)state;
  static const uint8_t types[] = {BATON_RT_I64, BATON_RT_F64, BATON_RT_I8,  BATON_RT_F32,
                                  BATON_RT_U16, BATON_RT_I32, BATON_RT_F64, BATON_RT_U64};
  static const uint8_t bits[] = {64, 64, 8, 32, 16, 32, 64, 64};
  static program p;
  uint64_t seed = 9, words[64];
  program_init(&p);
  program_task(&p, "wide", (void (*)(void))wide_kernel, NULL);
  for (uint32_t i = 0; i < 64; i++) {
    program_scalar(&p, types[i % 8]);
    words[i] = next_random(&seed) & (UINT64_MAX >> (64 - bits[i % 8]));
  }
  run(&p, words);
  assert_int_equal(got.num, 64);
  for (uint32_t i = 0; i < 64; i++)
    assert_int_equal(got.values[i], words[i]);
}

static void no_kernel(void) { got.num = 77; }

static void test_no_arguments(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  program_task(&p, "none", no_kernel, NULL);
  run(&p, NULL);
  assert_int_equal(got.num, 77);
}

static int32_t status_kernel(int32_t status) { return status; }

static void test_status(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  program_task(&p, "status", (void (*)(void))status_kernel, NULL);
  program_scalar(&p, BATON_RT_I32);
  p.kernels[0].result = BATON_RT_I32;
  run(&p, (uint64_t[]){0});
  static const int32_t values[] = {1, -1, INT32_MIN, 77};
  for (size_t i = 0; i < 4; i++) {
    baton_rt *rt = make_runtime(2, 0);
    baton_rt_frame frame;
    const void *const *sites = enter(rt, &p, &frame);
    (void)baton_rt_submit1(rt, sites[0], (uint64_t[]){(uint32_t)values[i]}, 0);
    assert_int_equal(baton_rt_leave(rt, &frame), BATON_RT_KERNEL_FAILED);
    const baton_rt_error *error = baton_rt_last_error(rt);
    assert_int_equal(error->detail, values[i]);
    assert_string_equal(error->kernel, "status");
    assert_int_equal(error->site, 0);
    assert_true(error->task != 0);
    assert_non_null(strstr(error->text, "test.mlir:10:3: error: task 1 of kernel 'status': the kernel returned"));
    baton_rt_destroy(rt);
  }
}

// DLPack: what the public layout says, read by a kernel that knows only that.
typedef struct tensor {
  void *data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} tensor;

static void tensor_kernel(const tensor *a, int32_t x, const tensor *b) {
  assert_int_equal(a->device_type, 1);
  assert_int_equal(a->device_id, 0);
  assert_int_equal(a->lanes, 1);
  PUT(x), PUT(a->data), PUT(a->ndim), PUT(a->code), PUT(a->bits), PUT(a->byte_offset);
  for (int32_t i = 0; i < a->ndim; i++)
    PUT(a->shape[i]), PUT(a->strides[i]);
  PUT(b->data), PUT(b->ndim), PUT(b->code), PUT(b->bits);
}

static void test_dlpack(void **state) {
  (void)state;
  static program p;
  static uint16_t memory[1000];
  program_init(&p);
  program_task(&p, "tensors", (void (*)(void))tensor_kernel, NULL);
  p.kernels[0].abi = BATON_RT_ABI_DLPACK;
  const int64_t point[] = {7};
  program_view(&p, BATON_RT_BF16, 3, (int64_t[]){BATON_RT_DYNAMIC, 4, BATON_RT_DYNAMIC, 6, BATON_RT_DYNAMIC, -2, 1},
               BATON_RT_READ, 0);
  program_scalar(&p, BATON_RT_I32);
  program_view(&p, BATON_RT_U16, 0, point, BATON_RT_WRITE, 0);
  program_site(&p, BATON_RT_SITE_IMPORT);
  baton_rt *rt = make_runtime(1, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *handle;
  int64_t offset;
  assert_int_equal(baton_rt_import(rt, memory, sizeof memory, sites[1], &handle, &offset), 0);
  memset(&got, 0, sizeof got);
  const uint64_t words[] = {word_of(handle), 100, 5, 30, 0xfffffff0u, word_of(handle)};
  assert_true(baton_rt_submit1(rt, sites[0], words, 0) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  const uint64_t expected[] = {0xfffffff0u, word_of(memory + 100), 3, 4, 16, 0, 4, 30, 5, (uint64_t)-2, 6,
                               1,           word_of(memory + 7),   0, 1, 16};
  assert_int_equal(got.num, sizeof expected / sizeof *expected);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_int_equal(got.values[i], expected[i]);
  baton_rt_destroy(rt);
}

static void expect_refusal(program *p, int32_t status, const char *text) {
  baton_rt *rt = make_runtime(1, 0);
  baton_rt_frame frame = {.size = sizeof frame};
  assert_int_equal(baton_rt_enter(rt, &p->module, &frame), status);
  const baton_rt_error *error = baton_rt_last_error(rt);
  assert_non_null(error);
  assert_int_equal(error->status, status);
  if (!strstr(error->text, text))
    fail_msg("'%s' lacks '%s'", error->text, text);
  assert_non_null(strstr(error->text, "error: "));
  baton_rt_destroy(rt);
}

static void make_one(program *p) {
  program_init(p);
  program_task(p, "one", no_kernel, NULL);
  program_row(p, BATON_RT_F32, 4, BATON_RT_READ, 0);
  program_scalar(p, BATON_RT_I32);
}

static void test_refusals(void **state) {
  (void)state;
  static program p;
  make_one(&p);
  p.kernels[0].result = BATON_RT_F64;
  expect_refusal(&p, BATON_RT_BAD_SIGNATURE, "test.mlir:100:3: error: kernel 'one' cannot be called: its result");
  make_one(&p);
  p.kernels[0].abi = 9;
  expect_refusal(&p, BATON_RT_BAD_SIGNATURE, "convention");
  make_one(&p);
  p.params[1].type = p.operands[1].type = 99;
  expect_refusal(&p, BATON_RT_BAD_SIGNATURE, "type is unknown");
  make_one(&p);
  p.params[0].elem = p.operands[0].elem = BATON_RT_VIEW;
  expect_refusal(&p, BATON_RT_BAD_SIGNATURE, "element type");
  // Malformed sites.
  make_one(&p);
  p.operands[1].type = BATON_RT_I64;
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "test.mlir:10:3: error: site 0 of module 'test' is malformed: the type");
  make_one(&p);
  p.sites[0].num_operands = 1;
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "another number of operands");
  make_one(&p);
  p.sites[0].num_words = 2;
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "beyond");
  make_one(&p);
  p.sites[0].kernel = 7;
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "no such kernel");
  make_one(&p);
  p.sites[0].kind = 77;
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "kind");
  make_one(&p);
  program_blocks(&p);
  p.sites[0].blocks_word = 50;
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "blocks");
  make_one(&p);
  program_predicate(&p, BATON_RT_F32, BATON_RT_EQ, 0);
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "one integer");
  make_one(&p);
  program_predicate(&p, BATON_RT_I32, BATON_RT_NUM_PREDICATES, 0);
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "predicate is unknown");
  make_one(&p);
  program_site(&p, BATON_RT_SITE_ALLOC);
  expect_refusal(&p, BATON_RT_BAD_ARGUMENT, "test.mlir:11:3: error: site 1");
  // Versions and features.
  make_one(&p);
  p.module.abi_minor = BATON_RT_ABI_MINOR + 1;
  expect_refusal(&p, BATON_RT_VERSION, "module 'test' needs runtime interface 1.1, this runtime has 1.0");
  make_one(&p);
  p.module.needs = BATON_RT_FEATURE_DISTRIBUTED;
  expect_refusal(&p, BATON_RT_UNSUPPORTED, "0x400");
  make_one(&p);
  p.module.size = 16;
  expect_refusal(&p, BATON_RT_VERSION, "version");
}

// Tables of a later minor are longer; what lies beyond is ignored and the stride is theirs.
static void test_larger_tables(void **state) {
  (void)state;
  struct large_site {
    baton_rt_site site;
    uint64_t more[3];
  } sites[2];
  struct large_kernel {
    baton_rt_kernel kernel;
    uint64_t more;
  } kernels[2];
  static program p;
  program_init(&p);
  program_task(&p, "first", (void (*)(void))i64_kernel, NULL);
  program_task(&p, "second", no_kernel, NULL);
  for (int i = 0; i < 2; i++) {
    memset(&sites[i], 0xff, sizeof sites[i]);
    memset(&kernels[i], 0xff, sizeof kernels[i]);
    sites[i].site = p.sites[i];
    kernels[i].kernel = p.kernels[i];
    sites[i].site.size = sizeof sites[i];
    kernels[i].kernel.size = sizeof kernels[i];
  }
  p.module.sites = &sites[0].site;
  p.module.kernels = &kernels[0].kernel;
  baton_rt *rt = make_runtime(1, 0);
  baton_rt_frame frame;
  const void *const *table = enter(rt, &p, &frame);
  memset(&got, 0, sizeof got);
  assert_true(baton_rt_submit1(rt, table[1], NULL, 0) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(got.num, 77);
  baton_rt_destroy(rt);
}

// The generated path and libffi see the same.
static int32_t invoke_mixed(const uint64_t *words, const baton_rt_call *call) {
  assert_int_equal(call->size, sizeof *call);
  assert_int_equal(call->num_blocks, 1);
  assert_ptr_equal((void *)(uintptr_t)call->address, (void *)(uintptr_t)no_kernel);
  got.values[0] = words[0];
  got.values[1] = word_of((char *)((baton_rt_storage *)pointer_of(words[1]))->data + (int64_t)words[2] * 4);
  return 0;
}

static void test_invoke(void **state) {
  (void)state;
  static program p;
  program_init(&p);
  program_task(&p, "invoked", no_kernel, invoke_mixed);
  program_scalar(&p, BATON_RT_I64);
  program_row(&p, BATON_RT_F32, 4, BATON_RT_WRITE, BATON_RT_LOOKUP | BATON_RT_PUBLISH);
  const int64_t shape[] = {0, BATON_RT_DYNAMIC, 1};
  program_site(&p, BATON_RT_SITE_ALLOC);
  program_view(&p, BATON_RT_F32, 1, shape, BATON_RT_WRITE, 0);
  baton_rt *rt = make_runtime(1, 0);
  baton_rt_frame frame;
  const void *const *sites = enter(rt, &p, &frame);
  baton_rt_storage *storage = baton_rt_alloc(rt, sites[1], (int64_t[]){100});
  assert_int_equal(storage->bytes, 400);
  assert_int_equal((uintptr_t)storage->data % 64, 0);
  void *data = storage->data;
  assert_true(baton_rt_submit1(rt, sites[0], (uint64_t[]){UINT64_MAX, word_of(storage), 96}, 0) != 0);
  assert_int_equal(baton_rt_leave(rt, &frame), 0);
  assert_int_equal(got.values[0], UINT64_MAX);
  assert_int_equal(got.values[1], word_of((float *)data + 96));
  baton_rt_destroy(rt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mixed),        cmocka_unit_test(test_each_type),     cmocka_unit_test(test_64_arguments),
      cmocka_unit_test(test_no_arguments), cmocka_unit_test(test_status),        cmocka_unit_test(test_dlpack),
      cmocka_unit_test(test_refusals),     cmocka_unit_test(test_larger_tables), cmocka_unit_test(test_invoke),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
