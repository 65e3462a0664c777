# SPDX-License-Identifier: Apache-2.0
"""The page for those who come from other packages: its blocks run, and so do the calls of its tables."""

import re
import warnings
from pathlib import Path

import pytest

pytest.importorskip("pandas")
pytest.importorskip("scipy")
nx = pytest.importorskip("networkx")

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "coming-from-python.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def calls(package):
    """The calls in the column of a package, of all tables that have one."""
    found, column = [], None
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else None
        if cells is None:
            column = None
        elif column is None:
            column = cells.index(package) if package in cells else -1
        elif column >= 0:
            found += [call for call in re.findall(r"`([^`]+)`", cells[column]) if "(" in call or "." in call or " in " in call]
    return found


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    """What the page's first block has made, and what its tables speak of."""
    made = {"__name__": "the_page"}
    exec(compile(BLOCKS[0], str(PAGE), "exec"), made)
    path = tmp_path_factory.mktemp("files") / "edges.el"
    path.write_text("0 1\n1 2\n")
    return made | {"path": str(path), "T": nx.DiGraph([(0, 1), (0, 2)]), "a": 1, "b": 2}


def test_blocks_run(space):
    assert len(BLOCKS) == 2
    exec(compile(BLOCKS[1], str(PAGE), "exec"), dict(space))


@pytest.mark.parametrize("call", calls("Warpgraph"))
def test_a_call_of_warpgraph(space, call):
    eval(call, dict(space))


@pytest.mark.parametrize("call", calls("NetworkX"))
def test_a_call_of_networkx(space, call):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        eval(call, dict(space))
