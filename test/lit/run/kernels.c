// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels and host functions for the tests in this folder: small enough that results can be written down, some of them
// slow so that a missing wait shows.
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))

__extension__ typedef _Float16 half; // the only C type that is passed as f16 is

static void sleep_ms(long ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL); }

// ---- on eight numbers -------------------------------------------------------------------------------------------

// x[i] = value; y[i] = x[i] + value; x[i] = 2 x[i] + value: not commutative, so the order of tasks shows. They wrap
// around.
EXPORT void fill8(int64_t *x, int64_t value);
EXPORT void copy8(const int64_t *x, int64_t *y, int64_t value);
EXPORT void step8(int64_t *x, int64_t value);
EXPORT void slow_fill8(int64_t *x, int64_t value);
EXPORT void slow_step8(int64_t *x, int64_t value);

void fill8(int64_t *x, int64_t value) {
  for (int i = 0; i < 8; i++)
    x[i] = value;
}

void copy8(const int64_t *x, int64_t *y, int64_t value) {
  for (int i = 0; i < 8; i++)
    y[i] = (int64_t)((uint64_t)x[i] + (uint64_t)value);
}

void step8(int64_t *x, int64_t value) {
  for (int i = 0; i < 8; i++)
    x[i] = (int64_t)(2 * (uint64_t)x[i] + (uint64_t)value);
}

void slow_fill8(int64_t *x, int64_t value) {
  sleep_ms(30);
  fill8(x, value);
}

// Reads first and writes late: what others write meanwhile is lost.
void slow_step8(int64_t *x, int64_t value) {
  int64_t old[8];
  memcpy(old, x, sizeof old);
  sleep_ms(5);
  memcpy(x, old, sizeof old);
  step8(x, value);
}

// ---- on one number ----------------------------------------------------------------------------------------------

// Slow where `ms` says so; the sum of `count` numbers.
EXPORT void set1(int64_t *x, int64_t value, int64_t ms);
EXPORT void sum(const int64_t *x, int64_t *y, int64_t count);
EXPORT void add1(int64_t *x, int64_t value);

void set1(int64_t *x, int64_t value, int64_t ms) {
  sleep_ms((long)ms);
  *x = value;
}

void sum(const int64_t *x, int64_t *y, int64_t count) {
  int64_t total = 0;
  for (int64_t i = 0; i < count; i++)
    total += x[i];
  *y = total;
}

void add1(int64_t *x, int64_t value) { *x += value; }

// ---- statuses, grids, types -------------------------------------------------------------------------------------

// Fails with the status; adds one per block, and the block's index and count where it gets them; every scalar type.
EXPORT int32_t fail_with(int64_t *x, int32_t status);
EXPORT void block_count(int64_t *x);
EXPORT void block_fill(int64_t *x, int64_t block, int64_t num_blocks);
EXPORT void all_types(int64_t *x, bool a, int8_t b, int16_t c, int32_t d, int64_t e, float f, double g, int64_t h);
EXPORT void half8(const uint16_t *x, float *y, half factor);

int32_t fail_with(int64_t *x, int32_t status) {
  *x += 1;
  return status;
}

void block_count(int64_t *x) { atomic_fetch_add((_Atomic int64_t *)x, 1); }

void block_fill(int64_t *x, int64_t block, int64_t num_blocks) { x[block] = 10 * num_blocks + block; }

void all_types(int64_t *x, bool a, int8_t b, int16_t c, int32_t d, int64_t e, float f, double g, int64_t h) {
  int64_t all[8] = {a, b, c, d, e, (int64_t)(f * 4), (int64_t)(g * 8), h};
  memcpy(x, all, sizeof all);
}

// bf16 times f16.
void half8(const uint16_t *x, float *y, half factor) {
  for (int i = 0; i < 8; i++) {
    uint32_t bits = (uint32_t)x[i] << 16;
    float wide;
    memcpy(&wide, &bits, sizeof wide);
    y[i] = wide * (float)factor;
  }
}

// ---- kernels that do not end well ---------------------------------------------------------------------------------

EXPORT void never_return(int64_t *x);
EXPORT void nap8(int64_t *x, int64_t ms);
EXPORT void increment8(int64_t *x);
EXPORT void raise_signal(int64_t *x, int32_t number);

void never_return(int64_t *x) {
  for (volatile int64_t i = 0;; i++)
    x[0] = i;
}

void nap8(int64_t *x, int64_t ms) {
  sleep_ms((long)ms);
  step8(x, 1);
}

void increment8(int64_t *x) {
  for (int i = 0; i < 8; i++)
    x[i]++;
}

void raise_signal(int64_t *x, int32_t number) {
  x[0] = number;
  raise(number);
}

// ---- tensors ----------------------------------------------------------------------------------------------------

// DLPack's tensor, as its specification has it.
typedef struct tensor {
  void *data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} tensor;

// y[i][j] += 100 i + j, and scale times the number of dimensions and bits in the first element.
EXPORT int32_t number_tensor(const tensor *y, double scale);

int32_t number_tensor(const tensor *y, double scale) {
  int64_t *data = (int64_t *)(void *)((char *)y->data + y->byte_offset);
  if (y->ndim != 2 || y->bits != 64)
    return 1;
  for (int64_t i = 0; i < y->shape[0]; i++)
    for (int64_t j = 0; j < y->shape[1]; j++)
      data[i * y->strides[0] + j * y->strides[1]] += 100 * i + j;
  data[0] += (int64_t)(scale * y->ndim);
  return 0;
}

// ---- host functions ---------------------------------------------------------------------------------------------

EXPORT int64_t host_sum8(const int64_t *x);
EXPORT void host_fill8(int64_t *x, int64_t value);
EXPORT int8_t host_negate(int8_t x, bool really);

int64_t host_sum8(const int64_t *x) {
  int64_t total = 0;
  for (int i = 0; i < 8; i++)
    total += x[i];
  return total;
}

void host_fill8(int64_t *x, int64_t value) { fill8(x, value); }

int8_t host_negate(int8_t x, bool really) { return (int8_t)(really ? -x : x); }
