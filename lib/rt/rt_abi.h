// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between generated code and any runtime.
//
// Generated code calls the functions below as plain symbols; which runtime answers is decided by the linker or by the
// JIT's symbol look-up. What is known at compile time stands in constant tables (module, kernels, sites); what varies
// stands in an array of 64-bit words per site. Nothing that is passed by pointer is kept after a call returns, except
// the tables themselves, which must stay in place until baton_rt_forget or the end of the runtime.
//
// Layouts are those of 64-bit little-endian targets and are asserted at the end. Every struct that both sides touch
// begins with `size`, the bytes its writer knows: a reader takes missing fields at the end as zero and ignores what
// lies beyond what it knows. In arrays of such structs the stride is the `size` of the first element.
//
// Threads: one thread drives a runtime object between baton_rt_enter and baton_rt_leave (the host). The only calls
// that other threads may make are baton_rt_status, baton_rt_last_error and baton_rt_cancel. Kernels make no calls.
//
// Generated code, in short:
//
//     int32_t entry(baton_rt *rt, float *a, ...) {
//       baton_rt_frame frame = {.size = sizeof frame};
//       int32_t status = baton_rt_enter(rt, &module, &frame);
//       if (status != 0) return status;                     // nothing to leave
//       const void *site3 = frame.sites[3];                 // constant while the frame lives
//       words[0] = (uint64_t)storage; words[1] = (uint64_t)offset;
//       baton_task t = baton_rt_submit1(rt, site3, words, previous);
//       if (t == 0) goto fail;                              // the run has failed
//       ...
//     fail:
//       return baton_rt_leave(rt, &frame);                  // waits for all tasks; the run's status
//     }
#ifndef BATON_RT_ABI_H
#define BATON_RT_ABI_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BATON_RT_EXPORT __attribute__((visibility("default")))
#else
#define BATON_RT_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Version. The major is in the name of a symbol that every object file refers to, so that linking code of one major
// with a runtime of another is a link error. The value of the symbol is the runtime's minor; it and the feature bits
// are compared in baton_rt_enter. A minor may add calls, fields at the end of structs and feature bits.
#define BATON_RT_ABI_MAJOR 1u
#define BATON_RT_ABI_MINOR 0u
BATON_RT_EXPORT extern const uint32_t baton_rt_abi_1;

// One runtime object. It begins with this prefix, whose status generated code may read with one relaxed atomic 32-bit
// load instead of a call of baton_rt_status: 0, or the status of the first error of the run.
typedef struct baton_rt baton_rt;
typedef struct baton_rt_prefix {
  int32_t status;
} baton_rt_prefix;

// Ids. ----------------------------------------------------------------------------------------------------------
//
// A task id is a 64-bit value, 0 is none. Compare for equality, store, pass on; nothing else: the encoding is the
// runtime's. In a list of waits 0, retired tasks and repetitions add nothing. An id of another runtime object or of an
// earlier run, and a value that never was an id, are errors (BATON_RT_BAD_ID) where the runtime can tell.
typedef uint64_t baton_task;

typedef struct baton_span {
  const baton_task *ids; // may be null if num_ids is 0
  uint64_t num_ids;
} baton_span;

// Static tables. --------------------------------------------------------------------------------------------------

// A source location. Entry 0 of a module's table is the unknown location.
typedef struct baton_rt_loc {
  uint32_t file;   // index of a string of the module
  uint32_t line;   // from 1; 0: unknown
  uint32_t column; // from 1
  uint32_t parent; // the call site that this was inlined into: an index of the same table, 0: none
} baton_rt_loc;

// Types of parameters and elements. The signedness of an integer decides its extension in a call.
enum {
  BATON_RT_VIEW,
  BATON_RT_I1,
  BATON_RT_I8,
  BATON_RT_I16,
  BATON_RT_I32,
  BATON_RT_I64,
  BATON_RT_U8,
  BATON_RT_U16,
  BATON_RT_U32,
  BATON_RT_U64,
  BATON_RT_F16,
  BATON_RT_BF16,
  BATON_RT_F32,
  BATON_RT_F64,
  BATON_RT_INDEX, // int64_t
  BATON_RT_NUM_TYPES,
  BATON_RT_VOID = 255 // as the result of a kernel only
};

