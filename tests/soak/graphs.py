# SPDX-License-Identifier: Apache-2.0
"""Random graphs of all kinds, as lists of edges between vertices 0 to n - 1."""

from dataclasses import dataclass, field

from . import weights as weight_families


@dataclass
class Graph:
    """What goes into a file. An edge of an undirected graph is listed once."""
    vertices: int
    edges: list  # pairs
    weights: list | None
    undirected: bool
    name: str

    def isolated(self):
        return sorted(set(range(self.vertices)) - {v for edge in self.edges for v in edge})


@dataclass
class Arcs:
    """What a run sees: edges in both directions where the graph is undirected, and what vertices are called."""
    names: list
    arcs: list  # (source, target, weight), by position in `names`
    undirected: bool
    type: str  # of the weights: none, int32, int64, float or double
    # By source and target: how far a sum of weights may be off, as it depends on the order of three or more.
    rounding: dict = field(default_factory=dict)

    @property
    def real(self):
        return self.type in ("float", "double")

    @property
    def sparse(self):
        """Whether vertices without edges, and graphs without edges, have no place in an edge list."""
        return any(name != self.names[0] + v for v, name in enumerate(self.names))

    @property
    def vertices(self):
        return len(self.names)

    def outgoing(self):
        lists = [[] for _ in self.names]
        for u, v, w in self.arcs:
            lists[u].append((v, w))
        return lists

    def incoming(self):
        lists = [[] for _ in self.names]
        for u, v, w in self.arcs:
            lists[v].append((u, w))
        return lists

    def neighbours(self):
        """Sets: directions, repetitions and loops do not matter."""
        sets = [set() for _ in self.names]
        for u, v, _ in self.arcs:
            if u != v:
                sets[u].add(v)
                sets[v].add(u)
        return sets


_SIZES = (0, 1, 1, 2, 2, 3, 5, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200, 256, 257, 300)


def _size(rng):
    return rng.choice(_SIZES) if rng.random() < 0.7 else rng.randint(1, 400)


def _path(rng, n):
    return [(v, v + 1) for v in range(n - 1)]


def _cycle(rng, n):
    return [(v, (v + 1) % n) for v in range(n)]


def _star(rng, n):
    centre = rng.randrange(n)
    return [(centre, v) if rng.random() < 0.9 else (v, centre) for v in range(n) if v != centre]


def _grid(rng, n):
    width = max(1, int(n**0.5))
    right = [(v, v + 1) for v in range(n - 1) if (v + 1) % width]
    return right + [(v, v + width) for v in range(n - width)]


def _random(rng, n):
    return [(rng.randrange(n), rng.randrange(n)) for _ in range(int(n * rng.choice((0.5, 1, 2, 4))))]


def _skewed(rng, n):
    def pick():
        return min(n - 1, int(n * rng.random() ** 4))
    return [(pick(), pick()) for _ in range(3 * n)]


def _tree(rng, n):
    return [(rng.randrange(v), v) for v in range(1, n)]


def _complete(rng, n):
    n = min(n, 40)
    return [(u, v) for u in range(n) for v in range(n) if u < v]


def _none(rng, n):
    return []


def _islands(rng, n):
    return [(v, v + 1) for v in range(n - 1) if rng.random() < 0.6]


_KINDS = {"path": (4, _path), "cycle": (3, _cycle), "star": (3, _star), "grid": (3, _grid), "random": (6, _random),
          "skewed": (4, _skewed), "tree": (2, _tree), "complete": (1, _complete), "no edges": (1, _none),
          "islands": (2, _islands)}


def random_graph(rng, undirected=None, sign="any", vertices=None):
    """`undirected`: either way if None."""
    n = _size(rng) if vertices is None else vertices
    if vertices is None and rng.random() < 0.03:
        return _large(rng, undirected, sign)
    name = rng.choices(list(_KINDS), [share for share, _ in _KINDS.values()])[0] if n else "no edges"
    edges = _KINDS[name][1](rng, n)
    if undirected is None:
        undirected = rng.random() < 0.4
    if n and rng.random() < 0.2:
        edges += [(v, v) for v in rng.choices(range(n), k=rng.randint(1, 3))]
    if edges and rng.random() < 0.25:
        edges += rng.choices(edges, k=rng.randint(1, 1 + len(edges) // 2))
    if edges and rng.random() < 0.2:
        edges = [(v, u) if rng.random() < 0.5 else (u, v) for u, v in edges]
    if rng.random() < 0.3:
        rng.shuffle(edges)
    if n and rng.random() < 0.2:  # other numbers for the vertices
        order = rng.sample(range(n), n)
        edges = [(order[u], order[v]) for u, v in edges]
    if n and rng.random() < 0.2:
        n += rng.randint(1, 40)  # vertices without edges
    weights, family = weight_families.random_weights(rng, len(edges), sign)
    return Graph(n, edges, weights, undirected, f"{name}, {n} vertices, weights {family}")


def _large(rng, undirected, sign):
    """Rows that several warps share, and frontiers that are not small."""
    n = rng.choice((1000, 4097, 9000))
    name = rng.choice(("star", "grid", "random", "skewed", "tree"))
    edges = _KINDS[name][1](rng, n)
    if undirected is None:
        undirected = rng.random() < 0.5
    weights, family = weight_families.random_weights(rng, len(edges), sign)
    return Graph(n, edges, weights, undirected, f"{name}, {n} vertices, weights {family}")


def without_isolated(graph):
    used = sorted({v for edge in graph.edges for v in edge})
    number = {v: i for i, v in enumerate(used)}
    edges = [(number[u], number[v]) for u, v in graph.edges]
    return Graph(len(used), edges, graph.weights, graph.undirected, graph.name)


def arcs_of(graph, names, weights, type_name):
    weights = weights if weights is not None else [None] * len(graph.edges)
    arcs = []
    for (u, v), w in zip(graph.edges, weights):
        arcs.append((u, v, w))
        if graph.undirected and u != v:
            arcs.append((v, u, w))
    return Arcs(names, arcs, graph.undirected, type_name)
