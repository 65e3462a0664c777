# SPDX-License-Identifier: Apache-2.0
"""Conversions are kept with the graph until it changes."""
import copy
import pickle

import networkx as nx
import pytest
from graphs import make

from nx_warpgraph import _engine, convert_from_nx

nx.config.warnings_to_ignore.add("cache")


@pytest.fixture
def made(monkeypatch):
    """How many graphs the engine has been given."""
    graphs, make_graph = [], _engine.graph

    def counted(*args, **kwargs):
        graphs.append(make_graph(*args, **kwargs))
        return graphs[-1]

    monkeypatch.setattr(_engine, "graph", counted)
    return graphs


def test_one_graph_of_the_engine_serves_many_calls(made):
    graph = make("graph")
    nx.core_number(graph, backend="warpgraph")
    list(nx.connected_components(graph, backend="warpgraph"))
    nx.single_source_shortest_path(graph, 3, backend="warpgraph")
    nx.pagerank(graph, weight="missing", backend="warpgraph")
    assert len(made) == 1
    nx.single_source_dijkstra(graph, 3, backend="warpgraph")
    nx.dijkstra_path_length(graph, 3, 3, backend="warpgraph")
    nx.single_source_dijkstra_path(graph, 4, backend="warpgraph")
    assert len(made) == 2


def test_a_changed_graph_is_converted_again(made):
    graph = nx.path_graph(4)
    assert nx.number_connected_components(graph, backend="warpgraph") == 1
    graph.remove_edge(1, 2)
    assert nx.number_connected_components(graph, backend="warpgraph") == 2
    assert len(made) == 2


CHANGES = {
    "add_edge": lambda graph: graph.add_edge(1, 3, weight=0),
    "add_edges_from": lambda graph: graph.add_edges_from([(0, 3, {"weight": 0})]),
    "add_weighted_edges_from": lambda graph: graph.add_weighted_edges_from([(0, 3, 0)]),
    "weight of add_edge": lambda graph: graph.add_edge(0, 1, weight=9),
    "remove_edge": lambda graph: graph.remove_edge(1, 2),
    "remove_edges_from": lambda graph: graph.remove_edges_from([(1, 2)]),
    "remove_node": lambda graph: graph.remove_node(2),
    "remove_nodes_from": lambda graph: graph.remove_nodes_from([2]),
    "add_node": lambda graph: graph.add_node(99),
    "clear_edges": lambda graph: graph.clear_edges(),
    "update": lambda graph: graph.update(edges=[(0, 3, {"weight": 0})]),
    "relabel_nodes": lambda graph: nx.relabel_nodes(graph, {3: "three"}, copy=False),
    "set_edge_attributes": lambda graph: nx.set_edge_attributes(graph, 7, "weight"),
}


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("change", CHANGES)
def test_every_way_to_change_a_graph_is_seen(change, kind):
    graph = nx.cycle_graph(6, kind)
    nx.set_edge_attributes(graph, 2, "weight")
    seen = [graph, graph.subgraph(range(6))]
    for each in seen:
        nx.single_source_dijkstra(each, 0, backend="warpgraph")
    CHANGES[change](graph)
    for each in seen:
        found, expected = (nx.single_source_dijkstra(each, 0, backend=backend) for backend in ("warpgraph", "networkx"))
        assert found == expected


def test_weights_that_changed_behind_the_back_of_networkx_are_read_again_without_its_cache(made):
    graph = nx.path_graph(3)
    with nx.config(cache_converted_graphs=False):
        assert nx.dijkstra_path_length(graph, 0, 2, backend="warpgraph") == 2
        graph[0][1]["weight"] = 5
        assert nx.dijkstra_path_length(graph, 0, 2, backend="warpgraph") == 6
        graph._adj[2][0] = graph._adj[0][2] = {}
        assert nx.dijkstra_path_length(graph, 0, 2, backend="warpgraph") == 1


def test_a_graph_without_a_cache_is_converted_each_time(made):
    graph = nx.path_graph(3)
    graph.__networkx_cache__ = None
    nx.is_connected(graph, backend="warpgraph")
    nx.is_connected(graph, backend="warpgraph")
    assert len(made) == 2


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda graph: pickle.loads(pickle.dumps(graph))])
def test_graphs_with_a_conversion_can_be_copied_and_pickled(duplicate):
    graph = make("digraph")
    first = nx.single_source_dijkstra(graph, 3, backend="warpgraph")
    again = duplicate(graph)
    assert nx.single_source_dijkstra(again, 3, backend="warpgraph") == first
    again.remove_node(4)
    assert nx.number_weakly_connected_components(graph) == nx.number_weakly_connected_components(graph, backend="warpgraph")
    assert nx.single_source_dijkstra(duplicate(convert_from_nx(graph)), 3) == first


def test_conversion_there_and_back_keeps_all():
    graph = make("multidigraph")
    back = nx.utils.backends._load_backend("warpgraph").convert_to_nx(convert_from_nx(graph))
    assert back.is_directed() and back.is_multigraph() and back.graph == graph.graph
    assert back._node == graph._node and back._adj == graph._adj
