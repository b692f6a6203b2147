# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the Qwen3 prefill program with a last task that reads only its own columns of the residual: own_columns.py FILE."""
import sys

VIEW = "memref<64x128xf32, strided<[5120, 1], offset: ?>>"
WHOLE = "memref<64x5120xf32>"

for line in open(sys.argv[1], encoding="utf-8"):
    if "@down_proj_residual(" in line:
        line = line.replace(WHOLE, VIEW).replace("%resid1", "%own")
    if "%n_cols = " in line:
        print("%%own = memref.subview %%resid1[0, %%d0] [64, 128] [1, 1] : %s to %s" % (WHOLE, VIEW))
    print(line, end="")
