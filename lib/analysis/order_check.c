// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole modules: all entries under all valuations, and what is said about them.
#include "analysis/order_impl.h"

#include "dialect/func.h"
#include "ir/symbol.h"

#include <inttypes.h>

enum { DEFAULT_SUBMITS = 250000, SMALL_SUBMITS = 4096, DEFAULT_VALUATIONS = 12, MAX_REPORTED = 3 };

typedef struct instance {
  baton_str entry;
  uint32_t valuation;
  baton_expansion *expansion;
  baton_order_graph *graph; // as written
  baton_order_graph *most;  // what may be ordered; NULL: the same
} instance;

struct baton_order_snapshot {
  BATON_VEC(instance) instances; // by entry, then by valuation; only the first one where they are all the same
};

// ---- expanding --------------------------------------------------------------------------------------------------

static bool is_entry(const baton_op *op, baton_str wanted) {
  if (!baton_op_is(op, BATON_OP_FUNC_FUNC) || !op->regions[0].first)
    return false;
  const baton_attr *visibility = baton_func_func_sym_visibility(op);
  return wanted.size ? baton_str_equal(baton_symbol_name(op), wanted)
                     : !visibility || baton_attr_is_string(visibility, "public");
}

static void instance_deinit(instance *i) {
  baton_order_graph_destroy(i->graph);
  baton_order_graph_destroy(i->most);
  baton_expansion_destroy(i->expansion);
}

// What an expansion that ends early means for the user, where its values have been chosen by him or are the only ones.
static bool judge_end(const baton_op *func, const baton_order_settings *settings, const baton_expansion *x) {
  baton_position position;
  baton_diag *diag = baton_context_diag(baton_op_context(func));
  baton_str reason = baton_expansion_reason(x, &position), name = baton_symbol_name(func), bind = settings->bind;
  const char *with = bind.size ? " with " : "";
  if (x->status == BATON_EXPANSION_CUT) {
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, position, "@%.*s is too large to check%s%.*s: %.*s (after %u submits)",
                    BATON_STR_ARG(name), with, BATON_STR_ARG(bind), BATON_STR_ARG(reason), x->num_submits);
    return false;
  }
  if (x->status == BATON_EXPANSION_STOPPED && settings->warns)
    baton_diag_emit(diag, BATON_SEVERITY_WARNING, position,
                    "the run of @%.*s%s%.*s ends here with an error, and nothing behind is checked: %.*s",
                    BATON_STR_ARG(name), with, BATON_STR_ARG(bind), BATON_STR_ARG(reason));
  return true;
}

// An expansion with few submits; with more, where that is all there is to see.
static baton_expansion *expand(const baton_module *module, const baton_op *func, const baton_order_settings *settings,
                               uint32_t valuation) {
  baton_expansion_options options = {settings->bind, valuation, settings->max_submits};
  bool is_bound = settings->bind.size != 0;
  if (!options.max_submits)
    options.max_submits = is_bound ? DEFAULT_SUBMITS : SMALL_SUBMITS;
  baton_expansion *x = baton_expansion_create(module, func, &options);
  if (x && x->status == BATON_EXPANSION_CUT && !is_bound && !x->used_valuation && !settings->max_submits) {
    baton_expansion_destroy(x);
    options.max_submits = DEFAULT_SUBMITS;
    x = baton_expansion_create(module, func, &options);
  }
  if (x && (is_bound || !x->used_valuation) && !judge_end(func, settings, x)) {
    baton_expansion_destroy(x);
    x = NULL;
  }
  return x;
}

static bool instance_init(instance *i, const baton_module *module, const baton_op *func,
                          const baton_order_settings *settings, uint32_t valuation) {
  *i = (instance){.entry = baton_symbol_name(func), .valuation = valuation};
  i->expansion = expand(module, func, settings, valuation);
  if (!i->expansion)
    return false;
  i->graph = baton_order_graph_create(i->expansion, BATON_ORDER_ACTUAL, false);
  if (i->expansion->has_empty)
    i->most = baton_order_graph_create(i->expansion, BATON_ORDER_ACTUAL, true);
  bool is_good = i->graph && (i->most || !i->expansion->has_empty);
  return is_good || baton_op_error(func, "divides its buffers too finely to check the order of tasks");
}

