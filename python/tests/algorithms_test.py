# SPDX-License-Identifier: Apache-2.0
"""The catalogue's algorithms against SciPy and NetworkX, on one device and several."""

import inspect
import re

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.csgraph as csgraph

import warpgraph as wg


def random_graph(directed, n=80, m=220, seed=1, weights=True):
    graph = nx.gnm_random_graph(n, m, seed=seed, directed=directed)
    if weights:
        rng = np.random.default_rng(seed)
        for _, _, data in graph.edges(data=True):
            data["weight"] = int(rng.integers(1, 20))
    return nx.relabel_nodes(graph, {v: f"v{v}" for v in graph})


def by_name(result):
    return dict(zip(result.names.tolist(), result.values.tolist()))


@pytest.mark.parametrize("directed", [False, True])
def test_bfs(devices, directed):
    graph = random_graph(directed, weights=False)
    levels = by_name(wg.from_networkx(graph).bfs("v3", devices=devices))
    expected = nx.single_source_shortest_path_length(graph, "v3")
    assert levels == {v: expected.get(v, -1) for v in graph}


@pytest.mark.parametrize("directed", [False, True])
def test_sssp(devices, directed):
    graph = random_graph(directed)
    lengths = by_name(wg.from_networkx(graph).sssp("v3", devices=devices))
    expected = nx.single_source_dijkstra_path_length(graph, "v3")
    assert lengths == {v: expected.get(v, -1) for v in graph}


def test_sssp_of_a_matrix_of_floats(devices):
    matrix = sp.csr_array(sp.random(70, 70, 0.05, random_state=np.random.default_rng(1)))
    lengths = wg.from_scipy(matrix).sssp(0, devices=devices).values
    assert np.allclose(lengths, csgraph.dijkstra(matrix, indices=0))


def test_pagerank(devices):
    graph = random_graph(True, weights=False)
    ranks = by_name(wg.from_networkx(graph).pagerank(tolerance=1e-7, double=True, iterations=200, devices=devices))
    expected = nx.pagerank(graph, tol=1e-10, max_iter=500)
    assert all(abs(ranks[v] - expected[v]) < 1e-6 for v in graph)


def test_connected_components(devices):
    graph = random_graph(False, m=50, weights=False)
    labels = by_name(wg.from_networkx(graph).cc(devices=devices))
    for component in nx.connected_components(graph):
        label = {labels[v] for v in component}
        assert len(label) == 1 and label <= set(component)


def test_strongly_connected_components(devices):
    graph = random_graph(True, m=120, weights=False)
    labels = by_name(wg.from_networkx(graph).scc(devices=devices))
    assert len(set(labels.values())) == nx.number_strongly_connected_components(graph)
    for component in nx.strongly_connected_components(graph):
        assert len({labels[v] for v in component}) == 1


def test_core_numbers(devices):
    graph = random_graph(False, weights=False)
    assert by_name(wg.from_networkx(graph).kcore(devices=devices)) == nx.core_number(graph)


def test_triangles(devices):
    graph = random_graph(False, weights=False)
    result = wg.from_networkx(graph).triangles(devices=devices)
    assert by_name(result) == nx.triangles(graph)


def test_betweenness(devices):
    graph = random_graph(False, weights=False)
    values = by_name(wg.from_networkx(graph).betweenness(devices=devices))
    expected = nx.betweenness_centrality(graph, normalized=False)
    scale = {round(values[v] / expected[v], 4) for v in graph if expected[v] > 1e-3}
    assert len(scale) == 1


def test_spanning_forest(devices):
    graph = random_graph(False)
    forest = wg.from_networkx(graph).msf(devices=devices)
    expected = nx.minimum_spanning_tree(graph)
    assert len(forest) == expected.number_of_edges()
    assert forest.weight.sum() == sum(weight for _, _, weight in expected.edges(data="weight"))
    assert all(graph.has_edge(u, v) for u, v in zip(forest.source.tolist(), forest.target.tolist()))
    assert list(forest.to_pandas().columns) == ["source", "target", "weight"]


