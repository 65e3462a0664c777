# SPDX-License-Identifier: Apache-2.0
"""Trials of what surrounds a run: little memory, options that are wrong, and names that are odd."""

import json
import os

from .inputs import random_input
from .process import Finding

_COMMANDS = (["info"], ["run", "cc"], ["run", "sssp"], ["run", "pagerank"], ["run", "bfs"], ["run", "hits"])

# Everything here is refused, whatever the graph.
_WRONG = (["run", "bfs", "--source", "-1"], ["run", "sssp", "--source", "-18446744073709551611"],
          ["run", "bfs", "--max-supersteps", "-1"], ["run", "pagerank", "--iterations", "-1"],
          ["run", "bfs", "--devices", "host:2", "--superstep-timeout", "-1"], ["run", "bfs", "--source", "1", "--source", "2"],
          ["run", "bfs", "--sources", "random:2", "--source", "1"], ["run", "bfs", "--sources", "random:-1"],
          ["run", "hits", "--tolerance", "nan"], ["run", "circuit", "--tolerance", "-1"],
          ["run", "heat", "--rate", "nan"], ["run", "heat", "--rate", "-1"], ["run", "bfs", "--overlap", "nan"],
          ["run", "circuit", "--fix", "1=nan"], ["run", "heat", "--hot", "1="], ["run", "bfs", "--devices", "host:-1"],
          ["run", "bfs", "--plan", "no-plan"], ["run", "bfs", "--memory-limit", "-1"],
          ["msf", "--light-edges", "nan"], ["msf", "--light-edges", "-5"], ["msf", "--threads", "-1"],
          ["msf", "--threads", "zzz"], ["msf", "--method", "filtered", "--threads", "-1"],
          ["run", "cc", "--gather", "thread"], ["run", "heat", "--rate", "0"], ["run", "betweenness", "--samples", "0"],
          ["run", "pagerank", "--sources", "1", "--sources", "1"], ["msf", "--threads", "2"],
          ["run", "betweenness", "--sources", "1", "--sources", "1"], ["run", "circuit", "--fix", "1=1e39"],
          ["run", "kcore", "--gather", "thread"], ["run", "triangles", "--plan", "push"],
          ["run", "betweenness", "--samples", "-1"], ["run", "no-algorithm"], ["info", "--weights", "int8"])


def little_memory(trial):
    """Whatever the limit, a run ends by itself and with one line. With less than 26 MiB the program is not loaded."""
    if trial.on_gpus:
        return
    memory = trial.rng.choice((28, 32, 40, 48, 64, 96, 128, 200, 300, 500)) << 20
    if trial.chance(0.5):  # so that any allocation may be the one that fails
        memory = trial.rng.randrange(28 << 8, 64 << 8) << 12
    given = random_input(trial)
    if given is None or given.wrong:
        return
    trial.title = f"{memory >> 10} KiB for {given.title}"
    command = trial.rng.choice(_COMMANDS)
    if command == ["run", "sssp"] and any(w is not None and w < 0 for _, _, w in given.arcs.arcs):
        return
    options = [] if command == ["info"] else given.options
    if command == ["info"] and any(o in ("--symmetrise", "--drop-self-loops", "--duplicates") for o in given.options):
        return
    if command[-1] in ("sssp", "bfs"):
        if not given.arcs.vertices:
            return
        options = options + ["--source", str(given.arcs.names[0])]
    trial.run(*command, given.path, *(options or given.options), refusals=(3, 4), memory=memory)


def wrong_options(trial):
    given = random_input(trial, undirected=True)
    if given is None or given.wrong:
        return
    words = trial.rng.choice(_WRONG)
    trial.title = " ".join(words)
    options = given.options
    if words[0] == "info" or "--weights" in words:
        options = []
    count = 1 if words[0] in ("msf", "info") else 2
    trial.run(*words[:count], given.path, *words[count:], *options, must_refuse=" ".join(words))


def odd_name(trial):
    """Names of files are bytes; one line of error stays one line, and JSON stays JSON."""
    given = random_input(trial)
    if given is None or given.path.endswith(".gz"):
        return
    trial.title = "a file with an odd name"
    base = os.path.basename(given.path)
    name = trial.rng.choice((b"a b ", b"line\nbreak-", b"\xff\xfe", b"\x1b[31m", b"quote\"'-", b"<b>&", b"--")) + \
        base.encode()
    path = os.path.join(trial.folder.encode(), name)
    os.rename(given.path, path)
    shown = os.path.join(trial.folder, os.fsdecode(name))
    if trial.chance(0.5):
        outcome = trial.run("info", "--json", *_info_options(given.options), "--", shown)
        json.loads(outcome.out)
        return
    with open(path, "wb") as file:
        file.write(b"\0 this is no graph")
    if trial.run("info", "--", shown, refusals=(3,)) is not None:
        raise Finding("accepts what is wrong", "no graph")


def _info_options(options):
    kept, words = [], iter(options)
    for word in words:
        if word in ("--symmetrise", "--drop-self-loops"):
            continue
        if word == "--duplicates":
            next(words)
            continue
        kept.append(word)
    return kept
