# SPDX-License-Identifier: Apache-2.0
"""Programs written in Python run on ranks: results are those of one process, and an error of one rank is that of all."""

import os
import shutil
import stat

import pytest
from ranks_support import needs_mpi, run_ranks

PROGRAMS = """
import math, os, time
from typing import NamedTuple

from distances import FAR, Distances


class Nearest(NamedTuple):
    distance: wg.float32
    source: wg.Vertex


class NearestSources(wg.Program):
    "Of the vertices that are sources, each costs something."

    VertexValue = Nearest
    EdgeValue = wg.float32
    kIdempotentReduce = True
    cost: wg.Array[wg.float32]
    least: wg.float32 = 1

    def identity(self):
        return Nearest(math.inf, wg.NO_VERTEX)

    def reduce(self, a, b):
        return min(a, b)

    def initial(self, v):
        return Nearest(self.cost[v], v) if self.cost[v] >= self.least else self.identity()

    def visit(self, value, length):
        return Nearest(value.distance + length, value.source)

    def updated(self, old, now):
        return now < old


class Shares(wg.Program):
    VertexValue = wg.float32
    Reduction = wg.Plus
    Aggregate = wg.float64
    n: wg.int64
    base: wg.float32 = 0.0

    def initial(self, v):
        return 1 / self.n

    def publish(self, share, v):
        return share / wg.float32(v.out_degree) if v.out_degree > 0 else 0

    def visit(self, share):
        return share

    def apply(self, old, total):
        return self.base + 0.85 * total

    def updated(self, old, new):
        return old != new

    def aggregate(self, old, new, v):
        return abs(new - old)

    def next(self, change, superstep):
        self.base = 0.15 / self.n
        return superstep == 0 or change > 1e-6


def whole(result, column):
    parts = comm.gather((result.names, result.columns[column]))
    if comm.rank == 0:
        return [np.concatenate(each) for each in zip(*parts)]
"""


def ranks(folder, count, program, **environment):
    """The lines of a program that begins with PROGRAMS."""
    text = PROGRAMS + program
    return run_ranks(folder, count, text, WARPGRAPH_BACKGROUND="0", **environment)[0]


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Programs that one test has compiled are there for the next one."""
    if shutil.which("g++") is None:
        pytest.skip("no g++")
    return str(tmp_path_factory.mktemp("programs"))


RUNS = """
with wg.Ranks(comm, devices="host:2" if comm.size == 1 else "host", time_limit=60) as ranks:
    graph = wg.generate("grid2d", width=40, height=30, weights="uniform", seed=5, ranks=ranks)
    alone = wg.generate("grid2d", width=40, height=30, weights="uniform", seed=5, devices="host:2")
    names = graph.names                                     # known before the first run
    cost = (np.arange(1200) % 101 == 7) * np.arange(1200)
    calls = {
        "distances": (Distances, dict(source=3), dict(source=3)),
        "shares": (Shares, dict(n=1200), dict(n=1200)),
        "nearest": (NearestSources, dict(cost=cost[names]), dict(cost=cost)),
    }
    for name, (program, here, there) in calls.items():
        result, expected = graph.run(program, **here), alone.run(program, **there)
        assert result.names.tolist() == names.tolist() and len(result) == graph.own
        assert result.report.end == expected.report.end
        for column in expected.columns:
            found = whole(result, column)
            if comm.rank == 0:
                assert found[0].tolist() == expected.names.tolist(), name
                assert np.allclose(found[1], expected.columns[column], rtol=1e-4), (name, column)
    until = graph.run(Distances, source=3, until=[5])
    assert until.report.end == "targets settled"
    assert graph.run(Distances(source=3)).values.tolist() == graph.sssp(3).values.tolist()
    print("fine", ranks.rank, ranks.size)
"""


@needs_mpi
@pytest.mark.parametrize("count", [1, 2, 3])
def test_results_of_all_ranks_are_those_of_one_process(tmp_path, cache, count):
    lines = ranks(tmp_path, count, RUNS, WARPGRAPH_CACHE=cache)
    assert lines == [f"fine {rank} {count}" for rank in range(count)]


@needs_mpi
def test_vertices_that_the_file_calls_by_numbers_of_its_own(tmp_path, cache):
    edges = [(10, 700, 3), (10, 20, 9), (700, 20, 1), (20, 5_000_000_000, 2)]
    (tmp_path / "roads.el").write_text("".join(f"{a} {b} {weight}\n" for a, b, weight in edges))
    program = """
with wg.Ranks(comm, devices="host", time_limit=60) as ranks:
    graph = wg.read("roads.el", weights="int32", direction="once", ranks=ranks)
    before = graph.names.tolist()
    result = graph.run(Distances, source=10)
    assert result.names.tolist() == before
    cost = np.array([5.0 if name == 10 else 0.0 for name in graph.names])
    nearest = graph.run(NearestSources, cost=cost)
    print(sorted(zip(result.names.tolist(), result.values.tolist(), nearest.source.tolist())))
