// RUN: rm -rf %t && mkdir %t && baton-opt %s -o %t/new && FileCheck %s < %t/new
// -o replaces a file whole: permissions and links stay, devices and pipes are written to, nothing else is left behind.
// RUN: baton-opt %s > %t/expected && cmp %t/new %t/expected
// RUN: echo old > %t/old && chmod 640 %t/old && baton-opt -o %t/old %s && cmp %t/old %t/expected
// RUN: test "$(stat -c %a %t/old)" = 640
// RUN: echo old > %t/target && ln -s target %t/link && baton-opt %s -o %t/link && test -L %t/link && cmp %t/target %t/expected
// RUN: baton-opt %t/old -o %t/old && cmp %t/old %t/expected
// RUN: (cd %t && baton-opt %s -o here && cmp here expected)
// RUN: baton-opt %s -o /dev/stdout | cmp - %t/expected
// RUN: baton-opt %s -o - | cmp - %t/expected
// RUN: baton-opt %s -o /dev/null && test -c /dev/null
// RUN: test "$(ls -A %t | tr '\n' ' ')" = "expected here link new old target "

// CHECK: func.func @f()
func.func @f() {
  return
}
