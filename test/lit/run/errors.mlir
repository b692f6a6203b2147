// RUN: not baton-run %s --kernels=%run_kernels --entry=index --arg=8 2>&1 | FileCheck %s --check-prefix=INDEX
// What is wrong when the program runs ends the run with one message at the op, and nothing after it happens.
// RUN: not baton-run %s --kernels=%run_kernels --entry=index --arg=-1 2>&1 | FileCheck %s --check-prefix=MINUS
// RUN: not baton-run %s --kernels=%run_kernels --entry=set --arg=4 2>&1 | FileCheck %s --check-prefix=SET
// RUN: not baton-run %s --kernels=%run_kernels --entry=slice --arg=3 --arg=2 --arg=1 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: not baton-run %s --kernels=%run_kernels --entry=slice --arg=0 --arg=-2 --arg=1 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not baton-run %s --kernels=%run_kernels --entry=slice --arg=0 --arg=2 --arg=0 2>&1 | FileCheck %s --check-prefix=SLICESTEP
// RUN: not baton-run %s --kernels=%run_kernels --entry=slice --arg=0 --arg=3 --arg=9223372036854775807 2>&1 | FileCheck %s --check-prefix=SLICE3
// RUN: baton-run %s --kernels=%run_kernels --entry=slice --arg=4 --arg=0 --arg=5
// RUN: not baton-run %s --kernels=%run_kernels --entry=size --arg=-3 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not baton-run %s --kernels=%run_kernels --entry=none --arg=-4 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not baton-run %s --kernels=%run_kernels --entry=step --arg=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not baton-run %s --kernels=%run_kernels --entry=step --arg=-1 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not baton-run %s --kernels=%run_kernels --entry=parallel_step --arg=0 2>&1 | FileCheck %s --check-prefix=PARALLEL
// RUN: not baton-run %s --kernels=%run_kernels --entry=parallel_step --arg=-9223372036854775808 2>&1 | FileCheck %s --check-prefix=PARALLEL
// RUN: baton-run %s --kernels=%run_kernels --entry=parallel_step --arg=9223372036854775807
// RUN: not baton-run %s --kernels=%run_kernels --entry=slots --arg=5 2>&1 | FileCheck %s --check-prefix=SLOTS
// RUN: not baton-run %s --kernels=%run_kernels --entry=view --arg=3 --arg=6 --arg=1 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not baton-run %s --kernels=%run_kernels --entry=view --arg=0 --arg=3 --arg=4 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not baton-run %s --kernels=%run_kernels --entry=view --arg=0 --arg=3 --arg=-4 2>&1 | FileCheck %s --check-prefix=VIEWSTEP
// RUN: baton-run %s --kernels=%run_kernels --entry=view --arg=8 --arg=0 --arg=3
// RUN: baton-run %s --kernels=%run_kernels --entry=view --arg=1 --arg=3 --arg=3
// RUN: not baton-run %s --kernels=%run_kernels --entry=cast --arg=7 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not baton-run %s --kernels=%run_kernels --entry=divide --arg=1 --arg=0 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not baton-run %s --kernels=%run_kernels --entry=divide --arg=-9223372036854775808 --arg=-1 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: not baton-run %s --kernels=%run_kernels --entry=kernel --arg=zeros --print=0 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not baton-run %s --kernels=%run_kernels --entry=nested --arg=-1 2>&1 | FileCheck %s --check-prefix=NESTED

func.func private @fail_with(memref<8xi64>, i32) -> i32 attributes {orch.kernel}

// INDEX: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}index 8 is out of range for size 8
// MINUS: errors.mlir:[[@LINE+3]]:{{.*}} error: {{.*}}index -1 is out of range for size 8
func.func @index(%i: index) -> i64 {
  %a = orch.alloc() : memref<8xi64>
  %x = memref.load %a[%i] : memref<8xi64>
  return %x : i64
}

// SET: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}index 4 is out of range for size 4
func.func @set(%i: index) {
  %t = orch.fence
  %a = orch.none : !orch.tasks<4>
  %b = orch.set %t, %a[%i] : !orch.tasks<4>
  return
}

