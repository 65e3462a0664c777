# SPDX-License-Identifier: Apache-2.0
"""Trials of algorithms: searches and the structure of graphs."""

import json
import math

from .inputs import random_input
from .options import device_options, engine_options
from .oracles import searches, structure
from .process import Finding
from .trial import parse_values, read_edges, read_values
from .weights import to_float


NO_NAME = 2**64 - 1  # what a parent is that is none, where ids need 64 bits; else -1


def expect_equal(arcs, found, right, what):
    for name, a, b in zip(arcs.names, found, right):
        if a != b:
            raise Finding("wrong result", f"{what} of vertex {name} is {a}, and not {b}")


def expect_near(arcs, found, right, bounds, what):
    for name, a, b, bound in zip(arcs.names, found, right, bounds):
        if a != b and not abs(a - b) <= bound:
            raise Finding("wrong result", f"{what} of vertex {name} is {a}, and not {b} (at most {bound:.3g} off)")


def run_for_values(trial, algorithm, given, more, refused=False, wrong=None):
    """Runs an algorithm with random options and returns the values by position, or None if the program refused."""
    options, may_refuse = engine_options(trial, algorithm)
    codes = (2, 3) if refused or may_refuse else ()
    command = ["run", algorithm, given.path, "--verify", "-q", *given.options, *options, *more]
    if trial.chance(0.6):
        outcome = trial.run(*command, "-o", "-", refusals=codes, must_refuse=given.wrong or wrong)
        return None if outcome is None else parse_values(outcome.out, given.arcs.names)
    target = trial.path("values" + trial.rng.choice((".txt", ".npy", ".txt.gz")))
    outcome = trial.run(*command, "-o", target, refusals=codes, must_refuse=given.wrong or wrong)
    return None if outcome is None else read_values(target, given.arcs.names)


def search(trial, algorithm, sign):
    """An input and a source in it; None if there is no vertex, or the input was refused as it must be."""
    given = random_input(trial, sign=sign)
    if given is None or not given.arcs.vertices:
        return None, None
    trial.title = f"{algorithm} of {given.title}"
    return given, trial.rng.randrange(given.arcs.vertices)


def contraction(trial, arcs):
    """The option; the program refuses it with options of several devices."""
    return ["--contract"] if arcs.undirected and trial.chance(0.4) else []


def bfs(trial):
    given, source = search(trial, "bfs", "any")
    if given is None:
        return
    arcs, name = given.arcs, given.arcs.names[source]
    parents = trial.chance(0.35)
    levels = searches.levels(arcs, source)
    wrong = "a parent that cannot be told from no parent" if parents and -1 in levels and NO_NAME in arcs.names \
        else None
    more = ["--parents"] if parents else contraction(trial, arcs)
    values = run_for_values(trial, "bfs", given, ["--source", str(name), *more], refused="--contract" in more,
                            wrong=wrong)
    if values is None:
        return
    if not parents:
        expect_equal(arcs, values, levels, "the level")
        return
    position = {n: v for v, n in enumerate(arcs.names)}
    none = NO_NAME if arcs.names[-1] >= 2**63 and -1 in levels else -1
    for v, parent in zip(arcs.names, values):
        if parent != none and parent not in position:
            raise Finding("wrong result", f"vertex {v} has the parent {parent}, which is no vertex")
    problem = searches.problem_of_parents(arcs, source, [-1 if p == none else position[p] for p in values])
    if problem:
        raise Finding("wrong result", problem)


def sssp(trial):
    given, source = search(trial, "sssp", "any" if trial.chance(0.1) else "not negative")
    if given is None:
        return
    arcs = given.arcs
    if not given.wrong and any(w is not None and w < 0 for _, _, w in arcs.arcs):
        run_for_values(trial, "sssp", given, ["--source", str(arcs.names[source])], wrong="a length is negative")
        return
    right = searches.distances(arcs, source)
    limit = {"int32": 2**32 - 1, "int64": 2**63}.get(arcs.type, searches.INFINITE)  # the least that is refused
    overflows = any(d is not None and d >= limit for d in right)
    rounded = bool(arcs.rounding)
    more = contraction(trial, arcs)
    values = run_for_values(trial, "sssp", given, ["--source", str(arcs.names[source]), *more],
                            refused=bool(more) or (overflows and rounded),
                            wrong="a distance that its type does not hold" if overflows and not rounded else None)
    if values is None:
        return
    if arcs.type == "float":
        values = [to_float(v) for v in values]
    right = [(searches.INFINITE if arcs.real else -1) if d is None else d for d in right]
    if rounded or (more and arcs.real):  # chains are added up in another order
        epsilon = len(right) * (2**-23 if arcs.type == "float" else 2**-52)
        off = sum(arcs.rounding.values())
        expect_near(arcs, values, right, [off + epsilon * d for d in right], "the distance")
    else:
        expect_equal(arcs, values, right, "the distance")


def sswp(trial):
    given, source = search(trial, "sswp", "any")
    if given is None:
        return
    arcs = given.arcs
    values = run_for_values(trial, "sswp", given, ["--source", str(arcs.names[source])])
    if values is None:
        return
    infinite = searches.INFINITE
    least, most = {"int64": (-(2**63), 2**63 - 1), "float": (-infinite, infinite),
                   "double": (-infinite, infinite)}.get(arcs.type, (-(2**31), 2**31 - 1))
    if arcs.type == "float":
        values = [to_float(v) for v in values]
    right = [least if w is None else most if w == infinite else w for w in searches.widths(arcs, source)]
    expect_near(arcs, values, right, [max(arcs.rounding.values(), default=0)] * len(right), "the width")


