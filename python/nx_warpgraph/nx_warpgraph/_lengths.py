# SPDX-License-Identifier: Apache-2.0
"""Shortest paths by the lengths of edges: what NetworkX calls Dijkstra's and Bellman-Ford's, for lengths of at least 0.

The engine computes the distances. Along which edges they came about is left to `_order.ShortestPaths`.
"""
import networkx as nx
import numpy as np

from . import _engine
from ._graph import entries_of
from ._order import ShortestPaths
from ._registry import function
from ._searches import with_super_root
from ._support import names_of


def refuse(weight, **others):
    return "lengths by a function (weight) are not ours" if callable(weight) else None


class _Run:
    """Distances from some nodes: `distances`, and `reached` where there is one, within the cutoff."""

    def __init__(self, graph, sources, weight, cutoff=None):
        self.graph, self.cutoff, self.weight = graph, cutoff, weight
        self.roots = [graph.index[source] for source in sources]
        self.weights = graph.weights(weight).values
        self.distances = self._compute()
        self.reached = self.distances >= 0 if self.distances.dtype == np.int64 else np.isfinite(self.distances)
        if cutoff is not None:
            self.reached &= ~(self.distances > cutoff)  # one that is no number cuts nothing off
            self.reached[self.roots] = True

    def _compute(self):
        engine = self.graph.engine_weighted(self.weight)
        if len(self.roots) == 1:
            return _engine.distances(engine, self.roots[0])
        weights = np.concatenate((self.weights, np.zeros(len(self.roots), self.weights.dtype)))
        with_root = _engine.graph(*with_super_root(self.graph, self.roots), weights, directed=True)
        return _engine.distances(with_root, len(self.graph))[:-1]

    def lengths(self, order=None):
        """In the order of a settled run, or else by distance, equal ones in the graph's order."""
        if order is None:
            order = np.flatnonzero(self.reached)
            order = order[np.argsort(self.distances[order], kind="stable")]
        found = dict.fromkeys(self.graph.nodes[root] for root in self.roots)
        found.update(zip(names_of(self.graph, order), self.distances[order].tolist()))
        for root in self.roots:
            found[self.graph.nodes[root]] = 0
        return found

    def settled(self, target=None):
        return ShortestPaths(self.graph, self.weights, self.distances, self.reached, self.roots, target)

    def found(self, order):
        """The vertices as Dijkstra's algorithm comes upon them, which need not be along shortest paths."""
        if self.cutoff is not None and self.cutoff < 0:
            return list(order)
        settled = np.array(order, np.int64)
        edges, counts = entries_of(self.graph.offsets, settled)
        ends = self.graph.targets[edges]
        if self.cutoff is not None:
            beyond = np.repeat(self.distances[settled], counts) + self.weights[edges] > self.cutoff
            ends = ends[~beyond]
        return list(dict.fromkeys([*self.roots, *ends.tolist()]))

    def lengths_and_paths(self):
        settled, nodes = self.settled(), self.graph.nodes
        paths = {root: [nodes[root]] for root in self.roots}
        for vertex in settled.order[len(self.roots):]:
            paths[vertex] = paths[settled.parent[vertex]] + [nodes[vertex]]
        lengths = self.lengths(np.array(settled.order, np.int64))
        return lengths, {nodes[vertex]: path for vertex, path in paths.items()}

    def length_to(self, target):
        """None where there is no path."""
        vertex = self.graph.index.get(target)
        return self.distances[vertex].item() if vertex is not None and self.reached[vertex] else None

    def path_to(self, target):
        return [self.graph.nodes[vertex] for vertex in self.settled(self.graph.index[target]).path_to(
            self.graph.index[target])]


def _need(graph, sources, message="Node {} not found in graph"):
    for source in sources:
        if source not in graph:
            raise nx.NodeNotFound(message.format(source))


def _need_key(graph, source):
    hash(source)  # NetworkX's error for what has none
    _need(graph, [source], "Source {} not in G")


def _checked(graph, sources):
    if not sources:
        raise ValueError("sources must not be empty")
    _need(graph, sources)
    return list(sources)


def _length_between(graph, source, target, weight, message):
    _need(graph, [source])
    if source == target:
        return 0
    length = _Run(graph, [source], weight).length_to(target)
    if length is None:
        raise nx.NetworkXNoPath(message.format(target, source))
    return length


def _one_path(run, target, message):
    length = run.length_to(target)
    if length is None:
        raise nx.NetworkXNoPath(message)
    return length, run.path_to(target)


@function(refuse)
def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    nodes = _checked(G, sources)
    if target in sources:
        return 0, [target]
    run = _Run(G, nodes, weight, cutoff)
    return run.lengths_and_paths() if target is None else _one_path(run, target, f"No path to {target}.")


