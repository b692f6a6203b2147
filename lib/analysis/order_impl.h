// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What expansions and their graphs are made of. Private to order_*.c.
#ifndef BATON_ANALYSIS_ORDER_IMPL_H
#define BATON_ANALYSIS_ORDER_IMPL_H

#include "analysis/order.h"
#include "base/vec.h"

enum {
  ORDER_MAX_NODES = 1 << 26,
  ORDER_MAX_LISTED = 1 << 26,    // entries of all lists
  ORDER_MAX_INTERVALS = 1 << 24, // of all regions
  ORDER_MAX_VISITS = 1 << 28,    // of segments by regions
};

// An op that makes nodes.
typedef struct order_site {
  baton_order_kind kind;
  bool is_load, is_wait, is_manual;
  baton_str name; // of the kernel or host function; of the op otherwise
  baton_position position;
} order_site;

// A node's part of an array ends where that of the next node begins.
typedef struct order_node {
  uint32_t site, iteration;
  uint32_t first_listed, first_derived; // in listed; the derived ones come last
  uint32_t first_arg, first_access;
} order_node;

typedef struct order_arg {
  bool is_region;
  int64_t value; // or the index of the region
} order_arg;

typedef struct order_access {
  uint32_t region;
  uint8_t access;    // baton_access
  uint8_t tracking;  // baton_tracking, as written; 0 where the host does not wait
  uint8_t required;  // what it would be had no pass reduced it
  uint8_t is_manual; // a write replaces nothing
} order_access;

// words: storage, bytes of an element, offset in elements, then size and stride of each dimension with more or less
// than one element.
typedef struct order_region {
  uint32_t first_word, num_words;
  uint32_t next; // with the same hash, index + 1
  bool is_empty;
} order_region;

typedef struct order_storage {
  // 1 + its place among arguments, what host functions return, and what submits and stores use: the same before and
  // after a pass. 0: not used yet.
  uint32_t number;
  uint32_t arg;    // of the entry; UINT32_MAX: allocated
  uint64_t writes; // ordinal of the last submit or store that writes here
  uint32_t rank;
  const int64_t *sizes; // for messages
} order_storage;

typedef struct order_span {
  uint32_t first, count;
} order_span;

struct baton_expansion {
  baton_arena arena;
  BATON_VEC(order_site) sites;
  BATON_VEC(order_node) nodes; // one more at the end closes the last
  BATON_VEC(uint32_t) listed;  // nodes
  BATON_VEC(order_arg) args;
  BATON_VEC(order_access) accesses;
  BATON_VEC(order_region) regions;
  BATON_VEC(int64_t) words;
  BATON_VEC(order_storage) storages;
  BATON_VEC(order_span) iterations; // vectors in iteration_values
  BATON_VEC(int64_t) iteration_values;
  baton_map region_of; // hash -> index + 1
  uint32_t num_nodes, num_submits;
  baton_expansion_status status;
  baton_str reason, values;
  baton_position reason_position;
  bool used_valuation;
  bool has_empty; // regions
};

struct baton_order_graph {
  const baton_expansion *expansion;
  uint32_t *starts; // of each node's waits; one more at the end
  BATON_VEC(uint32_t) waits;
  uint32_t *compared; // submits and host accesses that the host may notice, in order
  uint32_t num_compared;
};

static inline const order_site *order_site_of(const baton_expansion *x, uint32_t node) {
  return &x->sites.data[x->nodes.data[node].site];
}

// ---- values (order_value.c) -------------------------------------------------------------------------------------

typedef struct order_view {
  uint32_t storage, rank, element_bytes;
  int64_t offset; // in elements
  int64_t dims[]; // rank sizes, then rank strides
} order_view;

// An array of ids that looks immutable: the newest version has the slots, an older one the slot in which it differs
// from the next newer one. Reading an older one turns the chain around.
typedef struct order_array order_array;
struct order_array {
  uint32_t size;
  uint32_t *slots;    // node + 1, or 0 for none; NULL: see newer
  order_array *newer; // differs in one slot
  uint32_t index, value;
};

typedef struct order_cell {
  union {
    int64_t integer; // sign-extended; also a task, as node + 1
    double real;
    const order_view *view;
    order_array *array;
  };
} order_cell;

// The slots, valid until another version is read.
const uint32_t *order_array_read(order_array *array);
order_array *order_array_create(baton_arena *arena, uint32_t size); // of nones
order_array *order_array_set(baton_arena *arena, order_array *array, uint32_t index, uint32_t value);

static inline const int64_t *order_view_sizes(const order_view *view) { return view->dims; }
static inline const int64_t *order_view_strides(const order_view *view) { return view->dims + view->rank; }
order_view *order_view_create(baton_arena *arena, uint32_t storage, uint32_t rank, const baton_type *element);
// Row-major strides for the sizes; false if they overflow.
bool order_view_pack(order_view *view);

uint32_t order_region_add(baton_expansion *x, const order_view *view);

// ---- symbols (order_symbol.c) -----------------------------------------------------------------------------------

typedef enum order_symbol_kind { ORDER_VALUE, ORDER_SIZE, ORDER_ELEMENT } order_symbol_kind;

typedef struct order_binding {
  uint32_t arg;
  order_symbol_kind kind;
  bool is_any; // ELEMENT: all of them
  int64_t index, value;
} order_binding;

