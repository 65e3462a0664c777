# SPDX-License-Identifier: Apache-2.0
"""Methods of Graph, made of the catalogue's description."""

import difflib
import functools
import inspect
import json
import os
import sys
import textwrap

import numpy as np

from . import _core
from ._arrays import file_name, to_numpy, weights_of
from ._examples import EXAMPLES
from .errors import UsageError
from .graph import Graph
from .result import Result

# Results that can do more than Result, by the algorithm's name. Their runs make all columns.
RESULTS = {}

_KINDS = {
    "forest": "Takes undirected graphs without cycles only.",
    "lists": "Takes graphs of lists only: one edge at most leaves a vertex and one leads to it, and none closes a circle.",
}

_RUN_KEYWORDS = {
    "columns": "names of those that are wanted; without it those that a run makes by itself",
    "devices": "the devices that run it, such as host:4 or cuda:0,1; without it those of the graph",
    "memory_limit": "bytes of each device that may be used, or text such as 4G",
    "progress": "True, or a function that gets a dictionary after each superstep or wait, and ends the run with False",
}


@functools.lru_cache(maxsize=None)
def _described():
    """What C++ says of the algorithms, the engine and the generators (docs/reference/cli.md has the members)."""
    return json.loads(_core.describe())


def _options(described):
    """With what the description leaves out where there is none, and numbers that are real as such."""
    options = [{"accepts": "", "shown_default": "", "choices": [], **option} for option in described]
    for option in options:
        if option["kind"] == "real" and option["default"] is not None:
            option["default"] = float(option["default"])
    return options


@functools.lru_cache(maxsize=None)
def _entries():
    entries = {entry["name"]: {"edge_values": "", **entry} for entry in _described()["algorithms"]}
    for entry in entries.values():
        entry["takes_graphs"] = entry["takes"]
        entry["options"] = _options(entry["options"])
        entry["leaves_edges"] = entry["leaves"] == "edges"
        entry["facts"] = [{"unit": "", **fact} for fact in entry["facts"]]
        if "deterministic" not in entry["engine_options"]:  # fulfilled by all
            entry["engine_options"].append("deterministic")
        engine = [_engine_options()[name] for name in entry["engine_options"]]
        engine += control_options().values()
        entry["takes"] = {python_name(option["name"]): option for option in engine + entry["options"]}
        entry["has_option_source"] = any(option["name"] == "source" for option in entry["options"])
        entry["vertex_facts"] = frozenset(fact["name"] for fact in entry["facts"] if fact["type"] == "vertex")
        entry["vertex_columns"] = frozenset(column["name"] for column in entry["columns"] if column["type"] == "vertex")
    return entries


@functools.lru_cache(maxsize=None)
def _engine_options():
    return {option["name"]: option for option in _options(_described()["engine_options"])}


@functools.lru_cache(maxsize=None)
def control_options():
    """What every run takes, whatever it runs."""
    return {option["name"]: option for option in _options(_described()["control_options"])}


def algorithms():
    """The ready algorithms: what each is called, as a method of Graph, and what it computes.

    >>> wg.algorithms()["pagerank"]
    'PageRank by power iteration; ranks add up to 1'
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


def text_of(value):
    """An option's value as the catalogue reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(float(value))  # of one of NumPy, too
    return str(value)


def _argument(option, value, graph):
    """What an option is given, as C++ reads it: a list of texts, or an array. None: it is not given."""
    kind = option["kind"]
    if kind == "switch":
        return ["true"] if value else None
    if kind == "vertex":
        return [str(graph._place(value))]
    if kind == "vertices":
        return np.array([graph._place(name) for name in _several(value)], np.uint64)
    if kind == "vertex_values":
        pairs = value.items() if hasattr(value, "items") else value
        return [f"{graph._place(name)}={text_of(number)}" for name, number in pairs]
    if kind == "array" and not isinstance(value, (str, os.PathLike)):
        return graph._in_order_of_names(_numbers(option, value, graph.n))
    return [file_name(value) if isinstance(value, os.PathLike) else text_of(value)]


def _several(names):
    """One name, or a container of names."""
    if isinstance(names, (list, set, frozenset, range, np.ndarray)) or hasattr(names, "to_numpy"):
        return names.tolist() if isinstance(names, np.ndarray) else list(names)
    return [names]


