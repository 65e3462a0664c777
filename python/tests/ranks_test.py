# SPDX-License-Identifier: Apache-2.0
"""Programs on several ranks: mpirun starts them, mpi4py connects them."""

import re
from pathlib import Path

import pytest
from ranks_support import needs_mpi, run_ranks

import warpgraph as wg

# A run on ranks, and what rank 0 has of all parts; the same in one process.
EVERY = """
with wg.Ranks(comm, devices="host", time_limit=30) as ranks:
    graph = wg.generate("grid2d", width=40, height=30, weights="uniform", seed=5, ranks=ranks)
    assert graph.n == 1200 and not graph.directed and graph.weight_type == "int32"
    alone = wg.generate("grid2d", width=40, height=30, weights="uniform", seed=5, devices="host")
    for name, arguments in (("bfs", [3]), ("sssp", [3]), ("cc", []), ("cc_labels", []), ("pagerank", []), ("triangles", [])):
        result = wg.run(graph, name, *arguments)
        expected = wg.run(alone, name, *arguments)
        assert set(result.facts) >= set(expected.facts) - {"clustering"}, (result.facts, expected.facts)
        for column in result.columns:
            parts = comm.gather((result.names, result.columns[column]))
            if comm.rank == 0:
                names = np.concatenate([part[0] for part in parts])
                values = np.concatenate([part[1] for part in parts])
                assert names.tolist() == expected.names.tolist(), name
                assert np.allclose(values, expected.columns[column]), (name, column)
    assert graph.own == len(result.names)
    print("fine", ranks.rank, ranks.size)
"""


@needs_mpi
@pytest.mark.parametrize("count", [1, 2, 3])
def test_results_of_all_ranks_are_those_of_one_process(tmp_path, count):
    lines, _ = run_ranks(tmp_path, count, EVERY)
    assert lines == [f"fine {rank} {count}" for rank in range(count)]


@needs_mpi
def test_ranks_read_a_file_and_bring_edges(tmp_path):
    wg.generate("rmat", scale=8, symmetrise=True, devices="host").write(tmp_path / "g.wg")
    program = f"""
    with wg.Ranks(comm, devices="host", time_limit=30) as ranks:
        alone = wg.read({str(tmp_path / "g.wg")!r}, devices="host")
        graph = wg.read({str(tmp_path / "g.wg")!r}, ranks=ranks)
        source, target, _ = alone.to_edges()
        mine = slice(comm.rank, None, comm.size)
        built = wg.from_edges(source[mine], target[mine], vertices=alone.n, ranks=ranks)
        level = alone.bfs(1).values
        for each in (graph, built):
            result = each.bfs(1)
            assert result.values.tolist() == level[result.names].tolist()
            assert result.facts["reached"] == alone.bfs(1).facts["reached"]
        print("fine", comm.rank)
    """
    assert run_ranks(tmp_path, 2, program)[0] == ["fine 0", "fine 1"]


@needs_mpi
def test_the_program_of_the_guide_runs(tmp_path):
    page = (Path(__file__).resolve().parents[2] / "docs/guide/python.md").read_text()
    program = re.search(r"^```text\n(from mpi4py import MPI\n.*?)^```", page, re.MULTILINE | re.DOTALL)[1]
    wg.generate("web", vertices=200, degree=5, devices="host").write(tmp_path / "web.wg")
    lines, _ = run_ranks(tmp_path, 2, program)
    assert len(lines) == 1 and "'highest_vertex'" in lines[0] and lines[0].endswith(" 2")


@needs_mpi
def test_a_communicator_of_some_processes_makes_ranks(tmp_path):
    program = """
    some = comm.Split(comm.rank % 2, comm.rank)
    with wg.Ranks(some, devices="host", time_limit=30) as ranks:
        found = wg.generate("grid2d", width=5 + comm.rank % 2, height=4, ranks=ranks).bfs(0)
        print(comm.rank, ranks.size, found.facts["reached"])
    """
    assert run_ranks(tmp_path, 3, program)[0] == ["0 2 20", "1 1 24", "2 2 20"]


