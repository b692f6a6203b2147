// RUN: baton-opt %s --derive-deps --check-order-each --canonicalize --cse | FileCheck %s
// Conflicts between iterations of programs on tiles are ordered exactly by maps of ids; nothing is left to the tracker.

!block = memref<8x8xf32, strided<[64, 1], offset: ?>>
!tile = memref<8x8xf32, strided<[32, 1], offset: ?>>
func.func private @potrf(!block {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @trsm(!block {orch.access = "read"}, !block {orch.access = "readwrite"}) attributes {orch.kernel}
func.func private @gemm(!block {orch.access = "read"}, !block {orch.access = "read"}, !block {orch.access = "readwrite"}) attributes {orch.kernel}
// The textbook's graph: a task waits for the last writers of its tiles.
// CHECK-LABEL: func.func @cholesky(
// CHECK:         [[NONE:%.+]] = orch.none : !orch.tasks<64>
// CHECK:         scf.for [[K:%.+]] = {{.*}} iter_args([[M0:%.+]] = [[NONE]]) -> (!orch.tasks<64>) {
// CHECK:           [[DIAGONAL:%.+]] = orch.get [[M0]]
// CHECK:           [[P:%.+]] = orch.submit @potrf({{[^)]*}}) derived([[DIAGONAL]] : !orch.task) {tracking = ["none"]}
// CHECK:           [[M1:%.+]] = orch.set [[P]], [[M0]]
// CHECK:           [[M2:%.+]] = scf.for [[I:%.+]] = {{.*}} iter_args([[M3:%.+]] = [[M1]])
// CHECK:             [[PANEL:%.+]] = orch.get [[M3]]
// CHECK:             [[BELOW:%.+]] = orch.get [[M3]]
// CHECK:             [[T:%.+]] = orch.submit @trsm({{[^)]*}}) derived([[PANEL]], [[BELOW]] : !orch.task, !orch.task) {tracking = ["none", "none"]}
// CHECK:             orch.set [[T]], [[M3]]
// CHECK:           scf.for {{.*}} iter_args({{.*}} = [[M2]])
// CHECK:             orch.submit @gemm({{[^)]*}}) derived({{[^,]*, [^,]*, [^,]*}} : !orch.task, !orch.task, !orch.task) {tracking = ["none", "none", "none"]}
func.func @cholesky(%a: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %kk = arith.muli %k, %c8 : index
    %akk = memref.subview %a[%kk, %kk] [8, 8] [1, 1] : memref<64x64xf32> to !block
    %p = orch.submit @potrf(%akk : !block)
    %k1 = arith.addi %k, %c1 : index
    scf.for %i = %k1 to %c8 step %c1 {
      %ii = arith.muli %i, %c8 : index
      %aik = memref.subview %a[%ii, %kk] [8, 8] [1, 1] : memref<64x64xf32> to !block
      %t = orch.submit @trsm(%akk, %aik : !block, !block)
    }
    scf.for %i = %k1 to %c8 step %c1 {
      %ii = arith.muli %i, %c8 : index
      %i1 = arith.addi %i, %c1 : index
      scf.for %j = %k1 to %i1 step %c1 {
        %jj = arith.muli %j, %c8 : index
        %aik = memref.subview %a[%ii, %kk] [8, 8] [1, 1] : memref<64x64xf32> to !block
        %ajk = memref.subview %a[%jj, %kk] [8, 8] [1, 1] : memref<64x64xf32> to !block
        %aij = memref.subview %a[%ii, %jj] [8, 8] [1, 1] : memref<64x64xf32> to !block
        %g = orch.submit @gemm(%aik, %ajk, %aij : !block, !block, !block)
      }
    }
  }
  return
}
func.func private @gs(!tile {orch.access = "readwrite"}, !tile {orch.access = "read"}, !tile {orch.access = "read"}, !tile {orch.access = "read"}, !tile {orch.access = "read"}) attributes {orch.kernel}
func.func private @step(memref<32xf32> {orch.access = "read"}, memref<32xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @halo(memref<6xf32, strided<[1], offset: ?>> {orch.access = "read"}, memref<4xf32, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func private @madd(!tile {orch.access = "read"}, !tile {orch.access = "read"}, !tile {orch.access = "readwrite"}) attributes {orch.kernel}

// In place: writes behind reads follow from what the neighbours read of each other.
// CHECK-LABEL: func.func @wavefront(
// CHECK-COUNT-5:  orch.get {{.*}} : !orch.tasks<16>
// CHECK:          orch.submit @gs({{.*}}) derived({{([^,]*, ){4}[^,]*}} : {{.*}}) {tracking = ["none", "none", "none", "none", "none"]}
// CHECK-NEXT:     orch.set
func.func @wavefront(%a: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %c5 step %c1 {
    scf.for %i = %c1 to %c3 step %c1 {
      scf.for %j = %c1 to %c3 step %c1 {
        %y = arith.muli %i, %c8 : index
        %x = arith.muli %j, %c8 : index
        %n = arith.subi %y, %c8 : index
        %s = arith.addi %y, %c8 : index
        %w = arith.subi %x, %c8 : index
        %e = arith.addi %x, %c8 : index
        %ac = memref.subview %a[%y, %x] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %an = memref.subview %a[%n, %x] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %as = memref.subview %a[%s, %x] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %aw = memref.subview %a[%y, %w] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %ae = memref.subview %a[%y, %e] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %g = orch.submit @gs(%ac, %an, %as, %aw, %ae : !tile, !tile, !tile, !tile, !tile)
      }
    }
  }
  return
}
// Whole buffers need one id each, and here one is enough for both.
// CHECK-LABEL: func.func @pingpong(
// CHECK:         [[NONE:%.+]] = orch.none : !orch.task
// CHECK:         scf.for {{.*}} iter_args([[OLD:%.+]] = [[NONE]]) -> (!orch.task) {
// CHECK:           [[S:%.+]] = orch.submit @step({{[^)]*}}) derived([[OLD]] : !orch.task) {tracking = ["none", "none"]}
// CHECK:           [[U:%.+]] = orch.submit @step({{[^)]*}}) derived([[S]] : !orch.task) {tracking = ["none", "none"]}
// CHECK:           scf.yield [[U]] : !orch.task
func.func @pingpong(%a: memref<32xf32> {orch.noalias}, %b: memref<32xf32> {orch.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    %s = orch.submit @step(%a, %b : memref<32xf32>, memref<32xf32>)
    %u = orch.submit @step(%b, %a : memref<32xf32>, memref<32xf32>)
  }
  return
}
// An access that reaches into its neighbours waits for three tiles.
// CHECK-LABEL: func.func @halos(
// CHECK:         orch.submit @halo({{[^)]*}}) derived({{[^,]*, [^,]*, [^,]*}} : {{.*}}) {tracking = ["none", "none"]}
// CHECK:         orch.submit @halo({{[^)]*}}) derived({{[^,]*, [^,]*, [^,]*}} : {{.*}}) {tracking = ["none", "none"]}
func.func @halos(%a: memref<32xf32> {orch.noalias}, %b: memref<32xf32> {orch.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c1 to %c7 step %c1 {
      %x = arith.muli %i, %c4 : index
      %h = arith.subi %x, %c1 : index
      %from = memref.subview %a[%h] [6] [1] : memref<32xf32> to memref<6xf32, strided<[1], offset: ?>>
      %to = memref.subview %b[%x] [4] [1] : memref<32xf32> to memref<4xf32, strided<[1], offset: ?>>
      %s = orch.submit @halo(%from, %to : memref<6xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>)
    }
    scf.for %i = %c1 to %c7 step %c1 {
      %x = arith.muli %i, %c4 : index
      %h = arith.subi %x, %c1 : index
      %from = memref.subview %b[%h] [6] [1] : memref<32xf32> to memref<6xf32, strided<[1], offset: ?>>
      %to = memref.subview %a[%x] [4] [1] : memref<32xf32> to memref<4xf32, strided<[1], offset: ?>>
      %s = orch.submit @halo(%from, %to : memref<6xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>)
    }
  }
  return
}
// A sum over the outermost loop: each tile has a chain of its own.
// CHECK-LABEL: func.func @product(
// CHECK:         [[OLD:%.+]] = orch.get {{.*}} : !orch.tasks<16>
// CHECK:         orch.submit @madd({{[^)]*}}) derived([[OLD]] : !orch.task) {tracking = ["none", "none", "none"]}
func.func @product(%a: memref<32x32xf32> {orch.noalias}, %b: memref<32x32xf32> {orch.noalias}, %c: memref<32x32xf32> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %k = %c0 to %c32 step %c8 {
    scf.for %i = %c0 to %c32 step %c8 {
      scf.for %j = %c0 to %c32 step %c8 {
        %aik = memref.subview %a[%i, %k] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %bkj = memref.subview %b[%k, %j] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %cij = memref.subview %c[%i, %j] [8, 8] [1, 1] : memref<32x32xf32> to !tile
        %g = orch.submit @madd(%aik, %bkj, %cij : !tile, !tile, !tile)
      }
    }
  }
  return
}

func.func private @w8(memref<8xf32, strided<[1], offset: ?>> {orch.access = "write"}) attributes {orch.kernel}
func.func private @r(memref<64xf32> {orch.access = "read"}) attributes {orch.kernel}

// What cannot be a map: writes in a parallel loop, and tiles that overlap.
// CHECK-LABEL: func.func @unlike(
// CHECK-NOT:     orch.none
// CHECK:         return
func.func @unlike(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %a = orch.alloc() : memref<64xf32>
  scf.for %t = %c0 to %n step %c1 {
    orch.parallel %i = %c0 to %c8 step %c1 {
      %o = arith.muli %i, %c8 : index
      %v = memref.subview %a[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %w = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
    }
  }
  %b = orch.alloc() : memref<64xf32>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      %o = arith.muli %i, %c4 : index
      %v = memref.subview %b[%o] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
      %w = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
    }
  }
  return
}

// Host code finds the last writer as ever; tasks find each other by the map.
// CHECK-LABEL: func.func @host(
// CHECK:         [[OLD:%.+]] = orch.get {{.*}} : !orch.tasks<16>
// CHECK:         orch.submit @w8({{[^)]*}}) derived([[OLD]] : !orch.task) {tracking = ["publish"]}
// CHECK:         memref.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] : memref<128xf32>
func.func @host(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = orch.alloc() : memref<128xf32>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      %o = arith.muli %i, %c8 : index
      %v = memref.subview %c[%o] [8] [1] : memref<128xf32> to memref<8xf32, strided<[1], offset: ?>>
      %w = orch.submit @w8(%v : memref<8xf32, strided<[1], offset: ?>>)
    }
    %x = memref.load %c[%t] : memref<128xf32>
  }
  return
}