enum { BATON_RT_READ = 1, BATON_RT_WRITE = 2 }; // access; READ | WRITE is the default of the language

typedef struct baton_rt_param {
  uint8_t type;   // BATON_RT_VIEW or a scalar
  uint8_t access; // of a view
  uint8_t elem;   // type of a view's elements
  uint8_t rank;   // of a view
} baton_rt_param;

// Calling conventions of kernels. BARE: a view is the address of its first element, a scalar is itself. DLPACK: a view
// is a DLTensor * that lives until the kernel returns, a scalar is itself.
enum { BATON_RT_ABI_BARE, BATON_RT_ABI_DLPACK };

// Flags of kernels. BLOCK_INDEX: two arguments of type int64_t follow those in `params`: the index of the block and the
// number of blocks of the task (0 and 1 without a grid).
enum { BATON_RT_KERNEL_BLOCK_INDEX = 1 };

typedef struct baton_rt_kernel {
  uint32_t size;
  uint8_t abi;
  uint8_t result; // BATON_RT_VOID, or BATON_RT_I32: a status, 0 for success
  uint16_t num_params;
  const char *name;             // for messages
  const char *symbol;           // resolved by name if `address` is null
  const char *core;             // kind of worker that runs it
  const baton_rt_param *params; // num_params
  void (*address)(void);        // the kernel itself, or null: the runtime resolves `symbol`
  uint32_t loc;
  uint32_t flags;
} baton_rt_kernel;

// How the runtime's tracker treats one view of a site. Bits:
//   LOOKUP | PUBLISH   full: wait for conflicting earlier tasks, record; a write replaces what it covers. Auto code.
//   PUBLISH            record only; replaces nothing, since nothing proves an order to what was there. Manual code.
//   PUBLISH | ORDERED  record; the explicit list orders it after everything that it covers, so it may replace.
//   LOOKUP             wait, do not record.
//   0                  nothing.
// Lifetime does not depend on these: every storage named by the words is kept until the task has retired.
enum { BATON_RT_LOOKUP = 1, BATON_RT_PUBLISH = 2, BATON_RT_ORDERED = 4 };

#define BATON_RT_DYNAMIC INT64_MIN

// One operand of a site. Words of an operand, from words[first_word] on: a scalar has one word (its bits in the low
// bytes, the others 0); a view has its storage handle and then one word for each DYNAMIC entry of `shape`, in order.
typedef struct baton_rt_operand {
  uint8_t type;     // BATON_RT_VIEW or a scalar
  uint8_t rank;     // of a view
  uint8_t elem;     // of a view
  uint8_t access;   // of a view: READ, WRITE or both
  uint8_t tracking; // of a view
  uint8_t reserved; // 0
  uint16_t first_word;
  const int64_t *shape; // views: offset, sizes[rank], strides[rank], in elements from the storage's `data`
} baton_rt_operand;

// Kinds of sites, the operands they have, and the call they are for.
//   TASK    the kernel's arguments, then (with PREDICATE) the predicate's element    baton_rt_submit*
//   FENCE   none                                                                    baton_rt_fence*
//   WAIT    none                                                                    baton_rt_wait*
//   ACCESS  one view: what the host is about to read or write                       baton_rt_access
//   ALLOC   one view: offset 0, sizes, row-major strides                            baton_rt_alloc
//   IMPORT  one view; only `elem` is read                                           baton_rt_import
enum {
  BATON_RT_SITE_TASK,
  BATON_RT_SITE_FENCE,
  BATON_RT_SITE_WAIT,
  BATON_RT_SITE_ACCESS,
  BATON_RT_SITE_ALLOC,
  BATON_RT_SITE_IMPORT,
  BATON_RT_NUM_SITE_KINDS
};

