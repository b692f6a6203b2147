// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules: checking the tables, resolving kernels and preparing sites when a module is entered for the first time;
// frames.
#include "rt/rt_impl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

const uint32_t baton_rt_abi_1 = BATON_RT_ABI_MINOR;

#define FEATURES                                                                                                       \
  (BATON_RT_FEATURE_EXACT_TRACKING | BATON_RT_FEATURE_GRID | BATON_RT_FEATURE_PREDICATE | BATON_RT_FEATURE_EARLY |     \
   BATON_RT_FEATURE_HOST_ACCESS | BATON_RT_FEATURE_DLPACK | BATON_RT_FEATURE_CANCEL | BATON_RT_FEATURE_LIST_RUNS |     \
   BATON_RT_FEATURE_LIST_SHARING)

// Tables of structs whose stride is the size that their writer knows.
static const baton_rt_kernel *kernel_at(const baton_rt_module *module, uint32_t index) {
  return (const baton_rt_kernel *)(const void *)((const char *)module->kernels + (size_t)index * module->kernels->size);
}

static const baton_rt_site *site_at(const baton_rt_module *module, uint32_t index) {
  return (const baton_rt_site *)(const void *)((const char *)module->sites + (size_t)index * module->sites->size);
}

static const char *text_or(const char *text, const char *otherwise) { return text ? text : otherwise; }

// Checks. -------------------------------------------------------------------------------------------------------------

static int32_t check_versions(baton_rt *rt, const baton_rt_module *module) {
  const baton_blame blame = {.module = module};
  const char *name = text_or(module->name, "?");
  if (module->size < sizeof *module || (module->num_kernels && module->kernels->size < sizeof(baton_rt_kernel)) ||
      (module->num_sites && module->sites->size < sizeof(baton_rt_site)))
    return baton_rt_raise(rt, BATON_RT_VERSION, &(baton_blame){0},
                          "the tables of a module are of no version known here");
  if (module->abi_minor > BATON_RT_ABI_MINOR)
    return baton_rt_raise(rt, BATON_RT_VERSION, &blame,
                          "module '%s' needs runtime interface %u.%u, this runtime has %u.%u", name, BATON_RT_ABI_MAJOR,
                          module->abi_minor, BATON_RT_ABI_MAJOR, BATON_RT_ABI_MINOR);
  uint64_t missing = module->needs & ~FEATURES;
  if (missing)
    return baton_rt_raise(rt, BATON_RT_UNSUPPORTED, &blame,
                          "module '%s' needs features 0x%llx that this runtime does not have (it has 0x%llx)", name,
                          (unsigned long long)missing, (unsigned long long)FEATURES);
  return BATON_RT_OK;
}

// What is wrong with a kernel's signature; null: nothing.
static const char *find_signature_fault(const baton_rt_kernel *kernel) {
  if (kernel->abi != BATON_RT_ABI_BARE && kernel->abi != BATON_RT_ABI_DLPACK)
    return "its calling convention is unknown";
  if (kernel->result != BATON_RT_VOID && kernel->result != BATON_RT_I32)
    return "its result must be nothing or an i32 status";
  if (kernel->num_params > BATON_MAX_OPERANDS)
    return "it has more than 1024 parameters";
  for (uint32_t i = 0; i < kernel->num_params; i++) {
    const baton_rt_param *param = &kernel->params[i];
    if (param->type >= BATON_RT_NUM_TYPES)
      return "a parameter's type is unknown";
    if (param->type == BATON_RT_VIEW && !baton_type_bytes(param->elem))
      return "the element type of a parameter is unknown";
  }
  return NULL;
}

static const char *find_operand_fault(const baton_rt_operand *operand, uint32_t num_words) {
  if (operand->type >= BATON_RT_NUM_TYPES)
    return "the type of an operand is unknown";
  uint32_t end = operand->first_word + 1u;
  if (operand->type == BATON_RT_VIEW) {
    if (!baton_type_bytes(operand->elem) || !operand->shape)
      return "a view has no element type or no shape";
    for (uint32_t i = 0; i < 2u * operand->rank + 1; i++)
      end += operand->shape[i] == BATON_RT_DYNAMIC;
  }
  return end > num_words ? "the words of an operand lie beyond the site's" : NULL;
}

