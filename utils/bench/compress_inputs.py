# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs for utils/bench/compress, as text: written out task by task, and with loops.

The patterns are those of Task Bench (Slaughter et al., "Task Bench: A Parameterized Benchmark for Evaluating Parallel
Runtime Performance", SC 2020), tiled factorisations, windows and prefixes. Workflow graphs are read from files.
"""

KERNEL = "func.func private @k() attributes {orch.kernel}\n"
HEAD = KERNEL + 'func.func @run() attributes {orch.scope = "manual"} {\n'
TAIL = "  return\n}\n"

# ---- written out ----------------------------------------------------------------------------------------------------


def written_out(lists):
    """A program of len(lists) tasks; lists[v] are the tasks that v waits for."""
    lines = []
    for task, waits in enumerate(lists):
        names = ", ".join(f"%t{u}" for u in waits)
        after = f" after({names} : {', '.join(['!orch.task'] * len(waits))})" if waits else ""
        lines.append(f"  %t{task} = orch.submit @k(){after}\n")
    return HEAD + "".join(lines) + TAIL


def layers(width, *relations):
    """A first layer without waits, then one layer per relation: relation(i) are the tasks of the layer before."""
    lists = [[] for _ in range(width)]
    for relation in relations:
        base = len(lists) - width
        lists += [[base + j for j in sorted(set(relation(i)))] for i in range(width)]
    return lists


def all_to_all(width, num_layers):
    return layers(width, *[lambda i: range(width)] * (num_layers - 1))


def window(width, size):
    return layers(width, lambda i: range(max(0, i - size // 2), min(width, i + size // 2)))


def prefix(width):
    return layers(width, lambda i: range(i + 1))


def spread(width, radix, num_layers=3):
    step = width // radix
    return layers(width, *[lambda i, d=d: [(i + k * step + (d if k else 0)) % width for k in range(radix)]
                           for d in range(num_layers)])


def nearest(width, radix, num_layers=3):
    return layers(width, *[lambda i: range(max(0, i - radix // 2), min(width, i + (radix + 1) // 2))] * num_layers)


def dom(width, num_layers=3):
    return layers(width, *[lambda i: range(max(0, i - 1), i + 1)] * num_layers)


def fft(width):
    return layers(width, *[lambda i, s=s: [j for j in (i - s, i, i + s) if 0 <= j < width]
                           for s in (1 << k for k in range(width.bit_length() - 1))])


def tree(width):
    return layers(width, *[lambda i: [i // 2]] * (width.bit_length() - 1))


class Tiles:
    """Tasks on tiles: each waits for the last writers of what it touches."""

    def __init__(self):
        self.lists, self.writer = [], {}

    def task(self, reads, writes):
        self.lists.append(sorted({self.writer[t] for t in [*reads, writes] if t in self.writer}))
        self.writer[writes] = len(self.lists) - 1


def cholesky(n):
    tiles = Tiles()
    for k in range(n):
        tiles.task([], (k, k))
        for i in range(k + 1, n):
            tiles.task([(k, k)], (i, k))
        for i in range(k + 1, n):
            for j in range(k + 1, i + 1):
                tiles.task([(i, k), (j, k)], (i, j))
    return tiles.lists


def lu(n):
    tiles = Tiles()
    for k in range(n):
        tiles.task([], (k, k))
        for i in range(k + 1, n):
            tiles.task([(k, k)], (k, i))
            tiles.task([(k, k)], (i, k))
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                tiles.task([(i, k), (k, j)], (i, j))
    return tiles.lists


def stencil(n, num_layers=3):
    """Five points in two dimensions."""
    def points(i):
        x, y = divmod(i, n)
        return [a * n + b for a, b in ((x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                if 0 <= a < n and 0 <= b < n]
    return layers(n * n, *[points] * num_layers)


def workflow(path):
    """A graph of the format of WfCommons' collection as reduced to `a-b` ranges: the number of tasks, a line for each."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    lists = []
    for line in (lines[1:] + [""] * int(lines[0]))[:int(lines[0])]:
        waits = []
        for item in line.split():
            first, _, last = item.partition("-")
            waits += range(int(first), int(last or first) + 1)
        lists.append(waits)
    return lists


# ---- with loops -----------------------------------------------------------------------------------------------------


def with_loops(constants, body):
    lines = [f"  %c{value} = arith.constant {value} : index\n" for value in sorted({0, 1, *constants})]
    return HEAD + "".join(lines) + body + TAIL


def phases(width, num_layers, lists, extra="", init=None, between=""):
    """A loop of layers that carries the ids; lists: the waits of task %i. init: more text in front of the loop."""
    return with_loops([width, num_layers], f"""{init or ''}
  %first = orch.parallel %i = %c0 to %c{width} step %c1 -> (!orch.tasks<{width}>) {{
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }}
  %last = scf.for %p = %c1 to %c{num_layers} step %c1 iter_args(%xs = %first) -> (!orch.tasks<{width}>) {{
{between}    %next = orch.parallel %i = %c0 to %c{width} step %c1 -> (!orch.tasks<{width}>) {{
{extra}      %t = orch.submit @k() after({lists})
      orch.yield %t : !orch.task
    }}
    scf.yield %next : !orch.tasks<{width}>
  }}
""")


def loop_all_to_all(width, num_layers):
    return phases(width, num_layers, f"%xs : !orch.tasks<{width}>")


def loop_mixed(width, num_layers):
    """Also a private task for each consumer."""
    own = f"""  %own = orch.parallel %i = %c0 to %c{width} step %c1 -> (!orch.tasks<{width}>) {{
    %t = orch.submit @k()
    orch.yield %t : !orch.task
  }}
"""
    return phases(width, num_layers, f"%xs, %mine : !orch.tasks<{width}>, !orch.task",
                  extra=f"      %mine = orch.get %own[%i] : !orch.tasks<{width}>\n", init=own)


def loop_sliced(width, num_layers):
    """The two halves of the array as two slices."""
    half = width // 2
    cut = f": !orch.tasks<{width}> to !orch.tasks<{half}>"
    return phases(width, num_layers, f"%low, %high : !orch.tasks<{half}>, !orch.tasks<{half}>",
                  extra=f"      %low = orch.slice %xs[0] [{half}] [1] {cut}\n"
                        f"      %high = orch.slice %xs[{half}] [{half}] [1] {cut}\n")


def loop_two_arrays(width, num_layers):
    half = width // 2
    array = f"!orch.tasks<{half}>"

    def layer(name, indent, lists):
        text = ""
        for part in "ab":
            text += f"""{indent}%{name}_{part} = orch.parallel %i = %c0 to %c{half} step %c1 -> ({array}) {{
{indent}  %t = orch.submit @k(){lists}
{indent}  orch.yield %t : !orch.task
{indent}}}
"""
        return text
    return with_loops([half, num_layers], layer("first", "  ", "") + f"""
  %last:2 = scf.for %p = %c1 to %c{num_layers} step %c1 iter_args(%a = %first_a, %b = %first_b) -> ({array}, {array}) {{
{layer("next", "    ", f" after(%a, %b : {array}, {array})")}    scf.yield %next_a, %next_b : {array}, {array}
  }}
""")


def clipped(name, op, value, bound):
    return f"      %{name} = arith.{op} {value}, {bound} : index\n"


def loop_window(width, size):
    half = size // 2
    extra = (f"      %low = arith.subi %i, %c{half} : index\n      %high = arith.addi %i, %c{half} : index\n"
             + clipped("lo", "maxsi", "%low", "%c0") + clipped("hi", "minsi", "%high", f"%c{width}")
             + "      %n = arith.subi %hi, %lo : index\n"
             + f"      %w = orch.slice %xs[%lo] [%n] [1] : !orch.tasks<{width}> to !orch.tasks<?>\n")
    return phases(width, 2, "%w : !orch.tasks<?>", extra=extra, init=f"  %c{half} = arith.constant {half} : index\n")


def loop_prefix(width):
    extra = ("      %n = arith.addi %i, %c1 : index\n"
             f"      %w = orch.slice %xs[0] [%n] [1] : !orch.tasks<{width}> to !orch.tasks<?>\n")
    return phases(width, 2, "%w : !orch.tasks<?>", extra=extra)
