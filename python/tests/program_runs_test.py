# SPDX-License-Identifier: Apache-2.0
"""Programs written in Python have the values of their serial meaning, on one device and on several, by every plan."""

import math
import os
import subprocess
import sys
import typing

import numpy
import pytest
from distances import FAR, Distances

import warpgraph as wg
from warpgraph.program import program

os.environ.setdefault("WARPGRAPH_BACKGROUND", "0")  # the tests' own time


class Reliability(wg.Program):
    VertexValue = wg.float32
    EdgeValue = wg.float32
    Reduction = wg.Max
    source: wg.Vertex
    per_road: wg.float32 = 0.99

    def initial(self, v):
        return 1 if v == self.source else 0

    def active_initially(self, v):
        return v == self.source

    def visit(self, reliability, length):
        return reliability * self.per_road / (1 + length)

    def updated(self, old, reliability):
        return reliability > old


class Nearest(typing.NamedTuple):
    distance: wg.float32
    source: wg.Vertex


class NearestSources(wg.Program):
    VertexValue = Nearest
    EdgeValue = wg.float32
    kIdempotentReduce = True
    every: wg.uint32

    def identity(self):
        return Nearest(math.inf, wg.NO_VERTEX)

    def reduce(self, a, b):
        return min(a, b)

    def active_initially(self, v):
        return v % self.every == 0

    def initial(self, v):
        return Nearest(0, v) if self.active_initially(v) else self.identity()

    def visit(self, value, length):
        return Nearest(value.distance + length, value.source)

    def updated(self, old, now):
        return now < old

    def priority(self, value):
        return value.distance


class Ranks(wg.Program):
    VertexValue = wg.float64
    Reduction = wg.Plus
    Aggregate = wg.float64
    damping: wg.float64 = 0.85
    tolerance: wg.float64 = 1e-9
    base: wg.float64 = 0.0
    n: wg.int64

    def initial(self, v):
        return 1 / self.n

    def publish(self, rank, v):
        return rank / v.out_degree if v.out_degree > 0 else 0.0

    def visit(self, share):
        return share

    def apply(self, old, total):
        return self.base + self.damping * total

    def updated(self, old, new):
        return old != new

    def aggregate(self, old, new, v):
        return abs(new - old)

    def next(self, change, superstep):
        self.base = (1 - self.damping) / self.n
        return superstep == 0 or change > self.tolerance


