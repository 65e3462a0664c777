# SPDX-License-Identifier: Apache-2.0
"""What the functions share: NetworkX's own function for what is an error there, and Python's values from arrays."""
from networkx.utils import backends


def original(name):
    """NetworkX's own function, without dispatch."""
    return backends._registered_algorithms[name].orig_func


def names_of(graph, vertices):
    """The nodes of an array of vertices, in its order."""
    return list(map(graph.nodes.__getitem__, vertices.tolist()))


def by_node(graph, values):
    """A dictionary of all nodes, with Python's numbers."""
    return dict(zip(graph.nodes, values.tolist()))
