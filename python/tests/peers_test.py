# SPDX-License-Identifier: Apache-2.0
"""The benchmark beside other libraries compares their answers, and times what is the same."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy")
pytest.importorskip("networkx")

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "python"


@pytest.fixture
def answers(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delitem(sys.modules, "answers", raising=False)
    import answers

    return answers


def test_libraries_agree_and_are_timed(tmp_path):
    command = [sys.executable, FOLDER / "peers.py", "--graphs", "kron:6,web:6", "--repeats", "2", "--threads", "1"]
    command += ["--without", "NetworKit,igraph", "--json", tmp_path / "peers.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    measured = json.loads((tmp_path / "peers.json").read_text())
    assert [each["problem"] for each in measured["records"] if each["problem"]] == []
    assert {each["library"] for each in measured["records"]} == {"Warpgraph", "SciPy", "NetworkX"}
    assert {each["algorithm"] for each in measured["records"]} >= {"bfs", "sssp", "pagerank", "cc", "scc", "triangles", "msf"}
    for each in measured["records"]:
        assert 0 < each["call_ms"] and each["making_ms"] < each["whole_ms"]
    assert "| kron:6 | Warpgraph | SciPy | NetworkX |" in done.stdout


def test_answers_that_differ_are_not_the_same(answers):
    same = answers.SAME
    assert same["bfs"]([0, 1, -1], np.array([0, 1, np.inf])) and not same["bfs"]([0, 1, -1], [0, 1, 2])
    assert same["sssp"]([0, 7, -1], np.array([0, 7, 1.7e308])) and not same["sssp"]([0, 7], [0.0, 8.0])
    assert same["cc"]([0, 0, 2], [5, 5, 1]) and not same["cc"]([0, 0, 2], [0, 1, 1])
    assert same["pagerank"]([0.5, 0.5], [0.5001, 0.4999]) and not same["pagerank"]([0.5, 0.5], [0.6, 0.4])
    assert same["betweenness"]([0, 2, 0], [0, 1, 0]) and not same["betweenness"]([0, 2, 0], [1, 1, 0])
    assert same["msf"]([1, 2], [2.0, 1.0]) and not same["msf"]([1, 2], [1, 1])
