# SPDX-License-Identifier: Apache-2.0
"""Betweenness, PageRank, hubs and authorities."""
import random

import networkx as nx
import pytest
from graphs import NETWORKX, both, make, of_networkx

nx.config.warnings_to_ignore.add("cache")
UNDIRECTED = ["graph", "names", "loops", "multigraph"]
DIRECTED = ["digraph", "multidigraph"]


@pytest.mark.parametrize("endpoints", [False, True])
@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("k", [None, 1, 2, 12, 50])
@pytest.mark.parametrize("kind", ["graph", "digraph", "multigraph", "loops"])
def test_betweenness(kind, k, normalized, endpoints):
    graph = make(kind)
    ours, theirs = random.Random(7), random.Random(7)
    found = nx.betweenness_centrality(graph, k, normalized, None, endpoints, ours, backend="warpgraph")
    expected = of_networkx("betweenness_centrality")(graph, k, normalized, None, endpoints, theirs)
    assert list(found) == list(expected)
    assert list(found.values()) == pytest.approx(list(expected.values()), rel=1e-12, abs=1e-15, nan_ok=True)


@pytest.mark.parametrize("nodes", range(5))
def test_betweenness_of_few_nodes(nodes):
    graph = nx.path_graph(nodes)
    for endpoints in (False, True):
        expected, found = both("betweenness_centrality", graph, endpoints=endpoints)
        assert found == pytest.approx(expected)


@pytest.mark.parametrize("start", [None, {3: 1}, {3: 0.5, 9: 0.5, 11: 0, "none": 0.5}])
@pytest.mark.parametrize("kind", UNDIRECTED + DIRECTED)
def test_pagerank(kind, start):
    graph = make(kind)
    if start is not None and kind == "names":
        start = {f"n{node}": value for node, value in start.items()}
    expected, found = both("pagerank", graph, personalization=start, weight=None, tol=1e-13, max_iter=1000)
    assert list(found) == list(expected)
    assert found == pytest.approx(expected, abs=1e-10)


def test_pagerank_that_does_not_converge():
    with pytest.raises(nx.PowerIterationFailedConvergence):
        nx.pagerank(make("digraph"), max_iter=2, tol=1e-12, weight=None, backend="warpgraph")
    with pytest.raises(ZeroDivisionError):
        nx.pagerank(make("digraph"), personalization={3: 0}, weight=None, backend="warpgraph")


def converges(name, graph, backend, **options):
    try:
        getattr(nx, name)(graph, backend=backend, **options)
    except nx.PowerIterationFailedConvergence:
        return False
    return True


@pytest.mark.parametrize("tol", [1e-2, 1e-6])
def test_iterations_that_pagerank_needs(tol):
    for graph in (make("digraph"), nx.cycle_graph(4, nx.DiGraph)):
        enough = [converges("pagerank", graph, "networkx", max_iter=i, tol=tol, weight=None) for i in range(30)]
        assert enough == [converges("pagerank", graph, "warpgraph", max_iter=i, tol=tol, weight=None) for i in range(30)]
        assert len(set(enough)) == 2


@pytest.mark.skipif(NETWORKX < (3, 7), reason="NetworkX counts no iterations of hubs and authorities before 3.7")
def test_iterations_that_hubs_need():
    graph = make("digraph")
    for *_, data in graph.edges(data=True):
        del data["weight"]
    enough = [converges("hits", graph, "networkx", max_iter=i) for i in range(0, 300, 7)]
    assert enough == [converges("hits", graph, "warpgraph", max_iter=i) for i in range(0, 300, 7)]
    assert len(set(enough)) == 2


@pytest.mark.skipif(NETWORKX < (3, 7), reason="NetworkX counts no iterations of hubs and authorities before 3.7")
@pytest.mark.parametrize("tol", [1e-3, 1e-13, 0])
def test_iterations_that_hubs_need_where_they_settle_at_once(tol):
    loop = nx.Graph([(0, 0)])
    for graph in (loop, nx.cycle_graph(5), nx.star_graph(4), nx.complete_bipartite_graph(2, 3), nx.path_graph(4)):
        enough = [converges("hits", graph, "networkx", max_iter=i, tol=tol) for i in range(40)]
        assert enough == [converges("hits", graph, "warpgraph", max_iter=i, tol=tol) for i in range(40)]


def test_hits_in_all_digits():
    graph = make("digraph")
    for *_, data in graph.edges(data=True):
        del data["weight"]
    expected, found = both("hits", graph, tol=1e-15, max_iter=3000)
    for ours, theirs in zip(found, expected):
        assert list(ours.values()) == pytest.approx(list(theirs.values()), abs=1e-13)


@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize("kind", ["graph", "digraph", "multidigraph", "loops"])
def test_hits(kind, normalized):
    graph = make(kind)
    for *_, data in graph.edges(data=True):
        del data["weight"]
    expected, found = both("hits", graph, normalized=normalized, tol=1e-12, max_iter=2000)
    for ours, theirs in zip(found, expected):
        assert list(ours) == list(theirs)
        sign = 1 if sum(theirs.values()) > 0 else -1  # singular vectors have any
        assert list(ours.values()) == pytest.approx([sign * value for value in theirs.values()], abs=1e-8)


def test_no_samples_of_betweenness():
    with pytest.raises(ZeroDivisionError):
        nx.betweenness_centrality(make("graph"), 0, backend="warpgraph")
