# SPDX-License-Identifier: Apache-2.0
# Made by python/tools/stubs.py.
from collections.abc import Callable, Hashable, Iterable, Mapping
from os import PathLike
from typing import Any, NamedTuple

from numpy import ndarray
from numpy.typing import ArrayLike

from . import errors as errors
from .errors import Cancelled as Cancelled
from .errors import DeviceError as DeviceError
from .errors import Error as Error
from .errors import InputError as InputError
from .errors import OutOfMemory as OutOfMemory
from .errors import OutOfTime as OutOfTime
from .errors import RankError as RankError
from .errors import UnknownVertex as UnknownVertex
from .errors import UsageError as UsageError
from .program import NO_VERTEX as NO_VERTEX
from .program import Array as Array
from .program import Max as Max
from .program import Min as Min
from .program import Or as Or
from .program import Plus as Plus
from .program import Program as Program
from .program import ProgramError as ProgramError
from .program import Vertex as Vertex
from .program import bool_ as bool_
from .program import compile_program as compile_program
from .program import float32 as float32
from .program import float64 as float64
from .program import int16 as int16
from .program import int32 as int32
from .program import int64 as int64
from .program import int8 as int8
from .program import uint16 as uint16
from .program import uint32 as uint32
from .program import uint64 as uint64
from .program import uint8 as uint8

