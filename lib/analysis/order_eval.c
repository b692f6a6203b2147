// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of host code. Integers are kept sign-extended; floats as doubles, rounded to their format after each op.
#include "analysis/order_impl.h"

#include "dialect/arith.h"

#include <math.h>

static uint32_t width_of(const baton_type *type) { return type->kind == BATON_TYPE_INDEX ? 64 : type->integer.width; }

int64_t order_wrap(const baton_type *type, int64_t value) {
  uint32_t width = width_of(type);
  if (width >= 64)
    return value;
  uint64_t bits = (uint64_t)value & ((UINT64_C(1) << width) - 1), sign = UINT64_C(1) << (width - 1);
  return (int64_t)(bits ^ sign) - (int64_t)sign;
}

static uint64_t zero_extend(const baton_type *type, int64_t value) {
  uint32_t width = width_of(type);
  return width >= 64 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << width) - 1);
}

static double round_to(const baton_type *type, double value) {
  return baton_float_value(type->float_kind, baton_float_bits(type->float_kind, value));
}

order_cell order_scalar(const baton_type *type, int64_t value) {
  order_cell cell = {0};
  if (type->kind == BATON_TYPE_FLOAT)
    cell.real = round_to(type, (double)value);
  else if (type->kind == BATON_TYPE_INDEX || type->kind == BATON_TYPE_INTEGER)
    cell.integer = order_wrap(type, value);
  return cell;
}

// ---- integers ---------------------------------------------------------------------------------------------------

// Quotients and remainders. False: undefined.
static bool divide(uint16_t code, const baton_type *type, int64_t a, int64_t b, int64_t *out) {
  uint64_t ua = zero_extend(type, a), ub = zero_extend(type, b);
  if (b == 0 ||
      (b == -1 && a == order_wrap(type, (int64_t)(UINT64_C(1) << (width_of(type) - 1))) && width_of(type) > 1 &&
       code != BATON_OP_ARITH_DIVUI && code != BATON_OP_ARITH_REMUI && code != BATON_OP_ARITH_CEILDIVUI))
    return false;
  switch (code) {
  case BATON_OP_ARITH_DIVSI:
    *out = a / b;
    return true;
  case BATON_OP_ARITH_REMSI:
    *out = a % b;
    return true;
  case BATON_OP_ARITH_DIVUI:
    *out = (int64_t)(ua / ub);
    return true;
  case BATON_OP_ARITH_REMUI:
    *out = (int64_t)(ua % ub);
    return true;
  case BATON_OP_ARITH_CEILDIVUI:
    *out = (int64_t)(ua / ub + (ua % ub != 0));
    return true;
  case BATON_OP_ARITH_CEILDIVSI:
    *out = a / b + (a % b != 0 && (a < 0) == (b < 0));
    return true;
  default: // floordivsi
    *out = a / b - (a % b != 0 && (a < 0) != (b < 0));
    return true;
  }
}

static bool shift(uint16_t code, const baton_type *type, int64_t a, int64_t b, int64_t *out) {
  uint64_t ua = zero_extend(type, a), by = zero_extend(type, b);
  if (by >= width_of(type))
    return false;
  if (code == BATON_OP_ARITH_SHLI)
    *out = (int64_t)(ua << by);
  else if (code == BATON_OP_ARITH_SHRUI)
    *out = (int64_t)(ua >> by);
  else
    *out = a < 0 ? ~(int64_t)((uint64_t)~a >> by) : a >> by;
  return true;
}

static bool combine(uint16_t code, const baton_type *type, int64_t a, int64_t b, int64_t *out) {
  uint64_t ua = zero_extend(type, a), ub = zero_extend(type, b);
  switch (code) {
  case BATON_OP_ARITH_ADDI:
    *out = (int64_t)(ua + ub);
    return true;
  case BATON_OP_ARITH_SUBI:
    *out = (int64_t)(ua - ub);
    return true;
  case BATON_OP_ARITH_MULI:
    *out = (int64_t)(ua * ub);
    return true;
  case BATON_OP_ARITH_MINSI:
    *out = a < b ? a : b;
    return true;
  case BATON_OP_ARITH_MAXSI:
    *out = a > b ? a : b;
    return true;
  case BATON_OP_ARITH_MINUI:
    *out = ua < ub ? a : b;
    return true;
  case BATON_OP_ARITH_MAXUI:
    *out = ua > ub ? a : b;
    return true;
  case BATON_OP_ARITH_ANDI:
    *out = a & b;
    return true;
  case BATON_OP_ARITH_ORI:
    *out = a | b;
    return true;
  case BATON_OP_ARITH_XORI:
    *out = a ^ b;
    return true;
  case BATON_OP_ARITH_SHLI:
  case BATON_OP_ARITH_SHRSI:
  case BATON_OP_ARITH_SHRUI:
    return shift(code, type, a, b, out);
  default:
    return divide(code, type, a, b, out);
  }
}