// Flags of sites. BLOCKS: words[blocks_word] is the number of blocks (int64_t): 0 retires without running, a negative
// one is an error. PREDICATE: operands[num_operands], one past the kernel's, is a view of rank 0 with integer elements
// (READ, with its own tracking), words[value_word] the right-hand side in the same type. Once all waits are over the
// task runs if `element predicate value` holds, else it retires without running. PRIORITY: `priority` counts.
// EARLY: no semantics. DERIVED: some of the waits were added by a pass (for reports).
enum { BATON_RT_BLOCKS = 1, BATON_RT_PREDICATE = 2, BATON_RT_PRIORITY = 4, BATON_RT_EARLY = 8, BATON_RT_DERIVED = 16 };

// Predicates: the numbers of arith.cmpi.
enum {
  BATON_RT_EQ,
  BATON_RT_NE,
  BATON_RT_SLT,
  BATON_RT_SLE,
  BATON_RT_SGT,
  BATON_RT_SGE,
  BATON_RT_ULT,
  BATON_RT_ULE,
  BATON_RT_UGT,
  BATON_RT_UGE,
  BATON_RT_NUM_PREDICATES
};

typedef struct baton_rt_site baton_rt_site;

// What a kernel's invoke function gets besides the words. Valid during the call.
typedef struct baton_rt_call {
  uint32_t size;
  uint32_t block;      // 0 to num_blocks - 1
  uint32_t num_blocks; // 1 without a grid
  uint32_t worker;     // 0 to the number of workers - 1
  const baton_rt_site *site;
  baton_task task;
  void (*address)(void); // the kernel: `address` of the table, or what `symbol` was resolved to
} baton_rt_call;

// One place in the program that calls the runtime.
struct baton_rt_site {
  uint32_t size;
  uint8_t kind;
  uint8_t predicate; // with PREDICATE
  uint16_t flags;
  uint16_t num_operands; // the predicate's element not counted
  uint16_t num_words;    // all words that a submit reads
  uint16_t blocks_word;  // with BLOCKS
  uint16_t value_word;   // with PREDICATE
  uint32_t kernel;       // TASK: index of the module's kernels
  uint32_t loc;
  int32_t priority; // with PRIORITY: larger is sooner
  uint32_t reserved;
  const baton_rt_operand *operands;
  // Generated: unpacks the words and calls the kernel (call->address, or the symbol itself). Runs on worker threads,
  // for one task at once on several if it has blocks. Returns the kernel's status, 0 for a kernel without one. A view's
  // address is ((baton_rt_storage *)word)->data plus offset times the element's bytes. Null: the runtime makes the
  // call.
  int32_t (*invoke)(const uint64_t *words, const baton_rt_call *call);
};

typedef struct baton_rt_module {
  uint32_t size;
  uint32_t abi_minor; // the minor this was written for
  uint64_t needs;     // feature bits that the code cannot do without
  const char *name;
  const char *const *strings;
  const baton_rt_loc *locs;
  const baton_rt_kernel *kernels;
  const baton_rt_site *sites;
  uint32_t num_strings;
  uint32_t num_locs;
  uint32_t num_kernels;
  uint32_t num_sites;
} baton_rt_module;

// Statuses. --------------------------------------------------------------------------------------------------------

enum {
  BATON_RT_OK,
  BATON_RT_NO_MEMORY,
  BATON_RT_BAD_ID,
  BATON_RT_BAD_ARGUMENT,
  BATON_RT_NO_KERNEL,
  BATON_RT_BAD_SIGNATURE,
  BATON_RT_KERNEL_FAILED,
  BATON_RT_KERNEL_CRASHED,
  BATON_RT_TIMEOUT,
  BATON_RT_STUCK,
  BATON_RT_CANCELLED,
  BATON_RT_VERSION,
  BATON_RT_UNSUPPORTED,
  BATON_RT_NUM_STATUS
};

// Faults that generated code finds itself and reports with baton_rt_fail; all have the status BATON_RT_BAD_ARGUMENT.
enum {
  BATON_RT_FAULT_STEP = 64, // loop step a is not positive
  BATON_RT_FAULT_INDEX,     // index a is out of range for size b
  BATON_RT_FAULT_SLICE,     // a slice that ends (or begins) at a is out of range for size b
  BATON_RT_FAULT_SIZE,      // size or count a is negative
  BATON_RT_FAULT_COUNT,     // a tasks where the type says b
  BATON_RT_FAULT_SHAPE,     // size, stride or offset a where the type says b
  BATON_RT_FAULT_DIVISION,  // a divided by b, which is zero or overflows
  BATON_RT_FAULT_END
};

