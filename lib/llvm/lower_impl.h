// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of one lowering, and what its files offer each other. Private to this folder.
//
//   lower.c         the table of ops, functions, blocks
//   lower_emit.c    LLVM basics: blocks, slots, checks, calls of the runtime
//   lower_value.c   values as LLVM values ("parts")
//   lower_own.c     buffers: who holds a reference, where it is given back
//   lower_ids.c     arrays of ids: memory, copies, when an update may happen in place
//   lower_site.c    sites, words and the constant tables
//   lower_func.c    functions with a body, calls
//   lower_entry.c lower_view.c   the functions that C calls
//   lower_invoke.c  the functions that call kernels
//   lower_debug.c   debug information
//   lower_arith.c lower_memref.c lower_scf.c lower_parallel.c lower_orch.c lower_array.c   one function per op
//
// A value is a list of parts:
//   scalar, task   the value
//   array of ids   address, count
//   memref         storage handle, offset from the storage's data in elements, sizes, strides
// Parts that the type fixes are constants; others may be constants too.
#ifndef BATON_LLVM_LOWER_IMPL_H
#define BATON_LLVM_LOWER_IMPL_H

#include "base/map.h"
#include "base/vec.h"
#include "dialect/func.h"
#include "dialect/orch.h"
#include "rt/rt_abi.h"
#include "llvm/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>

struct baton_lowered {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetMachineRef machine;
  baton_diag *diag;
  baton_arena arena;
  BATON_VEC(baton_str) entries;
};

typedef struct baton_lowering baton_lowering;
typedef struct baton_body baton_body;

typedef struct baton_alias {
  const baton_value *value;
  struct baton_alias *next;
} baton_alias;

// The memory behind array values. Values that share it are its aliases; it may be changed when none is live any more.
typedef struct baton_ids {
  LLVMValueRef data;
  bool is_owned;    // not somebody else's, as a parameter is
  bool is_heap;     // from baton_rt_ids
  baton_body *home; // heap: whose end frees it; NULL: taken over by somebody else
  baton_alias *aliases;
  struct baton_ids *next; // in its home
} baton_ids;

// A region that runs as a unit (a function, a branch, an iteration; not a scope): its heap arrays end with it.
struct baton_body {
  baton_ids *heap;
};

typedef struct baton_loop {
  struct baton_loop *parent;
  LLVMValueRef preheader_end; // the branch into the loop
  bool is_over;               // written to its end
} baton_loop;

typedef struct baton_consumers {
  const baton_op **ops;
  uint32_t num;
} baton_consumers;

typedef struct baton_parts {
  LLVMValueRef *at;                 // NULL: not lowered yet
  baton_ids *ids;                   // of arrays
  const baton_consumers *consumers; // of arrays that are sliced; NULL until wanted
} baton_parts;

typedef struct baton_release {
  LLVMValueRef storage;
  struct baton_release *next;
} baton_release;

// A slot that grows by being replaced: scratch memory in the entry block.
typedef struct baton_scratch {
  LLVMValueRef data;
  uint64_t capacity;
} baton_scratch;

// The LLVM function being written.
typedef struct baton_fn {
  LLVMValueRef value, rt, sites;
  LLVMValueRef frame; // of an entry, NULL otherwise
  LLVMTypeRef result;
  LLVMBasicBlockRef fail, fault; // NULL until needed
  LLVMValueRef fault_args[4];    // code, loc, a, b
  baton_map loops;               // LLVM block -> innermost loop around it
  baton_loop *loop;
  baton_body *body;
  uint64_t num_slot_ids, num_own_words, num_debug_words;
  baton_scratch words, list, spans, sizes;
} baton_fn;

// Debug information.
typedef struct baton_debug {
  LLVMDIBuilderRef builder; // NULL: none is made
  LLVMMetadataRef unit;
  LLVMMetadataRef scope; // of what is being lowered; NULL: none
  baton_map files;       // interned data of a path -> file
  baton_map types;       // baton_type -> type
} baton_debug;

