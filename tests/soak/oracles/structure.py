# SPDX-License-Identifier: Apache-2.0
"""Components, communities, core numbers, triangles, betweenness and spanning forests."""

import math
from collections import Counter, deque


class Sets:
    """Disjoint sets."""

    def __init__(self, count):
        self.parent = list(range(count))

    def root(self, v):
        while self.parent[v] != v:
            self.parent[v] = self.parent[self.parent[v]]
            v = self.parent[v]
        return v

    def unite(self, u, v):
        u, v = self.root(u), self.root(v)
        if u == v:
            return False
        self.parent[max(u, v)] = min(u, v)
        return True


def lowest_of_component(arcs):
    sets = Sets(arcs.vertices)
    for u, v, _ in arcs.arcs:
        sets.unite(u, v)
    return [sets.root(v) for v in range(arcs.vertices)]


def commonest_labels(arcs, iterations):
    """Labels are positions in `names`; the one of the lowest name is the lowest."""
    heard = [[] for _ in range(arcs.vertices)]
    for u, v, _ in arcs.arcs:
        heard[v].append(u)
        if not arcs.undirected and u != v:
            heard[u].append(v)
    label = list(range(arcs.vertices))
    for _ in range(iterations):
        counts = [Counter(label[u] for u in neighbours) for neighbours in heard]
        label = [min(count, key=lambda each: (-count[each], arcs.names[each])) if count else label[v]
                 for v, count in enumerate(counts)]
    return label


def _reached(start, neighbours, allowed):
    found, stack = {start}, [start]
    while stack:
        for u in neighbours[stack.pop()]:
            if u in allowed and u not in found:
                found.add(u)
                stack.append(u)
    return found


def lowest_of_strong_component(arcs):
    """What a vertex reaches and is reached from, vertex by vertex; what lies on one side of it only is for later."""
    forward, backward = [set() for _ in range(arcs.vertices)], [set() for _ in range(arcs.vertices)]
    for u, v, _ in arcs.arcs:
        forward[u].add(v)
        backward[v].add(u)
    label, rest = [None] * arcs.vertices, set(range(arcs.vertices))
    for v in range(arcs.vertices):
        if label[v] is not None:
            continue
        component = _reached(v, forward, rest)
        component = _reached(v, backward, component)
        for u in component:
            label[u] = v
        rest -= component
    return label


def core_numbers(arcs):
    neighbours = arcs.neighbours()
    left = [len(each) for each in neighbours]
    core, rest, k = [None] * arcs.vertices, set(range(arcs.vertices)), 0
    while rest:
        peel = [v for v in rest if left[v] <= k]
        while peel:
            v = peel.pop()
            if core[v] is not None:
                continue
            core[v] = k
            rest.remove(v)
            for u in neighbours[v]:
                left[u] -= 1
                if core[u] is None and left[u] <= k:
                    peel.append(u)
        k += 1
    return core


def triangles(arcs):
    """Of every vertex, and in all."""
    neighbours = arcs.neighbours()
    count = [0] * arcs.vertices
    for u in range(arcs.vertices):
        for v in neighbours[u]:
            if v > u:
                count[u] += len(neighbours[u] & neighbours[v])
                count[v] += len(neighbours[u] & neighbours[v])
    return [each // 2 for each in count], sum(count) // 6


def betweenness(arcs, sources):
    outgoing = [[v for v, _ in row if v != u] for u, row in enumerate(arcs.outgoing())]
    value = [0.0] * arcs.vertices
    for source in sources:
        level, paths, order = {source: 0}, {source: 1}, []
        queue = deque([source])
        while queue:
            u = queue.popleft()
            order.append(u)
            for v in outgoing[u]:
                if v not in level:
                    level[v] = level[u] + 1
                    paths[v] = 0
                    queue.append(v)
                if level[v] == level[u] + 1:
                    paths[v] += paths[u]
        depends = dict.fromkeys(order, 0.0)
        for u in reversed(order):
            for v in outgoing[u]:
                if level[v] == level[u] + 1:
                    depends[u] += paths[u] / paths[v] * (1 + depends[v])
            if u != source:
                value[u] += depends[u]
    return value


def forest_weights(arcs):
    """Of the edges of a lightest forest, in increasing order: those of all such forests are the same."""
    sets = Sets(arcs.vertices)
    taken = []
    for w, u, v in sorted((1 if w is None else w, u, v) for u, v, w in arcs.arcs):
        if sets.unite(u, v):
            taken.append(w)
    return taken


def problem_of_forest(arcs, edges):
    """`edges`: (source, target, weight) by position. Where weights of the graph are rounded, so may be those of the
    forest."""
    if arcs.rounding:
        weight = {(u, v): w for u, v, w in arcs.arcs}
        edges = [(u, v, weight[u, v] if abs(weight.get((u, v), math.inf) - w) <= arcs.rounding.get((u, v), 0) else w)
                 for u, v, w in edges]
    bound = 2 * max(arcs.rounding.values(), default=0)
    there = {(u, v, 1 if w is None else w) for u, v, w in arcs.arcs}
    sets = Sets(arcs.vertices)
    for u, v, w in edges:
        if (u, v, w) not in there:
            return f"{arcs.names[u]} - {arcs.names[v]} of weight {w} is no edge of the graph"
        if not sets.unite(u, v):
            return f"{arcs.names[u]} - {arcs.names[v]} closes a cycle"
    found, right = sorted(w for _, _, w in edges), forest_weights(arcs)
    if len(found) != len(right) or any(a != b and not abs(a - b) <= bound for a, b in zip(found, right)):
        return "the forest is not the lightest"
    return None
