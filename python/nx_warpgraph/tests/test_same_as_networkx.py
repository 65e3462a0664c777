# SPDX-License-Identifier: Apache-2.0
"""Results are NetworkX's own: values, types, and the order of dictionaries and generators."""
import random

import networkx as nx
import pytest
from graphs import both, check, dispatched, make, node, of_networkx, plain

from nx_warpgraph import Graph

UNDIRECTED = ["graph", "names", "loops", "multigraph"]
DIRECTED = ["digraph", "multidigraph"]
SEEDS = [1, 2]

nx.config.warnings_to_ignore.add("cache")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", UNDIRECTED)
@pytest.mark.parametrize("name", ["connected_components", "number_connected_components", "is_connected"])
def test_connected(name, kind, seed):
    check(name, make(kind, seed))


@pytest.mark.parametrize("kind", UNDIRECTED)
def test_component_of_a_node(kind):
    graph = make(kind)
    check("node_connected_component", graph, node(graph))


@pytest.mark.parametrize("kind", DIRECTED)
@pytest.mark.parametrize("name", [
    "weakly_connected_components", "number_weakly_connected_components", "is_weakly_connected",
    "number_strongly_connected_components", "is_strongly_connected"])
def test_components_of_directed_graphs(name, kind):
    check(name, make(kind))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["strongly_connected_components", "attracting_components"])
def test_components_of_acyclic_graphs_have_the_order_of_networkx(name, seed):
    graph, rng = nx.DiGraph(), random.Random(seed)
    graph.add_nodes_from(range(30, 0, -1))
    graph.add_edges_from(sorted(rng.sample(range(1, 31), 2), reverse=True) for _ in range(40))
    check(name, graph)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", DIRECTED)
def test_strong_components_come_before_those_that_lead_to_them(kind, seed):
    graph = make(kind, seed)
    expected, found = both("strongly_connected_components", graph)
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    place = {v: i for i, component in enumerate(found) for v in component}
    assert all(place[v] <= place[u] for u, v in graph.edges())


@pytest.mark.parametrize("kind", UNDIRECTED + DIRECTED)
@pytest.mark.parametrize("name", ["bfs_edges", "bfs_tree", "bfs_successors", "bfs_layers"])
def test_breadth_first(name, kind):
    graph = make(kind)
    check(name, graph, node(graph, 3))


@pytest.mark.filterwarnings("ignore:.*bfs_predecessors is deprecated")
@pytest.mark.parametrize("kind", ["graph", "digraph"])
def test_predecessors(kind):
    check("bfs_predecessors", make(kind), 3, depth_limit=2)


@pytest.mark.parametrize("kind", ["graph", "digraph"])
@pytest.mark.parametrize("limit", [0, 1, 2, 50])
def test_breadth_first_with_a_limit(kind, limit):
    for reverse in (False, True):
        check("bfs_edges", make(kind), 3, reverse, limit)
    check("bfs_tree", make(kind), 3, depth_limit=limit)
    check("bfs_successors", make(kind), 3, depth_limit=limit)
    check("descendants_at_distance", make(kind), 3, limit)


@pytest.mark.parametrize("kind", ["graph", "digraph"])
def test_layers_from_several_nodes(kind):
    check("bfs_layers", make(kind), [4, 9, 17])


@pytest.mark.parametrize("kind", ["graph", "digraph"])
def test_wide_levels_keep_the_order(kind):
    """Levels of more nodes go another way than narrow ones."""
    graph = nx.gnp_random_graph(600, 0.02, seed=5, directed=kind == "digraph")
    check("bfs_edges", graph, 0)
    check("single_source_shortest_path", graph, 0)


@pytest.mark.parametrize("cutoff", [None, 0, 2])
@pytest.mark.parametrize("kind", UNDIRECTED + DIRECTED)
@pytest.mark.parametrize("name", [
    "single_source_shortest_path", "single_source_shortest_path_length",
    "single_target_shortest_path", "single_target_shortest_path_length"])
def test_shortest_paths(name, kind, cutoff):
    graph = make(kind)
    check(name, graph, node(graph, 5), cutoff=cutoff)


@pytest.mark.parametrize("kind", ["graph", "digraph"])
@pytest.mark.parametrize("name", ["all_pairs_shortest_path", "all_pairs_shortest_path_length"])
def test_all_pairs(name, kind):
    check(name, make(kind))


@pytest.mark.parametrize("weight", [None, "weight", "length"])
@pytest.mark.parametrize("kind", ["graph", "digraph", "multidigraph"])
@pytest.mark.parametrize("ends", [{}, {"source": 3}, {"target": 3}])
def test_generic_paths(kind, ends, weight):
    expected, found = both("shortest_path", make(kind), **ends, weight=weight)
    assert found == expected
    expected, found = both("shortest_path_length", make(kind), **ends, weight=weight)
    assert found == expected


