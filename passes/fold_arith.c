// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on integer constants, as MLIR defines it: wrapping around, at the width of the type; index has 64 bits.
#include "dialect/arith.h"
#include "passes/fold.h"

// Both operands in both readings. Of a cast, b is 0.
typedef struct numbers {
  uint32_t width;
  int64_t a, b;   // sign-extended
  uint64_t x, y;  // zero-extended
  int64_t lowest; // of the width, signed
} numbers;

static bool overflows(numbers n) { return n.a == n.lowest && n.b == -1; }
static bool is_inexact(numbers n) { return n.a % n.b != 0; }

#define FOLD(name, condition, result)                                                                                  \
  static bool fold_##name(numbers n, uint64_t *out) {                                                                  \
    if (!(condition))                                                                                                  \
      return false;                                                                                                    \
    *out = (uint64_t)(result);                                                                                         \
    return true;                                                                                                       \
  }
FOLD(addi, true, n.x + n.y)
FOLD(subi, true, n.x - n.y)
FOLD(muli, true, n.x *n.y)
FOLD(divsi, n.b != 0 && !overflows(n), n.a / n.b)
FOLD(divui, n.y != 0, n.x / n.y)
FOLD(remsi, n.b != 0, n.b == -1 ? 0 : n.a % n.b)
FOLD(remui, n.y != 0, n.x % n.y)
FOLD(ceildivsi, n.b != 0 && !overflows(n), n.a / n.b + (is_inexact(n) && (n.a < 0) == (n.b < 0)))
FOLD(floordivsi, n.b != 0 && !overflows(n), n.a / n.b - (is_inexact(n) && (n.a < 0) != (n.b < 0)))
FOLD(ceildivui, n.y != 0, n.x / n.y + (n.x % n.y != 0))
FOLD(minsi, true, n.a < n.b ? n.a : n.b)
FOLD(maxsi, true, n.a > n.b ? n.a : n.b)
FOLD(minui, true, n.x < n.y ? n.x : n.y)
FOLD(maxui, true, n.x > n.y ? n.x : n.y)
FOLD(andi, true, n.x &n.y)
FOLD(ori, true, n.x | n.y)
FOLD(xori, true, n.x ^ n.y)
FOLD(shli, n.y < n.width, n.x << n.y)
FOLD(shrui, n.y < n.width, n.x >> n.y)
// The sign is filled in by hand: shifting negative numbers is not defined in C.
FOLD(shrsi, n.y<n.width, n.a<0 ? ~(~(uint64_t)n.a >> n.y) : (uint64_t)n.a>> n.y)
FOLD(signed_cast, true, n.a)
FOLD(unsigned_cast, true, n.x)
#undef FOLD

typedef bool (*fold_fn)(numbers n, uint64_t *out);

static const fold_fn folds[BATON_NUM_OPS] = {
    [BATON_OP_ARITH_ADDI] = fold_addi,
    [BATON_OP_ARITH_SUBI] = fold_subi,
    [BATON_OP_ARITH_MULI] = fold_muli,
    [BATON_OP_ARITH_DIVSI] = fold_divsi,
    [BATON_OP_ARITH_DIVUI] = fold_divui,
    [BATON_OP_ARITH_REMSI] = fold_remsi,
    [BATON_OP_ARITH_REMUI] = fold_remui,
    [BATON_OP_ARITH_CEILDIVSI] = fold_ceildivsi,
    [BATON_OP_ARITH_FLOORDIVSI] = fold_floordivsi,
    [BATON_OP_ARITH_CEILDIVUI] = fold_ceildivui,
    [BATON_OP_ARITH_MINSI] = fold_minsi,
    [BATON_OP_ARITH_MAXSI] = fold_maxsi,
    [BATON_OP_ARITH_MINUI] = fold_minui,
    [BATON_OP_ARITH_MAXUI] = fold_maxui,
    [BATON_OP_ARITH_ANDI] = fold_andi,
    [BATON_OP_ARITH_ORI] = fold_ori,
    [BATON_OP_ARITH_XORI] = fold_xori,
    [BATON_OP_ARITH_SHLI] = fold_shli,
    [BATON_OP_ARITH_SHRUI] = fold_shrui,
    [BATON_OP_ARITH_SHRSI] = fold_shrsi,
    [BATON_OP_ARITH_INDEX_CAST] = fold_signed_cast,
    [BATON_OP_ARITH_EXTSI] = fold_signed_cast,
    [BATON_OP_ARITH_TRUNCI] = fold_signed_cast,
    [BATON_OP_ARITH_INDEX_CASTUI] = fold_unsigned_cast,
    [BATON_OP_ARITH_EXTUI] = fold_unsigned_cast,
};

// 0: no integer, or too wide.
static uint32_t integer_width(const baton_type *type) {
  if (type->kind == BATON_TYPE_INDEX)
    return 64;
  return type->kind == BATON_TYPE_INTEGER && type->integer.width <= 64 ? type->integer.width : 0;
}

static uint64_t zero_extended(int64_t number, uint32_t width) {
  return width == 64 ? (uint64_t)number : (uint64_t)number & ((UINT64_C(1) << width) - 1);
}

static numbers read_numbers(uint32_t width, int64_t a, int64_t b) {
  return (numbers){.width = width,
                   .a = a,
                   .b = b,
                   .x = zero_extended(a, width),
                   .y = zero_extended(b, width),
                   .lowest = width == 64 ? INT64_MIN : -(INT64_C(1) << (width - 1))};
}

static bool compare(int64_t predicate, numbers n) {
  enum { EQ, NE, SLT, SLE, SGT, SGE, ULT, ULE, UGT, UGE };
  switch (predicate) {
  case EQ:
    return n.a == n.b;
  case NE:
    return n.a != n.b;
  case SLT:
    return n.a < n.b;
  case SLE:
    return n.a <= n.b;
  case SGT:
    return n.a > n.b;
  case SGE:
    return n.a >= n.b;
  case ULT:
    return n.x < n.y;
  case ULE:
    return n.x <= n.y;
  case UGT:
    return n.x > n.y;
  default:
    return n.x >= n.y;
  }
}

bool baton_fold_compare(int64_t predicate, uint32_t width, int64_t lhs, int64_t rhs) {
  return compare(predicate, read_numbers(width, lhs, rhs));
}

const baton_attr *baton_fold_constants(const baton_op *op) {
  bool is_compare = baton_op_is(op, BATON_OP_ARITH_CMPI);
  fold_fn fold = folds[baton_op_code(op)];
  if ((!fold && !is_compare) || op->num_operands == 0 || op->num_operands > 2)
    return NULL;
  const baton_type *to = op->results[0].type;
  uint32_t width = integer_width(op->operands[0].value->type);
  int64_t a, b = 0;
  if (width == 0 || integer_width(to) == 0 || !baton_value_is_constant(op->operands[0].value, &a) ||
      (op->num_operands == 2 && !baton_value_is_constant(op->operands[1].value, &b)))
    return NULL;
  numbers n = read_numbers(width, a, b);
  if (is_compare)
    return baton_attr_bool(baton_op_context(op), compare(baton_arith_cmpi_predicate(op)->integer, n));
  uint64_t result;
  return fold(n, &result) ? baton_attr_integer(baton_op_context(op), to, (int64_t)result) : NULL;
}
