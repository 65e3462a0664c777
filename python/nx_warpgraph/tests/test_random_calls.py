# SPDX-License-Identifier: Apache-2.0
"""Random calls of all functions on odd graphs, with NetworkX's own results, orders and errors beside ours."""
import decimal
import inspect
import math
import random
import re

import networkx as nx
import numpy as np
import pytest
from graphs import NETWORKX, has_numpy, plain

from nx_warpgraph._info import FUNCTIONS

CALLS = 40  # of each function

nx.config.warnings_to_ignore.add("cache")
pytestmark = pytest.mark.filterwarnings("ignore")

NAMES = {
    "counted": lambda i: i,
    "words": lambda i: f"n{i}",
    "pairs": lambda i: (i // 4, i % 4),
    "long": lambda i: 2**70 + 3 * i,
    "mixed": lambda i: [i, f"n{i}", (i, "a"), frozenset([i]), i + 0.5, b"x%d" % i][i % 6],
}
LENGTHS = {
    "whole": lambda rng: rng.randint(0, 3),
    "real": lambda rng: rng.random(),
    "both": lambda rng: rng.choice([1, 2.5, 0.5, True]),
}
ODD_LENGTHS = {
    "negative": lambda rng: rng.choice([1, 2, -1]),
    "none": lambda rng: rng.choice([1.0, math.nan, math.inf]),
    "long": lambda rng: rng.choice([1, 2**53 + 1, 2**62, 2**70]),
    "great": lambda rng: rng.choice([1e308, 1.0, 1e-320]),
    "words": lambda rng: rng.choice(["1", "2", None, [1]]),
    "decimal": lambda rng: decimal.Decimal(rng.randint(1, 5)),
    "numpy": lambda rng: rng.choice([np.int64(2), np.float64(3)]),
}


def random_graph(rng):
    kind = rng.choice([nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
    count = rng.choice([0, 1, 2, 3, 8, 8, 20])
    nodes = [rng.choice(list(NAMES.values()))] * count
    nodes = [name(i) for i, name in enumerate(nodes)]
    rng.shuffle(nodes)
    length = rng.choice([*LENGTHS.values()] * 3 + [*ODD_LENGTHS.values()])
    graph = kind()
    graph.add_nodes_from(nodes[:rng.randint(0, count)], size=1)
    with_loops = rng.random() < 0.4
    for _ in range(rng.choice([0, 1, 2, 3]) * count):
        u, v = rng.choice(nodes), rng.choice(nodes)
        data = {"length": rng.random(), 3: rng.randint(1, 3), "weight": length(rng)}
        for name in list(data):
            if rng.random() < 0.1:
                del data[name]
        if u != v or with_loops:
            graph.add_edge(u, v, **{"weight": 1} if data == {} else {})
            found = graph.get_edge_data(u, v)
            (list(found.values())[-1] if graph.is_multigraph() else found).update(data)
    return seen_through(rng, graph)


def seen_through(rng, graph):
    """The graph, or a view of it."""
    choice = rng.randrange(12)
    if choice == 0:
        return graph.subgraph(rng.sample(list(graph), (len(graph) + 1) // 2))
    if choice == 1:
        return graph.to_undirected(as_view=True)
    if choice == 2:
        return graph.reverse(copy=False) if graph.is_directed() else graph.to_directed(as_view=True)
    if choice == 3:
        place = {node: i for i, node in enumerate(graph)}
        return nx.subgraph_view(graph, filter_edge=lambda *edge: (place[edge[0]] + 2 * place[edge[1]]) % 3 > 0)
    return nx.freeze(graph) if choice == 4 else graph


def random_node(rng, graph):
    return rng.choice([*graph, *graph, "none"]) if rng.random() < 0.95 else None


def random_arguments(name, rng, graph):
    """Some of the function's arguments, those without a default always."""
    choices = {
        **dict.fromkeys(("source", "target", "n", "u"), lambda: random_node(rng, graph)),
        **dict.fromkeys(("sources", "nodes", "v", "nbunch"), lambda: [random_node(rng, graph) for _ in range(rng.randint(0, 3))]),
        **dict.fromkeys(("cutoff", "depth_limit"), lambda: rng.choice([0, 1, 2, -1, 1.5, math.inf])),
        **dict.fromkeys(("reverse", "keys", "data", "ignore_nan", "count_zeros", "normalized", "endpoints",
                         "return_seen", "wf_improved"), lambda: rng.random() < 0.5),
        "distance": lambda: rng.choice([0, 1, 2, -1, 1.5]),
        "weight": lambda: rng.choice(["weight", "weight", "length", 3, None, "none", lambda u, v, data: 2]),
        "method": lambda: rng.choice(["dijkstra", "unweighted"]),
        "k": lambda: rng.choice([0, 1, 2, -1, 30]),
        "alpha": lambda: rng.choice([0.5, 0, 1.1]),
        "seed": lambda: rng.randint(0, 99),
    }
    if name in ("pagerank", "hits"):
        choices = {"alpha": choices["alpha"], "normalized": choices["normalized"],
                   "max_iter": lambda: rng.choice([0, 1, 1000])}
    parameters = list(inspect.signature(getattr(nx, name)).parameters.values())[1:]
    found = {p.name: choices[p.name]() for p in parameters
             if p.name in choices and (p.default is p.empty or rng.random() < 0.4)}
    if name == "betweenness_centrality":
        found["seed"] = 1
    if name.endswith("centrality") and "distance" in found:
        found["distance"] = choices["weight"]()
    return {**found, "weight": "none"} if name == "pagerank" else found


def outcome(name, graph, arguments, backend):
    """When there was a result or an error, and what."""
    when = "call"
    try:
        found = getattr(nx, name)(graph, **arguments, backend=backend)
        when = "items" if hasattr(found, "__next__") else "call"
        return when, plain(found)
    except NotImplementedError as error:
        assert backend == "networkx" or when == "call", "too late to leave the call to NetworkX"
        if backend != "networkx":
            return when, None
        return when, (NotImplementedError, str(error))
    except Exception as error:
        return when, (type(error), str(error))


WITH_EDGES = ("minimum_spanning_edges", "maximum_spanning_edges", "minimum_spanning_tree", "maximum_spanning_tree",
              "k_core", "k_shell", "k_crust", "k_corona")  # the edges' attributes are the user's
OTHER_ORDER = re.compile(r".*(strongly_connected_components|attracting_components|bellman_ford.*|path_length|condensation)")
OTHER_PATHS = re.compile("bidirectional_.*|.*bellman_ford.*path|single_source_bellman_ford|shortest_path"
                         + ("|hits" if NETWORKX < (3, 7) else ""))  # singular vectors, of which there may be many


def same(found, expected, ordered):
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        assert not ordered or list(found) == list(expected)
        for key, value in expected.items():
            same(found[key], value, ordered)
    elif isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            same(a, b, ordered)
    elif isinstance(expected, (float, np.number)):
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-5, nan_ok=True)
    else:
        assert found == expected


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"all_pairs_all_shortest_paths"}))
def test_random_calls(name):
    runs = 0
    for seed in range(CALLS):
        rng = random.Random(f"{name} {seed}")
        graph = random_graph(rng)
        arguments = random_arguments(name, rng, graph)
        print(seed, graph, arguments)
        when, found = outcome(name, graph, arguments, "warpgraph")
        if found is None:
            continue
        runs += 1
        assert name in WITH_EDGES or not has_numpy(found)
        expected_when, expected = outcome(name, graph, arguments, "networkx")
        assert when == expected_when
        is_error = isinstance(expected, tuple) and isinstance(expected[0], type) and not issubclass(expected[0], nx.Graph)
        if is_error or not (OTHER_ORDER.fullmatch(name) or OTHER_PATHS.fullmatch(name)):
            same(found, expected, ordered=True)
        elif name.endswith("path_length"):
            same(found, expected, ordered=False)
        else:
            assert type(found) is type(expected)
    assert runs >= CALLS // 10
