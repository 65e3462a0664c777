# SPDX-License-Identifier: Apache-2.0
"""Trials of files: a graph through several formats and back, what `info` says of it, and files that must be refused."""

import json
import math
from collections import Counter

from . import formats
from .graphs import random_graph
from .inputs import random_input
from .oracles import structure
from .process import Finding
from .trial import read_edges
from .weights import to_float


def _entries(arcs, position_of):
    """The arcs, countable, by the position of their ends."""
    return Counter((position_of[u], position_of[v], w) for u, v, w in arcs)


def _as_arcs(edges, undirected):
    return [arc for u, v, w in edges
            for arc in ([(u, v, w), (v, u, w)] if undirected and u != v else [(u, v, w)])]


def _without_rounding(before, after, rounding):
    """Two lists of edges without repetitions, without those whose weights are the same but for rounding."""
    weights = {(u, v): w for u, v, w in before}
    alike = {(u, v, w) for u, v, w in after
             if abs(weights.get((u, v), math.inf) - w) <= rounding.get((u, v), -1)}
    gone = {(u, v, weights[u, v]) for u, v, _ in alike}
    return (Counter({e: n for e, n in before.items() if e not in gone}),
            Counter({e: n for e, n in after.items() if e not in alike}))


def round_trip(trial):
    """The edges are the same after two conversions. Formats without ids count from 0 or 1, so ends are compared by
    their rank; vertices without edges are left out of that, as some formats lose them."""
    given = random_input(trial)
    if given is None:
        return
    arcs, rng = given.arcs, trial.rng
    trial.title = f"convert {given.title}"
    formats_with_ids = (".wg", ".wg", ".txt", ".txt.gz", ".txt.zst", ".tsv", ".csv")
    others = (".mtx", ".mtx", ".vgr", ".vgr")
    middle = trial.path("middle" + rng.choice(formats_with_ids + (() if given.relabelled else others)))
    keep = []
    if middle.endswith((".vgr", ".csv")):
        keep += ["--direction", "both" if arcs.undirected else "directed"]
    if middle.endswith(".vgr"):
        keep += ["--weights", arcs.type]
    elif not middle.endswith(".wg") and arcs.type in ("float", "double"):
        keep += ["--weights", arcs.type]  # of an edge list that is empty, and of numbers that look like integers
    final = trial.path("final.txt")
    has_no_place = arcs.sparse or given.relabelled or middle.endswith(".csv")  # of an edge list, for vertices alone
    codes = (3,) if has_no_place and not arcs.arcs else ()
    if trial.run("convert", given.path, middle, "-q", *given.options, refusals=codes,
                 must_refuse=given.wrong) is None:
        return
    if trial.run("convert", middle, final, "-q", *keep, refusals=codes) is None:
        return
    edges, undirected = read_edges(final)
    if undirected != arcs.undirected:
        raise Finding("changed graph", "directed and undirected are not the same")
    if len(edges) and arcs.type != "none" and edges[0][2] is None:
        raise Finding("changed graph", "the weights are gone")
    used = sorted({v for arc in arcs.arcs for v in arc[:2]})
    named = sorted({v for edge in edges for v in edge[:2]})
    before = _entries(arcs.arcs, {v: i for i, v in enumerate(used)})
    after = _entries(_as_arcs(edges, undirected), {v: i for i, v in enumerate(named)})
    if arcs.type == "float":
        after = Counter({(u, v, to_float(w)): count for (u, v, w), count in after.items()})
    if arcs.rounding:
        right = {(used.index(u), used.index(v)): arcs.rounding[u, v] for u, v in arcs.rounding}
        before, after = _without_rounding(before, after, right)
    if before != after:
        lost, new = before - after, after - before
        raise Finding("changed graph", f"lost {list(lost)[:3]}, new {list(new)[:3]} of {len(arcs.arcs)}")


def info(trial):
    """What `info` counts."""
    given = random_input(trial)
    if given is None:
        return
    arcs = given.arcs
    if any(option.startswith(("--symm", "--drop", "--dupl")) for option in given.options):
        return
    trial.title = f"info of {given.title}"
    outcome = trial.run("info", given.path, "--json", *given.options)
    found = json.loads(outcome.out)
    neighbours = arcs.neighbours()
    loops = [u for u, v, _ in arcs.arcs if u == v]
    edges = (len(arcs.arcs) + len(loops)) // 2 if arcs.undirected else len(arcs.arcs)
    lonely = [v for v in range(arcs.vertices) if not neighbours[v] and v not in loops]
    right = {"vertices": arcs.vertices, "edges": edges, "directed": not arcs.undirected, "self_loops": len(loops),
             "isolated_vertices": len(lonely),
             "components": sum(v == low for v, low in enumerate(structure.lowest_of_component(arcs)))}
    if arcs.vertices:
        right |= {"first_id": arcs.names[0], "last_id": arcs.names[-1]}
    if arcs.arcs:
        right["value_type"] = arcs.type
    for member, value in right.items():
        if found[member] != value:
            raise Finding("wrong result", f"info says that {member} is {found[member]}, and not {value}")


def one_sided(trial):
    """A list that lacks an edge at one end is no list of both ends."""
    while True:
        graph = random_graph(trial.rng, undirected=True, vertices=trial.rng.randint(2, 60))
        listed = [entry for entry in formats.both_ends(graph)]
        unlike = [i for i, (u, v, _) in enumerate(listed) if u != v]
        if unlike:
            break
    del listed[trial.rng.choice(unlike)]
    lines = [f"{u} {v}" + ("" if w is None else f" {w!r}") for u, v, w in listed]
    path = trial.path("graph.txt")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    trial.title = f"one-sided list of {graph.name}"
    command = trial.rng.choice((["convert", path, trial.path("o.wg"), "-q"], ["info", path],
                                ["run", "cc", path, "--verify"], ["run", "bfs", path, "--source", str(listed[0][0]),
                                                                  "--verify"], ["msf", path, "--verify"]))
    trial.run(*command, "--direction", "both", must_refuse="--direction both of a list that is not symmetric")


def output_is_input(trial):
    """The input is left as it was."""
    graph = random_graph(trial.rng, undirected=True, vertices=trial.rng.randint(2, 40))
    written = formats.write_mtx(trial.rng, graph, trial.folder)
    trial.title = "an output that is the input"
    if not written.path.endswith(".mtx"):
        return
    with open(written.path, "rb") as file:
        before = file.read()
    target = written.path if trial.chance(0.5) else trial.folder + "/../" + trial.folder.rsplit("/", 1)[1] + "/graph.mtx"
    command = trial.rng.choice((["run", "cc"], ["run", "kcore"], ["msf"]))
    if command == ["msf"] and trial.chance(0.5):
        command.append("--verify")
    trial.run(*command, written.path, "-o", target, "-q", must_refuse="an output that is the input")
    with open(written.path, "rb") as file:
        if file.read() != before:
            raise Finding("lost data", "the input was overwritten")
