// RUN: bash %S/Inputs/all-ways.sh %s --kernels=%run_kernels --entry=steps --arg=iota --arg=4 --print=0 | FileCheck %s
// Tasks that are ordered over iterations by maps of ids, carried through loops, give what they give one after the other.
// RUN: baton-opt %s --derive-deps --mlir-pass-statistics 2>&1 -o %t | FileCheck %s --check-prefix=MAPS
// RUN: baton-translate %t --emit=llvm | FileCheck %s --check-prefix=LLVM

!tile = memref<8xi64, strided<[1], offset: ?>>
func.func private @slow_step8(!tile, index) attributes {orch.kernel}
func.func private @copy8(!tile {orch.access = "read"}, !tile {orch.access = "write"}, index) attributes {orch.kernel}

// MAPS: 2 maps-added

// The map stays in its place: no slot is copied.
// LLVM-LABEL: define {{.*}}@steps(
// LLVM-NOT:   memcpy
// LLVM-LABEL: declare

// CHECK: [37, 53, 69, 85, 101, 117, 133, 149, 180, 196, 212, 228, 244, 260, 276, 292, 323, 339, 355, 371, 387, 403, 419, 435, 466, 482, 498, 514, 530, 546, 562, 578, 609, 625, 641, 657, 673, 689, 705, 721, 752, 768, 784, 800, 816, 832, 848, 864, 895, 911, 927, 943, 959, 975, 991, 1007, 1038, 1054, 1070, 1086, 1102, 1118, 1134, 1150]
func.func @steps(%a: memref<64xi64> {orch.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = orch.alloc() : memref<64xi64>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      %o = arith.muli %i, %c8 : index
      %from = memref.subview %a[%o] [8] [1] : memref<64xi64> to !tile
      %to = memref.subview %b[%o] [8] [1] : memref<64xi64> to !tile
      %x = orch.submit @copy8(%from, %to, %t : !tile, !tile, index)
      %y = orch.submit @slow_step8(%to, %i : !tile, index)
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %o = arith.muli %i, %c8 : index
      %from = memref.subview %b[%o] [8] [1] : memref<64xi64> to !tile
      %to = memref.subview %a[%o] [8] [1] : memref<64xi64> to !tile
      %x = orch.submit @copy8(%from, %to, %c1 : !tile, !tile, index)
    }
  }
  return
}
