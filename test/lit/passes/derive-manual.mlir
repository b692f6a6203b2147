// RUN: baton-opt %s --derive-deps -o %t && FileCheck %s < %t && baton-opt %t --derive-deps | diff %t -
// Manual code keeps its text to the byte, auto scopes in it too; auto code around it stays tracked against it.
// RUN: baton-opt %s | sed -n "/scope manual/,/^    }/p;/@around/,/^  }/p" > %t.before && sed -n "/scope manual/,/^    }/p;/@around/,/^  }/p" %t > %t.after && test -s %t.before && diff %t.before %t.after

func.func private @r(memref<64xf32> {orch.access = "read"}) attributes {orch.kernel}
func.func private @w(memref<64xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @w8(memref<8xf32, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func private @rw8(memref<8xf32, strided<[1], offset: ?>>) attributes {orch.kernel}

// Conflicts inside of a manual scope are the user's; with auto code around they stay tracked.
// CHECK-LABEL: func.func @inside(
// CHECK-NEXT:    [[A:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}
// CHECK-NEXT:    orch.scope manual {
// CHECK:         orch.submit @r({{[^)]*}}) derived([[A]] : !orch.task) {tracking = ["lookup"]}
func.func @inside(%x: memref<64xf32>) {
  %a = orch.submit @w(%x : memref<64xf32>)
  orch.scope manual {
    %b = orch.submit @w(%x : memref<64xf32>)
    %c = orch.submit @r(%x : memref<64xf32>)
    orch.scope auto {
      %d = orch.submit @w(%x : memref<64xf32>)
      %e = orch.submit @r(%x : memref<64xf32>)
    }
  }
  %f = orch.submit @r(%x : memref<64xf32>)
  return
}

// What was written by a loop of manual scopes is looked up; what came before is not taken for overwritten.
// CHECK-LABEL: func.func @tiles(
// CHECK:         [[A:%.+]] = orch.submit @w({{[^)]*}}) {tracking = ["publish"]}
// CHECK:         orch.submit @r({{[^)]*}}) derived([[A]] : !orch.task) {tracking = ["lookup"]}
func.func @tiles(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %a = orch.submit @w(%x : memref<64xf32>)
  scf.for %i = %c0 to %c64 step %c8 {
    orch.scope manual {
      %v = memref.subview %x[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %b = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
      %c = orch.submit @rw8(%v : memref<8xf32, strided<[1], offset: ?>>) after(%b : !orch.task)
    }
  }
  %d = orch.submit @r(%x : memref<64xf32>)
  return
}

func.func @around(%x: memref<64xf32>) attributes {orch.scope = "manual"} {
  %a = orch.submit @w(%x : memref<64xf32>)
  orch.scope auto {
    %b = orch.submit @w(%x : memref<64xf32>)
    %c = orch.submit @r(%x : memref<64xf32>)
  }
  return
}
