# SPDX-License-Identifier: Apache-2.0
"""Methods of Graph, made of the catalogue's description."""

import difflib
import functools
import inspect
import os
import sys

import numpy as np

from . import _core
from .errors import UsageError
from .graph import Graph
from .result import Result

_RUN_KEYWORDS = {
    "devices": "the devices that run it, such as host:4 or cuda:0,1; without it those of the graph",
    "memory_limit": "bytes of each device that may be used, or text such as 4G",
    "progress": "True, or a function that gets a dictionary after each superstep, and ends the run with False",
}
_ENGINE_KEYWORDS = {
    "max_supersteps": "the run ends after so many supersteps",
    "deterministic": "sums of floats are the same bit for bit from run to run",
    "plan": "of every superstep that allows it: pull-all, push, ...; without it the engine chooses",
    "time_supersteps": "whether the report has the time of each superstep",
}


@functools.lru_cache(maxsize=None)
def _entries():
    return {entry["name"]: entry for entry in _core.algorithms()}


def algorithms():
    """The ready algorithms: what each is called, as a method of Graph, and what it computes.

    >>> wg.algorithms()["bfs"]
    'number of edges from the source'
    """
    return {python_name(name): entry["summary"] for name, entry in _entries().items()}


def python_name(name):
    return name.replace("-", "_")


def nearest(name, known):
    """ "; did you mean NAME?", if one of the known names is like it."""
    found = difflib.get_close_matches(name, known, 1, 0.5)
    return f"; did you mean {found[0]}?" if found else ""


def refuse_unknown(where, given, known):
    for name in given:
        if name not in known:
            has = f"; it has {', '.join(known)}" if known else ""
            raise UsageError(f"{where} has no option {name}{nearest(name, known) or has}")


