# SPDX-License-Identifier: Apache-2.0
"""Trials of what iterates: as many iterations as the program says it made, against as many in double."""

import json
import math

from .inputs import random_input
from .options import engine_options
from .oracles import iterations
from .process import Finding
from .trial import read_values
from .weights import to_float

_WRONG = {"--tolerance": ("nan", "nan", "-1"), "--damping": ("nan", "1", "-0.5")}


def _rounds(trial, algorithm, given, more, most, refused=False):
    """Values, the number of iterations, and the tolerance if the run has settled; None if the program refused."""
    rng = trial.rng
    tolerance = rng.choice(("0", "1e-4", "1e-6", "1e-2"))
    limit = rng.randint(0 if trial.chance(0.1) else 1, most)
    options, may_refuse = engine_options(trial, algorithm)
    wrong = given.wrong
    if trial.chance(0.06):
        tolerance = rng.choice(_WRONG["--tolerance"])
        wrong = wrong or f"--tolerance {tolerance}"
    target = trial.path("values" + rng.choice((".txt", ".npy")))
    outcome = trial.run("run", algorithm, given.path, "--verify", "--json", "-o", target, "--iterations", str(limit),
                        "--tolerance", tolerance, *given.options, *options, *more,
                        refusals=(2, 3) if may_refuse else (3,) if refused else (), must_refuse=wrong)
    if outcome is None:
        return None
    summary = json.loads(outcome.out)
    made = summary["supersteps"] if limit > 0 else summary.get("supersteps", 0)
    if made > limit:
        raise Finding("wrong result", f"{made} iterations, and {limit} were allowed")
    values = [float(v) for v in read_values(target, given.arcs.names)]
    settled = float(tolerance) if summary.get("end") == "converged" and float(tolerance) > 0 else None
    return values, made, settled


def _expect_near(arcs, values, right, bound, what):
    for name, a, b in zip(arcs.names, values, right):
        if not abs(a - b) <= bound:
            raise Finding("wrong result", f"{what} of vertex {name} is {a}, and not {b} (at most {bound:.3g} off)")


def _expect_settled(settled, change, rounding):
    if settled is not None and math.isfinite(change) and change > settled * 1.001 + rounding:
        raise Finding("wrong result", f"converged, though the last iteration changed the values by {change}")


def pagerank(trial):
    large = trial.chance(0.15)  # where sums are long
    given = random_input(trial, vertices=trial.rng.randint(1000, 3000) if large else None)
    if given is None or not given.arcs.vertices:
        return
    arcs, rng, more = given.arcs, trial.rng, []
    trial.title = f"pagerank of {given.title}"
    damping, starts, type_name = 0.85, [], "float"
    if trial.chance(0.3):
        damping = rng.choice((0.0, 0.5, 0.9, 0.99))
        more += ["--damping", str(damping)]
    elif trial.chance(0.03) and not given.wrong:
        given.wrong = rng.choice(_WRONG["--damping"])
        more += ["--damping", given.wrong]
    if trial.chance(0.3):
        starts = rng.sample(range(arcs.vertices), min(arcs.vertices, rng.randint(1, 3)))
        more += [word for s in starts for word in ("--sources", str(arcs.names[s]))]
    if large or trial.chance(0.4):
        type_name = "double"
        more.append("--double")
    if large:
        _settle(trial, given, more)
        return
    found = _rounds(trial, "pagerank", given, more, 60)
    if found is None:
        return
    values, made, settled = found
    right, change = iterations.pagerank(arcs, damping, starts, made)
    rounding = iterations.pagerank_rounding(arcs, damping, type_name)
    _expect_settled(settled, change, rounding)
    off = math.fsum(abs(a - b) for a, b in zip(values, right))
    if not off <= rounding:
        raise Finding("wrong result", f"ranks are off by {off} in sum, and not by {rounding:.3g} at most")