@pytest.mark.parametrize("method", ["dijkstra", "bellman-ford"])
@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("kind", ["graph", "digraph"])
def test_paths_between_two_nodes(kind, weight, method):
    graph = make(kind)
    for target in range(50):
        check("has_path", graph, 3, target)
        if nx.has_path(graph, 3, target):
            check("shortest_path_length", graph, 3, target, weight, method)
            path = nx.shortest_path(graph, 3, target, weight, method, backend="warpgraph")
            assert path[0] == 3 and path[-1] == target
            length = len(path) - 1 if weight is None else nx.path_weight(graph, path, weight)
            assert length == nx.shortest_path_length(graph, 3, target, weight)
        else:
            with pytest.raises(nx.NetworkXNoPath):
                nx.shortest_path(graph, 3, target, weight, method, backend="warpgraph")


@pytest.mark.parametrize("cutoff", [None, 0.4, 3])
@pytest.mark.parametrize("weight", ["weight", "length", "missing"])
@pytest.mark.parametrize("kind", UNDIRECTED + DIRECTED)
@pytest.mark.parametrize("name", ["single_source_dijkstra", "single_source_dijkstra_path"])
def test_dijkstra(name, kind, weight, cutoff):
    graph = make(kind)
    check(name, graph, node(graph, 5), cutoff=cutoff, weight=weight)


@pytest.mark.parametrize("weight", ["weight", "length"])
@pytest.mark.parametrize("kind", UNDIRECTED + DIRECTED)
def test_lengths_ascend(kind, weight):
    graph = make(kind)
    for name in ("single_source_dijkstra_path_length", "single_source_bellman_ford_path_length"):
        expected, found = both(name, graph, node(graph, 5), weight=weight)
        assert found == expected
        assert list(found.values()) == sorted(found.values())
        assert type(found[node(graph, 5)]) is int


@pytest.mark.parametrize("weight", ["weight", "length"])
@pytest.mark.parametrize("kind", ["graph", "digraph"])
def test_several_sources(kind, weight):
    for cutoff in (None, 2):
        check("multi_source_dijkstra", make(kind), {3, 4, 9}, cutoff=cutoff, weight=weight)
        check("multi_source_dijkstra_path", make(kind), {3, 4, 9}, cutoff=cutoff, weight=weight)
        expected, found = both("multi_source_dijkstra_path_length", make(kind), {3, 4, 9}, cutoff, weight)
        assert found == expected


@pytest.mark.parametrize("weight", ["weight", "length"])
@pytest.mark.parametrize("kind", ["graph", "digraph", "multigraph"])
def test_one_target(kind, weight):
    graph = make(kind)
    for target in nx.single_source_shortest_path(graph, 3):
        check("single_source_dijkstra", graph, 3, target, weight=weight)
        check("dijkstra_path", graph, 3, target, weight)
        check("dijkstra_path_length", graph, 3, target, weight)
        check("bellman_ford_path_length", graph, 3, target, weight)
        length, path = nx.bidirectional_dijkstra(graph, 3, target, weight, backend="warpgraph")
        assert nx.path_weight(graph, path, weight) == pytest.approx(length)
        path = nx.bellman_ford_path(graph, 3, target, weight, backend="warpgraph")
        assert nx.path_weight(graph, path, weight) == pytest.approx(length)


@pytest.mark.parametrize("kind", ["graph", "digraph"])
def test_bellman_ford_from_a_node(kind):
    graph = make(kind)
    lengths, paths = nx.single_source_bellman_ford(graph, 3, weight="length", backend="warpgraph")
    assert lengths == of_networkx("single_source_bellman_ford_path_length")(graph, 3, "length")
    assert paths == of_networkx("single_source_bellman_ford_path")(graph, 3, "length")  # no two are equally long
    assert paths == nx.single_source_bellman_ford_path(graph, 3, weight="length", backend="warpgraph")


@pytest.mark.parametrize("kind", ["graph", "digraph"])
def test_tight_predecessors(kind):
    expected, found = both("dijkstra_predecessor_and_distance", make(kind), 3)
    assert found == expected


@pytest.mark.parametrize("kind", ["graph", "digraph"])
@pytest.mark.parametrize("name", ["all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length"])
def test_all_pairs_by_length(name, kind):
    expected, found = both(name, make(kind), weight="length")
    assert found == expected


def test_lengths_of_zero():
    graph = nx.Graph()
    graph.add_weighted_edges_from([(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 1), (3, 4, 0)])
    check("single_source_dijkstra", graph, 0)
    check("single_source_dijkstra", graph, 2)


@pytest.mark.parametrize("weight", ["weight", "length", "missing"])
@pytest.mark.parametrize("kind", UNDIRECTED)
@pytest.mark.parametrize("name", ["minimum_spanning_tree", "maximum_spanning_tree"])
def test_spanning_trees(name, kind, weight):
    check(name, make(kind), weight=weight)


@pytest.mark.parametrize("data", [True, False])
@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize("kind", ["graph", "multigraph"])
@pytest.mark.parametrize("name", ["minimum_spanning_edges", "maximum_spanning_edges"])
def test_spanning_edges(name, kind, keys, data):
    check(name, make(kind), keys=keys, data=data)


