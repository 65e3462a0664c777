# SPDX-License-Identifier: Apache-2.0
"""Every example in a docstring, and every block of Python in the guide, is run."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import warpgraph as wg

ROOT = Path(__file__).resolve().parents[2]
MODULES = [wg.__name__] + [f"warpgraph.{each.name}" for each in pkgutil.iter_modules(wg.__path__) if each.name != "_core"]
PAGES = ["README.md", "docs/guide/python.md"]


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_docstrings(module):
    found = doctest.testmod(importlib.import_module(module), extraglobs={"wg": wg}, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def blocks_of(page):
    text = (ROOT / page).read_text()
    return re.findall(r"^```python[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of_the_guide(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = blocks_of(page)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_the_guide_names_what_there_is():
    text = (ROOT / "docs/guide/python.md").read_text()
    for name in set(re.findall(r"\bwg\.(\w+)", text)):
        assert hasattr(wg, name), name