#define BATON_RT_CALLS(X)                                                                                              \
  X(ENTER, "baton_rt_enter")                                                                                           \
  X(LEAVE, "baton_rt_leave")                                                                                           \
  X(FAIL, "baton_rt_fail")                                                                                             \
  X(SUBMIT1, "baton_rt_submit1")                                                                                       \
  X(SUBMIT, "baton_rt_submit")                                                                                         \
  X(SUBMIT_SPANS, "baton_rt_submit_spans")                                                                             \
  X(FENCE, "baton_rt_fence")                                                                                           \
  X(FENCE_SPANS, "baton_rt_fence_spans")                                                                               \
  X(WAIT, "baton_rt_wait")                                                                                             \
  X(WAIT_SPANS, "baton_rt_wait_spans")                                                                                 \
  X(ACCESS, "baton_rt_access")                                                                                         \
  X(ALLOC, "baton_rt_alloc")                                                                                           \
  X(RETAIN, "baton_rt_retain")                                                                                         \
  X(RELEASE, "baton_rt_release")                                                                                       \
  X(IMPORT, "baton_rt_import")                                                                                         \
  X(IDS, "baton_rt_ids")                                                                                               \
  X(IDS_FREE, "baton_rt_ids_free")

typedef enum baton_rt_fn {
#define BATON_X(id, name) BATON_CALL_##id,
  BATON_RT_CALLS(BATON_X)
#undef BATON_X
      BATON_NUM_CALLS
} baton_rt_fn;

typedef struct baton_rt_decl {
  LLVMValueRef value; // NULL until used
  LLVMTypeRef type;
} baton_rt_decl;

typedef BATON_VEC(LLVMValueRef) baton_llvm_values;
typedef BATON_VEC(LLVMTypeRef) baton_llvm_types;

struct baton_lowering {
  const baton_module *module;
  baton_context *context;
  baton_lower_options options;
  baton_lowered *lowered;
  LLVMContextRef llvm;
  LLVMModuleRef out;
  LLVMBuilderRef b;       // where code goes
  LLVMBuilderRef allocas; // at the end of the entry block
  LLVMTypeRef ptr, void_type, i1, i8, i16, i32, i64, f16, f32, f64;
  LLVMTypeRef loc_type, param_type, kernel_type, operand_type, site_type, module_type, frame_type, span_type;
  LLVMValueRef likely, empty_node; // metadata
  unsigned prof_kind, invariant_kind;
  baton_rt_decl calls[BATON_NUM_CALLS];
  baton_arena arena;

  baton_parts *parts;       // by value id
  uint32_t *order;          // by op id: its place in program order
  baton_release **releases; // by op id: due after the op
  baton_map moved;          // operands that hand over the reference of their buffer

  LLVMValueRef module_table;
  baton_llvm_values sites, kernels, locs, strings;
  baton_map kernel_indices; // func.func -> index
  baton_map loc_indices;    // baton_loc -> index
  baton_map string_indices; // interned data -> index
  baton_map shapes;         // constant -> global that holds it
  baton_map functions;      // func.func with a body -> LLVM function
  baton_map symbols;        // interned data of a C symbol -> func.func that declared it
  uint64_t needs;
  bool has_lookups;              // whether anything asks the tracker
  LLVMValueRef grow, check_view; // helper functions; NULL until used
  LLVMTypeRef grow_type, check_view_type;

  baton_fn fn;
  baton_debug debug;
};

typedef bool (*baton_lower_fn)(baton_lowering *lw, const baton_op *op);

// ---- lower.c ----

// All ops of a block but the terminator, with the releases that are due between them.
bool baton_lower_block(baton_lowering *lw, const baton_block *block);
bool baton_is_loop_op(const baton_op *op);

// ---- lower_emit.c ----

bool baton_emit_init(baton_lowering *lw);
LLVMValueRef baton_i64(baton_lowering *lw, int64_t value);
LLVMValueRef baton_i32(baton_lowering *lw, int64_t value);
// The value of a constant integer.
bool baton_is_const(LLVMValueRef value, int64_t *out_value);
bool baton_is_const_equal(LLVMValueRef value, int64_t expected);

// A block at the end of the function, inside of the current loop; and going on there.
LLVMBasicBlockRef baton_new_block(baton_lowering *lw, const char *name);
void baton_go_to(baton_lowering *lw, LLVMBasicBlockRef block);
LLVMBasicBlockRef baton_here(baton_lowering *lw);

// Begins an LLVM function: entry block, builder in the block after it. Ends it with its failure paths.
void baton_fn_begin(baton_lowering *lw, LLVMValueRef function, LLVMTypeRef result);
void baton_fn_end(baton_lowering *lw);
// Behind the last function: attributes that all have.
void baton_finish_functions(baton_lowering *lw);

// num elements in the entry block.
LLVMValueRef baton_slot(baton_lowering *lw, LLVMTypeRef type, uint64_t num);
// The same, to be used before the next use of the same scratch.
LLVMValueRef baton_scratch_slot(baton_lowering *lw, baton_scratch *scratch, LLVMTypeRef type, uint64_t num);

