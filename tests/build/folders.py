#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Warpgraph authors
# SPDX-License-Identifier: Apache-2.0
"""folders.py PREFIX ROOT...: folders below the roots include each other in one direction.

The headers and sources of ROOT/<folder> make one folder; an include is <PREFIX/folder/...>, or "folder/..." of the same
root. Prints each circle of folders with the includes that close it, and fails.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([\w/.]+)[>"]', re.M)


def arrows(prefix, roots):
    """{folder: {folder that it includes: [file: header]}}"""
    found = {}
    for root in map(pathlib.Path, roots):
        folders = {path.name for path in root.iterdir() if path.is_dir()}
        for path in sorted(root.rglob("*.[hc]*")):
            inner = path.relative_to(root).parts
            if len(inner) < 2:
                continue
            for header in INCLUDE.findall(path.read_text()):
                parts = pathlib.PurePosixPath(header.removeprefix(prefix + "/")).parts
                is_known = header.startswith(prefix + "/") or parts[0] in folders
                if is_known and len(parts) > 1 and parts[0] != inner[0]:
                    found.setdefault(inner[0], {}).setdefault(parts[0], []).append(f"{path}: {header}")
    return found


def reached(found, folder):
    seen, waiting = set(), [folder]
    while waiting:
        for each in found.get(waiting.pop(), {}):
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return seen


def main(prefix, *roots):
    found = arrows(prefix, roots)
    if not found:
        sys.exit(f"no folder below {' '.join(roots)} includes another")
    circles = [(a, b) for a in found for b in found[a] if a in reached(found, b)]
    for a, b in circles:
        print(f"{a}/ includes {b}/, which leads back to {a}/:", *found[a][b], sep="\n  ")
    if circles:
        sys.exit(1)


main(*sys.argv[1:])
