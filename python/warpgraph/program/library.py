# SPDX-License-Identifier: Apache-2.0
"""C++ around a program, the compiler, and the folder that keeps what it made."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

from . import types
from .errors import ProgramError
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

struct Parameters {{
{members}}};

}}  // namespace warpgraph_program_{key}
#line 1 "around the program"

extern "C" void warpgraph_run_program(const warpgraph::python::ProgramCall& call,
                                      warpgraph::python::ProgramOutcome& outcome) {{
  namespace given = warpgraph_program_{key};
{read}  given::{program} program{{}};
{assignments}  warpgraph::python::run_program<{edge}, {several}>(call, outcome, {make_program});
}}
extern "C" const char* warpgraph_value_type() {{
  return warpgraph::python::value_type<given_value>();
}}
"""


# g++ collects no garbage of its own: a compilation takes 250 MB then, 30 MB more, and a sixth less time.
KEEPS_ALL = ["--param=ggc-min-expand=1000", "--param=ggc-min-heapsize=4000000"]


class Parameters:
    """The parameters of a program as the bytes of its struct Parameters."""

    def __init__(self, parameters):
        self.parameters = parameters
        letters = []
        for type_ in parameters.values():
            letters.append("PQ" if isinstance(type_, Array) else type_.format_letter)
        self.format = "@" + "".join(letters) + "0Q"

    def text(self):
        lines = []
        for name, type_ in self.parameters.items():
            if isinstance(type_, Array):
                lines.append(f"  const {type_.element.cpp}* {name}_;\n  std::uint64_t {name}_size_;\n")
            else:
                lines.append(f"  {type_.cpp} {name}_;\n")
        return "".join(lines)


