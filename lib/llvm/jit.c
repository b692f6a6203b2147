// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JIT: a module becomes an object file in memory, as it would on disk, and ORC links it into the process.
#include "llvm/jit.h"

#include "llvm/lower_impl.h"
#include "llvm/object.h"

#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>

typedef struct symbol {
  const char *name;
  uint64_t address;
} symbol;

struct baton_jit_module {
  baton_jit *jit;
  LLVMOrcJITDylibRef library;
  baton_jit_module *next;
};

struct baton_jit {
  baton_diag *diag;
  LLVMOrcLLJITRef orc;
  baton_arena arena;
  BATON_VEC(symbol) symbols;
  baton_strbuf reports; // of the session, which know causes that returned errors leave out
  baton_jit_module *modules;
  uint32_t num_modules;
};

static bool report(baton_jit *jit, const char *what, LLVMErrorRef error) {
  if (!error)
    return true;
  char *message = LLVMGetErrorMessage(error);
  baton_diag_emit(jit->diag, BATON_SEVERITY_ERROR, (baton_position){0}, "%s: %s", what,
                  jit->reports.size ? jit->reports.data : message);
  LLVMDisposeErrorMessage(message);
  jit->reports.size = 0;
  return false;
}

static void add_report(void *user, LLVMErrorRef error) {
  baton_jit *jit = user;
  char *message = LLVMGetErrorMessage(error);
  baton_strbuf_printf(&jit->reports, "%s%s", jit->reports.size ? "; " : "", message);
  LLVMDisposeErrorMessage(message);
}

baton_jit *baton_jit_create(baton_diag *diag) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  baton_jit *jit = baton_mem_zeroed(1, sizeof *jit);
  jit->diag = diag;
  if (!report(jit, "the JIT cannot be made", LLVMOrcCreateLLJIT(&jit->orc, NULL))) {
    baton_mem_free(jit);
    return NULL;
  }
  LLVMOrcExecutionSessionSetErrorReporter(LLVMOrcLLJITGetExecutionSession(jit->orc), add_report, jit);
  return jit;
}

void baton_jit_destroy(baton_jit *jit) {
  if (!jit)
    return;
  report(jit, "the JIT did not end well", LLVMOrcDisposeLLJIT(jit->orc));
  baton_vec_deinit(&jit->symbols);
  baton_strbuf_deinit(&jit->reports);
  baton_arena_deinit(&jit->arena);
  baton_mem_free(jit);
}

// POSIX lets an object pointer hold a function's address.
static uint64_t bits_of(baton_jit_address address) {
  uint64_t bits = 0;
  memcpy(&bits, &address, sizeof address);
  return bits;
}

static void define(baton_jit *jit, const char *name, uint64_t address) {
  symbol item = {baton_str_copy(&jit->arena, baton_str_from(name)).data, address};
  baton_vec_push(&jit->symbols, item);
}

void baton_jit_define(baton_jit *jit, const char *name, baton_jit_address address) {
  define(jit, name, bits_of(address));
}

void baton_jit_define_data(baton_jit *jit, const char *name, const void *data) {
  define(jit, name, (uint64_t)(uintptr_t)data);
}

// ---- symbols ----------------------------------------------------------------------------------------------------

typedef struct linkage {
  baton_jit *jit;
  baton_jit_find find;
  void *user;
  BATON_VEC(LLVMOrcCSymbolMapPair) pairs;
  bool ok;
} linkage;

static uint64_t find_address(linkage *link, const char *name) {
  for (size_t i = 0; i < link->jit->symbols.size; i++)
    if (strcmp(link->jit->symbols.data[i].name, name) == 0)
      return link->jit->symbols.data[i].address;
  return link->find ? bits_of(link->find(link->user, name)) : 0;
}

static void link_symbol(linkage *link, LLVMValueRef global) {
  size_t size;
  const char *name = LLVMGetValueName2(global, &size);
  if (!LLVMIsDeclaration(global) || strncmp(name, "llvm.", 5) == 0)
    return;
  uint64_t address = find_address(link, name);
  if (!address) {
    baton_diag_emit(link->jit->diag, BATON_SEVERITY_ERROR, (baton_position){0}, "symbol '%s' is not defined anywhere",
                    name);
    link->ok = false;
    return;
  }
  LLVMOrcCSymbolMapPair pair = {LLVMOrcLLJITMangleAndIntern(link->jit->orc, name),
                                {address, {LLVMJITSymbolGenericFlagsExported, 0}}};
  baton_vec_push(&link->pairs, pair);
}

