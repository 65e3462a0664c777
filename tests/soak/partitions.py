# SPDX-License-Identifier: Apache-2.0
"""Trials of `warpgraph partition`: the parts of all vertices, against an oracle for what they weigh and cut."""

import json

from .inputs import random_input
from .options import device_options
from .oracles import cuts
from .process import WRONG_RESULT, Finding

# What an error says of a partition that is as good as was found, and has parts that weigh too much.
_MISSED = "the weights of parts are not all as they shall be"
_SUMS = 2**60  # edge weights whose sums may be too large


def partition(trial):
    given = random_input(trial, needs_undirected=True, sign="any" if trial.chance(0.2) else "whole")
    if given is None:
        return
    arcs, rng, wrong = given.arcs, trial.rng, given.wrong
    weights = [w for u, v, w in arcs.arcs if w is not None]
    wrong = wrong or ("weights that are no whole numbers" if arcs.real and arcs.arcs else None)
    wrong = wrong or ("a weight is negative" if any(w < 0 for w in weights) else None)
    too_large = not arcs.real and sum(map(abs, weights)) >= _SUMS
    refusals = (3,) if too_large else ()
    parts = rng.choice((1, 2, 2, 3, 4, 5, 8, 16, 33, max(arcs.vertices, 1), arcs.vertices + 5))
    trial.title = f"partition into {parts} of {given.title}"
    method = rng.choice(("multilevel",) * 6 + ("gp-metis", "transactional"))
    tolerance = rng.choice(("0", "0.03", "0.03", "0.1", "0.5"))
    options = ["-k", str(parts), "--method", method, "--tolerance", tolerance, "--seed", str(rng.randint(0, 99))]
    fixed = {}
    if method == "multilevel":
        fixed = _search_options(trial, arcs.vertices, parts, options)
    target = trial.path("parts")
    command = ["partition", given.path, "--json", "-o", target, *given.options, *options]
    # Connected parts of a star are a vertex each, but for one; the other methods promise no limit.
    misses = _MISSED if method != "multilevel" or "--connected" in options else None
    outcome = trial.run(*command, *device_options(trial)[0][:2], refusals=refusals, must_refuse=wrong, misses=misses)
    if outcome is None:
        return
    found = _read_parts(target, arcs.vertices, parts)
    for v, part in fixed.items():
        if found[v] != part:
            raise Finding("wrong result", f"vertex {arcs.names[v]} is fixed in part {part}, and is in {found[v]}")
    _expect_reported(arcs, found, parts, json.loads(outcome.out))
    limit = cuts.limit(arcs.vertices, parts, tolerance)
    largest = max(cuts.sizes(found, parts))
    if (largest > limit) != (outcome.code == WRONG_RESULT):
        raise Finding("wrong result", f"a part of {largest} vertices, of at most {limit}, and exit {outcome.code}")
    if "--connected" in options and not fixed:
        _expect_connected(arcs, found)
    if method != "multilevel" or "--connected" in options:
        return
    # The same seed gives the same partition, whatever the devices.
    if trial.chance(0.3) and trial.run(*command, *device_options(trial)[0][:2]) is not None:
        again = _read_parts(target, arcs.vertices, parts)
        if again != found:
            raise Finding("wrong result", "the same seed gives two partitions")


def _search_options(trial, vertices, parts, options):
    """Appends options; returns the part of each fixed vertex, which are so few that they stand in no limit's way."""
    rng = trial.rng
    if trial.chance(0.3):
        options += ["--preset", rng.choice(("fast", "strong"))]
    if trial.chance(0.3):
        options += ["--objective", "volume"]
    if trial.chance(0.15):
        options.append("--connected")
    if trial.chance(0.15) and vertices:
        _write_parts(trial.path("start"), [rng.randrange(parts) for _ in range(vertices)])
        options += ["--from", trial.path("start")]
    if not trial.chance(0.2) or not vertices:
        return {}
    fixed = {v: part for part, v in zip(rng.sample(range(parts), min(parts, 3)),
                                        rng.sample(range(vertices), min(vertices, 3)))}
    _write_parts(trial.path("fixed"), [fixed.get(v, -1) for v in range(vertices)])
    options += ["--fixed", trial.path("fixed")]
    return fixed


def _expect_connected(arcs, found):
    """Each part of a graph that is connected is connected itself."""
    neighbours = arcs.neighbours()
    if cuts.pieces(neighbours, [0] * arcs.vertices) > 1:
        return
    if cuts.pieces(neighbours, found) != len(set(found)):
        raise Finding("wrong result", "a part is not connected")


def _write_parts(path, lines):
    with open(path, "w") as file:
        file.writelines(f"{line}\n" for line in lines)


def _read_parts(path, vertices, parts):
    """In the order of the ids, as the file has a line for every vertex."""
    with open(path) as file:
        found = [int(line) for line in file]
    if len(found) != vertices:
        raise Finding("wrong result", f"{len(found)} parts for {vertices} vertices")
    for part in found:
        if not 0 <= part < parts:
            raise Finding("wrong result", f"a vertex is in part {part} of {parts}")
    return found


def _expect_reported(arcs, found, parts, summary):
    sizes = cuts.sizes(found, parts)
    right = {"cut": cuts.cut(arcs, found), "volume": cuts.volume(arcs, found), "part_weights": sizes,
             "empty_parts": sizes.count(0)}
    for member, value in right.items():
        if summary[member] != value:
            raise Finding("wrong result", f"{member} is {summary[member]}, and not {value}")
    if arcs.vertices >= parts and 0 in sizes:
        raise Finding("wrong result", "a part has no vertex")
