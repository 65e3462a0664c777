# SPDX-License-Identifier: Apache-2.0
"""C++ around a program, and the library that the compiler makes of it."""

from __future__ import annotations

import hashlib
import re
import struct
import threading

from . import types
from .cache import Library, cache_folder, loaded, seal
from .compiler import Compiler, Headers, explained
from .names import cpp_name
from .types import Array, Struct

EDGE_TYPES = {
    "none": "warpgraph::NoValue",
    "int32": "std::int32_t",
    "int64": "std::int64_t",
    "float32": "float",
    "float64": "double",
}

WHOLE = """// A vertex program of Warpgraph, translated from Python or given as C++.
#include <cstdint>
#include <cstring>

#include <warpgraph/python/compiled_program.hpp>
#include <warpgraph/python/program_arithmetic.hpp>
{includes}
namespace warpgraph_program_{key} {{
{body}

struct GivenParameters_ {{
{members}}};

}}  // namespace warpgraph_program_{key}
#line 1 "around the program"

extern "C" void warpgraph_run_program(const warpgraph::python::ProgramCall& call,
                                      warpgraph::python::ProgramOutcome& outcome) {{
  namespace given = warpgraph_program_{key};
{read}  given::{program} program{{}};
{assignments}  warpgraph::python::run_program<{edge}, {several}>(call, outcome, {make_program});
}}
extern "C" bool warpgraph_searches() {{
  return warpgraph::python::searches<warpgraph_program_{key}::{program}>();
}}
extern "C" const char* warpgraph_value_type() {{
  return warpgraph::python::value_type<warpgraph_program_{key}::{program}::VertexValue>();
}}
"""


class Parameters:
    """The parameters of a program as the bytes of its struct GivenParameters_."""

    def __init__(self, parameters):
        self.parameters = parameters
        letters = []
        for type_ in parameters.values():
            letters.append("PQ" if isinstance(type_, Array) else type_.format_letter)
        self.format = "@" + "".join(letters) + "0Q"

    def offsets(self):
        """Where each begins, by name."""
        found, before = {}, "@"
        for name, type_ in self.parameters.items():
            first, letters = ("P", "PQ") if isinstance(type_, Array) else (type_.format_letter,) * 2
            found[name] = struct.calcsize(before + first) - struct.calcsize("@" + first)
            before += letters
        return found

    def text(self):
        """The members: given_0 and so on, whatever the parameters are called."""
        lines = []
        for i, type_ in enumerate(self.parameters.values()):
            if isinstance(type_, Array):
                lines.append(f"  const {type_.element.cpp}* given_{i};\n  std::uint64_t size_{i};\n")
            else:
                lines.append(f"  {type_.cpp} given_{i};\n")
        return "".join(lines)


def whole_source(translated, edge, several):
    """The source of a library for graphs with these edge values, on one device or on several too."""
    parameters = Parameters(translated.parameters)
    assignments, copies = "", ""
    for i, (name, type_) in enumerate(translated.parameters.items()):
        code = name if translated.is_cpp else cpp_name(name)
        if isinstance(type_, Array):
            element = type_.element.cpp
            assignments += f"  std::deque<warpgraph::Buffer<{element}>> copies_{code};\n"
            copies += (
                f"        made.{code} = copies_{code}.emplace_back(warpgraph::to_device(\n"
                f"            device, std::span<const {element}>(parameters.given_{i}, parameters.size_{i}), "
                f'"{name}"));\n'
            )
        else:
            assignments += f"  program.{code} = parameters.given_{i};\n"
    make_program = "program"
    if copies:
        make_program = (
            "[&]([[maybe_unused]] warpgraph::StreamRef device) {\n        auto made = program;\n" + copies + "        return made;\n      }"
        )
    members = parameters.text()
    read = ""
    if members:
        read = (
            "  [[maybe_unused]] given::GivenParameters_ parameters;\n"
            "  std::memcpy(static_cast<void*>(&parameters), call.parameters, sizeof parameters);\n"
        )
    program = translated.program_name
    key = hashlib.sha256("\0".join((without_lines(translated.body), members)).encode()).hexdigest()[:16]
    return WHOLE.format(
        key=key,
        body=translated.body,
        includes=translated.includes,
        members=members,
        read=read,
        program=program,
        assignments=assignments,
        edge=EDGE_TYPES[edge],
        several="true" if several else "false",
        make_program=make_program,
    )


def without_lines(source):
    """The source without where it is from: a program that has moved in its file, or to another cell, is the same."""
    return re.sub(r"^#line [^\n]*\n", "", source, flags=re.MULTILINE)


_libraries: dict = {}
_lock = threading.Lock()


def key_of(compiler, translated, edge, several, language):
    """The source of the program's library for such graphs, and by what the cache has it."""
    source = whole_source(translated, edge, several)
    parts = (compiler.identity(language), without_lines(source))
    return source, hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def library(compiler, translated, edge, several, language):
    """The library of the program for such graphs: of this process, of the cache, or compiled now."""
    source, key = key_of(compiler, translated, edge, several, language)
    with _lock:
        if key not in _libraries:
            _libraries[key] = loaded(compiler, source, key, language, translated.name)
        return _libraries[key]


__all__ = [
    "Compiler",
    "Headers",
    "Library",
    "Parameters",
    "Struct",
    "cache_folder",
    "explained",
    "key_of",
    "library",
    "loaded",
    "seal",
    "types",
    "whole_source",
    "without_lines",
]