class Within(wg.Program):
    """Bit i: vertex i * every is near."""

    VertexValue = wg.uint64
    Reduction = wg.Or
    kSynchronous = True
    every: wg.uint32

    def active_initially(self, v):
        return v % self.every == 0 and v // self.every < 64

    def initial(self, v):
        return wg.uint64(1) << wg.uint64(v // self.every) if self.active_initially(v) else 0

    def visit(self, sources):
        return sources

    def updated(self, old, sources):
        return sources != old


class Labels(wg.Program):
    VertexValue = wg.Vertex
    Reduction = wg.Min
    kValuesAre = "lowest_vertices"

    def initial(self, v):
        return v

    def visit(self, label):
        return label

    def updated(self, old, label):
        return label < old


class OpenRoads(wg.Program):
    """Hops from the source, past vertices that are closed, and over no edge between two heights that differ much."""

    VertexValue = wg.int32
    Reduction = wg.Min
    source: wg.Vertex
    closed: wg.Array[wg.uint8]
    height: wg.Array[wg.float64]
    climb: wg.float64 = 0.75

    @staticmethod
    def steep(a, b, most):
        return abs(a - b) > most

    def initial(self, v):
        return 0 if v == self.source else wg.int32.max

    def active_initially(self, v):
        return v == self.source

    def visit(self, hops, nothing, start, end):
        if hops == wg.int32.max or self.closed[end] != 0 or start == end:
            return wg.int32.max
        return wg.int32.max if self.steep(self.height[start], self.height[end], self.climb) else hops + 1

    def updated(self, old, hops):
        return hops < old


class Totals(typing.NamedTuple):
    count: wg.int64
    weight: wg.float64


class Degrees(wg.Program):
    """One superstep: what the neighbours' degrees add up to, and the in-degree of the vertex itself."""

    VertexValue = Totals
    EdgeValue = wg.float64
    Aggregate = Totals
    rounds: wg.uint32 = 1

    def identity(self):
        return Totals(0, 0)

    def reduce(self, a, b):
        return Totals(a.count + b.count, a.weight + b.weight)

    def initial(self, v):
        return Totals(v.in_degree, 0)

    def publish(self, value, v):
        return wg.int64(v.out_degree)

    def visit(self, degree, weight):
        return Totals(degree, weight)

    def apply(self, old, total, v):
        return Totals(total.count + v.in_degree, total.weight)

    def updated(self, old, new):
        return old != new

    def aggregate(self, old, new, v):
        return new.count, new.weight

    def next(self, total, superstep):
        return superstep < self.rounds


class Hops(wg.Program):
    """As a breadth-first search."""

    VertexValue = wg.uint32
    Reduction = wg.Min
    kFirstHitSuffices = True
    kUniformUpdates = True
    source: wg.Vertex

    def initial(self, v):
        return 0 if v == self.source else FAR

    def active_initially(self, v):
        return v == self.source

    def visit(self, level):
        return level + 1

    def updated(self, old, level):
        return level < old


class VertexOf(int):
    """A vertex as the functions of a program see it."""

    def __new__(cls, number, in_degree, out_degree):
        vertex = super().__new__(cls, number)
        vertex.id, vertex.in_degree, vertex.out_degree = number, in_degree, out_degree
        return vertex


def serial(program, n, edges, most=10_000):
    """What the guide says of a program, with its functions as functions of Python."""
    cls = type(program)
    incoming = [[] for _ in range(n)]
    out_degree = [0] * n
    for u, v, weight in edges:
        incoming[v].append((u, weight))
        out_degree[u] += 1
    vertices = [VertexOf(v, len(incoming[v]), out_degree[v]) for v in range(n)]
    value = [program.initial(v) for v in vertices]
    reductions = {wg.Min: min, wg.Max: max, wg.Plus: lambda a, b: a + b, wg.Or: lambda a, b: a | b}
    reduce = program.reduce if hasattr(cls, "reduce") else reductions[cls.Reduction]
    arity = cls.visit.__code__.co_argcount - 1
    everywhere = not hasattr(cls, "active_initially") or hasattr(cls, "Aggregate")
    active = [everywhere or bool(program.active_initially(v)) for v in vertices]
    changes = [(each, each) for each in value]
    for superstep in range(most):
        if hasattr(cls, "Aggregate"):
            sums = [program.aggregate(old, new, v) for v, (old, new) in zip(vertices, changes)]
            total = Totals(*map(sum, zip(*sums))) if isinstance(sums[0], tuple) else sum(sums)
            if not program.next(total, superstep):
                break
        elif not any(active):
            break
        published = [program.publish(value[v], vertices[v]) for v in range(n)] if hasattr(cls, "publish") else list(value)
        after, changed = list(value), [False] * n
        for v in range(n):
            if not everywhere and not any(active[u] for u, _ in incoming[v]):
                continue
            total = None
            for u, weight in incoming[v]:
                if getattr(cls, "kFirstHitSuffices", False) and not active[u]:
                    continue
                got = program.visit(*(published[u], weight, u, v)[:arity])
                total = got if total is None else reduce(total, got)
            if hasattr(cls, "apply"):
                if total is None:
                    total = program.identity() if hasattr(cls, "identity") else 0
                with_vertex = cls.apply.__code__.co_argcount == 4
                new = program.apply(value[v], total, *([vertices[v]] if with_vertex else []))
            else:
                new = value[v] if total is None else reduce(value[v], total)
            if program.updated(value[v], new):
                after[v], changed[v] = new, True
        changes = list(zip(value, after))
        value, active = after, [each or hasattr(cls, "Aggregate") for each in changed]
        if not hasattr(cls, "Aggregate"):
            everywhere = False
    return value


N = 600


def random_edges(seed=7, n=N, count=2400):
    choices = numpy.random.default_rng(seed)
    source = choices.integers(0, n - 20, count)
    target = (source + choices.integers(1, 40, count)) % (n - 20)
    weight = choices.integers(1, 9, count).astype(numpy.int32)
    source[-1], target[-1] = n - 2, n - 1  # no vertex of a part of its own is without an edge
    return source, target, weight


def graph_on(devices, directed=True):
    """The graph on all of the devices, though one would do; and the edges in the direction of the visits."""
    source, target, weight = random_edges()
    made = wg.from_edges(source, target, weight=weight, directed=directed, vertices=N, devices=devices)
    count = int(devices.partition(":")[2] or 1)
    if count > 1:
        made = wg.Graph._of(made._core.spread_over(count), made._names)
    edges = list(zip(source.tolist(), target.tolist(), weight.tolist()))
    if not directed:
        edges += [(v, u, w) for u, v, w in edges if u != v]
    return made, edges


HEIGHT = numpy.random.default_rng(3).random(N)
CLOSED = (numpy.random.default_rng(4).random(N) < 0.1).astype(numpy.uint8)
PROGRAMS = [
    (Distances, {"source": 3}),
    (Reliability, {"source": 3}),
    (NearestSources, {"every": 97}),
    (Ranks, {"n": N}),
    (Within, {"every": 50}),
    (Labels, {}),
    (OpenRoads, {"source": 3, "closed": CLOSED, "height": HEIGHT}),
    (Degrees, {}),
    (Hops, {"source": 3}),
]


def flat(program, value):
    return [list(each) for each in zip(*value)] if isinstance(value[0], tuple) else [value]


def compare(program, expected, result, exact=True):
    columns = list(result.columns.values())
    expected = flat(program, expected)
    assert len(columns) == len(expected)
    for column, wanted in zip(columns, expected):
        wanted = numpy.array(wanted, dtype=numpy.float64)
        if column.dtype == numpy.int64 and wanted.max() == FAR:
            wanted[wanted == FAR] = -1  # no vertex
        numpy.testing.assert_allclose(column.astype(numpy.float64), wanted, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("devices", ["host", "host:2", "host:3"])
@pytest.mark.parametrize(("program", "parameters"), PROGRAMS, ids=[each[0].__name__ for each in PROGRAMS])
def test_a_program_has_its_serial_values(program, parameters, devices):
    graph, edges = graph_on(devices)
    with numpy.errstate(over="ignore"):
        expected = serial(program(**parameters), N, edges)
    result = graph.run(program, **parameters)
    compare(program, expected, result)
    assert result.report.end == "converged" or program in (Ranks, Degrees)
    assert result.device_count == int(devices.partition(":")[2] or 1)


PLANS = ["pull-all", "pull-active", "push", "push-loop", "priority", "pull-first", "pull-unsettled"]


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("devices", ["host", "host:2"])
@pytest.mark.parametrize(("program", "parameters"), PROGRAMS, ids=[each[0].__name__ for each in PROGRAMS])
def test_every_plan_has_the_same_values(program, parameters, devices, plan):
    graph, _ = graph_on(devices)
    try:
        result = graph.run(program, plan=plan, **parameters)
    except wg.UsageError as error:
        assert "plan" in str(error) or plan in str(error)
        return
    usual = graph.run(program, **parameters)
    for name, column in usual.columns.items():
        numpy.testing.assert_allclose(result.columns[name].astype(float), column.astype(float), rtol=1e-6)


def test_undirected_graphs_are_run_in_both_directions():
    graph, edges = graph_on("host", directed=False)
    compare(Labels, serial(Labels(), N, edges), graph.run(Labels))


def test_distances_are_those_of_the_catalogue_and_networkx():
    networkx = pytest.importorskip("networkx")
    graph, edges = graph_on("host")
    ours = graph.run(Distances, source=3).values.astype(numpy.int64)
    ours[ours == FAR] = -1
    assert ours.tolist() == numpy.asarray(graph.sssp(3).values).tolist()
    other = networkx.MultiDiGraph()
    other.add_nodes_from(range(N))
    other.add_weighted_edges_from(edges)
    theirs = networkx.single_source_dijkstra_path_length(other, 3)
    assert ours.tolist() == [theirs.get(v, -1) for v in range(N)]


def test_sources_are_called_as_the_graph_calls_them():
    graph = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
    result = graph.run(Distances, source="Rome")
    assert dict(zip(result.names, result.values.tolist())) == {"Bern": 4, "Oslo": 3, "Rome": 0}
    assert result["Bern"] == 4
    with pytest.raises(wg.UnknownVertex):
        graph.run(Distances, source="Paris")


def test_members_that_are_vertices_have_names():
    graph = wg.from_edges(["a", "b", "x"], ["b", "c", "y"], weight=[1.0, 2.0, 3.0], directed=True)
    result = graph.run(NearestSources, every=100)
    assert list(result.columns) == ["distance", "source"]
    assert result.source.tolist() == ["a", "a", "a", None, None]
    assert result.distance.tolist() == [0, 1, 3, math.inf, math.inf]
    labels = graph.run(Labels)
    assert labels.values.tolist() == ["a", "a", "a", "x", "x"]


def test_other_parameters_compile_nothing_anew(monkeypatch):
    graph, _ = graph_on("host")
    graph.run(Reliability, source=3)
    monkeypatch.setattr(wg.program.library.Compiler, "compile", None)
    first = graph.run(Reliability, source=3, per_road=0.5).values
    second = graph.run(Reliability(source=5, per_road=0.9)).values
    assert first[3] == 1
    assert second[5] == 1


def test_the_constructor_may_be_the_programs_own():
    class Scaled(Reliability):
        def __init__(self, source, percent):
            self.source = source
            self.per_road = percent / 100

    graph, _ = graph_on("host")
    one = graph.run(Scaled(3, 50)).values
    other = graph.run(Scaled, source=3, percent=50).values
    assert one.tolist() == other.tolist() == graph.run(Reliability, source=3, per_road=0.5).values.tolist()


def test_a_subclass_changes_what_it_declares():
    class Doubled(Distances):
        def visit(self, distance, length):
            return FAR if distance == FAR else distance + 2 * length

    graph, _ = graph_on("host")
    once, twice = graph.run(Distances, source=3).values, graph.run(Doubled, source=3).values
    near = once != FAR
    assert (twice[near] == 2 * once[near]).all()


def test_engine_options_reach_the_engine():
    graph, edges = graph_on("host")
    seen = []
    result = graph.run(Within, every=50, max_supersteps=2, progress=lambda step: seen.append(step["superstep"]))
    assert result.report.end == "superstep limit"
    assert seen == [0, 1]
    assert graph.run(Distances, source=3, until=[3]).report.end in ("targets settled", "converged")
    with pytest.raises(wg.UsageError, match="did you mean max_supersteps"):
        graph.run(Distances, source=3, max_superstep=2)
    with pytest.raises(wg.UsageError, match="without a value for its parameter source"):
        graph.run(Distances)
    with pytest.raises(wg.ProgramError, match="source|every"):
        graph.run(NearestSources, every=-1)
    with pytest.raises(wg.ProgramError, match="closed has shape"):
        graph.run(OpenRoads, source=3, closed=CLOSED[1:], height=HEIGHT)


def test_programs_that_may_loop_are_known():
    class Halves(Labels):
        def visit(self, value):
            left = value
            while left > 5:
                left = left // 2
            return left

    assert not program.compiled_class(Labels).may_loop
    assert program.compiled_class(Halves).may_loop
    assert not wg.compile_program(CPP, "Distances", {"source": wg.Vertex}).may_loop
    assert wg.compile_program(CPP.replace("return d < old", "for (;;) d = old"), "Distances").may_loop
    assert wg.compile_program('#include "mine.hpp"\n' + CPP, "Distances").may_loop


def test_ctrl_c_leaves_a_program_that_loops_for_ever(tmp_path):
    script = tmp_path / "stuck.py"
    script.write_text(STUCK)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)
    assert done.stdout.startswith("interrupted"), done.stderr


STUCK = """
import os, signal, threading, time
import warpgraph as wg

class Stuck(wg.Program):
    VertexValue = wg.uint32
    Reduction = wg.Max
    def initial(self, v):
        return v
    def visit(self, value):
        other = value
        while other < 1000:
            other = other ^ 1
        return other
    def updated(self, old, new):
        return old != new

graph = wg.from_edges([0, 1], [1, 2], devices="host")
graph.run(Stuck, max_supersteps=0)  # compiles it
begin = []
def interrupt():
    begin.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.3, interrupt).start()
try:
    graph.run(Stuck)
except KeyboardInterrupt:
    took = time.perf_counter() - begin[0]
    assert took < 1, took
    print("interrupted", took, flush=True)
os._exit(0)  # the library would wait for the program
"""


def test_a_parameter_that_is_called_as_an_option_is_refused():
    class Taken(Labels):
        plan: wg.int32 = 0

    graph, _ = graph_on("host")
    with pytest.raises(wg.UsageError, match="an option that is called plan"):
        graph.run(Taken)


CPP = """
#include <limits>
struct Distances {
  using VertexValue = std::uint32_t;
  using EdgeValue = std::int32_t;
  using Reduction = warpgraph::Min;
  static constexpr bool kMonotoneVisit = true;
  warpgraph::VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(warpgraph::VertexId v) const { return v == source ? 0 : ~0u; }
  WARPGRAPH_DEVICE bool active_initially(warpgraph::VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue d, EdgeValue length) const { return d == ~0u ? d : d + length; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue d) const { return d < old; }
  WARPGRAPH_DEVICE VertexValue priority(VertexValue d) const { return d; }
};
"""


def test_the_same_program_in_cpp_has_the_same_values():
    graph, _ = graph_on("host")
    program = wg.compile_program(CPP, "Distances", {"source": wg.Vertex})
    assert graph.run(program, source=3).values.tolist() == graph.run(Distances, source=3).values.tolist()


def test_errors_of_the_compiler_are_those_of_the_text():
    graph, _ = graph_on("host")
    wrong = wg.compile_program(CPP.replace("d + length", "d + lenght"), "Distances", {"source": wg.Vertex})
    with pytest.raises(wg.ProgramError, match="lenght") as raised:
        graph.run(wrong, source=3)
    assert raised.value.line == 12
    missing = wg.compile_program(CPP.replace("updated", "updatd"), "Distances", {"source": wg.Vertex})
    with pytest.raises(wg.ProgramError, match=r"bool updated\(VertexValue old, VertexValue new\) const is missing"):
        graph.run(missing, source=3)
    with pytest.raises(wg.ProgramError, match="declares no struct Distance"):
        wg.compile_program(CPP, "Distance")
