# SPDX-License-Identifier: Apache-2.0
"""Graph.partition: the options are those that the partitioner describes, and what has no single value."""

import functools
import inspect

import numpy as np

from . import _core
from ._arrays import contiguous, to_numpy
from ._catalogue import _RUN_KEYWORDS, _argument, _entries, python_name, refuse_unknown, said_of
from .errors import InputError, UsageError
from .graph import Graph
from .result import Result
from .structure import _FREE, _done

# What the method takes beside, by name, with the default and a line of text for each.
_BESIDE = {
    "weights": (True, "whether the weights of edges count, which are whole numbers then"),
    "vertex_weights": (None, "whole numbers, one for each vertex, or a row of several constraints"),
    "targets": (None, "the share of each part, or a row of shares for several constraints"),
    **{name: (None, _RUN_KEYWORDS[name]) for name in ("devices", "memory_limit")},
}
# Described options that are arrays here: one number stands for all.
_SEVERAL = {
    "tolerance": "; one number, or one for each constraint",
    "min_weight": "; one number, or one for each part",
    "max_weight": "; one number, or one for each part",
}
_OF_VERTICES = ("fixed", "start")
ARRAYS = frozenset(("vertex_weights", "targets", *_SEVERAL, *_OF_VERTICES))


@functools.lru_cache(maxsize=None)
def _described():
    options = {python_name(option["name"]): option for option in _entries()["partition"]["options"]}
    del options["parts"]  # k
    return options


def _listed(value):
    return [float(each) for each in np.atleast_1d(np.asarray(value, np.float64)).ravel()]


def _vertex_parts(parts, n, what, k):
    """Parts as C++ takes them, where -1 is none."""
    array = to_numpy(parts)
    if array.shape != (n,):
        raise UsageError(f"{what} has a part for each of {n} vertices, not {array.size}")
    wrong = np.flatnonzero((array < -1) | (array >= k))
    if wrong.size:
        error = InputError(f"{what}: {array[wrong[0]]} at place {wrong[0]} is no part, expected -1 to {k - 1}")
        error.index = int(wrong[0])
        raise error
    return np.where(array < 0, _FREE, array).astype(np.uint32).tolist()


def _array(graph, k, name, value):
    if name in _OF_VERTICES:
        return _vertex_parts(value, graph.n, name, k)
    if name == "tolerance":
        return _listed(value)
    return [int(each) for each in np.broadcast_to(to_numpy(value) if np.ndim(value) else value, k)]


def _weights_of_vertices(graph, weights):
    """As C++ takes them, and how many constraints they have."""
    if weights is None:
        return None, 1
    weights = to_numpy(weights)
    if weights.dtype.kind not in "biu":
        raise UsageError("partition: weights of vertices are whole numbers")
    if weights.ndim not in (1, 2) or weights.shape[0] != graph.n:
        raise UsageError(f"partition: vertex_weights has a row for each of {graph.n} vertices")
    return contiguous(weights, np.int64).ravel(), 1 if weights.ndim == 1 else weights.shape[1]


def partition(self, k, *, weights=True, vertex_weights=None, targets=None, devices=None, memory_limit=None, **options):
    described = _described()
    refuse_unknown("partition", options, [*described, *_BESIDE])
    if not isinstance(k, (int, np.integer)) or isinstance(k, bool) or not 1 <= k < 2**32 - 1:
        raise UsageError(f"partition: the number of parts is a whole number from 1 to 2^32 - 2, not {k!r}")
    k = int(k)
    texts, arrays = {}, {} if targets is None else {"targets": _listed(targets)}
    for name, value in options.items():
        if value is None:
            continue
        if name in ARRAYS:
            arrays[name] = _array(self, k, name, value)
        elif (text := _argument(described[name], value, self)) is not None:
            texts[described[name]["name"]] = text[0]
    vertex_weights, constraints = _weights_of_vertices(self, vertex_weights)
    placed = self._on(devices, memory_limit)
    part, facts = _core.partition(placed, k, bool(weights), vertex_weights, constraints, texts, arrays)
    seconds, used = facts.pop("seconds"), facts.pop("devices")
    column = part.view(np.int32) if k < 2**31 else part
    return Result(self, "partition", _done(facts, seconds, used), {"part": lambda: column})


def _keywords():
    described = {}
    for name, option in _described().items():
        option = {**option, "accepts": "" if name in _OF_VERTICES else option["accepts"]}
        described[name] = option["default"], said_of(option, _SEVERAL.get(name, ""))
    return {**described, **_BESIDE}


def _docstring():
    lines = ["Parts of about equal weight with few edges between them. The graph is undirected.", "", "Args:"]
    lines += ["    k: how many parts."]
    lines += [f"    {name}: {says}." for name, (_, says) in _keywords().items()]
    lines += ["", '>>> wg.generate("grid2d", width=8, height=8).partition(4).imbalance <= 0.03', "True"]
    return "\n".join(lines) + "\n"


def _signature():
    kinds = inspect.Parameter
    parameters = [kinds(name, kinds.POSITIONAL_OR_KEYWORD) for name in ("self", "k")]
    parameters += [kinds(name, kinds.KEYWORD_ONLY, default=default) for name, (default, _) in _keywords().items()]
    return inspect.Signature(parameters, return_annotation=Result)


def add_methods():
    partition.__qualname__ = "Graph.partition"
    partition.__module__ = "warpgraph"
    partition.__doc__ = _docstring()
    partition.__signature__ = _signature()
    Graph.partition = partition
