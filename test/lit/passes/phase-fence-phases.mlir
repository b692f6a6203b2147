// RUN: baton-opt %s --phase-fence=mode=loop | FileCheck %s && baton-opt %s --phase-fence | FileCheck %s
// An array that each phase renews is fenced inside the phase loop, once per phase, and never in an older version.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func private @phases(
// CHECK:         scf.for {{.*}} iter_args([[XS:%.+]] = %arg0) -> (!orch.tasks<4>) {
// CHECK-NEXT:      [[F:%.+]] = orch.fence after([[XS]] : !orch.tasks<4>)
// CHECK-NEXT:      orch.parallel
// CHECK-NEXT:        orch.submit @k() after([[F]] : !orch.task)
// CHECK-NOT:     orch.fence
func.func private @phases(%init: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %p = %c0 to %c3 step %c1 iter_args(%xs = %init) -> (!orch.tasks<4>) {
    %next = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
      orch.yield %a : !orch.task
    }
    scf.yield %next : !orch.tasks<4>
  }
  return
}

// A carried array filled slot by slot, as people write it: the old version is fenced, the new one filled.
// CHECK-LABEL: func.func private @slots(
// CHECK:         scf.for {{.*}} iter_args([[XS:%.+]] = %arg0) -> (!orch.tasks<8>) {
// CHECK:           [[F:%.+]] = orch.fence after([[XS]] : !orch.tasks<8>)
// CHECK-NEXT:      scf.for {{.*}} iter_args([[NEW:%.+]] =
// CHECK-NEXT:        [[T:%.+]] = orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:        orch.set [[T]], [[NEW]]
// CHECK-NOT:     orch.fence
func.func private @slots(%init: !orch.tasks<8>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %p = %c0 to %c4 step %c1 iter_args(%xs = %init) -> (!orch.tasks<8>) {
    %empty = orch.none : !orch.tasks<8>
    %next = scf.for %i = %c0 to %c8 step %c1 iter_args(%new = %empty) -> (!orch.tasks<8>) {
      %a = orch.submit @k() after(%xs : !orch.tasks<8>)
      %newer = orch.set %a, %new[%i] : !orch.tasks<8>
      scf.yield %newer : !orch.tasks<8>
    }
    scf.yield %next : !orch.tasks<8>
  }
  return
}

// Renewed in place, slot by slot, while the version from before the loop is still what everybody waits for.
// CHECK-LABEL: func.func private @older_version(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-NEXT:    scf.for {{.*}} iter_args([[NEW:%.+]] = %arg0)
// CHECK-NEXT:      [[T:%.+]] = orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:      orch.set [[T]], [[NEW]]
func.func private @older_version(%xs: !orch.tasks<8>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %next = scf.for %i = %c0 to %c8 step %c1 iter_args(%new = %xs) -> (!orch.tasks<8>) {
    %a = orch.submit @k() after(%xs : !orch.tasks<8>)
    %newer = orch.set %a, %new[%i] : !orch.tasks<8>
    scf.yield %newer : !orch.tasks<8>
  }
  return
}

// A carry that every iteration hands on is no new version: one fence for the whole loop nest.
// CHECK-LABEL: func.func private @handed_on(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        orch.submit @k() after([[F]] : !orch.task)
// CHECK-NOT:     orch.fence
func.func private @handed_on(%xs: !orch.tasks<8>, %b: i1) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %p = %c0 to %c8 step %c1 iter_args(%a = %xs) -> (!orch.tasks<8>) {
    %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%c = %a) -> (!orch.tasks<8>) {
      %t = orch.submit @k() after(%c : !orch.tasks<8>)
      %same = scf.if %b -> (!orch.tasks<8>) {
        scf.yield %c : !orch.tasks<8>
      } else {
        scf.yield %a : !orch.tasks<8>
      }
      scf.yield %same : !orch.tasks<8>
    }
    scf.yield %s : !orch.tasks<8>
  }
  return
}

// Three loops deep: one fence in the text, where the array is renewed.
// CHECK-LABEL: func.func private @epochs(
// CHECK:         scf.for
// CHECK-NEXT:      scf.for {{.*}} iter_args([[XS:%.+]] =
// CHECK-NEXT:        [[F:%.+]] = orch.fence after([[XS]] : !orch.tasks<4>)
// CHECK-NEXT:        orch.parallel
// CHECK-NEXT:          orch.submit @k() after([[F]] : !orch.task)
// CHECK-NOT:     orch.fence
func.func private @epochs(%init: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %e = %c0 to %c2 step %c1 iter_args(%outer = %init) -> (!orch.tasks<4>) {
    %s = scf.for %p = %c0 to %c3 step %c1 iter_args(%xs = %outer) -> (!orch.tasks<4>) {
      %next = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
        %a = orch.submit @k() after(%xs : !orch.tasks<4>)
        orch.yield %a : !orch.task
      }
      scf.yield %next : !orch.tasks<4>
    }
    scf.yield %s : !orch.tasks<4>
  }
  return
}

