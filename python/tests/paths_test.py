# SPDX-License-Identifier: Apache-2.0
"""Paths of searches."""

import networkx as nx
import numpy as np
import pytest

import warpgraph as wg


def _graph(names, devices, weighted=True):
    random = np.random.default_rng(7)
    source, target = random.integers(0, 40, 90), random.integers(0, 40, 90)
    weight = random.integers(0, 5, 90) if weighted else None
    return wg.from_edges([names(v) for v in source], [names(v) for v in target], weight, directed=True, devices=devices)


@pytest.mark.parametrize("devices", ["host", "host:3"])
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("names", [int, lambda v: 1000 + 3 * int(v), lambda v: f"stop {v}", lambda v: 2**64 - 2 - int(v)])
def test_paths_are_shortest_ones(names, weighted, devices):
    graph = _graph(names, devices, weighted)
    source = graph.names.tolist()[5]
    theirs = nx.DiGraph()
    theirs.add_nodes_from(graph.names.tolist())
    for u, v, w in zip(*(each.tolist() for each in (graph.to_edges() if weighted else (*graph.to_edges()[:2], np.ones(graph.m))))):
        theirs.add_edge(u, v, weight=min(w, theirs.get_edge_data(u, v, {"weight": w})["weight"]))
    expected = nx.single_source_dijkstra_path_length(theirs, source)
    for result in (graph.sssp(source), graph.sssp(source, columns=["distance", "parent"])) if weighted else (graph.bfs(source),):
        distances = dict(zip(result.names.tolist(), result.values.tolist()))
        for name in graph.names.tolist():
            path = result.path_to(name)
            if name not in expected:
                assert path == []
                continue
            assert path[0] == source and path[-1] == name
            assert sum(theirs[u][v]["weight"] for u, v in zip(path, path[1:])) == expected[name] == distances[name]


def test_what_has_no_paths_says_so():
    graph = wg.from_edges(["a"], ["b"])
    with pytest.raises(wg.UsageError, match="pagerank finds no paths; bfs and sssp do"):
        graph.pagerank().path_to("b")
    with pytest.raises(wg.UnknownVertex):
        graph.sssp("a").path_to("c")
