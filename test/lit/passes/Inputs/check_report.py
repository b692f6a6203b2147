# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the report of report-json.mlir field by field: check_report.py FILE."""
import json
import sys


def without_places(node):
    if isinstance(node, dict):
        return {key: without_places(value) for key, value in node.items() if key != "loc"}
    return [without_places(value) for value in node] if isinstance(node, list) else node


def submit(label, **numbers):
    return {"label": label, "kernel": "use", **numbers}


EXPECTED = [
    {
        "function": "main",
        "op": "func.func",
        "lists": [None, 1],
        "fences": [4],
        "entries": None,
        "entries_known": 12,
        "memref_arguments": 2,
        "tracked_arguments": 1,
        "loops": [{"op": "scf.for", "trips": 4, "entries": None, "entries_known": 12}],
        "submits": [
            submit("t0", list=None, list_known=1, runs=4, entries=None, entries_known=4, memref_arguments=1,
                   tracked_arguments=1),
            submit("t1", list=1, list_known=1, runs=4, entries=4, entries_known=4, memref_arguments=1,
                   tracked_arguments=0),
        ],
        "fence_tasks": [
            {"label": "f0", "list": 4, "list_known": 4, "runs": 1, "entries": 4, "entries_known": 4},
        ],
    },
    {
        "function": "main",
        "op": "orch.parallel",
        "lists": [],
        "fences": [],
        "entries": 0,
        "entries_known": 0,
        "memref_arguments": 1,
        "tracked_arguments": 1,
        "loops": [],
        "submits": [
            submit("t2", list=0, list_known=0, runs=1, entries=0, entries_known=0, memref_arguments=1,
                   tracked_arguments=1),
        ],
        "fence_tasks": [],
    },
]

with open(sys.argv[1], encoding="utf-8") as file:
    found = without_places(json.load(file)["regions"])
if found != EXPECTED:
    sys.exit(f"expected {json.dumps(EXPECTED, indent=1)}\nfound {json.dumps(found, indent=1)}")
