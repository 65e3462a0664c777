# SPDX-License-Identifier: Apache-2.0
"""The types that vertex programs compute with."""

from __future__ import annotations

import dataclasses
import typing

import numpy

from .names import cpp_name


class Type:
    """A number of fixed width. `wg.float32(x)` converts in a program, and makes a scalar of NumPy outside of one."""

    def __init__(self, name, cpp, kind, bits, is_signed, numpy_name, format_letter):
        self.name = name
        self.cpp = cpp
        self.kind = kind  # "bool", "int" or "float"
        self.bits = bits  # 0: the type of a constant, which takes that of what it meets
        self.is_signed = is_signed
        self.dtype = numpy.dtype(numpy_name) if numpy_name else None
        self.format_letter = format_letter  # of the module struct
        if kind == "int" and bits:
            self.min = -(1 << (bits - 1)) if is_signed else 0
            self.max = (1 << (bits - is_signed)) - 1

    def __call__(self, value):
        return self.dtype.type(value)

    def __repr__(self):
        return "wg." + self.name

    def holds(self, value):
        """Whether this integer type has the value."""
        return self.min <= value <= self.max


bool_ = Type("bool_", "bool", "bool", 8, 0, "bool", "?")
int8 = Type("int8", "std::int8_t", "int", 8, 1, "int8", "b")
int16 = Type("int16", "std::int16_t", "int", 16, 1, "int16", "h")
int32 = Type("int32", "std::int32_t", "int", 32, 1, "int32", "i")
int64 = Type("int64", "std::int64_t", "int", 64, 1, "int64", "q")
uint8 = Type("uint8", "std::uint8_t", "int", 8, 0, "uint8", "B")
uint16 = Type("uint16", "std::uint16_t", "int", 16, 0, "uint16", "H")
uint32 = Type("uint32", "std::uint32_t", "int", 32, 0, "uint32", "I")
uint64 = Type("uint64", "std::uint64_t", "int", 64, 0, "uint64", "Q")
float32 = Type("float32", "float", "float", 32, 1, "float32", "f")
float64 = Type("float64", "double", "float", 64, 1, "float64", "d")
Vertex = Type("Vertex", "warpgraph::VertexId", "int", 32, 0, "uint32", "I")  # a vertex of the graph
NO_VERTEX = 0xFFFFFFFF

WEAK_INT = Type("int", None, "int", 0, 1, None, None)
WEAK_FLOAT = Type("float", None, "float", 0, 1, None, None)


class Nothing:
    """What visit is handed for an edge whose values the program does not take."""

    name = "nothing"
    cpp = "warpgraph::NoValue"


NOTHING = Nothing()
NUMBERS = [bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64]


class Array:
    """Annotates a parameter that is an array with a number for each vertex: `height: wg.Array[wg.float32]`.

    >>> wg.Array[wg.float32]
    wg.Array[wg.float32]
    """

    def __init__(self, element):
        self.element = element

    def __class_getitem__(cls, element):
        return cls(as_type(element))

    def __repr__(self):
        return f"wg.Array[{self.element!r}]"


class Reduction:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "wg." + self.name


Min = Reduction("Min")
Max = Reduction("Max")
Plus = Reduction("Plus")
Or = Reduction("Or")


class Struct:
    """What a NamedTuple or a dataclass with annotations is in C++."""

    def __init__(self, python_class, fields):
        self.python_class = python_class
        self.name = python_class.__name__
        self.cpp = cpp_name(self.name) + "_"
        self.fields = fields  # of pairs (name, Type)
        offset = 0
        for _, each in fields:
            offset += -offset % (each.bits // 8) + each.bits // 8
        self.align = max(each.bits // 8 for _, each in fields)
        natural = offset + -offset % self.align
        for word in (4, 8, 16):  # what devices exchange as a whole
            if natural <= word:
                self.align = word
                break
        self.size = offset + -offset % self.align

    def __repr__(self):
        return self.name

    def padding(self):
        """How many bytes lie behind which field; they are named, so that values can be compared by their bytes."""
        behind = []
        offset = 0
        for i, (_, each) in enumerate(self.fields):
            offset += each.bits // 8
            following = self.fields[i + 1][1].bits // 8 if i + 1 < len(self.fields) else self.align
            behind.append(-offset % following)
            offset += behind[-1]
        return behind

    @property
    def dtype(self):
        names, formats, offsets = [], [], []
        offset = 0
        for (name, each), padding in zip(self.fields, self.padding()):
            names.append(name)
            formats.append(each.dtype)
            offsets.append(offset)
            offset += each.bits // 8 + padding
        return numpy.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": self.size})


_structs: dict = {}


def is_struct_class(value):
    return isinstance(value, type) and (
        dataclasses.is_dataclass(value) or (issubclass(value, tuple) and hasattr(value, "_fields"))
    )


def as_type(value):
    """The Type or Struct that an annotation means; None if it means none."""
    if isinstance(value, (Type, Struct)):
        return value
    if value is bool:
        return bool_
    if value is int:
        return int64
    if value is float:
        return float64
    if is_struct_class(value):
        if value not in _structs:
            try:
                hints = typing.get_type_hints(value)
            except NameError:  # of text that names what a function has
                return None
            fields = [(name, as_type(hint)) for name, hint in hints.items()]
            if not fields or any(not isinstance(each, Type) for _, each in fields):
                return None
            _structs[value] = Struct(value, fields)
        return _structs[value]
    if isinstance(value, type) and issubclass(value, numpy.generic):
        for each in NUMBERS:
            if each.dtype.type is value:
                return each
    return None


def common_type(a, b):
    """The type in which two numbers are added: NumPy's rules, and an int64 for two bools. None if there is none."""
    if a is b:
        return WEAK_INT if a is bool_ else a
    if a.kind == "float" or b.kind == "float":
        real, other = (a, b) if a.kind == "float" else (b, a)
        if other.kind != "float":
            if other is bool_ or other.bits == 0:
                return real
            if real.bits == 0:
                return float64
            return real if other.bits < real.bits / 1.9 else float64
        if real.bits == 0:
            return other
        return real if real.bits >= other.bits else other
    if a is bool_ or b is bool_:
        return b if a is bool_ else a
    if a.bits == 0 or b.bits == 0:
        return b if a.bits == 0 else a
    if Vertex in (a, b):
        a, b = (uint32 if a is Vertex else a), (uint32 if b is Vertex else b)
        return common_type(a, b)
    if a.is_signed == b.is_signed:
        return a if a.bits >= b.bits else b
    signed, other = (a, b) if a.is_signed else (b, a)
    if other.bits < signed.bits:
        return signed
    return {8: int16, 16: int32, 32: int64}.get(other.bits)


def joined_type(a, b):
    """The type of what is one of two: as common_type, but bools stay bools."""
    return a if a is b else common_type(a, b)
