// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry: passes by name, taken from tables that are checked first. A table comes from a stranger, so nothing in
// it is trusted: neither versions, sizes, names nor defaults.
#include "pass/plugin_impl.h"

#include <stddef.h>

// What a struct must at least hold: all fields of version 1.0.
#define SIZE_UP_TO(type, last_field) (offsetof(type, last_field) + sizeof(((type *)NULL)->last_field))
enum {
  MIN_PLUGIN_BYTES = SIZE_UP_TO(baton_plugin, passes),
  MIN_PASS_BYTES = SIZE_UP_TO(baton_pass, reserved),
  MIN_OPTION_BYTES = SIZE_UP_TO(baton_pass_option, choices),
};

baton_registry *baton_registry_create(baton_diag *diag) {
  baton_registry *registry = baton_mem_zeroed(1, sizeof *registry);
  registry->diag = diag;
  return registry;
}

void baton_registry_destroy(baton_registry *registry) {
  if (!registry)
    return;
  baton_vec_deinit(&registry->passes);
  baton_vec_deinit(&registry->linked);
  baton_arena_deinit(&registry->arena);
  baton_plugins_unload(registry);
  baton_mem_free(registry);
}

bool baton_registry_refuse(const baton_registry *registry, const char *origin, const char *format, ...) {
  baton_strbuf reason = {0};
  va_list args;
  va_start(args, format);
  baton_strbuf_vprintf(&reason, format, args);
  va_end(args);
  baton_diag_emit(registry->diag, BATON_SEVERITY_ERROR, (baton_position){0}, "cannot load pass plugin '%s': %.*s",
                  origin, BATON_STR_ARG(baton_strbuf_view(&reason)));
  baton_strbuf_deinit(&reason);
  return false;
}

static bool check_version(const baton_registry *registry, const baton_plugin *plugin, const char *origin) {
  if (plugin->abi_major != BATON_PLUGIN_ABI_MAJOR || plugin->abi_minor > BATON_PLUGIN_ABI_MINOR)
    return baton_registry_refuse(registry, origin, "it was built for plugin ABI %u.%u, and this program has %u.%u",
                                 plugin->abi_major, plugin->abi_minor, BATON_PLUGIN_ABI_MAJOR, BATON_PLUGIN_ABI_MINOR);
  if (plugin->size < MIN_PLUGIN_BYTES)
    return baton_registry_refuse(registry, origin, "its table has %u bytes, and one of plugin ABI %u.%u has %u or more",
                                 plugin->size, BATON_PLUGIN_ABI_MAJOR, 0u, (unsigned)MIN_PLUGIN_BYTES);
  return true;
}

static bool is_good_name(const char *name) { return name && baton_is_word(baton_str_from(name)); }

// The problem with an option's row, or NULL.
static const char *option_problem(const baton_pass_option *option) {
  if (!is_good_name(option->name))
    return "has no name that could be written";
  if (option->kind > BATON_OPTION_CHOICE)
    return "is of an unknown kind";
  if (option->kind == BATON_OPTION_CHOICE && (!option->choices || !*option->choices))
    return "has no choices";
  baton_strbuf reason = {0};
  option_value value;
  bool is_good =
      !option->default_text || baton_option_read(option, baton_str_from(option->default_text), &value, &reason);
  baton_strbuf_deinit(&reason);
  return is_good ? NULL : "has a default of another kind";
}

// Copies the options at full size into the registry's arena; NULL after an error.
static const baton_pass_option *import_options(baton_registry *registry, const baton_pass *pass, const char *origin) {
  baton_pass_option *options = BATON_ARENA_ARRAY(&registry->arena, baton_pass_option, pass->num_options);
  const char *from = (const char *)pass->options;
  for (uint32_t i = 0; i < pass->num_options; i++) {
    uint32_t bytes = ((const baton_pass_option *)(const void *)from)->size;
    if (bytes < MIN_OPTION_BYTES) {
      baton_registry_refuse(registry, origin, "option %u of pass '%s' has %u bytes, and one of plugin ABI %u.%u has %u",
                            i, pass->name, bytes, BATON_PLUGIN_ABI_MAJOR, 0u, (unsigned)MIN_OPTION_BYTES);
      return NULL;
    }
    memcpy(&options[i], from, bytes < sizeof *options ? bytes : sizeof *options);
    const char *problem = option_problem(&options[i]);
    if (problem) {
      baton_registry_refuse(registry, origin, "option %u of pass '%s' %s", i, pass->name, problem);
      return NULL;
    }
    from += bytes;
  }
  return options;
}

