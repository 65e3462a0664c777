# SPDX-License-Identifier: Apache-2.0
"""Breadth-first searches."""
import warnings

import networkx as nx
import numpy as np

from . import _engine
from ._order import breadth_first
from ._registry import function
from ._support import lazily, names_of, original

_PREDECESSORS_ARE_DEPRECATED = tuple(map(int, nx.__version__.split(".")[:2])) >= (3, 7)


def levels_from(graph, roots, backward=False):
    """The level of every vertex in a search from all roots; -1 where it does not come."""
    if len(roots) == 1:
        return _engine.levels(graph.engine_backward() if backward else graph.engine(), roots[0])
    levels = _engine.levels(_engine.graph(*with_super_root(graph, roots), directed=True), len(graph))[:-1]
    return np.where(levels > 0, levels - 1, -1)


def with_super_root(graph, roots):
    """The rows, and one more with edges to the roots."""
    offsets = np.append(graph.offsets, graph.offsets[-1] + len(roots))
    return offsets, np.concatenate((graph.targets, np.asarray(roots, np.int64)))


def search(graph, source, limit=None, backward=False):
    """Vertices in the order of a search from a node, the vertices that found them, and the levels."""
    root = graph.index[source]
    levels = levels_from(graph, [root], backward)
    rows = graph.predecessors if backward else (graph.offsets, graph.targets)
    return *breadth_first(*rows, levels, [root], limit), levels


def _edges(graph, source, limit, backward=False):
    order, parents, _ = search(graph, source, limit, backward)
    return names_of(graph, parents[1:]), names_of(graph, order[1:])


def _refuse_sorted(sort_neighbors, **others):
    return None if sort_neighbors is None else "neighbours are visited in the graph's order (sort_neighbors)"


@function(_refuse_sorted, one_pass=True)
def bfs_edges(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    if source not in G:
        return original("bfs_edges")(G.to_networkx(), source, reverse, depth_limit)
    return zip(*_edges(G, source, depth_limit, reverse))


@function(_refuse_sorted, one_pass=True)
def bfs_tree(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    tree = nx.DiGraph()
    tree.add_node(source)
    tree.add_edges_from(bfs_edges(G, source, reverse, depth_limit))
    return tree


@function(_refuse_sorted, one_pass=True)
def bfs_predecessors(G, source, depth_limit=None, sort_neighbors=None):
    if _PREDECESSORS_ARE_DEPRECATED:
        warnings.warn("bfs_predecessors is deprecated; use ``(t, s) for (s, t) in bfs_edges`` instead",
                      DeprecationWarning, stacklevel=2)
    if source not in G:
        return original("bfs_predecessors")(G.to_networkx(), source, depth_limit)
    parents, children = _edges(G, source, depth_limit)
    return zip(children, parents)


@function(_refuse_sorted, one_pass=True)
def bfs_successors(G, source, depth_limit=None, sort_neighbors=None):
    if source not in G:
        return original("bfs_successors")(G.to_networkx(), source, depth_limit)
    order, parents, _ = search(G, source, depth_limit)
    if len(order) == 1:
        return iter([(source, [])])
    begins = np.flatnonzero(np.diff(parents[1:], prepend=-1))
    children = names_of(G, order[1:])
    ends = begins.tolist()[1:] + [len(children)]
    return ((parent, children[a:b]) for parent, a, b in zip(names_of(G, parents[1:][begins]), begins.tolist(), ends))


@function(one_pass=True)
def bfs_layers(G, sources):
    return lazily(lambda: _layers(G, sources))


def _layers(G, sources):
    roots = [sources] if sources in G else list(set(sources))
    for root in roots:
        if root not in G:
            raise nx.NetworkXError(f"The node {root} is not in the graph.")
    if not roots:
        return []
    roots = [G.index[root] for root in roots]
    levels = levels_from(G, roots)
    order, _ = breadth_first(G.offsets, G.targets, levels, roots)
    begins = np.flatnonzero(np.diff(levels[order], prepend=-1)).tolist()
    nodes = names_of(G, order)
    return (nodes[a:b] for a, b in zip(begins, begins[1:] + [len(nodes)]))


@function(one_pass=True)
def descendants(G, source):
    return _found(G, source)


@function(one_pass=True)
def ancestors(G, source):
    return _found(G, source, backward=True)


def _found(graph, source, backward=False):
    """The nodes that a search finds, without the one that it begins at."""
    if source not in graph:
        return original("ancestors" if backward else "descendants")(graph.to_networkx(), source)
    root = graph.index[source]
    found = levels_from(graph, [root], backward) > 0
    return set(names_of(graph, np.flatnonzero(found)))


@function(one_pass=True)
def descendants_at_distance(G, source, distance):
    if source not in G:
        raise nx.NetworkXError(f"The node {source} is not in the graph.")
    levels = levels_from(G, [G.index[source]])
    wanted = [level for level in range(int(levels.max()) + 1) if level == distance]
    return set(names_of(G, np.flatnonzero(np.isin(levels, wanted))))
