// RUN: baton-opt %s | FileCheck %s --check-prefix=CUSTOM
// Custom and generic form, with and without locations; each reads back to the same.
// RUN: baton-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: baton-opt %s --mlir-print-debuginfo | FileCheck %s --check-prefix=LOCATIONS
// RUN: baton-opt %s > %t-custom && baton-opt %s --mlir-print-op-generic | baton-opt | cmp - %t-custom
// RUN: baton-opt %s --mlir-print-debuginfo > %t && baton-opt %t --mlir-print-debuginfo | cmp - %t

// CUSTOM:      func.func @f() {
// CUSTOM-NOT:  loc(
// GENERIC:     "builtin.module"() ({
// GENERIC:       "func.func"()
// GENERIC:         "func.return"() : () -> ()
// LOCATIONS:   return loc({{.*}}
func.func @f() {
  return
}