// The first error of a run. `text` is a complete message of one or more lines without a final line break:
// `file:line:col: error: ...` where the location is known, then notes for the call sites it was inlined into.
typedef struct baton_rt_error {
  uint32_t size;
  int32_t status;
  int32_t detail; // KERNEL_FAILED: what the kernel returned
  uint32_t site;  // index of the module's sites, UINT32_MAX: none
  uint32_t loc;   // index of the module's locations, 0: unknown
  uint32_t reserved;
  baton_task task;               // 0: none
  const baton_rt_module *module; // null: none
  const char *kernel;            // name, null: none
  const char *text;
} baton_rt_error;

// Entering and leaving. ----------------------------------------------------------------------------------------------

// A frame: the caller's storage, usually in the stack of an entry function. `sites[k]` is the runtime's own record of
// the module's site k, which the calls below take. All that is allocated between enter and leave belongs to the frame.
// Frames nest; the outermost one is the run.
typedef struct baton_rt_frame {
  uint32_t size;
  uint32_t reserved;
  const void *const *sites;
  uint64_t mark[4]; // the runtime's
} baton_rt_frame;

// Compares versions and features, resolves the kernels that sites use (all missing symbols are named before anything
// runs), prepares calls, and fills `frame`. An outermost enter begins a run: an earlier run's error is forgotten, its
// ids are invalid. Entering with a module seen before is a look-up. Not 0: a status; then there is nothing to leave.
BATON_RT_EXPORT int32_t baton_rt_enter(baton_rt *, const baton_rt_module *, baton_rt_frame *);

// Waits for all tasks, frees the frame's arrays and storage, returns the status of the run. To be called once after
// each successful enter, also after a failure, innermost frame first.
BATON_RT_EXPORT int32_t baton_rt_leave(baton_rt *, baton_rt_frame *);

// Before a module's tables or code go away: waits for all tasks and drops what is kept of the module. Outside of runs.
BATON_RT_EXPORT int32_t baton_rt_forget(baton_rt *, const baton_rt_module *);

// Records an error of generated code as the run's if it is the first. `code`: a fault or a status. `loc`: of the module
// of the innermost frame. Returns the run's status, never 0. The caller leaves.
BATON_RT_EXPORT int32_t baton_rt_fail(baton_rt *, int32_t code, uint32_t loc, int64_t a, int64_t b);

// The run's status: 0, or that of its first error. Any thread.
BATON_RT_EXPORT int32_t baton_rt_status(const baton_rt *);

// The first error of the current or last run; null if there is none. Valid until the next outermost enter or destroy.
// Any thread.
BATON_RT_EXPORT const baton_rt_error *baton_rt_last_error(const baton_rt *);

// Fails the current run with BATON_RT_CANCELLED: no further task begins. Any thread.
BATON_RT_EXPORT void baton_rt_cancel(baton_rt *, const char *why);

// Tasks. -------------------------------------------------------------------------------------------------------------

// Submit one task of a TASK site that waits for the given tasks. The list is read during the call. Returns the id, or 0
// if the run has failed. May block while the window of unfinished tasks is full. Three shapes because callers have
// three: one id in a register (0: no wait), one array, several arrays.
BATON_RT_EXPORT baton_task baton_rt_submit1(baton_rt *, const void *site, const uint64_t *words, baton_task wait);
BATON_RT_EXPORT baton_task baton_rt_submit(baton_rt *, const void *site, const uint64_t *words, const baton_task *ids,
                                           uint64_t num_ids);
BATON_RT_EXPORT baton_task baton_rt_submit_spans(baton_rt *, const void *site, const uint64_t *words,
                                                 const baton_span *spans, uint64_t num_spans);

// A task without a kernel. Always a valid id, complete at once if there is nothing to wait for; 0 only on failure.
BATON_RT_EXPORT baton_task baton_rt_fence(baton_rt *, const void *site, const baton_task *ids, uint64_t num_ids);
BATON_RT_EXPORT baton_task baton_rt_fence_spans(baton_rt *, const void *site, const baton_span *spans,
                                                uint64_t num_spans);