"""
    lines = ranks(tmp_path, 2, program, WARPGRAPH_CACHE=cache)
    found = sorted(pair for line in lines for pair in eval(line))
    assert found == [(10, 0, 10), (20, 4, 10), (700, 3, 10), (5_000_000_000, 6, 10)]


@needs_mpi
def test_calls_that_differ_or_are_wrong_end_on_all_ranks_and_leave_the_graph(tmp_path, cache):
    program = """
def said(call):
    try:
        call()
        print("no error")
    except wg.Error as error:
        print(type(error).__name__, error)

with wg.Ranks(comm, devices="host", time_limit=60) as ranks:
    graph = wg.generate("grid2d", width=40, height=30, weights="uniform", seed=5, ranks=ranks)
    said(lambda: graph.run(Distances, source=comm.rank))
    said(lambda: graph.run(Distances, source=3, plan="push" if comm.rank else "pull-all"))
    said(lambda: graph.run(Distances, **({"sorce": 3} if comm.rank else {"source": 3})))
    said(lambda: graph.run(Distances, source=5000))
    said(lambda: graph.run(Distances, source=3, devices="host"))
    said(lambda: graph.run(NearestSources, cost=np.zeros(graph.own + comm.rank)))
    said(lambda: graph.run(Distances, source=3) if comm.rank else graph.bfs(3))
    assert graph.run(Distances, source=3).report.end == "converged"
"""
    lines = ranks(tmp_path, 2, program, WARPGRAPH_CACHE=cache)
    same = 'UsageError all ranks are to make the same call with the same arguments: rank 1 has "{}", and the first rank has "{}"'
    assert lines == sorted(
        [
            *2 * [same.format("source=1", "source=0")],
            *2 * [same.format("plan=['push']", "plan=['pull-all']")],
            "UsageError Distances is run without a value for its parameter source",
            "UsageError rank 1: Distances is run without a value for its parameter source",
            *2 * ["UnknownVertex the graph has no vertex 5000"],
            *2 * ["UsageError the devices of a graph on ranks are those of wg.Ranks"],
            "ProgramError cost has shape (561,), and this rank 560 vertices",
            "ProgramError rank 1: cost has shape (561,), and this rank 560 vertices",
            *2 * [same.format("function=run", "function=find_vertex")],
        ]
    )


def compiler_that(folder, does):
    """A compiler that does something before it compiles."""
    path = folder / "compiler"
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] || {{ {does}; }}\nexec {shutil.which("g++")} "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@needs_mpi
def test_one_rank_of_a_machine_compiles_while_others_wait_longer_than_the_time_limit(tmp_path):
    count = tmp_path / "count"
    compiler = compiler_that(tmp_path, f"echo compiled >> {count}; sleep 3")
    program = """
with wg.Ranks(comm, devices="host", time_limit=1) as ranks:
    graph = wg.generate("grid2d", width=5, height=4, weights="uniform", ranks=ranks)
    print(len(graph.run(Distances, source=0)))
"""
    lines = ranks(tmp_path, 3, program, WARPGRAPH_CACHE=str(tmp_path / "cache"), WARPGRAPH_CXX=compiler)
    assert sum(map(int, lines)) == 20
    assert count.read_text() == "compiled\n"


@needs_mpi
def test_a_compiler_that_fails_is_the_same_error_on_all_ranks(tmp_path):
    program = f"""
with wg.Ranks(comm, devices="host", time_limit=60) as ranks:
    graph = wg.generate("grid2d", width=5, height=4, weights="uniform", ranks=ranks)
    for name in ("/nowhere/c++" if comm.rank == 1 else None, {compiler_that(tmp_path, "kill -9 $$")!r}):
        os.environ.pop("WARPGRAPH_CXX", None)
        if name:
            os.environ["WARPGRAPH_CXX"] = name
        try:
            graph.run(Distances, source=0)
        except wg.ProgramError as error:
            print(str(error).replace({str(tmp_path)!r}, ""))
    print(graph.bfs(0).facts["reached"])
"""
    lines = ranks(tmp_path, 3, program, WARPGRAPH_CACHE=str(tmp_path / "cache"))
    nowhere = "WARPGRAPH_CXX names /nowhere/c++, which is no program on this machine"
    killed = "Distances: the compiler /compiler was ended by SIGKILL"
    assert lines == sorted(
        [nowhere, *2 * [f"rank 1: {nowhere}"], killed, *2 * [f"rank 0: {killed}"], *3 * ["20"]]
    )
    assert not [each for each in os.listdir(tmp_path / "cache") if each.endswith(".so")]
