// RUN: baton-opt %s --report-deps="format=json file=%t.json" -o %t && FileCheck %s < %t.json && python3 %S/Inputs/check_report.py %t.json
// JSON has all that the table has; a number of which a part is unknown is null, with the known part beside it.

func.func private @use(memref<8xf32>) attributes {orch.kernel}

// CHECK:      "regions": [
// CHECK-NEXT:   {
// CHECK-NEXT:     "function": "main",
// CHECK-NEXT:     "op": "func.func",
// CHECK-NEXT:     "loc": {
// CHECK-NEXT:       "file": "{{.*}}report-json.mlir",
// CHECK-NEXT:       "line": [[@LINE+3]],
// CHECK-NEXT:       "column": 1
// CHECK-NEXT:     },
func.func private @main(%x: memref<8xf32>, %n: index, %xs: !orch.tasks<4>, %ys: !orch.tasks<?>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %g = orch.fence derived(%xs : !orch.tasks<4>)
  scf.for %i = %c0 to %c4 step %c1 {
    %u = orch.submit @use(%x : memref<8xf32>) after(%g, %ys : !orch.task, !orch.tasks<?>)
    %v = orch.submit @use(%x : memref<8xf32>) derived(%g : !orch.task) {tracking = ["none"]}
  }
  orch.parallel %i = %c0 to %n step %c1 {
    %u = orch.submit @use(%x : memref<8xf32>)
  }
  return
}
