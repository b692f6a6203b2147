// RUN: baton-opt %s --prune-deps | FileCheck %s
// Ids in one block: chains, diamonds, fences between, both lists, repeated operands and nones.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func @chain
func.func @chain() {
  %a = orch.submit @k()
  %b = orch.submit @k() after(%a : !orch.task)
  %c = orch.submit @k() after(%b : !orch.task)
  // CHECK: %[[D:.*]] = orch.submit @k() after(%{{.*}} : !orch.task){{$}}
  %d = orch.submit @k() after(%a, %c, %b : !orch.task, !orch.task, !orch.task)
  return
}

// Neither side of a diamond implies the other.
// CHECK-LABEL: func.func @diamond
func.func @diamond() {
  // CHECK: %[[A:.*]] = orch.submit
  %a = orch.submit @k()
  // CHECK: %[[B:.*]] = orch.submit @k() after(%[[A]]
  %b = orch.submit @k() after(%a : !orch.task)
  // CHECK: %[[C:.*]] = orch.submit @k() after(%[[A]]
  %c = orch.submit @k() after(%a : !orch.task)
  // CHECK: orch.submit @k() after(%[[B]], %[[C]] : !orch.task, !orch.task)
  %d = orch.submit @k() after(%b, %a, %c : !orch.task, !orch.task, !orch.task)
  return
}

// A path runs through fences and through both kinds of list.
// CHECK-LABEL: func.func @fence_between
func.func @fence_between() {
  %a = orch.submit @k()
  // CHECK: orch.fence derived(
  %f = orch.fence derived(%a : !orch.task)
  // CHECK: %[[B:.*]] = orch.submit @k() after(
  %b = orch.submit @k() after(%f : !orch.task)
  // CHECK: orch.submit @k() after(%[[B]] : !orch.task){{$}}
  %c = orch.submit @k() after(%b : !orch.task) derived(%a, %f : !orch.task, !orch.task)
  return
}

// A user's wait goes when a derived one implies it, and the order of the rest is kept.
// CHECK-LABEL: func.func @user_waits
func.func @user_waits() {
  // CHECK: %[[X:.*]] = orch.submit @k(){{$}}
  %x = orch.submit @k()
  // CHECK: %[[Y:.*]] = orch.submit @k(){{$}}
  %y = orch.submit @k()
  // CHECK: %[[A:.*]] = orch.submit @k(){{$}}
  %a = orch.submit @k()
  // CHECK: %[[B:.*]] = orch.submit @k() after(
  %b = orch.submit @k() after(%a : !orch.task)
  // CHECK: orch.submit @k() after(%[[Y]], %[[X]] : !orch.task, !orch.task) derived(%[[B]] : !orch.task)
  %c = orch.submit @k() after(%y, %a, %x : !orch.task, !orch.task, !orch.task) derived(%b : !orch.task)
  return
}

// The second of two equal operands goes, also across the lists; nones go.
// CHECK-LABEL: func.func @repeated
func.func @repeated() {
  %a = orch.submit @k()
  %n = orch.none : !orch.task
  %ns = orch.none : !orch.tasks<4>
  // CHECK: orch.submit @k() after(%{{.*}} : !orch.task){{$}}
  %b = orch.submit @k() after(%a, %n, %a : !orch.task, !orch.task, !orch.task) derived(%ns, %a : !orch.tasks<4>, !orch.task)
  // CHECK: orch.fence{{$}}
  %f = orch.fence after(%n : !orch.task)
  return
}

// The runtime would order these by their buffer, but only lists count.
func.func private @w(memref<4xf32>) attributes {orch.kernel}
// CHECK-LABEL: func.func @tracked
func.func @tracked(%m: memref<4xf32>) {
  %a = orch.submit @w(%m : memref<4xf32>)
  %b = orch.submit @w(%m : memref<4xf32>)
  // CHECK: after(%{{.*}}, %{{.*}} : !orch.task, !orch.task)
  %c = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
  return
}

// A task that its predicate keeps from running has still waited.
// CHECK-LABEL: func.func @predicate
func.func @predicate(%m: memref<4xi32>, %i: index) {
  %a = orch.submit @k()
  %b = orch.submit @k() after(%a : !orch.task) when(%m[%i] sgt 0 : memref<4xi32>)
  // CHECK: orch.submit @k() after(%{{.*}} : !orch.task){{$}}
  %c = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
  return
}

// Manual code is pruned as well.
// CHECK-LABEL: func.func @manual
func.func @manual() {
  orch.scope manual {
    %a = orch.submit @k()
    // CHECK: %[[B:.*]] = orch.submit @k() after(
    %b = orch.submit @k() after(%a : !orch.task)
    // CHECK: orch.submit @k() after(%[[B]] : !orch.task){{$}}
    %c = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
    orch.yield
  }
  return
}
