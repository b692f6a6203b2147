// RUN: baton-run %s --kernels=%run_kernels --entry=loop --arg=zeros --arg=2000 --stats --memory-limit=1000000 2>&1 | FileCheck %s
// Loops that allocate buffers and arrays run in constant memory and on a constant stack.
// RUN: baton-run %s --kernels=%run_kernels --entry=carried --arg=zeros --arg=2000 --stats --memory-limit=1000000 2>&1 | FileCheck %s
// RUN: baton-run %s --kernels=%run_kernels --entry=branches --arg=zeros --arg=2000 --stats --memory-limit=1000000 2>&1 | FileCheck %s
// RUN: baton-run %s --kernels=%run_kernels --entry=calls --arg=zeros --arg=2000 --stats --memory-limit=1000000 2>&1 | FileCheck %s
// RUN: (ulimit -v unlimited; ulimit -s 512; baton-run %s --kernels=%run_kernels --entry=ids --arg=100000 --stats 2>&1) | FileCheck %s --check-prefix=IDS

// Each buffer has 64 KiB: not more than 15 of them are alive at once, of two thousand.
// CHECK: {{(1[0-9]|[2-9])?[0-9][0-9][0-9][0-9]}} buffers allocated
// CHECK-NEXT: {{ [1-9][0-9][0-9]?[0-9]?[0-9]?[0-9]?}} bytes of buffers at most

func.func private @slow1(memref<8192xi64>, index) attributes {orch.kernel, orch.symbol = "fill8"}
func.func private @copy(memref<8192xi64> {orch.access = "read"}, memref<8192xi64> {orch.access = "write"}, index)
    attributes {orch.kernel, orch.symbol = "copy8"}

func.func @loop(%a: memref<8192xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = orch.alloc() : memref<8192xi64>
    orch.submit @copy(%a, %b, %i : memref<8192xi64>, memref<8192xi64>, index)
    orch.submit @copy(%b, %a, %i : memref<8192xi64>, memref<8192xi64>, index)
  }
  return
}

func.func @carried(%a: memref<8192xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = orch.alloc() : memref<8192xi64>
  orch.submit @copy(%a, %first, %c1 : memref<8192xi64>, memref<8192xi64>, index)
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %first, %g = %a) -> (memref<8192xi64>, memref<8192xi64>) {
    %b = orch.alloc() : memref<8192xi64>
    orch.submit @copy(%h, %b, %i : memref<8192xi64>, memref<8192xi64>, index)
    scf.yield %b, %h : memref<8192xi64>, memref<8192xi64>
  }
  orch.submit @copy(%last#0, %a, %c0 : memref<8192xi64>, memref<8192xi64>, index)
  return
}

func.func @branches(%a: memref<8192xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %low = arith.andi %i, %c1 : index
    %even = arith.cmpi eq, %low, %c0 : index
    %x = orch.alloc() : memref<8192xi64>
    orch.submit @copy(%a, %x, %i : memref<8192xi64>, memref<8192xi64>, index)
    %b = scf.if %even -> (memref<8192xi64>) {
      %y = orch.alloc() : memref<8192xi64>
      orch.submit @copy(%a, %y, %i : memref<8192xi64>, memref<8192xi64>, index)
      scf.yield %y : memref<8192xi64>
    } else {
      scf.yield %x : memref<8192xi64>
    }
    %s = arith.select %even, %x, %b : memref<8192xi64>
    orch.submit @copy(%s, %a, %i : memref<8192xi64>, memref<8192xi64>, index)
    orch.submit @copy(%b, %a, %i : memref<8192xi64>, memref<8192xi64>, index)
  }
  return
}

func.func private @make(%a: memref<8192xi64>, %i: index) -> (memref<8192xi64>, memref<8192xi64>) {
  %b = orch.alloc() : memref<8192xi64>
  orch.submit @copy(%a, %b, %i : memref<8192xi64>, memref<8192xi64>, index)
  return %b, %a : memref<8192xi64>, memref<8192xi64>
}
func.func @calls(%a: memref<8192xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b:2 = func.call @make(%a, %i) : (memref<8192xi64>, index) -> (memref<8192xi64>, memref<8192xi64>)
    %c:2 = func.call @make(%b#0, %i) : (memref<8192xi64>, index) -> (memref<8192xi64>, memref<8192xi64>)
    orch.submit @copy(%c#0, %a, %i : memref<8192xi64>, memref<8192xi64>, index)
  }
  return
}

// A thousand ids per iteration would be 800 MB; arrays on the stack would be more than it has.
// IDS: 1 runs
func.func @ids(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %none = orch.none : !orch.tasks<1000>
  %few = orch.none : !orch.tasks<100>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %none, %y = %few) -> (!orch.tasks<1000>, !orch.tasks<100>) {
    %t = orch.none : !orch.task
    %new = orch.none : !orch.tasks<1000>
    %newer = orch.set %t, %new[%c10] : !orch.tasks<1000>
    %d = orch.none(%c10) : !orch.tasks<?>
    %small = orch.none : !orch.tasks<100>
    %both = orch.concat %small, %d : !orch.tasks<100>, !orch.tasks<?> -> !orch.tasks<?>
    scf.yield %newer, %small : !orch.tasks<1000>, !orch.tasks<100>
  }
  return
}
