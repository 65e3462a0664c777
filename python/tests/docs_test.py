# SPDX-License-Identifier: Apache-2.0
"""Every example in a docstring, and every block of Python in the guide, is run."""

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import warpgraph as wg
from warpgraph import _catalogue
from warpgraph._examples import EXAMPLES

FAMILIES = ("paths", "components", "centrality", "structure", "simulation")
ROOT = Path(__file__).resolve().parents[2]
MODULES = [wg.__name__] + [f"warpgraph.{each.name}" for each in pkgutil.iter_modules(wg.__path__) if each.name != "_core"]
PAGES = ["README.md", "docs/guide/python.md"]


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_docstrings(module):
    found = doctest.testmod(importlib.import_module(module), extraglobs={"wg": wg}, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def documented():
    """What the package gives its users, with the text that help() shows."""
    for name in wg.__all__:
        each = getattr(wg, name)
        if inspect.isfunction(each) or inspect.isclass(each):
            yield name, each.__doc__
        for member, value in sorted(vars(each).items()) if inspect.isclass(each) else ():
            value = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if inspect.isfunction(value) and (not member.startswith("_") or member == "__getitem__"):
                yield f"{name}.{member}", value.__doc__


def has_no_example(name):
    """Devices that fail and runs that others end cannot be shown, ranks want several processes (the guide has a program that
    ranks_test.py runs), and methods of families that are new have none yet."""
    methods = {f"Graph.{_catalogue.python_name(entry['name'])}": entry for entry in _catalogue._entries().values()}
    without = ("Cancelled", "DeviceError", "RankError", "Ranks", "PartOfGraph", "load_plugin")
    return name.split(".")[0] in without or (name in methods and methods[name]["family"] not in FAMILIES)


@pytest.mark.parametrize("name,text", [pytest.param(*each, id=each[0]) for each in documented()])
def test_an_example_of_what_users_call(name, text):
    if has_no_example(name):
        pytest.skip("it has no example")
    case = doctest.DocTestParser().get_doctest(text, {"wg": wg}, name, None, 0)
    assert case.examples, f"{name} has no example; those of methods of the catalogue are in python/warpgraph/_examples.py"
    said = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(case, out=said.append)
    assert not said, "".join(said)


def test_examples_are_of_what_there_is():
    assert set(EXAMPLES) <= set(wg.algorithms())


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
