# SPDX-License-Identifier: Apache-2.0
"""How far nodes are from all others: eccentricities, what follows from them, and the mean length."""
import networkx as nx

from . import _components, _engine, _lengths
from ._registry import function
from ._support import original


def _refuse_eccentricity(sp, weight, **others):
    return "lengths are given (sp)" if sp is not None else _lengths.refuse(weight)


def _refuse(e, usebounds, weight, **others):
    if e is not None:
        return "eccentricities are given (e)"
    if usebounds:
        return "bounds (usebounds) spare searches, but are not ours"
    return _lengths.refuse(weight)


def _values(graph, vertex, weight):
    """The lengths from a vertex to all, and where there is none."""
    if weight is None:
        levels = _engine.levels(graph.engine(), vertex)
        return levels, levels < 0
    lengths = _engine.distances(graph.engine_weighted(weight), vertex)
    return lengths, ~(lengths >= 0) if lengths.dtype.kind == "i" else lengths == float("inf")


def _some(graph, nodes):
    if nodes is None:
        return graph.nodes
    return [nodes] if nodes in graph else graph.to_networkx().nbunch_iter(nodes)


@function(_refuse_eccentricity, searches=True)
def eccentricity(G, v=None, sp=None, weight=None):
    if len(G) == 0:
        return original("eccentricity")(G.to_networkx(), v, None, weight)
    found = {}
    for node in _some(G, v):
        lengths, missing = _values(G, G.index[node], weight)
        if missing.any():
            kind = "digraph is not strongly connected" if G.is_directed() else "graph is not connected"
            raise nx.NetworkXError(f"Found infinite path length because the {kind}")
        found[node] = lengths.max().item() or 0  # from itself a node is a whole 0 away
    return found[v] if v in G else found


def _from_eccentricities(name, graph, weight):
    """NetworkX's function of ours."""
    known = eccentricity(graph, weight=weight) if len(graph) else None
    return original(name)(graph.to_networkx(), e=known, weight=weight)


@function(_refuse, searches=True)
def diameter(G, e=None, usebounds=False, weight=None):
    return _from_eccentricities("diameter", G, weight)


@function(_refuse, searches=True)
def radius(G, e=None, usebounds=False, weight=None):
    return _from_eccentricities("radius", G, weight)


@function(_refuse, searches=True)
def periphery(G, e=None, usebounds=False, weight=None):
    return _from_eccentricities("periphery", G, weight)


@function(_refuse, searches=True)
def center(G, e=None, usebounds=False, weight=None):
    if weight is None and not G.is_directed() and G.number_of_edges() == len(G) - 1:
        return original("center")(G.to_networkx())  # of a tree NetworkX takes the leaves off
    return _from_eccentricities("center", G, weight)


_FROM_EACH = ("unweighted", "dijkstra", "bellman-ford")


def _refuse_average(weight, method, **others):
    if method in ("floyd-warshall", "floyd-warshall-numpy"):
        return f"lengths come from searches, not by {method} (method)"
    return None if method == "unweighted" else _lengths.refuse(weight)


@function(_refuse_average, searches=True)
def average_shortest_path_length(G, weight=None, method=None):
    if method is None:
        method = "unweighted" if weight is None else "dijkstra"
    if method not in _FROM_EACH or len(G) < 2:
        return original("average_shortest_path_length")(G.to_networkx(), weight, method)
    _need_connected(G)
    if method == "unweighted":
        total = sum(int(_engine.levels(G.engine(), vertex).sum()) for vertex in range(len(G)))
    else:
        graph = G.engine_weighted(weight)
        total = sum(_sum(_engine.distances(graph, vertex)) for vertex in range(len(G)))
    return total / (len(G) * (len(G) - 1))


def _sum(lengths):
    """With as many digits as it has."""
    fits = lengths.dtype.kind == "f" or lengths.max().item() * len(lengths) < 2**63
    return lengths.sum().item() if fits else sum(lengths.tolist())


def _need_connected(graph):
    if graph.is_directed() and not _components.is_strongly_connected(graph):
        raise nx.NetworkXError("Graph is not strongly connected.")
    if not graph.is_directed() and not _components.is_connected(graph):
        raise nx.NetworkXError("Graph is not connected.")