// Two phased loops, the second one goes on with the ids of the first one.
// CHECK-LABEL: func.func private @chained(
// CHECK:         [[R:%.+]] = scf.for {{.*}} iter_args([[XS:%.+]] = %arg0)
// CHECK-NEXT:      [[F:%.+]] = orch.fence after([[XS]] : !orch.tasks<4>)
// CHECK:         scf.for {{.*}} iter_args([[YS:%.+]] = [[R]])
// CHECK-NEXT:      [[G:%.+]] = orch.fence after([[YS]] : !orch.tasks<4>)
// CHECK-NEXT:      orch.parallel
// CHECK-NEXT:        orch.submit @k() after([[G]] : !orch.task)
func.func private @chained(%init: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %p = %c0 to %c3 step %c1 iter_args(%xs = %init) -> (!orch.tasks<4>) {
    %next = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
      orch.yield %a : !orch.task
    }
    scf.yield %next : !orch.tasks<4>
  }
  %s = scf.for %p = %c0 to %c3 step %c1 iter_args(%ys = %r) -> (!orch.tasks<4>) {
    %next = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      %a = orch.submit @k() after(%ys : !orch.tasks<4>)
      orch.yield %a : !orch.task
    }
    scf.yield %next : !orch.tasks<4>
  }
  return
}

// Filled slot by slot with each waiting for the slots so far (direct), read by 8 that fill the next array, read by 4.
// CHECK-LABEL: func.func private @chain_of_loops(
// CHECK:         [[X:%.+]] = scf.for {{.*}} iter_args([[XS:%.+]] =
// CHECK-NEXT:      orch.submit @k() after([[XS]] : !orch.tasks<4>)
// CHECK:         [[F:%.+]] = orch.fence after([[X]] : !orch.tasks<4>)
// CHECK-NEXT:    [[Y:%.+]] = scf.for
// CHECK:             orch.submit @k() after([[F]] : !orch.task)
// CHECK:         [[G:%.+]] = orch.fence after([[Y]] : !orch.tasks<8>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        orch.submit @k() after([[G]] : !orch.task)
func.func private @chain_of_loops() attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %empty4 = orch.none : !orch.tasks<4>
  %empty8 = orch.none : !orch.tasks<8>
  %x = scf.for %i = %c0 to %c4 step %c1 iter_args(%xs = %empty4) -> (!orch.tasks<4>) {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    %next = orch.set %a, %xs[%i] : !orch.tasks<4>
    scf.yield %next : !orch.tasks<4>
  }
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%ys = %empty8) -> (!orch.tasks<8>) {
    %z = scf.for %j = %c0 to %c4 step %c1 iter_args(%zs = %ys) -> (!orch.tasks<8>) {
      %a = orch.submit @k() after(%x : !orch.tasks<4>)
      %row = arith.muli %i, %c4 : index
      %slot = arith.addi %row, %j : index
      %next = orch.set %a, %zs[%slot] : !orch.tasks<8>
      scf.yield %next : !orch.tasks<8>
    }
    scf.yield %z : !orch.tasks<8>
  }
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %a = orch.submit @k() after(%y : !orch.tasks<8>)
    }
  }
  return
}

// More slots than any fixed-size list would hold.
// CHECK-LABEL: func.func private @seventeen(
// CHECK:         scf.for {{.*}} iter_args([[XS:%.+]] = %arg0)
// CHECK-NEXT:      [[F:%.+]] = orch.fence after([[XS]] : !orch.tasks<17>)
// CHECK-NEXT:      orch.parallel
// CHECK-NEXT:        orch.submit @k() after([[F]] : !orch.task)
func.func private @seventeen(%init: !orch.tasks<17>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c17 = arith.constant 17 : index
  %r = scf.for %p = %c0 to %c3 step %c1 iter_args(%xs = %init) -> (!orch.tasks<17>) {
    %next = orch.parallel %i = %c0 to %c17 step %c1 -> (!orch.tasks<17>) {
      %a = orch.submit @k() after(%xs : !orch.tasks<17>)
      orch.yield %a : !orch.task
    }
    scf.yield %next : !orch.tasks<17>
  }
  return
}

// An array from outside of the phases beside the one that they renew: one fence for all phases, one in each.
// CHECK-LABEL: func.func private @fixed_and_renewed(
// CHECK:         [[F:%.+]] = orch.fence after(%arg1 : !orch.tasks<4>)
// CHECK-NEXT:    scf.for {{.*}} iter_args([[XS:%.+]] = %arg0)
// CHECK-NEXT:      [[G:%.+]] = orch.fence after([[XS]] : !orch.tasks<4>)
// CHECK-NEXT:      orch.parallel
// CHECK-NEXT:        orch.submit @k() after([[G]], [[F]] : !orch.task, !orch.task)
func.func private @fixed_and_renewed(%init: !orch.tasks<4>, %fixed: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %p = %c0 to %c3 step %c1 iter_args(%xs = %init) -> (!orch.tasks<4>) {
    %next = orch.parallel %i = %c0 to %c4 step %c1 -> (!orch.tasks<4>) {
      %a = orch.submit @k() after(%xs, %fixed : !orch.tasks<4>, !orch.tasks<4>)
      orch.yield %a : !orch.task
    }
    scf.yield %next : !orch.tasks<4>
  }
  return
}
