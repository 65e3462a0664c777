# SPDX-License-Identifier: Apache-2.0
"""The engine: Warpgraph's algorithms on rows of vertices 0, 1, ..., with arrays for results.

The rest of the backend calls the package warpgraph nowhere else.
"""
import numpy as np

try:
    import warpgraph
except ModuleNotFoundError as error:
    if error.name != "warpgraph":
        raise
    raise ImportError('nx-warpgraph needs the package warpgraph: pip install "nx-warpgraph[cpu]", or "nx-warpgraph[cu13]" '
                      "with CUDA 13") from error

_MOST_ITERATIONS = 2**32 - 1

calls = 0  # runs of an algorithm so far; a test looks at it


def graph(offsets, targets, weights=None, *, directed):
    """A graph of compressed rows; the rows of an undirected one have both directions of an edge."""
    try:
        return warpgraph.from_csr(offsets, _narrow(targets, len(offsets)), weights, directed=directed)
    except warpgraph.InputError as error:  # a view of an undirected graph may have an edge in one direction only
        raise NotImplementedError(str(error)) from error


def _narrow(vertices, count):
    return vertices.astype(np.uint32) if count <= 2**32 else vertices


def _run(graph, name, source=None, **options):
    global calls
    calls += 1
    try:
        return warpgraph.run(graph, name, source, **options)
    except (warpgraph.InputError, warpgraph.UsageError) as error:  # what the engine refuses NetworkX may do
        raise NotImplementedError(str(error)) from error


def levels(graph, source):
    """How many edges away from the source: int64, -1 for what is not reached."""
    return _signed(_run(graph, "bfs", source).values)


def _signed(values):
    """int64, with -1 where there is none."""
    if values.dtype.kind != "u":
        return values.astype(np.int64, copy=False)
    none = values == np.iinfo(values.dtype).max
    values = values.astype(np.int64)
    values[none] = -1
    return values


def distances(graph, source):
    """The lengths of the shortest paths: int64 and -1, or float64 and infinity."""
    values = _run(graph, "sssp", source).values
    return values if values.dtype.kind == "f" else _signed(values)


def components(graph):
    """The lowest vertex of its component, for every vertex."""
    return _signed(_run(graph, "cc").values)


def strong_components(graph):
    """The lowest vertex of its strongly connected component, for every vertex."""
    return _signed(_run(graph, "scc").values)


def core_numbers(graph):
    return _signed(_run(graph, "kcore").values)


def triangles(graph):
    """At every vertex."""
    return _signed(_run(graph, "triangles").values)


def betweenness(graph, sources=None):
    """The sums over ordered pairs of a source and any other vertex; all vertices are sources without `sources`."""
    return _run(graph, "betweenness", sources=sources).values


def pagerank(graph, damping, tolerance, iterations, starts=None):
    """The ranks, and whether they have converged."""
    result = _run(graph, "pagerank", damping=damping, tolerance=tolerance,
                  iterations=min(iterations, _MOST_ITERATIONS), sources=starts, double=True)
    return result.values, result.report.end == "converged"


def hits(graph, tolerance, iterations):
    """The hubs, and how many iterations they took."""
    result = _run(graph, "hits", columns="hub", tolerance=tolerance, iterations=min(iterations, _MOST_ITERATIONS),
                  double=True)
    return result.values, len(result.report.supersteps)


def spanning_forest(count, source, target, rank):
    """The ranks of the forest's edges, ascending."""
    made = warpgraph.from_edges(source, target, rank, directed=False, vertices=count)
    return np.sort(_run(made, "msf").values).astype(np.int64)