static void run_integers(order_machine *m, const baton_op *op) {
  const baton_type *type = op->results[0].type;
  int64_t value;
  if (combine(baton_op_code(op), type, order_operand(m, op, 0)->integer, order_operand(m, op, 1)->integer, &value))
    order_result(m, op, 0)->integer = order_wrap(type, value);
  else
    order_stop(m, op, "is undefined for its operands");
}

static bool compare(int64_t predicate, const baton_type *type, int64_t a, int64_t b) {
  uint64_t ua = zero_extend(type, a), ub = zero_extend(type, b);
  switch (predicate) { // the numbers of arith.cmpi
  case 0:
    return a == b;
  case 1:
    return a != b;
  case 2:
    return a < b;
  case 3:
    return a <= b;
  case 4:
    return a > b;
  case 5:
    return a >= b;
  case 6:
    return ua < ub;
  case 7:
    return ua <= ub;
  case 8:
    return ua > ub;
  default:
    return ua >= ub;
  }
}

static void run_compare(order_machine *m, const baton_op *op) {
  bool is_true = compare(baton_arith_cmpi_predicate(op)->integer, op->operands[0].value->type,
                         order_operand(m, op, 0)->integer, order_operand(m, op, 1)->integer);
  order_result(m, op, 0)->integer = is_true ? -1 : 0;
}

// ---- floats and conversions -------------------------------------------------------------------------------------

// A minimum or maximum; `propagates`: NaN if one of the two is.
static double choose(double a, double b, bool is_minimum, bool propagates) {
  if (isnan(a) || isnan(b))
    return propagates ? NAN : isnan(a) ? b : a;
  if (a == b) // of two zeros the negative one is the smaller one
    return (signbit(a) != 0) == is_minimum ? a : b;
  return (a < b) == is_minimum ? a : b;
}

static double combine_floats(uint16_t code, double a, double b) {
  switch (code) {
  case BATON_OP_ARITH_ADDF:
    return a + b;
  case BATON_OP_ARITH_SUBF:
    return a - b;
  case BATON_OP_ARITH_MULF:
    return a * b;
  case BATON_OP_ARITH_DIVF:
    return a / b;
  case BATON_OP_ARITH_REMF:
    return fmod(a, b);
  case BATON_OP_ARITH_MINIMUMF:
    return choose(a, b, true, true);
  case BATON_OP_ARITH_MAXIMUMF:
    return choose(a, b, false, true);
  case BATON_OP_ARITH_MINNUMF:
    return choose(a, b, true, false);
  default: // maxnumf
    return choose(a, b, false, false);
  }
}

static void run_floats(order_machine *m, const baton_op *op) {
  double value = combine_floats(baton_op_code(op), order_operand(m, op, 0)->real, order_operand(m, op, 1)->real);
  order_result(m, op, 0)->real = round_to(op->results[0].type, value);
}

// The numbers of arith.cmpf: false, 1 to 6 for oeq, ogt, oge, olt, ole, one, then ord; the same again with NaN, from
// ueq on; uno; true.
static bool compare_floats(int64_t predicate, double a, double b) {
  bool is_unordered = isnan(a) || isnan(b);
  switch (predicate <= 7 ? predicate : predicate - 7) {
  case 0:
    return false;
  case 1:
    return is_unordered ? predicate > 7 : a == b;
  case 2:
    return is_unordered ? predicate > 7 : a > b;
  case 3:
    return is_unordered ? predicate > 7 : a >= b;
  case 4:
    return is_unordered ? predicate > 7 : a < b;
  case 5:
    return is_unordered ? predicate > 7 : a <= b;
  case 6:
    return is_unordered ? predicate > 7 : a != b;
  case 7:
    return predicate == 7 ? !is_unordered : is_unordered;
  default:
    return true;
  }
}

static void run_compare_floats(order_machine *m, const baton_op *op) {
  bool is_true = compare_floats(baton_arith_cmpf_predicate(op)->integer, order_operand(m, op, 0)->real,
                                order_operand(m, op, 1)->real);
  order_result(m, op, 0)->integer = is_true ? -1 : 0;
}

