// RUN: baton-opt --lonely %s --load-pass-plugin=%plugins/good.so | FileCheck %s
// A plugin's option may stand anywhere, also behind its passes; a path without a slash is a file in this folder.
// RUN: baton-opt --lonely=number=2 --load-pass-plugin %plugins/good.so %s | FileCheck %s
// RUN: baton-opt %s -load-pass-plugin=%plugins/good.so -lonely | FileCheck %s
// RUN: baton-opt %s --pass-pipeline='builtin.module(lonely{number=3})' --load-pass-plugin=%plugins/good.so | FileCheck %s
// RUN: (cd %plugins && baton-opt %s --lonely --load-pass-plugin=good.so) | FileCheck %s
// RUN: (cd %plugins && baton-opt %s --lonely --load-pass-plugin=./good.so) | FileCheck %s
// RUN: baton-opt %s --lonely --load-pass-plugin=%plugins/longer_structs.so | FileCheck %s
// RUN: baton-opt --lonely %s -- --load-pass-plugin=%plugins/good.so 2>&1 | FileCheck %s --check-prefix=BEHIND || true
// RUN: not baton-opt --lonely -- %s --load-pass-plugin=%plugins/good.so 2>&1 | FileCheck %s --check-prefix=BEHIND

// The same file twice, by whatever path, is harmless.
// RUN: ln -sf %plugins/good.so %t.so && baton-opt %s --lonely --load-pass-plugin=%plugins/good.so --load-pass-plugin=%plugins/../test-plugins/good.so --load-pass-plugin=%t.so | FileCheck %s

// BEHIND: unrecognized option '--lonely'
// CHECK: func.func @f
func.func @f() {
  return
}
