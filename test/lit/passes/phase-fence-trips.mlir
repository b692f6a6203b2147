// RUN: baton-opt %s --phase-fence --check-order-each -o %t.once && FileCheck %s --input-file=%t.once && baton-opt %t.once --phase-fence | diff %t.once -
// Loops of an unknown number of trips: a test in front of them decides when the program runs, the loop itself has no branch.
// RUN: baton-opt %s > %t.plain && baton-opt %s --phase-fence=mode=loop | diff %t.plain -

func.func private @k() attributes {orch.kernel}

// 80 slots, ct 3: two trips are enough.
// CHECK-LABEL: func.func @dynamic(
// CHECK:           orch.yield
// CHECK:         [[C:%.+]] = arith.constant 1 : index
// CHECK-NEXT:    [[USE:%.+]] = arith.cmpi slt, [[C]], %arg0 : index
// CHECK-NEXT:    [[F:%.+]] = scf.if [[USE]] -> (!orch.task) {
// CHECK-NEXT:      [[FENCE:%.+]] = orch.fence after([[XS:%.+]] : !orch.tasks<80>)
// CHECK-NEXT:      scf.yield [[FENCE]] : !orch.task
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[NONE:%.+]] = orch.none : !orch.task
// CHECK-NEXT:      scf.yield [[NONE]] : !orch.task
// CHECK-NEXT:    }
// CHECK:         [[N:%.+]] = arith.select [[USE]], %{{.+}}, %{{.+}} : index
// CHECK-NEXT:    [[REST:%.+]] = orch.slice [[XS]][%{{.+}}] {{.}}[[N]]] [1] : !orch.tasks<80> to !orch.tasks<?>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      orch.submit @k() after([[F]], [[REST]] : !orch.task, !orch.tasks<?>)
func.func @dynamic(%n: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c80 = arith.constant 80 : index
  %xs = orch.parallel %i = %c0 to %c80 step %c1 -> (!orch.tasks<80>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = orch.submit @k() after(%xs : !orch.tasks<80>)
  }
  return
}

// Two slots pay with six uses: three trips of two, from 2 on in steps of 4, until more
// than 10. Two things that all wait for are one array.
// CHECK-LABEL: func.func @steps(
// CHECK:         arith.constant 10 : index
// CHECK-NEXT:    arith.cmpi slt
// CHECK:           orch.fence derived(%0, %1 : !orch.task, !orch.task)
// CHECK:         [[ALL:%.+]] = orch.concat %0, %1 : !orch.task, !orch.task -> !orch.tasks<2>
// CHECK-NEXT:    [[REST:%.+]] = orch.slice [[ALL]][
// CHECK-NEXT:    orch.parallel
// CHECK-COUNT-2:   orch.submit @k() derived({{%.+}}, [[REST]] : !orch.task, !orch.tasks<?>)
func.func @steps(%n: index) attributes {orch.scope = "manual"} {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = orch.submit @k()
  %y = orch.submit @k()
  orch.parallel %i = %c2 to %n step %c4 {
    %a = orch.submit @k() derived(%x, %y : !orch.task, !orch.task)
    %b = orch.submit @k() derived(%x, %y : !orch.task, !orch.task)
  }
  return
}

// A start or a step that is not known either: direct.
// CHECK-LABEL: func.func @unknown_start(
// CHECK-NOT:     orch.fence
func.func @unknown_start(%n: index, %m: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = orch.submit @k()
  %y = orch.submit @k()
  %z = orch.submit @k()
  scf.for %i = %m to %n step %c1 {
    %a = orch.submit @k() after(%x, %y, %z : !orch.task, !orch.task, !orch.task)
  }
  return
}
