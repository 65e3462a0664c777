#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The tables of docs/reference/options.md have the fields of the structs that they are of, in their order.
#
#   options.py ROOT
import re
import sys
from pathlib import Path


def without_braces(text):
    """The text outside of all braces, whose place a pair of them takes."""
    outside, depth = [], 0
    for letter in text:
        depth -= letter == "}"
        if depth == 0:
            outside.append(letter)
        depth += letter == "{"
    return "".join(outside)


def fields_of(header, struct):
    """The fields of a struct whose functions are defined elsewhere, in their order."""
    code = re.sub(r"//[^\n]*", "", header)
    found = re.search(rf"\bstruct {struct} \{{(.*?)\n\}};", code, re.DOTALL)
    if not found:
        return None
    members = [re.sub(r"\{\}|=.*", "", each).strip() for each in without_braces(found[1]).split(";")]
    return [each.split()[-1] for each in members if each and not re.search(r"\)( const)?$", each)]


def tables_of(page):
    """The names in the first column of each table whose head is `Struct`, with the struct."""
    tables, rows = {}, None
    for line in page.splitlines():
        cell = re.match(r"\| `(\w+)` \|", line)
        if cell and cell[1][0].isupper():
            rows = tables[cell[1]] = []
        elif cell and rows is not None:
            rows.append(cell[1])
        elif not line.startswith("|"):
            rows = None
    return tables


def main(root):
    headers = "\n".join(path.read_text() for path in sorted((root / "framework/include").rglob("*.hpp")))
    tables = tables_of((root / "docs/reference/options.md").read_text())
    wrong = [f"{struct}: the table has {rows}, the struct {fields}" for struct, rows in tables.items()
             if rows != (fields := fields_of(headers, struct))]
    print("\n".join(wrong) or f"{len(tables)} tables")
    return 1 if wrong or not tables else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
