# SPDX-License-Identifier: Apache-2.0
"""What searches have found after so many supersteps: each looks at all edges, with the values of the one before."""

from ..weights import to_float


def distances(arcs, source, supersteps):
    """The shortest paths of at most so many edges, from the source on; None where there is none."""
    best = {source: 0.0 if arcs.real else 0}
    for _ in range(supersteps):
        before = dict(best)
        for u, v, w in arcs.arcs:
            if u not in before:
                continue
            there = before[u] + (1 if w is None else w)
            if arcs.type == "float":
                there = to_float(there)
            if v not in best or there < best[v]:
                best[v] = there
    return [best.get(v) for v in range(arcs.vertices)]


def lowest_labels(arcs, supersteps):
    """The lowest vertex from which a path of at most so many edges leads to each vertex."""
    label = list(range(arcs.vertices))
    for _ in range(supersteps):
        before = list(label)
        for u, v, _ in arcs.arcs:
            label[v] = min(label[v], before[u])
    return label
