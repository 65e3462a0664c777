# SPDX-License-Identifier: Apache-2.0
"""What a run leaves."""

import html

import numpy as np

from . import _core
from ._device_arrays import DeviceArray
from .errors import UsageError


class Report:
    """How a run went.

    `end`: why it ended ("converged"). `seconds`: of the call in C++. `devices`: how many took part. `supersteps`: a list of
    dictionaries, one for each superstep of the engine. `advice`: what would have made it faster, if the engine knows.

    >>> report = wg.from_edges([0, 1], [1, 2]).bfs(0).report
    >>> report.end, report.devices, report.supersteps[0]["active_vertices"]
    ('converged', 1, 1)
    """

    def __init__(self, fields):
        self.__dict__.update(fields)

    def __repr__(self):
        count = len(self.supersteps)
        return f"<{self.end} in {self.seconds * 1e3:.3g} ms, {count} superstep{'' if count == 1 else 's'}>"


class Result:
    """What a run leaves: columns with a value for each vertex, or for each edge that it chose, and facts.

    Columns and facts are attributes, too: `ranks.values`, `ranks.sum`. Columns are arrays of NumPy that are only read, made when they are
    asked for: until then they stay on the device, where `on_device` has them. An algorithm that leaves edges has the columns `source`, `target` and `weight`.

    >>> result = wg.from_edges(["a", "b"], ["b", "c"]).bfs("a")
    >>> result
    <warpgraph.Result: bfs, 3 vertices, columns level>
    >>> result["c"], result.values.tolist(), result.names.tolist()
    (2, [0, 1, 2], ['a', 'b', 'c'])
    """

    def __init__(self, graph, algorithm, outcome, makers, kind="vertices", vertex_facts=(), find_parents=None, named=()):
        self._graph = graph
        self._algorithm = algorithm
        self._outcome = outcome
        if callable(makers):
            self._make_makers = makers  # at first use: many a result is asked for nothing but its values
        else:
            self._makers = makers  # by name, in order
        self._kind = kind
        self._vertex_facts = vertex_facts
        self._find_parents = find_parents  # of searches: the rows of all parents
        self._parents = None
        self._columns = {}
        self._on_device = {}
        self._of_names = named  # columns of names that are no numbers

    # --- columns

    @property
    def algorithm(self):
        """The name of what ran.

        >>> wg.from_edges([0], [1]).cc().algorithm
        'cc'
        """
        return self._algorithm

    @property
    def columns(self):
        """The columns by name.

        >>> found = wg.from_edges([0, 1], [1, 2]).bfs(0, columns=["level", "parent"])
        >>> {name: column.tolist() for name, column in found.columns.items()}
        {'level': [0, 1, 2], 'parent': [0, 0, 1]}
        """
        return {name: self._column(name) for name in self._makers}

    @property
    def values(self):
        """The first column; of edges their weights.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).values.tolist()
        [0, 1, 2]
        """
        first = next(iter(self._makers))
        return self._column("weight" if self._kind == "edges" else first)

    @property
    def names(self):
        """What the vertices are called, in the order of the columns.

        >>> wg.from_edges(["Rome"], ["Oslo"]).bfs("Rome").names.tolist()
        ['Oslo', 'Rome']
        """
        if self._kind == "edges":
            raise UsageError("the result is edges: source and target have the names of their ends")
        return self._graph.names

    def on_device(self, name=None):
        """A column in the memory of the device that ran it, for CuPy, PyTorch and others: a DeviceArray. Without a name the
        column that `values` has. A run on one device leaves most columns there; others are copied to it, once.

        >>> import numpy
        >>> result = wg.from_edges([0, 1], [1, 2], devices="host").bfs(0)
        >>> numpy.from_dlpack(result.on_device("level")).tolist()
        [0, 1, 2]
        """
        if name is None:
            name = "weight" if self._kind == "edges" else next(iter(self._makers))
        if name not in self._makers:
            raise UsageError(f"the result of {self._algorithm} has no column {name}; it has {', '.join(self._makers)}")
        if name not in self._on_device:
            found = self._outcome.on_device(name) if hasattr(self._outcome, "on_device") else None
            if found is None or name in self._of_names:
                found = self._copied_to_device(name)
            self._on_device[name] = DeviceArray(found)
        return self._on_device[name]

    def _copied_to_device(self, name):
        column = self._column(name)
        if column.dtype not in (np.int32, np.int64, np.float32, np.float64):
            raise UsageError(f"the column {name} is of {column.dtype}, which is not for devices")
        return _core.to_first_device(self._graph._core, np.ascontiguousarray(column))

    def _column(self, name):
        if name not in self._columns:
            made = self._makers[name]()
            made.flags.writeable = False  # facts are those of the values, and made later
            self._columns[name] = made
        return self._columns[name]

    def __getattr__(self, name):
        if name == "_makers" and "_make_makers" in self.__dict__:
            self._makers = self._make_makers()
            return self._makers
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._makers:
            return self._column(name)
        if name in self.facts:
            return self.facts[name]
        raise AttributeError(f"the result of {self._algorithm} has no {name}; it has {', '.join(self._attributes())}")

    def _attributes(self):
        return [*self._makers, *self.facts]

    def __dir__(self):
        return sorted({*super().__dir__(), *self._attributes()})

    def __len__(self):
        return len(self._column(next(iter(self._makers))))

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype) if copy else np.asarray(self.values, dtype=dtype)

    def __getitem__(self, name):
        """The value of the vertex that is called so: of several columns, a tuple.

        >>> G = wg.from_edges(["Rome"], ["Oslo"])
        >>> G.bfs("Rome")["Oslo"], G.bfs("Rome", columns=["level", "parent"])["Oslo"]
        (1, (1, 'Rome'))
        """
        row = self._row_of(name)
        found = [_plain(self._column(each)[row]) for each in self._makers]
        return found[0] if len(found) == 1 else tuple(found)

    def _row_of(self, name):
        graph = self._graph
        place = graph._place(name)
        if self._kind == "edges":
            raise UsageError("the result is edges, which have no names")
        if graph._names is not None:
            return place
        return graph._row(place)

    def path_to(self, name):
        """The vertices of a path from the source to a vertex, as a list of names; empty if no path leads there. A run that
        has not made the column `parent` is made once more for it, when the first path is asked for.

        >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
        >>> G.sssp("Rome").path_to("Bern")
        ['Rome', 'Oslo', 'Bern']
        """
        row = self._row_of(name)
        if self._find_parents is None:
            raise UsageError(f"path_to: {self._algorithm} finds no paths; bfs and sssp do")
        if self._parents is None:
            self._parents = self._find_parents()
        names = self.names
        if self._parents[row] < 0:
            return []
        path = [row]
        while self._parents[path[-1]] != path[-1]:
            path.append(int(self._parents[path[-1]]))
        return _plain_list(names[path[::-1]])

    # --- facts

    @property
    def facts(self):
        """The result in a few numbers, by name.

        >>> wg.from_edges([0, 1], [1, 2], vertices=4).bfs(0).facts
        {'reached': 3, 'highest': 2}
        """
        if "_facts" not in self.__dict__:
            self._facts = {name: self._fact(name, fact) for name, fact in dict(self._outcome.facts()).items()}
        return self._facts

    def _fact(self, name, fact):
        return self._graph._named_place(fact) if name in self._vertex_facts and fact is not None else fact

    @property
    def report(self):
        """How the run went: a Report.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).report.end
        'converged'
        """
        if "_report" not in self.__dict__:
            self._report = Report(self._outcome.report())
        return self._report

    @property
    def seconds(self):
        """Of the run. Values that stay on the device until they are asked for are not brought to the host in it.

        >>> 0 < wg.from_edges([0, 1], [1, 2]).bfs(0).seconds < 60
        True
        """
        return self._outcome.seconds

    # --- as something else

    def to_pandas(self):
        """A frame of pandas with a row for each vertex and the column `vertex`, or with a row for each edge.

        >>> wg.from_edges(["Rome"], ["Oslo"]).bfs("Rome").to_pandas()
          vertex  level
        0   Oslo      1
        1   Rome      0
        """
        import pandas

        columns = {} if self._kind == "edges" else {"vertex": self.names}
        columns.update(self.columns)
        return pandas.DataFrame({name: column for name, column in columns.items() if column is not None})

    def to_arrow(self):
        """A table of Arrow with the columns of to_pandas(). Whatever takes such tables takes the result itself, too:
        `polars.DataFrame(result)`, or a query of DuckDB.

        >>> wg.from_edges(["a"], ["b"]).bfs("a").to_arrow().column_names
        ['vertex', 'level']
        """
        import pyarrow

        columns = {} if self._kind == "edges" else {"vertex": self.names}
        columns.update(self.columns)
        return pyarrow.table({name: pyarrow.array(each) for name, each in columns.items() if each is not None})

    def __arrow_c_stream__(self, requested_schema=None):
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def top(self, n=10, by=None, *, least=False):
        """The n vertices with the greatest values, or the least ones, as pairs of name and value; equal ones in the order
        of the vertices. `by`: a column other than the first.

        >>> wg.from_edges([0, 0, 0], [1, 2, 3]).pagerank().top(1)[0][0]
        0
        """
        values = self.values if by is None else self._column(by)
        if values.dtype == object:
            raise UsageError(f"top: {by or 'the column'} is of names, which are neither great nor small")
        n = min(int(n), values.size)
        keys = values.astype(np.float64) if values.dtype.kind == "f" else values.astype(np.int64, copy=False)
        keys = np.where(np.isnan(keys), -np.inf, keys) if keys.dtype.kind == "f" and not least else keys
        if not least:
            keys = -keys
        if n < values.size:
            bound = np.partition(keys, n - 1)[n - 1] if n else 0
            candidates = np.flatnonzero(keys <= bound)
        else:
            candidates = np.arange(values.size)
        rows = candidates[np.argsort(keys[candidates], kind="stable")][:n]
        if self._kind == "edges":
            names = zip(_plain_list(self.source[rows]), _plain_list(self.target[rows]))
        else:
            names = _plain_list(self.names[rows])
        return list(zip(names, _plain_list(values[rows])))

    def __repr__(self):
        columns = list(self._makers)
        return f"<warpgraph.Result: {self._algorithm}, {len(self):,} {self._kind}, columns {', '.join(columns)}>"

    def _repr_html_(self):
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name.replace('_', ' '))}</th><td style='text-align:left'>"
            f"{html.escape(_shown(value))}</td></tr>"
            for name, value in self.facts.items()
        )
        pictures = "".join(
            f"<figure style='display:inline-block;margin:0 1em 0 0'>{picture}<figcaption>{html.escape(name)}</figcaption></figure>"
            for name, picture in ((name, _histogram(column)) for name, column in self.columns.items())
            if picture
        )
        return (
            f"<div><b>{html.escape(self._algorithm)}</b>: {len(self):,} {self._kind}, {html.escape(repr(self.report)[1:-1])}"
            f"<br>{pictures}<table>{rows}</table></div>"
        )


