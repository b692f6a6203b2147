// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The IR: ops, values, uses, blocks, regions. Read this first.
//
//     module     owns the memory of its ops (an arena) and one root op, a builtin.module
//     op         kind (a row of an op table), operands, results, attributes, regions, successors, location
//     region     a list of blocks; the first is the entry
//     block      arguments, and a list of ops of which the last is the terminator
//     value      a result of an op or an argument of a block; knows its uses
//     operand    one use of a value by an op: the node of the value's use list itself
//
// The structs are open to read; they are changed only through functions, which keep these invariants:
//   - op->block is set iff the op is linked in that block's list; likewise for blocks and regions.
//   - An operand is linked in the use list of its value, and every entry of a use list belongs to a live op.
//   - Results trail their op in memory, and so do slots, successors, regions and the operands that it was made with.
//     Operands of one op are one array, in the order of the op's groups.
//   - The slots hold the inherent attributes, one per attribute of the op's row, NULL where absent; op->attrs holds
//     all other attributes (all of them for unregistered ops), ordered by name.
//   - op->id and value->id are unique in the module and below num_op_ids and num_value_ids, so side tables are arrays.
//
// Thread rule: a module is used by one thread at a time.
#ifndef BATON_IR_IR_H
#define BATON_IR_IR_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/context.h"

// How deep regions, attributes, types and locations may be nested in text; the parser refuses more with a located
// error. All recursion over the IR stays within it on the stack. A pass that nests deeper must refuse too.
enum { BATON_MAX_NESTING = 1000 };

typedef struct baton_module baton_module;
typedef struct baton_region baton_region;
typedef struct baton_block baton_block;
typedef struct baton_value baton_value;
typedef struct baton_operand baton_operand;

typedef enum baton_value_kind { BATON_RESULT, BATON_BLOCK_ARGUMENT } baton_value_kind;

struct baton_value {
  const baton_type *type;
  baton_operand *first_use; // most recent first
  union {
    baton_op *op;       // RESULT
    baton_block *block; // BLOCK_ARGUMENT
  };
  uint32_t index; // among the results or arguments
  uint32_t id : 31;
  uint32_t kind : 1; // baton_value_kind
};

struct baton_operand {
  baton_value *value;   // NULL only while an op is being taken apart
  baton_operand *next;  // next use of the same value
  baton_operand **back; // what points at this use
  baton_op *owner;
};

struct baton_op {
  const baton_op_def *def;
  baton_module *module;
  baton_block *block; // NULL: detached
  baton_op *prev, *next;
  const baton_loc *loc;
  baton_operand *operands;
  baton_region *regions;
  baton_named_attr *attrs;
  uint32_t id;
  uint32_t num_operands, operand_capacity;
  uint32_t num_results;
  uint16_t num_attrs, attr_capacity;
  uint16_t num_regions, num_successors;
  baton_value results[]; // and behind them slots and successors; see baton_op_slots, baton_op_successors
};

struct baton_block {
  baton_region *region; // NULL: detached
  baton_block *prev, *next;
  baton_op *first, *last;
  baton_value **args; // each allocated alone, so that arguments can be added
  uint32_t num_args, arg_capacity;
  uint32_t id; // unique in the module, below num_block_ids
};

// An argument of a block, whose value comes first.
typedef struct baton_argument {
  baton_value value;
  const baton_loc *loc; // NULL: unknown
} baton_argument;

struct baton_region {
  baton_op *op;
  baton_block *first, *last;
};

struct baton_module {
  baton_context *context;
  baton_op *op;      // the builtin.module
  baton_arena arena; // of ops, blocks and the file locations that the parser makes
  uint32_t num_op_ids, num_value_ids, num_block_ids;
  baton_map symbols;                // what baton_symbol_lookup found before; entries are checked when used
  BATON_VEC(baton_str) value_names; // by value id; see baton_module_value_name
};

// A view of consecutive operands.
typedef struct baton_operands {
  baton_operand *data;
  uint32_t size;
} baton_operands;

// ---- modules ----------------------------------------------------------------------------------------------------

