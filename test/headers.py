#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each header compiles alone, and the two that strangers include also as C++.

    headers.py ROOT CC CXX [FLAGS...]   CXX may be empty, then nothing is compiled as C++
    headers.py --self-test CC           checks that a header that lacks an include is found
"""

import pathlib
import subprocess
import sys
import tempfile

FLAGS = ["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-D_GNU_SOURCE"]
C = ["-x", "c", "-std=c11"]
CXX_VERSIONS = ["-std=c++11", "-std=c++20"]
FOR_CXX = ["lib/pass/plugin_abi.h", "lib/rt/rt_abi.h"]
FOLDERS = ["lib", "dialect", "passes", "utils"]
# Parts of a header that are included once per table, with a macro set.
TEMPLATES = {"dialect/accessors.h", "dialect/tables.h"}


def headers(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.h")):
            if str(path.relative_to(root)) not in TEMPLATES:
                yield path


def compiles(command, path):
    """A header is included, not compiled itself, so that nothing is said about '#pragma once' and unused statics."""
    source = f'#include "{path}"\nextern int baton_not_empty;\n'
    run = subprocess.run(command + ["-"], input=source, capture_output=True, text=True)
    if run.returncode:
        print(f"{path}: error: does not compile alone\n  {' '.join(command)}\n{run.stderr}")
    return run.returncode == 0


def check_tree(root, cc, cxx, flags):
    all_flags = FLAGS + [f"-I{root / 'lib'}", f"-I{root}", *flags]
    found = list(headers(root))
    if len(found) < 20:
        sys.exit(f"headers.py: only {len(found)} headers in {root}")
    good = [compiles([cc, *C, *all_flags], path) for path in found]
    if cxx:
        good += [compiles([cxx, "-x", "c++", version, *all_flags], root / name)
                 for name in FOR_CXX for version in CXX_VERSIONS]
    return all(good)


def self_test(cc):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "wrong.h"
        path.write_text("static inline uint32_t twice(uint32_t x) { return 2 * x; }\n")
        return not compiles([cc, *C, *FLAGS], path)


def main(args):
    if args and args[0] == "--self-test":
        return self_test(args[1])
    return check_tree(pathlib.Path(args[0]).resolve(), args[1], args[2], args[3:])


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
