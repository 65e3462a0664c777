# SPDX-License-Identifier: Apache-2.0
"""Trials of searches that end after so many supersteps: by every plan they have found the paths of so many edges."""

from . import runs
from .inputs import random_input
from .options import PLANS, engine_options
from .oracles import limited, searches
from .process import Finding
from .trial import parse_values
from .weights import to_float


def run_limited(trial, algorithm, given, supersteps, more):
    """The values by position, or None if the program refused. Without --verify, which such values do not pass."""
    options, may_refuse = engine_options(trial, algorithm)
    for other in ("--max-supersteps", "--place"):  # another order of the vertices has other lowest labels on the way
        if other in options:
            at = options.index(other)
            del options[at:at + 2]
    if "--plan" not in options and trial.chance(0.6):
        options += ["--plan", trial.rng.choice(PLANS)]
        may_refuse = True
    outcome = trial.run("run", algorithm, given.path, "-q", *given.options, *options, *more, "--max-supersteps",
                        str(supersteps), "-o", "-", refusals=(2, 3) if may_refuse else (), must_refuse=given.wrong)
    return None if outcome is None else parse_values(outcome.out, given.arcs.names)


def search(trial, algorithm, sign):
    """An input, a source in it and a limit; None if there is nothing to compare."""
    given, source = runs.search(trial, algorithm, sign)
    if given is None or given.arcs.rounding:
        return None, None, None
    supersteps = trial.rng.randint(1, 6)
    trial.title += f", {supersteps} supersteps"
    return given, source, supersteps


def levels(trial):
    given, source, supersteps = search(trial, "bfs", "any")
    if given is None:
        return
    arcs = given.arcs
    parents = trial.chance(0.4) and arcs.names[-1] < 2**63
    values = run_limited(trial, "bfs", given, supersteps,
                         ["--source", str(arcs.names[source]), *(["--parents"] if parents else [])])
    if values is None:
        return
    if not parents:
        right = [level if level <= supersteps else -1 for level in searches.levels(arcs, source)]
        runs.expect_equal(arcs, values, right, "the level")
        return
    position = {name: v for v, name in enumerate(arcs.names)}
    found = [position.get(parent, -1) for parent in values]
    problem = searches.problem_of_parents(arcs, source, found, supersteps)
    if problem:
        raise Finding("wrong result", problem)


def distances(trial):
    given, source, supersteps = search(trial, "sssp", "not negative")
    if given is None:
        return
    arcs = given.arcs
    longest = sum(1 if w is None else w for _, _, w in arcs.arcs)
    if longest >= {"int64": 2**63}.get(arcs.type, 2**32 - 1) and not arcs.real:
        return  # a sum that its type does not hold may be refused
    values = run_limited(trial, "sssp", given, supersteps, ["--source", str(arcs.names[source])])
    if values is None:
        return
    if arcs.type == "float":
        values = [to_float(v) for v in values]
    none = searches.INFINITE if arcs.real else -1
    right = [none if d is None else d for d in limited.distances(arcs, source, supersteps)]
    runs.expect_equal(arcs, values, right, "the distance")


def labels(trial):
    given = random_input(trial, needs_undirected=True)
    if given is None or given.relabelled:  # the lowest label is that of the stored order until the run is over
        return
    supersteps = trial.rng.randint(1, 6)
    trial.title = f"cc-labels of {given.title}, {supersteps} supersteps"
    values = run_limited(trial, "cc-labels", given, supersteps, [])
    if values is not None:
        arcs = given.arcs
        right = [arcs.names[v] for v in limited.lowest_labels(arcs, supersteps)]
        runs.expect_equal(arcs, values, right, "the label")
