# SPDX-License-Identifier: Apache-2.0
"""Graphs that tests run on, and NetworkX's own results."""
import random

import networkx as nx
from networkx.utils import backends

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
