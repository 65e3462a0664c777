# SPDX-License-Identifier: Apache-2.0
"""Graphs as the functions of this backend take them: the adjacency as arrays, in NetworkX's order.

`offsets` and `targets` are the rows of `G.adj`: the neighbours of a node in NetworkX's order, each once, so an edge of
an undirected graph is in the rows of both ends, and a self-loop in one row once. Vertex i is the i-th node. What a call
needs besides is made when it is first asked for, and kept: columns of weights, the predecessors' rows, and the graphs
of the engine. NetworkX keeps the whole object with the graph that it was made from, until that one changes.
"""
from itertools import chain

import networkx as nx
import numpy as np

from . import _engine

CACHE_KEY = "nx_warpgraph.rows"
STATE_KEY = "nx_warpgraph.state"  # an object that a graph loses with its cache, when it changes


class Weights:
    """A column beside `targets`: `values` are int64 or float64."""

    def __init__(self, values):
        self.values = values
        self.is_whole = values.dtype == np.int64
        self.all_one = bool((values == 1).all())
        self.least = values.min().item() if len(values) else 1
        self.greatest = values.max().item() if len(values) else 1
        self.are_finite = self.is_whole or bool(np.isfinite(values).all())


def to_column(values):
    """Python's numbers as int64 if all are whole, else as float64; NotImplementedError for what is no number."""
    kinds = set(map(type, values))
    if all(issubclass(kind, (int, np.integer, np.bool_)) for kind in kinds):
        try:
            return np.fromiter(values, np.int64, len(values))
        except OverflowError:
            raise NotImplementedError("a weight has more than 64 bits") from None
    if not all(issubclass(kind, (int, float, np.number)) and not issubclass(kind, complex) for kind in kinds):
        names = sorted(kind.__name__ for kind in kinds)
        raise NotImplementedError(f"weights must be whole or real numbers, and are of type {', '.join(names)}")
    column = np.fromiter(values, np.float64, len(values))
    for value in values if len(kinds) > 1 else ():
        if isinstance(value, (int, np.integer)) and abs(int(value)) > 2**53:
            raise NotImplementedError("a whole weight beside real ones is beyond 2**53")
    return column


def _least_of_parallel(rows, attribute):
    try:
        return [min(data.get(attribute, 1) for data in parallel.values()) for row in rows for parallel in row.values()]
    except TypeError:
        raise NotImplementedError("parallel edges have weights that cannot be compared") from None


def entries_of(offsets, rows):
    """The places of the entries of some rows, one row after the other, and how many each row has."""
    begin = offsets[rows]
    counts = offsets[rows + 1] - begin
    return np.repeat(begin - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum()), counts


def rows_of(adjacency, index):
    """The offsets and targets of a dictionary of dictionaries, or of a view of one."""
    rows = adjacency.values()
    if type(adjacency) is not dict:
        rows = list(map(list, rows))  # the length of a view's row may count what is hidden
    offsets = np.zeros(len(index) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, rows), np.int64, len(index)), out=offsets[1:])
    targets = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), np.int64, offsets[-1])
    return offsets, targets


def _state_of_viewed(view):
    """That of the graph which is seen through a view; None if it has no cache."""
    graph = view
    while (viewed := getattr(graph, "_graph", None)) is not None:
        graph = viewed
    cache = None if graph is view else getattr(graph, "__networkx_cache__", None)
    return None if cache is None else cache.setdefault(STATE_KEY, object())


def forget_if_changed(graph):
    """NetworkX keeps conversions of views, too, and does not see that the graph has changed which they show."""
    cache = getattr(graph, "__networkx_cache__", None)
    if not cache or type(getattr(graph, "_adj", None)) is dict:
        return
    state = _state_of_viewed(graph)
    if state is None or cache.get(STATE_KEY) is not state:
        cache.clear()


