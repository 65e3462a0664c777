# SPDX-License-Identifier: Apache-2.0
"""Triangles, clustering coefficients and transitivity."""
import numpy as np

from . import _engine
from ._registry import function
from ._support import by_node


def _refuse(G, weight=None, **others):
    if G.is_directed():
        return "clustering of directed graphs (G) is not ours yet"
    if G.is_multigraph():
        return "NetworkX has no clustering of multigraphs (G)"
    return "clustering with weights (weight) is not ours yet" if weight is not None else None


def _refuse_nodes_of_multigraph(G, nodes):
    if nodes is not None and G.is_multigraph():
        return "NetworkX has no triangles of some nodes (nodes) of multigraphs"
    return None


def _triangles(graph):
    return _engine.triangles(graph.engine()) if len(graph) else np.empty(0, np.int64)


def _possible(graph):
    """d (d - 1) of every vertex, with self-loops left out of d."""
    degree = np.diff(graph.offsets)
    np.subtract.at(degree, graph.sources[graph.sources == graph.targets], 1)
    return degree * (degree - 1)


def _some(graph, values, nodes):
    """All values; or those of some nodes; or that of one."""
    if nodes is None:
        return values
    if nodes in graph:
        return values[nodes]
    return {node: values[node] for node in graph.to_networkx().nbunch_iter(nodes)}


@function(_refuse_nodes_of_multigraph)
def triangles(G, nodes=None):
    return _some(G, by_node(G, _triangles(G)), nodes)


@function(_refuse)
def clustering(G, nodes=None, weight=None):
    closed, possible = (2 * _triangles(G)).tolist(), _possible(G).tolist()
    values = {node: c / p if c else 0 for node, c, p in zip(G.nodes, closed, possible)}
    return _some(G, values, nodes)


@function(_refuse)
def average_clustering(G, nodes=None, weight=None, count_zeros=True):
    values = clustering(G, nodes).values()
    if not count_zeros:
        values = [value for value in values if value]
    return sum(values) / len(values)


@function(_refuse)
def transitivity(G):
    closed = 2 * int(_triangles(G).sum())
    return closed / int(_possible(G).sum()) if closed else 0