// An empty module whose root op has an empty body. Needs the builtin dialect. The caller owns it.
BATON_EXPORT baton_module *baton_module_create(baton_context *context, const baton_loc *loc);
BATON_EXPORT void baton_module_destroy(baton_module *module);
BATON_EXPORT baton_block *baton_module_body(const baton_module *module);

// ---- ops --------------------------------------------------------------------------------------------------------

// Ops are made by ir/build.h. Takes an op out of its block; it stays alive.
BATON_EXPORT void baton_op_unlink(baton_op *op);
// Links a detached op.
BATON_EXPORT void baton_op_insert_before(baton_op *op, baton_op *before);
BATON_EXPORT void baton_op_append(baton_op *op, baton_block *block);
// Takes an op and everything in it apart. Its results must have no uses outside of it.
BATON_EXPORT void baton_op_erase(baton_op *op);

static inline uint16_t baton_op_code(const baton_op *op) { return op->def->code; }
static inline bool baton_op_is(const baton_op *op, uint16_t code) { return op->def->code == code; }
static inline bool baton_op_has_trait(const baton_op *op, uint32_t trait) { return (op->def->traits & trait) != 0; }
// The op whose region this op stands in, or NULL.
static inline baton_op *baton_op_parent(const baton_op *op) {
  return op->block && op->block->region ? op->block->region->op : NULL;
}
BATON_EXPORT bool baton_op_is_ancestor(const baton_op *ancestor, const baton_op *op); // true also for the op itself
// Whether a comes before b in their common block (false if they are the same or in different blocks). Linear in the
// distance.
BATON_EXPORT bool baton_op_is_before(const baton_op *a, const baton_op *b);
// The op in the given block that contains the given op (perhaps the op itself), or NULL.
BATON_EXPORT baton_op *baton_op_ancestor_in_block(baton_op *op, const baton_block *block);

static inline baton_value *baton_op_operand(const baton_op *op, uint32_t index) { return op->operands[index].value; }
static inline baton_value *baton_op_result(const baton_op *op, uint32_t index) {
  return (baton_value *)&op->results[index];
}

// The inherent attributes: op->def->num_attrs of them.
static inline const baton_attr **baton_op_slots(const baton_op *op) {
  return (const baton_attr **)(uintptr_t)(op->results + op->num_results);
}

// The blocks that a terminator may go on to: op->num_successors of them.
static inline baton_block **baton_op_successors(const baton_op *op) {
  return (baton_block **)(uintptr_t)(baton_op_slots(op) + op->def->num_attrs);
}

// The operands of a group (an index into def->operands). Groups that the op cannot be divided into are empty.
BATON_EXPORT baton_operands baton_op_group(const baton_op *op, uint32_t group);
// The only operand of a group, or NULL where the group is empty.
BATON_EXPORT baton_value *baton_op_group_value(const baton_op *op, uint32_t group);
// Replaces the operands of a group by others; keeps operandSegmentSizes right. The module gives the memory.
BATON_EXPORT void baton_op_set_group(baton_module *module, baton_op *op, uint32_t group, baton_value *const *values,
                                     size_t num_values);
// Adds an operand at the end of all (for ops whose last group is variadic).
BATON_EXPORT void baton_op_add_operand(baton_module *module, baton_op *op, baton_value *value);

static inline const baton_attr *baton_op_slot(const baton_op *op, uint32_t slot) { return baton_op_slots(op)[slot]; }
static inline void baton_op_set_slot(baton_op *op, uint32_t slot, const baton_attr *value) {
  baton_op_slots(op)[slot] = value;
}
// By name, inherent ones too. Setting NULL removes. The name is interned in the context by the setter.
BATON_EXPORT const baton_attr *baton_op_attr(const baton_op *op, baton_str name);
BATON_EXPORT void baton_op_set_attr(baton_module *module, baton_op *op, baton_str name, const baton_attr *value);

// The only region's entry block, or NULL where the op has no region or an empty one.
BATON_EXPORT baton_block *baton_op_body(const baton_op *op);
static inline baton_region *baton_op_region(const baton_op *op, uint32_t index) {
  return (baton_region *)&op->regions[index];
}

