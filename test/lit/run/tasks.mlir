// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=lists --arg=zeros --print=0 | FileCheck %s --check-prefix=LISTS
// Lists of every shape, fences, predicates, grids, hints, and arguments of every type.
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=predicates --arg=zeros --arg=zeros --print=0 | FileCheck %s --check-prefix=PREDICATES
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=grid --arg=zeros --arg=5 --print=0 | FileCheck %s --check-prefix=GRID
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=types --arg=zeros --arg=true --arg=-2 --arg=-300 --arg=-70000 --arg=-5000000000 --arg=1.25 --arg=-2.5 --arg=9 --print=0 | FileCheck %s --check-prefix=TYPES
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=halves --arg=iota --arg=zeros --arg=1.5 --print=1 | FileCheck %s --check-prefix=HALVES
// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=tensors --arg=zeros:3x4 --arg=2 --print=0 | FileCheck %s --check-prefix=TENSORS

func.func private @number_tensor(memref<?x2xi64, strided<[4, 2], offset: ?>>, f64) -> i32 attributes {orch.kernel, orch.abi = "dlpack"}
func.func private @slow_step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @step8(memref<8xi64>, index) attributes {orch.kernel}
func.func private @add1(memref<1xi64, strided<[1], offset: ?>>, index) attributes {orch.kernel}
func.func private @block_count(memref<1xi64, strided<[1], offset: ?>>) attributes {orch.kernel}
func.func private @block_fill(memref<8xi64> {orch.access = "write"}, index {orch.block = "index"}, index {orch.block = "count"})
    attributes {orch.kernel}
func.func private @all_types(memref<8xi64> {orch.access = "write"}, i1, i8, i16, i32, i64, f32, f64, index)
    attributes {orch.kernel}
func.func private @half8(memref<8xbf16> {orch.access = "read"}, memref<8xf32> {orch.access = "write"}, f16)
    attributes {orch.kernel}

// A chain of slow steps, each behind the last through another shape of list: 0 -> 1 -> 3 -> 7 -> 15 -> 31 -> 63.
// LISTS: [63, 63,
func.func @lists(%a: memref<8xi64>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = orch.none : !orch.task
  %nones = orch.none : !orch.tasks<3>
  %t1 = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%none, %nones : !orch.task, !orch.tasks<3>)
  %t2 = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%t1, %t1, %none : !orch.task, !orch.task, !orch.task)
  %xs = orch.set %t2, %nones[%c1] : !orch.tasks<3>
  %t3 = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%xs : !orch.tasks<3>)
  %ys = orch.set %t3, %nones[%c0] : !orch.tasks<3>
  %t4 = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%xs, %t1, %ys : !orch.tasks<3>, !orch.task, !orch.tasks<3>)
  %f = orch.fence after(%t4 : !orch.task) derived(%ys : !orch.tasks<3>)
  %t5 = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%t1 : !orch.task) derived(%f : !orch.task) {early}
  %zs = orch.concat %t1, %t5 : !orch.task, !orch.task -> !orch.tasks<2>
  %g = orch.fence after(%zs : !orch.tasks<2>)
  %got = orch.get %zs[%c1] : !orch.tasks<2>
  %t6 = orch.submit @slow_step8(%a, %c1 : memref<8xi64>, index) after(%got, %g : !orch.task, !orch.task) {priority = 3 : i32}
  orch.wait %t6 : !orch.task
  %e1 = orch.fence
  %e2 = orch.fence after(%none, %nones : !orch.task, !orch.tasks<3>)
  orch.wait %e1, %e2, %nones : !orch.task, !orch.task, !orch.tasks<3>
  return
}

// The element decides when the task's turn has come, not when it is submitted; one that does not run still passes on.
// PREDICATES: [2, 0, 0, 1,
func.func @predicates(%a: memref<8xi64>, %flags: memref<4x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  memref.store %one, %flags[%c3, %c1] : memref<4x2xi32>
  %a0 = memref.subview %a[%c0] [1] [1] : memref<8xi64> to memref<1xi64, strided<[1], offset: ?>>
  %a1 = memref.subview %a[%c1] [1] [1] : memref<8xi64> to memref<1xi64, strided<[1], offset: ?>>
  %a3 = memref.subview %a[%c3] [1] [1] : memref<8xi64> to memref<1xi64, strided<[1], offset: ?>>
  orch.submit @add1(%a0, %c1 : memref<1xi64, strided<[1], offset: ?>>, index) when(%flags[%c3, %c1] eq 1 : memref<4x2xi32>)
  %t = orch.submit @add1(%a1, %c1 : memref<1xi64, strided<[1], offset: ?>>, index) when(%flags[%c0, %c1] sgt 0 : memref<4x2xi32>)
  orch.submit @add1(%a0, %c1 : memref<1xi64, strided<[1], offset: ?>>, index) after(%t : !orch.task)
      when(%flags[%c0, %c0] sge -1 : memref<4x2xi32>)
  orch.submit @add1(%a3, %c1 : memref<1xi64, strided<[1], offset: ?>>, index) after(%t : !orch.task)
  return
}

// Five blocks each; no blocks are like a false predicate. Ten times the count plus the index of the block.
// GRID: [50, 51, 52, 53, 54, 0, 5, 0]
func.func @grid(%a: memref<8xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %a6 = memref.subview %a[%c6] [1] [1] : memref<8xi64> to memref<1xi64, strided<[1], offset: ?>>
  orch.submit @block_fill(%a : memref<8xi64>) blocks(%n)
  orch.submit @block_count(%a6 : memref<1xi64, strided<[1], offset: ?>>) blocks(%n)
  %t = orch.submit @block_count(%a6 : memref<1xi64, strided<[1], offset: ?>>) blocks(%c0)
  return
}

// TYPES: [1, -2, -300, -70000, -5000000000, 5, -20, 9]
func.func @types(%x: memref<8xi64>, %a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: f32, %g: f64, %h: index) {
  orch.submit @all_types(%x, %a, %b, %c, %d, %e, %f, %g, %h : memref<8xi64>, i1, i8, i16, i32, i64, f32, f64, index)
  return
}

// HALVES: [0, 1.5, 3, 4.5, 6, 7.5, 9, 10.5]
func.func @halves(%x: memref<8xbf16>, %y: memref<8xf32>, %factor: f16) {
  orch.submit @half8(%x, %y, %factor : memref<8xbf16>, memref<8xf32>, f16)
  return
}

// Rows 1 and 2 of every second column, from column 1 on, with what a tensor says of them; 0.5 times two dimensions.
// TENSORS: [0, 0, 0, 0, 0, 1, 0, 1, 0, 100, 0, 101]
func.func @tensors(%m: memref<?x4xi64>, %n: index) {
  %half = arith.constant 0.5 : f64
  %c1 = arith.constant 1 : index
  %v = memref.subview %m[1, %c1] [%n, 2] [1, 2] : memref<?x4xi64> to memref<?x2xi64, strided<[4, 2], offset: ?>>
  orch.submit @number_tensor(%v, %half : memref<?x2xi64, strided<[4, 2], offset: ?>>, f64)
  return
}