static void run_bitcast(order_machine *m, const baton_op *op) {
  const baton_type *from = op->operands[0].value->type, *to = op->results[0].type;
  order_cell cell = *order_operand(m, op, 0);
  uint64_t bits =
      from->kind == BATON_TYPE_FLOAT ? baton_float_bits(from->float_kind, cell.real) : zero_extend(from, cell.integer);
  if (to->kind == BATON_TYPE_FLOAT)
    cell.real = baton_float_value(to->float_kind, bits);
  else
    cell.integer = order_wrap(to, (int64_t)bits);
  *order_result(m, op, 0) = cell;
}

static void run_from_float(order_machine *m, const baton_op *op) {
  double value = order_operand(m, op, 0)->real;
  if (!(value > -9e18 && value < 9e18))
    order_stop(m, op, "is undefined for its operand");
  else
    order_result(m, op, 0)->integer = order_wrap(op->results[0].type, (int64_t)value);
}

static void run_constant(order_machine *m, const baton_op *op) {
  const baton_attr *value = baton_arith_constant_value(op);
  const baton_type *type = op->results[0].type;
  if (value->kind == BATON_ATTR_INTEGER)
    order_result(m, op, 0)->integer = order_wrap(type, value->integer);
  else if (value->kind == BATON_ATTR_FLOAT)
    order_result(m, op, 0)->real = baton_float_value(type->float_kind, value->float_bits);
  else
    order_refuse(m, op, "has a value that is neither integer nor float");
}

// What is computed with: integers of up to 64 bits and floats.
static bool is_number(const baton_type *type) {
  return type->kind == BATON_TYPE_INDEX || type->kind == BATON_TYPE_FLOAT ||
         (type->kind == BATON_TYPE_INTEGER && type->integer.width <= 64);
}

static bool has_numbers(const baton_op *op) {
  for (uint32_t k = 0; k < op->num_operands; k++)
    if (!is_number(op->operands[k].value->type))
      return false;
  return is_number(op->results[0].type);
}

bool order_run_arith(order_machine *m, const baton_op *op) {
  uint16_t code = baton_op_code(op);
  if (code < BATON_OP_ARITH_CONSTANT || code > BATON_OP_ARITH_BITCAST ||
      !(code == BATON_OP_ARITH_SELECT ? is_number(op->operands[0].value->type) : has_numbers(op)))
    return false;
  const baton_type *type = op->results[0].type;
  order_cell *to = order_result(m, op, 0);
  switch (code) {
  case BATON_OP_ARITH_CONSTANT:
    run_constant(m, op);
    return true;
  case BATON_OP_ARITH_CMPI:
    run_compare(m, op);
    return true;
  case BATON_OP_ARITH_SELECT:
    *to = *order_operand(m, op, order_operand(m, op, 0)->integer ? 1 : 2);
    return true;
  case BATON_OP_ARITH_INDEX_CAST:
  case BATON_OP_ARITH_EXTSI:
  case BATON_OP_ARITH_TRUNCI:
    to->integer = order_wrap(type, order_operand(m, op, 0)->integer);
    return true;
  case BATON_OP_ARITH_INDEX_CASTUI:
  case BATON_OP_ARITH_EXTUI:
    to->integer = order_wrap(type, (int64_t)zero_extend(op->operands[0].value->type, order_operand(m, op, 0)->integer));
    return true;
  case BATON_OP_ARITH_SITOFP:
    to->real = round_to(type, (double)order_operand(m, op, 0)->integer);
    return true;
  case BATON_OP_ARITH_UITOFP:
    to->real = round_to(type, (double)zero_extend(op->operands[0].value->type, order_operand(m, op, 0)->integer));
    return true;
  case BATON_OP_ARITH_FPTOSI:
  case BATON_OP_ARITH_FPTOUI:
    run_from_float(m, op);
    return true;
  case BATON_OP_ARITH_EXTF:
  case BATON_OP_ARITH_TRUNCF:
    to->real = round_to(type, order_operand(m, op, 0)->real);
    return true;
  case BATON_OP_ARITH_ADDF:
  case BATON_OP_ARITH_SUBF:
  case BATON_OP_ARITH_MULF:
  case BATON_OP_ARITH_DIVF:
  case BATON_OP_ARITH_REMF:
  case BATON_OP_ARITH_MINIMUMF:
  case BATON_OP_ARITH_MAXIMUMF:
  case BATON_OP_ARITH_MINNUMF:
  case BATON_OP_ARITH_MAXNUMF:
    run_floats(m, op);
    return true;
  case BATON_OP_ARITH_NEGF:
    to->real = -order_operand(m, op, 0)->real;
    return true;
  case BATON_OP_ARITH_CMPF:
    run_compare_floats(m, op);
    return true;
  case BATON_OP_ARITH_BITCAST:
    run_bitcast(m, op);
    return true;
  default:
    run_integers(m, op);
    return true;
  }
}
