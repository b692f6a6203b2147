// RUN: baton-opt %models/qwen3_14b_prefill_small.mlir --orchestrate --check-order-bind="arg0.0=40,arg1.0=2,arg2.0=2,arg3.0=2,arg4.0=2,arg1[]=21,arg2[0]=18,arg2[1]=3,arg3[0]=0,arg3[1]=18,arg13.0=40,arg13[]=5" --pass-pipeline='builtin.module(check-order{exact bind="arg0.0=40,arg1.0=2,arg2.0=2,arg3.0=2,arg4.0=2,arg1[]=21,arg2[0]=18,arg2[1]=3,arg3[0]=0,arg3[1]=18,arg13.0=40,arg13[]=5"})' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s
// The default pipeline keeps the order of the prefill program, for two chunks of two layers and for small values of all kinds, and leaves no conflict unordered.
// RUN: baton-opt %models/qwen3_14b_prefill_small.mlir --orchestrate --check-order-each -o /dev/null

// CHECK:      check-order
// CHECK-NEXT: (S) {{ *}}77940 submits checked
