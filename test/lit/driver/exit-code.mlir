// RUN: baton-opt %s > /dev/null
// The exit code is 1 for every kind of error, not 0 and not a signal.
// RUN: echo 'func.func @f(' > %t && (baton-opt %t 2>/dev/null; test $? = 1)
// RUN: echo 'func.func @f() { %0 = arith.constant 1 : i32 }' > %t && (baton-opt %t 2>/dev/null; test $? = 1)
// RUN: echo '"nobody.knows"() : () -> ()' > %t && (baton-opt %t 2>/dev/null; test $? = 1)
// RUN: (baton-opt %s --no-such-option 2>/dev/null; test $? = 1)
// RUN: (baton-opt %s --pass-pipeline='builtin.module(nothing)' 2>/dev/null; test $? = 1)
// RUN: (baton-opt %s --load-pass-plugin=nothing 2>/dev/null; test $? = 1)
// RUN: (baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --fail-silently 2>/dev/null; test $? = 1)
// RUN: (baton-opt %s --verify-each=maybe 2>/dev/null; test $? = 1)
// RUN: (baton-opt %s -o 2>/dev/null; test $? = 1)

func.func @f() {
  return
}
