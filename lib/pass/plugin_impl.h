// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the registry and the loader of shared objects.
#ifndef BATON_PASS_PLUGIN_IMPL_H
#define BATON_PASS_PLUGIN_IMPL_H

#include "pass/pass_impl.h"

// Emits "cannot load pass plugin 'origin': text". Always false.
bool baton_registry_refuse(const baton_registry *registry, const char *origin, const char *format, ...)
    BATON_PRINTF(3, 4);

// Adds the passes of a plugin that has been loaded. One that is also linked in, by name and version, adds nothing and
// gives a warning.
bool baton_registry_add_loaded(baton_registry *registry, const baton_plugin *plugin, const char *path);

// Closes all shared objects of the registry; nothing of theirs may be used afterwards.
void baton_plugins_unload(baton_registry *registry);

#endif