// SLICE: errors.mlir:[[@LINE+6]]:{{.*}} error: {{.*}}out of range for size 4
// SLICE3: errors.mlir:[[@LINE+5]]:{{.*}} error: {{.*}}out of range for size 4
// COUNT: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}-2
// SLICESTEP: errors.mlir:[[@LINE+3]]:{{.*}} error: {{.*}}step
func.func @slice(%start: index, %count: index, %step: index) {
  %a = orch.none : !orch.tasks<4>
  %b = orch.slice %a[%start] [%count] [%step] : !orch.tasks<4> to !orch.tasks<?>
  return
}

// SIZE: errors.mlir:[[@LINE+2]]:{{.*}} error: {{.*}}-3
func.func @size(%n: index) {
  %a = orch.alloc(%n) : memref<?x4xf32>
  return
}

// NONE: errors.mlir:[[@LINE+2]]:{{.*}} error: {{.*}}-4
func.func @none(%n: index) {
  %a = orch.none(%n) : !orch.tasks<?>
  return
}

// STEP: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}step
func.func @step(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %n {
    %t = orch.fence
  }
  return
}

// PARALLEL: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}step
func.func @parallel_step(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %ids = orch.parallel %i = %c0 to %c8 step %n -> (!orch.tasks<?>) {
    %t = orch.fence
    orch.yield %t : !orch.task
  }
  orch.wait %ids : !orch.tasks<?>
  return
}

// SLOTS: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}5 tasks {{.*}}4
func.func @slots(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ids = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<4>) {
    %t = orch.fence
    orch.yield %t : !orch.task
  }
  return
}

// VIEW: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}out of range for size 8
// VIEWSTEP: errors.mlir:[[@LINE+3]]:{{.*}} error: {{.*}}step
func.func @view(%offset: index, %size: index, %step: index) {
  %a = orch.alloc() : memref<8xi64>
  %v = memref.subview %a[%offset] [%size] [%step] : memref<8xi64> to memref<?xi64, strided<[?], offset: ?>>
  return
}

// CAST: errors.mlir:[[@LINE+3]]:{{.*}} error: {{.*}}7{{.*}}8
func.func @cast(%n: index) {
  %a = orch.alloc(%n) : memref<?xi64>
  %v = memref.cast %a : memref<?xi64> to memref<8xi64>
  return
}

// DIVIDE: errors.mlir:[[@LINE+3]]:{{.*}} error: {{.*}}1 {{.*}}0
// OVERFLOW: errors.mlir:[[@LINE+2]]:{{.*}} error: {{.*}}-9223372036854775808 {{.*}}-1
func.func @divide(%a: i64, %b: i64) -> i64 {
  %q = arith.divsi %a, %b : i64
  return %q : i64
}

// KERNEL: errors.mlir:[[@LINE+4]]:{{.*}} error: {{.*}}fail_with{{.*}}42
// KERNEL-NOT: error
func.func @kernel(%a: memref<8xi64>) {
  %c42 = arith.constant 42 : i32
  %t = orch.submit @fail_with(%a, %c42 : memref<8xi64>, i32)
  orch.wait %t : !orch.task
  %u = orch.submit @fail_with(%a, %c42 : memref<8xi64>, i32)
  return
}

// The error is found in a function that is called in a loop, while buffers and arrays of all callers are alive.
// NESTED: errors.mlir:[[@LINE+3]]:{{.*}} error: {{.*}}-1
// NESTED-NOT: error
func.func private @inner(%n: index) -> (memref<?xi64>, !orch.tasks<?>) {
  %a = orch.alloc(%n) : memref<?xi64>
  %ids = orch.none(%n) : !orch.tasks<?>
  return %a, %ids : memref<?xi64>, !orch.tasks<?>
}
func.func @nested(%minus: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %keep:2 = func.call @inner(%c2) : (index) -> (memref<?xi64>, !orch.tasks<?>)
  scf.for %i = %c0 to %c2 step %c1 {
    %b = orch.alloc() : memref<8xi64>
    %n = arith.muli %i, %minus : index
    %x:2 = func.call @inner(%n) : (index) -> (memref<?xi64>, !orch.tasks<?>)
    %f = orch.fence after(%keep#1, %x#1 : !orch.tasks<?>, !orch.tasks<?>)
  }
  return
}
