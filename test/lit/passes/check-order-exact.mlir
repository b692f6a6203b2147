// RUN: not baton-opt %s --check-order=exact 2>&1 >/dev/null | FileCheck %s --implicit-check-not=error:
// With `exact`, derived waits that neither a conflict nor the user asks for are reported.

func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w1(memref<?xf32> {orch.access = "write"}) attributes {orch.kernel}

// A conflict, a wait of the user, and what follows from these.
func.func @good(%x: memref<8xf32> {orch.noalias}, %y: memref<8xf32> {orch.noalias}) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %b = orch.submit @r(%x : memref<8xf32>) derived(%a : !orch.task)
  %c = orch.submit @r(%y : memref<8xf32>) after(%b : !orch.task) derived(%a : !orch.task)
  return
}

// CHECK: :[[@LINE+6]]:8: error: submit 1 (@w) is ordered after submit 0 (@w), though no list of the user and no conflict asks for it
// CHECK: :[[@LINE+3]]:8: note: the earlier one is here
// CHECK: note: now: submit 0 (@w) -> fence -> submit 1 (@w)
func.func @apart(%x: memref<8xf32> {orch.noalias}, %y: memref<8xf32> {orch.noalias}) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %f = orch.fence derived(%a : !orch.task)
  %b = orch.submit @w(%y : memref<8xf32>) derived(%f : !orch.task)
  return
}

// CHECK: error: submit 1 (@r) is ordered after submit 0 (@r)
func.func @reads(%x: memref<8xf32>) {
  %a = orch.submit @r(%x : memref<8xf32>)
  %b = orch.submit @r(%x : memref<8xf32>) derived(%a : !orch.task)
  return
}

// A buffer may be ordered that turns out to have no elements.
func.func @empty(%n: index) {
  %x = orch.alloc(%n) : memref<?xf32>
  %a = orch.submit @w1(%x : memref<?xf32>) {tracking = ["none"]}
  %b = orch.submit @w1(%x : memref<?xf32>) derived(%a : !orch.task) {tracking = ["none"]}
  return
}
