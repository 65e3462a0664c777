# SPDX-License-Identifier: Apache-2.0
"""Whether two libraries give the same answer. Each kind of answer has its own meaning of the same."""

import numpy as np


def smallest_members(labels):
    """Each vertex' component, called by its first vertex."""
    _, first, place = np.unique(np.asarray(labels), return_index=True, return_inverse=True)
    return first[place.ravel()]


def finite(values):
    """Distances as whole numbers, -1 where there is no path: libraries write -1, infinity or their greatest number there."""
    values = np.asarray(values)
    if values.dtype.kind == "f":
        return np.where(values < 1e15, values, -1).astype(np.int64)
    return np.where(values >= 2**31 - 1, -1, values.astype(np.int64))


def same_distances(mine, other):
    return np.array_equal(finite(mine), finite(other))


def same_components(mine, other):
    return np.array_equal(smallest_members(mine), smallest_members(other))


def same_ranks(mine, other):
    return float(np.abs(np.asarray(mine, np.float64) - np.asarray(other, np.float64)).sum()) < 1e-3


def same_counts(mine, other):
    return np.array_equal(np.asarray(mine, np.int64), np.asarray(other, np.int64))


def same_shares(mine, other):
    """Up to a factor: some libraries count a path of an undirected graph once, some in both directions."""
    mine, other = (np.asarray(each, np.float64) / max(np.sum(each, dtype=np.float64), 1e-300) for each in (mine, other))
    return float(np.abs(mine - other).sum()) < 1e-3


def same_weights(mine, other):
    """Forests of the same weight; cuGraph lists each edge in both directions."""
    mine, other = float(np.sum(mine, dtype=np.float64)), float(np.sum(other, dtype=np.float64))
    return other in (mine, 2 * mine)


SAME = {
    "bfs": same_distances,
    "sssp": same_distances,
    "pagerank": same_ranks,
    "cc": same_components,
    "scc": same_components,
    "kcore": same_counts,
    "triangles": same_counts,
    "betweenness": same_shares,
    "msf": same_weights,
}
WEIGHTED = ("sssp", "msf")  # the graphs of the others have no weights
DIRECTED_TOO = ("bfs", "sssp", "pagerank", "cc", "scc", "betweenness")