static const char *find_task_fault(const baton_rt_module *module, const baton_rt_site *site) {
  if (site->kernel >= module->num_kernels)
    return "there is no such kernel";
  const baton_rt_kernel *kernel = kernel_at(module, site->kernel);
  if (site->num_operands != kernel->num_params)
    return "it has another number of operands than the kernel has parameters";
  for (uint32_t i = 0; i < site->num_operands; i++) {
    const baton_rt_operand *operand = &site->operands[i];
    const baton_rt_param *param = &kernel->params[i];
    if (operand->type != param->type ||
        (operand->type == BATON_RT_VIEW && (operand->elem != param->elem || operand->rank != param->rank)))
      return "the type of an operand is not that of the kernel's parameter";
  }
  if ((site->flags & BATON_RT_BLOCKS) && site->blocks_word >= site->num_words)
    return "the word of the number of blocks lies beyond the site's";
  if (!(site->flags & BATON_RT_PREDICATE))
    return NULL;
  const baton_rt_operand *element = &site->operands[site->num_operands];
  if (site->value_word >= site->num_words)
    return "the word of the predicate's value lies beyond the site's";
  if (site->predicate >= BATON_RT_NUM_PREDICATES)
    return "the predicate is unknown";
  if (element->type != BATON_RT_VIEW || element->rank != 0 || element->elem == BATON_RT_F16 ||
      element->elem == BATON_RT_BF16 || element->elem == BATON_RT_F32 || element->elem == BATON_RT_F64)
    return "the predicate's element is not one integer";
  return NULL;
}

static const char *find_site_fault(const baton_rt_module *module, const baton_rt_site *site) {
  uint32_t num_operands = site->num_operands;
  if (site->kind >= BATON_RT_NUM_SITE_KINDS)
    return "its kind is unknown";
  if (site->kind == BATON_RT_SITE_TASK && (site->flags & BATON_RT_PREDICATE))
    num_operands++;
  for (uint32_t i = 0; i < num_operands; i++) {
    // The words of an alloc or import are not passed.
    bool has_words = site->kind == BATON_RT_SITE_TASK || site->kind == BATON_RT_SITE_ACCESS;
    const char *fault = find_operand_fault(&site->operands[i], has_words ? site->num_words : UINT32_MAX);
    if (fault)
      return fault;
  }
  if (site->kind == BATON_RT_SITE_TASK)
    return find_task_fault(module, site);
  if ((site->kind == BATON_RT_SITE_ACCESS || site->kind == BATON_RT_SITE_ALLOC) &&
      (num_operands != 1 || site->operands->type != BATON_RT_VIEW))
    return "it needs one view";
  return NULL;
}

// Kernels. ------------------------------------------------------------------------------------------------------------

static bool find_class(const baton_rt *rt, const char *core, uint32_t *out_index) {
  *out_index = 0;
  if (!rt->kind_names)
    return true;
  for (uint32_t i = 0; i < rt->num_classes; i++)
    if (strcmp(rt->kind_names[i], text_or(core, "cpu")) == 0) {
      *out_index = i;
      return true;
    }
  return false;
}

static int32_t prepare_kernel(baton_rt *rt, const baton_rt_module *module, baton_kernel *prepared) {
  const baton_rt_kernel *kernel = prepared->kernel;
  const baton_blame blame = {.module = module, .loc = kernel->loc};
  const char *name = text_or(kernel->name, "?");
  const char *fault = find_signature_fault(kernel);
  if (!fault && !prepared->is_prepared)
    prepared->is_prepared = baton_call_prepare(prepared, &fault);
  if (fault)
    return baton_rt_raise(rt, BATON_RT_BAD_SIGNATURE, &blame, "kernel '%s' cannot be called: %s", name, fault);
  if (!find_class(rt, kernel->core, &prepared->class_index))
    return baton_rt_raise(rt, BATON_RT_NO_KERNEL, &blame, "kernel '%s' needs a worker of kind '%s', and there is none",
                          name, text_or(kernel->core, "cpu"));
  return BATON_RT_OK;
}

static void (*default_resolve(const char *symbol))(void) {
  // POSIX lets an object pointer hold a function's address; C does not, so the bits are copied.
  void *object = dlsym(RTLD_DEFAULT, symbol);
  void (*function)(void) = NULL;
  memcpy(&function, &object, sizeof function);
  return function;
}

static bool resolve_kernel(baton_rt *rt, baton_kernel *kernel) {
  const char *symbol = text_or(kernel->kernel->symbol, kernel->kernel->name);
  kernel->address = kernel->kernel->address;
  if (!kernel->address && symbol)
    kernel->address = rt->resolve ? rt->resolve(rt->resolve_user, symbol) : default_resolve(symbol);
  return kernel->address != NULL;
}

