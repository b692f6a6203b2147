// RUN: baton-opt %s --canonicalize --cse --mlir-print-ir-after-all --mlir-print-ir-after-change -o %t 2>&1 | FileCheck %s --check-prefix=CHANGE --implicit-check-not='IR Dump'
// Dumps of IR can be limited to passes by name, to passes that change something and to passes that fail.
// RUN: baton-opt %s --canonicalize --cse --mlir-print-ir-before=cse --mlir-print-ir-after=canonicalize,prune-deps -o %t 2>&1 | FileCheck %s --check-prefix=NAMES --implicit-check-not='IR Dump'
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --canonicalize --fail-loudly --mlir-print-ir-after-failure -o %t 2>&1 | FileCheck %s --check-prefix=FAILURE --implicit-check-not='IR Dump'
// RUN: baton-opt %s --canonicalize --mlir-print-ir-after-failure -o %t 2>&1 | count 0
// RUN: baton-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS

// CHANGE: // -----// IR Dump After canonicalize //----- //
// NAMES: // -----// IR Dump After canonicalize //----- //
// NAMES: // -----// IR Dump Before cse //----- //
// FAILURE: // -----// IR Dump After fail-loudly Failed //----- //
// DIALECTS: Available Dialects: arith,builtin,func,memref,orch,scf
func.func @f() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
