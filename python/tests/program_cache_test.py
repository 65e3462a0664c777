# SPDX-License-Identifier: Apache-2.0
"""A program is compiled once, for all threads and processes, and is whole or not there."""

import os
import shutil
import subprocess
import sys
import threading
import time

import pytest
from program_support import module_of

from warpgraph.program import ProgramError
from warpgraph.program import library as libraries
from warpgraph.program.program import compiled_class

SMALL = """
extern "C" void warpgraph_run_program() {}
extern "C" const char* warpgraph_value_type() { return "int32"; }
"""


class SmallCompiler:
    """Compiles a small library, slowly enough for others to come between, and keeps count in a file."""

    def __init__(self, folder):
        self.count = folder / "count.txt"

    def compile(self, source, language, target, name):
        with open(self.count, "a") as file:
            file.write("compiled\n")
        path = target.parent / f"{os.getpid()}-{threading.get_ident()}.cpp"
        path.write_text(source)
        subprocess.run(["g++", "-shared", "-fPIC", str(path), "-o", str(path) + ".so"], check=True)
        libraries.seal(str(path) + ".so")
        os.replace(str(path) + ".so", target)

    def times(self):
        return len(self.count.read_text().splitlines())


@pytest.fixture
def cache(tmp_path, monkeypatch):
    if shutil.which("g++") is None:
        pytest.skip("no g++")
    monkeypatch.setenv("WARPGRAPH_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_threads_compile_a_program_once(cache):
    compiler = SmallCompiler(cache)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(libraries.loaded(compiler, SMALL, "key", "cxx", "small")))
        for _ in range(6)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 6
    assert compiler.times() == 1
    assert all(each.value_type == "int32" and each.address for each in found)


def test_processes_compile_a_program_once(cache):
    code = (
        "import pathlib, sys; sys.path[:0] = sys.argv[2:]; import program_cache_test as t;"
        "t.libraries.loaded(t.SmallCompiler(pathlib.Path(sys.argv[1])), t.SMALL, 'key', 'cxx', 'small')"
    )
    command = [sys.executable, "-c", code, str(cache), *sys.path, os.path.dirname(__file__)]
    processes = [subprocess.Popen(command) for _ in range(3)]
    assert [each.wait() for each in processes] == [0, 0, 0]
    assert SmallCompiler(cache).times() == 1


def test_a_library_that_was_cut_off_is_compiled_again(cache):
    compiler = SmallCompiler(cache)
    path = libraries.cache_folder() / "key.so"
    path.write_bytes(b"\x7fELF and no more")
    assert libraries.loaded(compiler, SMALL, "key", "cxx", "small").address
    assert compiler.times() == 1


def test_a_compiler_that_fails_leaves_nothing(cache):
    class Failing(SmallCompiler):
        def compile(self, source, language, target, name):
            raise ProgramError("no")

    with pytest.raises(ProgramError):
        libraries.loaded(Failing(cache), SMALL, "key", "cxx", "small")
    assert not (libraries.cache_folder() / "key.so").exists()
    assert libraries.loaded(SmallCompiler(cache), SMALL, "key", "cxx", "small").address


def test_what_is_compiled_is_found_by_compiler_flags_and_source(cache, monkeypatch):
    description = {"cxx": "g++", "cxx_flags": ["-O1"], "nvcc": "", "cuda_flags": [], "include": [], "link": [], "version": "1"}
    one = libraries.Compiler(description, cache).identity("cxx")
    assert one == libraries.Compiler(description, cache).identity("cxx")
    assert one != libraries.Compiler({**description, "cxx_flags": ["-O2"]}, cache).identity("cxx")
    assert one != libraries.Compiler({**description, "version": "2"}, cache).identity("cxx")
    monkeypatch.setenv("WARPGRAPH_CXXFLAGS", "-O3")
    assert one != libraries.Compiler(description, cache).identity("cxx")


def test_a_program_that_has_moved_in_its_file_is_the_same(tmp_path):
    text = (
        "from warpgraph import program as wg\nclass P(wg.Program):\n    VertexValue = wg.int32\n    Reduction = wg.Min\n"
        "    def initial(self, v): return {0}\n    def visit(self, x): return x\n    def updated(self, a, b): return a > b\n"
    )

    def source(written, name):
        translated = compiled_class(module_of(written, tmp_path, name).P).translated()
        return libraries.without_lines(libraries.whole_source(translated, "none", False))

    first = source(text.format(7), "first")
    assert "#line" not in first
    assert first == source("\n\nimport math\n" + text.format(7), "second")
    assert first != source(text.format(8), "third")


def test_a_machine_without_a_compiler_says_what_to_install(cache, monkeypatch):
    monkeypatch.setenv("PATH", str(cache))
    description = {"cxx": "/nowhere/c++", "cxx_flags": [], "nvcc": "", "cuda_flags": [], "include": [], "link": [], "version": "1"}
    with pytest.raises(ProgramError, match="install g\\+\\+ 12"):
        libraries.Compiler(description, cache).program("cxx")
    with pytest.raises(ProgramError, match="no nvcc"):
        libraries.Compiler(description, cache).program("cuda")


def test_the_whole_compiler_leaves_a_library_and_then_a_better_one(cache, monkeypatch):
    description = {"cxx": "g++", "cxx_flags": ["-O1", "-shared", "-fPIC"], "include": [], "link": [], "version": "1"}
    compiler = libraries.Compiler(description, cache)
    monkeypatch.setattr(libraries.Headers, "TEXT", "#pragma once\n")
    monkeypatch.setenv("WARPGRAPH_BACKGROUND", "1")
    target = libraries.cache_folder() / "one.so"
    compiler.compile(SMALL, "cxx", target, "small")
    first = target.stat().st_ino
    parsed = libraries.Headers(compiler, "cxx").parsed
    for _ in range(600):
        if target.stat().st_ino != first and parsed.exists():
            break
        time.sleep(0.1)
    assert target.stat().st_ino != first
    assert libraries.Headers(compiler, "cxx").flags()[0] == "-include"
    assert libraries.Library(target).address
    compiler.compile(SMALL, "cxx", target.with_name("two.so"), "small")
    for _ in range(600):
        if not list(target.parent.glob("*.making")):
            break
        time.sleep(0.1)
    assert not list(target.parent.glob("compiling-*"))


def test_errors_of_a_compiler_are_told_with_their_place():
    stderr = (
        "/w/include/engine.hpp:12:3: error: static assertion failed: vertex program: visit(published value) is missing\n"
        "roads.py:7:10: error: 'x' was not declared\n"
    )
    error = libraries.explained(stderr, "Roads", ["g++"])
    assert "visit(published value) is missing" in str(error)
    error = libraries.explained(stderr.splitlines()[1], "Roads", ["g++"])
    assert (error.file, error.line) == ("roads.py", 7)
    assert "'x' was not declared" in str(error)
    assert "killed" in str(libraries.explained("g++: fatal error: killed", "Roads", ["g++"]))
