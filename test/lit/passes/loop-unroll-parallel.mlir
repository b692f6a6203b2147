// RUN: baton-opt %s --pass-pipeline='builtin.module(loop-unroll{factor=3})' > %t && FileCheck %s < %t
// What the iterations of a parallel give is joined in their order; a size that is checked when the program runs keeps its loop.
// RUN: baton-opt %t --pass-pipeline='builtin.module(loop-unroll{factor=3})' | cmp - %t
// RUN: not baton-opt %s --pass-pipeline='builtin.module(loop-unroll{factor=0})' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not baton-opt %s --pass-pipeline='builtin.module(loop-unroll{max-ops=-2})' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: baton-opt %s --pass-pipeline='builtin.module(loop-unroll{factor=3 max-ops=5})' | diff - <(baton-opt %s)
// RUN: baton-opt %s --pass-pipeline='builtin.module(loop-unroll{factor=1})' | diff - <(baton-opt %s)

// ZERO: error: 'builtin.module' op option factor of loop-unroll must be 1 to 2147483647, but is 0
// NEGATIVE: error: 'builtin.module' op option max-ops of loop-unroll must be 0 or more, but is -2

func.func private @k(index) attributes {orch.kernel}

// CHECK-LABEL: @full(
// CHECK: %[[A:.*]] = orch.submit
// CHECK: %[[B:.*]] = orch.submit
// CHECK: %[[C:.*]] = orch.submit
// CHECK: %[[D:.*]] = orch.submit
// CHECK: %[[E:.*]] = orch.submit
// CHECK: %[[F:.*]] = orch.submit
// CHECK-DAG: %[[X:.*]] = orch.concat %[[A]], %[[C]], %[[E]] : !orch.task, !orch.task, !orch.task -> !orch.tasks<3>
// CHECK-DAG: %[[Y:.*]] = orch.concat %[[B]], %[[D]], %[[F]] : !orch.task, !orch.task, !orch.task -> !orch.tasks<3>
// CHECK: orch.wait %[[X]], %[[Y]]
func.func @full() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = orch.parallel %i = %c0 to %c3 step %c1 -> (!orch.tasks<3>, !orch.tasks<3>) {
    %t = orch.submit @k(%i : index)
    %u = orch.submit @k(%i : index)
    orch.yield %t, %u : !orch.task, !orch.task
  }
  orch.wait %r#0, %r#1 : !orch.tasks<3>, !orch.tasks<3>
  return
}

// CHECK-LABEL: @partial(
// CHECK: %[[M:.*]] = orch.parallel %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} -> (!orch.tasks<12>) {
// CHECK-COUNT-3: orch.submit
// CHECK: %[[Y:.*]] = orch.concat %{{.*}}, %{{.*}}, %{{.*}} : !orch.tasks<2>, !orch.tasks<2>, !orch.tasks<2> -> !orch.tasks<6>
// CHECK-NEXT: orch.yield %[[Y]] : !orch.tasks<6>
// CHECK-NEXT: } {orch.unrolled}
// CHECK-NEXT: %[[R:.*]] = orch.parallel %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} -> (!orch.tasks<2>) {
// CHECK: } {orch.unrolled}
// CHECK-NEXT: %[[J:.*]] = orch.concat %[[M]], %[[R]] : !orch.tasks<12>, !orch.tasks<2> -> !orch.tasks<14>
// CHECK-NEXT: orch.wait %[[J]]
func.func @partial(%other: !orch.task) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = orch.parallel %i = %c0 to %c7 step %c1 -> (!orch.tasks<14>) {
    %t = orch.submit @k(%i : index)
    %y = orch.concat %t, %other : !orch.task, !orch.task -> !orch.tasks<2>
    orch.yield %y : !orch.tasks<2>
  }
  orch.wait %r : !orch.tasks<14>
  return
}

// CHECK-LABEL: @dynamic(
// CHECK: %[[M:.*]] = orch.parallel {{.*}} -> (!orch.tasks<?>) {
// CHECK: orch.concat %{{.*}} : !orch.tasks<?>, !orch.tasks<?>, !orch.tasks<?> -> !orch.tasks<?>
// CHECK: } {orch.unrolled}
// CHECK-NEXT: orch.wait %[[M]] : !orch.tasks<?>
// CHECK-NEXT: orch.parallel {{.*}} -> (!orch.tasks<6>) {
// CHECK-NEXT: orch.slice
// CHECK-NEXT: orch.yield
// CHECK-NEXT: }
// CHECK-NEXT: orch.wait
func.func @dynamic(%x: !orch.tasks<8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = orch.parallel %i = %c0 to %c6 step %c1 -> (!orch.tasks<?>) {
    %y = orch.slice %x[0] [%i] [1] : !orch.tasks<8> to !orch.tasks<?>
    orch.yield %y : !orch.tasks<?>
  }
  orch.wait %r : !orch.tasks<?>
  %s = orch.parallel %i = %c0 to %c6 step %c1 -> (!orch.tasks<6>) {
    %y = orch.slice %x[0] [%i] [1] : !orch.tasks<8> to !orch.tasks<?>
    orch.yield %y : !orch.tasks<?>
  }
  orch.wait %s : !orch.tasks<6>
  return
}

// Nor does one whose size is wrong, where only arithmetic shows it: it is an error if the program comes here.
// CHECK-LABEL: @wrong_size(
// CHECK: orch.parallel {{.*}} -> (!orch.tasks<4>) {
// CHECK: orch.parallel {{.*}} -> (!orch.tasks<9>) {
func.func @wrong_size(%p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  scf.if %p {
    %c3 = arith.addi %c2, %c1 : index
    %r = orch.parallel %i = %c0 to %c3 step %c1 -> (!orch.tasks<4>) {
      %t = orch.submit @k(%i : index)
      orch.yield %t : !orch.task
    }
    %c8 = arith.addi %c2, %c6 : index
    %s = orch.parallel %i = %c0 to %c8 step %c1 -> (!orch.tasks<9>) {
      %t = orch.submit @k(%i : index)
      orch.yield %t : !orch.task
    }
    orch.wait %r, %s : !orch.tasks<4>, !orch.tasks<9>
  }
  return
}
