#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes a module of about N ops to standard output: one function that is a long straight line of constants, arithmetic,
# submits with lists of waits, and fences, 3 : 5 : 1 : 1. Ops of the orch dialect are in generic form, so that tools
# which do not know it read the file too. The text depends on N alone.
import sys

GROUP = 10  # ops
LIST = 4  # waits of a submit or fence


def group(i):
    c, waits = f"%c{i}", [f"%t{k}" for k in range(max(0, i - LIST), i)]
    names = "".join(f", {w}" for w in waits)
    types = ", !orch.task" * len(waits)
    return (
        f"  {c} = arith.constant {i} : index\n"
        f"  %s{i} = arith.constant {i * 7 % 1000} : i32\n"
        f"  %d{i} = arith.constant {i % 50 + 1} : index\n"
        f"  %x{i} = arith.addi {c}, %n : index\n"
        f"  %y{i} = arith.muli %x{i}, %d{i} : index\n"
        f"  %z{i} = arith.subi %y{i}, {c} : index\n"
        f"  %u{i} = arith.addi %s{i}, %m : i32\n"
        f"  %v{i} = arith.xori %u{i}, %s{i} : i32\n"
        f'  %t{i} = "orch.submit"({c}, %z{i}{names}) {{callee = @kernel, operandSegmentSizes = '
        f"array<i32: 2, {len(waits)}, 0, 0, 0, 0>}} : (index, index{types}) -> !orch.task\n"
        f'  %f{i} = "orch.fence"(%t{i}{names}) {{operandSegmentSizes = array<i32: {1 + len(waits)}, 0>}} : '
        f"(!orch.task{types}) -> !orch.task\n"
    )


def main():
    write = sys.stdout.write
    write("func.func private @kernel(index, index) attributes {orch.kernel}\nfunc.func @main(%n: index, %m: i32) {\n")
    for i in range(int(sys.argv[1]) // GROUP):
        write(group(i))
    write("  return\n}\n")


main()