def test_parents_are_names(devices):
    graph = wg.from_edges(["a", "b", "x"], ["b", "c", "y"])
    result = graph.bfs("a", columns=["level", "parent"], devices=devices)
    assert list(result.columns) == ["level", "parent"]
    assert result.parent.tolist() == ["a", "a", "b", None, None]
    assert result["c"] == (2, "b")
    assert list(result.to_pandas().columns) == ["vertex", "level", "parent"]


def test_facts_that_are_vertices_are_names():
    graph = wg.from_edges(["hub", "hub", "hub"], ["a", "b", "c"])
    assert graph.pagerank().highest_vertex == "hub"


def test_several_columns_of_one_run(devices):
    graph = random_graph(True, weights=False)
    result = wg.from_networkx(graph).hits(columns=["authority", "hub"], tolerance=1e-7, iterations=500, devices=devices)
    hubs, authorities = nx.hits(graph, max_iter=1000)
    assert np.allclose(result.hub, [hubs[v] for v in graph], atol=1e-3)
    assert np.allclose(result.authority, [authorities[v] for v in graph], atol=1e-3)


def test_hubs_in_double_precision(devices):
    graph = random_graph(True, weights=False)
    made = wg.from_networkx(graph)
    result = made.hits(columns=["authority", "hub"], tolerance=1e-14, iterations=5000, double=True, devices=devices)
    assert result.hub.dtype == result.authority.dtype == np.float64
    hubs, authorities = nx.hits(graph, max_iter=5000, tol=1e-14)
    assert np.allclose(result.hub, [hubs[v] for v in graph], atol=1e-9)
    assert np.allclose(result.authority, [authorities[v] for v in graph], atol=1e-9)


def test_options_that_are_vertices_take_names():
    graph = random_graph(True, weights=False)
    made = wg.from_networkx(graph)
    ranks = by_name(made.pagerank(sources=["v3", "v4"], tolerance=1e-7, double=True, iterations=300))
    expected = nx.pagerank(graph, personalization={"v3": 1, "v4": 1}, tol=1e-10, max_iter=1000)
    assert max(abs(ranks[v] - expected[v]) for v in graph) < 1e-2
    assert by_name(made.pagerank(sources="v3")) == by_name(made.pagerank(sources=["v3"]))
    with pytest.raises(wg.UnknownVertex):
        made.pagerank(sources=["nowhere"])


def test_defaults_are_in_the_signature():
    assert inspect.signature(wg.Graph.pagerank).parameters["damping"].default == 0.85


def test_names_of_numbers_are_kept(devices):
    graph = wg.from_edges([100, 7], [7, 50], directed=True)
    assert by_name(graph.bfs(100, devices=devices)) == {7: 1, 50: 2, 100: 0}


# --- every algorithm of the catalogue

UNDIRECTED = wg.generate("grid2d", width=9, height=7, weights="uniform", weight_type="float")
DIRECTED = wg.from_scipy(sp.csr_array(sp.random(50, 50, 0.1, random_state=np.random.default_rng(2), dtype=np.float32)))


FOREST = wg.from_edges([0, 0, 1, 4], [1, 2, 3, 5], weight=[0.5, 2, 3, 4])
LISTS = wg.from_edges([0, 1, 4], [1, 2, 5], directed=True)


def _graphs_for(name):
    kind = wg._catalogue._entries()[name.replace("_", "-")]["takes_graphs"]
    return {"any": (DIRECTED, UNDIRECTED), "forest": (FOREST,), "lists": (LISTS,)}[kind]


@pytest.mark.parametrize("name", list(wg.algorithms()))
def test_every_algorithm_runs_by_its_name(name, devices):
    for graph in _graphs_for(name):
        try:
            result = _run(graph, name, devices=devices)
        except wg.Error as error:
            assert "directed" in str(error)
            continue
        assert result.values.size == len(result)
        assert isinstance(result.facts, dict) and result.report.end
        assert result._repr_html_().startswith("<div>")
        return
    pytest.fail("it takes neither graph")


def _run(graph, name, **options):
    method = getattr(graph, name)
    if name == "partition":
        return method(2, weights=False, **options)
    return method(0, **options) if wg._catalogue._entries()[name.replace("_", "-")]["has_source"] else method(**options)


