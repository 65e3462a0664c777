# SPDX-License-Identifier: Apache-2.0
"""Arguments that are empty, used up, of another type or out of range: the results and errors are NetworkX's."""
import math

import networkx as nx
import pytest
from graphs import NETWORKX, plain

nx.config.warnings_to_ignore.add("cache")
pytestmark = pytest.mark.filterwarnings("ignore:.*bfs_predecessors is deprecated")

GRAPH, DIGRAPH = nx.path_graph(5), nx.path_graph(5, nx.DiGraph)


def outcome(name, graph, args, options, backend):
    args = [argument() if callable(argument) else argument for argument in args]  # what a call uses up
    try:
        return plain(getattr(nx, name)(graph, *args, **options, backend=backend))
    except NotImplementedError:
        raise
    except Exception as error:
        return type(error), str(error)


def check(name, graph, *args, **options):
    assert outcome(name, graph, args, options, "warpgraph") == outcome(name, graph, args, options, "networkx")


SETS = {
    "generator": lambda: (node for node in (0, 4)), "nothing": set, "twice": lambda: [0, 0], "missing": lambda: [0, 9],
    "text": lambda: "ab", "number": lambda: 3, "none": lambda: None, "dictionary": lambda: {0: 1},
    "lists": lambda: [[1], [2]]}


@pytest.mark.parametrize("nodes", SETS)
@pytest.mark.parametrize("name", [
    "multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length", "bfs_layers",
    "eccentricity", "triangles", "clustering", "average_clustering"])
def test_sets_of_nodes(name, nodes):
    check(name, GRAPH, SETS[nodes])


NODES = [[1], {}, math.nan, 9, "{x}", "%s", (1, 2), 1.0, True, "a" * 100_000, 10**400, object]
FROM_ONE = ["bfs_edges", "bfs_tree", "bfs_predecessors", "bfs_successors", "ancestors", "descendants",
            "single_source_shortest_path", "single_source_shortest_path_length", "single_target_shortest_path",
            "single_source_dijkstra", "single_source_dijkstra_path_length", "single_source_bellman_ford",
            "single_source_bellman_ford_path_length", "predecessor", "dijkstra_predecessor_and_distance",
            "closeness_centrality"]
BETWEEN_TWO = ["has_path", "shortest_path", "shortest_path_length", "dijkstra_path", "dijkstra_path_length",
               "bidirectional_dijkstra", "bellman_ford_path", "bellman_ford_path_length", "astar_path",
               "astar_path_length", "all_shortest_paths"]


@pytest.mark.parametrize("name", FROM_ONE)
def test_nodes_that_are_none(name):
    for each in NODES:
        check(name, DIGRAPH, *([lambda: object] if each is object else [each]))


@pytest.mark.parametrize("name", BETWEEN_TWO)
def test_pairs_of_nodes_that_are_none(name):
    for each in NODES[:-1]:
        for ends in ((0, each), (each, 0), (each, each)):
            check(name, DIGRAPH, *ends)


@pytest.mark.parametrize("cutoff", [math.nan, -1, 0, 1.5, None, 10**400, True, math.inf])
@pytest.mark.parametrize("name", [
    "single_source_shortest_path", "single_source_shortest_path_length", "single_source_dijkstra",
    "single_source_dijkstra_path_length", "dijkstra_predecessor_and_distance", "predecessor"])
def test_cutoffs(name, cutoff):
    check(name, DIGRAPH, 0, cutoff=cutoff)


@pytest.mark.parametrize("distance", [math.nan, -1, 0, 2.0, 1.5, None, "a", 10**400])
def test_distances_that_no_level_has(distance):
    check("descendants_at_distance", DIGRAPH, 0, distance)


@pytest.mark.parametrize("max_iter", [100.0, "a", None])
@pytest.mark.parametrize("name", ["pagerank", "hits"] if NETWORKX >= (3, 7) else ["pagerank"])
def test_iterations_that_are_no_number(name, max_iter):
    check(name, DIGRAPH, max_iter=max_iter)


def test_many_iterations():
    assert nx.pagerank(DIGRAPH, max_iter=10**12, backend="warpgraph") == nx.pagerank(DIGRAPH, backend="warpgraph")
    assert nx.hits(GRAPH, max_iter=10**12, backend="warpgraph") == nx.hits(GRAPH, max_iter=10**3, backend="warpgraph")


@pytest.mark.parametrize("name, options", [
    ("pagerank", {"alpha": "a"}), ("pagerank", {"tol": None}), ("pagerank", {"personalization": [1]}),
    ("pagerank", {"personalization": {0: "a"}}), ("pagerank", {"personalization": {0: math.nan}}),
    ("hits", {"tol": math.nan}), ("hits", {"tol": "a"})])
def test_arguments_of_another_type_are_left_to_networkx(name, options):
    def said(**how):
        try:
            return getattr(nx, name)(DIGRAPH, **options, **how)
        except Exception as error:
            return type(error), str(error)

    with nx.config(backend_priority=["warpgraph"]):
        assert said() == said(backend="networkx")