@function(refuse)
def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    return _Run(G, _checked(G, sources), weight, cutoff).lengths_and_paths()[1]


@function(refuse)
def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    return _Run(G, _checked(G, sources), weight, cutoff).lengths()


@function(refuse)
def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


@function(refuse)
def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path(G, {source}, cutoff, weight)


@function(refuse)
def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


@function(refuse)
def dijkstra_path(G, source, target, weight="weight"):
    return multi_source_dijkstra(G, {source}, target, None, weight)[1]


@function(refuse)
def dijkstra_path_length(G, source, target, weight="weight"):
    return _length_between(G, source, target, weight, "Node {} not reachable from {}")


def _refuse_guided(weight, heuristic, cutoff, **others):
    if heuristic is not None:
        return "a heuristic (heuristic) spares nodes, but is not ours"
    return "paths have no longest length (cutoff)" if cutoff else refuse(weight)


@function(_refuse_guided)
def astar_path(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    _need(G, [source], "Source {} is not in G")
    _need(G, [target], "Target {} is not in G")
    if source == target:
        return [source]
    return _one_path(_Run(G, [source], weight), target, f"Node {target} not reachable from {source}")[1]


@function(_refuse_guided)
def astar_path_length(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    if source not in G or target not in G:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    return _length_between(G, source, target, weight, "Node {} not reachable from {}")


@function(refuse)
def bidirectional_dijkstra(G, source, target, weight="weight"):
    _need(G, [source], "Source {} is not in G")
    _need(G, [target], "Target {} is not in G")
    if source == target:
        return 0, [source]
    return _one_path(_Run(G, [source], weight), target, f"No path between {source} and {target}.")


@function(refuse)
def dijkstra_predecessor_and_distance(G, source, cutoff=None, weight="weight"):
    _need(G, [source], "Node {} is not found in the graph")
    run = _Run(G, [source], weight, cutoff)
    settled, nodes = run.settled(), G.nodes
    before = {vertex: [] for vertex in run.found(settled.order)}
    for vertex in settled.order:
        for neighbour in settled.rows.get(vertex, ()):
            before[neighbour].append(nodes[vertex])
    lengths = run.lengths(np.array(settled.order, np.int64))
    return {nodes[vertex]: found for vertex, found in before.items()}, lengths


@function(refuse)
def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    check_lengths(G, weight)
    return ((node, _Run(G, [node], weight, cutoff).lengths_and_paths()) for node in G)


@function(refuse)
def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    check_lengths(G, weight)
    return ((node, _Run(G, [node], weight, cutoff).lengths_and_paths()[1]) for node in G)


@function(refuse)
def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    check_lengths(G, weight)
    return ((node, _Run(G, [node], weight, cutoff).lengths()) for node in G)


@function(refuse)
def johnson(G, weight="weight"):
    return dict(all_pairs_dijkstra_path(G, None, weight))


def check_lengths(graph, weight):
    """What is refused is refused by the call, not when a later result is asked for."""
    if len(graph) == 0:
        return
    graph.engine_weighted(weight)
    weights = graph.weights(weight)
    if weights.is_whole and weights.greatest * (len(graph) - 1) >= 2**63:
        raise NotImplementedError("whole lengths may add up to more than 64 bits")


@function(refuse)
def single_source_bellman_ford(G, source, target=None, weight="weight"):
    if source == target:
        _need(G, [source], "Node {} is not found in the graph")
        return 0, [source]
    _need_key(G, source)
    run = _Run(G, [source], weight)
    if target is None:
        return run.lengths_and_paths()
    return _one_path(run, target, f"Target {target} cannot be reached from given sources")


@function(refuse)
def single_source_bellman_ford_path(G, source, weight="weight"):
    return single_source_bellman_ford(G, source, None, weight)[1]


@function(refuse)
def single_source_bellman_ford_path_length(G, source, weight="weight"):
    _need_key(G, source)
    return _Run(G, [source], weight).lengths()


@function(refuse)
def bellman_ford_path(G, source, target, weight="weight"):
    return single_source_bellman_ford(G, source, target, weight)[1]


@function(refuse)
def bellman_ford_path_length(G, source, target, weight="weight"):
    if source != target:
        _need_key(G, source)
    return _length_between(G, source, target, weight, "node {} not reachable from {}")


@function(refuse)
def all_pairs_bellman_ford_path(G, weight="weight"):
    return all_pairs_dijkstra_path(G, None, weight)


@function(refuse)
def all_pairs_bellman_ford_path_length(G, weight="weight"):
    return all_pairs_dijkstra_path_length(G, None, weight)