typedef struct order_symbols {
  const order_binding *bindings;
  uint32_t num_bindings;
  uint32_t valuation, num_flags; // flags: arguments of type i1
  bool is_used;                  // the valuation
} order_symbols;

// False after an error.
bool order_symbols_init(order_symbols *symbols, baton_arena *arena, const baton_op *func,
                        const baton_expansion_options *options);
int64_t order_symbol_argument(order_symbols *symbols, const baton_op *func, uint32_t arg);
int64_t order_symbol_size(order_symbols *symbols, uint32_t arg, uint32_t dim);
// Of a buffer that came in as an argument (or UINT32_MAX): what is loaded after so many writes.
int64_t order_symbol_element(order_symbols *symbols, uint32_t arg, int64_t element, uint64_t key);
int64_t order_symbol_unknown(order_symbols *symbols, uint64_t key);
// Whether what may be the same memory is. Never for arguments with bound elements.
bool order_symbols_alias(order_symbols *symbols, uint32_t arg);

// ---- execution (order_expand.c, order_eval.c) -------------------------------------------------------------------

typedef struct order_stored {
  uint64_t writes; // of the storage right after the store
  order_cell value;
} order_stored;

typedef struct order_machine {
  baton_expansion *x;
  const baton_module *module;
  order_symbols symbols;
  order_cell *cells;                      // by value id
  uint32_t *site_of;                      // by op id: index + 1
  uint8_t *is_manual;                     // by op id: 1 no, 2 yes
  BATON_VEC(int64_t) loops;               // where the loops around are
  BATON_VEC(const baton_op *) open_calls; // functions
  bool has_new_iteration;                 // since the last node
  BATON_VEC(order_stored) stored;
  baton_map stored_of;     // hash of storage and element -> index + 1
  uint32_t shared_storage; // of all that may alias: index + 1
  uint64_t num_writes, num_steps, max_steps, num_unknown, max_submits;
  uint32_t num_numbers;     // of storages
  uint32_t num_aliases;     // buffers that may be the same
  uint32_t depth;           // of nested blocks
  bool is_over, has_failed; // has_failed: an error has been emitted
} order_machine;

static inline order_cell *order_cell_of(order_machine *m, const baton_value *value) { return &m->cells[value->id]; }
static inline order_cell *order_operand(order_machine *m, const baton_op *op, uint32_t k) {
  return &m->cells[op->operands[k].value->id];
}
static inline order_cell *order_result(order_machine *m, const baton_op *op, uint32_t k) {
  return &m->cells[op->results[k].id];
}

// The run ends with an error of the program.
void order_stop(order_machine *m, const baton_op *op, const char *format, ...) BATON_PRINTF(3, 4);
void order_cut(order_machine *m, const baton_op *op, const char *why);
// The op is none that can be expanded: an error of the check.
void order_refuse(order_machine *m, const baton_op *op, const char *why);

void order_run_block(order_machine *m, const baton_block *block);
// Arithmetic; false if the op is none.
bool order_run_arith(order_machine *m, const baton_op *op);
// memref ops and orch.alloc; false if the op is none.
bool order_run_memref(order_machine *m, const baton_op *op);
// Buffers under another shape; false if the op is none.
bool order_run_shape(order_machine *m, const baton_op *op);
// Arrays of ids; false if the op is none.
bool order_run_array(order_machine *m, const baton_op *op);
// Submits, fences, waits, host functions.
void order_run_submit(order_machine *m, const baton_op *op);
void order_run_fence(order_machine *m, const baton_op *op);
void order_run_wait(order_machine *m, const baton_op *op);
void order_run_host_call(order_machine *m, const baton_op *op, const baton_op *callee);
// A node for a host access of one element.
void order_run_host_access(order_machine *m, const baton_op *op, const order_view *element, baton_access access);

// A view of one element, or NULL after the run has ended because there is none.
const order_view *order_element(order_machine *m, const baton_op *op, const baton_value *buffer,
                                baton_operands indices);
// Gives a storage its number if it has none.
void order_number_storage(order_machine *m, uint32_t storage);
// A new storage for a value of a memref type that nobody has allocated here. arg: of the entry, or UINT32_MAX.
const order_view *order_make_buffer(order_machine *m, const baton_op *at, const baton_type *type, uint32_t arg,
                                    bool may_alias);
// What a symbol of a type is as a cell.
order_cell order_scalar(const baton_type *type, int64_t value);
int64_t order_wrap(const baton_type *type, int64_t value);

// ---- regions (order_region.c) -----------------------------------------------------------------------------------

typedef struct order_interval {
  int64_t lo, hi; // bytes, hi excluded
} order_interval;

typedef BATON_VEC(order_interval) order_intervals;

// Appends the bytes of a region, in order and disjoint. False: too many.
bool order_region_intervals(const baton_expansion *x, const order_region *region, order_intervals *out);

// Bytes that are in the same regions are one atom. A region is a list of atoms.
typedef struct order_atoms {
  order_span *spans; // by region
  BATON_VEC(uint32_t) atoms;
  uint32_t num_atoms;
} order_atoms;

// With `grasps`, a region without bytes has all atoms of its storage, and one more that it shares with others like it.
bool order_atoms_init(const baton_expansion *x, bool grasps, order_atoms *atoms);
void order_atoms_deinit(order_atoms *atoms);

#endif
