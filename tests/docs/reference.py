#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The reference of the public headers (docs/reference/api).
#
#   filter    turns plain comments into ones that Doxygen reads, and knows a group for each public header
#   entries   Doxygen finds the entries that are looked for first in their groups, with descriptions, and no details.
#             Without Doxygen it exits with 77
#
#   reference.py filter|entries ROOT
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

# The group, and what is in it. Doxygen's XML puts concepts into no group.
ENTRIES = {
    "": ["VertexProgram", "PushableProgram"],
    "graphs": ["Graph", "EdgeList", "build_graph", "upload"],
    "files": ["read_edge_list", "write_edge_list", "read_wg"],
    "generators": ["generate"],
    "engine": ["run", "start", "Plan"],
    "several_devices": ["ShardedGraph", "shard_graph", "run", "place_by_edges", "Hub"],
    "algorithms": ["bfs_levels", "pagerank", "minimum_spanning_forest", "verify_bfs_levels"],
    "devices": ["Runtime", "Device", "Stream", "Event", "UsageError"],
    "memory": ["Buffer", "View", "to_host"],
    "kernels": ["Warp", "Block", "Grid", "PerLane"],
    "primitives": ["sort_pairs", "reduce"],
    "transactions": ["TransactionTable", "transact"],
    "papers": ["add_methods", "shiloach_vishkin", "ContextStack", "ContextPaths", "ValuePolicy"],
    "plugins": ["Plugin", "GraphPlugin"],
    "c_interface": ["warpgraph_graph_create_coo", "warpgraph_bfs_levels"],
}
# The last words of comments behind declarations, some of which go on in the next line, and of one above a declaration
# that follows such a comment.
LAST_WORDS = {
    "kBreadthFirst": "come to lie close together",
    "entry": "each at either of its ends",
    "format": "from the extension",
    "lost_device": "but those for events",
}


# A header, and what the filter makes of it.
SAMPLE = """\
// How it works.
namespace warpgraph {

// A thing: `a < b`, not a <b>.
struct Thing {
  int x = 0;  // the first
              // and its next line
  // by itself

  // above
  int y;
};

// Finds x:
//
//   find(1)   a form
int find(int x) {
  // inside
  return x;  // behind
}
int find(double x);

}  // namespace warpgraph"""
FILTERED = """\
/// @file
/// @ingroup devices
///
/// How it works.
namespace warpgraph { /** @addtogroup devices */ /** @{ */

/// A thing: `a < b`, not a \\<b\\>.
struct Thing {
  int x = 0;  ///< the first
              ///< and its next line
  // by itself

  /// above
  int y;
};

/// Finds x:
///
/// ~~~
///   find(1)   a form
/// ~~~
int find(int x) {
  // inside
  return x;
}
/// @overload
int find(double x);

/** @} */ }  // namespace warpgraph"""


def check_filter(root, folder):
    header = folder / "runtime/sample.hpp"
    header.parent.mkdir()
    header.write_text(SAMPLE)
    command = [sys.executable, root / "docs/reference/api/filter.py", header]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    expected = FILTERED.splitlines()
    for number, (line, right) in enumerate(zip(lines, expected), 1):
        if line.rstrip() != right:
            sys.exit(f"line {number} is\n{line}\ninstead of\n{right}")
    if len(lines) != len(expected):
        sys.exit(f"{len(lines)} lines instead of {len(expected)}")
    # Each public header has a group.
    group_of = runpy.run_path(str(command[1]))["group_of"]
    headers = [header.relative_to(root) for part in ("runtime", "framework", "partitioning", "algorithms", "papers")
               for header in (root / part / "include").rglob("*.h*") if "detail" not in header.parts]
    for header in headers:
        group_of(str(header))
    print(f"{len(headers)} headers have a group")


def make_reference(root, folder):
    """Runs Doxygen; its complaints."""
    settings = (root / "docs/reference/api/Doxyfile").read_text()
    settings += "GENERATE_HTML = NO\nGENERATE_XML = YES\nXML_PROGRAMLISTING = NO\n"
    environment = {**os.environ, "WARPGRAPH_VERSION": "0", "WARPGRAPH_REFERENCE": str(folder)}
    run = subprocess.run(["doxygen", "-"], input=settings, cwd=root, env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"doxygen exits with {run.returncode}: {run.stderr}")
    return run.stderr.splitlines()


def words_of(entry):
    texts = [entry.find("briefdescription"), entry.find("detaileddescription")]
    return " ".join(" ".join(text.itertext()) for text in texts if text is not None).split()


def descriptions(folder):
    """Of each group, and of all together (""): name -> the words of each entry of that name."""
    found = {"": {}}
    pages = {page.stem: xml.parse(page).getroot().find("compounddef") for page in folder.glob("*.xml")}
    for compound in [page for page in pages.values() if page is not None]:
        if compound.get("kind") == "concept":
            found[""][compound.findtext("compoundname").split("::")[-1]] = [words_of(compound)]
        for member in compound.iter("memberdef"):
            for entry in [member, *member.iter("enumvalue")]:
                found[""].setdefault(entry.findtext("name"), []).append(words_of(entry))
        if compound.get("kind") != "group":
            continue
        group = found.setdefault(compound.findtext("compoundname"), {})
        for member in compound.iter("memberdef"):
            group.setdefault(member.findtext("name"), []).append(words_of(member))
        for inner in compound.iter("innerclass"):
            name = inner.text.split("::")[-1].split("<")[0].strip()
            group.setdefault(name, []).append(words_of(pages[inner.get("refid")]))
    return found


def check_entries(root, folder):
    if shutil.which("doxygen") is None:
        print("skipped: there is no doxygen")
        sys.exit(77)
    complaints = make_reference(root, folder)
    found = descriptions(folder / "xml")
    for line in complaints:
        print(line)
    wrong = [line for line in complaints if "filter.py" in line]
    for group, names in ENTRIES.items():
        for name in names:
            entries = found.get(group, {}).get(name)
            if entries is None:
                wrong.append(f"{name} is not in {group or 'the reference'}")
            elif not all(entries):
                wrong.append(f"{entries.count([])} of {len(entries)} entries {name} in {group} have no description")
    for name, words in LAST_WORDS.items():
        if not any(" ".join(entry).rstrip(".").endswith(words) for entry in found[""].get(name, [])):
            wrong.append(f"the description of {name} does not end with '{words}': {found[''].get(name)}")
    for group in found:
        wrong += [f"{name} in {group} is a detail" for name in found[group] if name.startswith("detail")]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{sum(map(len, ENTRIES.values()))} entries in {len(found) - 1} groups are described")


def main(what, root):
    checks = {"filter": check_filter, "entries": check_entries}
    with tempfile.TemporaryDirectory() as folder:
        checks[what](Path(root), Path(folder))


main(*sys.argv[1:])
