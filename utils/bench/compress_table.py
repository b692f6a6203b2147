#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compress_table.py BUILD-FOLDER [--gate] [--workflows=FOLDER] [--only=TEXT]: the table of utils/bench/compress.

--gate: only rows that are quick, nothing printed but what misses its target; the exit code says whether all hold.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import compress_inputs as inputs

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "..", "..", "test", "models")
PRUNE = "cse,prune-deps,"


def fence(cost=3, depth=8):
    return f"{PRUNE}phase-fence{{fence-cost={cost} max-depth={depth}}},prune-deps"


class Row:
    """One input: text() makes the program. most: the target for entries; None where there is none. before: what it must
    be without passes."""

    def __init__(self, name, text, before, most, cost=3, depth=8, quick=False, prepare=""):
        self.name, self.text, self.before, self.most = name, text, before, most
        self.cost, self.depth, self.quick, self.prepare = cost, depth, quick, prepare


def out(maker, *args):
    return lambda: inputs.written_out(maker(*args))


def loops(maker, *args):
    return lambda: maker(*args)


def unchanged(name, maker, *args, quick=True):
    lists = maker(*args)
    before = sum(map(len, lists))
    return Row(name, lambda: inputs.written_out(lists), before, before, quick=quick)


def rows():
    table = []
    for width, num_layers, before, most in ((64, 100, 405504, 12672), (256, 20, 1245184, 9728)):
        name = f"all-to-all {width} x {num_layers}"
        quick = width == 64
        table += [Row(f"{name}, loops", loops(inputs.loop_all_to_all, width, num_layers), before, most, quick=quick),
                  Row(f"{name}, two arrays", loops(inputs.loop_two_arrays, width, num_layers), before, most),
                  Row(f"{name}, slices", loops(inputs.loop_sliced, width, num_layers), before, most),
                  Row(f"{name}, private task each", loops(inputs.loop_mixed, width, num_layers),
                      before + width * (num_layers - 1), most + width * (num_layers - 1)),
                  Row(f"{name}, written out", out(inputs.all_to_all, width, num_layers), before, most)]
    for size, before, by_depth in ((128, 28672, ((4, 3, 1660), (8, 3, 1500), (8, 0, 1360))),
                                   (32, 7936, ((4, 3, 1620), (8, 3, 1540)))):
        for depth, cost, most in by_depth:
            table.append(Row(f"window {size} of 256, written out", out(inputs.window, 256, size), before, most, cost,
                             depth, quick=True))
        table.append(Row(f"window {size} of 256, loops", loops(inputs.loop_window, 256, size), before,
                         by_depth[0][2], 3, 4, quick=True))
    for depth, most in ((4, 5850), (8, 5050)):
        table.append(Row("causal prefix 1,024, written out", out(inputs.prefix, 1024), 524800, most, 3, depth))
    table.append(Row("causal prefix 1,024, loops", loops(inputs.loop_prefix, 1024), 524800, 5850, 3, 4))
    table.append(Row("causal prefix 256, loops", loops(inputs.loop_prefix, 256), 32896, 1377, 3, 4, quick=True))
    for width, before, share in ((16, 368, 43), (64, 6080, 83), (256, 98048, 95)):
        table.append(Row(f"Task Bench spread {width}, radix {width // 2}", out(inputs.spread, width, width // 2), before,
                         before * (100 - share) // 100, quick=width < 256))
    for n in (8, 16, 32, 64):
        table.append(unchanged(f"Cholesky {n} x {n} tiles", inputs.cholesky, n, quick=n < 32))
    table += [unchanged("LU 8 x 8 tiles", inputs.lu, 8), unchanged("LU 16 x 16 tiles", inputs.lu, 16),
              unchanged("stencil of 5 points 16 x 16", inputs.stencil, 16),
              unchanged("Task Bench FFT 64", inputs.fft, 64), unchanged("Task Bench tree 64", inputs.tree, 64),
              unchanged("Task Bench dom 64", inputs.dom, 64)]
    table += [unchanged(f"Task Bench nearest 64, radix {r}", inputs.nearest, 64, r) for r in range(1, 6)]
    return table


def measure(build, folder, row):
    path = os.path.join(folder, "input.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(row.text())
    result = subprocess.run([f"{build}/bin/bench-compress", path, row.prepare, fence(row.cost, row.depth)],
                            stdout=subprocess.PIPE, text=True, check=True)
    return dict(item.split("=", 1) for item in result.stdout.split())


def problems(row, got):
    """What is wrong with the figures of a row."""
    wrong = []
    if got["order"] != "equal":
        wrong.append(f"order {got['order']}")
    if row.before is not None and int(got["before"]) != row.before:
        wrong.append(f"{got['before']} entries before instead of {row.before}")
    if row.most is not None and int(got["after"]) > row.most:
        wrong.append(f"more than {row.most}")
    if int(got["depth-after"]) > max(row.depth, int(got["depth-before"])):
        wrong.append(f"depth {got['depth-after']}")
    if row.before == row.most and got["fences-after"] != got["fences-before"]:
        wrong.append("fences added")
    return wrong


def report(build, passes):
    """Entries per chunk of the Qwen3-14B prefill program, and of its loop of 40 trips, as report-deps counts them."""
    pipeline = f"builtin.module({passes},report-deps{{format=json}})"
    result = subprocess.run([f"{build}/bin/baton-opt", f"{MODELS}/qwen3_14b_prefill.mlir", "-o", os.devnull,
                             f"--pass-pipeline={pipeline}"], stderr=subprocess.PIPE, text=True, check=True)
    region = max(json.loads(result.stderr)["regions"], key=lambda r: r["entries"])
    return region["entries"], max(loop["entries"] for loop in region["loops"] if loop["trips"] == 40)


def run_qwen3(build, gate):
    """Both figures are lower bounds as well: an all-to-all part of N and M tasks needs N + M entries."""
    before, after = report(build, "derive-deps"), report(build, f"derive-deps,{fence()}")
    good = before == (9432, 8680) and after == (968, 216)
    for name, x, y, most in zip(("Qwen3-14B prefill, chunk", "Qwen3-14B prefill, its loop of 40 trips"), before, after,
                                (968, 216)):
        if not gate or not good:
            print(FORMAT.format(name, 3, 8, x, y, most, most, "", "", "", "", "ok" if good else "not as expected"))
    return good


FORMAT = "{:44} {:>3} {:>3} {:>9} {:>7} {:>7} {:>7} {:>6} {:>5} {:>5} {:>9}  {}"


def print_row(row, got, wrong):
    print(FORMAT.format(row.name, row.cost, row.depth, got["before"], got["after"], row.most or "", got["bound"] if got["bound"] != "0" else "-",
                        int(got["fences-after"]) - int(got["fences-before"]), got["depth-after"], got["path-added"],
                        f"{int(got['pass-us']) / 1000:.1f}", "; ".join(wrong) or "ok"), flush=True)


def run_workflows(build, folder, paths):
    """All graphs together, for both costs of a fence."""
    good = True
    for cost, most in ((0, 56880), (3, 57010)):
        total, worse = {}, 0
        for path in paths:
            got = measure(build, folder, Row(path, lambda: inputs.written_out(inputs.workflow(path)), None, None, cost))
            worse += got["order"] != "equal" or int(got["after"]) > int(got["before"])
            for key, value in got.items():
                if key != "order":
                    total[key] = max(total.get(key, 0), int(value)) if "depth" in key else total.get(key, 0) + int(value)
        wrong = [f"{worse} worse"] * (worse > 0) + ["more than the target"] * (total["after"] > most)
        row = Row(f"{len(paths)} workflow graphs", None, None, most, cost)
        print_row(row, {**total, "order": "equal"}, wrong)
        good = good and not wrong
    return good


def main():
    build, options = sys.argv[1], sys.argv[2:]
    gate, good = "--gate" in options, True
    value = {o.split("=", 1)[0]: o.split("=", 1)[1] for o in options if "=" in o}
    if not gate:
        print(FORMAT.format("input", "ct", "D", "before", "after", "target", "bound", "fences", "depth", "path", "ms", ""))
    if value.get("--only", "") in "Qwen3-14B prefill":
        good = run_qwen3(build, gate)
    with tempfile.TemporaryDirectory() as folder:
        for row in rows():
            if (gate and not row.quick) or value.get("--only", "") not in row.name:
                continue
            got = measure(build, folder, row)
            wrong = problems(row, got)
            good = good and not wrong
            if not gate or wrong:
                print_row(row, got, wrong)
        if "--workflows" in value:
            good = run_workflows(build, folder, sorted(glob.glob(value["--workflows"] + "/*.dag"))) and good
    return good


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