def _text(value):
    """An option's value as the catalogue reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    return str(value)


def _texts(option, value):
    if option["kind"] == "switch":
        return ["true"] if value else None
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple, set)):
        return [_text(each) for each in value]
    return [os.fspath(value) if isinstance(value, os.PathLike) else _text(value)]


def _options_of(entry, graph, given):
    options = {}
    for option in entry["options"]:
        value = given.get(python_name(option["name"]))
        if value is None:
            continue
        texts = _texts(option, value)
        if texts is not None:
            options[option["name"]] = texts
    return options


def _show_progress(step):
    sys.stderr.write(f"\rsuperstep {step['superstep'] + 1}: {step['updated_vertices']:,} vertices updated ")
    sys.stderr.flush()


def run(graph, name, source=None, *, devices=None, memory_limit=None, progress=None, **given):
    """Runs an algorithm by its name: what the methods of Graph do."""
    entries = _entries()
    found = name if name in entries else name.replace("_", "-")
    if found not in entries:
        raise UsageError(f"there is no algorithm {name}{nearest(name, [python_name(each) for each in entries])}")
    entry = entries[found]
    own = [python_name(option["name"]) for option in entry["options"]]
    refuse_unknown(python_name(found), given, own + list(_ENGINE_KEYWORDS))
    engine = {key: given[key] for key in _ENGINE_KEYWORDS if given.get(key) is not None and key not in own}
    place = None
    if entry["has_source"]:
        if source is None:
            raise UsageError(f"{python_name(found)} starts at a vertex: give its source")
        place = graph._place(source)
    elif source is not None:
        raise UsageError(f"{python_name(found)} has no source")
    outcome = _core.run(
        graph._on(devices, memory_limit),
        found,
        _options_of(entry, graph, given),
        place,
        engine,
        _show_progress if progress is True else progress or None,
    )
    return _result(graph, entry, outcome, given)


def _result(graph, entry, outcome, given):
    if entry["leaves_edges"]:
        edges = functools.lru_cache(maxsize=None)(outcome.edges)
        makers = {
            "source": lambda: graph._called(_signed(edges()[0])),
            "target": lambda: graph._called(_signed(edges()[1])),
            "weight": lambda: edges()[2] if edges()[2] is not None else np.ones(edges()[0].size, np.int32),
        }
        return Result(graph, entry["name"], outcome, makers, "edges")
    return Result(graph, entry["name"], outcome, {"value": outcome.values})


def _signed(names):
    return names.astype(np.int64) if not names.size or names.max() < 2**63 else names


# --- methods


def _default_of(option):
    return False if option["kind"] == "switch" else None


def _docstring(entry):
    lines = [entry["summary"][:1].upper() + entry["summary"][1:] + ".", ""]
    notes = []
    if entry["needs_undirected"]:
        notes.append("Takes undirected graphs only.")
    if entry["edge_values"]:
        notes.append(f"Weights are {entry['edge_values']}.")
    if notes:
        lines += [" ".join(notes), ""]
    lines.append("Args:")
    if entry["has_source"]:
        lines.append("    source: the vertex that it starts at.")
    for option in entry["options"]:
        says = [option["help"]]
        if option["choices"]:
            says.append("one of " + ", ".join(option["choices"]))
        elif option["values"]:
            says.append(option["values"])
        if option["default"]:
            says.append(f"default: {option['default']}")
        lines.append(f"    {python_name(option['name'])}: {'; '.join(says)}.")
    for keyword, says in {**(_ENGINE_KEYWORDS if entry["takes_plans"] else {}), **_RUN_KEYWORDS}.items():
        lines.append(f"    {keyword}: {says}.")
    return "\n".join(lines) + "\n"


def _signature(entry):
    kinds = inspect.Parameter
    parameters = [kinds("self", kinds.POSITIONAL_OR_KEYWORD)]
    if entry["has_source"]:
        parameters.append(kinds("source", kinds.POSITIONAL_OR_KEYWORD))
    for option in entry["options"]:
        parameters.append(kinds(python_name(option["name"]), kinds.KEYWORD_ONLY, default=_default_of(option)))
    for keyword in {**(_ENGINE_KEYWORDS if entry["takes_plans"] else {}), **_RUN_KEYWORDS}:
        if keyword not in [each.name for each in parameters]:
            parameters.append(kinds(keyword, kinds.KEYWORD_ONLY, default=None))
    return inspect.Signature(parameters, return_annotation=Result)


def _method(entry):
    name = python_name(entry["name"])

    if entry["has_source"]:

        def method(self, source, **options):
            return run(self, entry["name"], source, **options)

    else:

        def method(self, **options):
            return run(self, entry["name"], **options)

    method.__name__ = name
    method.__qualname__ = f"Graph.{name}"
    method.__module__ = "warpgraph"
    method.__doc__ = _docstring(entry)
    method.__signature__ = _signature(entry)
    return method


def add_methods():
    for entry in _entries().values():
        name = python_name(entry["name"])
        if not hasattr(Graph, name):
            setattr(Graph, name, _method(entry))


# --- generators and formats


@functools.lru_cache(maxsize=None)
def _generators():
    return {generator["name"]: generator for generator in _core.generators()}


def generators():
    """The generators: what each is called, and what it makes. help(wg.generate) says how one calls them.

    >>> wg.generators()["grid2d"]
    'square lattice, four neighbours (or eight); each edge once'
    """
    return {name: generator["summary"] for name, generator in _generators().items()}


def parameters_of(generator):
    """The parameters of a generator, by name: what each means, what it accepts, and its default.

    >>> wg.parameters_of("kron")["scale"]["default"]
    '16'
    """
    return {python_name(each["name"]): each for each in _found_generator(generator)["parameters"]}


def _found_generator(name):
    if name not in _generators():
        raise UsageError(f"there is no generator {name}{nearest(name, list(_generators()))}")
    return _generators()[name]


def checked_parameters(generator, given):
    known = {python_name(each["name"]): each["name"] for each in _found_generator(generator)["parameters"]}
    refuse_unknown(f"generator {generator}", given, list(known))
    return {known[name]: _text(value) for name, value in given.items() if value is not None}


def formats():
    """The formats of files, with the extensions of their names."""
    named = {each["name"]: each["extensions"].split() for each in _core.file_formats()}
    return {"wg": ["wg"], **named}
