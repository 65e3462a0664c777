# SPDX-License-Identifier: Apache-2.0
"""The functions of the backend: what each refuses, and when NetworkX itself is quicker."""
import functools
import inspect
import os

from . import _engine
from ._graph import CACHE_KEY, Graph, forget_if_changed

FUNCTIONS = {}

# Entries of rows, that is edges of both directions, from which a call pays; docs/guide/networkx.md has times. Functions
# of one pass are those for which NetworkX looks at each edge about once: they take it no longer than a conversion does.
LEAST_ENTRIES = 5_000
LEAST_ENTRIES_OF_SEARCHES = 20_000
LEAST_ENTRIES_OF_ONE_PASS = 20_000
LEAST_ENTRIES_OF_ONE_PASS_TO_CONVERT = 100_000

# A file for a line for each call, where tests are to see what ran: the function, how many runs of the engine it took,
# and the test of pytest that made it.
_trace = os.environ.get("NX_WARPGRAPH_TRACE")


def function(refuse=None, discourage=None, one_pass=False, searches=False):
    """Registers a function of NetworkX under its own name.

    `refuse` and `discourage` take all of the function's arguments by their names, and return why it cannot or should
    not run here, or None. `one_pass` says that NetworkX looks at each edge about once; `searches` that it does so for
    each of several searches, unless there is a `weight` or `distance`.
    """

    def register(call):
        call.signature = inspect.signature(call)
        call.refuse, call.discourage, call.one_pass, call.searches = refuse, discourage, one_pass, searches
        FUNCTIONS[call.__name__] = _traced(call) if _trace else call
        return FUNCTIONS[call.__name__]

    return register


def _traced(call):
    def record(before):
        with open(_trace, "a", encoding="utf-8") as file:
            test = os.environ.get("PYTEST_CURRENT_TEST", "")
            file.write(f"{call.__name__} {_engine.calls - before} {test}\n")

    def recorded(found):
        before = _engine.calls
        try:
            yield from found
        finally:
            record(before)

    @functools.wraps(call)
    def traced(*args, **kwargs):
        before = _engine.calls
        try:
            found = call(*args, **kwargs)
        finally:
            record(before)
        return recorded(found) if inspect.isgenerator(found) else found

    return traced


def can_run(name, args, kwargs):
    """True, or why the function cannot run with these arguments."""
    call = FUNCTIONS.get(name)
    if call is None:
        return f"{name} is not a function of this backend"
    graph = args[0] if args else kwargs.get("G")
    forget_if_changed(graph)
    return _says_rows_itself(graph) or _said(call, call.refuse, args, kwargs) or True


def _says_rows_itself(graph):
    """Why not, if a class that is not of NetworkX's graphs says which neighbours there are, as one of complements does."""
    if isinstance(graph, Graph):
        return None
    for kind in type(graph).__mro__:
        if kind.__module__.startswith("networkx.classes."):
            return None
        if not vars(kind).keys().isdisjoint(("__getitem__", "neighbors", "adj", "adjacency")):
            return f"{kind.__name__} says itself which neighbors a node has (G)"
    return None


def _said(call, rule, args, kwargs):
    if rule is None:
        return None
    try:
        return rule(**_all_arguments(call, args, kwargs))
    except Exception as error:  # NetworkX says what is wrong with the arguments
        return f"the arguments are not what they should be: {error}"


def _all_arguments(call, args, kwargs):
    bound = call.signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.arguments


def should_run(name, args, kwargs):
    """True, or why NetworkX is quicker with these arguments."""
    graph = args[0] if args else kwargs.get("G")
    if isinstance(graph, Graph):
        return True
    call = FUNCTIONS[name]
    return _said(call, call.discourage, args, kwargs) or _is_large(graph, _least_entries(call, graph, args, kwargs))


def _least_entries(call, graph, args, kwargs):
    if call.one_pass:
        is_converted = CACHE_KEY in (getattr(graph, "__networkx_cache__", None) or {})
        return LEAST_ENTRIES_OF_ONE_PASS if is_converted else LEAST_ENTRIES_OF_ONE_PASS_TO_CONVERT
    given = _all_arguments(call, args, kwargs) if call.searches else {}
    if call.searches and given.get("weight", given.get("distance")) is None:
        return LEAST_ENTRIES_OF_SEARCHES
    return LEAST_ENTRIES


def _is_large(graph, least):
    if len(graph) >= least or sum(map(len, graph._adj.values())) >= least:
        return True
    return f"the graph has fewer than {least} entries of rows"
