# SPDX-License-Identifier: Apache-2.0
"""One trial: a folder, random numbers, and the commands that were run in it."""

import ast
import gzip
import os
import shlex
import struct

from . import process
from .process import Finding

MEMORY_OF_SMALL_FILES = 400 << 20  # bytes that the program may use for a file of a few kilobytes
MEMORY_OF_CUDA = 2 << 30  # bytes beside that of what opens GPUs


class Trial:
    def __init__(self, rng, folder, binary, devices):
        self.rng, self.folder, self.binary, self.device_choices = rng, folder, binary, devices
        self.on_gpus = any(choice.startswith("cuda") for choice in devices)
        self.commands = []  # as they were run
        self.title = ""

    def chance(self, share):
        return self.rng.random() < share

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, refusals=(), must_refuse=None, memory=process.MEMORY_LIMIT,
            meanwhile=None, before=(), misses=None):
        """Runs warpgraph. `refusals`: exit codes beside 0 that are right; `must_refuse`: why 0 is wrong; `memory`:
        bytes of address space; `meanwhile(pid)` is called while it runs; `before`: words before the program's name;
        `misses`: what its error says if its result may miss a limit. Returns the outcome, or None if the program
        refused."""
        command = [*before, self.binary] + [os.path.relpath(a, self.folder) if a.startswith(self.folder) else a
                                   for a in arguments]
        limit = f"ulimit -v {memory >> 10}; " if memory != process.MEMORY_LIMIT else ""
        self.commands.append(limit + shlex.join(command))
        outcome = process.run(command, self.folder, process.UNLIMITED if self.on_gpus else memory, meanwhile,
                              misses)
        largest = max((os.path.getsize(entry.path) for entry in os.scandir(self.folder)), default=0)
        allowed = MEMORY_OF_SMALL_FILES + 100 * largest + (MEMORY_OF_CUDA if self.on_gpus else 0)
        if outcome.peak > allowed:
            raise Finding("memory", f"{outcome.peak >> 20} MiB, largest file {largest} bytes")
        if outcome.code in (0, process.WRONG_RESULT) and must_refuse:
            raise Finding("accepts what is wrong", must_refuse)
        if outcome.code in (0, process.WRONG_RESULT):
            return outcome
        if outcome.code not in refusals and not (must_refuse and outcome.code in (2, 3)):
            raise Finding("refuses what is right", f"exit {outcome.code}: {outcome.err.strip()[:300]}")
        return None


def read_values(path, names):
    """By position; text that is no number raises Finding."""
    if path.endswith(".npy"):
        return _read_array(path, len(names))
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        return parse_values(file.read(), names)


def _number(text):
    return float(text) if any(c in text for c in ".einf") else int(text)


def parse_values(text, names):
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    found = [int(line[0]) for line in lines]
    if found != list(names):
        raise Finding("wrong result", f"values of {len(found)} vertices, or not in the order of {len(names)} ids")
    return [_number(line[1]) for line in lines]


def _read_array(path, count):
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    head = ast.literal_eval(data[10:10 + length].decode())
    if head["shape"] != (count,):
        raise Finding("wrong result", f"an array of {head['shape']} for {count} vertices")
    code = {"<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "<f4": "f", "<f8": "d"}[head["descr"]]
    return list(struct.unpack(f"<{count}{code}", data[10 + length:]))


def read_edges(path):
    """The edges of an edge list by what the vertices are called, and whether it is undirected."""
    edges, undirected = [], False
    with open(path) as file:
        for line in file:
            undirected = undirected or line.startswith("# Undirected")
            fields = line.split()
            if fields and not line.startswith("#"):
                edges.append((int(fields[0]), int(fields[1]), _number(fields[2]) if len(fields) > 2 else None))
    return edges, undirected