// Block the host until the tasks have retired. The run's status.
BATON_RT_EXPORT int32_t baton_rt_wait(baton_rt *, const void *site, const baton_task *ids, uint64_t num_ids);
BATON_RT_EXPORT int32_t baton_rt_wait_spans(baton_rt *, const void *site, const baton_span *spans, uint64_t num_spans);

// Block the host until the tasks that conflict with the view of an ACCESS site have retired, as far as the tracker
// knows of them: before a host read those that write, before a host write those that read or write. The run's status.
BATON_RT_EXPORT int32_t baton_rt_access(baton_rt *, const void *site, const uint64_t *words);

// Storage. -----------------------------------------------------------------------------------------------------------

// A buffer. The handle is what views carry in their first word. Generated code may read these two fields; the rest is
// the runtime's. `data` never changes while the handle is valid.
typedef struct baton_rt_storage {
  void *data;
  uint64_t bytes;
} baton_rt_storage;

// A new buffer for the shape of an ALLOC site, `sizes` giving its DYNAMIC sizes in order (may be null if there are
// none). The contents are undefined, the address is a multiple of 64, the host holds one reference. Null if the run has
// failed. Over the memory limit it first waits for releases in flight.
BATON_RT_EXPORT baton_rt_storage *baton_rt_alloc(baton_rt *, const void *site, const int64_t *sizes);

// The host's references to a buffer, counted by the host thread alone. The last release frees the buffer as soon as no
// task that has it among its words is unfinished. No view of it may be submitted or accessed after that. Null and
// imported handles: nothing. What is never released is freed by the frame's leave.
BATON_RT_EXPORT void baton_rt_retain(baton_rt *, baton_rt_storage *);
BATON_RT_EXPORT void baton_rt_release(baton_rt *, baton_rt_storage *);

// A handle for memory from outside, which stays the caller's and must stay in place until the frame is left. `bytes` is
// the extent from `data` on that views of it may touch (0 is allowed). The address of `data` is that of the handle plus
// *out_byte_offset, a multiple of the element's size. Conflicts are found by address whatever the handles: ranges that
// overlap are tracked together, and memory inside a buffer of this runtime is tracked with it.
BATON_RT_EXPORT int32_t baton_rt_import(baton_rt *, void *data, uint64_t bytes, const void *site,
                                        baton_rt_storage **out_storage, int64_t *out_byte_offset);

// A zeroed array of ids, for arrays that are large or of dynamic size; never null for 0 ids, null if the run has
// failed. It belongs to the frame; free returns it earlier (null: nothing).
BATON_RT_EXPORT baton_task *baton_rt_ids(baton_rt *, uint64_t num_ids);
BATON_RT_EXPORT void baton_rt_ids_free(baton_rt *, baton_task *);

// Capabilities. ------------------------------------------------------------------------------------------------------

// Features. Those that only help (PRIORITY, EARLY, LIST_*) never stand in a module's `needs`.
#define BATON_RT_FEATURE_EXACT_TRACKING (UINT64_C(1) << 0)
#define BATON_RT_FEATURE_GRID           (UINT64_C(1) << 1)
#define BATON_RT_FEATURE_PREDICATE      (UINT64_C(1) << 2)
#define BATON_RT_FEATURE_PRIORITY       (UINT64_C(1) << 3)
#define BATON_RT_FEATURE_EARLY          (UINT64_C(1) << 4)
#define BATON_RT_FEATURE_HOST_ACCESS    (UINT64_C(1) << 5)
#define BATON_RT_FEATURE_DLPACK         (UINT64_C(1) << 6)
#define BATON_RT_FEATURE_CANCEL         (UINT64_C(1) << 7)
#define BATON_RT_FEATURE_LIST_RUNS      (UINT64_C(1) << 8) // neighbouring ids cost less
#define BATON_RT_FEATURE_LIST_SHARING   (UINT64_C(1) << 9) // equal lists share one internal fence
#define BATON_RT_FEATURE_DISTRIBUTED    (UINT64_C(1) << 10)
#define BATON_RT_FEATURE_DATA_TOKENS    (UINT64_C(1) << 11)

