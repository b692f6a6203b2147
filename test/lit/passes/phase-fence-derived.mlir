// RUN: baton-opt %s --phase-fence=mode=loop | FileCheck %s && baton-opt %s --phase-fence | FileCheck %s
// Derived waits stay derived, what a user wrote stays in `after`; in auto code and in manual code alike.

func.func private @k() attributes {orch.kernel}

// A loop fills an array, a second loop waits for all of it.
// CHECK-LABEL: func.func @siblings(
// CHECK:         [[X:%.+]] = orch.parallel
// CHECK:         [[F:%.+]] = orch.fence derived([[X]] : !orch.tasks<4>)
// CHECK-NEXT:    orch.parallel
// CHECK-NEXT:      orch.submit @k() derived([[F]] : !orch.task)
func.func @siblings() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
    %a = orch.submit @k()
    orch.yield %a : !orch.task
  }
  orch.parallel %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() derived(%x : !orch.tasks<4>)
  }
  return
}

// The same in auto code, with a gate besides: the list becomes two waits.
// CHECK-LABEL: func.func @array_and_gate(
// CHECK:         [[X:%.+]] = scf.for
// CHECK:         [[F:%.+]] = orch.fence derived([[X]] : !orch.tasks<4>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      [[G:%.+]] = orch.submit @k(){{$}}
// CHECK-NEXT:      orch.submit @k() derived([[F]], [[G]] : !orch.task, !orch.task)
func.func @array_and_gate() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %empty = orch.none : !orch.tasks<4>
  orch.scope auto {
    %x = scf.for %i = %c0 to %c4 step %c1 iter_args(%xs = %empty) -> (!orch.tasks<4>) {
      %a = orch.submit @k()
      %next = orch.set %a, %xs[%i] : !orch.tasks<4>
      scf.yield %next : !orch.tasks<4>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %gate = orch.submit @k()
      %a = orch.submit @k() derived(%x, %gate : !orch.tasks<4>, !orch.task)
    }
  }
  return
}

// Both kinds of users share one fence, which lists in `after`; each keeps the kind of its own wait.
// CHECK-LABEL: func.func private @both_kinds(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.submit @k() derived([[F]] : !orch.task)
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
func.func private @both_kinds(%xs: !orch.tasks<8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = orch.submit @k() derived(%xs : !orch.tasks<8>)
    %b = orch.submit @k() after(%xs : !orch.tasks<8>)
    %c = orch.submit @k() after(%xs : !orch.tasks<8>) derived(%xs : !orch.tasks<8>)
  }
  return
}