// One line for each missing kernel, but for the first one without its place.
static int32_t raise_missing(baton_rt *rt, const baton_module *prepared, uint32_t first) {
  const baton_rt_module *module = prepared->module;
  const size_t bytes = sizeof rt->error_text - 512;
  char *text = baton_mem_get(rt, bytes);
  if (!text)
    return baton_rt_raise_memory(rt, NULL);
  size_t used = 0;
  for (uint32_t i = first; i < module->num_kernels; i++) {
    const baton_rt_kernel *kernel = prepared->kernels[i].kernel;
    char place[256] = "";
    if (!prepared->kernels[i].is_used || prepared->kernels[i].address)
      continue;
    if (i != first)
      baton_loc_print(module, kernel->loc, place, sizeof place);
    int num = snprintf(text + used, bytes - used, "%s%s%skernel '%s': symbol '%s' is not defined",
                       i == first ? "" : "\n", place, i == first ? "" : "error: ", text_or(kernel->name, "?"),
                       text_or(kernel->symbol, text_or(kernel->name, "?")));
    if (num < 0 || (size_t)num >= bytes - used) { // hundreds of them
      text[used] = '\0';
      break;
    }
    used += (size_t)num;
  }
  const baton_blame blame = {.module = module, .loc = prepared->kernels[first].kernel->loc};
  int32_t status = baton_rt_raise(rt, BATON_RT_NO_KERNEL, &blame, "%s", text);
  baton_mem_put(rt, text);
  return status;
}

// All kernels that sites use, or one error that names every missing one.
static int32_t resolve_kernels(baton_rt *rt, baton_module *prepared) {
  uint32_t first_missing = UINT32_MAX;
  for (uint32_t i = prepared->module->num_kernels; i-- > 0;)
    if (prepared->kernels[i].is_used && !resolve_kernel(rt, &prepared->kernels[i]))
      first_missing = i;
  return first_missing == UINT32_MAX ? BATON_RT_OK : raise_missing(rt, prepared, first_missing);
}

// Preparing. ----------------------------------------------------------------------------------------------------------

static void destroy_module(baton_rt *rt, baton_module *prepared) {
  baton_mem_put(rt, prepared->plans);
  baton_mem_put(rt, (void *)prepared->sites);
  baton_mem_put(rt, prepared->kernels);
  baton_mem_put(rt, prepared->views);
  baton_mem_put(rt, prepared->types);
  baton_mem_put(rt, prepared);
}

static void count_tables(const baton_rt_module *module, size_t *out_views, size_t *out_types) {
  *out_views = *out_types = 0;
  for (uint32_t i = 0; i < module->num_sites; i++)
    *out_views += site_at(module, i)->num_operands + 1u;
  for (uint32_t i = 0; i < module->num_kernels; i++)
    *out_types += kernel_at(module, i)->num_params + 2u;
}

static baton_module *create_module(baton_rt *rt, const baton_rt_module *module) {
  baton_module *prepared = baton_mem_get_array(rt, 1, sizeof *prepared);
  if (!prepared)
    return NULL;
  size_t num_views, num_types;
  count_tables(module, &num_views, &num_types);
  prepared->module = module;
  prepared->plans = baton_mem_get_array(rt, module->num_sites, sizeof *prepared->plans);
  prepared->sites = baton_mem_get_array(rt, module->num_sites, sizeof *prepared->sites);
  prepared->kernels = baton_mem_get_array(rt, module->num_kernels, sizeof *prepared->kernels);
  prepared->views = baton_mem_get_array(rt, num_views, sizeof *prepared->views);
  prepared->types = baton_mem_get_array(rt, num_types, sizeof *prepared->types);
  if (prepared->plans && prepared->sites && prepared->kernels && prepared->views && prepared->types)
    return prepared;
  destroy_module(rt, prepared);
  return NULL;
}

static void prepare_view(baton_view_plan *view, const baton_rt_operand *operand) {
  view->operand = operand;
  view->elem_bytes = baton_type_bytes(operand->elem);
  for (uint32_t i = 1; i < 2u * operand->rank + 1; i++)
    if (operand->shape[i] == BATON_RT_DYNAMIC)
      return;
  int64_t shape[2 * UINT8_MAX + 1];
  memcpy(shape, operand->shape, (2u * operand->rank + 1) * sizeof *shape);
  shape[0] = 0;
  // A region that cannot be made is an error where it is used.
  view->is_static = baton_region_make(0, shape, operand->rank, view->elem_bytes, &view->region);
}

