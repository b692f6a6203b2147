#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# derive_measure.py SOURCE BUILD-FOLDER ROUNDS REPEAT: the measurements of utils/bench/derive, which explains them.
import json
import os
import statistics
import subprocess
import sys
import tempfile

VARIANTS = {"tracker": [], "derived": ["--derive-deps"], "default": ["--orchestrate"]}
WINDOW = 1 << 17  # unfinished tasks: room for all


def execute(build, program, passes, repeat, folder):
    """The statistics of one run."""
    path = f"{folder}/stats.json"
    subprocess.run([f"{build}/bin/baton-run", *program, *passes, "--workers=1", f"--window={WINDOW}",
                    f"--repeat={repeat}", f"--stats-json={path}"], check=True, stdout=subprocess.DEVNULL)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def compare(what, build, program, rounds, repeat, folder):
    runs = {name: [] for name in VARIANTS}
    for _ in range(rounds):
        for name, passes in VARIANTS.items():
            runs[name].append(execute(build, program, passes, repeat, folder))
    print(f"\n{what}: {runs['tracker'][0]['tasks']} tasks")
    for name, stats in runs.items():
        times = [each["orchestration_us"] for each in stats]
        ratios = [mine / its["orchestration_us"] for mine, its in zip(times, runs["tracker"])]
        last = stats[-1]
        print(f"  {name:8} {statistics.median(times):9.1f} us ({min(times):.1f} to {max(times):.1f})"
              f"   ratio {statistics.median(ratios):5.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
              f"   looked up {last['tracked_lookups']:5}, recorded {last['tracked_publishes']:5},"
              f" waits listed {last['entries']:6}, found by the tracker {last['tracked_waits']:6}", flush=True)


def small_program(build, folder):
    inputs = f"{folder}/cholesky"
    os.mkdir(inputs)
    subprocess.run([f"{build}/bin/small-model", "cholesky", "write", inputs], check=True)
    return ["--entry=cholesky", f"--kernels={build}/lib/libmodel_kernels.so", f"--args-dir={inputs}"]


def main():
    source, build, rounds, repeat = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    models = f"{source}/test/models"
    sys.path.insert(0, models)
    from model_test import written_out
    with tempfile.TemporaryDirectory() as folder:
        options = small_program(build, folder)
        looped, straight = f"{models}/cholesky.mlir", f"{folder}/cholesky.mlir"
        with open(looped, encoding="utf-8") as file, open(straight, "w", encoding="utf-8") as out:
            out.write(written_out(file.read()))
        compare("tiled Cholesky, 8 x 8 tiles, as written", build, [looped, *options], rounds, repeat, folder)
        compare("tiled Cholesky, 8 x 8 tiles, as straight code", build, [straight, *options], rounds, repeat, folder)
        inputs = f"{folder}/qwen3"
        subprocess.run([f"{build}/bin/qwen3-model", "write", inputs], check=True)
        qwen3 = [f"{models}/qwen3_14b_prefill_small.mlir", f"--kernels={build}/lib/libqwen3_kernels.so", f"--args-dir={inputs}"]
        compare("Qwen3-14B prefill, small", build, qwen3, rounds, max(1, repeat // 10), folder)


if __name__ == "__main__":
    main()
