# SPDX-License-Identifier: Apache-2.0
"""Libraries of plugins, in processes of their own: what they add stays."""

import pathlib
import shutil
import subprocess
import sys
import textwrap

import pytest

import warpgraph as wg
from warpgraph.program.library import Compiler

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "own_plugin" / "own_algorithm.cpp"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The example of an algorithm, compiled as a plugin: linked with nothing."""
    compiler = Compiler.of_package()
    if shutil.which(compiler.program("cxx")) is None:
        pytest.skip("no compiler")
    made = tmp_path_factory.mktemp("plugin") / "libown_algorithm.so"
    command = [compiler.program("cxx"), *compiler.flags("cxx"), "-DWARPGRAPH_IN_PLUGIN=1", str(EXAMPLE), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return made


def run(text, library):
    command = [sys.executable, "-c", textwrap.dedent(text), str(library)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_its_algorithms_are_methods_with_help(library):
    done = run(
        """
        import sys
        import warpgraph as wg

        wg.load_plugin(sys.argv[1])
        graph = wg.from_edges(["a", "b", "c"], ["b", "c", "b"], directed=True)
        left = graph.indegree(most=1, devices="host")
        print(left.values.tolist(), graph.indegree().facts["highest_vertex"])
        print(wg.run(graph, "indegree").values.tolist(), wg.algorithms()["indegree"])
        print("count no further than N" in wg.Graph.indegree.__doc__)
        try:
            graph.indegree(most=-1)
        except wg.UsageError as error:
            print(error)
        """,
        library,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "[0, 1, 1] b"
    assert lines[1] == "[0, 2, 1] incoming edges of every vertex"
    assert lines[2] == "True"
    assert "it is a whole number from 0 to 4294967295" in lines[3]


def test_a_name_that_is_taken_is_an_error(library):
    done = run(
        """
        import sys
        import warpgraph as wg

        wg.load_plugin(sys.argv[1])
        try:
            wg.load_plugin(sys.argv[1])
        except wg.InputError as error:
            print(error)
        print(wg.from_edges([0], [1], directed=True).indegree().values.tolist())
        """,
        library,
    )
    assert done.returncode == 0, done.stderr
    assert "two algorithms called" in done.stdout
    assert done.stdout.endswith("[0, 1]\n")


def test_what_is_no_library_is_an_error(tmp_path):
    with pytest.raises(wg.InputError):
        wg.load_plugin(tmp_path / "none.so")
