# SPDX-License-Identifier: Apache-2.0
"""The blocks of the page on programs are run, one behind the other."""

import linecache
import os
import re
from pathlib import Path

import warpgraph as wg

os.environ.setdefault("WARPGRAPH_BACKGROUND", "0")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "python-programs.md"


def test_the_page_on_programs_says_what_is_true():
    text = PAGE.read_text()
    blocks = list(re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) > 4
    space = {"__name__": "the_page"}
    for i, block in enumerate(blocks):
        name = f"<block {i}>"
        linecache.cache[name] = (len(block[1]), None, block[1].splitlines(True), name)
        exec(compile(block[1], name, "exec"), space)  # noqa: S102: the page's own
    assert space["Distances"](source=0).visit(3, 4) == 7


def test_the_page_names_what_there_is():
    for name in set(re.findall(r"\bwg\.(\w+)", PAGE.read_text())):
        assert hasattr(wg, name), name
