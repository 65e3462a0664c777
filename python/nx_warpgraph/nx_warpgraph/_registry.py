# SPDX-License-Identifier: Apache-2.0
"""The functions of the backend: what each refuses, and when NetworkX itself is quicker."""
import functools
import os

from . import _engine
from ._graph import Graph

FUNCTIONS = {}

# Entries of rows, that is edges of both directions, from which a call pays: after a conversion, and with one. Measured
# with breadth-first searches, which gain least.
LEAST_ENTRIES = 4_000
LEAST_ENTRIES_TO_CONVERT = 20_000

# A file for a line for each call, where tests are to see what ran: the function, how many runs of the engine it took, and
# the test of pytest that made it.
_trace = os.environ.get("NX_WARPGRAPH_TRACE")


def function(refuse=None, discourage=None):
    """Registers a function of NetworkX under its own name.

    `refuse` and `discourage` take the function's arguments and return why it cannot or should not run here, or None.
    """

    def register(call):
        call.refuse, call.discourage = refuse, discourage
        FUNCTIONS[call.__name__] = _traced(call) if _trace else call
        return FUNCTIONS[call.__name__]

    return register


def _traced(call):

    @functools.wraps(call)
    def traced(*args, **kwargs):
        before = _engine.calls
        try:
            return call(*args, **kwargs)
        finally:
            with open(_trace, "a", encoding="utf-8") as file:
                test = os.environ.get("PYTEST_CURRENT_TEST", "")
                file.write(f"{call.__name__} {_engine.calls - before} {test}\n")

    return traced


def can_run(name, args, kwargs):
    """True, or why the function cannot run with these arguments."""
    call = FUNCTIONS.get(name)
    if call is None:
        return f"{name} is not a function of this backend"
    return (call.refuse and call.refuse(*args, **kwargs)) or True


def should_run(name, args, kwargs):
    """True, or why NetworkX is quicker with these arguments."""
    graph = args[0] if args else kwargs.get("G")
    if isinstance(graph, Graph):
        return True
    call = FUNCTIONS[name]
    reason = call.discourage and call.discourage(*args, **kwargs)
    return reason or _is_large(graph)


def _is_large(graph):
    cache = getattr(graph, "__networkx_cache__", None) or {}
    is_converted = bool(cache.get("backends", {}).get("warpgraph"))
    least = LEAST_ENTRIES if is_converted else LEAST_ENTRIES_TO_CONVERT
    if len(graph) >= least or sum(map(len, graph._adj.values())) >= least:
        return True
    return f"the graph has fewer than {least} entries of rows"
