#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each op of the dialects' tables stands in a program that the tests execute (test/lit/run), and prints
those that do not.

    executed.py [ROOT]       checks the source tree
    executed.py --self-test  checks that an op without a program is found, and one with a program is not
"""

import pathlib
import re
import sys

ROW = re.compile(r'\bBATON_OP\(\s*\w+,\s*\w+,\s*"([\w.]+)"')
# Ops that the text form may leave out or write without their dialect.
OTHER_SPELLINGS = {"builtin.module": r"func\.func", "func.return": r"return", "func.call": r"(?:func\.)?call"}


def ops_of(table):
    return ROW.findall(table)


def code_of(program):
    return "\n".join(line for line in program.splitlines() if not line.lstrip().startswith("//"))


def is_used(op, code):
    return re.search(rf"(?<![\w.@%\"]){OTHER_SPELLINGS.get(op, re.escape(op))}(?![\w.])", code) is not None


def check(root):
    tables = sorted((root / "dialect").glob("*.def"))
    programs = sorted((root / "test/lit/run").glob("*.mlir"))
    code = "\n".join(code_of(path.read_text()) for path in programs)
    ops = [op for table in tables for op in ops_of(table.read_text())]
    missing = [op for op in ops if not is_used(op, code)]
    for op in missing:
        print(f"error: no program in test/lit/run uses {op}")
    return bool(ops) and bool(programs) and not missing


def self_test():
    table = 'BATON_OP(a_one, A_ONE, "a.one", "x")\nBATON_OP(a_two, A_TWO,\n  "a.two", "y")\n'
    code = code_of("// a.two\n%x = a.one %y\ncall @a.two()\na.two.more\n")
    return ops_of(table) == ["a.one", "a.two"] and is_used("a.one", code) and not is_used("a.two", code)


if __name__ == "__main__":
    args = sys.argv[1:]
    if args == ["--self-test"]:
        ok = self_test()
    else:
        ok = check(pathlib.Path(args[0] if args else "."))
    sys.exit(0 if ok else 1)
