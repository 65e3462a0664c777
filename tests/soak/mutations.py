# SPDX-License-Identifier: Apache-2.0
"""Trials of damaged files: they are refused in one line, or are a graph like any other."""

import gzip
import json
import os
import re
import shutil
from collections import Counter

from . import formats
from .graphs import random_graph
from .process import Finding
from .trial import read_edges

# Files may have vertices that no edge names: _modest replaces those numbers here that would ask for much memory.
_NUMBERS = (b"0", b"1", b"-1", b"2", b"4294967295", b"4294967296", b"2147483647", b"2147483648", b"3000000",
            b"9223372036854775807", b"18446744073709551615", b"18446744073709551616", b"1e308", b"1e400", b"nan", b"inf",
            b"-inf", b"0x10", b"1.5", b"+3", b"", b"x", b"99999999999999999999999999")
_INTEGERS = (0, 1, 2, 2**31 - 1, 2**31, 2**32 - 1, 3_000_000, 2**40, 2**62, 2**63 - 1, 2**63, 2**64 - 1)
CORPUS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fuzz", "corpus")
_FORMAT_OF_CORPUS = {"dimacs": "dimacs", "dimacs_colouring": "dimacs-edge", "ecl": "egr", "edge_list": "edges",
                     "galois": "galois", "gap": "sg", "gap_weighted": "wsg", "matrix_market": "mtx",
                     "metis": "metis", "wg": "wg", "compressed": "edges"}