class Rows:
    """Nodes and rows, and what follows from them alone. Graphs that differ in their weights share it."""

    def __init__(self, nodes, offsets, targets, *, directed, made_from=None):
        self.nodes = nodes
        self.index = dict(zip(nodes, range(len(nodes))))
        self.offsets = offsets
        self.targets = targets
        self.directed = directed
        self._made_from = made_from
        self._made = {}
        self._weighted = None

    @classmethod
    def of(cls, graph):
        """Those of a graph of NetworkX, which keeps them until it changes.

        NetworkX keeps a conversion for each choice of attributes; the rows are the same for all of them."""
        cache = getattr(graph, "__networkx_cache__", None)
        rows = None if cache is None else cache.get(CACHE_KEY)
        if rows is not None and (type(graph._adj) is not dict or rows._is_of(graph._adj)):
            return rows
        nodes = list(graph._adj)
        rows = cls(nodes, *rows_of(graph._adj, dict(zip(nodes, range(len(nodes))))), directed=graph.is_directed(),
                   made_from=graph)
        if cache is not None:
            cache[CACHE_KEY] = rows
            if type(graph._adj) is not dict:
                cache[STATE_KEY] = _state_of_viewed(graph)
        return rows

    def __getstate__(self):
        """Copies, and what is read from a file, bring their rows to the engine themselves."""
        return {**self.__dict__, "_made": {}, "_weighted": None}

    def _is_of(self, adjacency):
        """Whether it still has as many nodes and edges: NetworkX cannot see that `_adj` itself is changed."""
        return len(adjacency) == len(self.nodes) and sum(map(len, adjacency.values())) == len(self.targets)

    def once(self, name, make):
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    @property
    def sources(self):
        return self.once("sources", lambda: np.repeat(np.arange(len(self.nodes)), np.diff(self.offsets)))

    @property
    def predecessors(self):
        return self.once("predecessors", self._reverse)

    def _reverse(self):
        if self._made_from is not None:
            return rows_of(self._made_from._pred, self.index)
        order = np.argsort(self.targets, kind="stable")
        offsets = np.zeros(len(self.nodes) + 1, np.int64)
        np.cumsum(np.bincount(self.targets, minlength=len(self.nodes)), out=offsets[1:])
        return offsets, self.sources[order]

    def engine(self):
        return self.once("engine", lambda: _engine.graph(self.offsets, self.targets, directed=self.directed))

    def engine_weighted(self, values):
        """The last one is kept, for calls that ask for the same weights again."""
        kept = self._weighted  # another thread may replace it
        if kept is None or kept[0].dtype != values.dtype or not np.array_equal(kept[0], values):
            kept = values, _engine.graph(self.offsets, self.targets, values, directed=self.directed)
            self._weighted = kept
        return kept[1]


