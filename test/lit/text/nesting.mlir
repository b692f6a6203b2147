// RUN: python3 %S/Inputs/nest.py 998 region > %t && baton-opt %t > %t-printed && baton-opt %t-printed | cmp - %t-printed
// What is nested too deeply is one located error, for everything that nests; up to the limit it reads and prints, and reads again.
// RUN: python3 %S/Inputs/nest.py 999 region > %t && not baton-opt %t 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: for n in 1000 100000; do for kind in generic array dictionary function location attribute-alias type-alias location-alias; do \
// RUN:   python3 %S/Inputs/nest.py $n $kind > %t && not baton-opt --allow-unregistered-dialect %t 2>&1 | FileCheck %s || exit 1; done; done
// RUN: for kind in generic array dictionary function location attribute-alias type-alias location-alias; do \
// RUN:   python3 %S/Inputs/nest.py 490 $kind > %t && baton-opt --allow-unregistered-dialect %t | baton-opt --allow-unregistered-dialect > %t-printed || exit 1; done
// RUN: python3 %S/Inputs/nest.py 300 brackets > %t && not baton-opt --allow-unregistered-dialect %t 2>&1 | FileCheck %s --check-prefix=BRACKETS

// REGION: :1000:11: error: nested too deeply (more than 1000 levels)
// CHECK:     :{{[0-9]+}}:{{[0-9]+}}: error: nested too deeply (more than 1000 levels)
// CHECK-NOT: error
// BRACKETS: :1:300: error: nested too deeply (more than 256 brackets)
