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


def _refuse_edges(G, algorithm="kruskal", *args, **kwargs):
    return None if algorithm == "kruskal" else "the edges are those of Kruskal's algorithm, in its order"


def _refuse_tree(G, weight="weight", algorithm="kruskal", *args, **kwargs):
    if G.is_directed():
        return "directed graphs have no spanning forests"
    return _refuse_edges(G, algorithm)


def _edges(graph, weight, ignore_nan):
    """Arrays of ends, the weights, and the edges as NetworkX gives them."""
    original = graph.to_networkx()
    if graph.is_multigraph():
        edges = list(original.edges(keys=True, data=True))
        weights = [data.get(weight, 1) for *_, data in edges]
    else:
        edges = original.edges(data=True)
        edges = list(edges)
        weights = [data.get(weight, 1) for *_, data in edges]
    nan = [i for i, value in enumerate(weights) if isnan(value)]
    if nan and not ignore_nan:
        raise ValueError(f"NaN found as an edge weight. Edge {edges[nan[0]]}")
    for i in reversed(nan):
        del edges[i], weights[i]
    return edges, weights


def _ranks(weights, minimum):
    """The places of the edges, the lightest or the heaviest first; those of equal weights in their order."""
    kinds = set(map(type, weights))
    if kinds == {float}:
        values = np.fromiter(weights, np.float64, len(weights))
        return np.argsort(values if minimum else -values, kind="stable")
    order = sorted(range(len(weights)), key=weights.__getitem__, reverse=not minimum)
    return np.array(order, np.int64)


def _forest(graph, weight, ignore_nan, minimum):
    """The edges of the forest, as tuples of NetworkX with their data, in Kruskal's order."""
    edges, weights = _edges(graph, weight, ignore_nan)
    if not edges:
        return []
    order = _ranks(weights, minimum)
    rank = np.empty(len(order), np.int32 if len(order) < 2**31 else np.int64)
    rank[order] = np.arange(len(order))
    index = graph.index.__getitem__
    source = np.fromiter((index(edge[0]) for edge in edges), np.int64, len(edges))
    target = np.fromiter((index(edge[1]) for edge in edges), np.int64, len(edges))
    taken = order[_engine.spanning_forest(len(graph), source, target, rank)]
    return [edges[i] for i in taken.tolist()]


def _spanning_edges(graph, weight, keys, data, ignore_nan, minimum):
    forest = _forest(graph, weight, ignore_nan, minimum)
    if not data:
        forest = [edge[:-1] for edge in forest]
    if graph.is_multigraph() and not keys:
        forest = [edge[:2] + edge[3:] for edge in forest]
    return iter(forest)


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