// Returns the number of views used.
static uint32_t prepare_plan(baton_module *prepared, uint32_t index, baton_view_plan *views) {
  const baton_rt_site *site = site_at(prepared->module, index);
  baton_plan *plan = &prepared->plans[index];
  bool is_task = site->kind == BATON_RT_SITE_TASK;
  *plan = (baton_plan){.site = site, .invoke = site->invoke, .module = prepared, .views = views, .index = index};
  uint32_t num_operands = site->num_operands + (is_task && (site->flags & BATON_RT_PREDICATE) ? 1u : 0u);
  plan->num_words = site->num_words;
  for (uint32_t i = 0; i < num_operands; i++)
    if (site->operands[i].type == BATON_RT_VIEW) {
      prepare_view(&views[plan->num_views++], &site->operands[i]);
      plan->has_tracking = plan->has_tracking || site->operands[i].tracking;
    }
  plan->needs_more = plan->num_views || (site->flags & BATON_RT_BLOCKS);
  prepared->sites[index] = plan;
  if (is_task) {
    plan->kernel = &prepared->kernels[site->kernel];
    plan->kernel->is_used = true;
    if (site->flags & BATON_RT_BLOCKS)
      plan->slot_flags |= BATON_SLOT_GRID;
  }
  return plan->num_views;
}

static int32_t prepare_sites(baton_rt *rt, baton_module *prepared) {
  const baton_rt_module *module = prepared->module;
  baton_view_plan *views = prepared->views;
  for (uint32_t i = 0; i < module->num_sites; i++) {
    const baton_rt_site *site = site_at(module, i);
    const char *fault = find_site_fault(module, site);
    if (fault)
      return baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &(baton_blame){.module = module, .loc = site->loc},
                            "site %u of module '%s' is malformed: %s", i, text_or(module->name, "?"), fault);
    views += prepare_plan(prepared, i, views);
  }
  return BATON_RT_OK;
}

static int32_t prepare_kernels(baton_rt *rt, baton_module *prepared) {
  const baton_rt_module *module = prepared->module;
  ffi_type **types = prepared->types;
  for (uint32_t i = 0; i < module->num_kernels; i++) {
    baton_kernel *kernel = &prepared->kernels[i];
    kernel->kernel = kernel_at(module, i);
    kernel->types = types;
    types += kernel->kernel->num_params + 2u;
    int32_t status = prepare_kernel(rt, module, kernel);
    if (status)
      return status;
  }
  return BATON_RT_OK;
}

// Gives all workers scratch for the calls of the module. They must not be in a call meanwhile.
static int32_t provide_scratch(baton_rt *rt, const baton_module *prepared) {
  size_t bytes = rt->scratch_bytes;
  for (uint32_t i = 0; i < prepared->module->num_sites; i++)
    if (prepared->plans[i].kernel && baton_call_scratch_bytes(&prepared->plans[i]) > bytes)
      bytes = baton_call_scratch_bytes(&prepared->plans[i]);
  if (bytes == rt->scratch_bytes)
    return BATON_RT_OK;
  if (!baton_rt_drain(rt))
    return baton_rt_status(rt);
  for (uint32_t i = 0; i < rt->num_workers; i++) {
    unsigned char *scratch = baton_mem_get_aligned(rt, bytes, 64);
    if (!scratch)
      return baton_rt_raise_memory(rt, NULL);
    baton_mem_put(rt, rt->workers[i].scratch);
    rt->workers[i].scratch = scratch;
  }
  rt->scratch_bytes = bytes;
  return BATON_RT_OK;
}

static void finish_plans(baton_module *prepared) {
  for (uint32_t i = 0; i < prepared->module->num_sites; i++)
    if (prepared->plans[i].kernel)
      prepared->plans[i].slot_flags |= prepared->plans[i].kernel->class_index << BATON_SLOT_CLASS_SHIFT;
}

static baton_module *find_module(const baton_rt *rt, const baton_rt_module *module) {
  baton_module *prepared = rt->modules;
  while (prepared && prepared->module != module)
    prepared = prepared->next;
  return prepared;
}

static int32_t prepare_module(baton_rt *rt, const baton_rt_module *module, baton_module **out_prepared) {
  *out_prepared = find_module(rt, module);
  if (*out_prepared)
    return BATON_RT_OK;
  int32_t status = check_versions(rt, module);
  if (status)
    return status;
  baton_module *prepared = create_module(rt, module);
  if (!prepared)
    return baton_rt_raise_memory(rt, NULL);
  status = prepare_kernels(rt, prepared);
  if (!status)
    status = prepare_sites(rt, prepared);
  if (!status)
    status = resolve_kernels(rt, prepared);
  if (!status)
    status = provide_scratch(rt, prepared);
  if (status) {
    destroy_module(rt, prepared);
    return status;
  }
  finish_plans(prepared);
  prepared->next = rt->modules;
  rt->modules = *out_prepared = prepared;
  return BATON_RT_OK;
}