@pytest.mark.parametrize("name", list(wg.algorithms()))
def test_every_result_has_the_columns_that_are_declared(name):
    entry = wg._catalogue._entries()[name.replace("_", "-")]
    for graph in _graphs_for(name):
        try:
            result = _run(graph, name)
        except wg.Error:
            continue
        declared = [column["name"] for column in entry["columns"]]
        assert set(result.columns) <= set(declared)
        assert {column["name"] for column in entry["columns"] if column["is_usual"]} <= set(result.columns)
        told = {re.sub(r"^device_\d+_", "", fact) for fact in result.facts}
        assert told <= {fact["name"] for fact in entry["facts"]}


@pytest.mark.parametrize("name", list(wg.algorithms()))
def test_every_algorithm_has_a_signature_and_a_text(name):
    method = getattr(wg.Graph, name)
    documented = inspect.getdoc(method)
    for parameter in list(inspect.signature(method).parameters)[1:]:
        assert f"    {parameter}: " in documented


def test_unknown_options_are_refused_with_the_nearest_name():
    with pytest.raises(wg.UsageError, match="did you mean damping"):
        DIRECTED.pagerank(dampin=0.5)
    with pytest.raises(wg.UsageError, match="did you mean pagerank"):
        wg.run(DIRECTED, "pagernak")
    with pytest.raises(TypeError):
        DIRECTED.pagerank(0.5)


def test_numbers_of_numpy_are_numbers():
    for of in (float, np.float64, np.float32):
        assert np.array_equal(DIRECTED.pagerank(damping=of(0.5)).values, DIRECTED.pagerank(damping=0.5).values)


def test_values_out_of_bounds_are_refused():
    with pytest.raises(wg.UsageError, match="damping"):
        DIRECTED.pagerank(damping=2)


def test_an_unknown_source_is_named():
    with pytest.raises(wg.UnknownVertex, match="Atlantis") as raised:
        wg.from_edges(["a"], ["b"]).bfs("Atlantis")
    assert raised.value.name == "Atlantis"
    with pytest.raises(wg.UnknownVertex, match="77"):
        DIRECTED.bfs(77)


def test_a_limit_of_supersteps():
    levels = UNDIRECTED.bfs(0, max_supersteps=2)
    assert levels.values.max() == 2
    assert levels.report.end == "superstep limit"


def test_progress_is_told_and_can_stop_a_run(devices):
    steps = []
    UNDIRECTED.bfs(0, devices=devices, progress=steps.append)
    assert [step["superstep"] for step in steps] == list(range(len(steps))) and len(steps) > 3
    stopped = UNDIRECTED.bfs(0, devices=devices, progress=lambda step: step["superstep"] < 1)
    assert stopped.report.end == "stopped"


def test_what_progress_raises_ends_the_run(devices):
    def fail(step):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        UNDIRECTED.bfs(0, devices=devices, progress=fail)
    assert UNDIRECTED.bfs(0, devices=devices).report.end == "converged"


@pytest.mark.parametrize("name", ["kcore", "cc", "scc", "msf", "triangles"])
def test_runs_without_limits_of_supersteps_are_followed_and_ended(name, devices):
    told = []
    UNDIRECTED.run(name, devices=devices, progress=told.append)
    assert [each["waits"] for each in told] == list(range(len(told))) and len(told) > 1
    assert all(before["seconds"] <= after["seconds"] for before, after in zip(told, told[1:]))
    with pytest.raises(wg.Cancelled, match=f"{name} was cancelled after "):
        UNDIRECTED.run(name, devices=devices, progress=lambda each: each["waits"] < 1)
    UNDIRECTED.run(name, devices=devices)


@pytest.mark.parametrize("name", list(wg.algorithms()))
def test_every_algorithm_has_a_time_limit(name, devices):
    if name == "partition":
        pytest.skip("the package has a method of its own")
    given = {"source": 0} if name in ("bfs", "sssp", "sswp") else {}
    graph = _graphs_for(name)[-1]
    with pytest.raises(wg.OutOfTime, match="has taken .* s, more than its time limit of 1e-09 s") as late:
        graph.run(name, **given, devices=devices, time_limit=1e-9)
    assert isinstance(late.value, TimeoutError) and isinstance(late.value, wg.Cancelled)
    graph.run(name, **given, devices=devices, time_limit=100)
    with pytest.raises(wg.UsageError, match="time-limit"):
        graph.run(name, **given, devices=devices, time_limit=0)


