// RUN: rm -rf %t && mkdir %t && echo old > %t/old
// After any error the old output file stays as it was, no new one appears, and nothing is printed.
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --fail-loudly -o %t/old 2>/dev/null && test "$(cat %t/old)" = old
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --fail-loudly -o %t/new 2>/dev/null
// RUN: echo 'func.func @broken(' > %t/broken && not baton-opt %t/broken -o %t/old 2>/dev/null && test "$(cat %t/old)" = old
// RUN: not baton-opt %t/broken -o %t/broken 2>/dev/null && test "$(cat %t/broken)" = 'func.func @broken('
// RUN: test "$(ls -A %t | tr '\n' ' ')" = "broken old "
// RUN: not baton-opt %s --load-pass-plugin=%plugins/faulty_passes.so --fail-loudly 2>/dev/null > %t/old && test ! -s %t/old
// RUN: not baton-opt %s -o %t 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not baton-opt %s -o %t/no/such 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not baton-opt %s -o "" 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not sh -c 'baton-opt %s > /dev/full' 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not sh -c 'baton-opt %s -o /dev/full' 2>&1 | FileCheck %s --check-prefix=FULL-DEVICE
// RUN: not sh -c 'baton-opt %s >&-' 2>&1 | FileCheck %s --check-prefix=CLOSED

// FOLDER:  error: cannot open output file '{{.*}}': Is a directory
// MISSING: error: cannot write output file '{{.*}}/no/such': No such file or directory
// EMPTY:   error: cannot write output file '': No such file or directory
// FULL:    error: cannot write '<stdout>': No space left on device
// FULL-DEVICE: error: cannot write output file '/dev/full': No space left on device
// CLOSED:  error: cannot write '<stdout>': Bad file descriptor
func.func @f() {
  return
}