// Goes on only if ok; otherwise the run ends with a fault (BATON_RT_FAULT_...) at the op.
void baton_check(baton_lowering *lw, const baton_op *op, LLVMValueRef ok, int32_t fault, LLVMValueRef a,
                 LLVMValueRef b);
// Goes on only if ok; otherwise the function is left, the run having failed.
void baton_check_run(baton_lowering *lw, LLVMValueRef ok);
LLVMValueRef baton_not_null(baton_lowering *lw, LLVMValueRef value);

LLVMValueRef baton_call(baton_lowering *lw, baton_rt_fn fn, LLVMValueRef *args, unsigned num_args);
LLVMValueRef baton_load_invariant(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef address);
LLVMValueRef baton_at(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef base, LLVMValueRef index);
LLVMValueRef baton_at_const(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef base, int64_t index);
LLVMValueRef baton_site_pointer(baton_lowering *lw, uint32_t site);
LLVMValueRef baton_cmp(baton_lowering *lw, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef baton_and(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef baton_or(baton_lowering *lw, LLVMValueRef a, LLVMValueRef b);
// 0 <= index < size, for size >= 0.
void baton_check_index(baton_lowering *lw, const baton_op *op, LLVMValueRef index, LLVMValueRef size);
void baton_add_attribute(baton_lowering *lw, LLVMValueRef function, LLVMAttributeIndex index, const char *name);
void baton_copy_ids(baton_lowering *lw, LLVMValueRef to, LLVMValueRef from, LLVMValueRef count);
LLVMValueRef baton_any_intrinsic(baton_lowering *lw, const char *name, LLVMTypeRef *types, unsigned num_types,
                                 LLVMValueRef *args, unsigned num_args);

// ---- lower_value.c ----

// False after an error at the op if values of the type cannot be lowered.
bool baton_check_type(const baton_op *op, const baton_type *type);
// BATON_RT_... of a scalar or element type, BATON_RT_VIEW of a memref, BATON_RT_NUM_TYPES of anything else.
uint8_t baton_rt_type_of(const baton_type *type);
uint32_t baton_element_bytes(const baton_type *element);
static inline bool baton_is_bf16(const baton_type *type) {
  return type->kind == BATON_TYPE_FLOAT && type->float_kind == BATON_BF16;
}
// Of scalars and tasks. bf16 is i16: code generators turn operations on bfloat, even returning one, into calls of
// compiler support functions that a program need not have.
LLVMTypeRef baton_scalar_type(baton_lowering *lw, const baton_type *type);
LLVMTypeRef baton_element_type(baton_lowering *lw, const baton_type *type); // in memory
// In calls of C functions: addresses for buffers; bf16 as half, which travels in the same register.
LLVMTypeRef baton_c_type(baton_lowering *lw, const baton_type *type);
LLVMValueRef baton_to_c(baton_lowering *lw, const baton_type *type, LLVMValueRef value);
LLVMValueRef baton_from_c(baton_lowering *lw, const baton_type *type, LLVMValueRef value);
uint32_t baton_num_parts(const baton_type *type);
LLVMTypeRef baton_part_type(baton_lowering *lw, const baton_type *type, uint32_t part);
bool baton_part_is_dynamic(const baton_type *type, uint32_t part);
// All parts, the static ones filled in.
LLVMValueRef *baton_new_parts(baton_lowering *lw, const baton_type *type);

baton_parts *baton_parts_of(baton_lowering *lw, const baton_value *value);
void baton_set_parts(baton_lowering *lw, const baton_value *value, LLVMValueRef *at);
void baton_set_scalar(baton_lowering *lw, const baton_value *value, LLVMValueRef scalar);
LLVMValueRef baton_scalar(baton_lowering *lw, const baton_value *value);

// Parts of a memref.
enum { BATON_PART_STORAGE, BATON_PART_OFFSET, BATON_PART_SIZES };
static inline LLVMValueRef *baton_part_sizes(LLVMValueRef *at) { return at + BATON_PART_SIZES; }
static inline LLVMValueRef *baton_part_strides(const baton_type *type, LLVMValueRef *at) {
  return at + BATON_PART_SIZES + type->memref.rank;
}

// ---- lower_own.c ----

// A value that holds a reference of its storage from here on: schedules the release after its last use, or hands the
// reference over.
void baton_own(baton_lowering *lw, const baton_value *value);
void baton_own_if_memref(baton_lowering *lw, const baton_value *value);
// For an operand that becomes an owner's: takes a reference unless the operand hands over its own. Nothing for others.
void baton_retain_operand(baton_lowering *lw, const baton_operand *operand);
void baton_emit_releases(baton_lowering *lw, const baton_op *after);

// ---- lower_ids.c ----

void baton_body_begin(baton_lowering *lw, baton_body *body, baton_body **out_outer);
// Frees the arrays of the body; the current block must not be ended yet.
void baton_body_free(baton_lowering *lw, baton_body *body);
bool baton_ids_fit_slot(const baton_lowering *lw, int64_t count);
// count: BATON_DYNAMIC or the number; size: the same as an LLVM value. Zeroed if wanted or from the heap.
baton_ids *baton_ids_create(baton_lowering *lw, int64_t count, LLVMValueRef size, bool is_zeroed);
baton_ids *baton_ids_wrap(baton_lowering *lw, LLVMValueRef data, bool is_owned, bool is_heap, baton_body *home);
void baton_ids_set_home(baton_ids *ids, baton_body *home);
void baton_ids_add_alias(baton_lowering *lw, baton_ids *ids, const baton_value *value);
void baton_set_array(baton_lowering *lw, const baton_value *value, LLVMValueRef data, LLVMValueRef count,
                     baton_ids *ids);
// Whether nothing can read the memory after the operand's owner has used it through this operand.
bool baton_ids_end_at(baton_lowering *lw, baton_ids *ids, const baton_operand *operand);
// Whether a use of the value may run after the op.
bool baton_value_is_used_after(baton_lowering *lw, const baton_value *value, const baton_op *op);
// A heap array with the value's contents that the receiver frees: the value's own memory if the current body owns it,
// which nothing may use afterwards, else a copy.
LLVMValueRef baton_ids_take(baton_lowering *lw, const baton_value *value);
LLVMValueRef baton_ids_copy(baton_lowering *lw, const baton_value *value);
void baton_ids_free(baton_lowering *lw, LLVMValueRef data);

// ---- lower_site.c ----

enum { BATON_MAX_OPERANDS = 1024 };

typedef struct baton_site {
  uint8_t kind, predicate;
  uint16_t flags, num_operands, blocks_word, value_word;
  uint32_t kernel;
  int32_t priority;
  baton_llvm_values operands, words;
  LLVMValueRef invoke; // NULL: none
} baton_site;

void baton_site_add_scalar(baton_lowering *lw, baton_site *site, uint8_t type, LLVMValueRef value);
void baton_site_add_view(baton_lowering *lw, baton_site *site, const baton_type *element, uint32_t rank,
                         LLVMValueRef *at, uint8_t access, uint8_t tracking);
void baton_site_add_element(baton_lowering *lw, baton_site *site, const baton_type *element, LLVMValueRef storage,
                            LLVMValueRef offset, uint8_t access, uint8_t tracking);
// Adds the site to the table; its number. False after an error at the op. Frees the builder's lists.
bool baton_site_finish(baton_lowering *lw, const baton_op *op, baton_site *site, LLVMValueRef *out_site,
                       LLVMValueRef *out_words);
uint32_t baton_loc_index(baton_lowering *lw, const baton_loc *loc);
LLVMValueRef baton_text(baton_lowering *lw, baton_str text);                              // a constant C string
LLVMValueRef baton_shared_array(baton_lowering *lw, LLVMValueRef *numbers, uint32_t num); // of constant i64
LLVMValueRef baton_constant_global(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef value, const char *name);
// A C symbol and the function that it is declared by. False after an error: reserved, or declared otherwise elsewhere.
bool baton_claim_symbol(baton_lowering *lw, const baton_op *func, baton_str symbol);
bool baton_kernel_index(baton_lowering *lw, const baton_op *kernel, uint32_t *out_index);
void baton_tables_declare(baton_lowering *lw);
void baton_tables_finish(baton_lowering *lw);

// ---- lower_invoke.c ----

// The function that calls a kernel with the words of a site, or NULL where the runtime has to.
LLVMValueRef baton_invoke_function(baton_lowering *lw, const baton_op *kernel, const baton_site *site);
// The C type of a function, and the extension attributes of its parameters for a declaration or call.
LLVMTypeRef baton_c_function_type(baton_lowering *lw, const baton_op *func);
void baton_add_extension(baton_lowering *lw, LLVMValueRef call_or_function, LLVMAttributeIndex index,
                         const baton_type *type, bool is_call);

// ---- lower_func.c ----

// A function with a body becomes an internal LLVM function that takes the runtime, the table of sites and the parts of
// its parameters, and returns a status with the parts of its results: plain i32 where there are none.
LLVMTypeRef baton_body_result_type(baton_lowering *lw, const baton_op *func);
LLVMTypeRef baton_body_type(baton_lowering *lw, const baton_op *func);
// Declares them all and refuses recursion.
bool baton_declare_bodies(baton_lowering *lw);
// A call of one: its status is checked. The result, from whose second element on the parts of the results stand.
LLVMValueRef baton_call_body(baton_lowering *lw, const baton_op *func, LLVMValueRef *args, unsigned num_args);

// ---- lower_view.c ----

// Checks a descriptor (lower.h) against a table of offset, sizes and strides; the elements that it extends over.
LLVMValueRef baton_check_view(baton_lowering *lw, const baton_op *func, LLVMValueRef descriptor, LLVMValueRef wanted,
                              uint32_t rank, bool is_identity);

// ---- lower_entry.c ----

bool baton_lower_entry(baton_lowering *lw, const baton_op *func);

// ---- lower_memref.c ----

// Checks the indices; the element's distance from the storage's data.
LLVMValueRef baton_element_offset(baton_lowering *lw, const baton_op *op, const baton_value *buffer,
                                  baton_operands indices);
// Whether a host access at the op waits for tasks that the tracker knows.
bool baton_access_is_tracked(const baton_op *op);
// Waits for what conflicts with the site's one view.
bool baton_emit_access(baton_lowering *lw, const baton_op *op, baton_site *site);

// ---- lower_loop.c ----

// A loop whose header is written next: ends the current block with a branch into it. Ends with baton_loop_end.
baton_loop *baton_loop_begin(baton_lowering *lw, LLVMBasicBlockRef *out_preheader, LLVMBasicBlockRef *out_header);
void baton_loop_end(baton_lowering *lw, baton_loop *loop);

// A counted loop. After prepare the trip count is known and the builder stands before the loop; after begin in the
// header, where phis may be added; after enter in the body; after end behind the loop. latch is the block that branches
// back.
typedef struct baton_counted {
  baton_loop *loop;
  LLVMBasicBlockRef preheader, header, body, exit, latch;
  LLVMValueRef trips, k; // of the type of the bounds; k: iterations before this one
  LLVMValueRef lower, step, iv;
} baton_counted;

void baton_counted_prepare(baton_lowering *lw, const baton_op *op, baton_counted *loop);
void baton_counted_begin(baton_lowering *lw, baton_counted *loop);
void baton_counted_enter(baton_lowering *lw, baton_counted *loop);
void baton_counted_end(baton_lowering *lw, baton_counted *loop);

LLVMValueRef baton_phi(baton_lowering *lw, LLVMTypeRef type, LLVMValueRef first, LLVMBasicBlockRef from);

// ---- lower_debug.c ----
// All do nothing where no debug information is made.

void baton_debug_init(baton_lowering *lw);
void baton_debug_finish(baton_lowering *lw);
void baton_debug_deinit(baton_lowering *lw);

// What is lowered from here on belongs to an LLVM function, which people know by a name.
void baton_debug_begin_function(baton_lowering *lw, LLVMValueRef function, const baton_op *func, baton_str name);

// Going away to write another function, whose instructions have no place until it begins, and coming back.
typedef struct baton_debug_place {
  LLVMBasicBlockRef block;
  LLVMMetadataRef scope, location;
} baton_debug_place;
baton_debug_place baton_debug_leave(baton_lowering *lw);
void baton_debug_return(baton_lowering *lw, const baton_debug_place *place);

// Instructions are at the op's location; at the outer one, which is handed back, again.
LLVMMetadataRef baton_debug_enter_op(baton_lowering *lw, const baton_op *op);
void baton_debug_leave_op(baton_lowering *lw, LLVMMetadataRef outer);
// The block's values are in a scope of their own.
LLVMMetadataRef baton_debug_enter_block(baton_lowering *lw, const baton_block *block);
void baton_debug_leave_block(baton_lowering *lw, LLVMMetadataRef outer);
// Describes a value that has been lowered, at the current place.
void baton_debug_value(baton_lowering *lw, const baton_value *value);

// ---- one function per op ----

#define BATON_OP(id, CODE, ...) bool baton_lower_##id(baton_lowering *lw, const baton_op *op);
#include "dialect/builtin.def"

#include "dialect/func.def"

#include "dialect/arith.def"

#include "dialect/scf.def"

#include "dialect/memref.def"

#include "dialect/orch.def"
#undef BATON_OP

#endif
