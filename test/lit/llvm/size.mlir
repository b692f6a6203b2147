// RUN: sed 's/TRIPS/20/' %s | baton-translate > %t.20 && sed 's/TRIPS/90/' %s | baton-translate > %t.90
// Loops stay loops: the size of the code does not depend on trip counts, and 64 x 64 waits in 20 phases are a few KiB.
// RUN: test $(wc -c < %t.20) -eq $(wc -c < %t.90)
// RUN: test $(wc -c < %t.20) -lt 20000
// RUN: sed 's/TRIPS/20/' %s | baton-translate --emit=obj -O2 > %t.o && test $(wc -c < %t.o) -lt 10000

func.func private @k() attributes {orch.kernel}

func.func @all_to_all() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %trips = arith.constant TRIPS : index
  %none = orch.none : !orch.tasks<64>
  %last = scf.for %i = %c0 to %trips step %c1 iter_args(%before = %none) -> (!orch.tasks<64>) {
    %ids = orch.parallel %k = %c0 to %c64 step %c1 -> (!orch.tasks<64>) {
      %t = orch.submit @k() after(%before : !orch.tasks<64>)
      orch.yield %t : !orch.task
    }
    scf.yield %ids : !orch.tasks<64>
  }
  return
}
