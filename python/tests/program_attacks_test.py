# SPDX-License-Identifier: Apache-2.0
"""What goes wrong with the cache, the compiler or a program's text is one clear error, or does no harm."""

import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import textwrap
import time

import pytest
from program_cache_test import SMALL
from program_errors_test import GOOD
from program_support import module_of

from warpgraph import program as wg
from warpgraph.program import cache as caches
from warpgraph.program import library as libraries

BIG = SMALL + 'char zeros[] = "' + "x" * 50000 + '";'


@pytest.fixture
def compiler(tmp_path, monkeypatch):
    """The whole compiler, of libraries that take it no time."""
    if shutil.which("g++") is None:
        pytest.skip("no g++")
    monkeypatch.setenv("WARPGRAPH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("WARPGRAPH_BACKGROUND", "0")
    monkeypatch.delenv("WARPGRAPH_CXX", raising=False)
    description = {"cxx": "g++", "cxx_flags": ["-O1", "-shared", "-fPIC"], "include": [], "link": [], "version": "1"}
    return libraries.Compiler(description, tmp_path)


def load(compiler, source=SMALL, key="key"):
    return libraries.loaded(compiler, source, key, "cxx", "Small")


def script(folder, text):
    path = folder / "compiler"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return str(path)


# --- the cache


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9])
def test_a_library_that_was_cut_off_anywhere_is_compiled_again(compiler, part):
    whole = load(compiler, BIG).path.read_bytes()
    cut = libraries.cache_folder() / "other.so"
    cut.write_bytes(whole[: int(part * len(whole))])
    assert load(compiler, BIG, "other").value_type == "int32"
    assert len(cut.read_bytes()) == len(whole)


def test_a_library_with_a_hole_in_it_is_compiled_again(compiler):
    whole = bytearray(load(compiler, BIG).path.read_bytes())
    whole[4096:8192] = bytes(4096)
    (libraries.cache_folder() / "other.so").write_bytes(whole)
    assert load(compiler, BIG, "other").value_type == "int32"


def test_a_file_that_is_no_library_is_replaced(compiler):
    path = libraries.cache_folder() / "key.so"
    for garbage in (b"", b"#!/bin/sh\n" * 100, bytes(5000), b"\x7fELF\x02" + bytes(range(256)) * 20):
        path.unlink(missing_ok=True)
        path.write_bytes(garbage)
        assert load(compiler).value_type == "int32"
        assert caches.is_whole(path)


def test_the_folder_is_made_for_its_user_alone_whatever_the_umask(compiler, tmp_path, monkeypatch):
    monkeypatch.setenv("WARPGRAPH_CACHE", str(tmp_path / "a" / "b"))
    before = os.umask(0)
    try:
        folder = libraries.cache_folder()
        load(compiler)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


def test_a_folder_that_others_may_write_to_is_refused(compiler, tmp_path, monkeypatch):
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    monkeypatch.setenv("WARPGRAPH_CACHE", str(folder))
    with pytest.raises(wg.ProgramError, match="may be written to by all users; name a folder of your own"):
        load(compiler)
    if os.getuid() == 0:
        folder.chmod(0o755)
        os.chown(folder, 12345, 12345)
        with pytest.raises(wg.ProgramError, match="belongs to another user"):
            load(compiler)
    monkeypatch.setenv("WARPGRAPH_CACHE", __file__)
    with pytest.raises(wg.ProgramError, match="which is no folder"):
        load(compiler)


