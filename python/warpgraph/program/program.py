# SPDX-License-Identifier: Apache-2.0
"""`Program`, the base of vertex programs in Python, and programs given as C++."""

from __future__ import annotations

import hashlib
import re
import struct
import threading

import numpy

from . import types
from ..errors import UsageError
from .errors import ProgramError
from .expressions import nearest
from .library import Compiler, Parameters, library, whole_source, without_lines
from .translate import ProgramTranslator, Translated
from .types import Array, Struct


class Program:
    """A vertex program. A subclass says what one vertex does; the engine does it for all of them.

    >>> import warpgraph as wg
    >>> class Distances(wg.Program):
    ...     VertexValue = wg.uint32
    ...     EdgeValue = wg.int32
    ...     Reduction = wg.Min
    ...     source: wg.Vertex
    ...
    ...     def initial(self, v):
    ...         return 0 if v == self.source else wg.uint32.max
    ...
    ...     def active_initially(self, v):
    ...         return v == self.source
    ...
    ...     def visit(self, distance, length):
    ...         return distance if distance == wg.uint32.max else distance + length
    ...
    ...     def updated(self, old, distance):
    ...         return distance < old

    Then `graph.run(Distances, source="Berlin")`. Members have the names and contracts that they have in C++. Annotated
    class attributes are parameters: they are given by name, and other values of them compile nothing anew. Class
    attributes without annotation are constants. The functions stay functions of Python, too: `Distances(source=0)` can
    be called and tested without any graph.
    """

    def __init__(self, **parameters):
        known = compiled_class(type(self)).parameters if parameters else {}
        for name, value in parameters.items():
            if name not in known:
                raise TypeError(f"{type(self).__name__} has no parameter {name}{nearest(name, known)}")
            setattr(self, name, value)

    @classmethod
    def cpp(cls):
        """The program in C++, as text.

        >>> import warpgraph as wg
        >>> class Hops(wg.Program):
        ...     VertexValue = wg.uint32
        ...     Reduction = wg.Min
        ...     source: wg.Vertex
        ...     def initial(self, v):
        ...         return 0 if v == self.source else wg.uint32.max
        ...     def visit(self, hops):
        ...         return hops + 1
        ...     def updated(self, old, hops):
        ...         return hops < old
        >>> "struct Hops" in Hops.cpp()
        True
        """
        return compiled_class(cls).translated().body


class Compiled:
    """A program that can be run: what it takes, and its libraries by the graphs that they are for."""

    values_are_vertices = False

    def __init__(self, parameters):
        self.parameters = parameters
        self.vertices = [name for name, type_ in parameters.items() if type_ is types.Vertex]
        self.libraries = {}
        self.hashes = {}
        self.packer = None
        self.loops = None

    @property
    def may_loop(self):
        """Whether one of its functions may go on for long: then Ctrl-C must not wait for it. Headers other than standard
        ones are not read, and may have anything."""
        if self.loops is None:
            translated = self.translated()
            others = re.search(r"include(?!\s*<\w+>)", translated.includes)
            self.loops = bool(others or re.search(r"\b(while|for|do|goto)\b", translated.body))
        return self.loops

    def for_graph(self, kind):
        """The library for graphs of a kind: with such values of edges, on several devices or on one, in a language."""
        found = self.libraries.get(kind)
        if found is None:
            found = library(package_compiler(), self.translated(), *kind)
            if self.dtype(found) is None:
                raise UsageError(
                    f"{self.name}: its VertexValue is a struct; hand compile_program its members, as value=..."
                )
            self.libraries[kind] = found
        return found

    def numbers_in(self, packed):
        """The parameters that are no vertices and no arrays, with their names."""
        places = self.offsets()
        for name, type_ in self.parameters.items():
            if not isinstance(type_, Array) and type_ is not types.Vertex:
                yield name, struct.unpack_from("@" + type_.format_letter, packed, places[name])[0]

    def offsets(self):
        """Where in the packed parameters each of them is."""
        return Parameters(self.parameters).offsets()

    def hash_for(self, edge):
        """That of the source for several devices, by which ranks compare programs."""
        if edge not in self.hashes:
            text = without_lines(whole_source(self.translated(), edge, True))
            self.hashes[edge] = hashlib.sha256(text.encode()).hexdigest()[:16]
        return self.hashes[edge]

    def packed(self, values, vertices, without_arrays=False):
        """The parameters as bytes, and the arrays that these point to; the graph has so many vertices. Without arrays these
        are by name, and the bytes point to none."""
        if self.packer is None:
            self.packer = struct.Struct(Parameters(self.parameters).format)
        given, kept = [], {} if without_arrays else []
        for name, type_ in self.parameters.items():
            value = values[name]
            if isinstance(type_, Array):
                array = numpy.ascontiguousarray(value, dtype=type_.element.dtype)
                if array.ndim != 1 or array.size != vertices:
                    has = "this rank" if without_arrays else "the graph"
                    raise ProgramError(f"{name} has shape {array.shape}, and {has} {vertices} vertices")
                if without_arrays:
                    kept[name] = array
                    given += (0, 0)
                else:
                    kept.append(array)
                    given += (array.ctypes.data, array.size)
            else:
                given.append(int(value) if type(value) is not int and type_.kind == "int" else value)
        try:
            return self.packer.pack(*given), kept
        except (struct.error, OverflowError, TypeError):
            for name, type_ in self.parameters.items():
                if not isinstance(type_, Array):
                    check_parameter(name, type_, values[name])
            raise

    def dtype(self, found):
        value = self.translated().value
        if value is not None:
            return value.dtype
        return None if found.value_type == "struct" else numpy.dtype(found.value_type)


