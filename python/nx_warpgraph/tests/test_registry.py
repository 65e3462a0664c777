# SPDX-License-Identifier: Apache-2.0
"""What is registered, what is refused, and that each function reaches the engine."""
import inspect
import logging
import re
import subprocess
import sys

import networkx as nx
import pytest
from graphs import dispatched, make, of_networkx, plain

from nx_warpgraph import _engine, _registry, convert_from_nx, get_info
from nx_warpgraph._backend import backend

# A call of each function that needs more than a graph.
ARGUMENTS = {
    "bfs_layers": (3,), "bidirectional_shortest_path": (3, 4), "has_path": (3, 4), "descendants_at_distance": (3, 2),
    "node_connected_component": (3,), "shortest_path": (3,), "shortest_path_length": (3,), "k_corona": (2,),
    "multi_source_dijkstra": ({3, 4},), "multi_source_dijkstra_path": ({3, 4},),
    "multi_source_dijkstra_path_length": ({3, 4},), "dijkstra_path": (3, 4), "dijkstra_path_length": (3, 4),
    "bidirectional_dijkstra": (3, 4), "bellman_ford_path": (3, 4), "bellman_ford_path_length": (3, 4),
    "all_shortest_paths": (3, 4), "astar_path": (3, 4), "astar_path_length": (3, 4),
}
FROM_A_NODE = ("bfs_", "single_", "dijkstra_predecessor", "predecessor", "ancestors", "descendants")
SINCE_3_7 = [("hits", "method"), ("closeness_centrality", "sp")]
OF_CONNECTED = ("eccentricity", "diameter", "radius", "center", "periphery", "average_shortest_path_length",
                "wiener_index")


def arguments(name):
    return ARGUMENTS.get(name, (3,) if name.startswith(FROM_A_NODE) else ())


def graph_for(name):
    directed = name == "condensation" or any(kind in name for kind in ("weakly", "strongly", "attracting"))
    graph = make("digraph" if directed else "graph")
    if name in OF_CONNECTED:
        graph.add_edges_from(nx.path_graph(len(graph)).edges, weight=2)
    if name in ("hits", "pagerank"):
        for *_, data in graph.edges(data=True):
            del data["weight"]
    if arguments(name)[:1] == (3,) and not graph.has_edge(3, 4):
        graph.add_edge(3, 4, weight=1)
    return graph


def test_networkx_is_told_of_what_there_is():
    info = get_info()
    assert set(info["functions"]) == set(_registry.FUNCTIONS)
    assert all(hasattr(backend, name) for name in info["functions"])
    assert nx.utils.backends.backend_info["warpgraph"]["package"] == "nx_warpgraph"


@pytest.mark.parametrize("name", sorted(_registry.FUNCTIONS))
def test_arguments_are_those_of_networkx(name):
    def parameters(call):
        found = {p.name: p.default for p in inspect.signature(call).parameters.values()}
        return {key: value for key, value in found.items() if (name, key) not in SINCE_3_7}

    assert parameters(getattr(backend, name)) == parameters(of_networkx(name))


@pytest.mark.filterwarnings("ignore:.*bfs_predecessors is deprecated")
@pytest.mark.parametrize("name", sorted(_registry.FUNCTIONS))
def test_each_function_is_dispatched_and_runs_on_the_engine(name, caplog):
    before = _engine.calls
    with caplog.at_level(logging.DEBUG, "networkx"):
        plain(dispatched(name)(graph_for(name), *arguments(name), backend="warpgraph"))
    assert _engine.calls > before
    assert f"Using backend 'warpgraph' for call to '{name}'" in caplog.text


def test_the_description_imports_nothing():
    code = ("import sys; from nx_warpgraph._info import get_info; get_info(); "
            "print([m for m in ('numpy', 'networkx', 'warpgraph') if m in sys.modules])")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


REFUSED = [
    ("pagerank", "graph", {"nstart": {0: 1}}, "nstart"),
    ("pagerank", "graph", {"dangling": {0: 1}}, "dangling"),
    ("pagerank", "graph", {"personalization": {0: 1, 1: 2}}, "several weights"),
    ("pagerank", "graph", {"alpha": 1}, "alpha"),
    ("pagerank", "graph", {"tol": 0}, "tol"),
    ("hits", "graph", {"nstart": {0: 1}}, "nstart"),
    ("hits", "graph", {"tol": 0}, "tol"),
    ("hits", "graph", {"max_iter": 7.0}, "max_iter"),
    ("betweenness_centrality", "graph", {"weight": "weight"}, "by lengths"),
    ("clustering", "graph", {"weight": "weight"}, "with weights"),
    ("clustering", "digraph", {}, "directed"),
    ("average_clustering", "digraph", {}, "directed"),
    ("transitivity", "digraph", {}, "directed"),
    ("triangles", "multigraph", {"nodes": [1]}, "multigraphs"),
    ("core_number", "digraph", {}, "directed"),
    ("k_core", "digraph", {}, "directed"),
    ("k_core", "graph", {"core_number": {}}, "are given"),
    ("minimum_spanning_edges", "graph", {"algorithm": "prim"}, "Kruskal"),
    ("maximum_spanning_tree", "graph", {"algorithm": "boruvka"}, "Kruskal"),
    ("condensation", "digraph", {"scc": []}, "scc"),
    ("has_path", "graph", {"source": None, "target": 3}, "None"),
    ("all_shortest_paths", "graph", {"source": 3, "target": 4, "weight": "weight", "method": "bellman-ford"}, "method"),
    ("eccentricity", "graph", {"sp": {}}, "sp"),
    ("diameter", "graph", {"e": {}}, "(e)"),
    ("center", "graph", {"usebounds": True}, "usebounds"),
    ("average_shortest_path_length", "graph", {"method": "floyd-warshall"}, "method"),
    ("bfs_edges", "graph", {"source": 3, "sort_neighbors": sorted}, "order"),
    ("single_source_dijkstra", "graph", {"source": 3, "weight": lambda u, v, d: 1}, "by a function"),
    ("shortest_path", "graph", {"source": 3, "weight": lambda u, v, d: 1}, "by a function"),
    ("closeness_centrality", "graph", {"distance": lambda u, v, d: 1}, "by a function"),
    ("harmonic_diameter", "graph", {"sp": {}}, "sp"),
    ("astar_path", "graph", {"source": 3, "target": 4, "heuristic": lambda u, v: 0}, "heuristic"),
    ("astar_path_length", "graph", {"source": 3, "target": 4, "cutoff": 2}, "cutoff"),
    ("kosaraju_strongly_connected_components", "digraph", {"source": 3}, "source"),
    ("voterank", "graph", {}, "not a function of this backend"),
]


