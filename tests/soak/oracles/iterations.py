# SPDX-License-Identifier: Apache-2.0
"""PageRank, hubs and authorities, and the simulations: so many iterations in double, with a bound of what numbers of
fewer bits lose. Each function returns the values and the last change."""

import math

EPSILON = {"float": 2.0**-23, "double": 2.0**-52}


def pagerank(arcs, damping, starts, iterations):
    n = arcs.vertices
    degree = [0] * n
    for u, _, _ in arcs.arcs:
        degree[u] += 1
    chance = [1 / n] * n if not starts else [starts.count(v) / len(starts) for v in range(n)]
    rank, change = chance, math.inf
    for _ in range(iterations):
        stranded = math.fsum(rank[v] for v in range(n) if degree[v] == 0)
        following = [chance[v] * (1 - damping + damping * stranded) for v in range(n)]
        share = [damping * rank[v] / degree[v] if degree[v] else 0.0 for v in range(n)]
        for u, v, _ in arcs.arcs:
            following[v] += share[u]
        change = math.fsum(abs(a - b) for a, b in zip(rank, following))
        rank = following
    return rank, change


def pagerank_rounding(arcs, damping, type_name):
    """In sum over all ranks. A rank is a sum over its row and a handful of operations, and what an iteration loses
    fades with the damping."""
    longest = max((len(row) for row in arcs.incoming()), default=0)
    return 4 * EPSILON[type_name] * (16 + longest + math.sqrt(arcs.vertices)) / (1 - damping)


def hits(arcs, iterations):
    """Hubs, authorities and the last change of the hubs."""
    n = arcs.vertices
    hub, authority, change = [1 / n] * n, [0.0] * n, math.inf
    for _ in range(iterations):
        authority = _normalised(_sums(arcs.arcs, hub, 0, 1, n))
        after = _normalised(_sums(arcs.arcs, authority, 1, 0, n))
        change = math.fsum(abs(a - b) for a, b in zip(hub, after))
        hub = after
    return hub, authority, change


def _sums(arcs, values, source, target, n):
    sums = [0.0] * n
    for arc in arcs:
        sums[arc[target]] += values[arc[source]]
    return sums


def _normalised(values):
    total = math.fsum(values)
    return [v / total for v in values] if total else values


def _weight(w):
    return 1.0 if w is None else float(w)


def _iterate(values, step, iterations):
    change = math.inf
    for _ in range(iterations):
        after = step(values)
        change = max((abs(a - b) for a, b in zip(values, after)), default=0.0)
        values = after
    return values, change


def circuit(arcs, start, fixed, iterations):
    incoming = arcs.incoming()

    def step(values):
        after = list(values)
        for v, row in enumerate(incoming):
            total = sum(_weight(w) for _, w in row)
            if v not in fixed and total != 0:
                after[v] = sum(_weight(w) * values[u] for u, w in row) / total
        return after
    return _iterate(start, step, iterations)


def largest_sum(arcs):
    return max((sum(_weight(w) for _, w in row) for row in arcs.incoming()), default=0.0)


def heat(arcs, start, rate, iterations):
    """`rate`: None for half of what is stable."""
    limit = largest_sum(arcs)
    if rate is None:
        rate = 1 / (2 * limit) if limit > 0 else 1.0
    incoming = arcs.incoming()

    def step(values):
        return [values[v] + rate * sum(_weight(w) * (values[u] - values[v]) for u, w in row)
                for v, row in enumerate(incoming)]
    return _iterate(start, step, iterations)


def neural_network(arcs, start, iterations):
    incoming = arcs.incoming()

    def step(values):
        return [math.tanh(sum(_weight(w) * values[u] for u, w in row)) if row else values[v]
                for v, row in enumerate(incoming)]
    return _iterate(start, step, iterations)


def growth(arcs):
    """By how much an iteration of neurons may make an error larger."""
    return max((sum(abs(_weight(w)) for _, w in row) for row in arcs.incoming()), default=0.0)
