// RUN: baton-opt %s --allow-unregistered-dialect | FileCheck %s
// Ops of unknown dialects are accepted in generic form when asked for, and refused otherwise.
// RUN: baton-opt %s --allow-unregistered-dialect=true | FileCheck %s
// RUN: not baton-opt %s 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not baton-opt %s --allow-unregistered-dialect=false 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK:   "nobody.knows"() {x = 1 : i32} : () -> ()
// REFUSED: unregistered.mlir:[[# @LINE + 1]]:1: error: {{.*}}nobody
"nobody.knows"() {x = 1 : i32} : () -> ()
