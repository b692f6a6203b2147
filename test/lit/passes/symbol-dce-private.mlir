// RUN: baton-opt %s --symbol-dce --allow-unregistered-dialect > %t && FileCheck %s --implicit-check-not='@dead' < %t
// Private symbols that nothing live refers to go, alone, in chains and in circles; every kind of reference counts.
// RUN: baton-opt %t --symbol-dce --allow-unregistered-dialect | cmp - %t

// CHECK: func.func private @kernel
// CHECK: func.func private @called_by_live
// CHECK: func.func private @live
// CHECK: func.func nested @nested
// CHECK: func.func private @in_array
// CHECK: func.func private @in_dictionary
// CHECK: func.func private @in_text
// CHECK: func.func private @"in quoted text"
// CHECK: func.func private @in_another_array
// CHECK: func.func @entry
func.func private @kernel() attributes {orch.kernel}
func.func private @dead_kernel() attributes {orch.kernel}
func.func private @called_by_live()
func.func private @live() {
  call @called_by_live() : () -> ()
  return
}
func.func nested @nested() {
  return
}
func.func private @dead_chain() {
  call @dead_end() : () -> ()
  return
}
func.func private @dead_end() {
  call @dead_circle() : () -> ()
  %t = orch.submit @dead_kernel()
  return
}
func.func private @dead_circle() {
  call @dead_chain() : () -> ()
  return
}
func.func private @in_array()
func.func private @in_dictionary()
func.func private @in_text()
func.func private @"in quoted text"()
func.func private @in_another_array()
func.func @entry() attributes {test.uses = [1 : i32, [@in_array]], test.more = {a = {b = @in_dictionary}}} {
  %t = orch.submit @kernel()
  call @live() : () -> ()
  "test.op"() {a = #test.attr<[@in_text, @"in quoted text"]>, b = [@in_another_array]} : () -> ()
  return
}
func.func private @dead_last() {
  return
}

// Symbols of an inner table: those that are named from outside, on their whole way.
// CHECK: module @inner attributes
// CHECK-NEXT: func.func private @named
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @other
module @inner attributes {sym_visibility = "private"} {
  func.func private @named()
  func.func private @dead_unnamed()
}
module @dead_inner attributes {sym_visibility = "private"} {
  func.func @dead_public() {
    return
  }
}
module {
  func.func private @dead_in_module()
  func.func @other() attributes {test.way = @inner::@named} {
    return
  }
}