class Graph:
    """A graph and the devices that work on it. It does not change.

    Made by `from_edges`, `from_scipy`, `from_pandas`, `from_networkx`, `from_arrow`, `read` or `generate`. Its algorithms
    are methods: `wg.algorithms()` lists them. The first run puts the graph on the devices, later ones find it there.
    Several threads may use one graph; runs on the same devices take turns.

    >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
    >>> G
    <warpgraph.Graph: 3 vertices, 3 edges, undirected, weights int64>
    >>> G.names.tolist()
    ['Bern', 'Oslo', 'Rome']"""
    @property
    def n(self) -> int:
        """How many vertices it has.

        >>> wg.from_edges([0, 1], [1, 2]).n
        3"""
        ...
    @property
    def m(self) -> int:
        """How many edges it has; an undirected one counts once.

        >>> wg.from_edges([0, 1], [1, 2]).m
        2"""
        ...
    @property
    def directed(self) -> bool:
        """Whether its edges have a direction.

        >>> wg.from_edges([0, 1], [1, 2]).directed
        False"""
        ...
    @property
    def weighted(self) -> bool:
        """Whether its edges have weights.

        >>> wg.from_edges([0, 1], [1, 2], weight=[5, 7]).weighted
        True"""
        ...
    @property
    def weight_type(self) -> str | None:
        """The type of the weights, for NumPy; None if there are none.

        >>> wg.from_edges([0, 1], [1, 2], weight=[0.5, 7]).weight_type
        'float64'"""
        ...
    @property
    def devices(self) -> str:
        """The devices that run what does not ask for others.

        >>> wg.from_edges([0, 1], [1, 2], devices="host:2").devices
        'host:2'"""
        ...
    @property
    def names(self) -> ndarray:
        """What the vertices are called, in the order that all results have.

        >>> wg.from_edges(["Rome", "Oslo"], ["Oslo", "Bern"]).names.tolist()
        ['Bern', 'Oslo', 'Rome']"""
        ...
    @property
    def has_names(self) -> bool:
        """Whether vertices are called by something else than 0, 1, 2, ...

        >>> wg.from_edges([0, 1], [1, 2]).has_names, wg.from_edges([7], [5]).has_names
        (False, True)"""
        ...
    def degrees(self) -> ndarray:
        """How many edges leave each vertex. Of an undirected graph: how many there are at it, a self-loop once.

        >>> wg.from_edges([0, 0, 1], [1, 2, 1]).degrees().tolist()
        [2, 2, 1]"""
        ...
    def in_degrees(self) -> ndarray:
        """How many edges lead to each vertex.

        >>> wg.from_edges([0, 0, 1], [1, 2, 2], directed=True).in_degrees().tolist()
        [0, 1, 2]"""
        ...
    def __len__(self) -> int: ...
    def __contains__(self, name: Any) -> bool: ...
    def to_scipy(self) -> Any:
        """The adjacency matrix, a `scipy.sparse.csr_array`: entry (u, v) is the weight of the edge from u to v, 1 without
        weights. Rows and columns are in the order of `names`. Its arrays are copies.

        >>> wg.from_edges([0, 1], [1, 2]).to_scipy().toarray().tolist()
        [[0, 1, 0], [1, 0, 1], [0, 1, 0]]"""
        ...
    def to_edges(self) -> tuple[ndarray, ndarray, ndarray | None]:
        """Arrays with the source, the target and the weight of each edge; the weights are None if there are none. An
        undirected edge is listed once.

        >>> [each.tolist() for each in wg.from_edges(["a", "c"], ["b", "a"], weight=[5, 7]).to_edges()]
        [['a', 'a'], ['b', 'c'], [5, 7]]"""
        ...
    def to_networkx(self) -> Any:
        """The same graph of NetworkX.

        >>> wg.from_edges(["a"], ["b"], weight=[5]).to_networkx().edges(data=True)
        EdgeDataView([('a', 'b', {'weight': 5})])"""
        ...
    def write(self, path: str | PathLike[str], *, format: str | None = None, weights: bool = True) -> None:
        """Writes a file, in the format that its name says or `format`: wg.formats() lists them. Names that are no numbers
        cannot be written, and are an error.

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "roads.wg")
        ...     wg.from_edges([0, 1], [1, 2], weight=[5, 7]).write(path)
        ...     print(wg.read(path))
        <warpgraph.Graph: 3 vertices, 2 edges, undirected, weights int64>"""
        ...
    def leave_devices(self) -> None:
        """Gives the devices' memory back. The next run puts the graph there again.

        >>> G = wg.from_edges([0, 1], [1, 2])
        >>> before = G.bfs(0)
        >>> G.leave_devices()
        >>> G.bfs(0)[2] == before[2]
        True"""
        ...
    def run(self, program: Any, *arguments: Any, **options: Any) -> Result:
        """Runs a vertex program, or an algorithm by its name: G.run(Distances, source="Rome"), G.run("bfs", "Rome").

        Args:
            program: a subclass of Program, an object of one, what compile_program made, or a name.
            options: the program's parameters, and those of the engine: max_supersteps, deterministic, plan, time_supersteps,
                until (a list of vertices), devices, memory_limit, progress, time_limit.

        >>> wg.from_edges(["Rome"], ["Oslo"]).run("bfs", "Rome")["Oslo"]
        1"""
        ...
    def bfs(self, source: Hashable, *, parents: bool = False, contract: bool = False, plan: str | None = None, max_supersteps: int | None = 4294967295, deterministic: bool | None = False, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Breadth-first search: the level of every vertex, or its parent; -1 where there is none.

        Args:
            source: the vertex that it starts at.
            parents: parents instead of levels.
            contract: search on the graph without hanging trees and chains of vertices of degree 2, which is made once for all sources; of an undirected graph on one device.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            deterministic: give the same bits in every run, for parents too.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            level: edges from the source to the vertex; -1 where there is none.
            parent: the neighbour from which the vertex was reached; the source's is itself; -1 where there is none (if it is asked for).

        Facts:
            reached: vertices that a path leads to, and the source.
            highest: the highest level, where levels are wanted.
            vertices_left: of --contract: vertices of the contracted graph.
            edges_left: of --contract: edges of the contracted graph, each once.
            contraction_seconds: of --contract: the time to make that graph, once for all sources, in seconds.

        >>> G = wg.from_edges(["a", "b", "x"], ["b", "c", "y"])
        >>> hops = G.bfs("a", columns=["level", "parent"])
        >>> hops.level.tolist(), hops.parent.tolist()  # -1, None: there is no path
        ([0, 1, 2, -1, -1], ['a', 'a', 'b', None, None])
        >>> hops.reached
        3"""
        ...
    def sssp(self, source: Hashable, *, contract: bool = False, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Shortest paths from one vertex; -1 (inf for floats) where there is none.

        Weights are finite lengths of at least 0.

        Args:
            source: the vertex that it starts at.
            contract: search on the graph without hanging trees and chains of vertices of degree 2, which is made once for all sources; of an undirected graph on one device.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            distance: the length of the shortest path from the source; infinity, or -1, where there is none.
            parent: the vertex before it on a shortest path; the source's is itself; -1 where there is none (if it is asked for).

        Facts:
            reached: vertices that a path leads to, and the source.
            farthest: the largest distance, where distances are wanted.
            vertices_left: of --contract: vertices of the contracted graph.
            edges_left: of --contract: edges of the contracted graph, each once.
            contraction_seconds: of --contract: the time to make that graph, once for all sources, in seconds.

        >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
        >>> far = G.sssp("Rome")
        >>> far["Bern"], dict(zip(far.names, far.values.tolist()))
        (4, {'Bern': 4, 'Oslo': 3, 'Rome': 0})"""
        ...
    def sswp(self, source: Hashable, *, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Widest paths from one vertex: a path is as wide as its narrowest edge.

        Args:
            source: the vertex that it starts at.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            width: the narrowest edge of the widest path from the source, whose own width is the highest number; the lowest number where there is none.

        Facts:
            reached: vertices that a path leads to, and the source.
            narrowest: the least width of a vertex that a path leads to.

        >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 1, 2])
        >>> G.sswp("Rome")["Bern"]  # over Oslo, where the narrowest edge has 2
        2"""
        ...
    def cc(self, *, method: str | None = 'union-find', superstep_times: Any = False, hub: Any = None, superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Connected components; a directed graph's directions do not matter.

        Args:
            method: union-find (most edges are never looked at) or sequential (one thread of the host); one of union-find, sequential; default: union-find.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            component: the lowest vertex of the vertex's component.

        Facts:
            components: components of the graph.
            largest: vertices of the largest component.

        >>> parts = wg.from_edges(["a", "x", "b"], ["b", "y", "c"]).cc()
        >>> parts.components, parts.largest, parts["c"], parts["y"]
        (2, 3, 'a', 'x')"""
        ...
    def cc_labels(self, *, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Connected components of an undirected graph by label propagation.

        Takes undirected graphs only.

        Args:
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            component: the lowest vertex of the vertex's component.

        Facts:
            components: components of the graph.
            largest: vertices of the largest component.

        >>> wg.from_edges(["a", "x", "b"], ["b", "y", "c"]).cc_labels().values.tolist()
        ['a', 'a', 'a', 'x', 'x']"""
        ...
    def scc(self, *, hub: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Strongly connected components of a directed graph.

        Args:
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            component: the lowest vertex of the vertex's component.

        Facts:
            components: components of the graph.
            largest: vertices of the largest component.

        >>> loops = wg.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=True).scc()
        >>> loops.components, loops.values.tolist()
        (2, [0, 0, 0, 3])"""
        ...
    def betweenness(self, *, sources: Hashable | Iterable[Hashable] | None = None, samples: int | None = None, seed: int | None = 1, normalised: bool = False, searches_at_once: int | None = 0, plan: str | None = None, max_supersteps: int | None = 4294967295, deterministic: bool | None = False, hub: Any = None, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Betweenness centrality: the part of the shortest paths that lead through each vertex.

        Args:
            sources: vertices where paths start; may be repeated; without it and samples, all do; ids of vertices.
            samples: N random sources instead; a whole number from 1 on.
            seed: random numbers of samples; a whole number from 0 on; default: 1.
            normalised: in parts of the highest value there can be, for any number of sources.
            searches_at_once: N searches at once on a device, each with memory of its own; 0: 4 on a GPU with much room, else 1; a whole number from 0 to 64; default: 0.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            deterministic: give the same bits in every run, for parents too.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            betweenness: the part of the shortest paths that lead through the vertex.

        Facts:
            highest: the highest value.
            most_central: the first vertex that has it.

        >>> path = wg.from_edges(["a", "b", "c"], ["b", "c", "d"])
        >>> path.betweenness(normalised=True).top(2)
        [('b', 0.666...), ('c', 0.666...)]
        >>> path.betweenness(sources=["a"]).values.tolist()  # of the paths from one vertex
        [0.0, 2.0, 1.0, 0.0]"""
        ...
    def hits(self, *, hubs: bool = False, tolerance: float | None = 0.0001, iterations: int | None = 100, double: bool = False, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, deterministic: bool | None = False, superstep_times: Any = False, hub: Any = None, superstep_timeout: Any = None, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Hubs and authorities; each add up to 1.

        Args:
            hubs: hubs instead of authorities.
            tolerance: stop when the hubs have changed by no more, in sum; 0: after iterations; a number from 0 on; default: 1e-4.
            iterations: stop after N iterations; a whole number from 0 to 4294967295; default: 100.
            double: hubs and authorities in double precision.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            deterministic: give the same bits in every run, for parents too.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            authority: how good the hubs are that point to the vertex.
            hub: how good the authorities are that the vertex points to (if it is asked for).

        Facts:
            highest: the highest value.
            highest_vertex: the first vertex that has it.
            sum: of all values.
            weights: of graphs that have weights: not used.

        >>> links = wg.from_edges(["list", "list", "blog"], ["page", "site", "page"], directed=True)
        >>> found = links.hits(columns=["authority", "hub"])
        >>> found.top(1)[0][0], found.top(1, by="hub")[0][0]
        ('page', 'list')"""
        ...
    def pagerank(self, *, damping: float | None = 0.85, tolerance: float | None = 0.0001, iterations: int | None = 100, sources: Hashable | Iterable[Hashable] | None = None, double: bool = False, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, deterministic: bool | None = False, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """PageRank by power iteration; ranks add up to 1.

        Args:
            damping: probability of following an edge; a number from 0 to below 1; default: 0.85.
            tolerance: stop when the ranks have changed by no more, in sum; 0: after iterations; a number from 0 on; default: 1e-4.
            iterations: stop after N iterations; a whole number from 0 to 4294967295; default: 100.
            sources: personalised: start over at these vertices; may be repeated; ids of vertices.
            double: ranks in double precision.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            deterministic: give the same bits in every run, for parents too.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            rank: the chance to be at the vertex.

        Facts:
            highest: the highest value.
            highest_vertex: the first vertex that has it.
            sum: of all values.
            weights: of graphs that have weights: not used.

        >>> links = wg.from_edges(["a", "b", "c", "c"], ["c", "c", "a", "b"], directed=True)
        >>> ranks = links.pagerank()
        >>> [(page, round(rank, 2)) for page, rank in ranks.top(3)]
        [('c', 0.49), ('a', 0.26), ('b', 0.26)]
        >>> links.pagerank(sources=["b"], damping=0.5).highest_vertex  # seen from b
        'b'"""
        ...
    def contraction(self, *, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """What is left of an undirected graph without hanging trees and chains, and where the others are in it.

        Takes undirected graphs only.

        Args:
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            end: a vertex that is left: itself, an end of its chain, or that of what it hangs from.
            other_end: the other end of that chain; of others the same vertex (if it is asked for).
            distance: edges between the vertex and its end (if it is asked for).
            other_distance: edges between the vertex and its other end (if it is asked for).

        Facts:
            vertices_left: vertices of the graph that is left.
            edges_left: edges of that graph, each once.
            in_chains: vertices of degree 2 that lie in chains.
            hanging: vertices of hanging trees.

        >>> road = wg.from_edges(["a", "b", "c", "c", "c"], ["b", "c", "d", "e", "f"])  # a - b - c with leaves
        >>> road.contraction().facts
        {'vertices_left': 1, 'edges_left': 0, 'in_chains': 0, 'hanging': 5}"""
        ...
    def kcore(self, *, superstep_times: Any = False, hub: Any = None, superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Core number of every vertex of an undirected graph, by peeling.

        Takes undirected graphs only.

        Args:
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            core: the largest k such that the vertex is in the k-core.

        Facts:
            degeneracy: the largest core number.
            innermost_core: vertices that have it.

        >>> cores = wg.from_edges([0, 0, 1, 2], [1, 2, 2, 3]).kcore()
        >>> cores.values.tolist(), cores.degeneracy
        ([2, 2, 2, 1], 2)"""
        ...
    def label_propagation(self, *, iterations: int | None = 10, plan: str | None = None, max_supersteps: int | None = 4294967295, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Communities by label propagation: each vertex takes the commonest label of its neighbours.

        Args:
            iterations: stop after N iterations, or when no label changes; a whole number from 0 to 4294967295; default: 10.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            label: the vertex whose label the vertex has.

        Facts:
            communities: labels that some vertex has.
            largest: vertices with the commonest label.

        >>> friends = wg.from_edges(["a", "a", "b", "d", "d", "e"], ["b", "c", "c", "e", "f", "f"])
        >>> communities = friends.label_propagation()
        >>> communities["f"], communities.communities
        ('d', 2)"""
        ...
    def list_ranking(self, *, end: str | None = 'head', method: str | None = 'walkers', seed: int | None = 1, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """How far each vertex is from an end of its list, in a graph of lists.

        Takes graphs of lists only: one edge at most leaves a vertex and one leads to it, and none closes a circle.

        Args:
            end: where ranks count from: the head or the tail of the list; one of head, tail; default: head.
            method: walkers (lanes walk from many vertices at once) or sequential (one thread of the host); one of walkers, sequential; default: walkers.
            seed: of walkers: where they begin; no rank depends on it; a whole number from 0 on; default: 1.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            rank: edges between the vertex and the end.
            head: the first vertex of the list (if it is asked for).

        Facts:
            lists: lists of the graph.

        >>> line = wg.from_edges(["Rome", "Oslo"], ["Oslo", "Bern"], directed=True)
        >>> line.list_ranking()["Bern"], line.list_ranking(columns=["head"])["Bern"]
        (2, 'Rome')"""
        ...
    def msf(self, *, method: str | None = 'filtered', light_edges: float | None = 2.0, superstep_times: Any = False, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Minimum spanning forest of an undirected graph.

        Takes undirected graphs only.

        Args:
            method: filtered (the lightest edges first) or boruvka (rounds over all edges); one of filtered, boruvka; default: filtered.
            light_edges: of filtered: about X edges per vertex come first; 0: all do; a number from 0 on; default: 2.
            superstep_times: time every superstep.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            source: one end of the edge.
            target: the other end.
            weight: of graphs that have weights: that of the edge.

        Facts:
            weight: of all edges together; an edge without one weighs 1.
            edges: edges of the forest.
            components: components of the graph, which are the trees.
            rounds: rounds of the algorithm.
            discovery_seconds: of boruvka: finding the lightest edge of every tree, in seconds.
            merging_seconds: of boruvka: joining trees, in seconds.
            edges: edges of the graph that the device has looked at.
            kept: of these, edges that the device has not ruled out by itself.
            received: edges that others have kept.

        >>> forest = wg.from_edges(["a", "b", "a"], ["b", "c", "c"], weight=[1, 2, 5]).msf()
        >>> sorted(sorted(pair) for pair in zip(forest.source, forest.target))
        [['a', 'b'], ['b', 'c']]
        >>> forest.facts["weight"], forest.components
        (3, 1)"""
        ...
    def trees(self, *, roots: Hashable | Iterable[Hashable] | None = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> RootedForest:
        """Parents, roots, depths, orders and subtrees of the trees of a forest.

        Takes undirected graphs without cycles only.

        Args:
            roots: vertices that are the roots of their trees; each other tree has the vertex of the lowest id; may be repeated; ids of vertices.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            parent: the next vertex on the way to the root; a root's own.
            root: the root of the vertex's tree.
            depth: edges between the vertex and its root.
            preorder: vertices that a walk around the trees comes to before this one.
            size: vertices of the vertex's subtree, itself among them.

        Facts:
            trees: trees of the forest.

        >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
        >>> tree.depth.tolist(), tree.common_ancestors(["d"], ["c"])[0]
        ([0, 1, 1, 2], 'a')"""
        ...
    def triangles(self, *, hub: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Triangles of an undirected graph: how many there are, and with --output at every vertex.

        Takes undirected graphs only.

        Args:
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            triangles: triangles that the vertex belongs to.

        Facts:
            triangles: triangles of the graph.
            clustering: the part of the pairs of neighbours that are neighbours, too.

        >>> found = wg.from_edges([0, 0, 1, 2], [1, 2, 2, 3]).triangles()
        >>> found.values.tolist(), found.facts["triangles"], round(found.clustering, 2)
        ([1, 1, 1, 0], 1, 0.6)"""
        ...
    def circuit(self, *, fix: Mapping[Hashable, float] | None = None, initial: ArrayLike | str | None = None, tolerance: float | None = 0.0001, iterations: int | None = 1000, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Circuit simulation: potentials of nodes between conductances, some of them fixed.

        Weights are conductances of at least 0.

        Args:
            fix: hold this node at a potential; may be repeated; a vertex and its value.
            initial: a value for every vertex to begin with, instead of 0; text, .npy or .bin; a file.
            tolerance: stop when no value has changed by more; 0: after iterations; a number from 0 on; default: 1e-4.
            iterations: stop after N iterations; a whole number from 0 to 4294967295; default: 1000.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            potential: the potential of the node.

        Facts:
            lowest: the lowest value.
            highest: the highest value.
            mean: the mean of all values.

        >>> wires = wg.from_edges([0, 1, 2], [1, 2, 3])  # of the same resistance
        >>> wires.circuit(fix={0: 9, 3: 0}, tolerance=1e-6).values.round(2).tolist()
        [9.0, 6.0, 3.0, 0.0]"""
        ...
    def heat(self, *, hot: Mapping[Hashable, float] | None = None, rate: float | None = None, initial: ArrayLike | str | None = None, tolerance: float | None = 0.0001, iterations: int | None = 1000, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Heat simulation: temperatures that even out along the edges.

        Weights are conductivities of at least 0.

        Args:
            hot: temperature of this vertex to begin with; may be repeated; a vertex and its value.
            rate: length of a time step; the limit is what is stable; a number above 0; default: half the limit.
            initial: a value for every vertex to begin with, instead of 0; text, .npy or .bin; a file.
            tolerance: stop when no value has changed by more; 0: after iterations; a number from 0 on; default: 1e-4.
            iterations: stop after N iterations; a whole number from 0 to 4294967295; default: 1000.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            temperature: the temperature of the vertex.

        Facts:
            lowest: the lowest value.
            highest: the highest value.
            mean: the mean of all values.

        >>> rod = wg.from_edges([0, 1], [1, 2])
        >>> rod.heat(hot={0: 30}, iterations=50, tolerance=0).mean
        10.0"""
        ...
    def neural_network(self, *, input: Mapping[Hashable, float] | None = None, initial: ArrayLike | str | None = None, tolerance: float | None = 0.0001, iterations: int | None = 1000, plan: str | None = None, gather: Any = None, max_supersteps: int | None = 4294967295, superstep_times: Any = False, hub: Any = None, refinement: Any = 'updated', superstep_timeout: Any = None, deterministic: bool | None = False, time_limit: float | None = None, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None) -> Result:
        """Neural network: every output is the tanh of the weighted sum of those of its sources.

        Args:
            input: output of this neuron to begin with; may be repeated; a vertex and its value.
            initial: a value for every vertex to begin with, instead of 0; text, .npy or .bin; a file.
            tolerance: stop when no value has changed by more; 0: after iterations; a number from 0 on; default: 1e-4.
            iterations: stop after N iterations; a whole number from 0 to 4294967295; default: 1000.
            plan: use PLAN for every superstep that allows it; one of pull-all, pull-active, pull-first, pull-unsettled, push, push-loop, priority; default: the engine chooses.
            gather: let pull-all spread edges over lanes in this way; one of thread, virtual-2, virtual-4, virtual-8, virtual-16, virtual-32, segments, equal-split; default: by the lengths of the rows.
            max_supersteps: stop after N supersteps; a whole number from 0 to 4294967295; default: no limit.
            superstep_times: time every superstep.
            hub: how devices tell each other: host, peer or nccl; one of host, peer, nccl; default: the best that they have.
            refinement: values that they send: all; marked, those that another device reads; or updated, of these; one of all, marked, updated; default: updated.
            superstep_timeout: give up when a superstep takes longer, and name the devices that are late; a whole number from 1 to 4294967295; default: never.
            deterministic: give the same bits in every run, for parents too.
            time_limit: give up when the algorithm has taken so long, without a result; a number above 0; default: none.
            columns: names of those that are wanted; without it those that a run makes by itself.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.
            progress: True, or a function that gets a dictionary after each superstep or wait, and ends the run with False.

        Columns:
            output: the output of the neuron.

        Facts:
            lowest: the lowest value.
            highest: the highest value.
            mean: the mean of all values.

        >>> net = wg.from_edges([0, 1, 2], [2, 2, 3], weight=[0.5, -0.5, 2.0], directed=True)
        >>> [round(each, 2) for each in net.neural_network(input={0: 1, 1: 0}).values.tolist()]
        [1.0, 0.0, 0.46, 0.73]"""
        ...
    def partition(self, k: int, *, tolerance: ArrayLike | None = 0.03, min_weight: ArrayLike | None = None, max_weight: ArrayLike | None = None, connected: bool = False, objective: str | None = 'cut', preset: str | None = 'default', method: str | None = 'multilevel', seed: int | None = 1, fixed: ArrayLike | None = None, start: ArrayLike | None = None, weights: bool = True, vertex_weights: ArrayLike | None = None, targets: ArrayLike | None = None, devices: str | None = None, memory_limit: int | str | None = None) -> Result:
        """Parts of about equal weight with few edges between them. The graph is undirected.

        Args:
            k: how many parts.
            tolerance: by which fraction a part may be heavier than its share; one number, or one for each constraint; a number from 0 on; default: 0.03.
            min_weight: least weight of a part; one number, or one for each part; a whole number from 0 to 9223372036854775807.
            max_weight: largest weight of a part, instead of tolerance; one number, or one for each part; a whole number from 0 to 9223372036854775807.
            connected: every part is connected, in each component of the graph at least.
            objective: what is made small: cut, or volume, the communication between the parts; one of cut, volume; default: cut.
            preset: fast, default, or strong for the best cut; one of fast, default, strong; default: default.
            method: multilevel; plugins bring others; one of multilevel; default: multilevel.
            seed: random numbers; the same seed gives the same partition on every device (multilevel); a whole number from 0 on; default: 1.
            fixed: part of each vertex that must be in it; -1 where it is free.
            start: partition to start from, from which few vertices shall move.
            weights: whether the weights of edges count, which are whole numbers then.
            vertex_weights: whole numbers, one for each vertex, or a row of several constraints.
            targets: the share of each part, or a row of shares for several constraints.
            devices: the devices that run it, such as host:4 or cuda:0,1; without it those of the graph.
            memory_limit: bytes of each device that may be used, or text such as 4G.

        >>> wg.generate("grid2d", width=8, height=8).partition(4).imbalance <= 0.03
        True"""
        ...
    ...

class PartOfGraph(Graph):
    """What this rank has of a graph: the edges into its own vertices. Runs are made by all ranks together, and results have
    the values of the own vertices; facts are those of the whole graph. comm.gather(result.to_pandas()) brings all to one
    rank."""
    @property
    def m(self) -> int:
        """How many edges the whole graph has; an undirected one is listed twice, and counted so."""
        ...
    @property
    def own(self) -> int:
        """How many vertices are this rank's."""
        ...
    @property
    def has_names(self) -> bool:
        """Whether the vertices' names are told: those of the own vertices are."""
        ...
    def __contains__(self, name: Any) -> bool: ...
    ...

class DeviceArray:
    """A column of a result in the memory of the device that ran it: what Result.on_device returns.

    Other libraries take it without a copy: `cupy.asarray(array)`, `torch.from_dlpack(array)`, `numpy.from_dlpack(array)`. The
    values are complete, so that any stream may read them. `numpy.asarray(array)` copies them from a GPU.

    >>> wg.from_edges([0, 1], [1, 2], devices="host").pagerank().on_device()
    <warpgraph.DeviceArray: 3 values, float32, cpu>"""
    @property
    def size(self) -> int:
        """How many values there are.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().size
        3"""
        ...
    @property
    def shape(self) -> tuple[int]:
        """The size, as arrays have it.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().shape
        (3,)"""
        ...
    @property
    def ndim(self) -> int:
        """One dimension.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().ndim
        1"""
        ...
    @property
    def dtype(self) -> Any:
        """The values' type, of NumPy.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().dtype
        dtype('int64')"""
        ...
    @property
    def device(self) -> str:
        """Where it is: "cpu", or "cuda:0" with the driver's number.

        >>> wg.from_edges([0, 1], [1, 2], devices="host").bfs(0).on_device().device
        'cpu'"""
        ...
    def to_numpy(self) -> ndarray:
        """The values in host memory. Copies what is on a GPU, each time.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().to_numpy().tolist()
        [0, 1, 2]"""
        ...
    def __len__(self) -> int: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        ...
    ...

class Ranks:
    """The processes of a communicator of mpi4py, each of which has a part of a graph.

    All ranks make the same calls in the same order. An error of one ends the call of all: the others raise RankError,
    which names it. As a context (`with wg.Ranks(comm) as ranks:`) it tells the others of an exception, too, that leaves the
    block on one rank.

    Args:
        comm: a communicator; without it all processes, mpi4py.MPI.COMM_WORLD. It is duplicated, and stays yours.
        time_limit: how many seconds a rank may be late; 0 waits for ever.
        devices: those of this rank, as `wg.set_devices` has them. With "auto" and "cuda" each takes a GPU of its own.
        memory_limit: how much of each device's memory may be used."""
    @property
    def rank(self) -> int:
        """The number of this rank."""
        ...
    @property
    def size(self) -> int:
        """How many ranks there are."""
        ...
    @property
    def devices(self) -> str:
        """The devices of this rank, as they were asked for."""
        ...
    def fail(self, why: Any) -> None:
        """Says to all other ranks that this one cannot go on, and why: they raise RankError. Does not wait."""
        ...
    def __enter__(self) -> Ranks: ...
    def __exit__(self, kind: Any, error: Any, trace: Any) -> None: ...
    ...

class Report:
    """How a run went.

    `end`: why it ended ("converged"). `seconds`: of the call in C++. `devices`: how many took part. `supersteps`: a list of
    dictionaries, one for each superstep of the engine. `advice`: what would have made it faster, if the engine knows.

    >>> report = wg.from_edges([0, 1], [1, 2]).bfs(0).report
    >>> report.end, report.devices, report.supersteps[0]["active_vertices"]
    ('converged', 1, 1)"""
    ...

class Result:
    """What a run leaves: columns with a value for each vertex, or for each edge that it chose, and facts.

    Columns and facts are attributes, too: `ranks.values`, `ranks.sum`. Columns are arrays of NumPy that are only read, made when they are
    asked for: until then they stay on the device, where `on_device` has them. An algorithm that leaves edges has the columns `source`, `target` and `weight`.

    >>> result = wg.from_edges(["a", "b"], ["b", "c"]).bfs("a")
    >>> result
    <warpgraph.Result: bfs, 3 vertices, columns level>
    >>> result["c"], result.values.tolist(), result.names.tolist()
    (2, [0, 1, 2], ['a', 'b', 'c'])"""
    @property
    def algorithm(self) -> str:
        """The name of what ran.

        >>> wg.from_edges([0], [1]).cc().algorithm
        'cc'"""
        ...
    @property
    def columns(self) -> dict[str, ndarray]:
        """The columns by name.

        >>> found = wg.from_edges([0, 1], [1, 2]).bfs(0, columns=["level", "parent"])
        >>> {name: column.tolist() for name, column in found.columns.items()}
        {'level': [0, 1, 2], 'parent': [0, 0, 1]}"""
        ...
    @property
    def values(self) -> ndarray:
        """The first column; of edges their weights.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).values.tolist()
        [0, 1, 2]"""
        ...
    @property
    def names(self) -> ndarray:
        """What the vertices are called, in the order of the columns.

        >>> wg.from_edges(["Rome"], ["Oslo"]).bfs("Rome").names.tolist()
        ['Oslo', 'Rome']"""
        ...
    def on_device(self, name: Any = None) -> DeviceArray:
        """A column in the memory of the device that ran it, for CuPy, PyTorch and others: a DeviceArray. Without a name the
        column that `values` has. A run on one device leaves most columns there; others are copied to it, once.

        >>> import numpy
        >>> result = wg.from_edges([0, 1], [1, 2], devices="host").bfs(0)
        >>> numpy.from_dlpack(result.on_device("level")).tolist()
        [0, 1, 2]"""
        ...
    def __getattr__(self, name: Any) -> Any: ...
    def __len__(self) -> int: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any: ...
    def __getitem__(self, name: Any) -> Any:
        """The value of the vertex that is called so: of several columns, a tuple.

        >>> G = wg.from_edges(["Rome"], ["Oslo"])
        >>> G.bfs("Rome")["Oslo"], G.bfs("Rome", columns=["level", "parent"])["Oslo"]
        (1, (1, 'Rome'))"""
        ...
    def path_to(self, name: Any) -> Any:
        """The vertices of a path from the source to a vertex, as a list of names; empty if no path leads there. A run that
        has not made the column `parent` is made once more for it, when the first path is asked for.

        >>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
        >>> G.sssp("Rome").path_to("Bern")
        ['Rome', 'Oslo', 'Bern']"""
        ...
    @property
    def facts(self) -> dict[str, Any]:
        """The result in a few numbers, by name.

        >>> wg.from_edges([0, 1], [1, 2], vertices=4).bfs(0).facts
        {'reached': 3, 'highest': 2}"""
        ...
    @property
    def report(self) -> Report:
        """How the run went: a Report.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).report.end
        'converged'"""
        ...
    @property
    def seconds(self) -> float:
        """Of the run. Values that stay on the device until they are asked for are not brought to the host in it.

        >>> 0 < wg.from_edges([0, 1], [1, 2]).bfs(0).seconds < 60
        True"""
        ...
    def to_pandas(self) -> Any:
        """A frame of pandas with a row for each vertex and the column `vertex`, or with a row for each edge.

        >>> wg.from_edges(["Rome"], ["Oslo"]).bfs("Rome").to_pandas()
          vertex  level
        0   Oslo      1
        1   Rome      0"""
        ...
    def to_arrow(self) -> Any:
        """A table of Arrow with the columns of to_pandas(). Whatever takes such tables takes the result itself, too:
        `polars.DataFrame(result)`, or a query of DuckDB.

        >>> wg.from_edges(["a"], ["b"]).bfs("a").to_arrow().column_names
        ['vertex', 'level']"""
        ...
    def top(self, n: Any = 10, by: Any = None, *, least: Any = False) -> list[tuple[Any, Any]]:
        """The n vertices with the greatest values, or the least ones, as pairs of name and value; equal ones in the order
        of the vertices. `by`: a column other than the first.

        >>> wg.from_edges([0, 0, 0], [1, 2, 3]).pagerank().top(1)[0][0]
        0"""
        ...
    ...

class RootedForest(Result):
    """The trees of a graph with parents, roots, depths and orders; what asks where vertices meet.

    >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
    >>> tree["d"]  # its parent, root, depth, place in preorder, and the size of its subtree
    ('b', 'a', 2, 2, 1)
    >>> tree.path_to("d")  # from the root
    ['a', 'b', 'd']"""
    def common_ancestors(self, a: Any, b: Any) -> ndarray:
        """Where pairs of vertices meet, as an array of names; None, or -1, where they are in different trees.

        >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
        >>> tree.common_ancestors(["d", "d"], ["c", "b"]).tolist()
        ['a', 'b']"""
        ...
    def path_lengths(self, a: Any, b: Any) -> ndarray:
        """The edges between pairs of vertices; -1 where they are in different trees.

        >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
        >>> tree.path_lengths(["d", "d"], ["c", "b"]).tolist()
        [3, 1]"""
        ...
    def postorder(self) -> ndarray:
        """How many vertices' subtrees end before that of each vertex.

        >>> wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"]).postorder().tolist()
        [3, 1, 2, 0]"""
        ...
    ...

class ListRanks(NamedTuple):
    """Linked lists that were ranked: how far each element is from the end of its list (`rank`), and, if they
    were asked for, the `head` of its list, the elements list by list (`order`) and where each list begins in it (`first`).

    >>> found = wg.rank_lists([2, 4, 1, 3, 3, 5], order=True)
    >>> found.lists, found.order.tolist(), found.first.tolist()
    (2, [0, 2, 1, 4, 3, 5], [0, 5, 6])"""
    rank: ndarray
    head: ndarray | None
    order: ndarray | None
    first: ndarray | None
    lists: int

def algorithms() -> dict[str, str]:
    """The ready algorithms: what each is called, as a method of Graph, and what it computes.

    >>> wg.algorithms()["pagerank"]
    'PageRank by power iteration; ranks add up to 1'"""
    ...

def devices(text: Any = None) -> str:
    """What the devices are: a list of dictionaries.

    >>> [device["name"] for device in wg.devices("host:2")]
    ['host:0', 'host:1']"""
    ...

def formats() -> dict[str, list[str]]:
    """The formats of files, with the extensions of their names.

    >>> wg.formats()["mtx"]
    ['mtx', 'mm']"""
    ...

def from_arrow(table: Any, source: Hashable = 'source', target: Any = 'target', weight: Any = None, **options: Any) -> Graph:
    """A graph of a table with an edge a row: of Arrow, Polars, or whatever has `__arrow_c_stream__`. The arguments are those
    of from_pandas.

    >>> import pyarrow
    >>> flights = pyarrow.table({"from": ["ZRH", "OSL"], "to": ["OSL", "TXL"], "km": [1430, 840]})
    >>> wg.from_arrow(flights, "from", "to", "km").sssp("ZRH")["TXL"]
    2270"""
    ...

def from_csr(row: Any, column: Any, weight: Any = None, *, directed: bool = True, names: ArrayLike | None = None, devices: str | None = None) -> Graph:
    """A graph of compressed rows: the edges of vertex v lead to column[row[v]], ..., column[row[v + 1] - 1]. Columns of 32
    bits, offsets of 64 bits, and the weights are borrowed. directed=False says that each edge is listed at both ends.

    >>> wg.from_csr([0, 1, 2], [1, 0], directed=False).m
    1"""
    ...

def from_edges(source: Hashable, target: Any, weight: Any = None, *, directed: bool = False, vertices: int | None = None, duplicates: str = 'keep', drop_self_loops: bool = False, devices: str | None = None, ranks: Ranks | None = None) -> Graph:
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
    <warpgraph.Graph: 3 vertices, 3 edges, directed>"""
    ...

def from_networkx(graph: Any, weight: Any = 'weight', *, devices: str | None = None) -> Graph:
    """A graph of a graph of NetworkX; what its nodes are called is kept.

    Args:
        graph: of any class of NetworkX. Parallel edges of multigraphs stay.
        weight: the attribute of edges that is their weight, 1 where an edge has none. None, and where no edge has it: the
            graph has no weights.
        devices: that work on the graph (set_devices).

    >>> import networkx
    >>> club = wg.from_networkx(networkx.karate_club_graph())
    >>> club, club.kcore().degeneracy
    (<warpgraph.Graph: 34 vertices, 78 edges, undirected, weights int64>, 4)"""
    ...

def from_pandas(frame: Any, source: Hashable = 'source', target: Any = 'target', weight: Any = None, **options: Any) -> Graph:
    """A graph of a frame of pandas with an edge a row. `source`, `target` and `weight` are names of columns; the options
    are those of from_edges.

    >>> import pandas
    >>> flights = pandas.DataFrame({"from": ["ZRH", "OSL"], "to": ["OSL", "TXL"], "km": [1430, 840]})
    >>> wg.from_pandas(flights, "from", "to", "km").sssp("ZRH").to_pandas()
      vertex  distance
    0    OSL      1430
    1    TXL      2270
    2    ZRH         0"""
    ...

def from_scipy(matrix: Any, *, directed: bool = True, weights: bool = True, names: ArrayLike | None = None, devices: str | None = None) -> Graph:
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
    <warpgraph.Graph: 2 vertices, 1 edges, directed, weights float64>"""
    ...

def generate(name: Any, *, duplicates: str = 'keep', drop_self_loops: bool = False, symmetrise: bool = False, devices: str | None = None, ranks: Ranks | None = None, **parameters: Any) -> Graph:
    """A synthetic graph: wg.generators() lists what there is.

    Args:
        name: of the generator.
        duplicates, drop_self_loops, symmetrise: as of from_edges.
        devices: that work on the graph (set_devices).
        ranks: that make a part of the graph each (wg.Ranks).
        seed: of the random numbers; a whole number from 0 on; default: 1.
        permute: give the vertices random ids; true or false; default: false.
        shuffle: put the edges in random order; true or false; default: false.
        weights: of the edges; none, uniform, skewed, length; default: none.
        weight_type: of the weights; int32, int64, float, double; default: int32.
        lowest_weight: of uniform and skewed weights; a number from -9007199254740992 to 9007199254740992; default: 1.
        highest_weight: of uniform and skewed weights; a number from -9007199254740992 to 9007199254740992; default: 64.

    Generators, each with the parameters of its own:
        rmat: recursive matrix, skewed degrees.
            scale: 2^scale vertices; a whole number from 1 to 31; default: 16.
            edge_factor: edges for each vertex; a number from 0 to 65536; default: 16.
            a: probability of the upper left quadrant; a number from 0 to 1; default: 0.45.
            b: probability of the upper right quadrant; a number from 0 to 1; default: 0.25.
            c: probability of the lower left quadrant; a number from 0 to 1; default: 0.15.
            directed: an edge leads one way; true or false; default: true.
        kron: Graph500's Kronecker graph: R-MAT .57 .19 .19, undirected, permuted.
            scale: 2^scale vertices; a whole number from 1 to 31; default: 16.
            edge_factor: edges for each vertex; a number from 0 to 65536; default: 16.
            a: probability of the upper left quadrant; a number from 0 to 1; default: 0.57.
            b: probability of the upper right quadrant; a number from 0 to 1; default: 0.19.
            c: probability of the lower left quadrant; a number from 0 to 1; default: 0.19.
            directed: an edge leads one way; true or false; default: false.
            permute: give the vertices random ids; true or false; default: true.
        urand: uniformly random edges.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            edge_factor: edges for each vertex; a number from 0 to 65536; default: 16.
            directed: an edge leads one way; true or false; default: false.
        erdos-renyi: G(n, m): different edges, no self-loops.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            edges: number of edges, all different; a whole number from 0 on; default: 1048576.
            directed: an edge leads one way; true or false; default: false.
        random-blocks: dense random graphs side by side.
            edges: number of edges; a whole number from 0 on; default: 1048576.
            density: edges / vertices^2; a number above 0 and up to 1; default: 0.001.
            blocks: parts without edges between them; a whole number from 1 to 4294967295; default: 1.
        preferential: preferential attachment (Barabasi, Albert).
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            degree: edges that a new vertex brings; a whole number from 1 to 65536; default: 8.
        small-world: a ring with moved edges (Watts, Strogatz).
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            degree: neighbours on the ring; even; a whole number from 2 to 65536; default: 16.
            rewire: probability that an edge's far end moves; a number from 0 to 1; default: 0.05.
        web: web-like: skewed sites, copied lists of links.
            vertices: number of pages; a whole number from 1 to 4294967295; default: 65536.
            degree: links of a page on average; a whole number from 1 to 1000; default: 16.
            copy: probability that a link is copied from a page shortly before; a number from 0 to 0.95; default: 0.5.
            local: probability that another link stays in the site; a number from 0 to 1; default: 0.8.
            largest_site: pages; a power of two; a whole number from 1 to 2147483648; default: 65536.
        grid2d: two-dimensional grid.
            width: vertices in a row; a whole number from 1 to 4294967295; default: 256.
            height: rows; a whole number from 1 to 4294967295; default: 256.
            periodic: opposite borders are joined; true or false; default: false.
        grid3d: three-dimensional grid.
            width: vertices in a row; a whole number from 1 to 4294967295; default: 64.
            height: rows in a layer; a whole number from 1 to 4294967295; default: 64.
            depth: layers; a whole number from 1 to 4294967295; default: 64.
            periodic: opposite borders are joined; true or false; default: false.
        road: road-like: connected, mean degree 2.4, thousands of levels.
            width: crossings in a row; a whole number from 1 to 4294967295; default: 512.
            height: rows of crossings; a whole number from 1 to 4294967295; default: 512.
            keep: probability of a road that the spanning tree can do without; a number from 0 to 1; default: 0.5.
            segments: edges of the longest road; the shortest has 1; a whole number from 1 to 1000; default: 3.
        rgg: random geometric graph in the unit square.
            vertices: number of points in the unit square; a whole number from 1 to 4294967295; default: 65536.
            radius: largest distance of neighbours; 0: .55 sqrt(ln n / n); a number from 0 to 1; default: 0.
        mesh: triangulated grid of jittered points, near to Delaunay.
            width: points in a row; a whole number from 1 to 4294967295; default: 256.
            height: rows; a whole number from 1 to 4294967295; default: 256.
            jitter: largest displacement along an axis, in spacings; a number from 0 to 0.249; default: 0.2.
        list: linked lists.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            lists: number of lists; a whole number from 1 to 4294967295; default: 1.
            order: of the ids along a list; ordered, reversed, random; default: random.
            directed: edges to the successor, as list ranking takes them; the last element's is itself; true or false; default: false.
        tree: random trees of bounded width, permuted.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            trees: number of trees; a whole number from 1 to 4294967295; default: 1.
            children: most children of a vertex; 0: any number, 1: lists; a whole number from 0 to 1024; default: 2.
            permute: give the vertices random ids; true or false; default: true.
        complete-tree: complete tree.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65535.
            children: of every inner vertex; a whole number from 1 to 4294967295; default: 2.
        caterpillar: a path with leaves.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            legs: leaves at each vertex of the path; a whole number from 1 to 4294967295; default: 2.
        star: one centre.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
        path: one path.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
        cycle: one cycle.
            vertices: number of vertices; a whole number from 3 to 4294967295; default: 65536.
        complete: complete graph.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 1024.
        bipartite: complete bipartite graph.
            left: vertices on one side; a whole number from 1 to 4294967295; default: 1024.
            right: vertices on the other side; a whole number from 1 to 4294967295; default: 1024.
        cliques: disjoint cliques.
            cliques: number of cliques; a whole number from 1 to 4294967295; default: 1024.
            size: vertices of a clique; a whole number from 1 to 4294967295; default: 32.
        empty-rows: few vertices with edges among many without.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 1048576.
            stride: only vertices 0, stride, 2 stride, ... have edges; a whole number from 1 to 4294967295; default: 64.
            edge_factor: edges for each of them; a number from 0 to 65536; default: 16.
        heavy-vertex: uniformly random edges and one vertex joined to all.
            vertices: number of vertices; a whole number from 1 to 4294967295; default: 65536.
            edge_factor: random edges for each vertex; a number from 0 to 65536; default: 4.

    >>> wg.generate("grid2d", width=8, height=8, weights="uniform")
    <warpgraph.Graph: 64 vertices, 112 edges, undirected, weights int32>"""
    ...

def generators() -> dict[str, str]:
    """The generators: what each is called, and what it makes. help(wg.generate) says how one calls them.

    >>> wg.generators()["grid2d"]
    'two-dimensional grid'"""
    ...

def get_include() -> str:
    """The folder of the headers, for programs in C++ that are linked with get_library().

    >>> wg.get_include()
    '.../warpgraph/include'"""
    ...

def get_library() -> str:
    """The path of libwarpgraph.so, which has all of Warpgraph.

    >>> wg.get_library()
    '.../libwarpgraph.so'"""
    ...

def load_plugin(path: str | PathLike[str]) -> None:
    """Loads a shared library of plugins: the algorithms that it brings are methods of Graph from then on.

    Its methods of algorithms can be asked for, too. Libraries are built for one version of Warpgraph, and are not unloaded.

    Args:
        path: of the library, such as libown_algorithm.so."""
    ...

def parameters_of(generator: Any) -> dict[str, dict[str, Any]]:
    """The parameters of a generator, by name: what each means, what it accepts, and its default.

    >>> wg.parameters_of("kron")["scale"]["default"]
    '16'"""
    ...

def rank_lists(next: Any, *, from_tail: Any = False, heads: Any = False, order: Any = False, method: Any = 'walkers', seed: Any = 1, devices: str | None = None, memory_limit: int | str | None = None) -> ListRanks:
    """Ranks linked lists: element v is followed by next[v]; a tail is followed by itself or by -1.

    Args:
        next: whole numbers.
        from_tail: whether ranks count from the tails.
        heads, order: whether these are told, too.
        method: "walkers", or "sequential" on the host.
        seed: of the method's choices, on which no result depends.
        devices, memory_limit: as of all runs.

    >>> wg.rank_lists([2, 4, 1, 3, 3, 5]).rank.tolist()
    [0, 2, 1, 4, 3, 0]"""
    ...

def read(path: str | PathLike[str], *, format: str | None = None, weights: str = 'auto', direction: str | None = None, vertices: str | PathLike[str] | None = None, duplicates: str = 'keep', drop_self_loops: bool = False, symmetrise: bool = False, devices: str | None = None, ranks: Ranks | None = None) -> Graph:
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
    (<warpgraph.Graph: 3 vertices, 2 edges, directed>, [10, 20, 30])"""
    ...

def run(graph: Any, name: Any, source: Hashable = None, *, columns: Any = None, devices: str | None = None, memory_limit: int | str | None = None, progress: bool | Callable[[dict[str, Any]], Any] | None = None, **given: Any) -> Result:
    """Runs an algorithm by its name: what the methods of Graph do.

    >>> wg.run(wg.from_edges([0], [1]), "bfs", 0).values.tolist()
    [0, 1]"""
    ...

def set_devices(devices: str | None) -> None:
    """Chooses the devices of all graphs that do not say which they want.

    "auto": all GPUs, or the CPU where there is none. "host:4": four virtual devices on the CPU. "cuda:0,1": these
    GPUs. The environment variable WARPGRAPH_DEVICES does the same.

    >>> wg.set_devices("host")"""
    ...
