#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of functions in docs/guide/networkx.md, from what the backend registers.

    table.py            writes it
    table.py --check    fails if it is another one
"""
import importlib.util
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "guide" / "networkx.md"
BEGIN, END = "<!-- table: made by python/nx_warpgraph/table.py -->\n", "<!-- end of table -->\n"


def functions():
    """Without the package: it needs nothing that may not be there."""
    spec = importlib.util.spec_from_file_location("info", HERE / "nx_warpgraph" / "_info.py")
    info = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(info)
    return info.FUNCTIONS


def rows():
    """Functions beside each other that have the same limits share a row."""
    found = []
    for name, limits in functions().items():
        if found and found[-1][1] == limits:
            found[-1][0].append(name)
        else:
            found.append(([name], limits))
    return found


def table():
    lines = ["| functions | limits |", "|---|---|"]
    lines += [f"| {', '.join(f'`{name}`' for name in names)} | {limits} |" for names, limits in rows()]
    return "\n".join(lines) + "\n"


def main(check):
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    current = before + BEGIN + "\n" + table() + "\n" + END + after
    if check and current != text:
        print(f"{PAGE.name} has another table than the backend; python/nx_warpgraph/table.py makes it")
        return 1
    if not check:
        PAGE.write_text(current, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
