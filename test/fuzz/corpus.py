#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs for the fuzz targets into the folders text, passes and pipeline of a folder.

    corpus.py SOURCE_DIR OUTPUT_DIR PROGRAMS [NUM_MODULES]

Texts are the parts of all lit inputs and random modules: those of test/diff/generate.py, and what the tool PROGRAMS
prints, a number of each; for the target of passes the first line names some passes.
Pipelines are these and those of the lit tests. Nothing is written that is there already with the same contents; files that are
not made any more are removed.
"""

import itertools
import pathlib
import re
import subprocess
import sys

LARGEST = 100_000  # bytes
NUM_MODULES = 60
PIPELINES = ["canonicalize", "cse", "licm", "inline", "symbol-dce", "loop-unroll{factor=2}", "derive-deps", "prune-deps",
             "phase-fence", "derive-deps,prune-deps,phase-fence", "derive-deps,phase-fence{mode=loop},prune-deps",
             "inline,canonicalize,cse,licm,derive-deps,prune-deps,phase-fence,canonicalize",
             "loop-unroll{factor=3},canonicalize,cse,derive-deps", "phase-fence,prune-deps,symbol-dce", "report-deps"]
PIPELINE = re.compile(r"--pass-pipeline=(?:'([^'\n]*)'|\"([^\"\n]*)\")")


def lit_files(source_dir):
    for path in sorted((source_dir / "test" / "lit").rglob("*.mlir")):
        yield path, path.read_bytes()


def random_modules(source_dir, programs, num):
    sys.path.insert(0, str(source_dir / "test" / "diff"))
    sys.dont_write_bytecode = True
    import generate
    for seed in range(num):
        yield "random-%d" % seed, generate.module(seed).encode()
        for kind in "ids", "buffers":
            yield "%s-%d" % (kind, seed), subprocess.run([programs, kind, str(seed)], check=True, stdout=subprocess.PIPE).stdout


def lit_texts(source_dir):
    for path, content in lit_files(source_dir):
        for i, part in enumerate(re.split(rb"^// -----.*\n?", content, flags=re.MULTILINE)):
            lines = [line for line in part.splitlines(True) if not line.lstrip().startswith(b"//")]
            yield "{}-{}-{}".format(path.parent.name, path.stem, i), b"".join(lines)


def inputs(source_dir, programs, num_modules):
    """Folder, name and contents of every input."""
    texts = itertools.chain(lit_texts(source_dir), random_modules(source_dir, programs, num_modules))
    for i, (name, content) in enumerate(texts):
        if not content.strip() or len(content) > LARGEST:
            continue
        yield "text", name, content
        yield "passes", name, b"// passes: " + PIPELINES[(i + i // len(PIPELINES)) % len(PIPELINES)].encode() + b"\n" + content
    for i, pipeline in enumerate(PIPELINES):
        yield "pipeline", "passes-%d" % i, "builtin.module({})".format(pipeline).encode()
    for path, content in lit_files(source_dir):
        for i, match in enumerate(PIPELINE.finditer(content.decode("utf-8", "replace"))):
            yield "pipeline", "{}-{}-{}".format(path.parent.name, path.stem, i), (match[1] or match[2] or "").encode()


def write(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def main():
    source_dir, output_dir, programs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    num_modules = int(sys.argv[4]) if len(sys.argv) > 4 else NUM_MODULES
    made = set()
    for folder, name, content in inputs(source_dir, programs, num_modules):
        path = output_dir / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, content)
        made.add(path)
    for path in output_dir.glob("*/*"):
        if path not in made:
            path.unlink()
    print("{} inputs".format(len(made)))


if __name__ == "__main__":
    main()
