# SPDX-License-Identifier: Apache-2.0
"""The stubs say what the package has."""

import ast
import importlib.util
from pathlib import Path

import pytest

import warpgraph as wg

TOOL = Path(__file__).resolve().parents[1] / "tools" / "stubs.py"


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("stubs", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["__init__.pyi", "_core.pyi"])
def test_stubs_are_current(tool, name):
    made = tool.stubs()
    if name not in made:
        pytest.skip("nanobind, which makes this one, is not installed")
    if not (tool.PACKAGE / name).exists():
        pytest.skip("it is not written yet: python/tools/stubs.py write")
    kept = (tool.PACKAGE / name).read_text()
    assert kept == made[name], "python/tools/stubs.py write makes it"


def test_stubs_have_every_public_name(tool):
    tree = ast.parse(tool.stubs()["__init__.pyi"])
    names = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    names |= {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert set(wg.__all__) <= names


def test_the_package_is_typed():
    assert (Path(wg.__file__).parent / "py.typed").exists()
