// RUN: not baton-opt %s --load-pass-plugin=%plugins/swap_bodies.so --split-input-file --swap-bodies --check-order-each 2>&1 >/dev/null | FileCheck %s --implicit-check-not=error:
// What a pass does to the order of tasks is reported, with both tasks and a way from one to the other; what keeps it is not.
// RUN: baton-opt %s --load-pass-plugin=%plugins/swap_bodies.so --split-input-file --swap-bodies -o /dev/null
// RUN: baton-opt %s --split-input-file --orchestrate --check-order-each -o /dev/null

func.func private @k() attributes {orch.kernel}

// CHECK: :[[@LINE+14]]:8: error: pass 'swap-bodies' loses an order: submit 2 (@k) no longer comes after submit 0 (@k)
// CHECK: :[[@LINE+11]]:8: note: the earlier one is here
// CHECK: note: before: submit 0 (@k) -> fence -> submit 2 (@k)
// CHECK: note: in a run of @lost
func.func @lost() {
  %a = orch.submit @k()
  %b = orch.submit @k() after(%a : !orch.task)
  %f = orch.fence after(%a : !orch.task)
  %c = orch.submit @k() after(%f : !orch.task)
  return
}
func.func private @lost_after() {
  %a = orch.submit @k()
  %b = orch.submit @k() after(%a : !orch.task)
  %c = orch.submit @k()
  return
}

// CHECK: error: pass 'swap-bodies' adds an order: submit 2 (@k) now comes after submit 1 (@k)
// CHECK: note: now: submit 1 (@k) -> fence -> submit 2 (@k)
func.func @added() {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k() after(%a : !orch.task)
  return
}
func.func private @added_after() {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %f = orch.fence after(%a, %b : !orch.task, !orch.task)
  %c = orch.submit @k() after(%f : !orch.task)
  return
}

// The same order in another way.
func.func @same(%flag: i1) {
  %none = orch.none : !orch.task
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k() after(%a : !orch.task)
  %d = orch.submit @k() after(%a, %b, %c, %none : !orch.task, !orch.task, !orch.task, !orch.task)
  %e = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
  orch.wait %none : !orch.task
  return
}
func.func private @same_after(%flag: i1) {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k() after(%a : !orch.task)
  %f = orch.fence after(%a, %b : !orch.task, !orch.task)
  %ts = orch.concat %c, %f : !orch.task, !orch.task -> !orch.tasks<2>
  %d = scf.if %flag -> (!orch.task) {
    %x = orch.submit @k() derived(%ts : !orch.tasks<2>)
    scf.yield %x : !orch.task
  } else {
    %x = orch.submit @k() derived(%f, %c : !orch.task, !orch.task)
    scf.yield %x : !orch.task
  }
  %e = orch.submit @k() after(%f : !orch.task)
  return
}

// -----

// A version of an array from before a slot was set.
func.func private @k() attributes {orch.kernel}
// CHECK: error: pass 'swap-bodies' loses an order: submit 2 (@k) no longer comes after submit 1 (@k)
// CHECK: error: pass 'swap-bodies' adds an order: submit 2 (@k) now comes after submit 0 (@k)
func.func @stale() {
  %c0 = arith.constant 0 : index
  %none = orch.none : !orch.tasks<1>
  %a = orch.submit @k()
  %old = orch.set %a, %none[%c0] : !orch.tasks<1>
  %b = orch.submit @k()
  %new = orch.set %b, %old[%c0] : !orch.tasks<1>
  %c = orch.submit @k() after(%new : !orch.tasks<1>)
  %d = orch.submit @k() after(%old : !orch.tasks<1>)
  return
}
func.func private @stale_after() {
  %c0 = arith.constant 0 : index
  %none = orch.none : !orch.tasks<1>
  %a = orch.submit @k()
  %old = orch.set %a, %none[%c0] : !orch.tasks<1>
  %b = orch.submit @k()
  %new = orch.set %b, %old[%c0] : !orch.tasks<1>
  %c = orch.submit @k() after(%old : !orch.tasks<1>)
  %d = orch.submit @k() after(%old : !orch.tasks<1>)
  return
}

// -----

// A way through a loop that may run zero times.
func.func private @k() attributes {orch.kernel}
// CHECK: error: pass 'swap-bodies' loses an order: submit 1 (@k) no longer comes after submit 0 (@k)
// CHECK: note: in a run of @zero with arg0=0
func.func @zero(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.task
  %a = orch.submit @k()
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %none) -> (!orch.task) {
    %b = orch.submit @k() after(%a : !orch.task)
    scf.yield %b : !orch.task
  }
  %c = orch.submit @k() after(%last, %a : !orch.task, !orch.task)
  return
}
func.func private @zero_after(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.task
  %a = orch.submit @k()
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %none) -> (!orch.task) {
    %b = orch.submit @k() after(%a : !orch.task)
    scf.yield %b : !orch.task
  }
  %c = orch.submit @k() after(%last : !orch.task)
  return
}

// -----

