# SPDX-License-Identifier: Apache-2.0
"""Shortest paths whose length is their number of edges, and the functions that choose by their arguments."""
import networkx as nx

from . import _lengths
from ._registry import function
from ._searches import levels_from, search
from ._support import names_of


def _need(graph, node, message):
    if node not in graph:
        raise nx.NodeNotFound(message)


def _lengths_from(graph, node, cutoff=None, backward=False):
    order, _, levels = search(graph, node, cutoff, backward)
    return dict(zip(names_of(graph, order), levels[order].tolist()))


def _paths_from(graph, node, cutoff=None, backward=False):
    """Backward, paths end at the node."""
    order, parents, _ = search(graph, node, cutoff, backward)
    nodes = names_of(graph, order)
    paths = {node: [node]}
    for found, parent in zip(nodes[1:], names_of(graph, parents[1:])):
        paths[found] = [found] + paths[parent] if backward else paths[parent] + [found]
    return paths


def _level_between(graph, source, target):
    """None where no path leads."""
    level = levels_from(graph, [graph.index[source]])[graph.index[target]]
    return None if level < 0 else int(level)


def _no_path(source, target):
    return nx.NetworkXNoPath(f"No path between {source} and {target}.")


@function(one_pass=True)
def single_source_shortest_path_length(G, source, cutoff=None):
    _need(G, source, f"Source {source} is not in G")
    return _lengths_from(G, source, cutoff)


@function(one_pass=True)
def single_target_shortest_path_length(G, target, cutoff=None):
    _need(G, target, f"Target {target} is not in G")
    return _lengths_from(G, target, cutoff, backward=True)


@function(searches=True)
def all_pairs_shortest_path_length(G, cutoff=None):
    return ((node, _lengths_from(G, node, cutoff)) for node in G)


@function(one_pass=True)
def single_source_shortest_path(G, source, cutoff=None):
    _need(G, source, f"Source {source} not in G")
    return _paths_from(G, source, cutoff)


@function(one_pass=True)
def single_target_shortest_path(G, target, cutoff=None):
    _need(G, target, f"Target {target} not in G")
    return _paths_from(G, target, cutoff, backward=True)


@function(searches=True)
def all_pairs_shortest_path(G, cutoff=None):
    return ((node, _paths_from(G, node, cutoff)) for node in G)


def _discourage(source, target, weight=None, **others):
    if source is not None and target is not None and weight is None:
        return "between two nodes NetworkX searches from both sides, and sees few others"
    return None


@function(discourage=_discourage)
def bidirectional_shortest_path(G, source, target):
    _need(G, source, f"Source {source} is not in G")
    _need(G, target, f"Target {target} is not in G")
    order, parents, levels = search(G, source)
    end = G.index[target]
    if levels[end] < 0:
        raise _no_path(source, target)
    parent = dict(zip(order.tolist(), parents.tolist()))
    path, root = [end], G.index[source]
    while end != root:
        end = parent[end]
        path.append(end)
    return [G.nodes[vertex] for vertex in reversed(path)]


def _refuse_no_node(source, target, **others):
    return "source or target is None" if source is None or target is None else None


@function(_refuse_no_node, _discourage)
def has_path(G, source, target):
    _need(G, source, f"Source {source} is not in G")
    _need(G, target, f"Target {target} is not in G")
    return _level_between(G, source, target) is not None


def _check_method(method):
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")


@function(_lengths.refuse, _discourage, searches=True)
def shortest_path(G, source=None, target=None, weight=None, method="dijkstra"):
    _check_method(method)
    if source is None and target is None:
        if weight is None:
            return all_pairs_shortest_path(G)
        return _lengths.all_pairs_dijkstra_path(G, weight=weight)
    if source is None:
        return _paths_to(G, target, weight, method)
    if target is None:
        return single_source_shortest_path(G, source) if weight is None else _by_length(G, source, weight, method)[1]
    if weight is None:
        return bidirectional_shortest_path(G, source, target)
    if method == "bellman-ford":
        return _lengths.bellman_ford_path(G, source, target, weight)
    return _lengths.bidirectional_dijkstra(G, source, target, weight)[1]


def _by_length(graph, source, weight, method):
    dijkstra = method == "dijkstra"
    return (_lengths.single_source_dijkstra if dijkstra else _lengths.single_source_bellman_ford)(
        graph, source, weight=weight)


def _paths_to(graph, target, weight, method):
    if weight is None:
        _need(graph, target, f"Source {target} not in G")
        return _paths_from(graph, target, backward=True)
    paths = _by_length(graph.reversed(), target, weight, method)[1]
    return {node: path[::-1] for node, path in paths.items()}


@function(_lengths.refuse, _discourage, searches=True)
def shortest_path_length(G, source=None, target=None, weight=None, method="dijkstra"):
    _check_method(method)
    if source is None and target is None:
        if weight is None:
            return all_pairs_shortest_path_length(G)
        return _lengths.all_pairs_dijkstra_path_length(G, weight=weight)
    if source is None:
        return _lengths_to(G, target, weight, method)
    if target is None:
        if weight is None:
            return single_source_shortest_path_length(G, source)
        return _lengths_by_length(G, source, weight, method)
    if weight is None:
        return _length_between(G, source, target)
    if method == "bellman-ford":
        return _lengths.bellman_ford_path_length(G, source, target, weight)
    return _lengths.dijkstra_path_length(G, source, target, weight)


def _lengths_by_length(graph, source, weight, method):
    if method == "bellman-ford":
        return _lengths.single_source_bellman_ford_path_length(graph, source, weight)
    return _lengths.single_source_dijkstra_path_length(graph, source, weight=weight)


def _lengths_to(graph, target, weight, method):
    if weight is not None:
        return _lengths_by_length(graph.reversed(), target, weight, method)
    _need(graph, target, f"Source {target} is not in G")
    return _lengths_from(graph, target, backward=True)


def _length_between(graph, source, target):
    _need(graph, source, f"Source {source} is not in G")
    _need(graph, target, f"Target {target} is not in G")
    length = _level_between(graph, source, target)
    if length is None:
        raise _no_path(source, target)
    return length
