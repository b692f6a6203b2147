// RUN: baton-opt %s --phase-fence=mode=loop | FileCheck %s && baton-opt %s --phase-fence | FileCheck %s
// Fences with nothing in their lists are tasks like others: they stay, and who waits for them goes on doing so.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func @no_list(
// CHECK-NEXT:    [[G:%.+]] = orch.fence{{$}}
// CHECK-COUNT-3: orch.submit @k() after([[G]] : !orch.task)
func.func @no_list() attributes {orch.scope = "manual"} {
  %g = orch.fence
  %a = orch.submit @k() after(%g : !orch.task)
  %b = orch.submit @k() after(%g : !orch.task)
  %c = orch.submit @k() after(%g : !orch.task)
  return
}

// CHECK-LABEL: func.func @of_none(
// CHECK:         [[N:%.+]] = orch.none : !orch.task
// CHECK:         [[NS:%.+]] = orch.none : !orch.tasks<8>
// CHECK-NEXT:    [[G:%.+]] = orch.fence after([[N]] : !orch.task)
// CHECK-NEXT:    [[H:%.+]] = orch.fence after([[NS]] : !orch.tasks<8>)
// CHECK-COUNT-3: orch.submit @k() after([[G]], [[H]] : !orch.task, !orch.task)
func.func @of_none() attributes {orch.scope = "manual"} {
  %n = orch.none : !orch.task
  %ns = orch.none : !orch.tasks<8>
  %g = orch.fence after(%n : !orch.task)
  %h = orch.fence after(%ns : !orch.tasks<8>)
  %a = orch.submit @k() after(%g, %h : !orch.task, !orch.task)
  %b = orch.submit @k() after(%g, %h : !orch.task, !orch.task)
  %c = orch.submit @k() after(%g, %h : !orch.task, !orch.task)
  return
}

// Some slots hold a task, some do not.
// CHECK-LABEL: func.func @of_some(
// CHECK:         [[XS:%.+]] = orch.set
// CHECK-NEXT:    [[G:%.+]] = orch.fence after([[XS]] : !orch.tasks<8>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.submit @k() after([[G]] : !orch.task)
func.func @of_some() attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %ns = orch.none : !orch.tasks<8>
  %t = orch.submit @k()
  %xs = orch.set %t, %ns[%c1] : !orch.tasks<8>
  scf.for %i = %c0 to %c8 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<8>)
  }
  return
}

// Producers that may be skipped: the fence is there in any case, and all consumers list it.
// CHECK-LABEL: func.func @skipped(
// CHECK:         [[XS:%.+]] = scf.if
// CHECK:         [[G:%.+]] = orch.fence after([[XS]] : !orch.tasks<4>)
// CHECK-NEXT:    orch.parallel
// CHECK-NEXT:      orch.submit @k() after([[G]] : !orch.task)
func.func @skipped(%b: i1) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %xs = scf.if %b -> (!orch.tasks<4>) {
    %made = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      %a = orch.submit @k()
      orch.yield %a : !orch.task
    }
    scf.yield %made : !orch.tasks<4>
  } else {
    %ns = orch.none : !orch.tasks<4>
    scf.yield %ns : !orch.tasks<4>
  }
  orch.parallel %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}
