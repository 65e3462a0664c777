# SPDX-License-Identifier: Apache-2.0
"""What the functions share: NetworkX's own function for what is an error there, and Python's values from arrays."""
from networkx.utils import backends


def original(name):
    """NetworkX's own function, without dispatch."""
    return backends._registered_algorithms[name].orig_func


def lazily(compute):
    """A generator of what `compute` returns, and of its error, which comes with the first item, as NetworkX's do.

    What is left to NetworkX is refused at once: after the call it is too late."""
    try:
        found = compute()
    except NotImplementedError:
        raise
    except Exception as error:
        return _raising(error)
    return iter(found)


def _raising(error):
    raise error
    yield


def names_of(graph, vertices):
    """The nodes of an array of vertices, in its order."""
    return list(map(graph.nodes.__getitem__, vertices.tolist()))


def by_node(graph, values):
    """A dictionary of all nodes, with Python's numbers."""
    return dict(zip(graph.nodes, values.tolist()))
