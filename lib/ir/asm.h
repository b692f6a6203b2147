// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface between a dialect's own syntax (parse and print hooks) and the text layer, which implements it. Hooks
// see nothing else of the text layer.
//
// All parse functions return false after one error has been emitted at the right place; "try" functions return whether
// the thing was there.
#ifndef BATON_IR_ASM_H
#define BATON_IR_ASM_H

#include "ir/build.h"

// A name of a value that is written but perhaps not yet known.
typedef struct baton_asm_operand {
  baton_str name;    // "%x" without '%'
  uint32_t number;   // of "%x#2", else 0
  uint32_t position; // byte offset in the text, for errors
} baton_asm_operand;

typedef struct baton_asm_arg {
  baton_asm_operand name;
  const baton_type *type;
  const baton_attr *attrs; // a dictionary or NULL
  const baton_loc *loc;    // NULL: the place of the name
  uint32_t late_loc;       // behind the offset of a location that can only be read at the end of the file; 0: none
} baton_asm_arg;

// Growable lists; they live until the hook returns and belong to the parser.
typedef struct baton_asm_operands {
  baton_asm_operand *data;
  size_t size, capacity;
} baton_asm_operands;
typedef struct baton_asm_types {
  const baton_type **data;
  size_t size, capacity;
} baton_asm_types;
typedef struct baton_asm_args {
  baton_asm_arg *data;
  size_t size, capacity;
} baton_asm_args;

typedef struct baton_asm_parser_vtable {
  // Punctuation ("(", ")", "=", ",", "->", ":", "[", "]") and bare words, with or without an error.
  bool (*token)(baton_asm_parser *, const char *text);
  bool (*try_token)(baton_asm_parser *, const char *text);
  bool (*operand)(baton_asm_parser *, baton_asm_operand *out);
  bool (*try_operand)(baton_asm_parser *, baton_asm_operand *out);
  // Comma-separated, up to but not including the closing token; possibly empty.
  bool (*operand_list)(baton_asm_parser *, baton_asm_operands *out);
  bool (*type)(baton_asm_parser *, const baton_type **out);
  bool (*type_list)(baton_asm_parser *, baton_asm_types *out);
  bool (*attribute)(baton_asm_parser *, const baton_attr **out);
  bool (*symbol_name)(baton_asm_parser *, baton_str *out);
  bool (*integer)(baton_asm_parser *, int64_t *out);
  // An optional dictionary {...}; items are added to the op being parsed. With a keyword, only after "attributes".
  bool (*attr_dict)(baton_asm_parser *, bool with_keyword);
  // NULL where absent.
  bool (*opt_dict)(baton_asm_parser *, const baton_attr **out);
  // What is being built: these add to the op. An operand is resolved with its type; a second definition or a wrong type
  // is an error at its name.
  bool (*resolve)(baton_asm_parser *, baton_asm_operand operand, const baton_type *type);
  void (*add_attr)(baton_asm_parser *, baton_str name, const baton_attr *value);
  void (*add_result)(baton_asm_parser *, const baton_type *type);
  void (*add_segments)(baton_asm_parser *, const int64_t *sizes, size_t num_sizes);
  // A region in braces that becomes the next region of the op. Its entry block gets the args; a missing terminator is
  // added as the op's row says.
  bool (*region)(baton_asm_parser *, const baton_asm_arg *args, size_t num_args);
  void (*empty_region)(baton_asm_parser *); // a region without blocks
  // A location for an error: the current token.
  uint32_t (*position)(baton_asm_parser *);
  bool (*error)(baton_asm_parser *, uint32_t position, const char *text);
  baton_context *(*context)(baton_asm_parser *);
  // Whether the next token is this one; nothing is consumed.
  bool (*peek)(baton_asm_parser *, const char *text);
  bool (*try_symbol_name)(baton_asm_parser *, baton_str *out);
  const baton_loc *(*loc)(baton_asm_parser *); // of the op being parsed
  // As region, but nothing is added: without a label, which may stand there, and without ops it has no block.
  bool (*bare_region)(baton_asm_parser *);
  void (*last_region_first)(baton_asm_parser *);               // the last one read becomes the op's first
  bool (*opt_arg_loc)(baton_asm_parser *, baton_asm_arg *arg); // "loc(...)" behind an argument of a region
} baton_asm_parser_vtable;

struct baton_asm_parser {
  const baton_asm_parser_vtable *fn;
};

typedef struct baton_asm_printer_vtable {
  void (*text)(baton_asm_printer *, const char *text);
  void (*str)(baton_asm_printer *, baton_str text);
  void (*value)(baton_asm_printer *, const baton_value *value); // %name
  void (*values)(baton_asm_printer *, baton_operands operands); // comma-separated
  void (*type)(baton_asm_printer *, const baton_type *type);
  void (*attribute)(baton_asm_printer *, const baton_attr *attr);
  // The attributes but for those named; with_keyword: " attributes {...}", else " {...}"; nothing if none is left.
  void (*attr_dict)(baton_asm_printer *, const baton_op *op, const char *const *left_out, size_t num_left_out,
                    bool with_keyword);
  // In braces. print_args: print the entry block's label; print_terminator: also print a terminator without operands.
  void (*region)(baton_asm_printer *, const baton_region *region, bool print_args, bool print_terminator);
  void (*new_line)(baton_asm_printer *);                        // with the indentation of the op
  void (*arg_loc)(baton_asm_printer *, const baton_value *arg); // of an argument of a region, where they are wanted
} baton_asm_printer_vtable;

struct baton_asm_printer {
  const baton_asm_printer_vtable *fn;
};

#endif