@needs_mpi
def test_an_error_of_one_rank_ends_all_with_its_message(tmp_path):
    program = """
    import sys
    try:
        with wg.Ranks(comm, devices="host", time_limit=30) as ranks:
            graph = wg.generate("grid2d", width=5, height=4, ranks=ranks)
            if comm.rank == 1:
                raise LookupError("no such street")
            graph.bfs(0)
    except wg.RankError as error:
        print("told", comm.rank, error.rank, error)
    except LookupError:
        print("raised", comm.rank)
    """
    assert run_ranks(tmp_path, 3, program)[0] == [
        "raised 1",
        "told 0 1 rank 1: LookupError: no such street",
        "told 2 1 rank 1: LookupError: no such street",
    ]


@needs_mpi
def test_a_time_limit_says_so_on_every_rank(tmp_path):
    program = """
    try:
        with wg.Ranks(comm, devices="host", time_limit=30) as ranks:
            graph = wg.generate("grid2d", width=50, height=40, ranks=ranks)
            graph.pagerank(tolerance=0, iterations=10**7, time_limit=0.1)
    except (wg.OutOfTime, wg.RankError) as error:
        print("told", "pagerank has taken" in str(error) or error)
    """
    assert run_ranks(tmp_path, 2, program)[0] == ["told True", "told True"]


@needs_mpi
def test_edges_that_are_wrong_on_one_rank_end_all(tmp_path):
    program = """
    try:
        with wg.Ranks(comm, devices="host", time_limit=30) as ranks:
            wg.from_edges([0, 7 if comm.rank == 1 else 1], [1, 2], vertices=5, ranks=ranks)
    except wg.Error as error:
        print(type(error).__name__, comm.rank, error)
    """
    lines, _ = run_ranks(tmp_path, 2, program)
    assert lines == [
        "InputError 1 edge 1 has a vertex 7, and there are 5 vertices",
        "RankError 0 rank 1: edge 1 has a vertex 7, and there are 5 vertices",
    ]


@needs_mpi
def test_a_rank_that_does_not_come_is_named(tmp_path):
    program = """
    import time
    try:
        with wg.Ranks(comm, devices="host", time_limit=1) as ranks:
            graph = wg.generate("grid2d", width=5, height=4, ranks=ranks)
            if comm.rank == 1:
                time.sleep(4)
            graph.bfs(0)
    except wg.RankError as error:
        print(error.rank, error.is_late, error)
    """
    lines, _ = run_ranks(tmp_path, 2, program)
    assert lines and all(line == "1 True rank 1 is late: no answer within 1.0 s" for line in lines)


@needs_mpi
def test_calls_that_differ_are_refused_on_all_ranks(tmp_path):
    program = """
    with wg.Ranks(comm, devices="host", time_limit=30) as ranks:
        graph = wg.generate("grid2d", width=5, height=4, ranks=ranks)
        try:
            graph.bfs(comm.rank)
        except wg.Error as error:
            print(type(error).__name__)
        print(graph.bfs(0).facts["reached"])
    """
    lines, _ = run_ranks(tmp_path, 2, program)
    assert lines == ["20", "20", "UsageError", "UsageError"]


@needs_mpi
def test_what_a_part_cannot_do_says_so(tmp_path):
    program = """
    with wg.Ranks(comm, devices="host", time_limit=30) as ranks:
        graph = wg.generate("grid2d", width=5, height=4, ranks=ranks)
        for call in (graph.to_scipy, lambda: graph.bfs(0, devices="host"), lambda: graph.bfs("a"), lambda: 3 in graph,
                     lambda: wg.generate("grid2d", ranks=ranks, devices="host")):
            try:
                call()
                print("no error")
            except wg.UsageError as error:
                pass
        print(repr(graph), ranks)
    """
    lines, _ = run_ranks(tmp_path, 2, program)
    assert lines == [
        f"<warpgraph.PartOfGraph: rank {rank} of 2, 20 vertices, undirected> <warpgraph.Ranks: rank {rank} of 2>"
        for rank in range(2)
    ]
