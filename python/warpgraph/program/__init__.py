# SPDX-License-Identifier: Apache-2.0
"""Vertex programs written in Python, translated to C++, compiled, and run by the engine."""

from .errors import ProgramError
from .program import Program, compile_program
from .types import (
    NO_VERTEX,
    Array,
    Max,
    Min,
    Or,
    Plus,
    Vertex,
    bool_,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)

__all__ = [
    "NO_VERTEX",
    "Array",
    "Max",
    "Min",
    "Or",
    "Plus",
    "Program",
    "ProgramError",
    "Vertex",
    "bool_",
    "compile_program",
    "float32",
    "float64",
    "int16",
    "int32",
    "int64",
    "int8",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
]
