// RUN: baton-opt %s --check-order='bind="arg0=2,x.0=4,arg2[]=1"' -o /dev/null
// Values are given by argument, size and element; what they make wrong, impossible or too much is reported.
// RUN: not baton-opt %s --check-order='bind="arg0=3,x.0=4,arg2[]=1"' 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not baton-opt %s --check-order='bind="arg0=2,x.0=4,arg2[0]=1,arg2[1]=0"' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: baton-opt %s --check-order='bind="arg0=2,x.0=1,arg2[]=1"' 2>&1 >/dev/null | FileCheck %s --check-prefix=SHORT
// RUN: not baton-opt %s --check-order='bind="arg0=2000,x.0=2,arg2[]=1" max-submits=100' 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: baton-opt %s --check-order='entry=other bind="arg0=-3"' -o /dev/null
// RUN: not baton-opt %s --check-order='entry=nobody' 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not baton-opt %s --check-order='bind="arg5=3"' 2>&1 | FileCheck %s -DITEM=arg5=3 "-DWHY=the function has no such argument" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='bind="arg0"' 2>&1 | FileCheck %s -DITEM=arg0 "-DWHY=expected name=value" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='bind="arg0=x"' 2>&1 | FileCheck %s -DITEM=arg0=x "-DWHY=the value is no number" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='bind="arg0.0=1"' 2>&1 | FileCheck %s -DITEM=arg0.0=1 "-DWHY=the argument is no buffer" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='bind="x=1"' 2>&1 | FileCheck %s -DITEM=x=1 "-DWHY=the argument is a buffer" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='bind="x.1=1"' 2>&1 | FileCheck %s -DITEM=x.1=1 "-DWHY=the buffer has no such dynamic size" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='bind="x.0=-1"' 2>&1 | FileCheck %s -DITEM=x.0=-1 "-DWHY=a size is not negative" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='bind="x[y]=1"' 2>&1 | FileCheck %s -DITEM=x[y]=1 "-DWHY=the element is no number" --check-prefix=BAD
// RUN: not baton-opt %s --check-order='valuations=-1' 2>&1 | FileCheck %s --check-prefix=RANGE

// BAD: error: '[[ITEM]]' is no binding of a symbol of @f: [[WHY]]
// NOBODY: error: 'builtin.module' op has no function @nobody with a body
// RANGE: error: option 'valuations' must be between 0 and 1000

func.func private @w(memref<8xf32> {orch.access = "write"}) attributes {orch.kernel}
func.func private @any(index) attributes {orch.kernel}

// The write of the third iteration is not ordered; nor is that of any where an element of the table is not 1.
// THREE: error: submit 2 (@w) in iteration (2) is not ordered after submit 1 (@w) in iteration (1)
// THREE: note: in a run of @f with arg0=3, arg1.0=4
// ELEMENT: error: submit 1 (@w) in iteration (1) is not ordered after submit 0 (@w) in iteration (0)
// SHORT: warning: the run of @f with arg0=2,x.0=1,arg2[]=1 ends here with an error, and nothing behind is checked: 'memref.load' op has index 1 for a size of 1
// LARGE: error: @f is too large to check with arg0=2000,x.0=2,arg2[]=1: too many submits (after 100 submits)
func.func @f(%n: index, %x: memref<?xf32> {orch.name = "x", orch.noalias}, %table: memref<8xi32> {orch.noalias},
             %y: memref<8xf32> {orch.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %none = orch.none : !orch.task
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %none) -> (!orch.task) {
    %j = arith.remui %i, %n : index
    %k = arith.minui %j, %c1 : index
    %v = memref.load %x[%k] : memref<?xf32>
    %entry = memref.load %table[%k] : memref<8xi32>
    %is_one = arith.cmpi eq, %entry, %one : i32
    %is_early = arith.cmpi ule, %i, %c1 : index
    %is_good = arith.andi %is_one, %is_early : i1
    %wait = arith.select %is_good, %t, %none : !orch.task
    %b = orch.submit @w(%y : memref<8xf32>) after(%wait : !orch.task) {tracking = ["none"]}
    scf.yield %b : !orch.task
  }
  return
}
func.func private @other(%n: index) {
  %a = orch.submit @any(%n : index)
  return
}
