# SPDX-License-Identifier: Apache-2.0
"""Wheels of Warpgraph that are installed together. Here they have a name and a line of code, and no library."""

import base64
import hashlib
import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parents[1]
INSTALLED = PYTHON / "warpgraph" / "_installed.py"


def module_of(file):
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


installed = module_of(INSTALLED)
backend = module_of(PYTHON / "backend" / "warpgraph_backend.py")
CODE = "import os\nfrom ._installed import warn_of_several\nwarn_of_several(os.path.dirname(os.path.dirname(__file__)))\n"


def make_wheel(folder):
    path = folder / "warpgraph-0.1.0-py3-none-any.whl"
    info = "warpgraph-0.1.0.dist-info/"
    files = {
        "warpgraph/__init__.py": CODE,
        "warpgraph/_installed.py": INSTALLED.read_text(encoding="utf-8"),
        info + "METADATA": "Metadata-Version: 2.1\nName: warpgraph\nVersion: 0.1.0\n\n",
        info + "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={hash_of(text)},{len(text.encode())}\n" for name, text in files.items())
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in {**files, info + "RECORD": record + info + "RECORD,,\n"}.items():
            archive.writestr(name, text)
    return path


def hash_of(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def install(tmp_path):
    """Installs wheels of these names, one after the other, and returns what an import says on standard error."""
    if importlib.util.find_spec("pip") is None:
        pytest.skip("pip is not there")

    def install(*suffixes):
        for suffix in suffixes:
            wheel = make_wheel(tmp_path)
            wheel = backend.renamed(wheel, suffix) if suffix else wheel
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--ignore-installed"]
            subprocess.run([*pip, "--disable-pip-version-check", "--prefix", tmp_path / "env", wheel], check=True)
        (site,) = {found.parent.parent for found in (tmp_path / "env").rglob("warpgraph/__init__.py")}
        code = f"import sys; sys.path.insert(0, {str(site)!r})\nimport warpgraph"
        return subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stderr

    return install


@pytest.mark.parametrize("suffix", ["", "cu13"])
def test_one_wheel_is_no_matter(install, suffix):
    assert install(suffix) == ""


@pytest.mark.parametrize("suffixes", [("", "cu13"), ("cu13", ""), ("cu12", "cu13")])
def test_two_wheels_in_one_folder_are_warned_of(install, suffixes):
    said = install(*suffixes)
    names = sorted("warpgraph" + ("-" + suffix if suffix else "") for suffix in suffixes)
    assert f"RuntimeWarning: {names[0]} and {names[1]} are installed together in " in said
    assert f"pip uninstall {names[0]} {names[1]}" in said


def test_other_packages_have_other_names(tmp_path):
    for name in ("warpgraph-0.1.0.dist-info", "warpgraph_extra-1.dist-info", "nx_warpgraph-0.1.0.dist-info", "warpgraph"):
        (tmp_path / name).mkdir()
    assert installed.wheels_in(tmp_path) == ["warpgraph"]
    assert installed.wheels_in(tmp_path / "archive.zip") == []
