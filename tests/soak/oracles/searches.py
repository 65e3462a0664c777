# SPDX-License-Identifier: Apache-2.0
"""Breadth-first search, shortest paths and widest paths, by the textbook."""

import heapq
import math
from collections import deque

from ..weights import to_float

INFINITE = float("inf")


def levels(arcs, source):
    outgoing = arcs.outgoing()
    level = [-1] * arcs.vertices
    level[source] = 0
    queue = deque([source])
    while queue:
        u = queue.popleft()
        for v, _ in outgoing[u]:
            if level[v] < 0:
                level[v] = level[u] + 1
                queue.append(v)
    return level


def problem_of_parents(arcs, source, parent, most=math.inf):
    """`parent`: positions, -1 for none. `most`: vertices of higher levels were not reached."""
    level = [each if each <= most else -1 for each in levels(arcs, source)]
    edges = {(u, v) for u, v, _ in arcs.arcs}
    for v in range(arcs.vertices):
        name = arcs.names[v]
        if v == source:
            if parent[v] != v:
                return f"the source {name} is not its own parent"
        elif (parent[v] < 0) != (level[v] < 0):
            return f"vertex {name} has the parent {parent[v]} and belongs on level {level[v]}"
        elif level[v] >= 0 and ((parent[v], v) not in edges or level[parent[v]] + 1 != level[v]):
            return f"vertex {name} has the wrong parent {arcs.names[parent[v]]}"
    return None


def distances(arcs, source):
    """None where there is no path. Floats are added in their own type, from the source on: the least such sum is what
    any order of relaxations ends with."""
    if arcs.type == "float":
        def add(distance, w):
            return to_float(distance + w)
    else:
        def add(distance, w):
            return distance + w
    start = 0.0 if arcs.type in ("float", "double") else 0
    outgoing = arcs.outgoing()
    best = {source: start}
    queue, done = [(start, source)], set()
    while queue:
        distance, u = heapq.heappop(queue)
        if u in done:
            continue
        done.add(u)
        for v, w in outgoing[u]:
            there = add(distance, 1 if w is None else w)
            if v not in best or there < best[v]:
                best[v] = there
                heapq.heappush(queue, (there, v))
    return [best.get(v) for v in range(arcs.vertices)]


def widths(arcs, source):
    """None where there is no path, and INFINITE at the source."""
    outgoing = arcs.outgoing()
    best = {source: INFINITE}
    queue = [(-INFINITE, source)]
    while queue:
        negative, u = heapq.heappop(queue)
        if -negative != best[u]:
            continue
        for v, w in outgoing[u]:
            there = min(-negative, 1 if w is None else w)
            if v not in best or there > best[v]:
                best[v] = there
                heapq.heappush(queue, (-there, v))
    return [best.get(v) for v in range(arcs.vertices)]
