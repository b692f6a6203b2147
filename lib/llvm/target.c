// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target machines, and the life of a lowered module.
#include "llvm/target.h"

#include "llvm/lower_impl.h"

#include <llvm-c/Target.h>

// What the 64-bit ABI needs, also of processors that LLVM does not know: its x86 code generator stops the process
// without.
static const char *least_features(const char *triple) {
  return strncmp(triple, "x86_64-", 7) == 0 ? "+64bit,+sse2" : "";
}

static LLVMTargetMachineRef make_machine(baton_diag *diag, const char *triple, const baton_lower_options *options) {
  LLVMTargetRef target;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0}, "no target for triple '%s': %s", triple, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  bool is_host = !options->triple && !options->cpu;
  char *cpu = is_host ? LLVMGetHostCPUName() : LLVMCreateMessage(options->cpu ? options->cpu : ""),
       *features = is_host ? LLVMGetHostCPUFeatures() : LLVMCreateMessage(least_features(triple));
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      target, triple, cpu, features, options->fast_codegen ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault,
      options->is_static ? LLVMRelocStatic : LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

// The tables' layouts are those of 64-bit little-endian targets.
static bool check_layout(baton_diag *diag, LLVMTargetDataRef layout, const char *triple) {
  if (LLVMPointerSize(layout) == 8 && LLVMByteOrder(layout) == LLVMLittleEndian)
    return true;
  baton_diag_emit(diag, BATON_SEVERITY_ERROR, (baton_position){0},
                  "triple '%s' is not of a 64-bit little-endian target, the only ones supported", triple);
  return false;
}

static bool init_module(baton_lowered *lowered, const char *triple) {
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(lowered->machine);
  bool ok = check_layout(lowered->diag, layout, triple);
  if (ok) {
    lowered->context = LLVMContextCreate();
    lowered->module = LLVMModuleCreateWithNameInContext("baton", lowered->context);
    LLVMSetTarget(lowered->module, triple);
    LLVMSetModuleDataLayout(lowered->module, layout);
  }
  LLVMDisposeTargetData(layout);
  return ok;
}

// All targets take a millisecond that the host's alone does not.
static void init_targets(bool all) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  if (!all)
    return;
  LLVMInitializeAllTargetInfos();
  LLVMInitializeAllTargets();
  LLVMInitializeAllTargetMCs();
  LLVMInitializeAllAsmPrinters();
}

baton_lowered *baton_lowered_create(baton_diag *diag, const baton_lower_options *options) {
  const char *triple = options->triple;
  init_targets(triple != NULL);
  char *name = triple ? LLVMNormalizeTargetTriple(triple) : LLVMGetDefaultTargetTriple();
  baton_lowered *lowered = baton_mem_zeroed(1, sizeof *lowered);
  lowered->diag = diag;
  lowered->machine = make_machine(diag, name, options);
  bool ok = lowered->machine && init_module(lowered, name);
  LLVMDisposeMessage(name);
  if (ok)
    return lowered;
  baton_lowered_destroy(lowered);
  return NULL;
}

void baton_lowered_destroy(baton_lowered *lowered) {
  if (!lowered)
    return;
  if (lowered->module)
    LLVMDisposeModule(lowered->module);
  if (lowered->context)
    LLVMContextDispose(lowered->context);
  if (lowered->machine)
    LLVMDisposeTargetMachine(lowered->machine);
  baton_vec_deinit(&lowered->entries);
  baton_arena_deinit(&lowered->arena);
  baton_mem_free(lowered);
}
