#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Warpgraph authors
# SPDX-License-Identifier: Apache-2.0
"""one_definition.py <folder>...: no two files define classes of one name in one namespace.

The linker keeps one of two inline functions of one name, so the other class gets functions that know another layout.
Scopes have a class for the GPU and one for the host: folders gpu/ are left out. Classes in unnamed namespaces do not
count.
"""

import collections
import pathlib
import re
import sys

NAMESPACE = re.compile(r"\s*(?:inline )?namespace\s*([\w:]*)\s*\{")
CLASS = re.compile(r"\s*(?:template <.*> )?(?:class|struct) (\w+)(?: final)?(?: : [^{;]*)?\s*\{")


def definitions(path):
    """The names of classes that are defined in namespaces, with these."""
    scopes = []  # the names of namespaces; None for other braces
    for line in path.read_text().splitlines():
        line = line.split("//")[0]
        namespace = NAMESPACE.match(line)
        found = CLASS.match(line)
        if found and all(scopes):
            yield "::".join([*scopes, found.group(1)])
        for place, character in enumerate(line):
            if character == "{":
                opens = namespace and place == line.index("{")
                scopes.append(namespace.group(1) if opens else None)
            elif character == "}" and scopes:
                scopes.pop()


files = collections.defaultdict(set)
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix in (".hpp", ".cpp") and "gpu" not in path.parts:
            for name in definitions(path):
                files[name].add(path)
twice = {name: paths for name, paths in files.items() if len(paths) > 1}
for name, paths in sorted(twice.items()):
    print(f"class {name} is defined in {' and in '.join(str(path) for path in sorted(paths))}")
if not files:
    print(f"no classes in {' '.join(sys.argv[1:])}")
sys.exit(1 if twice or not files else 0)
