// RUN: baton-opt %s --phase-fence | FileCheck %s && baton-opt %s > %t && baton-opt %s --phase-fence=mode=loop | diff %t - && baton-opt %s --phase-fence > %t && baton-opt %t --phase-fence | diff %t -
// Uses outside of loops: shared in mode=all, left alone by the original rule.

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func private @array(
// CHECK-NEXT:    orch.submit @k(){{$}}
// CHECK-NEXT:    [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-COUNT-4: orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:    return
func.func private @array(%xs: !orch.tasks<8>) attributes {orch.scope = "manual"} {
  %t = orch.submit @k()
  %a = orch.submit @k() after(%xs : !orch.tasks<8>)
  %b = orch.submit @k() after(%xs : !orch.tasks<8>)
  %c = orch.submit @k() after(%xs : !orch.tasks<8>)
  %d = orch.submit @k() after(%xs : !orch.tasks<8>)
  return
}

// Single tasks that the same tasks wait for. A private wait of one of them stays.
// CHECK-LABEL: func.func private @scalars(
// CHECK:         [[A:%.+]] = orch.submit @k()
// CHECK-NEXT:    [[B:%.+]] = orch.submit @k()
// CHECK-NEXT:    [[C:%.+]] = orch.submit @k()
// CHECK-NEXT:    [[F:%.+]] = orch.fence after([[A]], [[B]], [[C]] : !orch.task, !orch.task, !orch.task)
// CHECK-COUNT-3: orch.submit @k() after([[F]] : !orch.task)
// CHECK-NEXT:    orch.submit @k() after(%arg0, [[F]] : !orch.task, !orch.task)
func.func private @scalars(%t: !orch.task) attributes {orch.scope = "manual"} {
  %a = orch.submit @k()
  %b = orch.submit @k()
  %c = orch.submit @k()
  %d = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  %e = orch.submit @k() after(%c, %b, %a : !orch.task, !orch.task, !orch.task)
  %f = orch.submit @k() after(%c, %a, %b : !orch.task, !orch.task, !orch.task)
  %g = orch.submit @k() after(%t, %a, %b, %c, %a : !orch.task, !orch.task, !orch.task, !orch.task, !orch.task)
  return
}

// Not the same waits: no fence may hold a task that one of its users does not list.
// CHECK-LABEL: func.func private @different(
// CHECK-NOT:     orch.fence
// CHECK:         return
func.func private @different(%a: !orch.task, %b: !orch.task, %c: !orch.task, %d: !orch.task) attributes {orch.scope = "manual"} {
  %s = orch.submit @k() after(%a, %b, %c : !orch.task, !orch.task, !orch.task)
  %t = orch.submit @k() after(%a, %b, %d : !orch.task, !orch.task, !orch.task)
  %u = orch.submit @k() after(%a, %c, %d : !orch.task, !orch.task, !orch.task)
  %v = orch.submit @k() after(%b, %c, %d : !orch.task, !orch.task, !orch.task)
  return
}

// All uses in one arm, in one scope: the fence too. A fence in one arm is not used outside of it.
// CHECK-LABEL: func.func private @arm_and_scope(
// CHECK:         scf.if
// CHECK-NEXT:      orch.scope auto {
// CHECK-NEXT:        [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-COUNT-3:     orch.submit @k() after([[F]] : !orch.task)
// CHECK:         orch.submit @k() after(%arg0 : !orch.tasks<8>)
func.func private @arm_and_scope(%xs: !orch.tasks<8>, %b: i1) attributes {orch.scope = "manual"} {
  scf.if %b {
    orch.scope auto {
      %t = orch.submit @k() after(%xs : !orch.tasks<8>)
      %u = orch.submit @k() after(%xs : !orch.tasks<8>)
      %v = orch.submit @k() after(%xs : !orch.tasks<8>)
    }
  }
  %w = orch.submit @k() after(%xs : !orch.tasks<8>)
  return
}

// A constant condition decides which arm counts.
// CHECK-LABEL: func.func private @known_arm(
// CHECK:         scf.if
// CHECK-NEXT:      [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-COUNT-3:   orch.submit @k() after([[F]] : !orch.task)
func.func private @known_arm(%xs: !orch.tasks<8>) attributes {orch.scope = "manual"} {
  %true = arith.constant true
  scf.if %true {
    %t = orch.submit @k() after(%xs : !orch.tasks<8>)
    %u = orch.submit @k() after(%xs : !orch.tasks<8>)
    %v = orch.submit @k() after(%xs : !orch.tasks<8>)
  }
  return
}

// A user's fence serves what it dominates; an earlier use it cannot serve, and for that alone another fence does not pay.
// CHECK-LABEL: func.func private @reuse(
// CHECK:         orch.submit @k() after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    [[U:%.+]] = orch.fence after(%arg0 : !orch.tasks<4>) {note = "user"}
// CHECK-NEXT:    orch.submit @k() after([[U]] : !orch.task)
// CHECK-NEXT:    orch.submit @k() after([[U]] : !orch.task)
// CHECK-NEXT:    return
func.func private @reuse(%xs: !orch.tasks<4>) attributes {orch.scope = "manual"} {
  %s = orch.submit @k() after(%xs : !orch.tasks<4>)
  %user = orch.fence after(%xs : !orch.tasks<4>) {note = "user"}
  %t = orch.submit @k() after(%xs : !orch.tasks<4>)
  // Both at once: the fence is listed once.
  %u = orch.submit @k() after(%xs, %user : !orch.tasks<4>, !orch.task)
  return
}

// A fence with more in it than the array is no substitute for the array, whatever it is.
// CHECK-LABEL: func.func private @wider(
// CHECK:         orch.fence after(%arg0, %arg1 : !orch.tasks<4>, !orch.task)
// CHECK-NEXT:    orch.submit @k() after(%arg0 : !orch.tasks<4>)
// CHECK-NEXT:    orch.fence after(%arg2, %arg3 : !orch.tasks<4>, !orch.tasks<?>)
// CHECK-NEXT:    orch.submit @k() after(%arg2 : !orch.tasks<4>)
// CHECK-NEXT:    return
func.func private @wider(%xs: !orch.tasks<4>, %t: !orch.task, %ys: !orch.tasks<4>, %zs: !orch.tasks<?>) attributes {orch.scope = "manual"} {
  %one_more = orch.fence after(%xs, %t : !orch.tasks<4>, !orch.task)
  %a = orch.submit @k() after(%xs : !orch.tasks<4>)
  %some_more = orch.fence after(%ys, %zs : !orch.tasks<4>, !orch.tasks<?>)
  %b = orch.submit @k() after(%ys : !orch.tasks<4>)
  return
}

// Casts, full slices and selects between equal things are the same array; a part of it is not.
// CHECK-LABEL: func.func private @casts(
// CHECK:         [[F:%.+]] = orch.fence after(%arg0 : !orch.tasks<8>)
// CHECK-COUNT-4: orch.submit @k() after([[F]] : !orch.task)
// CHECK:         orch.submit @k() after(%{{.+}} : !orch.tasks<7>)
func.func private @casts(%xs: !orch.tasks<8>, %b: i1) attributes {orch.scope = "manual"} {
  %cast = orch.concat %xs : !orch.tasks<8> -> !orch.tasks<?>
  %all = orch.slice %xs[0] [8] [1] : !orch.tasks<8> to !orch.tasks<8>
  %either = arith.select %b, %xs, %all : !orch.tasks<8>
  %part = orch.slice %xs[0] [7] [1] : !orch.tasks<8> to !orch.tasks<7>
  %t = orch.submit @k() after(%cast : !orch.tasks<?>)
  %u = orch.submit @k() after(%all : !orch.tasks<8>)
  %v = orch.submit @k() after(%either : !orch.tasks<8>)
  %w = orch.submit @k() after(%xs : !orch.tasks<8>)
  %x = orch.submit @k() after(%part : !orch.tasks<7>)
  return
}