class Graph:
    """A graph of this backend; `convert_from_nx` and `Graph.from_arrays` make one."""

    __networkx_backend__ = "warpgraph"

    def __init__(self, rows, *, multigraph=False, original=None, columns=None):
        self.rows = rows
        self.nodes, self.index, self.offsets, self.targets = rows.nodes, rows.index, rows.offsets, rows.targets
        self._directed = rows.directed
        self._multigraph = multigraph
        self._original = original
        self._columns = columns or {}
        self._made = {}
        self.__networkx_cache__ = {}

    @classmethod
    def from_arrays(cls, offsets, targets, *, nodes=None, directed=False, weights=None):
        """A graph that never was one of NetworkX: compressed rows, of both directions if it is undirected.

        `nodes` are the names, 0, 1, ... if there are none; `weights` are the values of the attribute "weight"."""
        offsets = np.ascontiguousarray(offsets, np.int64)
        targets = np.ascontiguousarray(targets, np.int64)
        nodes = list(range(len(offsets) - 1)) if nodes is None else list(nodes)
        if len(nodes) != len(offsets) - 1 or len(targets) != offsets[-1]:
            raise ValueError("offsets must have an entry more than there are nodes, and end with the number of targets")
        columns = {}
        if weights is not None:
            columns["weight"] = Weights(to_column(np.asarray(weights).tolist()))
        return cls(Rows(nodes, offsets, targets, directed=directed), columns=columns)

    def __getstate__(self):
        return {**self.__dict__, "_made": {}}

    def __len__(self):
        return len(self.nodes)

    def __iter__(self):
        return iter(self.nodes)

    def __contains__(self, node):
        try:
            return node in self.index
        except TypeError:
            return False

    def is_directed(self):
        return self._directed

    def is_multigraph(self):
        return self._multigraph

    def number_of_nodes(self):
        return len(self.nodes)

    def number_of_edges(self):
        if self._original is not None:
            return self._original.number_of_edges()
        return len(self.targets) if self._directed else (len(self.targets) + self.self_loops) // 2

    def _once(self, name, make):
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    @property
    def sources(self):
        """Beside `targets`: the node in whose row the target is."""
        return self.rows.sources

    @property
    def self_loops(self):
        return self.rows.once("self_loops", lambda: int((self.sources == self.targets).sum()))

    def weights(self, attribute):
        """The weights of an attribute, 1 where an edge has none; the least one of parallel edges. None: all 1."""
        if attribute not in self._columns:
            self._columns[attribute] = Weights(self._read(attribute))
        return self._columns[attribute]

    def _read(self, attribute):
        if attribute is None or (self._original is None and "weight" not in self._columns):
            return np.ones(len(self.targets), np.int64)
        if self._original is None:
            raise NotImplementedError(f"the graph has no attribute {attribute!r}: it was made from arrays")
        rows = self._original._adj.values()
        if self._multigraph:
            return to_column(_least_of_parallel(rows, attribute))
        return to_column([data.get(attribute, 1) for row in rows for data in row.values()])

    def parallel_rows(self, attribute):
        """`offsets` and `targets` in which parallel edges are as many, if all edges weigh 1; where they have other
        weights, NotImplementedError."""
        if not self._multigraph:
            if not self.weights(attribute).all_one:
                raise NotImplementedError("edges of several weights are not ours yet")
            return self.offsets, self.targets
        return self._once(("parallel", attribute), lambda: self._count_parallel(attribute))

    def _count_parallel(self, attribute):
        rows = self._original._adj.values()
        values = [d.get(attribute, 1) for row in rows for parallel in row.values() for d in parallel.values()]
        if not (to_column(values) == 1).all():
            raise NotImplementedError("edges of several weights are not ours yet")
        counts = np.fromiter((len(parallel) for row in rows for parallel in row.values()), np.int64, len(self.targets))
        offsets = np.concatenate(([0], np.cumsum(counts)))[self.offsets]
        return offsets, np.repeat(self.targets, counts)

    @property
    def predecessors(self):
        """Offsets and targets of the rows of `G.pred`; of an undirected graph those of `G.adj`."""
        return self.rows.predecessors if self._directed else (self.offsets, self.targets)

    def reversed(self):
        """The graph with its edges turned round, as `G.reverse()` has it; an undirected graph is its own."""
        if not self._directed:
            return self
        return self._once("reversed", lambda: convert_from_nx(self.to_networkx().reverse(copy=False)))

    def engine(self):
        """The graph without weights, where the engine computes."""
        return self.rows.engine()

    def engine_backward(self):
        """The same with its edges turned round."""
        if not self._directed:
            return self.engine()
        return self.rows.once("backward", lambda: _engine.graph(*self.predecessors, directed=True))

    def engine_weighted(self, attribute):
        """The graph with lengths of at least 0; NotImplementedError for others."""
        weights = self.weights(attribute)
        if not weights.are_finite:
            raise NotImplementedError("a length is infinite or no number")
        if weights.least < 0:
            raise NotImplementedError("a length is negative")
        if not weights.is_whole and weights.greatest * len(self) == np.inf:
            raise NotImplementedError("lengths may add up to infinity")
        return self.rows.engine_weighted(weights.values)

    def engine_parallel(self, attribute):
        """The graph with its parallel edges, all of weight 1."""
        offsets, targets = self.parallel_rows(attribute)
        if not self._multigraph:
            return self.engine()
        return self._once("engine_parallel", lambda: _engine.graph(offsets, targets, directed=self._directed))

    def to_networkx(self):
        """The graph of NetworkX that this one was made from, or an equal one."""
        if self._original is not None:
            return self._original
        return self._once("networkx", self._build)

    def _build(self):
        made = nx.DiGraph() if self._directed else nx.Graph()
        made.add_nodes_from(self.nodes)
        source, target = self.sources.tolist(), self.targets.tolist()
        name = self.nodes.__getitem__
        pairs = zip(map(name, source), map(name, target))
        if "weight" in self._columns:
            weights = self._columns["weight"].values.tolist()
            made.add_weighted_edges_from((u, v, w) for (u, v), w in zip(pairs, weights))
        else:
            made.add_edges_from(pairs)
        return made


def convert_from_nx(graph, edge_attrs=None, node_attrs=None, preserve_edge_attrs=False, preserve_node_attrs=False,
                    preserve_graph_attrs=False, preserve_all_attrs=False, name=None, graph_name=None):
    """A graph of NetworkX as arrays. Attributes are read from it when a function needs them."""
    if isinstance(graph, Graph):
        return graph
    return Graph(Rows.of(graph), multigraph=graph.is_multigraph(), original=graph)


def convert_to_nx(result, *, name=None):
    """A graph of this backend as one of NetworkX; anything else as it is."""
    return result.to_networkx() if isinstance(result, Graph) else result
