# SPDX-License-Identifier: Apache-2.0
"""Writers of every format that warpgraph reads, from its description in docs/reference/formats.md."""

import gzip
import os
import struct

from .graphs import without_isolated
from .weights import type_of


class Written:
    """A file, what the vertices are called in it, and the options with which it is read as it was meant."""

    def __init__(self, path, graph, names, options=()):
        self.path, self.graph, self.names, self.options = path, graph, names, list(options)


def both_ends(graph):
    """The list in which an undirected edge stands at both ends, a self-loop once."""
    weights = graph.weights or [None] * len(graph.edges)
    listed = []
    for (u, v), w in zip(graph.edges, weights):
        listed.append((u, v, w))
        if u != v:
            listed.append((v, u, w))
    return listed


def listed_once(graph):
    weights = graph.weights or [None] * len(graph.edges)
    return [(u, v, w) for (u, v), w in zip(graph.edges, weights)]


def _save_text(rng, path, text):
    if rng.random() < 0.08:
        path += ".gz"
        with gzip.open(path, "wb", 1) as file:
            file.write(text.encode())
    else:
        with open(path, "w") as file:
            file.write(text)
    return path


def sparse_names(rng, count):
    """Ids of any size, in increasing order."""
    step = rng.choice((1, 2, 2**20, 2**40))
    start = rng.choice((0, 1, 5, 2**31 - 3, 2**32 - 5, 2**32, 2**53, 2**63 - 2, 2**63, 2**64 - step * count))
    start = min(start, 2**64 - step * max(count, 1))
    names = [start + step * i for i in range(count)]
    if names and rng.random() < 0.2:
        names[-1] = 2**64 - 1
    return names


def _undirected_as_list(rng, graph):
    """How a format without a word for it lists an undirected graph: entries and options."""
    if not graph.undirected:
        return listed_once(graph), ["--direction", "directed"] if rng.random() < 0.2 else []
    if rng.random() < 0.5:
        return both_ends(graph), ["--direction", "both"]
    return listed_once(graph), ["--direction", "once"]


def write_edges(rng, graph, folder):
    extension = rng.choice((".txt", ".txt", ".tsv", ".csv", ".el", ".snap"))
    separator = {".tsv": "\t", ".csv": rng.choice((",", ";"))}.get(extension, " ")
    comments = extension != ".el"
    style = rng.choice(("count", "count", "sparse", "first id", "keep"))
    if not comments and style in ("count", "first id"):
        style = "sparse"
    options, lines = [], []
    if style == "sparse":
        graph = without_isolated(graph)
        names = sparse_names(rng, graph.vertices)
    elif style == "keep":  # ids up to the largest
        graph.vertices = max((v + 1 for edge in graph.edges for v in edge), default=0)
        names, options = list(range(graph.vertices)), ["--ids", "keep"]
    else:
        first = rng.choice((1, 1, 7, 2**32, 2**64 - max(graph.vertices, 1))) if style == "first id" else 0
        names = list(range(first, first + graph.vertices))
        if first:
            lines.append(f"# First id: {first}")
        lines.append(f"# Nodes: {graph.vertices} Edges: {len(graph.edges)}")
    if graph.undirected and comments and rng.random() < 0.5:
        lines.append("# Undirected graph")
        listed, more = listed_once(graph), []
    else:
        listed, more = _undirected_as_list(rng, graph)
    if not listed and style in ("sparse", "keep"):
        return None  # a list without a line is no graph
    blank = rng.random() < 0.1 and comments
    for u, v, w in listed:
        fields = [names[u], names[v]] + ([] if w is None else [repr(w)])
        lines.append(separator.join(map(str, fields)))
        if blank and rng.random() < 0.1:
            lines.append(rng.choice(("", "# note", "% note", "// note")))
    if graph.undirected and more == ["--direction", "both"]:
        lines = [line.replace(f"Edges: {len(graph.edges)}", f"Edges: {len(listed)}") for line in lines]
    path = _save_text(rng, os.path.join(folder, "graph" + extension), "\n".join(lines) + "\n")
    return Written(path, graph, names, options + more)


def write_mtx(rng, graph, folder):
    kind = {"none": "pattern", "double": "real"}.get(type_of(graph.weights), "integer")
    n = graph.vertices
    lines = [f"%%MatrixMarket matrix coordinate {kind} {'symmetric' if graph.undirected else 'general'}", "% soak",
             f"{n} {n} {len(graph.edges)}"]
    for u, v, w in listed_once(graph):
        if graph.undirected and u < v:
            u, v = v, u
        lines.append(f"{u + 1} {v + 1}" + ("" if w is None else f" {w!r}"))
    path = _save_text(rng, os.path.join(folder, "graph.mtx"), "\n".join(lines) + "\n")
    return Written(path, graph, list(range(1, n + 1)))


