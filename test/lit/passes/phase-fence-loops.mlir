// RUN: baton-opt %s --phase-fence=mode=loop | FileCheck %s --check-prefixes=CHECK,LOOP && baton-opt %s --phase-fence | FileCheck %s --check-prefixes=CHECK,ALL
// One fence for all consumers of an array from outside of a static loop, before the outermost loop that pays; both modes.
// RUN: baton-opt %s --phase-fence > %t && baton-opt %t --phase-fence | diff %t - && baton-opt %s --phase-fence=mode=loop > %t && baton-opt %t --phase-fence=mode=loop | diff %t -

func.func private @k() attributes {orch.kernel}

// Two consumers per trip: 4 slots, 8 uses. What else a submit says stays as it is.
// CHECK-LABEL: func.func private @parallel(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    orch.parallel
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task) blocks(%{{.+}}) when(%arg1[%{{.+}}] sgt 0 : memref<4xi32>) {early, note = "kept", priority = 3 : i32}
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
// CHECK-NOT:       orch.fence
func.func private @parallel(%xs: !orch.tasks<4>, %buf: memref<4xi32>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  orch.parallel %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>) blocks(%c4) when(%buf[%c0] sgt 0 : memref<4xi32>) {early, note = "kept", priority = 3 : i32}
    %b = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}

// CHECK-LABEL: func.func private @sequential(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
func.func private @sequential(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}

// Three slots, three consumers, three trips.
// CHECK-LABEL: func.func private @three(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<3>)
// CHECK-NEXT:    orch.parallel
// CHECK-COUNT-3:   orch.submit @k() after([[F]] : !orch.task)
// CHECK-NOT:     orch.tasks
func.func private @three(%xs: !orch.tasks<3>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  orch.parallel %i = %c0 to %c3 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<3>)
    %b = orch.submit @k() after(%xs : !orch.tasks<3>)
    %c = orch.submit @k() after(%xs : !orch.tasks<3>)
  }
  return
}

// A fence of the user's own on the same array: the original rule adds another one, the general one uses it.
// CHECK-LABEL: func.func private @user_fence(
// CHECK:         [[U:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>) {note = "user"}
// LOOP-NEXT:     [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    orch.parallel
// CHECK-NEXT:      orch.submit @k() after([[U]] : !orch.task)
// LOOP-NEXT:       orch.submit @k() after([[F]] : !orch.task)
// ALL-NEXT:        orch.submit @k() after([[U]] : !orch.task)
func.func private @user_fence(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %user = orch.fence after(%xs : !orch.tasks<4>) {note = "user"}
  orch.parallel %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%user : !orch.task)
    %b = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}

// Nested trips multiply, and the fence goes before the outer loop.
// CHECK-LABEL: func.func private @nested(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        orch.submit @k() after([[F]] : !orch.task)
func.func private @nested(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    }
  }
  return
}

// CHECK-LABEL: func.func private @parallel_in_for(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.parallel
// CHECK-NEXT:        orch.submit @k() after([[F]] : !orch.task)
func.func private @parallel_in_for(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    orch.parallel %j = %c0 to %c4 step %c1 {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    }
  }
  return
}

// Two arrays with different consumers: two fences, in the order in which the arrays are defined and not used.
// CHECK-LABEL: func.func private @two_arrays(
// CHECK:         [[FA:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    [[FB:%.+]] = orch.fence after(%arg1 : !orch.tasks<4>)
// CHECK-NEXT:    orch.parallel
// CHECK-NEXT:      orch.submit @k() after([[FB]] : !orch.task)
// CHECK-NEXT:      orch.submit @k() after([[FA]] : !orch.task)
func.func private @two_arrays(%xs: !orch.tasks<4>, %ys: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  orch.parallel %i = %c0 to %c4 step %c1 {
    %b = orch.submit @k() after(%ys : !orch.tasks<4>)
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}

// Two arrays in one list, which the public original leaves alone: edge by edge, or one joint fence.
// CHECK-LABEL: func.func private @two_in_one_list(
// LOOP:          [[FA:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// LOOP-NEXT:     [[FB:%.+]] = orch.fence after(%arg1 : !orch.tasks<4>)
// ALL:           [[F:%.+]] = orch.fence after(%arg0, %arg1 : !orch.tasks<4>, !orch.tasks<4>)
// CHECK-NEXT:    orch.parallel
// LOOP-NEXT:       orch.submit @k() after([[FB]], [[FA]] : !orch.task, !orch.task)
// ALL-NEXT:        orch.submit @k() after([[F]] : !orch.task)
func.func private @two_in_one_list(%xs: !orch.tasks<4>, %ys: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  orch.parallel %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%ys, %xs : !orch.tasks<4>, !orch.tasks<4>)
  }
  return
}

