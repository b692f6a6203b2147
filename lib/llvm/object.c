// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output of lowered modules.
#include "llvm/object.h"

#include "llvm/lower_impl.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>

static bool report(baton_lowered *lowered, const char *what, const char *message) {
  baton_diag_emit(lowered->diag, BATON_SEVERITY_ERROR, (baton_position){0}, "%s failed: %s", what, message);
  return false;
}

bool baton_lowered_optimize(baton_lowered *lowered, unsigned level) {
  char passes[] = "default<O0>";
  passes[9] = (char)('0' + (level > 3 ? 3 : level));
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(lowered->module, passes, lowered->machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return true;
  char *message = LLVMGetErrorMessage(error);
  report(lowered, "LLVM's optimizer", message);
  LLVMDisposeErrorMessage(message);
  return false;
}

static void append_buffer(baton_strbuf *out, LLVMMemoryBufferRef buffer) {
  baton_strbuf_append(out, (baton_str){LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)});
  LLVMDisposeMemoryBuffer(buffer);
}

bool baton_lowered_emit(baton_lowered *lowered, baton_emit_kind kind, baton_strbuf *out) {
  if (kind == BATON_EMIT_LLVM) {
    char *text = LLVMPrintModuleToString(lowered->module);
    baton_strbuf_append(out, baton_str_from(text));
    LLVMDisposeMessage(text);
    return true;
  }
  LLVMMemoryBufferRef buffer;
  if (kind == BATON_EMIT_BITCODE) {
    append_buffer(out, LLVMWriteBitcodeToMemoryBuffer(lowered->module));
    return true;
  }
  char *message = NULL;
  LLVMCodeGenFileType type = kind == BATON_EMIT_ASSEMBLY ? LLVMAssemblyFile : LLVMObjectFile;
  if (LLVMTargetMachineEmitToMemoryBuffer(lowered->machine, lowered->module, type, &message, &buffer)) {
    report(lowered, "code generation", message);
    LLVMDisposeMessage(message);
    return false;
  }
  append_buffer(out, buffer);
  return true;
}