def _settle(trial, given, more):
    """Until nothing changes in double: what is verified is the rounding. The ranks are looked at by their sum."""
    options, may_refuse = engine_options(trial, "pagerank")
    target = trial.path("values.npy")
    outcome = trial.run("run", "pagerank", given.path, "--verify", "-q", "-o", target, "--tolerance", "1e-12",
                        "--iterations", "1000", *given.options, *options, *more,
                        refusals=(2, 3) if may_refuse else (), must_refuse=given.wrong)
    if outcome is None:
        return
    total = math.fsum(read_values(target, given.arcs.names))
    if not abs(total - 1) <= 1e-11:
        raise Finding("wrong result", f"the ranks add up to {total}")


def hits(trial):
    given = random_input(trial)
    if given is None or not given.arcs.arcs:
        return
    arcs = given.arcs
    trial.title = f"hits of {given.title}"
    wants_hubs = trial.chance(0.5)
    type_name = "double" if trial.chance(0.5) else "float"
    more = ["--hubs"] * wants_hubs + ["--double"] * (type_name == "double")
    found = _rounds(trial, "hits", given, more, 40)
    if found is None or found[1] == 0:
        return
    values, made, settled = found
    hub, authority, change = iterations.hits(arcs, made)
    # Positive matrices do not make relative errors larger.
    longest = max(len(row) for row in arcs.incoming() + arcs.outgoing())
    rounding = 4 * made * iterations.EPSILON[type_name] * (8 + longest + math.sqrt(arcs.vertices))
    _expect_settled(settled, change, rounding)
    _expect_near(arcs, values, hub if wants_hubs else authority, rounding, "the value")


def _named(trial, arcs, option, values):
    """Options that name some vertices, and the values by position."""
    names, words = {}, []
    for v in trial.rng.sample(range(arcs.vertices), min(arcs.vertices, trial.rng.randint(0, 3))):
        names[v] = trial.rng.choice(values)
        words += [option, f"{arcs.names[v]}={names[v]:g}"]
    return names, words


def _simulation_rounding(arcs, made, scale):
    longest = max((len(row) for row in arcs.incoming()), default=0)
    return 8 * (made + 1) * iterations.EPSILON["float"] * (8 + longest) * max(scale, 1e-3)


def _beyond_float(arcs):
    """Whether weights, or the sum of those of a row, are not what they are in float."""
    if arcs.type == "none":
        return False
    weights = [w for _, _, w in arcs.arcs]
    return any(w != 0 and to_float(w) == 0 for w in weights) or any(
        math.isinf(to_float(sum(abs(w) for _, w in row))) for row in arcs.incoming())


def _simulation(trial, algorithm, option, choices, iterate):
    beyond = algorithm != "neural-network" and trial.chance(0.1)
    given = random_input(trial, sign="beyond float" if beyond else "moderate")
    if given is None or not given.arcs.vertices:
        return
    arcs = given.arcs
    trial.title = f"{algorithm} of {given.title}"
    named, more = _named(trial, arcs, option, choices)
    found = _rounds(trial, algorithm, given, more, 5 if algorithm == "neural-network" else 50,
                    beyond or _beyond_float(arcs))
    if found is None:
        return
    values, made, settled = found
    start = [float(named.get(v, 0)) for v in range(arcs.vertices)]
    right, change = iterate(arcs, start, named, made)
    rounding = _simulation_rounding(arcs, made, max(map(abs, start), default=0))
    if algorithm == "neural-network":
        rounding *= max(1.0, iterations.growth(arcs)) ** made
    if rounding < 0.1:
        _expect_settled(settled, change, rounding)
        _expect_near(arcs, values, right, rounding, "the value")


def circuit(trial):
    _simulation(trial, "circuit", "--fix", (0, 1, 5, -5),
                lambda arcs, start, named, made: iterations.circuit(arcs, start, named, made))


def heat(trial):
    _simulation(trial, "heat", "--hot", (0, 1, 100, -40),
                lambda arcs, start, named, made: iterations.heat(arcs, start, None, made))


def neural_network(trial):
    _simulation(trial, "neural-network", "--input", (0.5, -1, 0.001),
                lambda arcs, start, named, made: iterations.neural_network(arcs, start, made))