// A list with other waits besides the array, which the public original leaves alone: the rest stays, in its order. What all of
// them wait for besides goes into the same fence in mode=all.
// CHECK-LABEL: func.func private @mixed(
// CHECK:         scf.for
// CHECK-NEXT:      [[S:%.+]] = orch.submit @k(){{$}}
// LOOP-NEXT:       [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// ALL-NEXT:        [[F:%.+]] = orch.fence after([[S]], {{%.+, %.+}} : !orch.task, !orch.task, !orch.tasks<?>)
// CHECK-NEXT:      orch.parallel
// CHECK-NEXT:        [[T:%.+]] = orch.submit @k(){{$}}
// LOOP-NEXT:         orch.submit @k() after([[S]], [[F]], [[T]] : !orch.task, !orch.task, !orch.task)
// ALL-NEXT:          orch.submit @k() after([[F]], [[T]] : !orch.task, !orch.task)
func.func private @mixed(%xs: !orch.tasks<4>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %seed = orch.submit @k()
    orch.parallel %j = %c0 to %c8 step %c1 {
      %t = orch.submit @k()
      %a = orch.submit @k() after(%seed, %xs, %t : !orch.task, !orch.tasks<4>, !orch.task)
    }
  }
  return
}

// A later use in the same block has the fence too, at any depth; an earlier one does not in loop mode.
// CHECK-LABEL: func.func private @after_the_loop(
// LOOP:          orch.submit @k() after(%arg0 : !orch.tasks<4>)
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// ALL-NEXT:      orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:    }
// CHECK-NEXT:    orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
func.func private @after_the_loop(%xs: !orch.tasks<4>, %b: i1) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %before = orch.submit @k() after(%xs : !orch.tasks<4>)
  scf.for %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  %c = orch.submit @k() after(%xs : !orch.tasks<4>)
  scf.if %b {
    %d = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}

// A second loop over the same array needs no second fence.
// CHECK-LABEL: func.func private @two_loops(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
// CHECK-NOT:     orch.fence
// CHECK:         orch.parallel
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
func.func private @two_loops(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  orch.parallel %i = %c0 to %c4 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  }
  return
}

// 80 uses of 2 slots. (The original counts 2 for the outer loop and repeats the fence in it.)
// CHECK-LABEL: func.func private @undercount(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<2>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        orch.submit @k() after([[F]] : !orch.task)
func.func private @undercount(%xs: !orch.tasks<2>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c40 step %c1 {
      %a = orch.submit @k() after(%xs : !orch.tasks<2>)
    }
  }
  return
}

// The outer loop may run any number of times: the fence stands in it, before the loop that pays by itself. If it runs
// often enough, another one in front of it keeps the list of the inner one short.
// CHECK-LABEL: func.func private @static_in_dynamic(
// ALL:           [[G:%.+]] = scf.if
// ALL-NEXT:        orch.fence after(%arg0 : !orch.tasks<4>)
// ALL:           [[REST:%.+]] = orch.slice %arg0[
// CHECK:         scf.for
// LOOP-NEXT:       [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// ALL-NEXT:        [[F:%.+]] = orch.fence after([[G]], [[REST]] : !orch.task, !orch.tasks<?>)
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        orch.submit @k() after([[F]] : !orch.task)
func.func private @static_in_dynamic(%xs: !orch.tasks<4>, %n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    }
  }
  return
}

// One of two arms runs: 3 certain uses of 4 slots, not 6.
// CHECK-LABEL: func.func private @both_arms(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    orch.parallel
// CHECK:           orch.submit @k() after([[F]] : !orch.task)
// CHECK:           orch.submit @k() after([[F]] : !orch.task)
func.func private @both_arms(%xs: !orch.tasks<4>, %b: i1) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  orch.parallel %i = %c0 to %c3 step %c1 {
    scf.if %b {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    } else {
      %a = orch.submit @k() after(%xs : !orch.tasks<4>)
    }
  }
  return
}

// A user's fence inside a loop is a consumer like others; its own users keep it.
// CHECK-LABEL: func.func private @fence_in_loop(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      [[U:%.+]] = orch.fence after([[F]] : !orch.task) {note = "user"}
// CHECK-NEXT:      orch.submit @k() after([[U]] : !orch.task)
func.func private @fence_in_loop(%xs: !orch.tasks<8>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %user = orch.fence after(%xs : !orch.tasks<8>) {note = "user"}
    %t = orch.submit @k() after(%user : !orch.task)
  }
  return
}

// One use before the loop and the loop share one fence in mode=all.
// CHECK-LABEL: func.func private @before_and_in_loop(
// LOOP:          orch.submit @k() after(%arg0 : !orch.tasks<80>)
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<80>)
// ALL-NEXT:      orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.submit @k() after([[F]] : !orch.task)
func.func private @before_and_in_loop(%xs: !orch.tasks<80>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %t = orch.submit @k() after(%xs : !orch.tasks<80>)
  scf.for %i = %c0 to %c40 step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<80>)
  }
  return
}