def _numbers(option, value, n):
    array = to_numpy(value)
    if array.shape != (n,):
        raise UsageError(f"{python_name(option['name'])} has a value for each of {n} vertices, not {array.size}")
    return weights_of(array, n)


def _arguments(options, graph, given):
    arguments = {}
    for option in options:
        value = given.get(python_name(option["name"]))
        if value is None:
            continue
        argument = _argument(option, value, graph)
        if argument is not None:
            arguments[option["name"]] = argument
    return arguments


def shown_progress(progress):
    """The function that a run calls; None: it calls none."""
    shown = ""

    def show(step):
        nonlocal shown
        if "superstep" in step:
            text = f"\rsuperstep {step['superstep'] + 1}: {step['updated_vertices']:,} vertices updated "
        else:
            text = f"\r{step['seconds']:.1f} s "
        if text != shown:
            shown = text
            sys.stderr.write(text)
            sys.stderr.flush()

    return show if progress is True else progress or None


def run(graph, name, source=None, *, columns=None, devices=None, memory_limit=None, progress=None, **given):
    """Runs an algorithm by its name: what the methods of Graph do.

    >>> wg.run(wg.from_edges([0], [1]), "bfs", 0).values.tolist()
    [0, 1]
    """
    entries = _entries()
    found = name if name in entries else name.replace("_", "-")
    if found not in entries:
        raise UsageError(f"there is no algorithm {name}{nearest(name, [python_name(each) for each in entries])}")
    return _run_entry(graph, entries[found], source, columns, devices, memory_limit, progress, given)


def _run_entry(graph, entry, source, columns, devices, memory_limit, progress, given):
    if source is not None:
        if not entry["has_option_source"]:
            raise UsageError(f"{python_name(entry['name'])} has no source")
        given["source"] = source
    elif entry["has_source"]:
        raise UsageError(f"{python_name(entry['name'])} starts at a vertex: give its source")
    takes, is_engine = entry["takes"], entry["engine_options"]
    if not given.keys() <= takes.keys():
        refuse_unknown(python_name(entry["name"]), given, [*_known(entry), *_RUN_KEYWORDS])
    options, engine, control = {}, {}, {}
    for name, value in given.items():
        if value is None:
            continue
        option = takes[name]
        argument = _argument(option, value, graph)
        if argument is not None:
            kind = engine if option["name"] in is_engine else control if option["name"] in control_options() else options
            kind[option["name"]] = argument
    kind_of_result = result_class(entry)
    if columns is None and kind_of_result is not Result:
        columns = [column["name"] for column in entry["columns"]]
    call = graph._on(devices, memory_limit), entry["name"], options, engine, control
    outcome = _core.run(
        *call,
        None if columns is None else [columns] if isinstance(columns, str) else list(columns),
        shown_progress(progress),
    )
    kind = "edges" if entry["leaves_edges"] else "vertices"
    find_parents = functools.partial(_rows_of_parents, graph, call, outcome) if "parent" in entry["vertex_columns"] else None
    result = kind_of_result(
        graph,
        entry["name"],
        outcome,
        lambda: _makers(graph, entry, outcome),
        kind,
        entry["vertex_facts"],
        find_parents,
        entry["vertex_columns"] if graph._names is not None else (),
    )
    if kind_of_result is not Result:
        result._call = call
    return result


def result_class(entry):
    return RESULTS.get(entry["name"], Result)


def _rows_of_parents(graph, call, outcome):
    made = outcome if "parent" in outcome.columns() else _core.run(*call, ["parent"], None)
    return graph._rows_of(made.column("parent"))


def _known(entry):
    return [python_name(option["name"]) for option in entry["options"]] + [
        python_name(name) for name in [*entry["engine_options"], *control_options()]
    ]


def _makers(graph, entry, outcome):
    if entry["leaves_edges"]:
        edges = functools.lru_cache(maxsize=None)(outcome.edges)
        return {
            "source": lambda: graph._called(_signed(edges()[0])),
            "target": lambda: graph._called(_signed(edges()[1])),
            "weight": lambda: edges()[2] if edges()[2] is not None else np.ones(edges()[0].size, np.int32),
        }

    def make(name):
        values = outcome.column(name)
        return graph._called(values) if name in entry["vertex_columns"] else values

    return {name: functools.partial(make, name) for name in outcome.columns()}