// What the tracker orders: a bit of it dropped, an edge instead, and manual code.
func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r(memref<8xf32> {orch.access = "read"}) attributes {orch.kernel}
// CHECK: error: pass 'swap-bodies' loses an order: submit 2 (@w) no longer comes after submit 1 (@r)
func.func @bit(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %b = orch.submit @r(%x : memref<8xf32>)
  %c = orch.submit @w(%x : memref<8xf32>)
  return
}
func.func private @bit_after(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %b = orch.submit @r(%x : memref<8xf32>) {tracking = ["lookup"]}
  %c = orch.submit @w(%x : memref<8xf32>)
  return
}
func.func @edge(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>)
  %b = orch.submit @r(%x : memref<8xf32>)
  return
}
func.func private @edge_after(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>) {tracking = ["none"]}
  %b = orch.submit @r(%x : memref<8xf32>) derived(%a : !orch.task) {tracking = ["none"]}
  return
}
// CHECK: error: pass 'swap-bodies' adds an order: submit 1 (@r) now comes after submit 0 (@w)
func.func @manual(%x: memref<8xf32>) {
  orch.scope manual {
    %a = orch.submit @w(%x : memref<8xf32>)
    %b = orch.submit @r(%x : memref<8xf32>)
  }
  return
}
func.func private @manual_after(%x: memref<8xf32>) {
  %a = orch.submit @w(%x : memref<8xf32>)
  orch.scope manual {
    %b = orch.submit @r(%x : memref<8xf32>) derived(%a : !orch.task)
  }
  return
}

// -----

// What the host waits for, and what comes after its waiting.
func.func private @k() attributes {orch.kernel}
func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
// CHECK: error: pass 'swap-bodies' loses an order: host (orch.wait) no longer comes after submit 0 (@k)
// CHECK: note: before: submit 0 (@k) -> host (orch.wait)
func.func @wait() {
  %a = orch.submit @k()
  %b = orch.submit @k()
  orch.wait %a, %b : !orch.task, !orch.task
  %c = orch.submit @k()
  return
}
func.func private @wait_after() {
  %a = orch.submit @k()
  %b = orch.submit @k()
  orch.wait %b : !orch.task
  %c = orch.submit @k()
  return
}
// CHECK: error: pass 'swap-bodies' changes what is submitted: host (orch.wait) becomes submit 1 (@k)
func.func @no_wait() {
  %a = orch.submit @k()
  orch.wait %a : !orch.task
  %b = orch.submit @k() after(%a : !orch.task)
  return
}
func.func private @no_wait_after() {
  %a = orch.submit @k()
  %b = orch.submit @k() after(%a : !orch.task)
  return
}
// A wait that follows from the host's waiting.
func.func @implied() {
  %a = orch.submit @k()
  orch.wait %a : !orch.task
  %b = orch.submit @k() after(%a : !orch.task)
  return
}
func.func private @implied_after() {
  %a = orch.submit @k()
  orch.wait %a : !orch.task
  %b = orch.submit @k()
  return
}
// CHECK: error: pass 'swap-bodies' loses an order: host (memref.load) no longer comes after submit 0 (@w)
func.func @load(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = orch.submit @w(%x : memref<8xf32>)
  %v = memref.load %x[%c0] : memref<8xf32>
  return
}
func.func private @load_after(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = orch.submit @w(%x : memref<8xf32>)
  %v = memref.load %x[%c0] {orch.tracking = "none"} : memref<8xf32>
  return
}
// A load more or less, where nothing is to be waited for.
func.func @loads(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = memref.load %x[%c0] : memref<8xf32>
  %v = memref.load %x[%c1] : memref<8xf32>
  %a = orch.submit @w(%x : memref<8xf32>)
  return
}
func.func private @loads_after(%x: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1] : memref<8xf32>
  %a = orch.submit @w(%x : memref<8xf32>)
  return
}

// -----

// The tasks themselves.
func.func private @k(index) attributes {orch.kernel}
func.func private @j(index) attributes {orch.kernel}
// CHECK: error: pass 'swap-bodies' changes what is submitted: submit 0 (@k) becomes submit 0 (@j)
func.func @kernel(%n: index) {
  %a = orch.submit @k(%n : index)
  return
}
func.func private @kernel_after(%n: index) {
  %a = orch.submit @j(%n : index)
  return
}
// CHECK: error: pass 'swap-bodies' changes what is submitted: submit 0 (@k) becomes submit 0 (@k) with other arguments
func.func @argument(%n: index) {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %a = orch.submit @k(%m : index)
  return
}
func.func private @argument_after(%n: index) {
  %a = orch.submit @k(%n : index)
  return
}
// CHECK: error: pass 'swap-bodies' changes what is submitted: the end of the run becomes submit 0 (@k) in iteration (0)
// CHECK: note: in a run of @trips with arg0=0
func.func @trips(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = orch.submit @k(%i : index)
  }
  return
}
func.func private @trips_after(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    %a = orch.submit @k(%i : index)
  }
  return
}
// CHECK: error: pass 'swap-bodies' changes what is submitted: submit 1 (@k) becomes the end of the run
// CHECK: :[[@LINE+13]]:8: note: it ends here: 'orch.get' op has index 1 for an array of 1 ids
func.func @stops() {
  %c0 = arith.constant 0 : index
  %a = orch.submit @k(%c0 : index)
  %b = orch.submit @k(%c0 : index)
  return
}
func.func private @stops_after() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = orch.submit @k(%c0 : index)
  %ts = orch.concat %a : !orch.task -> !orch.tasks<1>
  %all = orch.concat %ts : !orch.tasks<1> -> !orch.tasks<?>
  %t = orch.get %all[%c1] : !orch.tasks<?>
  %b = orch.submit @k(%c0 : index)
  return
}
