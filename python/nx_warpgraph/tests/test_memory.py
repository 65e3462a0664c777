# SPDX-License-Identifier: Apache-2.0
"""Calls leave nothing behind, and a conversion goes with its graph."""
import gc
import weakref

import networkx as nx
import pytest

from nx_warpgraph import _engine

nx.config.warnings_to_ignore.add("cache")


def resident():
    """Bytes of this process that are in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def call_all(graph):
    nx.core_number(graph, backend="warpgraph")
    nx.single_source_dijkstra(graph, 0, weight="length", backend="warpgraph")
    nx.hits(graph, max_iter=1000, backend="warpgraph")
    with pytest.raises(nx.NodeNotFound):
        nx.single_source_shortest_path(graph, "none", backend="warpgraph")


@pytest.mark.parametrize("is_new", [False, True])
def test_a_thousand_calls_take_no_more_memory(is_new):
    graph = nx.gnp_random_graph(100, 0.1, seed=1)
    nx.set_edge_attributes(graph, 2.5, "length")

    def calls(count):
        for i in range(count):
            call_all(graph.copy() if is_new else graph)
            if i % 10 == 0:
                gc.collect()
        return resident()

    before = calls(51)
    assert calls(251) < before + 2**22


def test_a_conversion_goes_with_its_graph(monkeypatch):
    made, make_graph = [], _engine.graph

    def noted(*args, **kwargs):
        graph = make_graph(*args, **kwargs)
        made.append(weakref.ref(graph))
        return graph

    monkeypatch.setattr(_engine, "graph", noted)
    graph = nx.path_graph(5)
    nx.core_number(graph, backend="warpgraph")
    nx.single_source_dijkstra(graph, 0, backend="warpgraph")
    assert len(made) == 2 and all(ref() is not None for ref in made)
    del graph
    gc.collect()
    assert all(ref() is None for ref in made)
