// RUN: baton-opt %s --phase-fence=fence-cost=0 --check-order-each --split-input-file | FileCheck %s
// Lists that overlap in straight-line code share fences for the parts that they have in common; the order of all tasks stays.
// RUN: baton-opt %s --split-input-file --phase-fence=fence-cost=0 -o %t.once && baton-opt %t.once --split-input-file --phase-fence=fence-cost=0 | diff %t.once -
// RUN: baton-opt %s --split-input-file > %t.plain && baton-opt %s --split-input-file --phase-fence=mode=loop | diff %t.plain -
// RUN: not baton-opt %s --split-input-file --phase-fence=max-depth=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEPTH
// RUN: not baton-opt %s --split-input-file --phase-fence=max-depth=65 -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEPTH

// DEPTH: error: {{.*}}option max-depth of phase-fence must be from 1 to 64, but is {{0|65}}


func.func private @k() attributes {orch.kernel}

// Two tasks list three, two others one more: the second fence holds the first.
// CHECK-LABEL: func.func @nested(
// CHECK-COUNT-4: orch.submit @k(){{$}}
// CHECK:      [[F:%.+]] = orch.fence after(%0, %1, %2 : !orch.task, !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]], %3 : !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]], %3 : !orch.task, !orch.task)
func.func @nested() attributes {orch.scope = "manual"} {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k()
  %d = orch.submit @k()
  %e = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  %f = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  %g = orch.submit @k() after(%a, %b, %c, %d : !orch.task, !orch.task, !orch.task, !orch.task)
  %h = orch.submit @k() after(%a, %b, %c, %d : !orch.task, !orch.task, !orch.task, !orch.task)
  return
}

// -----

func.func private @k() attributes {orch.kernel}

// What a user wrote stays in `after`, what a pass added in `derived`, in lists and in fences. An array beside stays.
// CHECK-LABEL: func.func @provenance(
// CHECK:      [[F:%.+]] = orch.fence after(%0 : !orch.task) derived(%1, %2 : !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after(%arg0, [[F]] : !orch.tasks<4>, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]] : !orch.task) derived(%arg1 : !orch.task)
// CHECK-NEXT: orch.submit @k() derived([[F]], %3 : !orch.task, !orch.task)
func.func @provenance(%xs: !orch.tasks<4>, %x: !orch.task) attributes {orch.scope = "manual"} {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k()
  %d = orch.submit @k()
  %e = orch.submit @k() after(%xs, %a : !orch.tasks<4>, !orch.task) derived(%b, %c : !orch.task, !orch.task)
  %f = orch.submit @k() after(%a : !orch.task) derived(%b, %x, %c : !orch.task, !orch.task, !orch.task)
  %g = orch.submit @k() derived(%a, %d, %b, %c : !orch.task, !orch.task, !orch.task, !orch.task)
  return
}

// -----

func.func private @k() attributes {orch.kernel}

// A fence of the program that stands for the set is used, by those that come behind it.
// CHECK-LABEL: func.func @reused(
// CHECK-COUNT-3: orch.submit @k(){{$}}
// CHECK-NEXT: [[F:%.+]] = orch.fence after(%0, %1, %2 : !orch.task, !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT: return
func.func @reused() attributes {orch.scope = "manual"} {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k()
  %f = orch.fence after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  %d = orch.submit @k() after(%c, %b, %a : !orch.task, !orch.task, !orch.task)
  %e = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  return
}

// -----

func.func private @k() attributes {orch.kernel}

// Each of the last tasks leaves out another one, which it waits for through a task behind it: one fence stands for all.
// CHECK-LABEL: func.func @implied(
// CHECK:      [[F:%.+]] = orch.fence after(%0, %1, %2, %3 : !orch.task, !orch.task, !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]], %4 : !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]], %5 : !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]], %6 : !orch.task, !orch.task)
// CHECK-NEXT: orch.submit @k() after([[F]], %7 : !orch.task, !orch.task)
func.func @implied() attributes {orch.scope = "manual"} {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k()
  %d = orch.submit @k()
  %ea = orch.submit @k() after(%a : !orch.task)
  %eb = orch.submit @k() after(%b : !orch.task)
  %ec = orch.submit @k() after(%c : !orch.task)
  %ed = orch.submit @k() after(%d : !orch.task)
  %v1 = orch.submit @k() after(%b, %c, %d, %ea : !orch.task, !orch.task, !orch.task, !orch.task)
  %v2 = orch.submit @k() after(%a, %c, %d, %eb : !orch.task, !orch.task, !orch.task, !orch.task)
  %v3 = orch.submit @k() after(%a, %b, %d, %ec : !orch.task, !orch.task, !orch.task, !orch.task)
  %v4 = orch.submit @k() after(%a, %b, %c, %ed : !orch.task, !orch.task, !orch.task, !orch.task)
  return
}

// -----

func.func private @k() attributes {orch.kernel}

// Nothing is shared that would order more: no two of these lists have two tasks in common that pay.
// CHECK-LABEL: func.func @pairs(
// CHECK-NOT: orch.fence
// CHECK: return
func.func @pairs() attributes {orch.scope = "manual"} {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k()
  %d = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
  %e = orch.submit @k() after(%b, %c : !orch.task, !orch.task)
  %f = orch.submit @k() after(%a, %c : !orch.task, !orch.task)
  %g = orch.submit @k() after(%a, %b : !orch.task, !orch.task)
  return
}
