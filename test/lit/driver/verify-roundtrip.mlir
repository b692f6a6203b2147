// RUN: baton-opt %s --verify-roundtrip --mlir-print-local-scope | FileCheck %s
// A program that is printed and read again is the same program: its ops, attributes and locations.
// RUN: for f in %lit_source/text/ops-*.mlir %models/qwen3_14b_prefill.mlir; do baton-opt $f --verify-roundtrip -o %t || exit 1; done

// CHECK: func.func @f() {
func.func @f() {
  return loc("a":1:2)
} loc(fused["b", "c":3:4])
