// RUN: baton-opt %s --pass-pipeline='builtin.module(derive-deps,check-order{exact})' --check-order-each | FileCheck %s
// What branches, scopes and accesses that are not understood hide from each other: nothing, and nothing else is ordered.
// RUN: baton-opt %s --orchestrate --check-order-each -o /dev/null

func.func private @r(memref<8xi64> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<8xi64> {orch.access = "write"}) attributes {orch.kernel}
func.func private @w4(memref<4xi64, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}

// The two branches never run both: neither waits for the other, what follows waits for the one that ran.
// CHECK-LABEL: func.func @either(
// CHECK:         scf.if
// CHECK:           orch.submit @w({{[^)]*}}) {tracking
// CHECK:         } else {
// CHECK:           orch.submit @w({{[^)]*}}) {tracking
func.func @either(%c: i1, %x: memref<8xi64> {orch.noalias}) {
  scf.if %c {
    orch.submit @w(%x : memref<8xi64>)
  } else {
    orch.submit @w(%x : memref<8xi64>)
  }
  orch.submit @r(%x : memref<8xi64>)
  return
}

// One branch writes: the reader waits for it if it ran, and for the writer before in any case.
func.func @perhaps_again(%c: i1, %x: memref<8xi64> {orch.noalias}) {
  orch.submit @w(%x : memref<8xi64>)
  scf.if %c {
    orch.submit @w(%x : memref<8xi64>)
  }
  orch.submit @r(%x : memref<8xi64>)
  return
}

// A scope with a place that nobody knows in it, between a writer and a reader: the reader waits for both.
// CHECK-LABEL: func.func @unknown_between(
// CHECK:         [[FIRST:%.+]] = orch.submit @w(
// CHECK:         orch.submit @w4({{[^)]*}}) derived([[FIRST]] : !orch.task)
// CHECK:         orch.submit @r({{[^)]*}}) derived(
func.func @unknown_between(%x: memref<8xi64> {orch.noalias}, %at: index) {
  orch.submit @w(%x : memref<8xi64>)
  orch.scope auto {
    %v = memref.subview %x[%at] [4] [1] : memref<8xi64> to memref<4xi64, strided<[1], offset: ?>>
    orch.submit @w4(%v : memref<4xi64, strided<[1], offset: ?>>)
  }
  orch.submit @r(%x : memref<8xi64>)
  return
}

// One access that is not understood leaves the others as they are: the waits on %y are known whatever happens to %x.
// CHECK-LABEL: func.func @not_contagious(
// CHECK:         [[Y:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["none"]}
// CHECK:         orch.submit @w4({{[^)]*}}) {tracking = ["publish"]}
// CHECK:         orch.submit @w4({{[^)]*}}) {tracking = ["lookup"]}
// CHECK:         orch.submit @r({{[^)]*}}) derived([[Y]] : !orch.task) {tracking = ["none"]}
func.func @not_contagious(%x: memref<8xi64> {orch.noalias}, %y: memref<8xi64> {orch.noalias}, %at: index, %to: index) {
  orch.submit @w(%y : memref<8xi64>)
  %v = memref.subview %x[%at] [4] [1] : memref<8xi64> to memref<4xi64, strided<[1], offset: ?>>
  %u = memref.subview %x[%to] [4] [1] : memref<8xi64> to memref<4xi64, strided<[1], offset: ?>>
  orch.submit @w4(%v : memref<4xi64, strided<[1], offset: ?>>)
  orch.submit @w4(%u : memref<4xi64, strided<[1], offset: ?>>)
  orch.submit @r(%y : memref<8xi64>)
  return
}

// A task in a scope of a scope, consumers in a scope beside it and in the scope around both; readers are not ordered.
// CHECK-LABEL: func.func @beside(
// CHECK:         [[ID:%.+]] = orch.scope auto -> (!orch.task)
// CHECK:         orch.submit @r({{[^)]*}}) derived([[ID]] : !orch.task) {tracking = ["none"]}
// CHECK:         orch.submit @r({{[^)]*}}) derived([[ID]] : !orch.task) {tracking = ["none"]}
func.func @beside(%x: memref<8xi64> {orch.noalias}) {
  orch.scope auto {
    orch.scope auto {
      orch.submit @w(%x : memref<8xi64>)
    }
  }
  orch.scope auto {
    orch.submit @r(%x : memref<8xi64>)
  }
  orch.submit @r(%x : memref<8xi64>)
  return
}

// A list that names something else, also by way of an id that no submit made, covers nothing.
// CHECK-LABEL: func.func @unrelated(
// CHECK:         arith.select
// CHECK:         [[W:%.+]] = orch.submit @w({{[^)]*}})
// CHECK:         orch.submit @r({{[^)]*}}) after({{%.+}} : !orch.task) derived([[W]] : !orch.task)
func.func @unrelated(%x: memref<8xi64> {orch.noalias}, %y: memref<8xi64> {orch.noalias}, %c: i1) {
  %other = orch.submit @w(%y : memref<8xi64>)
  %none = orch.none : !orch.task
  %id = arith.select %c, %other, %none : !orch.task
  %w = orch.submit @w(%x : memref<8xi64>)
  orch.submit @r(%x : memref<8xi64>) after(%id : !orch.task)
  return
}

// What has read is waited for by the writer though nobody holds its id.
// CHECK-LABEL: func.func @no_token(
// CHECK:         [[W:%.+]] = orch.submit @w({{[^)]*}})
// CHECK:         [[R:%.+]] = orch.submit @r({{[^)]*}}) derived([[W]] : !orch.task)
// CHECK:         orch.submit @w({{[^)]*}}) derived([[W]], [[R]] : !orch.task, !orch.task)
func.func @no_token(%x: memref<8xi64> {orch.noalias}) {
  orch.submit @w(%x : memref<8xi64>)
  orch.submit @r(%x : memref<8xi64>)
  orch.submit @w(%x : memref<8xi64>)
  return
}

// A buffer out of nested branches is one of six: the reader is ordered after the writer of the one that it is.
func.func @one_of_many(%a: i1, %b: i1, %c: i1) {
  %x0 = orch.alloc() : memref<8xi64>
  %x1 = orch.alloc() : memref<8xi64>
  %x2 = orch.alloc() : memref<8xi64>
  %x3 = orch.alloc() : memref<8xi64>
  %x4 = orch.alloc() : memref<8xi64>
  %x5 = orch.alloc() : memref<8xi64>
  orch.submit @w(%x0 : memref<8xi64>)
  orch.submit @w(%x3 : memref<8xi64>)
  orch.submit @w(%x5 : memref<8xi64>)
  %left = arith.select %a, %x0, %x1 : memref<8xi64>
  %middle = arith.select %b, %x2, %x3 : memref<8xi64>
  %right = arith.select %b, %x4, %x5 : memref<8xi64>
  %pair = arith.select %c, %left, %middle : memref<8xi64>
  %one = scf.if %a -> (memref<8xi64>) {
    scf.yield %pair : memref<8xi64>
  } else {
    scf.yield %right : memref<8xi64>
  }
  orch.submit @r(%one : memref<8xi64>)
  return
}