def check_parameter(name, type_, value):
    try:
        struct.pack("@" + type_.format_letter, int(value) if type_.kind == "int" else value)
    except (struct.error, OverflowError, TypeError, ValueError):
        raise ProgramError(f"the parameter {name} is {value!r}, which is no {type_!r}") from None


class CompiledClass(Compiled):
    """A subclass of Program."""

    def __init__(self, python_class):
        self.python_class = python_class
        self.done = None
        self.lock = threading.Lock()
        self.name = python_class.__name__
        translator = ProgramTranslator(python_class, Program)
        self.values_are_vertices = translator.attribute("kValuesAre") in ("vertices", "lowest_vertices")
        super().__init__(translator.parameters)

    def translated(self):
        with self.lock:
            if self.done is None:
                translator = ProgramTranslator(self.python_class, Program)
                try:
                    self.done = translator.translate()
                except RecursionError:
                    raise translator.error("an expression of it is too long; assign its parts to variables") from None
            return self.done


class CppProgram(Compiled):
    """A vertex program that is C++ text: what `compile_program` makes. It is run as a class is."""

    def __init__(self, source, name, parameters, value):
        declared = {}
        for each, annotation in (parameters or {}).items():
            type_ = annotation if isinstance(annotation, Array) else types.as_type(annotation)
            if type_ is None or isinstance(type_, Struct):
                raise ProgramError(f"the parameter {each} is {annotation!r}; it is a number, a wg.Vertex or a wg.Array")
            declared[each] = type_
        super().__init__(declared)
        self.name = name
        file = f"<C++ of {name}>"
        include = re.compile(r"^[ \t]*#[ \t]*include[^\n]*", re.MULTILINE)
        body = f'#line 1 "{file}"\n' + include.sub("", source)
        value = types.as_type(value) if value is not None else None
        self.done = Translated(name, file, 1, body, declared, value, name)
        self.done.is_cpp = True
        self.done.includes = "".join(line + "\n" for line in include.findall(source))

    def translated(self):
        return self.done


def compile_program(source, name, parameters=None, value=None):
    """A vertex program of C++ text, which declares the struct `name`, in a namespace of its own.

    `parameters`: those members of the struct that are given by name when it is run, with their types, as in
    `{"source": wg.Vertex}`. `value`: what its VertexValue is, if that is a struct: a NamedTuple or a dataclass with the
    same members. The text is compiled when the program is first run.

    >>> import warpgraph as wg
    >>> hops = wg.compile_program(
    ...     '''
    ...     struct Hops {
    ...       using VertexValue = std::uint32_t;
    ...       using EdgeValue = warpgraph::NoValue;
    ...       using Reduction = warpgraph::Min;
    ...       warpgraph::VertexId source;
    ...       WARPGRAPH_DEVICE VertexValue initial(warpgraph::VertexId v) const { return v == source ? 0 : ~0u; }
    ...       WARPGRAPH_DEVICE bool active_initially(warpgraph::VertexId v) const { return v == source; }
    ...       WARPGRAPH_DEVICE VertexValue visit(VertexValue hops, warpgraph::NoValue) const { return hops + 1; }
    ...       WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue hops) const { return hops < old; }
    ...     };
    ...     ''', "Hops", parameters={"source": wg.Vertex})
    >>> sorted(hops.parameters)
    ['source']
    """
    if not re.search(rf"\b(struct|class)\b[^;{{]*\b{re.escape(name)}\b", source):
        raise ProgramError(f"the text declares no struct {name}")
    return CppProgram(source, name, parameters, value)


def compiled_class(python_class):
    """What is known of a subclass of Program; made at first use."""
    found = vars(python_class).get("_compiled")
    if found is None:
        found = CompiledClass(python_class)
        python_class._compiled = found
    return found


_package_compiler = None


def package_compiler():
    global _package_compiler
    if _package_compiler is None:
        _package_compiler = Compiler.of_package()
    return _package_compiler