static bool link_symbols(linkage *link, LLVMModuleRef module, LLVMOrcJITDylibRef library) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    link_symbol(link, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    link_symbol(link, g);
  if (!link->ok) {
    for (size_t i = 0; i < link->pairs.size; i++)
      LLVMOrcReleaseSymbolStringPoolEntry(link->pairs.data[i].Name);
    return false;
  }
  LLVMOrcMaterializationUnitRef unit = LLVMOrcAbsoluteSymbols(link->pairs.data, link->pairs.size);
  LLVMErrorRef error = LLVMOrcJITDylibDefine(library, unit);
  if (error)
    LLVMOrcDisposeMaterializationUnit(unit);
  return report(link->jit, "symbols cannot be defined", error);
}

// ---- modules ----------------------------------------------------------------------------------------------------

// A library of its own, which falls back on the process for what the code generator calls (memcpy).
static LLVMOrcJITDylibRef make_library(baton_jit *jit) {
  LLVMOrcExecutionSessionRef session = LLVMOrcLLJITGetExecutionSession(jit->orc);
  LLVMOrcJITDylibRef library;
  LLVMOrcDefinitionGeneratorRef process;
  baton_str name = baton_str_format(&jit->arena, "baton.%u", jit->num_modules++);
  if (!report(jit, "the JIT cannot make a library",
              LLVMOrcExecutionSessionCreateJITDylib(session, &library, name.data)) ||
      !report(jit, "the JIT cannot see the process",
              LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(jit->orc),
                                                                   NULL, NULL)))
    return NULL;
  LLVMOrcJITDylibAddGenerator(library, process);
  return library;
}

static bool add_object(baton_jit *jit, LLVMOrcJITDylibRef library, baton_lowered *lowered) {
  baton_strbuf object = {0};
  bool ok = baton_lowered_emit(lowered, BATON_EMIT_OBJECT, &object);
  if (ok) {
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(object.data, object.size, "baton");
    ok = report(jit, "the object cannot be added", LLVMOrcLLJITAddObjectFile(jit->orc, library, buffer));
  }
  baton_strbuf_deinit(&object);
  return ok;
}

baton_jit_module *baton_jit_add(baton_jit *jit, baton_lowered *lowered, baton_jit_find find, void *user) {
  linkage link = {.jit = jit, .find = find, .user = user, .ok = true};
  LLVMOrcJITDylibRef library = make_library(jit);
  bool ok = library && link_symbols(&link, lowered->module, library) && add_object(jit, library, lowered);
  baton_vec_deinit(&link.pairs);
  baton_lowered_destroy(lowered);
  if (!ok)
    return NULL;
  baton_jit_module *module = BATON_ARENA_NEW(&jit->arena, baton_jit_module);
  *module = (baton_jit_module){jit, library, jit->modules};
  jit->modules = module;
  return module;
}

// LLJIT's own look-up sees the main library only; the session's sees any.
typedef struct looked_up {
  uint64_t address;
  LLVMErrorRef error;
} looked_up;

static void take_address(LLVMErrorRef error, LLVMOrcCSymbolMapPairs result, size_t num, void *user) {
  looked_up *found = user;
  found->error = error;
  if (!error && num)
    found->address = result[0].Sym.Address;
}

baton_jit_entry *baton_jit_find_entry(baton_jit_module *module, const char *function) {
  baton_jit *jit = module->jit;
  LLVMOrcExecutionSessionRef session = LLVMOrcLLJITGetExecutionSession(jit->orc);
  baton_str name = baton_str_format(&jit->arena, "baton_packed_%s", function);
  LLVMOrcCJITDylibSearchOrderElement order = {module->library, LLVMOrcJITDylibLookupFlagsMatchExportedSymbolsOnly};
  LLVMOrcCLookupSetElement wanted = {LLVMOrcLLJITMangleAndIntern(jit->orc, name.data),
                                     LLVMOrcSymbolLookupFlagsRequiredSymbol};
  looked_up found = {0};
  LLVMOrcExecutionSessionLookup(session, LLVMOrcLookupKindStatic, &order, 1, &wanted, 1, take_address, &found);
  if (!report(jit, "the program cannot be linked", found.error))
    return NULL;
  baton_jit_entry *entry;
  memcpy(&entry, &found.address, sizeof entry);
  return entry;
}
