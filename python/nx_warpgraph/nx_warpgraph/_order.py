# SPDX-License-Identifier: Apache-2.0
"""In which order NetworkX's searches find nodes, from levels and distances that the engine has computed.

NetworkX promises orders: a search finds the neighbours of a node in the order of `G.adj`, and a node belongs to the
first one that finds it. The engine's searches run in parallel and leave values alone. What is left to do on the host is
one pass along the edges, in NumPy where a level has many nodes.
"""
from heapq import heappop, heappush

import numpy as np

from ._graph import entries_of

_NARROW = 16  # levels of fewer nodes are faster in plain Python


def breadth_first(offsets, targets, levels, roots, limit=None):
    """The nodes in the order in which a breadth-first search finds them, and beside them the nodes that found them.

    `levels` are -1 where the search does not come; `roots` come first, and find themselves."""
    order, parents = [np.asarray(roots, np.int64)], [np.asarray(roots, np.int64)]
    frontier, level = order[0], 0
    place = np.empty(len(levels), np.int64)
    narrow = None
    while len(frontier) and (limit is None or level < limit):
        level += 1
        if len(frontier) < _NARROW:
            narrow = narrow or (memoryview(offsets), memoryview(targets), memoryview(levels))
            frontier, parent = _narrow_step(*narrow, frontier.tolist(), level)
        else:
            frontier, parent = _wide_step(offsets, targets, levels, frontier, level, place)
        order.append(frontier)
        parents.append(parent)
    return np.concatenate(order), np.concatenate(parents)


def _narrow_step(offsets, targets, levels, frontier, level):
    found = {}
    for node in frontier:
        for neighbour in targets[offsets[node]:offsets[node + 1]]:
            if levels[neighbour] == level and neighbour not in found:
                found[neighbour] = node
    return np.fromiter(found, np.int64, len(found)), np.fromiter(found.values(), np.int64, len(found))


def _wide_step(offsets, targets, levels, frontier, level, place):
    edges, counts = entries_of(offsets, frontier)
    found = targets[edges]
    is_next = levels[found] == level
    found, parent = found[is_next], np.repeat(frontier, counts)[is_next]
    ahead = np.arange(len(found))
    place[found[::-1]] = ahead[::-1]  # the last one written is the first one found
    first = place[found] == ahead
    return found[first], parent[first]


def tight_edges(graph, weights, distances, reached):
    """Sources and targets of the edges that lie on shortest paths, in the order of the rows."""
    source, target = graph.sources, graph.targets
    tight = reached[source] & reached[target]
    tight[tight] = distances[source[tight]] + weights[tight] == distances[target[tight]]
    return source[tight], target[tight]


class ShortestPaths:
    """In which order Dijkstra's algorithm settles nodes, and along which edges.

    NetworkX takes nodes by (distance, when it was found to be that near); a node belongs to the first settled one with
    a tight edge to it. So a run of the algorithm along the tight edges alone has the same result as one along all.
    """

    def __init__(self, graph, weights, distances, reached, roots, target=None):
        source, sink = tight_edges(graph, weights, distances, reached)
        if target is not None:
            source, sink = _leading_to(source, sink, target)
        self._settle(source.tolist(), sink.tolist(), distances, roots)

    def _settle(self, source, sink, distances, roots):
        rows = {}
        for u, v in zip(source, sink):
            rows.setdefault(u, []).append(v)
        distance = memoryview(distances)
        self.rows = rows
        self.order, self.parent = [], dict.fromkeys(roots)
        heap, pushed = [(0, i, root) for i, root in enumerate(roots)], len(roots)
        while heap:
            _, _, node = heappop(heap)
            self.order.append(node)
            for neighbour in rows.get(node, ()):
                if neighbour not in self.parent:
                    self.parent[neighbour] = node
                    heappush(heap, (distance[neighbour], pushed, neighbour))
                    pushed += 1

    def path_to(self, node):
        path = [node]
        while (node := self.parent[node]) is not None:
            path.append(node)
        return path[::-1]


def _leading_to(source, sink, target):
    """The edges from which paths lead to the target."""
    incoming = {}
    for place, (u, v) in enumerate(zip(source.tolist(), sink.tolist())):
        incoming.setdefault(v, []).append((u, place))
    keep, seen, stack = np.zeros(len(source), bool), {target}, [target]
    while stack:
        for u, place in incoming.get(stack.pop(), ()):
            keep[place] = True
            if u not in seen:
                seen.add(u)
                stack.append(u)
    return source[keep], sink[keep]