def whole_source(translated, edge, several):
    """The source of a library for graphs with these edge values, on one device or on several too."""
    from .functions import cpp_name

    parameters = Parameters(translated.parameters)
    assignments, copies = "", ""
    for name, type_ in translated.parameters.items():
        code = cpp_name(name)
        if isinstance(type_, Array):
            element = type_.element.cpp
            assignments += f"  std::deque<warpgraph::Buffer<{element}>> copies_{code};\n"
            copies += (
                f"        made.{code} = copies_{code}.emplace_back(warpgraph::to_device(\n"
                f"            device, std::span<const {element}>(parameters.{name}_, parameters.{name}_size_), "
                f'"{name}"));\n'
            )
        else:
            assignments += f"  program.{code} = parameters.{name}_;\n"
    make_program = "program"
    if copies:
        make_program = (
            "[&]([[maybe_unused]] warpgraph::StreamRef device) {\n        auto made = program;\n" + copies + "        return made;\n      }"
        )
    members = parameters.text()
    read = ""
    if members:
        read = (
            "  [[maybe_unused]] given::Parameters parameters;\n"
            "  std::memcpy(static_cast<void*>(&parameters), call.parameters, sizeof parameters);\n"
        )
    program = translated.program_name
    key = hashlib.sha256("\0".join((without_lines(translated.body), members)).encode()).hexdigest()[:16]
    text = WHOLE.format(
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
    return text.replace("given_value", f"warpgraph_program_{key}::{program}::VertexValue")


def without_lines(source):
    """The source without where it is from: a program that has moved in its file, or to another cell, is the same."""
    return re.sub(r"^#line [^\n]*\n", "", source, flags=re.MULTILINE)


class Compiler:
    """The machine's compiler, as the package's build has left it in compiler.json."""

    def __init__(self, description, folder):
        self.description = description
        self.folder = pathlib.Path(folder)  # the package's
        self.identities = {}
        self.versions = {}

    @classmethod
    def of_package(cls):
        folder = pathlib.Path(__file__).resolve().parent.parent
        path = folder / "lib" / "compiler.json"
        try:
            return cls(json.loads(path.read_text()), folder)
        except OSError:
            raise ProgramError(
                "this package was built without what it takes to compile programs (lib/compiler.json is missing)"
            ) from None

    def program(self, language):
        """The path of the compiler of C++ ("cxx") or CUDA ("cuda")."""
        if language == "cuda":
            found = shutil.which(os.environ.get("NVCC") or self.description.get("nvcc") or "nvcc")
            if not found:
                raise ProgramError("no nvcc is on this machine, which compiles programs for GPUs; devices='host' needs none")
            return found
        for each in (os.environ.get("WARPGRAPH_CXX"), self.description.get("cxx"), "g++", "clang++", "c++"):
            found = each and shutil.which(each)
            if found:
                return found
        raise ProgramError(
            "no C++ compiler is on this machine, which programs are compiled by: install g++ 12 or newer, or name one by the "
            "environment variable WARPGRAPH_CXX"
        )

    def flags(self, language):
        folders = [str(each) for each in self.description["include"]]
        include = ["-I" + (each if os.path.isabs(each) else str(self.folder / each)) for each in folders]
        flags = list(self.description["cuda_flags" if language == "cuda" else "cxx_flags"])
        if language != "cuda":
            flags += os.environ.get("WARPGRAPH_CXXFLAGS", "").split()
            if "Free Software Foundation" in self.version("cxx"):
                flags += KEEPS_ALL
        return flags + include

    def version(self, language):
        """What the compiler says that it is."""
        if language not in self.versions:
            path = self.program(language)
            self.versions[language] = subprocess.run(
                [path, "--version"], capture_output=True, text=True, check=False
            ).stdout
        return self.versions[language]

    def link(self):
        each = []
        for library in self.description["link"]:
            is_path = not library.startswith("-") and not os.path.isabs(library)
            each.append(str(self.folder / library) if is_path else library)
        return each

    def identity(self, language):
        """What decides, beside the source, what is compiled: the compiler, its flags, and the package."""
        if language not in self.identities:
            parts = [self.program(language), self.version(language), *self.flags(language), *self.link(), self.description["version"]]
            for each in self.link():
                if os.path.exists(each):
                    status = os.stat(each)
                    parts.append(f"{status.st_size} {status.st_mtime_ns}")
            self.identities[language] = "\0".join(parts)
        return self.identities[language]

    def compile(self, source, language, target, name):
        path = self.program(language)
        suffix = ".cu" if language == "cuda" else ".cpp"
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="compiling-") as folder:
            written = pathlib.Path(folder) / ("program" + suffix)
            written.write_text(source)
            made = pathlib.Path(folder) / target.name
            headers = Headers(self, language)
            parsed = headers.flags()
            headers.make()  # meanwhile, for the next program
            command = [path, *self.flags(language), *parsed, str(written), "-o", str(made), *self.link()]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise explained(done.stderr, name, command)
            kept = target.with_suffix(suffix)
            shutil.copyfile(written, kept)
            os.replace(made, target)
        if language == "cxx" and works_behind():
            better = [path, *self.flags(language), "-O3", str(kept), "-o", "MADE", *self.link()]
            make_behind(better, target)


LONGEST = 1800  # seconds that parsing headers may take; after that it is tried again


def works_behind():
    return os.environ.get("WARPGRAPH_BACKGROUND", "1") != "0"


