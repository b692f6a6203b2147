// RUN: baton-opt %s --split-input-file --phase-fence --check-order-each -o %t.once && FileCheck %s --input-file=%t.once
// Tasks of a loop that wait for intervals of an array share fences for blocks of it and for what groups of them have in common.
// RUN: baton-opt %t.once --split-input-file --phase-fence | diff %t.once -
// RUN: baton-opt %s --split-input-file --phase-fence=max-depth=1 --check-order-each | FileCheck %s --check-prefix=FLAT
// RUN: baton-opt %s --split-input-file > %t.plain && baton-opt %s --split-input-file --phase-fence=mode=loop | diff %t.plain -

func.func private @k() attributes {orch.kernel}

// CHECK-LABEL: func.func @window(
// CHECK:       [[XS:%.+]] = orch.parallel %{{.+}} -> (!orch.tasks<64>) {
// CHECK:       [[BLOCKS:%.+]] = orch.parallel %{{.+}} -> (!orch.tasks<16>) {
// CHECK:         [[BLOCK:%.+]] = orch.slice [[XS]][
// CHECK-NEXT:    orch.fence after([[BLOCK]] : !orch.tasks<?>)
// CHECK:       [[CORES:%.+]] = orch.parallel %{{.+}} -> (!orch.tasks<{{.+}}>) {
// CHECK:         orch.slice [[XS]][
// CHECK:         orch.slice [[BLOCKS]][
// CHECK:         orch.slice [[XS]][
// CHECK-NEXT:    orch.fence after(
// CHECK:       scf.for
// CHECK:         [[LEFT:%.+]] = orch.slice [[XS]][
// CHECK:         [[CORE:%.+]] = orch.get [[CORES]][
// CHECK:         [[RIGHT:%.+]] = orch.slice [[XS]][
// CHECK:         orch.submit @k() after([[LEFT]], [[CORE]], [[RIGHT]] : !orch.tasks<?>, !orch.task, !orch.tasks<?>)
// FLAT-LABEL: func.func @window(
// FLAT:       -> (!orch.tasks<64>)
// FLAT:       -> (!orch.tasks<{{.+}}>) {
// FLAT:         orch.fence after(%{{[^,]+}} : !orch.tasks<?>)
// FLAT:       scf.for
// FLAT-NOT:     orch.fence
func.func @window() attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c64 = arith.constant 64 : index
  %xs = orch.parallel %i = %c0 to %c64 step %c1 -> (!orch.tasks<64>) {
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }
  scf.for %i = %c0 to %c64 step %c1 {
    %0 = arith.subi %i, %c10 : index
    %1 = arith.addi %i, %c10 : index
    %lo = arith.maxsi %0, %c0 : index
    %hi = arith.minsi %1, %c64 : index
    %n = arith.subi %hi, %lo : index
    %w = orch.slice %xs[%lo] [%n] [1] : !orch.tasks<64> to !orch.tasks<?>
    %t = orch.submit @k() after(%w : !orch.tasks<?>)
  }
  return
}

// -----

func.func private @k() attributes {orch.kernel}

// Too small to pay, falling, not monotone, of an unknown number of members, or from a value that is not known: as they are.
// CHECK-LABEL: func.func @direct(
// CHECK-NOT:   orch.fence
// FLAT-LABEL:  func.func @direct(
// FLAT-NOT:    orch.fence
func.func @direct(%xs: !orch.tasks<64>, %m: index, %from: index) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %w = orch.slice %xs[%i] [3] [1] : !orch.tasks<64> to !orch.tasks<3>
    %t = orch.submit @k() after(%w : !orch.tasks<3>)
  }
  scf.for %i = %c0 to %c32 step %c1 {
    %lo = arith.subi %c32, %i : index
    %w = orch.slice %xs[%lo] [16] [1] : !orch.tasks<64> to !orch.tasks<16>
    %t = orch.submit @k() after(%w : !orch.tasks<16>)
  }
  scf.for %i = %c0 to %m step %c1 {
    %w = orch.slice %xs[%i] [16] [1] : !orch.tasks<64> to !orch.tasks<16>
    %t = orch.submit @k() after(%w : !orch.tasks<16>)
  }
  scf.for %i = %c0 to %c32 step %c1 {
    %lo = arith.addi %from, %i : index
    %w = orch.slice %xs[%lo] [16] [1] : !orch.tasks<64> to !orch.tasks<16>
    %t = orch.submit @k() after(%w : !orch.tasks<16>)
  }
  return
}

// -----

func.func private @k() attributes {orch.kernel}

// The same slice in every iteration: it goes in front of the loop, and a fence for both of its kind too.
// FLAT-LABEL:  func.func private @slices(
// CHECK-LABEL: func.func private @slices(
// CHECK:         [[S:%.+]] = orch.slice %arg0[0] [32] [1]
// CHECK:         [[F:%.+]] = orch.fence after([[S]] : !orch.tasks<32>)
// CHECK:         scf.for
// CHECK:           orch.submit @k() after([[F]] : !orch.task)
// CHECK:         scf.for
// CHECK:           orch.submit @k() after([[F]] : !orch.task)
func.func private @slices(%xs: !orch.tasks<64>) attributes {orch.scope = "manual"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %w = orch.slice %xs[0] [32] [1] : !orch.tasks<64> to !orch.tasks<32>
    %t = orch.submit @k() after(%w : !orch.tasks<32>)
  }
  scf.for %i = %c0 to %c32 step %c1 {
    %w = orch.slice %xs[0] [32] [1] : !orch.tasks<64> to !orch.tasks<32>
    %t = orch.submit @k() after(%w : !orch.tasks<32>)
  }
  return
}