def test_the_report_says_how_many_devices_ran():
    assert UNDIRECTED.bfs(0, devices="host").report.devices == 1


def test_too_little_memory_is_an_error():
    graph = wg.generate("kron", scale=14)
    with pytest.raises(wg.OutOfMemory):
        graph.pagerank(memory_limit="1 MB")
    with pytest.raises(MemoryError):
        graph.pagerank(memory_limit=1_000_000)


def test_devices_that_there_are_not():
    with pytest.raises(wg.InputError):
        UNDIRECTED.bfs(0, devices="gost")


# --- results


def test_results_by_name_and_in_order():
    result = wg.from_edges(["a", "b", "b"], ["b", "c", "d"]).bfs("a")
    assert result["d"] == 2
    assert result.top(2) == [("c", 2), ("d", 2)]
    assert result.top(1, least=True) == [("a", 0)]
    assert np.asarray(result).tolist() == result.values.tolist()
    with pytest.raises(AttributeError, match="it has"):
        result.no_such_column


def test_results_as_a_frame():
    frame = wg.from_edges(["a", "b"], ["b", "c"]).bfs("a").to_pandas()
    assert frame["vertex"].tolist() == ["a", "b", "c"]
    assert frame.iloc[:, 1].tolist() == [0, 1, 2]


def test_results_as_a_picture():
    picture = UNDIRECTED.pagerank()._repr_html_()
    assert picture.count("<svg") == 1 and picture.count("<rect") == 24


# --- partitions, lists, trees


def test_a_partition(devices):
    graph = wg.generate("grid2d", width=16, height=16)
    result = graph.partition(4, devices=devices)
    part = result.part
    assert sorted(np.bincount(part)) == [64, 64, 64, 64] or result.imbalance <= 0.03
    source, target, _ = graph.to_edges()
    assert result.cut == np.count_nonzero(part[source] != part[target])


def test_a_partition_with_fixed_and_weighted_vertices():
    graph = wg.generate("grid2d", width=8, height=8)
    fixed = np.full(64, -1)
    fixed[0], fixed[63] = 1, 0
    part = graph.partition(2, fixed=fixed, vertex_weights=np.ones(64, int), seed=5).values
    assert (part[0], part[63]) == (1, 0)


def test_partitions_that_cannot_be():
    with pytest.raises(wg.UsageError, match="undirected"):
        wg.from_edges([0], [1], directed=True).partition(2)
    with pytest.raises(wg.UsageError, match="whole numbers"):
        UNDIRECTED.partition(2)
    assert UNDIRECTED.partition(2, weights=False).imbalance < 0.1
    with pytest.raises(wg.UsageError, match="preset cannot be \"best\"; it is one of fast, default, strong"):
        UNDIRECTED.partition(2, weights=False, preset="best")
    with pytest.raises(wg.UsageError, match="seed cannot be"):
        UNDIRECTED.partition(2, weights=False, seed="best")
    with pytest.raises(wg.UsageError, match="did you mean preset"):
        UNDIRECTED.partition(2, weights=False, presets="best")


GRID = wg.generate("grid2d", width=24, height=24)
# A value of each option that the partitioner describes, but for the arrays. Each makes a difference to parts of KRON.
KRON = wg.generate("kron", scale=9)
CHOSEN = {"parts": 7, "tolerance": 0.2, "min_weight": 62, "max_weight": 85, "connected": True, "objective": "volume"}
CHOSEN |= {"preset": "fast", "method": "multilevel", "seed": np.int64(77)}


