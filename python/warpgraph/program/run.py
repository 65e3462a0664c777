# SPDX-License-Identifier: Apache-2.0
"""Runs of programs, and their results."""

from __future__ import annotations

import numpy

from .. import _core
from .._catalogue import _arguments, _engine_options, control_options, python_name, refuse_unknown, shown_progress
from ..errors import UsageError
from ..result import Result
from . import on_ranks
from .program import Compiled, CppProgram, Program, compiled_class
from .types import Array, Struct, Vertex

_ENGINE = frozenset(map(python_name, _engine_options()))


def run(graph, program, *, until=(), devices=None, memory_limit=None, progress=None, time_limit=None, **given):
    """Runs a vertex program: a subclass of Program, an object of one, or what compile_program made.

    Its parameters are given by name, a `wg.Vertex` as what the graph calls it. `max_supersteps`, `deterministic`, `plan`,
    `time_supersteps` and others are the engine's options; with `until`, a list of vertices, the run ends when these have
    their last values.
    """
    engine = {name: given.pop(name) for name in _ENGINE.intersection(given)} if given else None
    if graph._core.is_part:
        return run_on_ranks(graph, program, given, engine, until, (devices, memory_limit), progress, time_limit)
    compiled, values = parameters_of(program, given)
    if not compiled.libraries:
        refuse_taken_names(compiled)
    core = graph._on(devices, memory_limit)
    for name in compiled.vertices:
        values[name] = vertex_of(graph, values[name])
    found = compiled.for_graph(kind_of(graph, core))
    parameters, arrays = compiled.packed(values, graph.n)
    outcome = _core.run_program(
        core,
        found.address,
        parameters,
        arrays,
        _arguments(_engine_options().values(), graph, engine) if engine else None,
        [vertex_of(graph, each) for each in until],
        shown_progress(progress),
        compiled.may_loop,
        _arguments(control_options().values(), graph, {"time_limit": time_limit}),
    )
    return Result(graph, compiled.name, outcome, lambda: makers(graph, compiled, found, outcome))


def run_on_ranks(graph, program, given, engine, until, where, progress, time_limit):
    """The same on the part of a graph that a rank has. All ranks raise what one of them raises before the engine runs."""
    ranks, core = graph._ranks, graph._core

    def describe():
        compiled, values = parameters_of(program, given)
        refuse_taken_names(compiled)
        graph._on(*where)
        vertices = {name: graph._place(values[name]) for name in compiled.vertices}
        ends = [graph._place(each) for each in until]
        packed = compiled.packed({**values, **dict.fromkeys(vertices, 0)}, graph.own, without_arrays=True)
        options = _arguments(_engine_options().values(), graph, engine) if engine else None
        text = compiled.hash_for(graph.weight_type or "none")
        words = [f"program={compiled.name}", f"text={text}"]
        words += [f"{name}={vertex}" for name, vertex in vertices.items()]
        words += [f"{name}={number!r}" for name, number in compiled.numbers_in(packed[0])]
        words += [f"until={ends}"]
        words += [f"{name}={text}" for name, text in sorted((options or {}).items()) if name != "time-supersteps"]
        return (compiled, vertices, ends, packed, options, text), words

    compiled, vertices, ends, (parameters, arrays), options, text = on_ranks.agree_on_call(ranks, describe)
    kind = (graph.weight_type or "none", True, kind_of(graph, core)[2])
    found = on_ranks.library_of_all(ranks, compiled, kind, text)
    places = compiled.offsets()
    outcome = _core.run_program_on_ranks(
        core,
        found.address,
        found.searches,
        parameters,
        [(places[name], vertex) for name, vertex in vertices.items()],
        [(places[name], array) for name, array in arrays.items()],
        options,
        ends,
        shown_progress(progress),
        compiled.may_loop,
        _arguments(control_options().values(), graph, {"time_limit": time_limit}),
    )
    return Result(graph, compiled.name, outcome, lambda: makers(graph, compiled, found, outcome))


def refuse_taken_names(compiled):
    """A parameter that is called as an option of run could not be given."""
    for name in compiled.parameters:
        if name in _ENGINE or name in ("until", "devices", "memory_limit", "progress", "time_limit", "program"):
            raise UsageError(f"{compiled.name}: run has an option that is called {name}; give the parameter another name")


def kind_of(graph, core):
    """What a program is compiled for: the type of the edges' values, whether there are several devices, and the language."""
    found = graph._kinds.get(core)
    if found is None:
        count, is_gpu = _core.devices_of(core)
        found = graph._kinds[core] = (graph.weight_type or "none", count > 1, "cuda" if is_gpu else "cxx")
    return found


def parameters_of(program, given):
    """The program compiled, and the values of its parameters."""
    if isinstance(program, type) and issubclass(program, Program):
        compiled = compiled_class(program)
        if program.__init__ is not Program.__init__:
            program, given = program(**given), {}
    elif isinstance(program, Program):
        compiled = compiled_class(type(program))
    elif isinstance(program, Compiled):
        compiled = program
    else:
        raise UsageError(f"run takes an algorithm's name, a subclass of Program or an object of one, not {program!r}")
    if given.keys() == compiled.parameters.keys():
        return compiled, given
    values = {}
    for name in compiled.parameters:
        if name in given:
            values[name] = given[name]
        elif isinstance(program, CppProgram) or not hasattr(program, name):
            raise UsageError(f"{compiled.name} is run without a value for its parameter {name}")
        else:
            values[name] = getattr(program, name)
    if given and not given.keys() <= compiled.parameters.keys():
        refuse_unknown(compiled.name, given, [*compiled.parameters, *sorted(_ENGINE), "until"])
    return compiled, values


def vertex_of(graph, name):
    """The vertex of the graph that is called so."""
    if type(name) is int and graph._names is None and graph._original_ids() is None:
        row = name - graph._first_id
        if 0 <= row < graph._n:
            return row
    place = graph._place(name)
    if graph._names is not None:
        return place
    return graph._row(place)


def makers(graph, compiled, found, outcome):
    """The columns of the result, made when they are asked for: one, or one for each member of the value."""
    value = compiled.translated().value
    dtype = compiled.dtype(found)

    def values():
        return outcome.bytes(dtype.itemsize).view(dtype)

    if isinstance(value, Struct):
        return {
            name: (lambda name=name, type_=type_: column(graph, outcome, values()[name], type_ is Vertex))
            for name, type_ in value.fields
        }
    are_vertices = value is Vertex or compiled.values_are_vertices
    return {"value": lambda: column(graph, outcome, values(), are_vertices)}


def column(graph, outcome, values, are_vertices):
    """Vertices by their names; -1, or None among names that are no numbers, is no vertex."""
    if not are_vertices:
        return values
    if graph._core.is_part:
        names = outcome.names_of(numpy.ascontiguousarray(values))
        known = names[values != 0xFFFFFFFF]
        return names if known.size and known.max() >= 2**63 else names.astype(numpy.int64)
    places = values.astype(numpy.int64)
    none = places == 0xFFFFFFFF
    if not graph.has_names:
        places[none] = -1
        return places
    names = graph.names
    if not len(names):
        return places
    places[none] = 0
    called = names[places]
    if none.any():
        called = called.astype(object) if called.dtype.kind not in "iO" else called
        called[none] = -1 if called.dtype.kind == "i" else None
    return called


__all__ = ["Array", "run"]
