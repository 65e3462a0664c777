# SPDX-License-Identifier: Apache-2.0
"""All shortest paths, from the predecessors that nodes have on them."""
import math

import networkx as nx
from networkx.algorithms.shortest_paths import generic

from . import _lengths
from ._graph import entries_of
from ._registry import function
from ._searches import search
from ._support import lazily, names_of


@function(one_pass=True)
def predecessor(G, source, target=None, cutoff=None, return_seen=None):
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G")
    before, seen = _predecessors(G, source, cutoff)
    if target is None:
        return (before, seen) if return_seen else before
    found = before.get(target, [])
    return (found, seen.get(target, -1)) if return_seen else found


def _predecessors(graph, source, cutoff=None):
    """The nodes before each one, and the levels, in the order of a search. NetworkX looks at the cutoff after a level."""
    limit = max(math.ceil(cutoff), 1) if cutoff and abs(cutoff) < math.inf else 1 if cutoff == -math.inf else None
    order, _, levels = search(graph, source, limit)
    before = {vertex: [] for vertex in order.tolist()}
    edges, counts = entries_of(graph.offsets, order)
    sources, ends = order.repeat(counts), graph.targets[edges]
    onward = levels[ends] == levels[sources] + 1
    for node, vertex in zip(names_of(graph, sources[onward]), ends[onward].tolist()):
        if vertex in before:
            before[vertex].append(node)
    nodes = names_of(graph, order)
    return dict(zip(nodes, before.values())), dict(zip(nodes, levels[order].tolist()))


def _refuse(weight, method, **others):
    if weight is not None and method == "bellman-ford":
        return "the paths come in Dijkstra's order (method)"
    return _lengths.refuse(weight)


def _before(graph, source, weight, method):
    if weight is None or method == "unweighted":
        return predecessor(graph, source)
    if method != "dijkstra":
        raise ValueError(f"method not supported: {method}")
    return _lengths.dijkstra_predecessor_and_distance(graph, source, None, weight)[0]


def _paths_to_all(graph, source, weight, method):
    before = _before(graph, source, weight, method)
    return ((node, list(generic._build_paths_from_predecessors({source}, node, before))) for node in before)


@function(_refuse, searches=True)
def all_shortest_paths(G, source, target, weight=None, method="dijkstra"):
    before = _before(G, source, weight, method)
    return generic._build_paths_from_predecessors({source}, target, before)


@function(_refuse, searches=True)
def single_source_all_shortest_paths(G, source, weight=None, method="dijkstra"):
    return lazily(lambda: _paths_to_all(G, source, weight, method))


@function(_refuse, searches=True)
def all_pairs_all_shortest_paths(G, weight=None, method="dijkstra"):
    if weight is not None and method == "dijkstra":
        _lengths.check_lengths(G, weight)
    return ((node, dict(_paths_to_all(G, node, weight, method))) for node in G)