def test_the_usual_folder_gives_way_to_a_private_one(compiler, tmp_path, monkeypatch):
    monkeypatch.delenv("WARPGRAPH_CACHE")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    private = tmp_path / f"warpgraph-programs-{os.getuid()}"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert libraries.cache_folder() == private
    usual = tmp_path / "home" / "warpgraph" / "programs"
    usual.mkdir(parents=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert libraries.cache_folder() == usual
    usual.chmod(0o777)
    assert libraries.cache_folder() == private
    private.rmdir()
    private.symlink_to(tmp_path)
    with pytest.raises(wg.ProgramError, match="is a link"):
        libraries.cache_folder()


def test_a_full_disk_is_said(compiler):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, limits[1]))
        with pytest.raises(wg.ProgramError, match="(?i)file (too large|size limit)"):
            load(compiler, BIG)
        with pytest.raises(wg.ProgramError, match="(?i)file (too large|size limit)"):
            load(compiler, SMALL + "char zeros[100000] = {1};")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert load(compiler, BIG).value_type == "int32"


def test_what_compilations_have_left_that_were_ended_goes(compiler):
    folder = libraries.cache_folder()
    (folder / "compiling-old").mkdir()
    (folder / "compiling-old" / "program.cpp").write_text("")
    (folder / "key.so.1.making").write_text("")
    (folder / "compiling-new").mkdir()
    for each in (folder / "compiling-old", folder / "key.so.1.making"):
        os.utime(each, (time.time() - 10000,) * 2)
    load(compiler)
    assert sorted(each.name for each in folder.iterdir()) == ["compiling-new", "key.cpp", "key.lock", "key.so"]


def test_a_process_that_is_killed_while_it_compiles_leaves_the_others_to_it(compiler, tmp_path):
    begun = tmp_path / "begun"
    slow = script(tmp_path, f'[ "$1" = --version ] || {{ touch {begun}; sleep 60; }}\nexec g++ "$@"\n')
    code = (
        "import pathlib, sys; sys.path[:0] = sys.argv[1:]; import program_attacks_test as t;"
        "d = {'cxx': 'g++', 'cxx_flags': ['-O1', '-shared', '-fPIC'], 'include': [], 'link': [], 'version': '1'};"
        "t.load(t.libraries.Compiler(d, pathlib.Path('.')))"
    )
    command = [sys.executable, "-c", code, *sys.path, os.path.dirname(__file__)]
    process = subprocess.Popen(command, env={**os.environ, "WARPGRAPH_CXX": slow}, start_new_session=True)
    while not begun.exists():
        time.sleep(0.05)
    os.killpg(process.pid, 9)
    process.wait()
    assert load(compiler).value_type == "int32"


# --- the compiler


@pytest.mark.parametrize(
    ("does", "says"),
    [
        (None, "WARPGRAPH_CXX names /nowhere/c\\+\\+, which is no program on this machine"),
        ("exit 0\n", "has made no library"),
        ("kill -9 $$\n", "was ended by SIGKILL"),
        ("echo 'g++: fatal error: Killed signal terminated program cc1plus' >&2; exit 1\n", "failed: .*Killed signal"),
        ("echo 'ld: final link failed: No space left on device\ncollect2: error: ld' >&2; exit 1\n", "failed: .*No space"),
    ],
)
def test_what_a_compiler_does_wrong_is_said(compiler, tmp_path, monkeypatch, does, says):
    named = script(tmp_path, '[ "$1" != --version ] || exit 0\n' + does) if does else "/nowhere/c++"
    monkeypatch.setenv("WARPGRAPH_CXX", named)
    with pytest.raises(wg.ProgramError, match=says):
        load(compiler)
    assert not (libraries.cache_folder() / "key.so").exists()


def test_a_file_that_is_no_compiler_is_said(compiler, tmp_path, monkeypatch):
    path = tmp_path / "text"
    path.write_bytes(b"\x7fELF, and no more")
    path.chmod(0o755)
    monkeypatch.setenv("WARPGRAPH_CXX", str(path))
    with pytest.raises(wg.ProgramError, match="text cannot be run: Exec format error"):
        compiler.identity("cxx")


