# SPDX-License-Identifier: Apache-2.0
"""Eccentricities, mean lengths, and all shortest paths."""
import networkx as nx
import pytest
from graphs import both, check, dispatched, make, of_networkx, plain

KINDS = ["graph", "loops", "digraph", "multigraph", "multidigraph"]
LENGTHS = [None, "weight", "length"]

nx.config.warnings_to_ignore.add("cache")


def connected(kind):
    graph = make(kind)
    graph.add_edges_from(nx.cycle_graph(len(graph)).edges, weight=3, length=0.7)
    return graph


@pytest.mark.parametrize("weight", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["eccentricity", "diameter", "radius", "periphery", "center"])
def test_eccentricities(name, kind, weight):
    check(name, connected(kind), weight=weight)


def test_eccentricities_of_some_nodes():
    graph = connected("graph")
    check("eccentricity", graph, 3)
    check("eccentricity", graph, [3, 9, "none"])
    check("eccentricity", nx.path_graph(1), weight="weight")
    for name in ("diameter", "center"):
        check(name, nx.balanced_tree(2, 4))
        check(name, nx.path_graph(1))


@pytest.mark.parametrize("name", ["eccentricity", "diameter", "average_shortest_path_length"])
@pytest.mark.parametrize("graph", [nx.Graph(), nx.DiGraph(), nx.empty_graph(2), nx.path_graph(3, nx.DiGraph)], ids=str)
def test_errors_of_distances_are_those_of_networkx(name, graph):
    outcomes = []
    for backend in ("networkx", "warpgraph"):
        try:
            outcomes.append(dispatched(name)(graph, backend=backend))
        except Exception as error:
            outcomes.append((type(error), str(error)))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("method", [None, "unweighted", "dijkstra", "bellman-ford"])
@pytest.mark.parametrize("weight", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_mean_length(kind, weight, method):
    expected, found = both("average_shortest_path_length", connected(kind), weight=weight, method=method)
    assert found == pytest.approx(expected, rel=1e-12)


def test_sums_of_lengths_may_have_more_than_64_bits():
    graph = nx.cycle_graph(4)
    nx.set_edge_attributes(graph, 2**61, "weight")
    check("average_shortest_path_length", graph, weight="weight")


@pytest.mark.parametrize("cutoff", [None, 0, 1, 1.5, 2, -1, float("inf")])
@pytest.mark.parametrize("kind", KINDS)
def test_predecessors_in_a_search(kind, cutoff):
    graph = make(kind)
    check("predecessor", graph, 5, cutoff=cutoff)
    for target in (5, 6, 7, "none"):
        check("predecessor", graph, 5, target, cutoff, True)
        check("predecessor", graph, 5, target, cutoff)


@pytest.mark.parametrize("weight", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_all_shortest_paths(kind, weight):
    graph = connected(kind)
    check("all_shortest_paths", graph, 5, 30, weight=weight)
    check("single_source_all_shortest_paths", graph, 5, weight=weight)


@pytest.mark.parametrize("weight", [None, "weight"])
def test_all_shortest_paths_of_all_pairs(weight):
    check("all_pairs_all_shortest_paths", make("digraph"), weight=weight)


def test_all_shortest_paths_to_where_none_leads():
    paths = nx.all_shortest_paths(nx.empty_graph(2), 0, 1, backend="warpgraph")
    with pytest.raises(nx.NetworkXNoPath, match="Target 1 cannot be reached"):
        next(paths)


@pytest.mark.parametrize("kind", ["digraph", "multidigraph"])
def test_condensation(kind):
    graph = make(kind)
    found = nx.condensation(graph, backend="warpgraph")
    sets = list(nx.strongly_connected_components(graph, backend="warpgraph"))
    assert plain(found)[2:] == plain(of_networkx("condensation")(graph, sets))[2:]
    assert found.graph == of_networkx("condensation")(graph, sets).graph


@pytest.mark.parametrize("graph", [
    make("digraph"), make("multidigraph"), nx.DiGraph(), nx.cycle_graph(3, nx.DiGraph), nx.path_graph(3, nx.DiGraph)],
    ids=str)
def test_attracting_components(graph):
    expected, found = both("attracting_components", graph)
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    check("number_attracting_components", graph)
    check("is_attracting_component", graph)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["ancestors", "descendants"])
def test_all_that_a_search_finds(name, kind):
    check(name, make(kind), 5)


def check_near(name, graph, *args, **kwargs):
    """Sums of real numbers, in another order than NetworkX's."""
    expected, found = both(name, graph, *args, **kwargs)
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        found, expected = list(found.values()), list(expected.values())
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("weight", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("made", [make, connected])
def test_closeness(made, kind, weight):
    graph = made(kind)
    check_near("closeness_centrality", graph, distance=weight)
    check_near("closeness_centrality", graph, 5, weight, wf_improved=False)
    check_near("harmonic_centrality", graph, distance=weight)
    check_near("harmonic_centrality", graph, [3, 9, "none"], weight)
    check_near("harmonic_centrality", graph, [3, 9], weight, [4])


def test_closeness_of_a_missing_node():
    for distance in (None, "weight"):
        with pytest.raises(nx.NodeNotFound):
            nx.closeness_centrality(make("graph"), "none", distance, backend="warpgraph")


@pytest.mark.parametrize("graph", [nx.Graph(), nx.empty_graph(1), nx.empty_graph(2), nx.path_graph(2)], ids=str)
def test_closeness_of_few_nodes(graph):
    check("closeness_centrality", graph)
    check("harmonic_centrality", graph)
    check("global_efficiency", graph)
    expected, found = both("harmonic_diameter", graph)
    assert found == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize("weight", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_sums_over_all_pairs(kind, weight):
    check_near("wiener_index", connected(kind), weight)
    check("wiener_index", nx.empty_graph(2), weight)
    check_near("harmonic_diameter", make(kind), weight=weight)
    if not make(kind).is_directed():
        check_near("global_efficiency", make(kind))


@pytest.mark.parametrize("weight", ["weight", "length"])
@pytest.mark.parametrize("kind", KINDS)
def test_johnson_and_guided_searches(kind, weight):
    graph = connected(kind)
    check("johnson", graph, weight)
    check("astar_path", graph, 5, 30, None, weight)
    check("astar_path_length", graph, 5, 30, None, weight)
    check("astar_path", graph, 5, 5)


@pytest.mark.parametrize("name", ["astar_path", "astar_path_length"])
@pytest.mark.parametrize("ends", [(0, 1), ("none", 1), (0, "{none}")])
def test_errors_of_guided_searches_are_those_of_networkx(name, ends):
    said = []
    for backend in ("networkx", "warpgraph"):
        with pytest.raises(nx.NetworkXException) as error:
            dispatched(name)(nx.empty_graph(2), *ends, backend=backend)
        said.append((error.type, str(error.value)))
    assert said[0] == said[1]


@pytest.mark.parametrize("kind", ["digraph", "multidigraph"])
def test_strong_components_of_kosaraju(kind):
    graph = make(kind)
    expected, found = both("kosaraju_strongly_connected_components", graph)
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    place = {node: i for i, nodes in enumerate(found) for node in nodes}
    assert all(place[u] >= place[v] for u, v in graph.edges())
