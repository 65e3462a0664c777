# SPDX-License-Identifier: Apache-2.0
"""Graphs that tests run on, and NetworkX's own results."""
import random

import networkx as nx
import numpy as np
from networkx.utils import backends

NETWORKX = tuple(map(int, nx.__version__.split(".")[:2]))
KINDS = ["graph", "names", "loops", "digraph", "multigraph", "multidigraph"]


def make(kind, seed=0, loops=True):
    """`weight` are small whole numbers, so that many are equal; `length` are real."""
    rng = random.Random(seed)
    directed = kind in ("digraph", "multidigraph")
    graph = nx.gnp_random_graph(50, 0.05 if directed else 0.06, seed=seed, directed=directed)
    if kind.startswith("multi"):
        graph = (nx.MultiDiGraph if directed else nx.MultiGraph)(graph)
        graph.add_edges_from([rng.choice(list(graph.edges()))[:2] for _ in range(12)])
    elif kind == "loops":
        graph.add_edges_from((v, v) for v in rng.sample(range(50), 5))
    elif kind == "names":
        names = [f"n{i}" for i in range(50)]
        rng.shuffle(names)
        graph = nx.relabel_nodes(graph, dict(enumerate(names)))
    for *_, data in graph.edges(data=True):
        data["weight"] = rng.randint(1, 4)
        data["length"] = rng.random()
        data["kind"] = rng.choice("ab")
    for node in graph:
        graph.nodes[node]["size"] = rng.random()
    graph.graph["title"] = kind
    return graph


def of_networkx(name):
    """NetworkX's function without dispatch."""
    return backends._registered_algorithms[name].orig_func


def dispatched(name):
    return backends._registered_algorithms[name]


def plain(result):
    """Generators as lists; graphs as what they hold, in order."""
    if isinstance(result, nx.Graph):
        edges = result.edges(keys=True, data=True) if result.is_multigraph() else result.edges(data=True)
        return type(result), result.graph, list(result.nodes(data=True)), list(edges)
    return list(result) if hasattr(result, "__next__") else result


def has_numpy(value):
    if isinstance(value, (np.generic, np.ndarray)):
        return True
    if isinstance(value, dict):
        return any(map(has_numpy, value)) or any(map(has_numpy, value.values()))
    return isinstance(value, (list, tuple, set)) and any(map(has_numpy, value))


def both(name, graph, *args, **kwargs):
    """NetworkX's result, and ours through its dispatch."""
    expected = plain(of_networkx(name)(graph, *args, **kwargs))
    found = plain(dispatched(name)(graph, *args, backend="warpgraph", **kwargs))
    assert not has_numpy(found)
    return expected, found


def check(name, graph, *args, **kwargs):
    expected, found = both(name, graph, *args, **kwargs)
    assert found == expected
    check_order(found, expected)


def check_order(found, expected):
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        assert [type(value) for value in found.values()] == [type(value) for value in expected.values()]
    elif isinstance(expected, (list, tuple)):
        for a, b in zip(found, expected):
            check_order(a, b)


def node(graph, i=0):
    return list(graph)[i]