@pytest.mark.parametrize("name, kind, kwargs, reason", REFUSED)
def test_what_cannot_run_says_why(name, kind, kwargs, reason):
    said = backend.can_run(name, (make(kind),), kwargs)
    assert isinstance(said, str) and reason in said
    assert any(re.search(rf"\b{argument}\b", said) for argument in ("G", *kwargs)) or name not in _registry.FUNCTIONS


@pytest.mark.parametrize("weights, reason", [
    ([1, -1], "negative"), ([1.0, float("inf")], "infinite"), (["a", "b"], "of type str"), ([1, None], "NoneType"),
    ([1, 2**70], "64 bits")])
def test_lengths_that_are_not_ours_are_left_to_networkx(weights, reason):
    graph = nx.DiGraph()
    graph.add_edge(0, 1, weight=weights[0])
    graph.add_edge(1, 2, weight=weights[1])
    with pytest.raises(NotImplementedError) as error:
        nx.single_source_dijkstra(graph, 0, backend="warpgraph")
    assert reason in str(error.value.__cause__)


def test_unequal_weights_of_pagerank_are_left_to_networkx():
    with pytest.raises(NotImplementedError) as error:
        nx.pagerank(make("digraph"), backend="warpgraph")
    assert "several weights" in str(error.value.__cause__)
    with nx.config(backend_priority=["warpgraph"]):
        assert nx.pagerank(make("digraph")) == of_networkx("pagerank")(make("digraph"))


def test_small_graphs_are_left_to_networkx():
    small, middle = nx.path_graph(20), nx.path_graph(_registry.LEAST_ENTRIES)
    assert "fewer than" in backend.should_run("core_number", (small,), {})
    assert backend.should_run("core_number", (middle,), {}) is True
    assert "fewer than" in backend.should_run("connected_components", (middle,), {})


def test_a_conversion_pays_for_one_pass_on_large_graphs_only():
    graph = nx.path_graph(_registry.LEAST_ENTRIES_OF_ONE_PASS)
    assert "fewer than" in backend.should_run("connected_components", (graph,), {})
    convert_from_nx(graph)
    assert backend.should_run("connected_components", (graph,), {}) is True
    graph.add_edge(0, 2)
    assert "fewer than" in backend.should_run("connected_components", (graph,), {})


def test_searches_by_edges_pay_later_than_those_by_lengths():
    graph = nx.path_graph(_registry.LEAST_ENTRIES)
    for name in ("eccentricity", "average_shortest_path_length", "shortest_path"):
        assert f"fewer than {_registry.LEAST_ENTRIES_OF_SEARCHES}" in backend.should_run(name, (graph,), {})
        assert backend.should_run(name, (graph,), {"weight": "weight"}) is True
    assert "fewer than" in backend.should_run("all_pairs_shortest_path", (graph,), {})
    assert backend.should_run("all_pairs_shortest_path", (nx.path_graph(_registry.LEAST_ENTRIES_OF_SEARCHES),), {}) is True


def test_searches_between_two_nodes_are_left_to_networkx():
    graph = nx.path_graph(_registry.LEAST_ENTRIES_OF_ONE_PASS_TO_CONVERT)
    assert "both sides" in backend.should_run("shortest_path", (graph, 0, 1), {})
    assert backend.should_run("shortest_path", (graph, 0), {}) is True


@pytest.mark.parametrize("name", sorted(_registry.FUNCTIONS))
def test_arguments_may_be_given_by_name_or_place(name):
    graph = graph_for(name)
    values = dict(zip(list(inspect.signature(of_networkx(name)).parameters), (graph, *arguments(name))))
    assert backend.can_run(name, (), values) is True
    assert backend.can_run(name, tuple(values.values()), {}) is True
    assert backend.should_run(name, (), values) is not True


class Complement(nx.Graph):
    """Its nodes are neighbors where its edges are not."""

    def neighbors(self, n):
        return iter(set(self._adj) - set(self._adj[n]) - {n})

    def __getitem__(self, n):
        return dict.fromkeys(self.neighbors(n), {})


def test_a_class_that_says_itself_which_neighbors_there_are_is_left_to_networkx():
    graph = nx.path_graph(5, create_using=Complement)
    assert backend.can_run("core_number", (graph,), {}) == "Complement says itself which neighbors a node has (G)"
    with pytest.raises(NotImplementedError, match="not implemented by .warpgraph. backend"):
        nx.core_number(graph, backend="warpgraph")
    assert backend.can_run("core_number", (type("Roads", (nx.Graph,), {})(graph),), {}) is True