def _bytes(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if data:
            data[rng.randrange(len(data))] = rng.choice((0, 1, 0xFF, 0x80, 0x7F, 10, 32, rng.randrange(256)))
    return bytes(data)


def _words(rng, data):
    words = list(re.finditer(rb"[^\s,;|]+", data))
    if not words:
        return data
    word = rng.choice(words[:6] if rng.random() < 0.5 else words)
    return data[:word.start()] + rng.choice(_NUMBERS) + data[word.end():]


def _vertices(rng, data):
    """Another number of vertices than the header of a text has."""
    number = rng.choice((b"0", b"1", b"41", b"500000", b"4294967295", b"4294967296"))
    for pattern, after in ((rb"(?m)^(p \w+ )\d+", rb"\g<1>" + number), (rb"(Nodes: )\d+", rb"\g<1>" + number),
                           (rb"(?m)^\d+ \d+( \d+)$", number + b" " + number + rb"\g<1>"),
                           (rb"^\d+( \d+( 1)?\n)", number + rb"\g<1>")):
        changed = re.sub(pattern, after, data, count=1)
        if changed != data:
            return changed
    return data


def _lines(rng, data):
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(5)
    if how == 0:
        del lines[i]
    elif how == 1:
        lines.insert(j, lines[i])
    elif how == 2:
        lines[i], lines[j] = lines[j], lines[i]
    elif how == 3:
        lines[i] = lines[i].rstrip() + b" " + lines[j]
    else:
        lines.insert(j, rng.choice((b"\n", b"\r\n", b"%\n", b"# Nodes: 3\n", b"a\n", b"\0\n", b" 1\t2 \n")))
    return b"".join(lines)


def _header(rng, data):
    """A number of 4 or 8 bytes near the beginning."""
    size = rng.choice((4, 8))
    at = rng.choice((0, 1, 4, 8, 9, 16, 17, 24, 25, 32, rng.randint(0, 200)))
    if at + size > len(data):
        return _bytes(rng, data)
    value = rng.choice(_INTEGERS) % 2 ** (8 * size)
    return data[:at] + value.to_bytes(size, "little") + data[at + size:]


def _cut(rng, data):
    return data[:rng.randrange(len(data))] if data else data


def _twice(rng, data):
    if rng.random() < 0.3 or not data:
        return data + data
    a, b = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[:b] + data[a:b] + data[b:]


def _junk(rng, data):
    return data + bytes(rng.randrange(256) for _ in range(rng.randint(1, 20)))


def _mutate(trial, data, is_text):
    """The damaged data, and whether they were cut and nothing else."""
    rng = trial.rng
    ways = (_bytes, _words, _words, _words, _vertices, _lines, _lines, _cut, _twice, _junk) if is_text else (
        _bytes, _bytes, _header, _header, _header, _cut, _cut, _twice, _junk)
    chosen = rng.choices(ways, k=rng.choice((1, 1, 1, 2, 3)))
    for way in chosen:
        data = way(rng, data)
    return _modest(data, 2**32 - 1 if trial.on_gpus else 10**9) if is_text else data, chosen == [_cut]


def _modest(data, limit):
    """Without numbers near the beginning that ask for many vertices, though for fewer than are refused: more than
    `limit`, which is a question of memory unless the program may use all that the machine has."""
    def limited(word):
        return b"3000000" if 3_000_000 < int(word[0]) <= limit else word[0]
    return re.sub(rb"(?<![\d.])\d{7,10}(?![\d.])", limited, data[:200]) + data[200:]


def _seed(trial):
    """A file without a mistake, mostly: its path, its format, and how to read it."""
    rng = trial.rng
    if trial.chance(0.25) and os.path.isdir(CORPUS):
        folder = rng.choice(sorted(set(os.listdir(CORPUS)) & set(_FORMAT_OF_CORPUS)))
        name = rng.choice(sorted(os.listdir(os.path.join(CORPUS, folder))))
        path = trial.path("seed")
        shutil.copy(os.path.join(CORPUS, folder, name), path)
        return path, ["--format", _FORMAT_OF_CORPUS[folder]]
    graph = random_graph(rng, vertices=rng.randint(1, 40))
    written = formats.write(rng, graph, trial.folder)
    path, options = written.path, written.options
    if "keep" in options:  # a damaged id would ask for as many vertices
        options.remove("--ids")
        options.remove("keep")
    if trial.chance(0.3):
        target = trial.path("converted" + rng.choice((".wg", ".wg", ".wg", ".mtx", ".txt", ".txt.zst", ".vgr")))
        trial.run("convert", path, target, "-q", *options)
        path, options = target, []
    return path, options


_TEXT = (".txt", ".tsv", ".csv", ".el", ".snap", ".mtx", ".metis", ".gr", ".col")
_CUT_IS_ERROR = (".wg", ".vgr", ".sg", ".wsg", ".gz", ".zst")  # a cut text may be a shorter text
_ZSTD_FRAME = b"\x28\xb5\x2f\xfd"  # a file may have several, and ends well behind any of them


def damaged_file(trial):
    path, options = _seed(trial)
    rng = trial.rng
    with open(path, "rb") as file:
        data = file.read()
    is_text = path.endswith(_TEXT) or (path.endswith("seed") and b"\0" not in data)
    if path.endswith(".gz") and trial.chance(0.6):
        inner, was_cut = _mutate(trial, gzip.decompress(data), True)
        changed, was_cut = gzip.compress(inner, 1), False
    else:
        changed, was_cut = _mutate(trial, data, is_text)
    with open(path, "wb") as file:
        file.write(changed)
    trial.title = f"damaged {os.path.basename(path)}"
    is_whole = len(changed) == len(data) or (changed and data.startswith(_ZSTD_FRAME, len(changed)))
    must_refuse = "a file that was cut" if was_cut and not is_whole and path.endswith(_CUT_IS_ERROR) else None
    if path.endswith(".gz") and len(changed) == 0:
        must_refuse = "an empty file"
    _use(trial, path, options, must_refuse)


def _use(trial, path, options, must_refuse):
    rng = trial.rng
    reads = [o.replace("--format", "--from") for o in options]
    how = rng.random()
    if how < 0.35:
        trial.run("info", path, *options, refusals=(2, 3, 4), must_refuse=must_refuse)
    elif how < 0.65:
        _same_after_conversion(trial, path, reads, must_refuse)
    else:
        algorithm = rng.choice(("cc", "cc", "bfs", "sssp", "sswp", "pagerank", "cc-labels", "kcore", "hits",
                                "scc"))
        trial.run("run", algorithm, path, "--verify", "-q", *options, refusals=(2, 3, 4), must_refuse=must_refuse)


def _same_after_conversion(trial, path, options, must_refuse):
    """What is read is the same with and without Warpgraph's own format between."""
    direct, own, back = trial.path("direct.txt"), trial.path("own.wg"), trial.path("back.txt")
    if trial.run("convert", path, own, "-q", *options, refusals=(2, 3, 4), must_refuse=must_refuse) is None:
        return
    if path.endswith(".wg"):
        return
    without_edges = json.loads(trial.run("info", own, "--json").out)["edges"] == 0
    codes = (3,) if without_edges else ()  # an edge list may have no place for its vertices
    if trial.run("convert", path, direct, "-q", *options, refusals=codes) is None:
        return
    if trial.run("convert", own, back, "-q", refusals=codes) is None:
        return
    if _content(direct) != _content(back):
        raise Finding("changed graph", "by way of .wg")


def _content(path):
    """Whether it is undirected, and its edges; which end of an undirected edge comes first does not matter."""
    edges, undirected = read_edges(path)
    return undirected, Counter((*(sorted(edge[:2]) if undirected else edge[:2]), edge[2]) for edge in edges)