def test_parsed_headers_that_are_spoiled_are_left_out(compiler, monkeypatch):
    monkeypatch.setattr(libraries.Headers, "TEXT", "#include <cstdint>\n")
    monkeypatch.setenv("WARPGRAPH_BACKGROUND", "1")
    headers = libraries.Headers(compiler, "cxx")
    headers.make()
    while not headers.parsed.exists():
        time.sleep(0.05)
    whole = headers.parsed.read_bytes()
    headers.parsed.write_bytes(whole[: len(whole) // 2])
    assert load(compiler).value_type == "int32"
    assert not headers.parsed.exists()


def test_parsed_headers_of_another_version_stay_while_it_is_in_use(compiler, monkeypatch):
    monkeypatch.setenv("WARPGRAPH_BACKGROUND", "1")
    monkeypatch.setattr(libraries.Headers, "TEXT", "#pragma once\n")
    others = [libraries.cache_folder() / name for name in ("headers-used", "headers-old")]
    for each in others:
        each.mkdir()
    os.utime(others[1], (time.time() - 10 * 86400,) * 2)
    libraries.Headers(compiler, "cxx").make()
    assert [each.exists() for each in others] == [True, False]


# --- the program


def test_a_file_that_has_changed_since_is_said(tmp_path):
    module = module_of(GOOD, tmp_path)
    (tmp_path / "written.py").write_text(GOOD.replace("value + length", "value - length"))
    with pytest.raises(wg.ProgramError, match="the source of P.visit has been changed since it was imported"):
        module.P.cpp()
    assert "struct P" in module_of(GOOD, tmp_path).P.cpp()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("value + length", "2 ** 10 ** 9", "number of more than 4096 bits"),
        ("value + length", "1 << 10 ** 12", "number of more than 4096 bits"),
        ("value + length", "10 ** 400", "number of 1329 bits, and no float32"),
        ("value + length", "float(10 ** 400)", "too large to convert to float"),
        ("value + length", "HUGE", "a number of 16610 bits"),
        ("value + length", "value + length" + " + value" * 600, "is too long; assign its parts to variables"),
    ],
)
def test_numbers_and_expressions_that_are_too_large_are_refused(tmp_path, old, new, says):
    text = GOOD.replace(old, new).replace("import math", "import math\nHUGE = 10 ** 5000\n")
    begin = time.perf_counter()
    with pytest.raises(wg.ProgramError, match=says):
        module_of(text, tmp_path).P.cpp()
    assert time.perf_counter() - begin < 20


def test_a_recursion_by_another_function_is_refused(tmp_path):
    text = GOOD + "    def one(self, n):\n        return self.two(n)\n    def two(self, n):\n        return self.one(n)\n"
    with pytest.raises(wg.ProgramError, match="calls itself"):
        module_of(text.replace("value + length", "self.one(value)"), tmp_path).P.cpp()


def test_names_of_any_kind_are_those_of_the_program(tmp_path):
    name = "Straßen" + "x" * 2000
    text = textwrap.dedent(
        f"""
        from typing import NamedTuple
        from warpgraph import program as wg


        class Ort(NamedTuple):
            new: wg.int32
            größe: wg.int32


        class {name}(wg.Program):
            VertexValue = Ort
            kIdempotentReduce = True
            a: wg.Array[wg.int32]
            a_size: wg.int32
            given_value: wg.int32
            maß: wg.int32
            EINS: wg.int32

            def identity(self):
                return Ort(0, 0)

            def reduce(self, a, b):
                return max(a, b)

            def initial(self, v):
                return Ort(self.a[v], self.a_size * self.given_value + self.maß + self.EINS)

            def visit(self, value):
                return Ort(value.new, value.größe)

            def updated(self, old, new):
                return new > old


        class Parameters({name}):
            pass
        """
    )
    import warpgraph

    graph = warpgraph.from_edges([0, 1], [1, 2])
    program = module_of(text, tmp_path).Parameters
    result = graph.run(program, a=[5, 1, 2], a_size=2, given_value=3, maß=4, EINS=5)
    assert result.new.tolist() == [5, 5, 5] and result.columns["größe"].tolist() == [15, 15, 15]