def write_metis(rng, graph, folder):
    if not graph.undirected or any(u == v for u, v in graph.edges):
        return None
    if graph.weights is not None and (type_of(graph.weights) == "double" or any(w < 0 for w in graph.weights)):
        return None
    rows = [[] for _ in range(graph.vertices)]
    for u, v, w in both_ends(graph):
        rows[u].append(f"{v + 1}" + ("" if w is None else f" {w}"))
    head = f"{graph.vertices} {len(graph.edges)}" + ("" if graph.weights is None else " 1")
    text = "\n".join([head] + [" ".join(row) for row in rows]) + "\n"
    return Written(_save_text(rng, os.path.join(folder, "graph.metis"), text), graph,
                   list(range(1, graph.vertices + 1)))


def write_dimacs(rng, graph, folder):
    if type_of(graph.weights) not in ("int32", "int64"):
        return None
    listed, options = _undirected_as_list(rng, graph)
    lines = ["c soak", f"p sp {graph.vertices} {len(listed)}"]
    lines += [f"a {u + 1} {v + 1} {w}" for u, v, w in listed]
    path = _save_text(rng, os.path.join(folder, "graph.gr"), "\n".join(lines) + "\n")
    return Written(path, graph, list(range(1, graph.vertices + 1)), options)


def write_colouring(rng, graph, folder):
    if graph.weights is not None:
        return None
    lines = ["c soak", f"p {rng.choice(('edge', 'col'))} {graph.vertices} {len(graph.edges)}"]
    lines += [f"e {u + 1} {v + 1}" for u, v in graph.edges]
    path = _save_text(rng, os.path.join(folder, "graph.col"), "\n".join(lines) + "\n")
    return Written(path, graph, list(range(1, graph.vertices + 1)), [] if graph.undirected else
                   ["--direction", "directed"])


def _rows(graph, listed):
    """Offsets, neighbours and weights, row by row."""
    rows = [[] for _ in range(graph.vertices)]
    for u, v, w in listed:
        rows[u].append((v, w))
    ends, total = [], 0
    for row in rows:
        total += len(row)
        ends.append(total)
    flat = [entry for row in rows for entry in row]
    return ends, [v for v, _ in flat], [w for _, w in flat]


def _binary(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def _as_rows(graph):
    """Entries and options. A directed graph is put into the order of its rows, which is that of the file."""
    if graph.undirected:
        return both_ends(graph), ["--direction", "both"]
    order = sorted(range(len(graph.edges)), key=lambda e: graph.edges[e][0])
    graph.edges = [graph.edges[e] for e in order]
    graph.weights = graph.weights and [graph.weights[e] for e in order]
    return listed_once(graph), []


def write_galois(rng, graph, folder):
    kind = type_of(graph.weights)
    listed, options = _as_rows(graph)
    ends, columns, weights = _rows(graph, listed)
    size, code = {"none": (0, ""), "int32": (4, "i"), "int64": (8, "q"), "double": (8, "d")}[kind]
    version = rng.choice((1, 1, 2))
    data = struct.pack("<4Q", version, size, len(ends), len(columns)) + struct.pack(f"<{len(ends)}Q", *ends)
    data += struct.pack(f"<{len(columns)}{'I' if version == 1 else 'Q'}", *columns)
    if version == 1 and len(columns) % 2:
        data += bytes(4)
    if kind != "none":
        data += struct.pack(f"<{len(weights)}{code}", *weights)
    if kind != "none":  # the file does not say what the bytes are
        options = options + ["--weights", kind]
    return Written(_binary(folder, "graph.vgr", data), graph, list(range(graph.vertices)), options)


def write_gap(rng, graph, folder):
    kind = type_of(graph.weights)
    if kind not in ("none", "int32"):
        return None
    def half(listed):
        ends, columns, weights = _rows(graph, listed)
        data = struct.pack(f"<{len(ends) + 1}q", 0, *ends)
        if kind == "none":
            return data + struct.pack(f"<{len(columns)}i", *columns), len(columns)
        pairs = [x for pair in zip(columns, weights) for x in pair]
        return data + struct.pack(f"<{len(pairs)}i", *pairs), len(columns)
    listed, _ = _as_rows(graph)
    data, entries = half(listed)
    if not graph.undirected:
        data += half([(v, u, w) for u, v, w in listed])[0]
    head = struct.pack("<?qq", not graph.undirected, entries, graph.vertices)
    return Written(_binary(folder, "graph.sg" if kind == "none" else "graph.wsg", head + data), graph,
                   list(range(graph.vertices)))


def write_ecl(rng, graph, folder):
    kind = type_of(graph.weights)
    if kind not in ("none", "int32"):
        return None
    listed, options = _as_rows(graph)
    ends, columns, weights = _rows(graph, listed)
    numbers = [graph.vertices, len(columns), 0] + ends + columns + (weights if kind != "none" else [])
    return Written(_binary(folder, "graph.egr", struct.pack(f"<{len(numbers)}i", *numbers)), graph,
                   list(range(graph.vertices)), options)


WRITERS = (write_edges, write_edges, write_edges, write_mtx, write_mtx, write_metis, write_dimacs, write_colouring,
           write_galois, write_gap, write_ecl)


def write(rng, graph, folder):
    """In a format that can hold the graph, chosen at random."""
    while True:
        written = rng.choice(WRITERS)(rng, graph, folder)
        if written is not None:
            return written
        if not graph.edges:
            return write_mtx(rng, graph, folder)
