// RUN: baton-opt %s --canonicalize > %t && FileCheck %s < %t && baton-opt %t --canonicalize | cmp - %t
// Sizes that are known, casts that only forget, and views of the whole go; a cast that checks something stays, and so does every buffer.

func.func private @k(memref<4x8xf32>) attributes {orch.kernel}
func.func private @kd(memref<?x8xf32>) attributes {orch.kernel}

// CHECK-LABEL: @sizes(
// CHECK-SAME: %[[M:.*]]: memref<4x?xf32>, %[[N:.*]]: index)
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[B:.*]] = orch.alloc(%[[N]]) : memref<?x8xf32>
// CHECK-NEXT: %[[D:.*]] = memref.dim %[[M]], %[[C1]] : memref<4x?xf32>
// CHECK-NEXT: return %[[C4]], %[[D]], %[[N]], %[[C4]]
func.func @sizes(%m: memref<4x?xf32>, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = orch.alloc(%n) : memref<?x8xf32>
  %w = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %d0 = memref.dim %m, %c0 : memref<4x?xf32>
  %d1 = memref.dim %w, %c1 : memref<?x?xf32>
  %d2 = memref.dim %b, %c0 : memref<?x8xf32>
  %d3 = memref.dim %w, %c0 : memref<?x?xf32>
  return %d0, %d1, %d2, %d3 : index, index, index, index
}

// CHECK-LABEL: @casts(
// CHECK-SAME: %[[S:.*]]: memref<4x8xf32>, %[[D:.*]]: memref<?x?xf32>, %[[I:.*]]: index)
// CHECK: %[[F:.*]] = memref.cast %[[S]] : memref<4x8xf32> to memref<?x8xf32>
// CHECK-NEXT: %[[V:.*]] = memref.load %[[S]][%[[I]], %[[I]]] : memref<4x8xf32>
// CHECK-NEXT: memref.store %[[V]], %[[S]][%[[I]], %[[I]]] : memref<4x8xf32>
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[S]] : memref<4x8xf32>)
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[D]] : memref<?x?xf32> to memref<4x8xf32>
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[C]] : memref<4x8xf32>)
// CHECK-NEXT: %{{.*}} = orch.submit @kd(%[[F]] : memref<?x8xf32>)
// CHECK-NEXT: %[[L:.*]] = memref.load %[[C]][%[[I]], %[[I]]] : memref<4x8xf32>
// CHECK-NEXT: return
func.func @casts(%s: memref<4x8xf32>, %d: memref<?x?xf32>, %i: index) -> f32 {
  %a = memref.cast %s : memref<4x8xf32> to memref<?x8xf32>
  %b = memref.cast %a : memref<?x8xf32> to memref<?x?xf32>
  %v = memref.load %b[%i, %i] : memref<?x?xf32>
  memref.store %v, %a[%i, %i] : memref<?x8xf32>
  %back = memref.cast %b : memref<?x?xf32> to memref<4x8xf32>
  %t0 = orch.submit @k(%back : memref<4x8xf32>)
  %known = memref.cast %d : memref<?x?xf32> to memref<4x8xf32>
  %t1 = orch.submit @k(%known : memref<4x8xf32>)
  %t2 = orch.submit @kd(%a : memref<?x8xf32>)
  %l = memref.load %known[%i, %i] : memref<4x8xf32>
  return %l : f32
}

// An index that the more exact type would refuse.
// CHECK-LABEL: @index_out_of_range(
// CHECK: %[[C:.*]] = memref.cast
// CHECK: memref.load %[[C]]
func.func @index_out_of_range(%s: memref<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %a = memref.cast %s : memref<4xf32> to memref<?xf32>
  %v = memref.load %a[%c4] : memref<?xf32>
  return %v : f32
}

// CHECK-LABEL: @views(
// CHECK-SAME: %[[S:.*]]: memref<4x8xf32>)
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[S]] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[S]] : memref<4x8xf32>)
// CHECK-NEXT: %[[P:.*]] = memref.subview %[[S]][1, 0] [3, 8] [1, 1]
// CHECK-NEXT: return %[[C]], %[[P]]
func.func @views(%s: memref<4x8xf32>) -> (memref<4x8xf32, strided<[8, 1]>>, memref<3x8xf32, strided<[8, 1], offset: 8>>) {
  %whole = memref.subview %s[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %plain = memref.cast %whole : memref<4x8xf32, strided<[8, 1]>> to memref<4x8xf32>
  %t = orch.submit @k(%plain : memref<4x8xf32>)
  %part = memref.subview %s[1, 0] [3, 8] [1, 1] : memref<4x8xf32> to memref<3x8xf32, strided<[8, 1], offset: 8>>
  return %whole, %part : memref<4x8xf32, strided<[8, 1]>>, memref<3x8xf32, strided<[8, 1], offset: 8>>
}

// Buffers keep their identity: equal ones are not merged, and none leaves its loop. Only one that nothing uses goes.
// CHECK-LABEL: @buffers(
// CHECK: scf.for
// CHECK-NEXT: %[[A:.*]] = orch.alloc() : memref<4x8xf32>
// CHECK-NEXT: %[[B:.*]] = orch.alloc() : memref<4x8xf32>
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[A]] :
// CHECK-NEXT: %{{.*}} = orch.submit @k(%[[B]] :
// CHECK-NEXT: }
func.func @buffers(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %unused = orch.alloc() : memref<4x8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = orch.alloc() : memref<4x8xf32>
    %b = orch.alloc() : memref<4x8xf32>
    %t = orch.submit @k(%a : memref<4x8xf32>)
    %u = orch.submit @k(%b : memref<4x8xf32>)
  }
  return
}
