# SPDX-License-Identifier: Apache-2.0
"""Connected, weakly and strongly connected components."""
import networkx as nx
import numpy as np

from . import _engine
from ._registry import function
from ._support import names_of, original

_NULL = "Connectivity is undefined for the null graph."


def _labels(graph):
    """The lowest vertex of its component, for every vertex."""
    return _engine.components(graph.engine()) if len(graph) else np.empty(0, np.int64)


def _count(labels):
    return int((labels == np.arange(len(labels))).sum())


def _is_one(graph, labels):
    if len(graph) == 0:
        raise nx.NetworkXPointlessConcept(_NULL)
    return not labels.any()


def _sets(graph, labels):
    """The components in the order of their first nodes."""
    order = np.argsort(labels, kind="stable")
    nodes = names_of(graph, order)
    begins = np.flatnonzero(np.diff(labels[order], prepend=-1)).tolist()
    return [set(nodes[a:b]) for a, b in zip(begins, begins[1:] + [len(nodes)])]


@function(one_pass=True)
def connected_components(G):
    return iter(_sets(G, _labels(G)))


@function(one_pass=True)
def number_connected_components(G):
    return _count(_labels(G))


@function(one_pass=True)
def is_connected(G):
    return _is_one(G, _labels(G))


@function(one_pass=True)
def node_connected_component(G, n):
    if n not in G:
        return original("node_connected_component")(G.to_networkx(), n)
    labels = _labels(G)
    return set(names_of(G, np.flatnonzero(labels == labels[G.index[n]])))


@function(one_pass=True)
def weakly_connected_components(G):
    return iter(_sets(G, _labels(G)))


@function(one_pass=True)
def number_weakly_connected_components(G):
    return _count(_labels(G))


@function(one_pass=True)
def is_weakly_connected(G):
    return _is_one(G, _labels(G))


def _strong_labels(graph):
    return _engine.strong_components(graph.engine()) if len(graph) else np.empty(0, np.int64)


@function()
def strongly_connected_components(G):
    labels = _strong_labels(G)
    sets = _sets(G, labels)
    return (sets[i] for i in _sinks_first(G, labels))


def _refuse_source(source, **others):
    return "the search begins where ours does (source)" if source is not None else None


@function(_refuse_source)
def kosaraju_strongly_connected_components(G, source=None):
    return strongly_connected_components(G)


def _sinks_first(graph, labels):
    """The places of the components so that edges lead to earlier ones, as NetworkX has them.

    NetworkX's order is that in which a depth-first search leaves them. Here the search goes through components, along
    their edges in the graph's order. So the order is NetworkX's where no component with several nodes has several
    edges that leave it."""
    is_root = labels == np.arange(len(labels))
    place = (np.cumsum(is_root) - 1)[labels]
    source, target = place[graph.sources], place[graph.targets]
    leaves = source != target
    source, target = source[leaves], target[leaves]
    ends = np.cumsum(np.bincount(source, minlength=int(is_root.sum()))).tolist()
    return _left_in_order(ends, target[np.argsort(source, kind="stable")].tolist())


def _left_in_order(ends, targets):
    """In which order a depth-first search leaves vertices; the edges of vertex v end before the place ends[v]."""
    order, seen, ahead = [], bytearray(len(ends)), [0, *ends]
    for root in range(len(ends)):
        path = [] if seen[root] else [root]
        seen[root] = True
        while path:
            vertex = path[-1]
            edge, end = ahead[vertex], ends[vertex]
            while edge < end and seen[targets[edge]]:
                edge += 1
            ahead[vertex] = edge + 1
            if edge < end:
                path.append(targets[edge])
                seen[targets[edge]] = True
            else:
                order.append(path.pop())
    return order


def _refuse_given(scc, **others):
    return "the components are given (scc)" if scc is not None else None


@function(_refuse_given)
def condensation(G, scc=None):
    condensed, number_of = nx.DiGraph(), {}
    condensed.graph["mapping"] = number_of
    members = list(strongly_connected_components(G))
    for number, nodes in enumerate(members):
        number_of.update(dict.fromkeys(nodes, number))
        condensed.add_node(number, members=nodes)
    numbers = np.fromiter(map(number_of.__getitem__, G.nodes), np.int64, len(G))
    source, target = numbers[G.sources], numbers[G.targets]
    first = np.sort(np.unique(source * len(members) + target, return_index=True)[1])
    between = first[source[first] != target[first]]
    condensed.add_edges_from(zip(source[between].tolist(), target[between].tolist()))
    return condensed


def _attracting(graph):
    """The strongly connected components that no edge leaves."""
    labels = _strong_labels(graph)
    leaves = np.zeros(len(graph), bool)
    leaves[labels[graph.sources[labels[graph.sources] != labels[graph.targets]]]] = True
    sets, roots = _sets(graph, labels), np.flatnonzero(labels == np.arange(len(labels)))
    return [sets[i] for i in _sinks_first(graph, labels) if not leaves[roots[i]]]


@function()
def attracting_components(G):
    return iter(_attracting(G))


@function()
def number_attracting_components(G):
    return len(_attracting(G))


@function()
def is_attracting_component(G):
    found = _attracting(G)
    return len(found) == 1 and len(found[0]) == len(G)


@function()
def number_strongly_connected_components(G):
    return _count(_strong_labels(G))


@function()
def is_strongly_connected(G):
    return _is_one(G, _strong_labels(G))
