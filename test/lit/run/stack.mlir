// RUN: rm -rf %t && mkdir %t && baton-translate %s --emit=header -o %t/program.h && baton-translate %s --emit=obj -o %t/0.o && baton-translate %s -O2 --orchestrate --emit=obj -o %t/2.o
// A stack of 256 KiB is enough for any number of iterations with waits and for a list of any length.
// RUN: %cc %sanitize -I%t -I%source/lib %S/Inputs/stack.c %t/0.o -L%lib -lbaton-rt -Wl,-rpath,%lib -o %t/0 && (ulimit -s 256 && %t/0 300000 200000)
// RUN: %cc %sanitize -I%t -I%source/lib %S/Inputs/stack.c %t/2.o -L%lib -lbaton-rt -Wl,-rpath,%lib -o %t/2 && (ulimit -s 256 && %t/2 3000000 200000)

func.func private @noop() attributes {orch.kernel}

func.func @iterate(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %none = orch.none : !orch.tasks<16>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %none) -> (!orch.tasks<16>) {
    %t = orch.submit @noop() after(%before : !orch.tasks<16>)
    %slot = arith.remui %i, %c16 : index
    %now = orch.set %t, %before[%slot] : !orch.tasks<16>
    scf.yield %now : !orch.tasks<16>
  }
  return
}

func.func @list(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ids = orch.parallel %i = %c0 to %n step %c1 -> (!orch.tasks<?>) {
    %t = orch.submit @noop()
    orch.yield %t : !orch.task
  }
  %all = orch.fence after(%ids : !orch.tasks<?>)
  orch.wait %all : !orch.task
  %is_none = orch.is_none %all : !orch.task
  return %is_none : i1
}
