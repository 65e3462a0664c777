# SPDX-License-Identifier: Apache-2.0
"""How far nodes are from all others: eccentricities, what follows from them, and sums of lengths."""
import math

import networkx as nx
import numpy as np

from . import _components, _engine, _lengths
from ._registry import function
from ._support import original


def _refuse_lengths(weight, sp=None, **others):
    return "lengths are given (sp)" if sp is not None else _lengths.refuse(weight)


def _refuse(e, usebounds, weight, **others):
    if e is not None:
        return "eccentricities are given (e)"
    if usebounds:
        return "bounds (usebounds) spare searches, but are not ours"
    return _lengths.refuse(weight)


def _values(graph, vertex, weight, backward=False):
    """The lengths from a vertex to all, and where there is none; backward, from all to it."""
    if weight is None:
        levels = _engine.levels(graph.engine_backward() if backward else graph.engine(), vertex)
        return levels, levels < 0
    graph = graph.reversed() if backward else graph
    lengths = _engine.distances(graph.engine_weighted(weight), vertex)
    return lengths, ~(lengths >= 0) if lengths.dtype.kind == "i" else lengths == float("inf")


def _some(graph, nodes):
    if nodes is None:
        return graph.nodes
    return [nodes] if nodes in graph else graph.to_networkx().nbunch_iter(nodes)


@function(_refuse_lengths, searches=True)
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
    return _total(G, None if method == "unweighted" else weight) / (len(G) * (len(G) - 1))


def _total(graph, weight):
    """The sum of the lengths from each node to all, of a graph where there are all of them."""
    return sum(_sum(_values(graph, vertex, weight)[0]) for vertex in range(len(graph)))


def _sum(lengths):
    """With as many digits as it has."""
    fits = lengths.dtype.kind == "f" or lengths.max().item() * len(lengths) < 2**63
    return lengths.sum().item() if fits else sum(lengths.tolist())


def _need_connected(graph):
    if graph.is_directed() and not _components.is_strongly_connected(graph):
        raise nx.NetworkXError("Graph is not strongly connected.")
    if not graph.is_directed() and not _components.is_connected(graph):
        raise nx.NetworkXError("Graph is not connected.")


@function(_refuse_lengths, searches=True)
def wiener_index(G, weight=None):
    is_connected = _components.is_strongly_connected if G.is_directed() else _components.is_connected
    if not is_connected(G):
        return math.inf
    total = _total(G, weight)
    return total if G.is_directed() else total / 2


def _refuse_distance(distance, sp=None, **others):
    return "lengths by a function (distance) are not ours" if callable(distance) else _refuse_lengths(None, sp)


@function(_refuse_distance, searches=True)
def closeness_centrality(G, u=None, distance=None, wf_improved=True, *, sp=None):
    if u is not None and u not in G:
        return original("closeness_centrality")(G.to_networkx(), u, distance, wf_improved)
    found = {node: _closeness(G, G.index[node], distance, wf_improved) for node in (G.nodes if u is None else [u])}
    return found if u is None else found[u]


def _closeness(graph, vertex, distance, is_scaled):
    lengths, missing = _values(graph, vertex, distance, backward=True)
    others = int((~missing).sum()) - 1.0
    total = _sum(lengths[~missing])
    if total <= 0 or len(graph) < 2:
        return 0.0
    return others / total * (others / (len(graph) - 1) if is_scaled else 1)


def _inverses(graph, vertex, weight, backward=False):
    """1 over each length from a vertex, 0 where there is none, or one of 0."""
    lengths, missing = _values(graph, vertex, weight, backward)
    return np.divide(1.0, lengths, out=np.zeros(len(lengths)), where=~missing & (lengths != 0))


@function(_refuse_distance, searches=True)
def harmonic_centrality(G, nbunch=None, distance=None, sources=None):
    ends, begins = (set(G.to_networkx().nbunch_iter(some)) for some in (nbunch, sources))
    places = [[G.index[node] for node in some] for some in (ends, begins)]
    if len(ends) < len(begins):
        sums = [_inverses(G, vertex, distance, backward=True)[places[1]].sum() for vertex in places[0]]
    else:
        sums = sum((_inverses(G, vertex, distance)[places[0]] for vertex in places[1]), np.zeros(len(ends)))
    return {node: float(value) or 0 for node, value in zip(ends, sums)}


@function(searches=True)
def global_efficiency(G):
    if len(G) < 2:
        return 0
    return _sum_of_inverses(G, None) / (len(G) * (len(G) - 1))


@function(_refuse_lengths, searches=True)
def harmonic_diameter(G, sp=None, *, weight=None):
    total = _sum_of_inverses(G, weight)
    if total:
        return len(G) * (len(G) - 1) / total
    return math.inf if len(G) > 1 else math.nan


def _sum_of_inverses(graph, weight):
    return math.fsum(float(_inverses(graph, vertex, weight).sum()) for vertex in range(len(graph)))
