// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading plugins from shared objects.
#include "pass/plugin_impl.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <unistd.h>

void baton_plugins_unload(baton_registry *registry) {
  while (registry->plugins.size)
    dlclose(registry->plugins.data[--registry->plugins.size].handle);
  baton_vec_deinit(&registry->plugins);
}

// The loader's reason for the last failure, without the path that our message has already.
static const char *loader_reason(const char *path) {
  const char *reason = dlerror();
  size_t size = strlen(path);
  if (!reason)
    return "the loader gives no reason";
  return strncmp(reason, path, size) == 0 && strncmp(reason + size, ": ", 2) == 0 ? reason + size + 2 : reason;
}

static bool is_loaded(const baton_registry *registry, const void *handle) {
  for (size_t i = 0; i < registry->plugins.size; i++)
    if (registry->plugins.data[i].handle == handle)
      return true;
  return false;
}

// The entry point if the object itself has it (a lookup by handle also finds those of the libraries it needs), as a
// function.
static baton_plugin_get_fn find_entry(void *handle) {
  void *address = dlsym(handle, BATON_PLUGIN_SYMBOL);
  struct link_map *own = NULL, *found = NULL;
  Dl_info info;
  void *extra = NULL;
  if (!address || dlinfo(handle, RTLD_DI_LINKMAP, &own) || !dladdr1(address, &info, &extra, RTLD_DL_LINKMAP))
    return NULL;
  found = extra;
  if (found != own || !dladdr1(address, &info, &extra, RTLD_DL_SYMENT) || !extra)
    return NULL;
  const ElfW(Sym) *symbol = extra;
  if ((symbol->st_info & 0xf) != STT_FUNC)
    return NULL;
  baton_plugin_get_fn entry;
  memcpy(&entry, &address, sizeof entry); // ISO C has no cast from an object to a function pointer
  return entry;
}

static bool add_from_handle(baton_registry *registry, void *handle, const char *path) {
  baton_plugin_get_fn entry = find_entry(handle);
  if (!entry)
    return baton_registry_refuse(registry, path, "it has no function '%s'", BATON_PLUGIN_SYMBOL);
  const baton_plugin *plugin = entry();
  if (!plugin)
    return baton_registry_refuse(registry, path, "'%s' returned no table", BATON_PLUGIN_SYMBOL);
  return baton_registry_add_loaded(registry, plugin, path);
}

// The loader reports a shared object for another kind of machine as missing.
static bool refuse_unloadable(const baton_registry *registry, const char *path) {
  const char *reason = loader_reason(path);
  bool is_there = strstr(reason, strerror(ENOENT)) && access(path, F_OK) == 0;
  return baton_registry_refuse(registry, path, "%s%s", reason, is_there ? "; the file is for another machine" : "");
}

bool baton_registry_load(baton_registry *registry, const char *path) {
  if (!*path)
    return baton_registry_refuse(registry, path, "the path is empty");
  if (!strchr(path, '/')) // the loader would search its own folders
    path = baton_str_format(&registry->arena, "./%s", path).data;
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return refuse_unloadable(registry, path);
  if (is_loaded(registry, handle)) {
    dlclose(handle);
    return true;
  }
  if (!add_from_handle(registry, handle, path)) {
    dlclose(handle);
    return false;
  }
  baton_vec_push(&registry->plugins, ((loaded_plugin){handle}));
  return true;
}