static bool add_entry(baton_order_snapshot *snapshot, const baton_module *module, const baton_op *func,
                      const baton_order_settings *settings) {
  uint32_t num_valuations = settings->num_valuations ? settings->num_valuations : (uint32_t)DEFAULT_VALUATIONS;
  bool is_any_whole = false;
  for (uint32_t v = 0; v < num_valuations; v++) {
    instance i;
    bool is_good = instance_init(&i, module, func, settings, v);
    baton_vec_push(&snapshot->instances, i);
    if (!is_good)
      return false;
    is_any_whole = is_any_whole || i.expansion->status != BATON_EXPANSION_CUT;
    if (!i.expansion->used_valuation)
      break;
  }
  if (!is_any_whole && settings->warns)
    baton_op_warning(func,
                     "is checked in part only: it submits more tasks than the limit for all values that are tried");
  return true;
}

baton_order_snapshot *baton_order_snapshot_create(const baton_module *module, const baton_order_settings *settings) {
  baton_order_snapshot *snapshot = baton_mem_zeroed(1, sizeof *snapshot);
  bool is_good = true, is_any = false;
  for (const baton_op *op = baton_module_body(module)->first; op && is_good; op = op->next) {
    if (!is_entry(op, settings->entry))
      continue;
    is_any = true;
    is_good = add_entry(snapshot, module, op, settings);
  }
  if (!is_any && settings->entry.size)
    is_good = baton_op_error(module->op, "has no function @%.*s with a body", BATON_STR_ARG(settings->entry));
  if (is_good)
    return snapshot;
  baton_order_snapshot_destroy(snapshot);
  return NULL;
}

void baton_order_snapshot_destroy(baton_order_snapshot *snapshot) {
  if (!snapshot)
    return;
  for (size_t k = 0; k < snapshot->instances.size; k++)
    instance_deinit(&snapshot->instances.data[k]);
  baton_vec_deinit(&snapshot->instances);
  baton_mem_free(snapshot);
}

// ---- messages ---------------------------------------------------------------------------------------------------

static void note_values(baton_diag *diag, const instance *i) {
  baton_str values = i->expansion->values;
  baton_diag_emit(diag, BATON_SEVERITY_NOTE, (baton_position){0}, "in a run of @%.*s%s%.*s", BATON_STR_ARG(i->entry),
                  values.size ? " with " : "", BATON_STR_ARG(values));
}

static void note_path(baton_diag *diag, const baton_order_graph *graph, uint32_t earlier, uint32_t later,
                      const char *when) {
  baton_strbuf text = {0};
  if (baton_order_path(graph, earlier, later, &text))
    baton_diag_emit(diag, BATON_SEVERITY_NOTE, (baton_position){0}, "%s: %s", when, text.data);
  baton_strbuf_deinit(&text);
}

static void note_earlier(baton_diag *diag, const baton_expansion *x, uint32_t node) {
  baton_diag_emit(diag, BATON_SEVERITY_NOTE, baton_order_position(x, node), "the earlier one is here");
}

static void report_difference(baton_diag *diag, const instance *before, const instance *after,
                              const baton_order_difference *d, baton_str pass) {
  baton_strbuf earlier = {0}, later = {0};
  int side = d->is_lost ? 0 : 1; // the graph that has the order
  const instance *has = d->is_lost ? before : after;
  baton_order_describe(after->expansion, d->earlier[1], &earlier);
  baton_order_describe(after->expansion, d->later[1], &later);
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, baton_order_position(after->expansion, d->later[1]),
                  "pass '%.*s' %s: %s %s after %s", BATON_STR_ARG(pass),
                  d->is_lost ? "loses an order" : "adds an order", later.data,
                  d->is_lost ? "no longer comes" : "now comes", earlier.data);
  note_earlier(diag, after->expansion, d->earlier[1]);
  note_path(diag, has->graph, d->earlier[side], d->later[side], d->is_lost ? "before" : "now");
  note_values(diag, after);
  baton_strbuf_deinit(&earlier);
  baton_strbuf_deinit(&later);
}

