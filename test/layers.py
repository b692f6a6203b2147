#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each folder includes only from the layers beneath it, and prints every line that does not.

    layers.py [ROOT]       checks the source tree
    layers.py --self-test  checks that a set of wrong lines is found wrong, and a set of right ones right
"""

import pathlib
import re
import sys

# Folder of the including file -> folders whose public headers it may include. A header is named by the folder below
# lib ("ir/ir.h") or below the root ("dialect/orch.h").
ALLOWED = {
    "base": set(),
    "ir": {"base"},
    "text": {"base", "ir"},
    "dialect": {"base", "ir"},
    "pass": {"base", "ir"},
    "analysis": {"base", "ir", "dialect"},
    "passes": {"base", "ir", "dialect", "pass", "analysis"},
    "llvm": {"base", "ir", "dialect"},
    "rt": set(),
}
# Single headers that are allowed on top of that.
ALLOWED_HEADERS = {"llvm": {"rt/rt_abi.h"}}
# Headers that must not need anything but the standard library.
SELF_CONTAINED = {"pass/plugin_abi.h", "rt/rt_abi.h"}
# Folders of system headers that one folder alone may use.
RESERVED_SYSTEM = {"llvm-c": "llvm", "llvm": None, "ffi.h": "rt"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]*)"|<([^>]*)>)')


def header_folder(name):
    """The folder of a project header, from the way it is included."""
    return name.split("/")[0] if "/" in name else None


def include_problem(folder, file_name, line):
    """Why a line of a file in a folder is wrong, or None."""
    match = INCLUDE.match(line)
    if not match:
        return None
    project, system = match.groups()
    if system is not None:
        return system_problem(folder, system)
    target = header_folder(project)
    if target is None:
        return 'is not written with its folder, as "%s/%s"' % (folder, project)
    if target not in ALLOWED:
        return "names a folder that is no layer"
    if f"{folder}/{file_name}" in SELF_CONTAINED:
        return "stands in a header that must be self-contained"
    if target == folder:
        return None
    if project.endswith("_impl.h"):
        return f"takes a private header of '{target}' into '{folder}'"
    if target in ALLOWED[folder] or project in ALLOWED_HEADERS.get(folder, ()):
        return None
    return f"takes '{target}' into '{folder}'"


def system_problem(folder, name):
    owner = RESERVED_SYSTEM.get(name.split("/")[0], folder)
    if owner == folder:
        return None
    return f"takes <{name}> into '{folder}'" + (f", and only '{owner}' may use it" if owner else "")


def layer_files(root):
    """Pairs of layer name and source file."""
    places = {name: root / "lib" / name for name in ALLOWED}
    places["dialect"], places["passes"] = root / "dialect", root / "passes"
    for folder, place in places.items():
        if not place.is_dir():
            sys.exit(f"layers.py: there is no folder {place}")
        files = [path for path in place.rglob("*") if path.suffix in (".c", ".h", ".def", ".inc")]
        if not files:
            sys.exit(f"layers.py: there is no source in {place}")
        for path in sorted(files):
            yield folder, path


def unknown_layers(root):
    """Folders of lib that the table above does not know."""
    return [path for path in (root / "lib").iterdir() if path.is_dir() and path.name not in ALLOWED]


def check_tree(root):
    problems = 0
    for path in unknown_layers(root):
        print(f"{path}: error: no layer of that name is known")
        problems += 1
    for folder, path in layer_files(root):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            problem = include_problem(folder, path.name, line)
            if problem:
                print(f"{path}:{number}: error: this include {problem}\n  {line.strip()}")
                problems += 1
    return problems == 0


WRONG = [
    ("base", "str.c", '#include "ir/ir.h"'),
    ("ir", "op.c", '#include "text/parse.h"'),
    ("ir", "op.c", '#include "dialect/orch.h"'),
    ("text", "parse.c", '#include "dialect/orch.h"'),
    ("text", "parse.c", '#include "pass/pass.h"'),
    ("dialect", "orch.c", '#include "analysis/trip.h"'),
    ("pass", "manager.c", '#include "dialect/orch.h"'),
    ("pass", "manager.c", '#include "text/print.h"'),
    ("analysis", "trip.c", '#include "pass/pass.h"'),
    ("passes", "phase_fence.c", '#include "text/print.h"'),
    ("passes", "phase_fence.c", '#include "pass/pass_impl.h"'),
    ("passes", "phase_fence.c", '  #  include "analysis/task_graph_impl.h"'),
    ("llvm", "lower.c", '#include "text/parse.h"'),
    ("llvm", "lower.c", '#include "rt/rt.h"'),
    ("llvm", "lower.c", '#include "rt/rt_impl.h"'),
    ("rt", "graph.c", '#include "base/arena.h"'),
    ("rt", "graph.c", '#include "ir/ir.h"'),
    ("rt", "rt_abi.h", '#include "rt/rt.h"'),
    ("pass", "plugin_abi.h", '#include "base/str.h"'),
    ("passes", "phase_fence.c", "#include <llvm-c/Core.h>"),
    ("ir", "op.c", "#include <ffi.h>"),
    ("llvm", "lower.c", "#include <llvm/IR/IRBuilder.h>"),
    ("ir", "op.c", '#include "ir.h"'),
    ("ir", "op.c", '#include "../base/str.h"'),
    ("ir", "op.c", '#include "utils/tool_file.h"'),
]
RIGHT = [
    ("ir", "op.c", '#include "base/str.h"'),
    ("ir", "op.c", '#include "ir/ir_impl.h"'),
    ("text", "parse.c", '#include "ir/ir.h"'),
    ("analysis", "trip.c", '#include "dialect/orch.h"'),
    ("passes", "phase_fence.c", '#include "pass/pass.h"'),
    ("passes", "phase_fence.c", '#include "analysis/trip.h"'),
    ("llvm", "lower.c", '#include "rt/rt_abi.h"'),
    ("llvm", "lower.c", "#include <llvm-c/Core.h>"),
    ("rt", "call.c", "#include <ffi.h>"),
    ("rt", "graph.c", '#include "rt/rt_impl.h"'),
    ("pass", "plugin_abi.h", "#include <stdint.h>"),
    ("base", "str.c", '// #include "ir/ir.h"'),
]


def self_test():
    good = True
    for case in WRONG:
        if include_problem(*case) is None:
            print("not found wrong:", *case)
            good = False
    for case in RIGHT:
        problem = include_problem(*case)
        if problem:
            print("found wrong:", *case, "->", problem)
            good = False
    return good


def main(args):
    if args == ["--self-test"]:
        return self_test()
    root = pathlib.Path(args[0]) if args else pathlib.Path(__file__).resolve().parent.parent
    return check_tree(root)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
