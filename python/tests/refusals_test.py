# SPDX-License-Identifier: Apache-2.0
"""What is wrong is said, and nothing is guessed."""

import numpy as np
import pandas as pd
import pyarrow
import pytest

import warpgraph as wg


@pytest.mark.parametrize(
    "ids",
    [
        pd.array([1, None], "Int64"),
        pd.Series([1.0, None]),
        [1.0, float("nan")],
        ["a", None],
        pd.to_datetime(pd.Series(["2026-01-01", None])),
        pyarrow.array([1, None]),
        pyarrow.array(["a", None]),
    ],
)
def test_a_missing_name_is_no_vertex(ids):
    with pytest.raises(wg.InputError, match="a name is missing at place 1") as error:
        wg.from_edges(ids, ids)
    assert error.value.index == 1


def test_a_masked_value_is_none():
    masked = np.ma.array([1, 2], mask=[False, True])
    with pytest.raises(wg.InputError, match="a value is masked at place 1"):
        wg.from_edges(masked, [3, 4])
    with pytest.raises(wg.InputError, match="a value is masked at place 1"):
        wg.from_edges([1, 2], [3, 4], weight=masked)
    assert wg.from_edges(np.ma.array([1, 2]), [3, 4]).n == 4


def test_names_keep_a_nul_at_their_end():
    assert wg.from_edges(["a\0"], ["a"]).names.tolist() == ["a", "a\0"]


def test_names_stay():
    names = np.array(["x", "y"], object)
    for graph in (wg.from_csr([0, 1, 2], [1, 0], names=names), wg.from_edges([0], [1]), wg.from_edges([5], [9])):
        before = graph.names.tolist()
        names[0] = "z"
        with pytest.raises(ValueError):
            graph.names[0] = "w"
        assert graph.names.tolist() == before and graph.bfs(before[0])[before[1]] == 1


def test_what_an_argument_cannot_be():
    graph = wg.from_edges([0], [1])
    for call, says in (
        (lambda: wg.from_edges([0], [1], directed="no"), "directed is True or False, not 'no'"),
        (lambda: wg.from_scipy(graph.to_scipy(), directed=1), "directed is True or False, not 1"),
        (lambda: graph.partition(2.5), "whole number from 1 to 2.32 - 2, not 2.5"),
        (lambda: graph.partition(2**33), "whole number from 1 to 2.32 - 2, not 8589934592"),
        (lambda: graph.bfs(0, memory_limit=True), "memory_limit is a number of bytes above 0, not True"),
        (lambda: graph.bfs(0, devices=4), 'devices are text such as "host:4" or "cuda:0,1", not 4'),
        (lambda: graph.bfs(0, devices=["host"]), "devices are text"),
        (lambda: wg.from_pandas(pd.DataFrame({"a": [1], "b": [2]}), "a"), "no column 'target'; it has 'a', 'b'"),
        (lambda: wg.from_arrow(pyarrow.table({"a": [1]}), "b"), "no column 'b'; it has 'a'"),
    ):
        with pytest.raises(wg.UsageError, match=says):
            call()


def test_matrices_and_tables_are_of_those_who_asked():
    graph = wg.generate("kron", scale=6, weights="uniform")
    matrix = graph.to_scipy()
    assert matrix.sum() == graph.to_scipy().toarray().sum()
    matrix.data[:] = 0
    assert graph.to_scipy().sum() > 0
    result = graph.pagerank()
    table = result.to_arrow()
    assert table.column_names == ["vertex", "rank"] and table["rank"].to_numpy().tolist() == result.values.tolist()
    assert pyarrow.table(result).equals(table)


@pytest.mark.parametrize("scale", [6, 12])  # a run in the calling thread, and one in another
def test_a_run_within_a_run_on_the_same_graph_is_refused(scale):
    graph, other = wg.generate("kron", scale=scale), wg.from_edges([0], [1])
    seen = []

    def nested(step):
        with pytest.raises(wg.UsageError, match="a run on this graph has called the function"):
            graph.bfs(0)
        seen.append(other.bfs(0)[1])

    graph.pagerank(progress=nested, max_supersteps=2)
    assert seen == [1, 1]
    assert graph.bfs(0).report.end == "converged"


@pytest.mark.parametrize("answer, steps", [(None, 3), (True, 3), (1, 3), (False, 1), (np.False_, 1), (0, 1)])
def test_progress_ends_a_run_by_what_is_false(answer, steps):
    graph = wg.generate("kron", scale=6)
    report = graph.pagerank(progress=lambda step: answer, max_supersteps=3, tolerance=0).report
    assert len(report.supersteps) == steps


def test_what_one_device_does_is_done_on_one():
    graph = wg.generate("grid2d", width=9, height=7, weights="uniform", devices="host")
    assert graph.sssp(0, contract=True).values.tolist() == graph.sssp(0).values.tolist()
    assert graph.cc(method="sequential").components == 1
    assert graph.bfs(0, contract=True).values.tolist() == graph.bfs(0).values.tolist()
    assert graph.sssp(0, contract=True, devices="host:2").report.devices == 1


def test_paths_with_a_byte_0_are_refused(tmp_path):
    path = tmp_path / "g.el"
    path.write_text("1 2\n")
    for name in (f"{path}\0.txt", f"{path}\0.txt".encode()):
        with pytest.raises(wg.UsageError, match="a path has no byte 0"):
            wg.read(name)
        with pytest.raises(wg.UsageError, match="a path has no byte 0"):
            wg.read(path, vertices=name)
        with pytest.raises(wg.UsageError, match="a path has no byte 0"):
            wg.from_edges([5, 6], [6, 7], directed=True).write(name)
    assert path.read_text() == "1 2\n"
    assert wg.read(str(path).encode()).n == 2


def test_properties_say_the_direction(tmp_path):
    wg.generate("grid2d", width=3, height=2).write(tmp_path / "g.properties")
    assert wg.read(tmp_path / "g.properties").n == 6
    with pytest.raises(wg.UsageError, match="the properties say whether edges are directed"):
        wg.read(tmp_path / "g.properties", direction="directed")
