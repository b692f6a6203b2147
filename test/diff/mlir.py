#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds baton-opt against mlir-opt 19, on all texts of test/lit and on generated modules, good and damaged.

    mlir.py BATON_OPT MLIR_OPT SOURCE_DIR [--modules=N] [--damaged=N] [--first=SEED]

For each text that both can know (orch ops in generic form only):
  - both accept it or both refuse it;
  - where they accept it, both print the same, names of values included, and the same locations and aliases of these.
For each text that baton-opt accepts, orch ops or not: mlir-opt reads its generic form, and what mlir-opt prints of that,
in custom and in generic form, is read back to the same text.

Meant differences stand in differences.txt with their reasons; an entry that nothing needs is an error, as is a
difference that has none. Without mlir-opt the test is skipped (exit code 77).
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import generate  # noqa: E402

ORCH_SYNTAX = re.compile(r'^(?!\s*//)[^"\n]*?(?:=|^|\s)\s*orch\.(?:submit|fence|none|get|set|size|concat|slice|is_none|parallel|'
                         r'scope|yield|alloc|wait)\b', re.MULTILINE)
PREDECESSORS = re.compile(r"  // (?:no predecessors|pred: \^bb\d+|\d+ preds: [\^bd0-9, ]+)$", re.MULTILINE)


class Difference:
    """A line "KIND | pattern | reason" of differences.txt."""

    def __init__(self, line):
        self.kind, self.pattern, self.reason = (part.strip() for part in line.split(" | "))
        self.regex = re.compile(self.pattern)
        self.num_uses = 0


class Report:
    def __init__(self, path):
        with open(path) as file:
            lines = [line.strip() for line in file]
        self.differences = [Difference(line) for line in lines if line and not line.startswith("#")]
        self.failures = []
        self.num_checks = 0

    def is_meant(self, kind, text):
        for entry in self.differences:
            if entry.kind == kind and entry.regex.search(text):
                entry.num_uses += 1
                return True
        return False

    def check(self, is_same, kind, name, detail):
        self.num_checks += 1
        if not is_same and not self.is_meant(kind, detail):
            self.failures.append("{}: {}\n{}".format(name, kind, detail))


class Tool:
    def __init__(self, path, *options):
        self.command = [path, *options]

    def run(self, text, *options):
        done = subprocess.run([*self.command, *options], input=text, capture_output=True, text=True, timeout=60)
        return done.returncode == 0, PREDECESSORS.sub("", done.stdout.strip("\n")), done.stderr


def first_error(text):
    return next((line for line in text.split("\n") if "error:" in line), text[:200])


def first_difference(a, b):
    for x, y in zip(a.split("\n") + [""], b.split("\n") + [""]):
        if x != y:
            return "mlir-opt:  {}\nbaton-opt: {}".format(x, y)
    return "one text is longer"


def compare(name, text, tools):
    """The checks of one text, as arguments of Report.check."""
    baton, mlir = tools
    checks = []
    is_good, custom, errors = baton.run(text)
    if not ORCH_SYNTAX.search(text):
        mlir_good, mlir_custom, mlir_errors = mlir.run(text, "--mlir-print-local-scope")
        if is_good != mlir_good:
            kind = "refused-by-baton" if mlir_good else "refused-by-mlir"
            checks.append((False, kind, name, first_error(errors if mlir_good else mlir_errors)))
        elif is_good:
            checks.append((custom == mlir_custom, "text", name, first_difference(mlir_custom, custom)))
            checks += locations(name, text, tools)
        else:
            checks.append((True, "refused", name, ""))
    if is_good:
        checks += round_trip(name, text, custom, tools)
    return checks


def locations(name, text, tools):
    """Locations of some texts: those on text, and a few generated ones."""
    if not name.startswith(("text/", "module 1")):
        return []
    baton, mlir = (tool.run(text, "--mlir-print-debuginfo")[1] for tool in tools)
    return [(baton == mlir, "locations", name, first_difference(mlir, baton))]


def round_trip(name, text, custom, tools):
    baton, mlir = tools
    checks = []
    generic = baton.run(text, "--mlir-print-op-generic")[1]
    for options in (["--mlir-print-local-scope"], ["--mlir-print-op-generic"]):
        reads, printed, errors = mlir.run(generic, *options)
        checks.append((reads, "generic-refused-by-mlir", name, first_error(errors)))
        if reads:
            reads_back, again, errors = baton.run(printed)
            checks.append((reads_back, "mlir-text-refused-by-baton", name, first_error(errors)))
            if reads_back:
                checks.append((again == custom, "round-trip", name, first_difference(custom, again)))
    return checks


def lit_texts(source_dir):
    folder = os.path.join(source_dir, "test", "lit")
    for where, _, files in sorted(os.walk(folder)):
        for file in sorted(files):
            path = os.path.join(where, file)
            if not file.endswith(".mlir") or "/Inputs/" in path:
                continue
            with open(path, encoding="utf-8", errors="surrogateescape") as text:
                content = text.read()
            try:
                content.encode("utf-8")
            except UnicodeEncodeError:
                continue
            for i, part in enumerate(re.split(r"^// -----.*$", content, flags=re.MULTILINE)):
                yield "{}#{}".format(os.path.relpath(path, folder), i), part


def generated_texts(first, num_modules, num_damaged):
    for seed in range(first, first + num_modules):
        yield "module {}".format(seed), generate.module(seed)
    for seed in range(first, first + num_damaged):
        yield "damaged {}".format(seed), generate.damage(generate.module(seed % 50), seed)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("baton_opt")
    parser.add_argument("mlir_opt")
    parser.add_argument("source_dir")
    parser.add_argument("--modules", type=int, default=60)
    parser.add_argument("--damaged", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main():
    args = parse_arguments()
    if not os.access(args.mlir_opt, os.X_OK):
        print("skipped: there is no mlir-opt at '{}'".format(args.mlir_opt))
        return 77
    report = Report(os.path.join(os.path.dirname(os.path.abspath(__file__)), "differences.txt"))
    tools = [Tool(path, "--allow-unregistered-dialect") for path in (args.baton_opt, args.mlir_opt)]
    texts = [*lit_texts(args.source_dir), *generated_texts(args.first, args.modules, args.damaged)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for checks in pool.map(lambda item: compare(*item, tools), texts):
            for check in checks:
                report.check(*check)
    is_whole = args.modules and args.damaged and not args.first
    unused = [entry for entry in report.differences if is_whole and not entry.num_uses]
    for entry in unused:
        print("differences.txt: nothing needs '{} | {}'".format(entry.kind, entry.pattern))
    for failure in report.failures:
        print(failure)
    print("{} texts, {} checks, {} unexplained differences".format(len(texts), report.num_checks, len(report.failures)))
    return 1 if report.failures or unused else 0


if __name__ == "__main__":
    sys.exit(main())