def test_spanning_edges_of_any_weights():
    graph = make("graph")
    for i, (*_, data) in enumerate(graph.edges(data=True)):
        data["weight"] = [-1, 0.5, 2**80, float("inf"), True][i % 5]
    check("minimum_spanning_edges", graph)
    check("maximum_spanning_edges", graph)


def test_spanning_edges_without_weights_that_are_none():
    graph = make("graph")
    for i, (*_, data) in enumerate(graph.edges(data=True)):
        data["weight"] = float("nan") if i % 4 == 0 else i % 3
    check("minimum_spanning_edges", graph, ignore_nan=True)
    with pytest.raises(ValueError, match="NaN found as an edge weight"):
        nx.minimum_spanning_tree(graph, backend="warpgraph")
    edges = nx.minimum_spanning_edges(graph, backend="warpgraph")
    with pytest.raises(ValueError, match="NaN found as an edge weight"):
        next(edges)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["graph", "names"])
@pytest.mark.parametrize("name", ["core_number", "onion_layers", "k_core", "k_shell", "k_crust"])
def test_cores(name, kind, seed):
    check(name, make(kind, seed))


def test_cores_of_a_k():
    graph = nx.gnp_random_graph(200, 0.05, seed=3)
    graph.add_nodes_from([500, 501])
    for k in range(7):
        for name in ("k_core", "k_shell", "k_crust", "k_corona"):
            check(name, graph, k)
    check("onion_layers", graph)
    check("onion_layers", nx.path_graph(30))
    check("onion_layers", nx.barbell_graph(7, 9))


@pytest.mark.parametrize("name", ["core_number", "k_core", "onion_layers"])
def test_loops_are_refused_as_networkx_does(name):
    with pytest.raises(nx.NetworkXNotImplemented, match="self loops which is not permitted"):
        dispatched(name)(make("loops"), backend="warpgraph")


@pytest.mark.parametrize("kind", ["graph", "names", "loops"])
@pytest.mark.parametrize("name", ["triangles", "clustering", "average_clustering", "transitivity"])
def test_clusters(name, kind):
    check(name, make(kind))


@pytest.mark.parametrize("name", ["triangles", "clustering"])
def test_clusters_of_some_nodes(name):
    check(name, make("graph"), 3)
    check(name, make("graph"), [3, 7, "none", 1])
    check("average_clustering", make("graph"), count_zeros=False)


def test_triangles_of_multigraphs():
    check("triangles", make("multigraph"))


@pytest.mark.parametrize("name", [
    "connected_components", "core_number", "onion_layers", "triangles", "clustering", "pagerank", "hits",
    "betweenness_centrality", "minimum_spanning_tree", "transitivity", "all_pairs_shortest_path"])
def test_graphs_of_nothing(name):
    check(name, nx.Graph())


@pytest.mark.parametrize("name", ["strongly_connected_components", "weakly_connected_components"])
def test_directed_graphs_of_nothing(name):
    check(name, nx.DiGraph())


@pytest.mark.parametrize("name, error", [
    ("single_source_shortest_path", nx.NodeNotFound), ("single_source_dijkstra", nx.NodeNotFound),
    ("single_source_bellman_ford", nx.NodeNotFound), ("bfs_edges", nx.NetworkXError),
    ("bfs_successors", nx.NetworkXError), ("bfs_layers", nx.NetworkXError), ("node_connected_component", KeyError)])
def test_nodes_that_are_missing(name, error):
    with pytest.raises(error):
        plain(dispatched(name)(make("graph"), 99 if name != "bfs_layers" else [99], backend="warpgraph"))


@pytest.mark.parametrize("kind", UNDIRECTED + DIRECTED)
def test_views(kind):
    graph = make(kind)
    place = {v: i for i, v in enumerate(graph)}
    view = nx.subgraph_view(graph, filter_node=lambda v: place[v] != 3,
                            filter_edge=lambda *edge: (place[edge[0]] + place[edge[1]]) % 3 > 0)
    check("single_source_dijkstra", view, node(graph, 5))
    check("single_source_shortest_path", view, node(graph, 5))
    check("weakly_connected_components" if graph.is_directed() else "connected_components", view)


def test_graphs_from_arrays():
    graph = Graph.from_arrays([0, 2, 3, 4, 4], [1, 2, 0, 0], nodes="abcd", weights=[5, 7, 5, 7])
    assert nx.single_source_dijkstra(graph, "b") == ({"b": 0, "a": 5, "c": 12}, {
        "b": ["b"], "a": ["b", "a"], "c": ["b", "a", "c"]})
    assert sorted(nx.minimum_spanning_tree(graph).edges(data="weight")) == [("a", "b", 5), ("a", "c", 7)]
    assert list(nx.connected_components(graph)) == [{"a", "b", "c"}, {"d"}]
    assert graph.number_of_edges() == 2
    directed = Graph.from_arrays([0, 1, 2, 2], [1, 2], directed=True)
    assert nx.single_target_shortest_path_length(directed, 2) == {2: 0, 1: 1, 0: 2}
    assert nx.shortest_path_length(directed, target=2, weight="weight") == {2: 0, 1: 1, 0: 2}
