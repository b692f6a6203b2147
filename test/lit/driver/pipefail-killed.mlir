// RUN: sh -c 'echo expected; kill -KILL $$' | FileCheck %s
// A command that is killed after it printed what was expected fails its test; this test must be seen to fail.
// XFAIL: *
// CHECK: expected
