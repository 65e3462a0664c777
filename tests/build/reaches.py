#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Warpgraph authors
# SPDX-License-Identifier: Apache-2.0
"""reaches.py HEADER FORBIDDEN...: HEADER includes nothing of the forbidden folders, however many headers lie between.

Headers are named as programs include them, <warpgraph/...>. Prints the way to the first forbidden header, and fails.
"""

import collections
import pathlib
import re
import sys

INCLUDE = re.compile(r"^\s*#\s*include\s*<(warpgraph/[\w/.]+)>", re.M)


def main():
    header, *forbidden = sys.argv[1:]
    roots = [path for path in pathlib.Path().glob("*/include") if path.is_dir()] + [pathlib.Path("include")]
    way = {header: []}
    waiting = collections.deque([header])
    while waiting:
        name = waiting.popleft()
        path = next((root / name for root in roots if (root / name).exists()), None)
        if path is None:
            sys.exit(f"there is no header <{name}>, which {(way[name] or ['the caller'])[-1]} includes")
        for each in INCLUDE.findall(path.read_text()):
            if each in way:
                continue
            way[each] = way[name] + [name]
            if each.startswith(tuple(forbidden)):
                sys.exit(f"{header} reaches {each}:\n  " + "\n  ".join(way[each]))
            waiting.append(each)
    print(f"{header}: {len(way)} headers")


main()