def make_behind(command, target):
    """Starts a process that makes a file, under another name until it is whole: MADE in the command."""
    made = f"{target}.{os.getpid()}.making"
    command = [made if each == "MADE" else each for each in command]
    script = 'nice -n 10 "$@" && mv "$MADE" "$TARGET" || rm -f "$MADE"'
    subprocess.Popen(
        ["/bin/sh", "-c", script, "sh", *command],
        env={**os.environ, "MADE": made, "TARGET": str(target)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class Headers:
    """The headers of all programs, which g++ reads parsed: that saves a third of the time that a program takes.

    They are made while the first program is compiled, and behind its back, and take some 150 MB of the cache.
    """

    TEXT = "#include <warpgraph/python/compiled_program.hpp>\n#include <warpgraph/python/program_arithmetic.hpp>\n"

    def __init__(self, compiler, language):
        identity = compiler.identity(language)
        self.compiler = compiler
        self.is_used = (
            language == "cxx"
            and "Free Software Foundation" in compiler.version(language)
            and works_behind()
        )
        self.folder = cache_folder() / ("headers-" + hashlib.sha256(identity.encode()).hexdigest()[:16])
        self.header = self.folder / "program.hpp"
        self.parsed = self.folder / "program.hpp.gch"

    def flags(self):
        if not self.is_used or not self.parsed.exists():
            return []
        return ["-include", str(self.header)]

    def make(self):
        """Starts a process that makes them, unless they are there or being made."""
        if not self.is_used or self.parsed.exists():
            return
        try:
            if self.folder.exists() and time.time() - self.folder.stat().st_mtime > LONGEST:
                shutil.rmtree(self.folder)
            self.folder.mkdir()
        except OSError:  # another process has been faster
            return
        for each in self.folder.parent.glob("headers-*"):  # of other versions
            if each != self.folder:
                shutil.rmtree(each, ignore_errors=True)
        self.header.write_text(self.TEXT)
        flags = [each for each in self.compiler.flags("cxx") if each != "-shared"]
        command = [self.compiler.program("cxx"), *flags, "-x", "c++-header", str(self.header), "-o", "MADE"]
        make_behind(command, self.parsed)


def explained(stderr, name, command):
    """The error of a compiler, at the line of Python, or of the C++ that was given."""
    said = re.search(r"vertex program: ([^\n]*)", stderr)
    errors = re.findall(r"^(.+?)[:(](\d+)\)?(?::\d+)?:? (?:fatal )?error:? (.*)$", stderr, re.MULTILINE)
    own = [each for each in errors if each[0].endswith((".py", ">", ".ipynb")) or each[0] == name]
    if said:
        text = re.sub(r"[\"']$", "", said.group(1).strip())
        return ProgramError(f"{name}: {text}", *((own[0][0], int(own[0][1])) if own else ()))
    if own:
        return ProgramError(f"{name}: {own[0][2]}", own[0][0], int(own[0][1]))
    text = errors[0][2] if errors else (stderr.strip().splitlines() or ["no message"])[-1]
    return ProgramError(f"{name}: the compiler {command[0]} failed: {text}")


def cache_folder():
    """Where compiled programs are kept: $WARPGRAPH_CACHE, or the user's folder for such."""
    named = os.environ.get("WARPGRAPH_CACHE")
    if named:
        folder = pathlib.Path(named)
    else:
        folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "warpgraph" / "programs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    folder = pathlib.Path(tempfile.gettempdir()) / f"warpgraph-programs-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise ProgramError(f"{folder} belongs to another user; name a folder by WARPGRAPH_CACHE")
    return folder


class Library:
    """A compiled program in this process."""

    def __init__(self, path):
        self.path = path
        self.loaded = ctypes.CDLL(str(path))
        self.address = ctypes.cast(self.loaded.warpgraph_run_program, ctypes.c_void_p).value
        value_type = self.loaded.warpgraph_value_type
        value_type.restype = ctypes.c_char_p
        self.value_type = value_type().decode()


_libraries: dict = {}
_lock = threading.Lock()


def library(compiler, translated, edge, several, language):
    """The library of the program for such graphs: of this process, of the cache, or compiled now."""
    source = whole_source(translated, edge, several)
    key = hashlib.sha256("\0".join((compiler.identity(language), without_lines(source))).encode()).hexdigest()[:32]
    with _lock:
        if key not in _libraries:
            _libraries[key] = loaded(compiler, source, key, language, translated.name)
        return _libraries[key]


def loaded(compiler, source, key, language, name):
    path = cache_folder() / f"{key}.so"
    with locked(path.with_suffix(".lock")):
        if path.exists():
            try:
                return Library(path)
            except (OSError, AttributeError):  # one that was cut off
                path.unlink()
        compiler.compile(source, language, path, name)
        return Library(path)


@contextlib.contextmanager
def locked(path):
    """One process at a time compiles a program; others wait, and find it."""
    with open(path, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # a file system without locks: both compile, and the last one stays
            pass
        yield


__all__ = ["Compiler", "Library", "Parameters", "library", "whole_source", "types", "Struct"]
