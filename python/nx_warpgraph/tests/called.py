#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads what NX_WARPGRAPH_TRACE has recorded: called.py [--files] FILE

Fails if some function of the backend was not called, or never ran the engine. With --files it prints the files of
NetworkX's tests that called one, as tests/ours.txt has them.
"""
import sys
from collections import Counter

from nx_warpgraph._info import FUNCTIONS


def read(path):
    """Of each function: runs of the engine; and the tests' files."""
    runs, files = Counter(), set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, count, test = line.rstrip("\n").split(" ", 2)
            runs[name] += int(count)
            if "/tests/" in test:
                files.add(test.split("::")[0].rpartition("networkx/")[2])
    return runs, files


def main(arguments):
    runs, files = read(arguments[-1])
    if "--files" in arguments:
        print("\n".join(sorted(files)))
        return 0
    idle = [name for name in FUNCTIONS if not runs[name]]
    if idle:
        print(f"never ran the engine: {', '.join(idle)}")
    return 1 if idle else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
