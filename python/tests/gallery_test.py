# SPDX-License-Identifier: Apache-2.0
"""The scripts of the gallery print what its page says they print, and make its pictures."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("pandas")

ROOT = Path(__file__).resolve().parents[2]
GALLERY = ROOT / "python" / "gallery"
PAGE = (ROOT / "docs" / "guide" / "gallery.md").read_text()
PICTURES = ROOT / "docs" / "guide" / "gallery"
SCRIPTS = [path.stem for path in sorted(GALLERY.glob("*.py")) if path.stem != "picture"]


def section(name):
    """What the page says of a script."""
    return next(each for each in re.split(r"^## ", PAGE, flags=re.MULTILINE) if f"({name}.svg)" in each.replace("gallery/", ""))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_prints_and_draws_what_the_page_shows(name, tmp_path):
    environment = {**os.environ, "WARPGRAPH_DEVICES": "host", "WARPGRAPH_BACKGROUND": "0"}
    done = subprocess.run(
        [sys.executable, GALLERY / f"{name}.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    says = re.findall(r"^```text\n(.*?)^```", section(name), re.MULTILINE | re.DOTALL)
    assert done.stdout == says[-1]
    drawn = (tmp_path / f"{name}.svg").read_text()
    ElementTree.fromstring(drawn)
    assert len(drawn) < 60_000
    assert drawn == (PICTURES / f"{name}.svg").read_text(), f"run python/gallery/{name}.py in docs/guide/gallery"


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_page_shows_lines_of_the_script(name):
    text = re.sub(r"\s+", "", (GALLERY / f"{name}.py").read_text())
    blocks = re.findall(r"^```text\n(.*?)^```", section(name), re.MULTILINE | re.DOTALL)[:-1]
    assert blocks
    for line in "".join(blocks).splitlines():
        assert re.sub(r"\s+", "", line) in text, line


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_opens_as_a_notebook(name):
    cells = re.findall(r"^# %%( \[markdown\])?$", (GALLERY / f"{name}.py").read_text(), re.MULTILINE)
    assert cells.count("") > 1 and cells.count(" [markdown]") > 1