static void report_mismatch(baton_diag *diag, const instance *before, const instance *after,
                            const baton_order_result *result, baton_str pass) {
  baton_strbuf old = {0}, new = {0};
  baton_order_describe(before->expansion, result->mismatch[0], &old);
  baton_order_describe(after->expansion, result->mismatch[1], &new);
  bool is_early = result->mismatch[1] >= after->expansion->num_nodes;
  baton_position position = is_early ? baton_order_position(before->expansion, result->mismatch[0])
                                     : baton_order_position(after->expansion, result->mismatch[1]);
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, position, "pass '%.*s' changes what is submitted: %s becomes %s%s",
                  BATON_STR_ARG(pass), old.data, new.data,
                  baton_str_equal(baton_strbuf_view(&old), baton_strbuf_view(&new)) ? " with other arguments" : "");
  if (after->expansion->reason.size && is_early)
    baton_diag_emit(diag, BATON_SEVERITY_NOTE, after->expansion->reason_position, "it ends here: %.*s",
                    BATON_STR_ARG(after->expansion->reason));
  note_values(diag, after);
  baton_strbuf_deinit(&old);
  baton_strbuf_deinit(&new);
}

static void report_size(baton_diag *diag, const instance *i) {
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0},
                  "the order of the tasks of @%.*s is too large to compare: too many of them are in use at once",
                  BATON_STR_ARG(i->entry));
}

// ---- before and after -------------------------------------------------------------------------------------------

// Takes differences of one kind out of a result.
static void keep_kind(baton_order_result *result, bool wants_lost) {
  uint32_t num = 0;
  for (uint32_t k = 0; k < result->num_differences; k++)
    if (result->differences[k].is_lost == wants_lost)
      result->differences[num++] = result->differences[k];
  result->num_differences = num;
  *(wants_lost ? &result->num_added : &result->num_lost) = 0;
  result->is_equal = !result->has_mismatch && !result->is_too_large && result->num_lost + result->num_added == 0;
}

// What is lost from the one, or else added to what may be ordered in it.
static void compare_graphs(const instance *before, const instance *after, baton_order_result *out) {
  baton_order_compare(before->graph, after->graph, out);
  if (!before->most)
    return;
  keep_kind(out, true);
  if (!out->is_equal)
    return;
  baton_order_compare(before->most, after->graph, out);
  keep_kind(out, false);
}

static bool compare_instances(baton_diag *diag, const instance *before, const instance *after, baton_str pass) {
  baton_order_result result;
  compare_graphs(before, after, &result);
  if (result.is_equal)
    return true;
  if (result.is_too_large)
    report_size(diag, after);
  else if (result.num_differences == 0)
    report_mismatch(diag, before, after, &result, pass);
  for (uint32_t k = 0; k < result.num_differences && k < MAX_REPORTED && !result.is_too_large; k++)
    report_difference(diag, before, after, &result.differences[k], pass);
  return false;
}

// The instance of an entry under a valuation, or the one that stands for all.
static const instance *find_instance(const baton_order_snapshot *snapshot, baton_str entry, uint32_t valuation) {
  const instance *found = NULL;
  for (size_t k = 0; k < snapshot->instances.size; k++) {
    const instance *i = &snapshot->instances.data[k];
    if (baton_str_equal(i->entry, entry) && (i->valuation == 0 || i->valuation == valuation))
      found = i;
  }
  return found;
}

// Each instance of one snapshot with its partner in the other. Reports one of each entry.
static bool compare_all(baton_diag *diag, const baton_order_snapshot *from, const baton_order_snapshot *to,
                        bool is_forward, baton_str pass) {
  bool is_good = true;
  baton_str failed = {0};
  for (size_t k = 0; k < from->instances.size; k++) {
    const instance *i = &from->instances.data[k], *partner = find_instance(to, i->entry, i->valuation);
    if ((failed.data && baton_str_equal(failed, i->entry)) ||
        (!is_forward && partner && partner->valuation == i->valuation))
      continue;
    if (!partner)
      baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0}, "pass '%.*s' %s the entry @%.*s",
                      BATON_STR_ARG(pass), is_forward ? "removes" : "adds", BATON_STR_ARG(i->entry));
    if (!partner || !compare_instances(diag, is_forward ? i : partner, is_forward ? partner : i, pass)) {
      is_good = false;
      failed = i->entry;
    }
  }
  return is_good;
}