typedef struct baton_rt_caps {
  uint32_t size; // set by the caller
  uint32_t abi_minor;
  uint64_t features;
  uint32_t max_waits, max_operands, max_blocks; // 0: no limit
  uint32_t num_kinds;                           // 0: every worker runs every kind
  uint64_t window;                              // unfinished tasks before a submit blocks
  const char *const *kinds;                     // num_kinds; the runtime's
  const uint32_t *workers;                      // per kind; the runtime's
  uint32_t num_workers;
  uint32_t ns_task, ns_wait, ns_wait_neighbour, ns_fence, ns_hop; // rough costs, for models
} baton_rt_caps;

BATON_RT_EXPORT void baton_rt_get_caps(const baton_rt *, baton_rt_caps *out_caps);

// Layout. ------------------------------------------------------------------------------------------------------------

#ifndef __cplusplus
_Static_assert(sizeof(void *) == 8, "64-bit targets only");
_Static_assert(sizeof(baton_span) == 16 && offsetof(baton_span, num_ids) == 8, "baton_span");
_Static_assert(sizeof(baton_rt_loc) == 16 && sizeof(baton_rt_param) == 4, "baton_rt_loc, baton_rt_param");
_Static_assert(offsetof(baton_rt_kernel, num_params) == 6 && offsetof(baton_rt_kernel, name) == 8 &&
                   offsetof(baton_rt_kernel, symbol) == 16 && offsetof(baton_rt_kernel, core) == 24 &&
                   offsetof(baton_rt_kernel, params) == 32 && offsetof(baton_rt_kernel, address) == 40 &&
                   offsetof(baton_rt_kernel, loc) == 48 && sizeof(baton_rt_kernel) == 56,
               "baton_rt_kernel");
_Static_assert(offsetof(baton_rt_operand, first_word) == 6 && offsetof(baton_rt_operand, shape) == 8 &&
                   sizeof(baton_rt_operand) == 16,
               "baton_rt_operand");
_Static_assert(offsetof(baton_rt_site, kind) == 4 && offsetof(baton_rt_site, flags) == 6 &&
                   offsetof(baton_rt_site, num_operands) == 8 && offsetof(baton_rt_site, num_words) == 10 &&
                   offsetof(baton_rt_site, blocks_word) == 12 && offsetof(baton_rt_site, value_word) == 14 &&
                   offsetof(baton_rt_site, kernel) == 16 && offsetof(baton_rt_site, loc) == 20 &&
                   offsetof(baton_rt_site, priority) == 24 && offsetof(baton_rt_site, operands) == 32 &&
                   offsetof(baton_rt_site, invoke) == 40 && sizeof(baton_rt_site) == 48,
               "baton_rt_site");
_Static_assert(offsetof(baton_rt_module, needs) == 8 && offsetof(baton_rt_module, name) == 16 &&
                   offsetof(baton_rt_module, strings) == 24 && offsetof(baton_rt_module, locs) == 32 &&
                   offsetof(baton_rt_module, kernels) == 40 && offsetof(baton_rt_module, sites) == 48 &&
                   offsetof(baton_rt_module, num_strings) == 56 && sizeof(baton_rt_module) == 72,
               "baton_rt_module");
_Static_assert(offsetof(baton_rt_frame, sites) == 8 && sizeof(baton_rt_frame) == 48, "baton_rt_frame");
_Static_assert(offsetof(baton_rt_call, block) == 4 && offsetof(baton_rt_call, num_blocks) == 8 &&
                   offsetof(baton_rt_call, worker) == 12 && offsetof(baton_rt_call, site) == 16 &&
                   offsetof(baton_rt_call, task) == 24 && offsetof(baton_rt_call, address) == 32 &&
                   sizeof(baton_rt_call) == 40,
               "baton_rt_call");
_Static_assert(sizeof(baton_rt_storage) == 16 && offsetof(baton_rt_storage, bytes) == 8, "baton_rt_storage");
#endif

#ifdef __cplusplus
}
#endif

#endif
