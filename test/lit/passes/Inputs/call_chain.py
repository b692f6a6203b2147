#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program of functions that call each other.

    call_chain.py doubling N  each function calls the one before it twice
    call_chain.py nested N    each function calls the one before it once, in a branch
"""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
print("func.func private @k() attributes {orch.kernel}")
print("func.func private @f0(%p: i1) {\n  %t = orch.submit @k()\n  return\n}")
for i in range(1, count):
    call = "func.call @f%d(%%p) : (i1) -> ()" % (i - 1)
    body = call + "\n  " + call if kind == "doubling" else "scf.if %p {\n    " + call + "\n  }"
    print("func.func private @f%d(%%p: i1) {\n  %s\n  return\n}" % (i, body))
print("func.func @entry(%%p: i1) {\n  call @f%d(%%p) : (i1) -> ()\n  return\n}" % (count - 1))