// The problem with a pass, its options aside, or NULL.
static const char *pass_problem(const baton_pass *pass) {
  if (!is_good_name(pass->name))
    return "has no name that could be written";
  if (!pass->run)
    return "has no function to run";
  if (pass->anchor && !is_good_name(pass->anchor))
    return "does not say on which op it runs";
  if (pass->num_options && !pass->options)
    return "has no table of options";
  if (pass->num_statistics && !pass->statistics)
    return "has no table of statistics";
  for (uint32_t i = 0; i < pass->num_statistics; i++)
    if (!pass->statistics[i])
      return "has a statistic without a name";
  return NULL;
}

// Checks and copies one pass and adds it.
static bool add_pass(baton_registry *registry, const baton_pass *from, uint32_t index, const char *origin) {
  if (!from)
    return baton_registry_refuse(registry, origin, "pass %u is missing", index);
  if (from->size < MIN_PASS_BYTES)
    return baton_registry_refuse(registry, origin, "pass %u has %u bytes, and one of plugin ABI %u.%u has %u or more",
                                 index, from->size, BATON_PLUGIN_ABI_MAJOR, 0u, (unsigned)MIN_PASS_BYTES);
  baton_pass *pass = BATON_ARENA_NEW(&registry->arena, baton_pass);
  memcpy(pass, from, from->size < sizeof *pass ? from->size : sizeof *pass);
  const char *problem = pass_problem(pass);
  if (problem)
    return baton_registry_refuse(registry, origin, "pass %u %s", index, problem);
  for (size_t i = 0; i < registry->passes.size; i++)
    if (strcmp(registry->passes.data[i].pass->name, pass->name) == 0)
      return baton_registry_refuse(registry, origin, "pass '%s' is already defined by '%s'", pass->name,
                                   registry->passes.data[i].origin);
  pass->options = import_options(registry, pass, origin);
  if (!pass->options)
    return false;
  if (!pass->summary)
    pass->summary = "";
  baton_vec_push(&registry->passes, ((registered_pass){pass, origin}));
  return true;
}

// A plugin that is the same, by name and version, as a table that is linked in.
static const linked_table *find_linked(const baton_registry *registry, const baton_plugin *plugin) {
  for (size_t i = 0; i < registry->linked.size && plugin->name && plugin->version; i++) {
    const baton_plugin *linked = registry->linked.data[i].plugin;
    if (linked->name && strcmp(linked->name, plugin->name) == 0 && linked->version &&
        strcmp(linked->version, plugin->version) == 0)
      return &registry->linked.data[i];
  }
  return NULL;
}

static bool add_passes(baton_registry *registry, const baton_plugin *plugin, const char *origin) {
  if (plugin->num_passes && !plugin->passes)
    return baton_registry_refuse(registry, origin, "it has no table of passes");
  origin = baton_str_copy(&registry->arena, baton_str_from(origin)).data;
  size_t num_before = registry->passes.size;
  for (uint32_t i = 0; i < plugin->num_passes; i++)
    if (!add_pass(registry, plugin->passes[i], i, origin)) {
      registry->passes.size = num_before; // all of its passes or none
      return false;
    }
  return true;
}

bool baton_registry_add(baton_registry *registry, const baton_plugin *plugin, const char *origin) {
  if (!check_version(registry, plugin, origin) || !add_passes(registry, plugin, origin))
    return false;
  baton_vec_push(&registry->linked, ((linked_table){plugin, origin}));
  return true;
}

bool baton_registry_add_loaded(baton_registry *registry, const baton_plugin *plugin, const char *path) {
  if (!check_version(registry, plugin, path))
    return false;
  const linked_table *linked = find_linked(registry, plugin);
  if (!linked)
    return add_passes(registry, plugin, path);
  baton_diag_emit(registry->diag, BATON_SEVERITY_WARNING, (baton_position){0},
                  "pass plugin '%s' is not used: %s %s is linked into '%s' already", path, plugin->name,
                  plugin->version, linked->origin);
  return true;
}

size_t baton_registry_num_passes(const baton_registry *registry) { return registry->passes.size; }

const baton_pass *baton_registry_pass(const baton_registry *registry, size_t index) {
  return registry->passes.data[index].pass;
}

const baton_pass *baton_registry_find(const baton_registry *registry, baton_str name) {
  for (size_t i = 0; i < registry->passes.size; i++)
    if (baton_str_is(name, registry->passes.data[i].pass->name))
      return registry->passes.data[i].pass;
  return NULL;
}

void baton_registry_print_near(const baton_registry *registry, baton_str name, baton_strbuf *out) {
  near_names near = {.word = name};
  for (size_t i = 0; i < registry->passes.size; i++)
    baton_near_offer(&near, baton_str_from(registry->passes.data[i].pass->name));
  baton_near_print(&near, out);
}
