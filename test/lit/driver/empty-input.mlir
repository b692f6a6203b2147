// RUN: printf '' | baton-opt | FileCheck %s && printf '' > %t && baton-opt %t | FileCheck %s && printf '' | baton-opt - | FileCheck %s
// An empty input is an empty module, from standard input as from a file.

// CHECK:      module {
// CHECK-NEXT: }
// CHECK-NOT:  {{.}}
