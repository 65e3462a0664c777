# SPDX-License-Identifier: Apache-2.0
"""Trials of files that others change while the program reads them: it ends by itself, with a graph or one line."""

import os
import time

_LINES = 60_000
_READING = 0.04  # seconds
_START = 1.0  # seconds at most


def _fields(rng, width):
    """A line of that many characters with a few numbers, and the end."""
    numbers = b" ".join(b"%d" % rng.randint(1, 99) for _ in range(rng.choice((1, 2, 2, 2, 3, 4))))
    return numbers[:width - 1].ljust(width - 1) + b"\n"


def _edges(rng, width, lines):
    return "g.txt", b"".join((_fields(rng, width) for _ in range(5))) * (lines // 5), b""


def _matrix(rng, width, lines):
    head = b"%%MatrixMarket matrix coordinate pattern general\n99999 99999 " + b"%d\n" % lines
    return "g.mtx", (b"12 34".ljust(width - 1) + b"\n") * lines, head


def _arcs(rng, width, lines):
    return "g.gr", (b"a 12 34 7".ljust(width - 1) + b"\n") * lines, b"p sp 99999 %d\n" % lines


def _lists(rng, width, lines):
    return "g.graph", (b"2".ljust(width - 1) + b"\n") * lines, b"%d %d\n" % (lines, lines // 2)


def _values(rng, width, lines):
    return "g.csv", (b"123456789012,5".ljust(width - 1) + b"\n") * lines, b"from,to\n"


def _shorter_lines(rng, data, head):
    line = rng.choice((b"1 2\n", b"2\n", b"a 1 2 3\n", b"1 2 3\n", b"\n", b"7 9999999999\n", b"x", b" ", b"1"))
    begin = rng.randrange(len(head), len(head) + len(data))
    size = len(head) + len(data) - begin
    return begin, (line * (size // len(line) + 1))[:size]


def _noise(rng, data, head):
    begin = rng.randrange(len(head) + len(data))
    return begin, rng.randbytes(min(4096, len(head) + len(data) - begin))


def _longer(rng, data, head):
    return len(head) + len(data), data[:rng.choice((1, 100, 100_000))]


def _await_mapping(pid, name):
    end = time.monotonic() + _START
    while time.monotonic() < end:
        try:
            with open(f"/proc/{pid}/maps", "rb") as maps:
                ranges = maps.read()
        except OSError:
            return
        if name in ranges or not ranges:  # there are none once it has ended
            return
        time.sleep(0.0002)


def changing_file(trial):
    rng = trial.rng
    name, data, head = rng.choice((_edges, _matrix, _arcs, _lists, _values))(rng, rng.choice((16, 40, 64)), _LINES)
    path = trial.path(name)
    with open(path, "wb") as file:
        file.write(head + data)
    if trial.chance(0.25):
        source, path = path, trial.path("g.wg")
        if trial.run("convert", source, path, "-q", refusals=(3,)) is None:
            return
        with open(path, "rb") as file:
            data, head = file.read(), b""
    # A graph of a .wg file that is overwritten in place after it was read may leave its arrays (docs/reference/wg.md).
    changes = (_longer,) if path.endswith("g.wg") else (_shorter_lines, _shorter_lines, _noise, _longer)
    begin, change = rng.choice(changes)(rng, data, head)
    cut = rng.choice((None, None, 0, 1, 4096, rng.randrange(len(head) + len(data))))
    delay = rng.random() ** 2 * _READING

    def meanwhile(pid):
        _await_mapping(pid, os.path.basename(path).encode())
        time.sleep(delay)
        if cut is not None:
            os.truncate(path, cut)
        if cut is None or trial.chance(0.2):
            with open(path, "r+b") as file:
                file.seek(begin)
                file.write(change)

    trial.title = f"{os.path.basename(path)} that changes"
    trial.run(*rng.choice((["info"], ["info"], ["run", "cc"], ["run", "bfs", "--source", "1"])), path, "-q",
              refusals=(2, 3), meanwhile=meanwhile)
