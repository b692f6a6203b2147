// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces of syntax that several dialects share. Private to dialect/.
#ifndef BATON_DIALECT_ASM_HELPERS_H
#define BATON_DIALECT_ASM_HELPERS_H

#include "ir/asm.h"

// What stands behind "->": "(t1, t2)", "()" or a single type.
bool baton_parse_types_behind_arrow(baton_asm_parser *p, baton_asm_types *out);
// "-> (t1, t2)", "-> t", or nothing; the types become the op's results.
bool baton_parse_result_types(baton_asm_parser *p);
void baton_print_result_types(baton_asm_printer *p, const baton_op *op);

// "(%a = %x, %b = %y)": pairs of a region argument and its initial value.
bool baton_parse_assignments(baton_asm_parser *p, baton_asm_args *args, baton_asm_operands *inits);
void baton_print_assignments(baton_asm_printer *p, baton_value *const *args, baton_operands inits);

// "%i = %lower to %upper step %step"
bool baton_parse_bounds(baton_asm_parser *p, baton_asm_operand *out_iv, baton_asm_operand out_bounds[3]);
void baton_print_bounds(baton_asm_printer *p, const baton_op *loop);

void baton_asm_args_deinit(baton_asm_args *args);
void baton_asm_operands_deinit(baton_asm_operands *operands);

// Whether the operands of the terminator of a region equal the given types; the error is at the terminator.
bool baton_verify_yield(const baton_op *op, uint32_t region, const char *terminator, const baton_value *results,
                        uint32_t num_results);

#endif
