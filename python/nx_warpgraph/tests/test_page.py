# SPDX-License-Identifier: Apache-2.0
"""The page of the guide: its table is current, and its blocks run."""
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "guide" / "networkx.md"


def test_the_table_is_what_the_backend_registers():
    script = ROOT / "python/nx_warpgraph/table.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S))
def test_blocks_run(block):
    exec(compile(block, str(PAGE), "exec"), {})