void baton_modules_destroy(baton_rt *rt) {
  for (baton_module *next, *prepared = rt->modules; prepared; prepared = next) {
    next = prepared->next;
    destroy_module(rt, prepared);
  }
  rt->modules = NULL;
}

// Frames. -------------------------------------------------------------------------------------------------------------

static void begin_run(baton_rt *rt) {
  baton_rt_clear_error(rt);
  atomic_store(&rt->is_abandoned, 0); // the kernel has come back after all: all tasks of the last run have retired
  baton_chunks_begin_run(rt);
  rt->stats = (baton_rt_stats){0};
  for (uint32_t i = 0; i < BATON_NUM_COUNTS; i++)
    rt->count_base[i] = baton_count_sum(rt, i);
  for (baton_module *module = rt->modules; module; module = module->next)
    for (uint32_t i = 0; i < module->module->num_kernels; i++)
      module->kernels[i].num_submitted = 0;
  rt->last_list.num = 0;
  rt->last_fence = 0;
  rt->ready_for_fault = 0;
  rt->trace.num = 0;
  rt->start_ns = baton_now_ns();
}

int32_t baton_rt_enter(baton_rt *rt, const baton_rt_module *module, baton_rt_frame *frame) {
  if (rt->is_broken)
    return baton_rt_status(rt);
  if (rt->depth == 0)
    begin_run(rt);
  baton_module *prepared;
  int32_t status = prepare_module(rt, module, &prepared);
  if (status)
    return status;
  frame->sites = (const void *const *)prepared->sites;
  // The innermost frame before this one, to go back to.
  frame->mark[0] = (uint64_t)(uintptr_t)rt->frame_module;
  rt->frame_module = prepared;
  rt->depth++;
  return BATON_RT_OK;
}

int32_t baton_rt_leave(baton_rt *rt, baton_rt_frame *frame) {
  bool is_run = rt->depth == 1;
  if (is_run)
    rt->stats.orchestration_ns = baton_now_ns() - rt->start_ns;
  bool is_drained = baton_rt_drain(rt);
  if (is_drained) {
    baton_buffers_leave(rt, rt->depth);
    baton_ids_leave(rt, rt->depth);
  }
  rt->depth--;
  rt->frame_module = (baton_module *)(uintptr_t)frame->mark[0];
  if (is_run) {
    rt->stats.total_ns = baton_now_ns() - rt->start_ns;
    if (rt->is_traced && is_drained && !baton_trace_write(rt))
      baton_rt_raise(rt, BATON_RT_BAD_ARGUMENT, &(baton_blame){0}, "the trace '%s' cannot be written", rt->trace_path);
  }
  return baton_rt_status(rt);
}

int32_t baton_rt_forget(baton_rt *rt, const baton_rt_module *module) {
  if (!baton_rt_drain(rt))
    return baton_rt_status(rt);
  for (baton_module **link = &rt->modules; *link; link = &(*link)->next)
    if ((*link)->module == module) {
      baton_module *prepared = *link;
      *link = prepared->next;
      if (rt->error.module == module) // its text stays
        rt->error.module = NULL;
      destroy_module(rt, prepared);
      break;
    }
  return BATON_RT_OK;
}

// Asking. -------------------------------------------------------------------------------------------------------------

uint64_t baton_rt_get_kernel_count(const baton_rt *rt, const baton_rt_module *module, uint32_t kernel) {
  const baton_module *prepared = find_module(rt, module);
  return prepared && kernel < module->num_kernels ? prepared->kernels[kernel].num_submitted : 0;
}

void baton_rt_get_caps(const baton_rt *rt, baton_rt_caps *out_caps) {
  const baton_rt_caps caps = {
      .size = sizeof caps,
      .abi_minor = BATON_RT_ABI_MINOR,
      .features = FEATURES,
      .max_operands = BATON_MAX_OPERANDS,
      .max_blocks = UINT32_MAX,
      .num_kinds = rt->kind_names ? rt->num_classes : 0,
      .window = (uint64_t)(rt->num_chunks - 1) * BATON_CHUNK_SLOTS,
      .kinds = rt->kind_names,
      .workers = rt->kind_workers,
      .num_workers = rt->num_workers,
      .ns_task = 25,
      .ns_wait = 4,
      .ns_wait_neighbour = 1,
      .ns_fence = 25,
      .ns_hop = 100,
  };
  uint32_t size = out_caps->size < caps.size ? out_caps->size : caps.size;
  memcpy(out_caps, &caps, size);
  out_caps->size = size;
}
