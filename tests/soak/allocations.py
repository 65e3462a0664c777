# SPDX-License-Identifier: Apache-2.0
"""Trials of one allocation that fails: a run does without it, or says in one line that memory is short. An output is
whole, or what it was before."""

import os
import shutil
import subprocess

from .inputs import random_input
from .options import device_options
from .process import Finding

_SOURCE = os.path.join(os.path.dirname(__file__), "failing_allocation.c")
_LIBRARY = "failing_allocation.so"
_FAILURES = 8  # of each command
_OLDER = b"an older file\n"

# Each with an output that is the same from run to run.
_COMMANDS = (["convert", "out.wg"], ["convert", "out.mtx"], ["convert", "out.txt"], ["convert", "out.graph"],
             ["convert", "out.wg", "--outgoing", "--relabel", "degree"], ["run", "bfs"], ["run", "sssp"], ["run", "sswp"],
             ["run", "cc"], ["run", "cc-labels"], ["run", "scc"], ["run", "kcore"], ["run", "triangles"],
             ["run", "pagerank"], ["run", "hits"], ["run", "betweenness"], ["run", "heat"], ["msf"],
             ["partition", "-k", "3"], ["partition", "-k", "4", "--tolerance", "0.1"], ["partition", "-k", "2", "--preset", "strong"],
             ["tree", "--spanning"])
_WITHOUT_DEVICES = ("convert",)


def failing_allocation(trial):
    """Whichever allocation fails."""
    if trial.on_gpus or shutil.which("cc") is None:
        return
    given = random_input(trial, needs_undirected=True, sign="not negative")
    if given is None or given.wrong:
        return
    command, target = _command(trial, given)
    trial.title = f"a failing allocation in {' '.join(command[:2])} of {given.title}"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", trial.path(_LIBRARY), _SOURCE], check=True)
    preload = ["env", f"LD_PRELOAD=./{_LIBRARY}"]
    if trial.run(*command, before=preload, refusals=(2, 3)) is None:
        return
    right = _content(target)
    with open(trial.path("ALLOCATIONS")) as file:
        allocations = int(file.read())
    for _ in range(_FAILURES):
        number = trial.rng.randint(1, allocations)
        with open(target, "wb") as file:
            file.write(_OLDER)
        before = sorted(os.listdir(trial.folder))
        done = trial.run(*command, before=[*preload, f"FAILING_ALLOCATION={number}"], refusals=(4,))
        # A summary comes after the output.
        if _content(target) not in ((_OLDER, right) if done is None else (right,)):
            raise Finding("wrong output", f"allocation {number} of {allocations} fails, exit {4 if done is None else 0}")
        if sorted(os.listdir(trial.folder)) != before:
            raise Finding("leaves files", f"{sorted(set(os.listdir(trial.folder)) - set(before))}")


def _command(trial, given):
    words = trial.rng.choice(_COMMANDS)
    if words[0] == "convert":
        target = trial.path(words[1])
        return ["convert", given.path, target, "-q", *words[2:], *given.options], target
    target = trial.path("out.wg" if words[0] == "msf" else "out.txt")
    output = ["--parents", target] if words[0] == "tree" else ["-o", target]
    name = 2 if words[0] == "run" else 1
    return [*words[:name], given.path, *words[name:], "-q", *output, *given.options, *device_options(trial)[0][:2]], target


def _content(path):
    with open(path, "rb") as file:
        return file.read()
