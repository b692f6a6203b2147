# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The textbook task graphs of the tiled models, from the definitions of the algorithms.

A task is a pair of sets: the tiles that it reads and those that it writes. What it must wait for follows from the order of
the tasks alone: for each tile read, the last task that wrote it; for each tile written, that one and all that read it since.
"""

TILES = 8  # of a matrix, in a row
GRID = 4  # of a stencil's grid, in a row
SWEEPS = 6


def cholesky():
    for k in range(TILES):
        yield {(k, k)}, {(k, k)}
        for i in range(k + 1, TILES):
            yield {(k, k), (i, k)}, {(i, k)}
        for i in range(k + 1, TILES):
            for j in range(k + 1, i):
                yield {(i, k), (j, k), (i, j)}, {(i, j)}
            yield {(i, k), (i, i)}, {(i, i)}


def lu():
    for k in range(TILES):
        rest = range(k + 1, TILES)
        yield {(k, k)}, {(k, k)}
        for j in rest:
            yield {(k, k), (k, j)}, {(k, j)}
        for i in rest:
            yield {(k, k), (i, k)}, {(i, k)}
        for i in rest:
            for j in rest:
                yield {(i, k), (k, j), (i, j)}, {(i, j)}


def matmul():
    for i in range(TILES):
        for j in range(TILES):
            parts = {("part", i, j, k) for k in range(TILES)}
            for part in sorted(parts):
                yield set(), {part}
            yield parts, {(i, j)}


def cells():
    return [(i, j) for i in range(GRID) for j in range(GRID)]


def jacobi():
    """What is read is a square with its corners: up to nine tiles."""
    for sweep in range(SWEEPS):
        source, target = sweep % 2, 1 - sweep % 2
        for i, j in cells():
            yield {(source, a, b) for a, b in cells() if abs(a - i) <= 1 and abs(b - j) <= 1}, {(target, i, j)}


def gauss_seidel():
    for _ in range(SWEEPS):
        for i, j in cells():
            yield {(a, b) for a, b in cells() if abs(a - i) + abs(b - j) <= 1}, {(i, j)}


GRAPHS = {graph.__name__: graph for graph in (cholesky, lu, matmul, jacobi, gauss_seidel)}


def waits(tasks):
    """Per task, the set of numbers of those that it waits for."""
    writer, readers = {}, {}
    for number, (reads, writes) in enumerate(tasks):
        found = {writer[tile] for tile in reads | writes if tile in writer}
        for tile in writes:
            found |= readers.get(tile, set())
        for tile in reads:
            readers.setdefault(tile, set()).add(number)
        for tile in writes:
            writer[tile], readers[tile] = number, set()
        yield found


def edges(model):
    return list(waits(GRAPHS[model]()))
