# SPDX-License-Identifier: Apache-2.0
"""Trials of list ranking and of rooted trees."""

from .numbers_file import CODES, read_numbers, write_numbers
from .options import device_options
from .oracles import forests, lists
from .process import Finding
from .trial import read_values

METHODS = ("pointer-jumping", "one-block-jumping", "splitters-64", "splitters-48", "splitter-threads", "sequential")


def random_size(rng, most=5000):
    """Corners are likely, and sizes of which walkers leave trails."""
    return rng.choice((1, 2, 31, 32, 33, rng.randint(1, 200), rng.randint(1, 200), rng.randint(2048, most)))


def random_successors(rng, size):
    order = list(range(size))
    shape = rng.choice(("random", "random", "random", "ordered", "reversed", "strided"))
    if shape == "random":
        rng.shuffle(order)
    elif shape == "reversed":
        order.reverse()
    elif shape == "strided":
        stride = rng.randint(1, size)
        order.sort(key=lambda v: (v % stride, v))
    cuts = 0 if rng.random() < 0.5 else rng.randint(0, size - 1)
    last = {order[i] for i in rng.sample(range(size), cuts)} | {order[-1]}
    following = [0] * size
    for i, v in enumerate(order):
        following[v] = rng.choice((v, -1)) if v in last else order[i + 1]
    if rng.random() < 0.15:  # most often no lists any more
        following[rng.randrange(size)] = rng.choice((rng.randrange(size), size, size + rng.randint(1, 1000)))
    return following


def random_values(rng, size):
    """Of many, sums most often fit 64 bits. Of few they may, though single values are near the limits."""
    if size < 200 and rng.random() < 0.3:
        return [rng.choice((0, 1, -1, 2**63 - 1, -2**63, rng.randint(-2**62, 2**62))) for _ in range(size)]
    return [rng.choice((0, 1, -1, rng.randint(-10**6, 10**6))) for _ in range(size)]


def rank(trial):
    rng, size = trial.rng, random_size(trial.rng)
    following = random_successors(rng, size)
    ending, kind = rng.choice((".npy", ".txt", ".bin")), rng.choice(tuple(CODES))
    if ending != ".npy":
        kind = rng.choice(("<i4", "<i8")) if ending == ".txt" else rng.choice(("<u4", "<u8"))
    given = trial.path("next" + ending)
    write_numbers(given, following, kind)
    wrong = lists.problem(following)
    trial.title = f"rank of {size} elements in {ending} of {kind}{', ' + wrong if wrong else ''}"
    walked = [] if wrong else lists.walk(following)
    from_tail = trial.chance(0.4)
    options = device_options(trial)[0][:2] + (["--from", "tail"] if from_tail else [])
    if ending != ".npy":
        options += ["--index", "32" if kind.endswith("4") else "64"]
    outputs = {name: trial.path(name + ending) for name in ("heads", "order") if trial.chance(0.3)}
    values = random_values(rng, size)
    has_sums = trial.chance(0.3)
    sums = lists.sums(walked, values, from_tail)
    if has_sums:
        write_numbers(trial.path("values.npy"), values, "<i8")
        options += ["--values", trial.path("values.npy")]
    method = rng.choice(("walkers",) * 6 + METHODS)
    options += ["--method", method]
    if method == "walkers" or method.startswith("splitter"):
        options += rng.choice(([], [], ["--splitters", str(rng.randint(1, size))]))
        options += rng.choice(([], ["--seed", str(rng.randint(0, 2**40))]))
    needs_one = method.startswith("splitter") or (method.endswith("jumping") and not from_tail)
    refuses = method not in ("walkers", "sequential") and (
        outputs or has_sums or (needs_one and len(walked) != 1))
    too_large = "sums beyond 64 bits" if has_sums and sums is None else None
    target = trial.path("ranks" + ending)
    for name, path in outputs.items():
        options += ["--" + name, path]
    done = trial.run("rank", given, "-o", target, "--verify", "-q", *options,
                     must_refuse=wrong or ("more than the method gives" if refuses else too_large))
    if done is None:
        return
    if has_sums:
        expect_numbers(target, "<i8", sums, "the sum")
    else:
        expect_numbers(target, kind, lists.ranks(walked, size, from_tail), "the rank")
    if "heads" in outputs:
        expect_numbers(outputs["heads"], kind, lists.heads(walked, size), "the head")
    if "order" in outputs:
        expect_numbers(outputs["order"], kind, [v for members in walked for v in members], "the element at place")


def expect_numbers(path, kind, right, what):
    for v, (a, b) in enumerate(zip(read_numbers(path, len(right), kind), right)):
        if a != b:
            raise Finding("wrong result", f"{what} of {v} is {a}, and not {b}")


