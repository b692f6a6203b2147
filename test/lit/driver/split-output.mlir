// RUN: baton-opt %s --split-input-file | FileCheck %s
// The results of parts are separated as the parts were, so that they can be read again; the last part may be empty.
// RUN: baton-opt %s --split-input-file > %t && baton-opt %t --split-input-file | cmp - %t
// RUN: sed 's/$/\r/' %s | baton-opt --split-input-file | cmp - %t
// RUN: not baton-opt %s 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: printf '// -----\n' | baton-opt --split-input-file | FileCheck %s --check-prefix=EMPTY
// RUN: printf '// -----' | baton-opt --split-input-file | FileCheck %s --check-prefix=EMPTY
// RUN: printf '// ------\n  // -----\n' | baton-opt --split-input-file | FileCheck %s --check-prefix=NONE

// CHECK:      module {
// CHECK:        func.func @f() {
// CHECK:      {{^}}// -----{{$}}
// CHECK-NEXT: module {
// CHECK:        func.func @f() {
// CHECK:      {{^}}// -----{{$}}
// CHECK-NEXT: module {
// CHECK-NEXT: }
// WHOLE:      error: {{.*}}redefinition of symbol named 'f'
// EMPTY:      module {
// EMPTY:      {{^}}// -----
// EMPTY:      module {
// NONE-NOT:   -----
func.func @f() {
  return
}
// -----
func.func @f() {
  return
}
// -----
