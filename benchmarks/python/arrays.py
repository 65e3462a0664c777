# SPDX-License-Identifier: Apache-2.0
"""The graphs that are measured, as arrays of NumPy: what every library starts from."""

import numpy as np

import warpgraph as wg


class Arrays:
    """A graph without self-loops and parallel edges, in all layouts that the libraries read. Nothing here is timed.

    `row`, `column` and `weight` have both directions of undirected edges; `ends` and `length` have every edge once. Weights
    are whole numbers from 1 to 64.
    """

    def __init__(self, name, graph, samples=8, iterations=None):
        self.name, self.n, self.m, self.directed = name, graph.n, graph.m, graph.directed
        row, column, weight = graph._rows_out()  # as to_scipy, which needs SciPy
        self.row, self.column, self.weight = row.astype(np.int64), column.astype(np.int32), weight.astype(np.int32)
        self.source = np.repeat(np.arange(self.n, dtype=np.int32), np.diff(self.row))
        source, target, length = graph.to_edges()
        self.ends = source.astype(np.int32), target.astype(np.int32)
        self.length = length.astype(np.int32)
        degree = np.diff(self.row)
        self.start = int(np.argmax(degree))
        self.samples = np.random.default_rng(1).choice(np.flatnonzero(degree), samples, replace=False).tolist()
        self.iterations = iterations  # of PageRank; None: until the ranks change by 1e-6 in sum
        self.row32 = self.row.astype(np.int32) if self.column.size < 2**31 else self.row
        self.weight32 = self.weight.astype(np.float32)

    def __str__(self):
        kind = "directed" if self.directed else "undirected"
        return f"{self.name}: {self.n:,} vertices, {self.m:,} {kind} edges"


def made(text, devices, **options):
    """The graph that a text means: kron:18, road:1000 (its width and height), web:17 (2^17 pages)."""
    family, _, size = text.partition(":")
    parameters = {
        "kron": lambda: {"scale": size},
        "road": lambda: {"width": size, "height": size},
        "web": lambda: {"vertices": 2 ** int(size)},
    }
    if family not in parameters:
        raise SystemExit(f"{text} is none of {', '.join(parameters)}")
    graph = wg.generate(
        family, weights="uniform", duplicates="min", drop_self_loops=True, devices=devices, **parameters[family]()
    )
    return Arrays(text, graph, **options)
