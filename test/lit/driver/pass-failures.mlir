// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --fail-silently 2>&1 | FileCheck %s --check-prefix=SILENT
// A pass that fails, in whatever way, is an error that names it; no later function or pass is run.
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --fail-loudly --fail-silently 2>&1 | FileCheck %s --check-prefix=LOUD
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --succeed-with-error 2>&1 | FileCheck %s --check-prefix=LIAR
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --return-nonsense 2>&1 | FileCheck %s --check-prefix=NONSENSE
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --break-ir --fail-silently 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --ask-for-unknown-option 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --count-out-of-range --mlir-pass-statistics | FileCheck %s --check-prefix=GOOD
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --verify-each=false --break-ir --fail-silently 2>&1 | FileCheck %s --check-prefix=UNVERIFIED

// SILENT-NOT: error:
// SILENT:     pass-failures.mlir:[[# @LINE + 34]]:1: error: pass 'fail-silently' failed and gave no reason
// SILENT-NOT: error:
// SILENT-NOT: {{^}}module

// LOUD-NOT: error:
// LOUD:     pass-failures.mlir:[[# @LINE + 29]]:1: error: 'func.func' op is not to this pass's liking
// LOUD:     {{^}}note: reported by pass 'fail-loudly'
// LOUD-NOT: error:
// LOUD-NOT: {{^}}module

// LIAR-NOT: error:
// LIAR:     error: 'func.func' op is not to this pass's liking
// LIAR:     {{^}}note: reported by pass 'succeed-with-error'
// LIAR-NOT: error:

// NONSENSE: error: pass 'return-nonsense' returned 42, which is not a result

// BROKEN-NOT: error:
// BROKEN:     error:
// BROKEN:     {{^}}note: this is the result of pass 'break-ir'
// BROKEN-NOT: error:

// OPTION:      error: pass 'ask-for-unknown-option' asks for an option 'depth' that it has not declared, or with another kind
// OPTION:      error: pass 'ask-for-unknown-option' asks for an option 'flag' that it has not declared, or with another kind
// OPTION-NEXT: {{^}}note: reported by pass 'ask-for-unknown-option'

// UNVERIFIED-NOT: break-ir
// UNVERIFIED:     error: pass 'fail-silently' failed and gave no reason

// GOOD: func.func @f
// GOOD: func.func @g

func.func private @declared()

func.func @f() {
  return
}

func.func @g() {
  return
}