def random_parents(rng, size):
    """Of chains, stars and what lies between."""
    reach = rng.choice((1, 2, 10, size))
    parent = [v if v == 0 or rng.random() < 0.02 else rng.randrange(max(0, v - reach), v) for v in range(size)]
    name = list(range(size))
    if rng.random() < 0.7:
        rng.shuffle(name)
    renamed = [0] * size
    for v, above in enumerate(parent):
        renamed[name[v]] = name[above]
    if rng.random() < 0.1:  # a circle, or another tree
        renamed[rng.randrange(size)] = rng.randrange(size)
    return renamed


def tree_input(trial, parent):
    """The options that name it, the parents that come of it, and whether they are to be refused."""
    rng, size = trial.rng, len(parent)
    wrong = None if forests.is_forest(parent) else "parents in a circle"
    if trial.chance(0.4) and not wrong and all(p != v or v in set(parent[:v] + parent[v + 1:]) for v, p in
                                               enumerate(parent)):
        given = trial.path("given.el")
        edges = [(v, p) for v, p in enumerate(parent) if v != p]
        rng.shuffle(edges)
        with open(given, "w") as file:
            file.writelines("%d %d\n" % rng.choice((edge, edge[::-1])) for edge in edges)
        roots = []
        if trial.chance(0.5):
            roots = [rng.randrange(size)]
        options = [given, "--direction", "once"] + (["--root", str(roots[0])] if roots else [])
        return options, forests.rooted_at(edges, size, roots), None
    if trial.chance(0.6):
        given, kind = trial.path("given.npy"), rng.choice(("<i4", "<u4", "<i8", "<u8"))
        held = [-1 if p == v and kind in ("<i4", "<i8") and trial.chance(0.5) else p for v, p in enumerate(parent)]
        write_numbers(given, held, kind)
        return [given], parent, wrong
    given = trial.path("given.txt")
    lines = [f"{v} {p}\n" for v, p in enumerate(parent)]
    rng.shuffle(lines)
    with open(given, "w") as file:
        file.writelines(lines)
    return [given, "--input", "parents"], parent, wrong


def tree(trial):
    rng, size = trial.rng, random_size(trial.rng, 3000)
    given, parent, wrong = tree_input(trial, random_parents(rng, size))
    trial.title = f"tree of {size} vertices{', ' + wrong if wrong else ''}"
    names = list(range(size))
    values = random_values(rng, size)
    roots, depths, sizes, sums = ([], [], [], []) if wrong else forests.facts(parent, values)
    right = {"parents": parent, "roots": roots, "depths": depths, "sizes": sizes, "sums": sums}
    asked = [name for name in (*right, "preorder", "postorder") if trial.chance(0.5)]
    outputs = {name: trial.path(name + rng.choice((".txt", ".npy"))) for name in asked}
    options = [word for name, path in outputs.items() for word in ("--" + name, path)]
    if "sums" in outputs:
        with open(trial.path("values.txt"), "w") as file:
            file.writelines(f"{v} {value}\n" for v, value in enumerate(values))
        options += ["--values", trial.path("values.txt")]
    if "sums" in outputs and not all(map(lists.fits_64_bits, sums)):
        wrong = wrong or "sums beyond 64 bits"
    pairs = [(rng.randrange(size), rng.randrange(size)) for _ in range(rng.choice((0, 1, 50)))]
    if pairs:
        with open(trial.path("pairs.txt"), "w") as file:
            file.writelines("%d %d\n" % pair for pair in pairs)
        options += ["--lca", trial.path("pairs.txt"), "-o", trial.path("met.txt")]
    done = trial.run("tree", *given, "--verify", "-q", *device_options(trial)[0][:2], *options, must_refuse=wrong)
    if done is None:
        return
    for name, path in outputs.items():
        found = read_values(path, names)
        if name in right:
            for v, a, b in zip(names, found, right[name]):
                if a != b:
                    raise Finding("wrong result", f"{name} of vertex {v} is {a}, and not {b}")
        else:
            problem = forests.problem_of_order(parent, sizes, found, name == "preorder")
            if problem:
                raise Finding("wrong result", f"{name}: {problem}")
    if pairs:
        expect_meetings(trial.path("met.txt"), parent, pairs)


def expect_meetings(path, parent, pairs):
    with open(path) as file:
        lines = [line.split() for line in file]
    right = []
    for a, b in pairs:
        met = forests.meeting(parent, a, b)
        right.append([str(a), str(b), *(("-", "-") if met is None else map(str, met))])
    if lines != right:
        raise Finding("wrong result", "pairs do not meet where they should")