// A copy with fresh ids and everything in its regions; operands defined inside are mapped, others stay. The copy is
// detached. from/to: values to replace on the way (num_mapped pairs).
BATON_EXPORT baton_op *baton_op_clone(baton_module *module, const baton_op *op, baton_value *const *from,
                                      baton_value *const *to, size_t num_mapped);
// A copy of an op with other result types (the first ones must stay as they are): the regions move over, uses of the
// old results are replaced by the first new ones, the new op stands in the old one's place, and the old one is erased.
// This is how a pass adds results or carries to a loop. operands: all operands of the new op; segments: sizes of the
// groups or NULL.
BATON_EXPORT baton_op *baton_op_replace_widened(baton_module *module, baton_op *op, baton_value *const *operands,
                                                size_t num_operands, const baton_type *const *result_types,
                                                size_t num_results);

// Errors, warnings, notes at an op; the text of an error is prefixed with "'orch.submit' op ". Always false, so that
// hooks can return it.
BATON_EXPORT bool baton_op_error(const baton_op *op, const char *format, ...) BATON_PRINTF(2, 3);
BATON_EXPORT void baton_op_warning(const baton_op *op, const char *format, ...) BATON_PRINTF(2, 3);
BATON_EXPORT void baton_op_remark(const baton_op *op, const char *format, ...) BATON_PRINTF(2, 3);
BATON_EXPORT void baton_op_note(const baton_op *op, const char *format, ...) BATON_PRINTF(2, 3);
// The context an op belongs to.
static inline baton_context *baton_op_context(const baton_op *op) { return op->module->context; }

// ---- values -----------------------------------------------------------------------------------------------------

BATON_EXPORT void baton_operand_set(baton_operand *operand, baton_value *value);
BATON_EXPORT void baton_value_replace_all_uses(baton_value *value, baton_value *with);
// The op that defines a value, or NULL for block arguments.
static inline baton_op *baton_value_op(const baton_value *value) {
  return value->kind == BATON_RESULT ? value->op : NULL;
}
// The block in which a value is defined.
static inline baton_block *baton_value_block(const baton_value *value) {
  return value->kind == BATON_RESULT ? value->op->block : value->block;
}
// The op whose region holds a block argument, or the op of a result.
BATON_EXPORT baton_op *baton_value_owner(const baton_value *value);
BATON_EXPORT uint32_t baton_value_num_uses(const baton_value *value);
// What the text that a value was parsed from calls it, without the '%', where that was kept (baton_context_keep_names);
// else empty. Values that passes make have no names. The setter interns the name.
BATON_EXPORT baton_str baton_module_value_name(const baton_module *module, const baton_value *value);
BATON_EXPORT void baton_module_set_value_name(baton_module *module, const baton_value *value, baton_str name);
// Whether a value is defined inside the given op (in one of its regions, at any depth).
BATON_EXPORT bool baton_value_is_inside(const baton_value *value, const baton_op *op);

// ---- blocks and regions -----------------------------------------------------------------------------------------

BATON_EXPORT baton_block *baton_block_create(baton_module *module);
BATON_EXPORT void baton_block_append(baton_block *block, baton_region *region);
BATON_EXPORT baton_value *baton_block_add_arg(baton_module *module, baton_block *block, const baton_type *type);
// The same, with a location, which may be NULL: unknown.
BATON_EXPORT baton_value *baton_block_add_arg_at(baton_module *module, baton_block *block, const baton_type *type,
                                                 const baton_loc *loc);
// The location of an argument of a block, or NULL: unknown.
static inline const baton_loc *baton_argument_loc(const baton_value *argument) {
  return ((const baton_argument *)argument)->loc;
}
// Moves all blocks of one region to the end of another.
BATON_EXPORT void baton_region_take(baton_region *to, baton_region *from);
static inline baton_op *baton_block_terminator(const baton_block *block) {
  return block->last && baton_op_has_trait(block->last, BATON_TRAIT_TERMINATOR) ? block->last : NULL;
}
static inline baton_op *baton_block_parent(const baton_block *block) {
  return block->region ? block->region->op : NULL;
}

#endif
