# SPDX-License-Identifier: Apache-2.0
"""Graphs, and what they are made of."""

import threading
import warnings

import numpy as np

from . import _core, _devices
from ._arrays import contiguous, file_name, to_numpy, weights_of
from ._device_arrays import graph_of_device_edges
from ._names import Names, factorised
from .errors import InputError, UnknownVertex, UsageError

_DENSE = 4  # whole numbers up to so many times the edges are looked up in a table


class Graph:
    """A graph and the devices that work on it. It does not change.

    Made by `from_edges`, `from_scipy`, `from_pandas`, `from_networkx`, `from_arrow`, `read` or `generate`. Its algorithms
    are methods: `wg.algorithms()` lists them. The first run puts the graph on the devices, later ones find it there.
    Several threads may use one graph; runs on the same devices take turns.

    >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
    >>> G
    <warpgraph.Graph: 3 vertices, 3 edges, undirected, weights int64>
    >>> G.names.tolist()
    ['Bern', 'Oslo', 'Rome']
    """

    def __init__(self):
        raise TypeError("graphs are made by from_edges, from_scipy, from_pandas, from_networkx, read, generate, ...")

    @classmethod
    def _of(cls, core, names=None, first_id=None):
        graph = object.__new__(cls)
        graph._core = core
        graph._names = names
        graph._first_id = core.first_id if first_id is None else first_id
        graph._n = core.vertex_count
        graph._fork = _devices.forks
        graph._lock = threading.Lock()
        graph._placed = {}
        graph._kinds = {}  # what programs are compiled for, by what has the graph on devices
        graph._found = {}
        return graph

    # --- what it is

    @property
    def n(self):
        """How many vertices it has.

        >>> wg.from_edges([0, 1], [1, 2]).n
        3
        """
        return self._n

    @property
    def m(self):
        """How many edges it has; an undirected one counts once.

        >>> wg.from_edges([0, 1], [1, 2]).m
        2
        """
        if self.directed:
            return self._core.edge_count
        return self._once("m", lambda: (self._core.edge_count + self._self_loops()) // 2)

    @property
    def directed(self):
        """Whether its edges have a direction.

        >>> wg.from_edges([0, 1], [1, 2]).directed
        False
        """
        return not self._core.is_undirected

    @property
    def weighted(self):
        """Whether its edges have weights.

        >>> wg.from_edges([0, 1], [1, 2], weight=[5, 7]).weighted
        True
        """
        return self._core.weight_type != "none"

    @property
    def weight_type(self):
        """The type of the weights, for NumPy; None if there are none.

        >>> wg.from_edges([0, 1], [1, 2], weight=[0.5, 7]).weight_type
        'float64'
        """
        return {"none": None, "int32": "int32", "int64": "int64", "float": "float32", "double": "float64"}[
            self._core.weight_type
        ]

    @property
    def devices(self):
        """The devices that run what does not ask for others.

        >>> wg.from_edges([0, 1], [1, 2], devices="host:2").devices
        'host:2'
        """
        return self._core.devices

    @property
    def names(self):
        """What the vertices are called, in the order that all results have.

        >>> wg.from_edges(["Rome", "Oslo"], ["Oslo", "Bern"]).names.tolist()
        ['Bern', 'Oslo', 'Rome']
        """
        return self._once("names", self._make_names)

    def _make_names(self):
        if self._names is not None:
            return self._names.array
        original = self._original_ids()
        if original is None:
            first = self._first_id
            names = np.arange(first, first + self.n, dtype=np.int64)
        else:
            names = original.astype(np.int64 if not original.size or original.max() < 2**63 else np.uint64)
        names.flags.writeable = False
        return names

    @property
    def has_names(self):
        """Whether vertices are called by something else than 0, 1, 2, ...

        >>> wg.from_edges([0, 1], [1, 2]).has_names, wg.from_edges([7], [5]).has_names
        (False, True)
        """
        return self._names is not None or self._first_id != 0 or self._original_ids() is not None

    def degrees(self):
        """How many edges leave each vertex. Of an undirected graph: how many there are at it, a self-loop once.

        >>> wg.from_edges([0, 0, 1], [1, 2, 1]).degrees().tolist()
        [2, 2, 1]
        """
        return self._degrees(self._rows_out())

    def in_degrees(self):
        """How many edges lead to each vertex.

        >>> wg.from_edges([0, 0, 1], [1, 2, 2], directed=True).in_degrees().tolist()
        [0, 1, 2]
        """
        return self._degrees(self._core.incoming())

    @staticmethod
    def _degrees(rows):
        return np.diff(rows[0]).astype(np.int64)

    def _rows_out(self):
        rows = self._core.outgoing()
        if rows is None:
            raise UsageError("the graph was made without outgoing edges")
        return rows

    def _self_loops(self):
        row, column, _ = self._core.incoming()
        source = np.repeat(np.arange(self.n, dtype=np.uint32), np.diff(row).astype(np.int64))
        return int(np.count_nonzero(source == column))

    def __len__(self):
        return self.n

    def __contains__(self, name):
        try:
            self._place(name)
        except UnknownVertex:
            return False
        return True

    def __repr__(self):
        kind = "directed" if self.directed else "undirected"
        weights = f", weights {self.weight_type}" if self.weighted else ""
        return f"<warpgraph.Graph: {self.n:,} vertices, {self.m:,} edges, {kind}{weights}>"

    # --- what it is as something else

    def to_scipy(self):
        """The adjacency matrix, a `scipy.sparse.csr_array`: entry (u, v) is the weight of the edge from u to v, 1 without
        weights. Rows and columns are in the order of `names`. Its arrays are copies.

        >>> wg.from_edges([0, 1], [1, 2]).to_scipy().toarray().tolist()
        [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
        """
        from scipy.sparse import csr_array

        row, column, weight = self._rows_out()
        small = column.size < 2**31 and self.n < 2**31
        index = np.int32 if small else np.int64
        data = np.ones(column.size, np.int32) if weight is None else weight.copy()
        return csr_array((data, column.astype(index), row.astype(index)), shape=(self.n, self.n))

    def to_edges(self):
        """Arrays with the source, the target and the weight of each edge; the weights are None if there are none. An
        undirected edge is listed once.

        >>> [each.tolist() for each in wg.from_edges(["a", "c"], ["b", "a"], weight=[5, 7]).to_edges()]
        [['a', 'a'], ['b', 'c'], [5, 7]]
        """
        row, target, weight = self._rows_out()
        source = np.repeat(np.arange(self.n, dtype=np.uint32), np.diff(row).astype(np.int64))
        if not self.directed:
            once = source <= target
            source, target = source[once], target[once]
            weight = None if weight is None else weight[once]
        if self.has_names:
            names = self.names
            return names[source], names[target], weight
        return source.astype(np.int64), target.astype(np.int64), weight

    def to_networkx(self):
        """The same graph of NetworkX.

        >>> wg.from_edges(["a"], ["b"], weight=[5]).to_networkx().edges(data=True)
        EdgeDataView([('a', 'b', {'weight': 5})])
        """
        import networkx

        graph = networkx.DiGraph() if self.directed else networkx.Graph()
        graph.add_nodes_from(self.names.tolist())
        source, target, weight = self.to_edges()
        if weight is None:
            graph.add_edges_from(zip(source.tolist(), target.tolist()))
        else:
            graph.add_weighted_edges_from(zip(source.tolist(), target.tolist(), weight.tolist()))
        return graph

    def write(self, path, *, format=None, weights=True):
        """Writes a file, in the format that its name says or `format`: wg.formats() lists them. Names that are no numbers
        cannot be written, and are an error.

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "roads.wg")
        ...     wg.from_edges([0, 1], [1, 2], weight=[5, 7]).write(path)
        ...     print(wg.read(path))
        <warpgraph.Graph: 3 vertices, 2 edges, undirected, weights int64>
        """
        if self._names is not None:
            raise UsageError("write: files hold numbers for names; to_edges() has the names")
        self._core.write(file_name(path), format or "", weights)

    # --- runs

    def _place(self, name):
        """The vertex that is called so, as C++ calls it."""
        if self._names is not None:
            return self._names.place_of(name)
        if type(name) is int or (isinstance(name, (int, np.integer)) and not isinstance(name, bool)):
            place = int(name)
            if self._original_ids() is not None:
                if place in self._rows():
                    return place
            elif 0 <= place - self._first_id < self._n:
                return place
        error = UnknownVertex(f"the graph has no vertex {name!r}")
        error.name = name
        raise error

    def _original_ids(self):
        """What C++ calls the vertices; None where that is their rows, from the first id on."""
        return self._once("original", self._core.original_ids)

    def _rows(self):
        """The rows of vertices by their original ids."""
        return self._once("rows", lambda: {each: row for row, each in enumerate(self._original_ids().tolist())})

    def _row(self, place):
        """The row of the vertex that C++ calls so, in graphs whose vertices are called by numbers."""
        return place - self._first_id if self._original_ids() is None else self._rows()[place]

    def _called(self, places):
        """The names of vertices that C++ calls so; -1 is none."""
        return places if self._names is None else self._names.of(places)

    def _rows_of(self, places):
        """The rows of vertices that C++ calls so; -1 is none."""
        none = places == places.dtype.type(-1 if places.dtype.kind == "i" else 2**64 - 1)
        original = self._original_ids() if self._names is None else None
        if original is None:
            rows = places.astype(np.int64) - (self._first_id if self._names is None else 0)
        else:
            order = np.argsort(original)
            found = np.searchsorted(original, places.astype(np.uint64), sorter=order)
            rows = order[np.minimum(found, order.size - 1)]
        return np.where(none, -1, rows)

    def _named_place(self, place):
        """The name of one vertex that C++ calls so."""
        return place if self._names is None else self._names.array[place]

    def _in_order_of_names(self, values):
        """Values in the order of the vertices, in that of their names, which C++ takes."""
        names = self._original_ids() if self._names is None else None
        if names is None or np.all(names[1:] > names[:-1]):
            return values
        return values[np.argsort(names)]

    def _on(self, devices=None, memory_limit=None):
        """The graph on these devices."""
        if memory_limit is None and self._fork == _devices.forks and (devices is None or devices == self._core.devices):
            return self._core
        key = (_devices.text_of(devices) or self._core.devices, _devices.bytes_of(memory_limit), _devices.forks)
        with self._lock:
            found = self._placed.get(key)
        if found is None:
            made = self._core.placed_on(_devices.opened(devices or self._core.devices, memory_limit))
            with self._lock:
                found = self._placed.setdefault(key, made)
        return found

    def leave_devices(self):
        """Gives the devices' memory back. The next run puts the graph there again.

        >>> G = wg.from_edges([0, 1], [1, 2])
        >>> before = G.bfs(0)
        >>> G.leave_devices()
        >>> G.bfs(0)[2] == before[2]
        True
        """
        self._core.leave_devices()
        with self._lock:
            placed, self._placed = self._placed, {}
            self._kinds = {}
        del placed

    def _once(self, what, make):
        found = self._found
        if what not in found:
            found[what] = make()
        return found[what]


# --- what graphs are made of


def _is_directed(directed):
    if not isinstance(directed, (bool, np.bool_)):
        raise UsageError(f"directed is True or False, not {directed!r}")
    return bool(directed)


def _made_of_edges(devices, places, count, weight, *, directed, duplicates, drop_self_loops, symmetrise=False, ids=None):
    source, target = (contiguous(each, np.uint32) for each in places)
    if source.size != target.size:
        raise UsageError(f"there are {source.size} sources, and {target.size} targets")
    if ids is not None:
        ids = contiguous(ids, np.uint64)
    return _core.graph_of_edges(
        _devices.opened(devices),
        count,
        source,
        target,
        weights_of(weight, source.size),
        "directed" if _is_directed(directed) else "once",
        duplicates,
        drop_self_loops,
        symmetrise,
        ids,
    )


def _whole_numbers(source, target, vertices):
    """Names, or None if they are 0, 1, 2, ...; how many there are; and the columns as places among them."""
    smallest = min((int(each.min()) for each in (source, target) if each.size), default=0)
    largest = max((int(each.max()) for each in (source, target) if each.size), default=-1)
    if vertices is not None:
        for each in (source, target):
            wrong = np.flatnonzero((each < 0) | (each >= vertices)) if each.size and (smallest < 0 or largest >= vertices) else ()
            if len(wrong):
                error = InputError(f"edge {wrong[0]} has a vertex {each[wrong[0]]}, and there are {vertices} vertices")
                error.index = int(wrong[0])
                raise error
        return None, vertices, (source, target)
    if smallest < 0 or largest >= _DENSE * (source.size + 256):
        names, places = factorised(source, target)
        return names, names.size, places
    there = np.zeros(largest + 1, bool)
    there[source] = True
    there[target] = True
    if there.all():
        return None, largest + 1, (source, target)
    names = np.flatnonzero(there)
    place = np.cumsum(there, dtype=np.int64) - 1
    return names, names.size, (place[source], place[target])


def from_edges(
    source,
    target,
    weight=None,
    *,
    directed=False,
    vertices=None,
    duplicates="keep",
    drop_self_loops=False,
    devices=None,
    ranks=None,
):
    """A graph of arrays: edge i leads from source[i] to target[i].

    Args:
        source, target: what the ends of edges are called: whole numbers, strings or anything that can be a key of a
            dictionary. Lists, and arrays of NumPy, pandas, Arrow, Polars, CuPy, PyTorch and others. Where arrays of whole
            numbers lie on the GPU that is to work on the graph, it is made there, without a copy of them on the host.
        weight: of each edge, or one number for all.
        directed: whether edges have a direction. An undirected edge is listed once.
        vertices: how many there are, called 0, 1, 2, ...; without it the vertices are those that occur.
        duplicates: what becomes of edges that have the same ends: "keep", or one stays: the "first", with the least weight
            ("min"), or with their "sum".
        drop_self_loops: whether edges from a vertex to itself are left out.
        devices: that work on the graph (set_devices).
        ranks: that have a part of the graph each (wg.Ranks): every rank brings any of the edges, and `vertices` is needed.

    >>> wg.from_edges([0, 1, 2], [1, 2, 0], directed=True)
    <warpgraph.Graph: 3 vertices, 3 edges, directed>
    """
    if ranks is not None:
        return _part_of_edges(ranks, devices, source, target, weight, vertices, directed, duplicates, drop_self_loops)
    core = graph_of_device_edges(
        _devices.opened(devices),
        source,
        target,
        weight,
        vertices,
        _DENSE,
        direction="directed" if directed else "once",
        duplicates=duplicates,
        drop_self_loops=drop_self_loops,
    )
    if core is not None:
        return Graph._of(core)
    source, target = to_numpy(source), to_numpy(target)
    if source.ndim != 1 or target.ndim != 1:
        raise UsageError("sources and targets have one dimension")
    if source.size != target.size:
        raise UsageError(f"there are {source.size} sources, and {target.size} targets")
    if source.size == 0:
        source = target = np.zeros(0, np.int64)
    if source.dtype.kind in "iu" and target.dtype.kind in "iu":
        names, count, places = _whole_numbers(source, target, vertices)
    elif vertices is not None:
        raise UsageError("vertices: only where they are called by whole numbers")
    else:
        names, places = factorised(source, target)
        count = len(names)
    numbers = names is not None and names.dtype.kind in "iu" and (not count or int(names.min()) >= 0)
    if names is not None and not numbers and names.dtype != object:
        names = names.astype(object)
    core = _made_of_edges(
        devices,
        places,
        count,
        weight,
        directed=directed,
        duplicates=duplicates,
        drop_self_loops=drop_self_loops,
        ids=names if numbers else None,
    )
    return Graph._of(core, None if names is None or numbers else Names(names))


def _part_of_edges(ranks, devices, source, target, weight, vertices, directed, duplicates, drop_self_loops):
    """Every rank says what it brings; what is wrong with that ends the call of all."""
    opened = ranks_devices(ranks, devices)
    try:
        if vertices is None or not 0 < vertices < 2**32 - 1:
            raise UsageError("from_edges on ranks: vertices says how many there are, fewer than 2^32 - 1")
        source, target = to_numpy(source), to_numpy(target)
        if source.size == 0 or target.size == 0:
            source, target = source.astype(np.int64), target.astype(np.int64)
        if source.dtype.kind not in "iu" or target.dtype.kind not in "iu" or source.ndim != 1 or source.shape != target.shape:
            raise UsageError("from_edges on ranks: sources and targets are whole numbers, as many of each")
        places = _whole_numbers(source, target, vertices)[2]
        source, target = (contiguous(each, np.uint32) for each in places)
        weight = weights_of(weight, source.size)
    except Exception as error:
        ranks.fail(error)
        raise
    direction = "directed" if directed else "once"
    core = _core.graph_of_edges(
        opened, vertices, source, target, weight, direction, duplicates, drop_self_loops, False, None
    )
    return _graph_of(core, ranks)


def ranks_devices(ranks, devices):
    """The runtime that works on a graph: that of the ranks, or of the devices of this process."""
    if ranks is None:
        return _devices.opened(devices)
    if devices is not None:
        raise UsageError("the devices of a graph on ranks are those of wg.Ranks")
    return ranks._devices


def _graph_of(core, ranks):
    if ranks is None:
        return Graph._of(core)
    from .ranks import PartOfGraph

    return PartOfGraph._of_part(core, ranks)


def from_scipy(matrix, *, directed=True, weights=True, names=None, devices=None):
    """A graph of a sparse matrix or array of SciPy: an entry (u, v), a stored zero too, is an edge from u to v.

    CSR and CSC are borrowed as far as the layout allows: columns of 32 bits, offsets of 64 bits, and the values. They must
    not be changed while the graph is in use. COO and others are converted first, which adds up duplicates.

    Args:
        matrix: of any format with as many rows as columns, and any type of index. Values of bool are no weights.
        directed: False says that the matrix is symmetric, which is checked.
        weights: False leaves the values out.
        names: what the vertices are called, in the order of the rows.
        devices: that work on the graph (set_devices).

    >>> import scipy.sparse
    >>> wg.from_scipy(scipy.sparse.csr_array([[0, 2.5], [0, 0]]))
    <warpgraph.Graph: 2 vertices, 1 edges, directed, weights float64>
    """
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise UsageError(f"a graph has as many rows as columns, and the matrix has {matrix.shape}")
    if matrix.format not in ("csr", "csc"):
        matrix = matrix.tocsr()
    count = matrix.nnz
    row, column = matrix.indptr, matrix.indices[:count]
    weight = matrix.data[:count] if weights and matrix.data.dtype.kind != "b" else None
    names, ids = _given_names(names, matrix.shape[0])
    core = _core.graph_of_rows(
        _devices.opened(devices),
        _index(row),
        _index(column),
        weights_of(weight, count),
        matrix.format == "csc",
        not _is_directed(directed),
        False,
        ids,
    )
    return Graph._of(core, names)


def _index(array):
    """Integers of 32 or 64 bits, in one piece."""
    if array.dtype.kind not in "iu":
        raise UsageError(f"indices are integers, not {array.dtype}")
    if array.dtype.itemsize < 4:
        array = array.astype(np.int32)
    return np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="), copy=False))


def _given_names(names, count):
    """Names of Python's, or of C++, which are numbers."""
    if names is None:
        return None, None
    array = to_numpy(names)
    if array.shape != (count,):
        raise UsageError(f"there are {array.size} names, and {count} vertices")
    if array.dtype.kind in "iu" and (not count or int(array.min()) >= 0):
        return None, None if np.array_equal(array, np.arange(count)) else contiguous(array, np.uint64)
    distinct = Names(array)
    if len(set(distinct.array.tolist())) != count:
        raise InputError("two vertices have the same name")
    return distinct, None


def from_csr(row, column, weight=None, *, directed=True, names=None, devices=None):
    """A graph of compressed rows: the edges of vertex v lead to column[row[v]], ..., column[row[v + 1] - 1]. Columns of 32
    bits, offsets of 64 bits, and the weights are borrowed. directed=False says that each edge is listed at both ends.

    >>> wg.from_csr([0, 1, 2], [1, 0], directed=False).m
    1
    """
    row, column = _index(to_numpy(row)), _index(to_numpy(column))
    if row.size == 0:
        raise UsageError("there is one offset more than vertices, and the first is 0")
    names, ids = _given_names(names, row.size - 1)
    core = _core.graph_of_rows(
        _devices.opened(devices), row, column, weights_of(weight, column.size), False, not _is_directed(directed), False, ids
    )
    return Graph._of(core, names)


def from_networkx(graph, weight="weight", *, devices=None):
    """A graph of a graph of NetworkX; what its nodes are called is kept.

    Args:
        graph: of any class of NetworkX. Parallel edges of multigraphs stay.
        weight: the attribute of edges that is their weight, 1 where an edge has none. None, and where no edge has it: the
            graph has no weights.
        devices: that work on the graph (set_devices).

    >>> import networkx
    >>> club = wg.from_networkx(networkx.karate_club_graph())
    >>> club, club.kcore().degeneracy
    (<warpgraph.Graph: 34 vertices, 78 edges, undirected, weights int64>, 4)
    """
    nodes = list(graph)
    place = {node: index for index, node in enumerate(nodes)}
    count = graph.number_of_edges()
    if weight is None:
        edges = ((place[u], place[v]) for u, v in graph.edges())
        weights = None
    else:
        pairs, weights, found = [], [], False
        for u, v, value in graph.edges(data=weight):
            pairs.append((place[u], place[v]))
            weights.append(1 if value is None else value)
            found = found or value is not None
        edges = pairs
        weights = np.asarray(weights) if found else None
    ends = np.fromiter((end for pair in edges for end in pair), np.uint32, 2 * count).reshape(count, 2)
    are_numbers = all(type(node) is int for node in nodes)
    numbers = np.asarray(nodes, dtype=object)
    if are_numbers and all(0 <= node < 2**63 for node in nodes):
        names, ids = _given_names(np.asarray(nodes, dtype=np.int64), len(nodes))
    else:
        numbers = np.empty(len(nodes), object)
        numbers[:] = nodes
        names, ids = Names(numbers), None
    core = _made_of_edges(
        devices,
        (ends[:, 0], ends[:, 1]),
        len(nodes),
        weights,
        directed=graph.is_directed(),
        duplicates="keep",
        drop_self_loops=False,
        ids=ids,
    )
    return Graph._of(core, names)


def from_pandas(frame, source="source", target="target", weight=None, **options):
    """A graph of a frame of pandas with an edge a row. `source`, `target` and `weight` are names of columns; the options
    are those of from_edges.

    >>> import pandas
    >>> flights = pandas.DataFrame({"from": ["ZRH", "OSL"], "to": ["OSL", "TXL"], "km": [1430, 840]})
    >>> wg.from_pandas(flights, "from", "to", "km").sssp("ZRH").to_pandas()
      vertex  distance
    0    OSL      1430
    1    TXL      2270
    2    ZRH         0
    """
    columns = [None if name is None else _column(frame, name) for name in (source, target, weight)]
    return from_edges(*columns, **options)


def _column(frame, name):
    known = list(getattr(frame, "column_names", None) or frame.columns)
    if name not in known:
        raise UsageError(f"the frame has no column {name!r}; it has {', '.join(map(repr, known))}")
    return frame[name]


def from_arrow(table, source="source", target="target", weight=None, **options):
    """A graph of a table with an edge a row: of Arrow, Polars, or whatever has `__arrow_c_stream__`. The arguments are those
    of from_pandas.

    >>> import pyarrow
    >>> flights = pyarrow.table({"from": ["ZRH", "OSL"], "to": ["OSL", "TXL"], "km": [1430, 840]})
    >>> wg.from_arrow(flights, "from", "to", "km").sssp("ZRH")["TXL"]
    2270
    """
    if not hasattr(table, "__getitem__"):
        import pyarrow

        table = pyarrow.table(table)
    return from_pandas(table, source, target, weight, **options)


def read(
    path,
    *,
    format=None,
    weights="auto",
    direction=None,
    vertices=None,
    duplicates="keep",
    drop_self_loops=False,
    symmetrise=False,
    devices=None,
    ranks=None,
):
    """A graph in a file. Its name says the format, or `format` does: wg.formats() lists them.

    Args:
        path: of the file, which may be compressed with gzip or zstd.
        weights: "auto", "none", "int32", "int64", "float32" or "float64".
        direction: of formats that do not say: "directed"; "once", undirected edges that are listed once; or "both".
        vertices: of edge lists: the path of a file with the ids of all vertices, one a line.
        duplicates, drop_self_loops: as of from_edges.
        symmetrise: whether the reverse of every edge of a directed file is added.
        devices: that work on the graph (set_devices).
        ranks: that read a part of the graph each (wg.Ranks).

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "links.el")
    ...     with open(path, "w") as file:
    ...         _ = file.write("10 20\\n20 30\\n")
    ...     G = wg.read(path, direction="directed")
    >>> G, G.names.tolist()
    (<warpgraph.Graph: 3 vertices, 2 edges, directed>, [10, 20, 30])
    """
    core = _core.read_graph(
        ranks_devices(ranks, devices),
        file_name(path),
        format or "",
        weights,
        direction or "",
        "" if vertices is None else file_name(vertices),
        duplicates,
        drop_self_loops,
        symmetrise,
        lambda text: warnings.warn(text, stacklevel=3),
    )
    return _graph_of(core, ranks)


def generate(name, *, duplicates="keep", drop_self_loops=False, symmetrise=False, devices=None, ranks=None, **parameters):
    """A synthetic graph: wg.generators() lists what there is.

    Args:
        name: of the generator.
        duplicates, drop_self_loops, symmetrise: as of from_edges.
        devices: that work on the graph (set_devices).
        ranks: that make a part of the graph each (wg.Ranks).

    >>> wg.generate("grid2d", width=8, height=8, weights="uniform")
    <warpgraph.Graph: 64 vertices, 112 edges, undirected, weights int32>
    """
    from ._generators import checked_parameters

    core = _core.generate_graph(
        ranks_devices(ranks, devices), name, checked_parameters(name, parameters), duplicates, drop_self_loops, symmetrise
    )
    return _graph_of(core, ranks)