def _signed(names):
    return names.astype(np.int64) if not names.size or names.max() < 2**63 else names


# --- methods


def _own_options(entry):
    return [option for option in entry["options"] if not (entry["has_source"] and option["name"] == "source")]


def said_of(option, more=""):
    """A line of text: what the option means, what it accepts, and its default."""
    says = [option["help"] + more]
    if option["accepts"]:
        says.append(option["accepts"] if not option["choices"] else f"one of {option['accepts']}")
    if option["shown_default"]:
        says.append(f"default: {option['shown_default']}")
    return "; ".join(says).replace("--", "")


def _keywords(entry):
    """What a method takes by name, with the default and a line of text for each."""
    keywords = {}
    engine = [_engine_options()[name] for name in entry["engine_options"]]
    for option in [*_own_options(entry), *engine, *control_options().values()]:
        keywords[python_name(option["name"])] = option["default"], said_of(option)
    keywords.update({name: (None, says) for name, says in _RUN_KEYWORDS.items()})
    return keywords


def _docstring(entry):
    lines = [entry["summary"][:1].upper() + entry["summary"][1:] + ".", ""]
    notes = []
    if entry["takes_graphs"] in _KINDS:
        notes.append(_KINDS[entry["takes_graphs"]])
    elif entry["needs_undirected"]:
        notes.append("Takes undirected graphs only.")
    if entry["edge_values"]:
        notes.append(f"Weights are {entry['edge_values']}.")
    if notes:
        lines += [" ".join(notes), ""]
    lines.append("Args:")
    if entry["has_source"]:
        lines.append("    source: the vertex that it starts at.")
    lines += [f"    {name}: {says}." for name, (_, says) in _keywords(entry).items()]
    lines += ["", "Columns:"]
    makes_all = result_class(entry) is not Result
    for column in entry["columns"]:
        missing = {"never": "", "-1": "; -1 where there is none", "infinity": "; infinity, or -1, where there is none"}
        says = column["help"] + missing.get(column["missing"], "; the lowest number where there is none")
        lines.append(f"    {column['name']}: {says}{'' if column['is_usual'] or makes_all else ' (if it is asked for)'}.")
    if entry["facts"]:
        lines += ["", "Facts:"]
        for fact in entry["facts"]:
            unit = f", in {fact['unit']}" if fact["unit"] else ""
            lines.append(f"    {fact['name']}: {fact['help']}{unit}.")
    example = EXAMPLES.get(python_name(entry["name"]))
    if example:
        lines += ["", textwrap.dedent(example).strip()]
    return "\n".join(lines) + "\n"


def _signature(entry):
    kinds = inspect.Parameter
    parameters = [kinds("self", kinds.POSITIONAL_OR_KEYWORD)]
    if entry["has_source"]:
        parameters.append(kinds("source", kinds.POSITIONAL_OR_KEYWORD))
    for name, (default, _) in _keywords(entry).items():
        parameters.append(kinds(name, kinds.KEYWORD_ONLY, default=default))
    return inspect.Signature(parameters, return_annotation=result_class(entry))


def _method(entry):
    name = python_name(entry["name"])

    if entry["has_source"]:

        def method(self, source, *, columns=None, devices=None, memory_limit=None, progress=None, **options):
            return _run_entry(self, entry, source, columns, devices, memory_limit, progress, options)

    else:

        def method(self, *, source=None, columns=None, devices=None, memory_limit=None, progress=None, **options):
            return _run_entry(self, entry, source, columns, devices, memory_limit, progress, options)

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


def load_plugin(path):
    """Loads a shared library of plugins: the algorithms that it brings are methods of Graph from then on.

    Its methods of algorithms can be asked for, too. Libraries are built for one version of Warpgraph, and are not unloaded.

    Args:
        path: of the library, such as libown_algorithm.so.
    """
    _core.load_plugins(file_name(path))
    _described.cache_clear()
    _entries.cache_clear()
    add_methods()