bool baton_order_snapshot_compare(const baton_module *module, const baton_order_snapshot *before,
                                  const baton_order_snapshot *after, baton_str pass) {
  baton_diag *diag = baton_context_diag(module->context);
  return compare_all(diag, before, after, true, pass) && compare_all(diag, after, before, false, pass);
}

// ---- hazards ----------------------------------------------------------------------------------------------------

static void report_hazard(baton_diag *diag, const instance *i, const baton_order_difference *d) {
  const baton_expansion *x = i->expansion;
  baton_strbuf earlier = {0}, later = {0}, element = {0};
  baton_order_describe(x, d->earlier[1], &earlier);
  baton_order_describe(x, d->later[1], &later);
  if (baton_order_shared_element(x, d->earlier[1], d->later[1], &element))
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, baton_order_position(x, d->later[1]),
                    "%s is not ordered after %s, though they conflict in %s", later.data, earlier.data, element.data);
  else
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, baton_order_position(x, d->later[1]),
                    "%s is not ordered after %s, though it should be", later.data, earlier.data);
  note_earlier(diag, x, d->earlier[1]);
  note_values(diag, i);
  baton_strbuf_deinit(&earlier);
  baton_strbuf_deinit(&later);
  baton_strbuf_deinit(&element);
}

static void report_excess(baton_diag *diag, const instance *i, const baton_order_difference *d) {
  const baton_expansion *x = i->expansion;
  baton_strbuf earlier = {0}, later = {0};
  baton_order_describe(x, d->earlier[1], &earlier);
  baton_order_describe(x, d->later[1], &later);
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, baton_order_position(x, d->later[1]),
                  "%s is ordered after %s, though no list of the user and no conflict asks for it", later.data,
                  earlier.data);
  note_earlier(diag, x, d->earlier[1]);
  note_path(diag, i->graph, d->earlier[1], d->later[1], "now");
  note_values(diag, i);
  baton_strbuf_deinit(&earlier);
  baton_strbuf_deinit(&later);
}

// Compares what is with what a rule asks for; reports what is lost (or added).
static bool check_rule(baton_diag *diag, const instance *i, baton_order_rule rule, bool wants_lost) {
  baton_order_graph *wanted = baton_order_graph_create(i->expansion, rule, !wants_lost);
  if (!wanted) {
    report_size(diag, i);
    return false;
  }
  baton_order_result result;
  baton_order_compare(wanted, i->graph, &result);
  baton_order_graph_destroy(wanted);
  if (result.is_too_large) {
    report_size(diag, i);
    return false;
  }
  keep_kind(&result, wants_lost);
  for (uint32_t k = 0; k < result.num_differences && k < MAX_REPORTED; k++)
    if (wants_lost)
      report_hazard(diag, i, &result.differences[k]);
    else
      report_excess(diag, i, &result.differences[k]);
  return result.is_equal;
}

bool baton_order_check_hazards(const baton_module *module, const baton_order_settings *settings, bool exact,
                               uint64_t *out_num_submits) {
  baton_diag *diag = baton_context_diag(module->context);
  baton_order_snapshot *snapshot = baton_order_snapshot_create(module, settings);
  *out_num_submits = 0;
  if (!snapshot)
    return false;
  bool is_good = true;
  baton_str failed = {0};
  for (size_t k = 0; k < snapshot->instances.size; k++) {
    const instance *i = &snapshot->instances.data[k];
    *out_num_submits += i->expansion->num_submits;
    if (failed.data && baton_str_equal(failed, i->entry))
      continue;
    if (!check_rule(diag, i, BATON_ORDER_REQUIRED, true) ||
        (exact && !check_rule(diag, i, BATON_ORDER_MINIMAL, false))) {
      is_good = false;
      failed = i->entry;
    }
  }
  baton_order_snapshot_destroy(snapshot);
  return is_good;
}