def components(trial):
    algorithm = trial.rng.choice(("cc", "cc-labels"))
    given = random_input(trial, needs_undirected=algorithm == "cc-labels")
    if given is None:
        return
    trial.title = f"{algorithm} of {given.title}"
    more = []
    if algorithm == "cc" and trial.chance(0.5):
        more = ["--method", trial.rng.choice(("union-find", "shiloach-vishkin", "sequential"))]
        if more[1] == "shiloach-vishkin":
            more += ["--steps", trial.rng.choice(("all", "apart", "no-sv3", "no-sv4", "no-sv3-sv4"))]
    # The other methods are for one device.
    values = run_for_values(trial, algorithm, given, more, refused=bool(more) and more[1] != "union-find")
    if values is not None:
        arcs = given.arcs
        expect_equal(arcs, values, [arcs.names[v] for v in structure.lowest_of_component(arcs)], "the label")


def strong_components(trial):
    given = random_input(trial)
    if given is None:
        return
    trial.title = f"scc of {given.title}"
    values = run_for_values(trial, "scc", given, [])
    if values is not None:
        arcs = given.arcs
        expect_equal(arcs, values, [arcs.names[v] for v in structure.lowest_of_strong_component(arcs)], "the label")


def communities(trial):
    given = random_input(trial)
    if given is None:
        return
    iterations = trial.rng.randint(0, 12)
    trial.title = f"label-propagation of {given.title}, {iterations} iterations"
    values = run_for_values(trial, "label-propagation", given, ["--iterations", str(iterations)])
    if values is not None:
        arcs = given.arcs
        expect_equal(arcs, values, [arcs.names[v] for v in structure.commonest_labels(arcs, iterations)], "the label")


def core_numbers(trial):
    given = random_input(trial, needs_undirected=True)
    if given is None:
        return
    trial.title = f"kcore of {given.title}"
    values = run_for_values(trial, "kcore", given, [])
    if values is not None:
        expect_equal(given.arcs, values, structure.core_numbers(given.arcs), "the core number")


def triangles(trial):
    given = random_input(trial, needs_undirected=True)
    if given is None:
        return
    trial.title = f"triangles of {given.title}"
    right, total = structure.triangles(given.arcs)
    if trial.chance(0.7):
        values = run_for_values(trial, "triangles", given, [])
        if values is not None:
            expect_equal(given.arcs, values, right, "the number of triangles")
        return
    options, may_refuse = engine_options(trial, "triangles")
    outcome = trial.run("run", "triangles", given.path, "--verify", "--json", *given.options, *options,
                        refusals=(2, 3) if may_refuse else (), must_refuse=given.wrong)
    if outcome is not None and json.loads(outcome.out)["triangles"] != total:
        raise Finding("wrong result", f"not {total} triangles in all")


def betweenness(trial):
    given = random_input(trial, vertices=trial.rng.randint(1, 80))
    if given is None:
        return
    arcs, rng, more = given.arcs, trial.rng, []
    trial.title = f"betweenness of {given.title}"
    sources = range(arcs.vertices)
    if arcs.vertices and trial.chance(0.5):
        sources = sorted(rng.sample(sources, min(arcs.vertices, rng.randint(1, 5))))
        more = [word for s in sources for word in ("--sources", str(arcs.names[s]))]
    right = structure.betweenness(arcs, sources)
    if arcs.vertices > 2 and trial.chance(0.3):
        more.append("--normalised")
        scale = arcs.vertices / len(sources) / ((arcs.vertices - 1) * (arcs.vertices - 2))
        right = [value * scale for value in right]
    if trial.chance(0.3):
        more += ["--searches-at-once", str(rng.randint(1, 6))]
    values = run_for_values(trial, "betweenness", given, more)
    for name, a, b in zip(arcs.names, values or [], right):
        if not abs(a - b) <= 1e-9 * max(1.0, abs(b)):
            raise Finding("wrong result", f"the betweenness of vertex {name} is {a}, and not {b}")


def spanning_forest(trial):
    given = random_input(trial, needs_undirected=True)
    if given is None:
        return
    arcs, rng = given.arcs, trial.rng
    trial.title = f"msf of {given.title}"
    options = device_options(trial)[0][:2]
    options += ["--method", rng.choice(("filtered", "filtered", "boruvka", "transactional", "prim"))]
    if options[-1] == "prim" and trial.chance(0.5):
        options += ["--threads", str(rng.randint(1, 5))]
    if options[-1] == "filtered" and trial.chance(0.4):
        options += ["--light-edges", rng.choice(("0", "0.5", "1", "100"))]
    right = structure.forest_weights(arcs)
    total = sum(right)
    size = sum(map(abs, right))
    overflows = not math.isfinite(size) if arcs.real else not -(2**63) <= total < 2**63
    no_place = not right and (arcs.sparse or given.relabelled)  # an edge list has none for vertices without edges
    target = trial.path("forest.txt")
    outcome = trial.run("msf", given.path, "--verify", "--json", "-o", target, *given.options, *options,
                        refusals=(3,) if overflows or no_place else (), must_refuse=given.wrong)
    if outcome is None:
        return
    found = json.loads(outcome.out)
    bound = 1e-12 * size + 2 * sum(arcs.rounding.values()) if arcs.real else 0
    if found["weight"] != total and not abs(found["weight"] - total) <= bound:
        raise Finding("wrong result", f"the forest's weight is {found['weight']}, and not {total}")
    edges, _ = read_edges(target)
    position = {n: v for v, n in enumerate(arcs.names)}
    problem = structure.problem_of_forest(arcs, [
        (position[u], position[v], 1 if w is None else to_float(w) if arcs.type == "float" else w)
        for u, v, w in edges])
    if problem:
        raise Finding("wrong result", problem)