def _plain(value):
    return value.item() if isinstance(value, np.generic) else value


def _plain_list(values):
    return values.tolist()


def _shown(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    return "none" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _histogram(values, bins=24, width=240, height=60):
    """How the numbers of a column are spread, as SVG; nothing for names."""
    if values is None or values.dtype == object or values.size == 0:
        return ""
    numbers = values[np.isfinite(values)] if values.dtype.kind == "f" else values
    if numbers.size == 0:
        return ""
    counts, edges = np.histogram(numbers, bins=bins)
    step = width / bins
    tall = np.log1p(counts) / np.log1p(counts.max())  # values of graphs are skewed
    bars = "".join(
        f"<rect x='{i * step:.1f}' y='{height * (1 - share):.1f}' width='{step - 1:.1f}' height='{height * share:.1f}'>"
        f"<title>{edges[i]:.4g} to {edges[i + 1]:.4g}: {count:,}</title></rect>"
        for i, (count, share) in enumerate(zip(counts.tolist(), tall.tolist()))
    )
    return (
        f"<svg width='{width}' height='{height + 14}' fill='#4878a8' font-size='10'>{bars}"
        f"<text x='0' y='{height + 12}' fill='currentColor'>{edges[0]:.4g}</text>"
        f"<text x='{width}' y='{height + 12}' text-anchor='end' fill='currentColor'>{edges[-1]:.4g}</text></svg>"
    )
