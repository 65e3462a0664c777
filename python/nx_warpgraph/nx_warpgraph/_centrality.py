# SPDX-License-Identifier: Apache-2.0
"""PageRank, hubs and authorities, and betweenness."""
import math

import networkx as nx
import numpy as np

from . import _components, _engine
from ._registry import function
from ._support import by_node, original


def _refuse_pagerank(alpha, personalization, tol, nstart, dangling, **others):
    if nstart is not None:
        return "start values (nstart) are not ours yet"
    if dangling is not None:
        return "weights of nodes without edges (dangling) are not ours yet"
    weights = set() if personalization is None else set(personalization.values()) - {0}
    if len(weights) > 1 or not all(0 < abs(weight) < math.inf for weight in weights):
        return "a personalization of several weights is not ours yet"
    if not 0 <= alpha < 1:
        return "alpha must be at least 0 and less than 1"
    return None if tol > 0 else "tol must be greater than 0"


@function(_refuse_pagerank)
def pagerank(G, alpha=0.85, personalization=None, max_iter=100, tol=1.0e-6, nstart=None, weight="weight",
             dangling=None):
    if len(G) == 0:
        return {}
    starts = None
    if personalization is not None:
        starts = [i for i, node in enumerate(G.nodes) if personalization.get(node, 0) != 0]
        if not starts:
            raise ZeroDivisionError
    range(max_iter)  # NetworkX's error for what is no whole number
    graph = G.engine_parallel(weight)
    ranks, converged = _engine.pagerank(graph, float(alpha), len(G) * tol, max(max_iter, 0) + 1, starts)
    if not converged or max_iter <= 0:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return by_node(G, ranks)


def _refuse_hits(max_iter, tol, nstart, method, **others):
    if method not in (None, "power_iteration", "svd"):
        return f"the method (method) is not supported: {method}"
    if method != "power_iteration":  # singular vectors, which are found by whatever numbers
        if not isinstance(max_iter, (int, np.integer)):
            return "iterations (max_iter) are whole ones"
        if not tol > 0:
            return "without a tolerance (tol) no iteration is the last one"
    return "start values (nstart) are not ours yet" if nstart is not None else None


@function(_refuse_hits)
def hits(G, max_iter=100, tol=1.0e-8, nstart=None, normalized=True, *, method=None):
    if len(G) == 0 or len(G.targets) == 0 or max_iter <= 0:
        chosen = {} if method is None else {"method": method}
        return original("hits")(G.to_networkx(), max_iter, tol, None, normalized, **chosen)
    range(max_iter)  # NetworkX's error for what is no whole number
    iterations = max_iter if method == "power_iteration" else 10 * max_iter  # singular vectors need fewer
    # Two hubs of which the best one is 1 are at least half as far from each other as those that add up to 1. So the
    # engine, which compares these, stops no later than NetworkX, and what is left is its last iterations.
    hubs, done = _engine.hits(G.engine_parallel("weight"), 2 * tol if tol > 0 else 0, iterations - 1)
    found = _refine(*G.parallel_rows("weight"), hubs, tol, iterations, done)
    hubs, authorities = found or _fail(max_iter, method)
    if not normalized:
        hubs, authorities = _scaled(*G.parallel_rows("weight"), hubs, authorities, method)
    return by_node(G, hubs), by_node(G, authorities)


def _scaled(offsets, targets, hubs, authorities, method):
    """As singular vectors, which NetworkX has before 3.7; or, by iterations, with 1 for the best."""
    if method == "power_iteration":
        return hubs / hubs.max(), authorities / authorities.max()
    authorities = authorities / np.linalg.norm(authorities)
    return np.add.reduceat(np.append(authorities[targets], 0), offsets[:-1]) * (np.diff(offsets) > 0), authorities


def _fail(max_iter, method):
    if method == "power_iteration":
        raise nx.PowerIterationFailedConvergence(max_iter)
    raise NotImplementedError("the power iteration has not converged, where NetworkX's singular vectors may")


def _refine(offsets, targets, hubs, tolerance, iterations, done):
    """Hubs and authorities that add up to 1; None if the iterations do not suffice. NetworkX compares hubs of which
    the best one is 1, and before the first iteration those that add up to 1."""
    sources = np.repeat(np.arange(len(hubs)), np.diff(offsets))
    last = hubs / hubs.max() if done else hubs
    for _ in range(iterations - done):
        authorities = np.bincount(targets, last[sources], len(hubs))
        hubs = np.bincount(sources, authorities[targets], len(hubs))
        best = hubs / hubs.max()
        if np.abs(best - last).sum() < tolerance:
            return hubs / hubs.sum(), authorities / authorities.sum()
        last = best
    return None


def _refuse_betweenness(weight, **others):
    return "betweenness by lengths (weight) is not ours yet" if weight is not None else None


@function(_refuse_betweenness)
def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    count = len(G)
    k = None if k == count else k
    samples = None if k is None else [G.index[node] for node in seed.sample(G.nodes, k)]
    if count == 0:
        return {}
    if samples == []:
        sums = np.zeros(count)
    else:
        sums = _engine.betweenness(G.engine(), samples)
    if endpoints:
        sums = sums + _endpoints(G, range(count) if samples is None else samples)
    return by_node(G, sums * _scales(G, samples, normalized, endpoints))


def _endpoints(graph, sources):
    """In how many of the pairs of a source and a node that it reaches every node is one of the two."""
    counts = np.zeros(len(graph))
    if graph.is_directed():
        for source in sources:
            reached = _engine.levels(graph.engine(), source) >= 0
            reached[source] = False
            counts += reached
            counts[source] += reached.sum()
        return counts
    labels = _components._labels(graph)
    is_source = np.zeros(len(graph))
    is_source[list(sources)] = 1
    sizes = np.bincount(labels, minlength=len(graph))
    sources_of = np.bincount(labels, is_source, len(graph))
    return is_source * (sizes[labels] - 1) + sources_of[labels] - is_source


def _scales(graph, samples, normalized, endpoints):
    """What the sums over ordered pairs are multiplied by, as NetworkX does since 3.6: a source cannot lie between
    itself and others, so of samples it has a pair less."""
    ends = len(graph) if endpoints else len(graph) - 1
    if ends < 2:
        return 1.0
    sources = ends if samples is None else len(samples)
    halved = 1 if graph.is_directed() else 2

    def scale(count):
        return 1 / (count * (ends - 1)) if normalized else ends / (count * halved)

    scales = np.full(len(graph), scale(sources))
    if samples is not None and not endpoints:
        scales[samples] = scale(sources - 1) if sources > 1 else math.nan
    return scales
