#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Warpgraph authors
# SPDX-License-Identifier: Apache-2.0
"""The names that public headers declare directly in the namespace warpgraph, which `using namespace warpgraph` brings in.

  public_names.py check LIST FOLDER...   LIST has these names and no others, or the difference is printed
  public_names.py write LIST FOLDER...   makes LIST

Those in folders gpu/ declare the same as their twins for the host. Headers in detail/ count, since others include them.
"""

import pathlib
import re
import sys

SKIPPED = re.compile(r'^[ \t]*#(?:\\\n|[^\n])*|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.M | re.S)
NAMESPACE = re.compile(r"\bnamespace\s*([\w:]*)\s*$")
WITHOUT_NAME = re.compile(r"using namespace |static_assert|(?:extern )?template (?!<)|.*\boperator\b")
TYPE = re.compile(r"(?:using|concept|struct|class|union|enum(?: class)?) (?:alignas\(\) )?(\w+)")


def folded(text, opening, closing):
    """The text without what is between brackets of a kind."""
    inner = re.compile(rf"\{opening}[^{opening}{closing}]*\{closing}")
    while inner.search(text):
        text = inner.sub("\0", text)
    return text.replace("\0", opening + closing)


def statements(text):
    """(namespace, declaration) of all that stands in namespaces, without what is in braces."""
    scopes, depth, statement = [], 0, ""
    for character in SKIPPED.sub(" ", text):
        namespace = NAMESPACE.search(statement) if character == "{" and depth == 0 else None
        if namespace:
            scopes.append(namespace[1])
            statement = ""
            continue
        if character == "}" and depth == 0:
            scopes.pop()
            continue
        depth -= character == "}"
        if depth == 0:
            statement += character
        depth += character == "{"
        is_body = character == "}" and statement.count("(") == statement.count(")")
        if depth == 0 and (character == ";" or is_body):
            yield "::".join(scopes), statement
            statement = ""


def name_of(statement):
    """The name that a declaration introduces, or None."""
    text = re.sub(r"->|<=>|<=|>=|<<|\[\[.*?\]\]", " ", statement)
    text = folded(folded(text, "(", ")"), "<", ">")
    text = " ".join(text.split())
    text = re.sub(r"^template ?<> (?:requires (?:[\w:]+(?:<>)?|\(\))(?: (?:&&|\|\|) ?(?:[\w:]+(?:<>)?|\(\)))* ?)?", "", text)
    if not re.match(r"[A-Za-z_]", text) or WITHOUT_NAME.match(text):  # what follows braces begins otherwise
        return None
    found = TYPE.match(text)
    if found:
        return re.match(r"using (?:\w+::)*(\w+)", text)[1] if text.startswith("using") else found[1]
    text = re.sub(r"\b(?:decltype|alignas|requires|noexcept)\(\)", "", text)
    found = re.search(r"([\w:]+) ?(?:<>)? ?(?:\(\)|=|\{|\[|;)", text)
    return found[1] if found and "::" not in found[1] else None


def names(folders):
    for folder in folders:
        for header in pathlib.Path(folder).rglob("*.hpp"):
            if "gpu" not in header.parts:
                for scope, statement in statements(header.read_text()):
                    if scope == "warpgraph":
                        yield name_of(statement)


def main(what, path, *folders):
    found = sorted(set(names(folders)) - {None})
    if not found:
        sys.exit(f"no names in {' '.join(folders)}")
    if what == "write":
        pathlib.Path(path).write_text("\n".join(found) + "\n")
        return
    listed = pathlib.Path(path).read_text().split()
    for name in sorted(set(found) ^ set(listed)):
        print(f"{'+' if name in found else '-'} {name}")
    if found != listed:
        sys.exit(f"{path} does not have the names in warpgraph, in order: CONTRIBUTING.md says what to do")


if __name__ == "__main__":
    main(*sys.argv[1:])
