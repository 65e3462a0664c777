# SPDX-License-Identifier: Apache-2.0
"""A random graph in a file of a random format, and what a run sees of it after the options of reading and building."""

from . import formats, weights
from .graphs import Arcs, arcs_of, random_graph

_LIMITS = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1),
           "float": (-weights.FLOAT_MAX, weights.FLOAT_MAX), "double": (-1.7976931348623157e308, 1.7976931348623157e308)}


class Input:
    def __init__(self, path, arcs, options, wrong, title):
        self.path, self.arcs, self.options, self.title = path, arcs, options, title
        self.wrong = wrong  # why it must be refused; None if not
        self.relabelled = False  # formats without ids get the vertices in another order


def random_input(trial, undirected=None, sign="any", needs_undirected=False, vertices=None):
    """`undirected`: either way if None. `needs_undirected`: a directed graph is symmetrised."""
    graph = random_graph(trial.rng, undirected, sign, vertices)
    written = formats.write(trial.rng, graph, trial.folder)
    graph = written.graph
    options = list(written.options)
    wanted = "auto"
    if "--weights" in options:
        wanted = options[options.index("--weights") + 1]
    elif trial.chance(0.35):
        wanted = trial.rng.choice(weights.possible_types(graph.weights))
        options += ["--weights", wanted]
    held = graph.weights
    if wanted == "auto":
        type_name = weights.type_of(held) if held or not graph.edges else "none"
    else:
        held = weights.convert(held, wanted)
        type_name = "none" if held is None else wanted
    arcs = arcs_of(graph, written.names, held, type_name)
    arcs, build, wrong = _built(trial, arcs, needs_undirected)
    title = f"{graph.name}{', undirected' if graph.undirected else ''}"
    if trial.chance(0.3):
        return _as_wg(trial, written.path, arcs, options + build, wrong, title)
    return Input(written.path, arcs, options + build, wrong, title)


def _built(trial, arcs, needs_undirected):
    """The arcs after options that clean the graph, these options, and why they must fail."""
    options, listed, undirected, wrong, rounding = [], arcs.arcs, arcs.undirected, None, {}
    if not undirected and (needs_undirected or trial.chance(0.1)):
        options.append("--symmetrise")
        listed = [arc for u, v, w in listed for arc in ([(u, v, w)] if u == v else [(u, v, w), (v, u, w)])]
        undirected = True
    if trial.chance(0.1):
        options.append("--drop-self-loops")
        listed = [arc for arc in listed if arc[0] != arc[1]]
    if trial.chance(0.2):
        which = trial.rng.choice(("first", "min", "sum"))
        options += ["--duplicates", which]
        if which == "sum" and arcs.real:
            rounding = _rounding(listed, arcs.type)
        listed, wrong = _merged(listed, which, arcs.type)
    return Arcs(arcs.names, listed, undirected, arcs.type, rounding), options, wrong


def _rounding(listed, type_name):
    """Of sums that depend on their order."""
    values = {}
    for u, v, w in listed:
        values.setdefault((u, v), []).append(w)
    exact = 2**24 if type_name == "float" else 2**53
    bounds = {}
    for pair, ws in values.items():
        size = sum(map(abs, ws))
        if len(ws) > 2 and not (size <= exact and all(w.is_integer() for w in ws)):
            bounds[pair] = len(ws) * size / exact * 2
    return bounds


def _merged(listed, which, type_name):
    values = {}
    for u, v, w in listed:
        values.setdefault((u, v), []).append(w)
    if type_name == "none":
        return [(u, v, None) for u, v in values], None
    if which == "first":
        return [(u, v, ws[0]) for (u, v), ws in values.items()], None
    if which == "min":
        return [(u, v, min(ws)) for (u, v), ws in values.items()], None
    merged, (least, most) = [], _LIMITS[type_name]
    for (u, v), ws in values.items():
        total = ws[0]
        for w in ws[1:]:
            total = weights.to_float(total + w) if type_name == "float" else total + w
        if not least <= total <= most:
            return [], f"the weights of {u} - {v} add up to more than {type_name} holds"
        merged.append((u, v, total))
    return merged, None


def _as_wg(trial, path, arcs, options, wrong, title):
    """The same graph in Warpgraph's own format, with other numbers inside."""
    convert = list(options)
    if trial.chance(0.5):
        order = trial.rng.choice(("degree", "bfs", "random"))
        convert += ["--relabel", order]
        if order == "random":
            convert += ["--seed", str(trial.rng.randint(0, 99))]
    if trial.chance(0.4):
        convert.append("--outgoing")
    target = trial.path("built.wg")
    if trial.run("convert", path, target, "-q", *convert, must_refuse=wrong) is None:
        return None
    built = Input(target, arcs, [], None, title + ", as .wg")
    built.relabelled = "--relabel" in convert
    return built
