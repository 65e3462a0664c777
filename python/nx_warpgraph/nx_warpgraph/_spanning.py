# SPDX-License-Identifier: Apache-2.0
"""Minimum and maximum spanning forests.

NetworkX's Kruskal goes through the edges in the order of their weights, and takes edges of equal weight in the order of
`G.edges`. The engine gets the place of every edge in this order for its weight. So no two weights are equal, there is
one forest only, and it is NetworkX's; weights may be of any type that can be sorted.
"""
from math import isnan

import numpy as np

from . import _engine
from ._registry import function
from ._support import lazily


def _refuse_edges(algorithm, **others):
    return None if algorithm == "kruskal" else "the edges are those of Kruskal's algorithm, in its order (algorithm)"


def _refuse_tree(G, algorithm, **others):
    if G.is_directed():
        return "directed graphs (G) have no spanning forests"
    return _refuse_edges(algorithm)


class _Edges:
    """The edges in the order of `G.edges`: arrays of ends, and what orders them, which is an array or a list."""

    def __init__(self, graph, weight):
        self._graph, self._listed = graph, None
        if graph.is_multigraph():
            self._listed = list(graph.to_networkx().edges(keys=True, data=True))
            self.source, self.target = (np.fromiter((graph.index[edge[end]] for edge in self._listed), np.int64,
                                                    len(self._listed)) for end in (0, 1))
            self.weights = [data.get(weight, 1) for *_, data in self._listed]
            return
        once = graph.targets >= graph.sources  # the other direction comes later in the order
        self.source, self.target = graph.sources[once], graph.targets[once]
        try:
            self.weights = graph.weights(weight).values[once]
        except NotImplementedError:
            self.weights = [value for *_, value in graph.to_networkx().edges(data=weight, default=1)]

    def tuple_of(self, i):
        """The edge as NetworkX gives it, with its data."""
        if self._listed is not None:
            return self._listed[i]
        u, v = self._graph.nodes[self.source[i]], self._graph.nodes[self.target[i]]
        return u, v, self._graph.to_networkx()._adj[u][v]

    def drop_nan(self, ignore_nan):
        is_nan = np.fromiter(map(isnan, self.weights), bool, len(self.weights)) if isinstance(
            self.weights, list) else np.isnan(self.weights)
        if not is_nan.any():
            return
        if not ignore_nan:
            raise ValueError(f"NaN found as an edge weight. Edge {self.tuple_of(int(is_nan.argmax()))}")
        keep = np.flatnonzero(~is_nan)
        self.source, self.target = self.source[keep], self.target[keep]
        for name in ("weights", "_listed"):
            column = getattr(self, name)
            if isinstance(column, list):
                setattr(self, name, [column[i] for i in keep.tolist()])
            elif column is not None:
                setattr(self, name, column[keep])


def _order(weights, minimum):
    """The places of the edges, the lightest or the heaviest first; those of equal weights in their order."""
    if isinstance(weights, list):
        return np.array(sorted(range(len(weights)), key=weights.__getitem__, reverse=not minimum), np.int64)
    if minimum:
        return np.argsort(weights, kind="stable")
    return len(weights) - 1 - np.argsort(weights[::-1], kind="stable")[::-1]


def _forest(graph, weight, ignore_nan, minimum):
    """The edges of the forest, as tuples of NetworkX with their data, in Kruskal's order."""
    edges = _Edges(graph, weight)
    edges.drop_nan(ignore_nan)
    order = _order(edges.weights, minimum)
    if len(order) == 0:
        return []
    rank = np.empty(len(order), np.int32 if len(order) < 2**31 else np.int64)
    rank[order] = np.arange(len(order))
    taken = order[_engine.spanning_forest(len(graph), edges.source, edges.target, rank)]
    return [edges.tuple_of(i) for i in taken.tolist()]


def _spanning_edges(graph, weight, keys, data, ignore_nan, minimum):
    def edges():
        forest = _forest(graph, weight, ignore_nan, minimum)
        if not data:
            forest = [edge[:-1] for edge in forest]
        if graph.is_multigraph() and not keys:
            forest = [edge[:2] + edge[3:] for edge in forest]
        return forest

    return lazily(edges)


def _spanning_tree(graph, weight, ignore_nan, minimum):
    original = graph.to_networkx()
    tree = original.__class__()
    tree.graph.update(original.graph)
    tree.add_nodes_from(original.nodes.items())
    tree.add_edges_from(_forest(graph, weight, ignore_nan, minimum))
    return tree


@function(_refuse_edges)
def minimum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    return _spanning_edges(G, weight, keys, data, ignore_nan, minimum=True)


@function(_refuse_edges)
def maximum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    return _spanning_edges(G, weight, keys, data, ignore_nan, minimum=False)


@function(_refuse_tree)
def minimum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    return _spanning_tree(G, weight, ignore_nan, minimum=True)


@function(_refuse_tree)
def maximum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    return _spanning_tree(G, weight, ignore_nan, minimum=False)