def test_every_option_that_the_partitioner_describes_reaches_it():
    described = {wg._catalogue.python_name(each["name"]) for each in wg._catalogue._entries()["partition"]["options"]}
    assert described - {"fixed", "start"} == set(CHOSEN)
    assert described - {"parts"} <= set(inspect.signature(wg.Graph.partition).parameters)
    chosen = {name: value for name, value in CHOSEN.items() if name != "parts"}
    by_name = wg.run(KRON, "partition", **CHOSEN)
    result = KRON.partition(7, **chosen)
    assert result.part.tolist() == by_name.part.tolist() and result.cut == by_name.cut
    weights = np.bincount(result.part)
    assert weights.min() >= 62 and weights.max() <= 85
    for name in chosen.keys() - {"tolerance", "method"}:  # the limit of weights stands for the tolerance
        others = {each: value for each, value in chosen.items() if each != name}
        assert KRON.partition(7, **others).part.tolist() != result.part.tolist(), name


def test_a_partition_takes_one_number_or_several():
    for each in (150, [90, 200, 300, 90], np.array([90, 200, 300, 90])):
        assert (np.bincount(GRID.partition(4, max_weight=each).part) <= each).all()
    assert np.bincount(GRID.partition(4, tolerance=0).part).tolist() == [144] * 4
    rows = np.stack([np.arange(576) < 288, np.arange(576) >= 288], axis=1).astype(int)
    part = GRID.partition(2, vertex_weights=rows, tolerance=[0.03, 0.5]).part
    assert 135 <= np.count_nonzero(part[:288]) <= 153


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64, np.int16])
def test_lists_are_ranked(devices, dtype):
    ranks = wg.rank_lists(np.array([2, 4, 1, 3, 3, 5], dtype), heads=True, order=True, devices=devices)
    assert ranks.rank.tolist() == [0, 2, 1, 4, 3, 0]
    assert ranks.head.tolist() == [0, 0, 0, 0, 0, 5]
    assert ranks.order.tolist() == [0, 2, 1, 4, 3, 5]
    assert ranks.first.tolist() == [0, 5, 6]
    assert ranks.lists == 2


def test_tails_may_be_minus_one():
    assert wg.rank_lists([1, 2, -1], from_tail=True).rank.tolist() == [2, 1, 0]


def test_lists_that_are_none():
    with pytest.raises(wg.InputError):
        wg.rank_lists([1, 2, 1])
    with pytest.raises(wg.InputError) as raised:
        wg.rank_lists([1, 7])
    assert raised.value.index == 1


def test_a_forest():
    forest = wg.from_edges(["a", "a", "b", "x"], ["b", "c", "d", "y"]).trees(roots=["a"])
    assert forest.depth.tolist() == [0, 1, 1, 2, 0, 1]
    assert forest.parent.tolist() == ["a", "a", "a", "b", "x", "x"]
    assert forest.size.tolist() == [4, 2, 1, 1, 2, 1]
    assert forest.trees == 2
    assert forest.path_to("d") == ["a", "b", "d"]
    assert forest.common_ancestors(["d", "d", "c"], ["b", "c", "y"]).tolist() == ["b", "a", None]
    assert forest.path_lengths(["d", "c"], ["c", "x"]).tolist() == [3, -1]
    assert sorted(forest.postorder().tolist()) == list(range(6))


def test_graphs_of_lists_are_ranked(devices):
    graph = wg.from_edges(["a", "b", "x"], ["b", "c", "y"], directed=True)
    ranks = graph.list_ranking(columns=["rank", "head"], devices=devices)
    assert ranks.rank.tolist() == [0, 1, 2, 0, 1]
    assert ranks.head.tolist() == ["a", "a", "a", "x", "x"]
    assert ranks.lists == 2
    assert graph.list_ranking(end="tail", devices=devices)["a"] == 2
    with pytest.raises(wg.InputError, match="two successors"):
        wg.from_edges([0, 0], [1, 2], directed=True).list_ranking(devices=devices)


def test_generators_are_described():
    for generator in wg.generators():
        assert f"    {generator}: " in wg.generate.__doc__
        for parameter in wg.parameters_of(generator):
            assert f"    {parameter}: " in wg.generate.__doc__


def test_a_circle_is_no_forest():
    with pytest.raises(wg.InputError):
        wg.from_edges([0, 1, 2], [1, 2, 0]).trees()
