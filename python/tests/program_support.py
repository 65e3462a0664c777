# SPDX-License-Identifier: Apache-2.0
"""Functions of Python, translated by themselves and called from Python, without a graph."""

import ctypes
import importlib.util
import pathlib
import shutil
import subprocess

import pytest

from warpgraph.program import program, types
from warpgraph.program.translate import ProgramTranslator

ROOT = pathlib.Path(__file__).resolve().parents[2]
CTYPES = {
    types.bool_: ctypes.c_bool,
    types.int32: ctypes.c_int32,
    types.uint32: ctypes.c_uint32,
    types.Vertex: ctypes.c_uint32,
    types.int64: ctypes.c_int64,
    types.uint64: ctypes.c_uint64,
    types.float32: ctypes.c_float,
    types.float64: ctypes.c_double,
}
HEAD = """#include <cstdint>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/python/program_arithmetic.hpp>
"""


def module_of(text, folder, name="written"):
    """A module with this text, in a file, which programs are translated from."""
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Caller:
    """What a function is called from: nothing, with arguments of certain types."""

    def __init__(self, function):
        self.function = function
        self.expressions = None

    def error(self, node, text):
        return self.function.error(node, text)


def translated(function, given):
    """The translator that has the function's C++, and what of it is called how."""
    translator = ProgramTranslator(type("Alone", (program.Program,), {}), program.Program)
    read = translator.function(function)
    return translator, translator.translate_function(read, "alone", list(given), None, is_helper=True)


def compiled(functions, folder):
    """Callables of ctypes for pairs of a function and its arguments' types."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++")
    text = [HEAD]
    made = []
    for i, (function, given) in enumerate(functions):
        translator, helper = translated(function, given)
        structs = "\n".join(translator.struct_text(each, False) for each in translator.structs)
        body = "\n".join(translator.text)
        text.append(f"namespace of_{i} {{\n{structs}\nstruct Alone {{\n{body}\n}};\n}}\n#line 1 \"around\"")
        names = [f"a{j}" for j in range(len(given))]
        arguments = ", ".join(f"{type_.cpp} {name}" for type_, name in zip(given, names))
        text.append(
            f'extern "C" {helper.returns.cpp} f_{i}({arguments}) {{ return of_{i}::Alone{{}}.alone({", ".join(names)}); }}'
        )
        made.append((given, helper.returns))
    source = folder / "alone.cpp"
    source.write_text("\n".join(text))
    library = folder / "alone.so"
    includes = [f"-I{ROOT / each / 'include'}" for each in ("python", "framework", "runtime")]
    command = [compiler, "-std=c++20", "-O1", "-fPIC", "-fwrapv", "-w", "-shared", *includes, source, "-o", library]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = ctypes.CDLL(str(library))
    callables = []
    for i, (given, returns) in enumerate(made):
        each = getattr(loaded, f"f_{i}")
        each.argtypes = [CTYPES[type_] for type_ in given]
        each.restype = CTYPES[returns]
        callables.append((each, returns))
    return callables
