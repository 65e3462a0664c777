# SPDX-License-Identifier: Apache-2.0
"""What graphs are made of, and what they become."""

import gzip

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import warpgraph as wg

INDEX_TYPES = [np.int32, np.int64]
WEIGHT_TYPES = [np.int32, np.int64, np.float32, np.float64]


def random_matrix(n=60, density=0.1, dtype=np.float64, seed=1):
    matrix = sp.random(n, n, density, random_state=np.random.default_rng(seed), format="csr")
    matrix.data = np.ceil(matrix.data * 50).astype(dtype)
    return sp.csr_array(matrix)


def edges_of(graph):
    source, target, weight = graph.to_edges()
    weights = [None] * len(source) if weight is None else weight.tolist()
    return sorted(zip(source.tolist(), target.tolist(), weights))


# --- SciPy


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"])
def test_every_format_of_scipy_gives_the_same_graph(format):
    matrix = random_matrix()
    made = wg.from_scipy(matrix.asformat(format)).to_scipy()
    assert (made != matrix).nnz == 0


@pytest.mark.parametrize("index", INDEX_TYPES)
@pytest.mark.parametrize("weight", WEIGHT_TYPES)
@pytest.mark.parametrize("format", ["csr", "csc"])
def test_a_matrix_comes_back_with_its_type(index, weight, format):
    matrix = random_matrix(dtype=weight).asformat(format)
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    graph = wg.from_scipy(matrix)
    assert graph.weight_type == np.dtype(weight).name
    assert (graph.to_scipy() != matrix.tocsr()).nnz == 0


@pytest.mark.parametrize("weight,expected", [("int8", "int32"), ("uint16", "int32"), ("uint32", "int64"), ("float16", "float32")])
def test_other_weights_become_the_next_wider_ones(weight, expected):
    assert wg.from_scipy(random_matrix(dtype=weight)).weight_type == expected


def test_a_matrix_of_bool_has_no_weights():
    assert not wg.from_scipy(random_matrix().astype(bool)).weighted


def test_columns_and_values_of_csr_are_not_copied():
    matrix = random_matrix()
    matrix.indptr = matrix.indptr.astype(np.int64)
    row, column, weight = wg.from_scipy(matrix)._core.outgoing()
    assert np.shares_memory(weight, matrix.data)
    assert np.shares_memory(column, matrix.indices)
    assert np.shares_memory(row, matrix.indptr)


def test_a_graph_outlives_the_matrix_that_it_borrows():
    matrix = random_matrix()
    expected = matrix.sum()
    graph = wg.from_scipy(matrix)
    del matrix
    assert graph.to_scipy().sum() == expected


def test_rows_in_any_order_are_sorted():
    matrix = sp.csr_array((np.array([1, 2, 3]), np.array([2, 0, 1]), np.array([0, 3, 3, 3])), shape=(3, 3))
    assert wg.from_scipy(matrix).to_scipy().toarray().tolist() == [[2, 3, 1], [0, 0, 0], [0, 0, 0]]


def test_a_symmetric_matrix_is_an_undirected_graph():
    matrix = random_matrix()
    graph = wg.from_scipy(matrix + matrix.T, directed=False)
    assert not graph.directed
    assert graph.m == sp.triu(matrix + matrix.T).nnz


def test_a_matrix_that_is_not_symmetric_is_no_undirected_graph():
    with pytest.raises(wg.InputError, match="undirected"):
        wg.from_scipy(random_matrix(), directed=False)


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(wg.UsageError, match="as many rows as columns"):
        wg.from_scipy(sp.csr_array((2, 3)))


def test_columns_out_of_range_are_an_error_with_the_place():
    matrix = random_matrix(n=4)
    matrix.indices[-1] = 9
    with pytest.raises(wg.InputError, match="9"):
        wg.from_scipy(matrix)


# --- arrays


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"])
def test_ids_of_every_integer_type(dtype):
    source, target = np.array([0, 1, 2], dtype), np.array([1, 2, 0], dtype)
    assert edges_of(wg.from_edges(source, target, directed=True)) == [(0, 1, None), (1, 2, None), (2, 0, None)]


def test_ids_with_gaps_are_kept():
    graph = wg.from_edges([10, 30], [20, 10], weight=[1.5, 2.5], directed=True)
    assert graph.names.tolist() == [10, 20, 30]
    assert edges_of(graph) == [(10, 20, 1.5), (30, 10, 2.5)]
    assert graph.bfs(30)[20] == 2


def test_huge_and_negative_ids_are_kept():
    graph = wg.from_edges([2**63 + 5, 7], [7, 2**40])
    assert set(graph.names.tolist()) == {7, 2**40, 2**63 + 5}
    graph = wg.from_edges([-3, 7], [7, 2**40])
    assert graph.names.tolist() == [-3, 7, 2**40]
    assert graph.bfs(-3).values.tolist() == [0, 1, 2]


def test_strings_are_names():
    graph = wg.from_edges(["b", "c"], ["a", "a"])
    assert graph.names.tolist() == ["a", "b", "c"]
    assert edges_of(graph) == [("a", "b", None), ("a", "c", None)]


@pytest.mark.parametrize("as_array", [np.array, pd.Series, pd.Categorical, lambda names: pd.array(names, dtype="string")])
def test_strings_of_every_container(as_array):
    graph = wg.from_edges(as_array(["x", "y"]), as_array(["y", "z"]))
    assert graph.names.tolist() == ["x", "y", "z"]


def test_names_of_any_kind():
    graph = wg.from_edges([("a", 1), 3.5], [3.5, "x"])
    assert set(graph.names.tolist()) == {("a", 1), 3.5, "x"}
    assert graph.bfs(("a", 1))["x"] == 2


def test_a_missing_name_is_an_error_with_its_place():
    with pytest.raises(wg.InputError) as raised:
        wg.from_edges(pd.Series(["a", None]), pd.Series(["b", "c"]))
    assert raised.value.index == 1


def test_vertices_without_edges_are_there_if_they_are_counted():
    graph = wg.from_edges([0], [1], vertices=5)
    assert (graph.n, graph.degrees().tolist()) == (5, [1, 1, 0, 0, 0])


def test_a_vertex_beyond_the_count_is_an_error_with_its_place():
    with pytest.raises(wg.InputError) as raised:
        wg.from_edges([0, 1], [1, 9], vertices=3)
    assert raised.value.index == 1


@pytest.mark.parametrize("duplicates,expected", [("keep", [2, 3, 5]), ("first", [3, 5]), ("min", [2, 5]), ("sum", [5, 5])])
def test_duplicates(duplicates, expected):
    graph = wg.from_edges([0, 0, 1], [1, 1, 2], weight=[3, 2, 5], directed=True, duplicates=duplicates)
    assert sorted(graph.to_edges()[2].tolist()) == expected


def test_self_loops_count_once_and_can_be_dropped():
    assert wg.from_edges([0, 1], [1, 1]).m == 2
    assert wg.from_edges([0, 1], [1, 1], drop_self_loops=True).m == 1


def test_one_weight_for_all():
    assert wg.from_edges([0, 1], [1, 2], weight=7).to_edges()[2].tolist() == [7, 7]


def test_a_graph_without_edges():
    graph = wg.from_edges([], [])
    assert (graph.n, graph.m) == (0, 0)
    assert wg.from_edges([], [], vertices=3).bfs(1).values.tolist() == [-1, 0, -1]


def test_csr_arrays():
    graph = wg.from_csr([0, 2, 2, 2], [1, 2], [5, 6], names=["a", "b", "c"])
    assert edges_of(graph) == [("a", "b", 5), ("a", "c", 6)]


def test_torch_like_arrays_come_by_dlpack():
    class Tensor:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    graph = wg.from_edges(Tensor(np.array([0, 1])), Tensor(np.array([1, 2])))
    assert graph.n == 3


def test_arrays_on_a_gpu_are_brought_to_the_host():
    class OnGpu:  # as CuPy's
        __cuda_array_interface__ = {}

        def __init__(self, array):
            self.array = np.asarray(array)

        def get(self):
            return self.array

    assert edges_of(wg.from_edges(OnGpu([0, 1]), OnGpu([1, 2]), OnGpu([5, 6]))) == [(0, 1, 5), (1, 2, 6)]


# --- frames


def frame():
    return pd.DataFrame({"from": ["a", "a", "b"], "to": ["b", "c", "c"], "km": [1.5, 2.5, 0.5]})


def test_a_frame_of_pandas():
    graph = wg.from_pandas(frame(), "from", "to", "km")
    assert edges_of(graph) == [("a", "b", 1.5), ("a", "c", 2.5), ("b", "c", 0.5)]


def test_a_table_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    graph = wg.from_arrow(pyarrow.Table.from_pandas(frame()), "from", "to", "km")
    assert edges_of(graph) == edges_of(wg.from_pandas(frame(), "from", "to", "km"))


def test_a_frame_of_polars():
    polars = pytest.importorskip("polars")
    graph = wg.from_arrow(polars.from_pandas(frame()), "from", "to", "km")
    assert edges_of(graph) == edges_of(wg.from_pandas(frame(), "from", "to", "km"))


def test_whatever_has_a_stream_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pyarrow.Table.from_pandas(frame()).__arrow_c_stream__(requested_schema)

    assert wg.from_arrow(Stream(), "from", "to").m == 3


# --- NetworkX


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_a_graph_of_networkx(kind):
    graph = kind([("x", "y"), ("y", 3), (3, (1, 2)), (3, 3)])
    made = wg.from_networkx(graph)
    assert made.directed == graph.is_directed()
    assert made.m == graph.number_of_edges()
    assert made.names.tolist() == list(graph)


def test_weights_of_networkx_are_1_where_there_are_none():
    graph = nx.Graph()
    graph.add_edge("a", "b", weight=4)
    graph.add_edge("b", "c")
    assert edges_of(wg.from_networkx(graph)) == [("a", "b", 4), ("b", "c", 1)]


def test_networkx_and_back():
    graph = nx.gnm_random_graph(40, 100, seed=1, directed=True)
    back = wg.from_networkx(graph).to_networkx()
    assert nx.utils.graphs_equal(graph, back)


# --- files and generators


def test_files_of_all_formats_that_can_be_written(tmp_path):
    graph = wg.generate("grid2d", width=5, height=4, weights="uniform")
    for format, extensions in wg.formats().items():
        if format in ("col", "dimacs-col", "gap", "sg") or "col" in extensions:
            continue
        path = tmp_path / f"graph.{extensions[0]}"
        try:
            graph.write(path, format=format)
        except wg.InputError:  # a format without weights
            graph.write(path, format=format, weights=False)
        says_direction = format in ("wg", "metis", "gap", "wgap", "mtx", "graphalytics")
        again = wg.read(path, format=format, direction=None if says_direction else "both")
        assert again.n == graph.n, format


def test_a_compressed_list_with_ids_of_its_own(tmp_path):
    path = tmp_path / "list.el.gz"
    with gzip.open(path, "wt") as file:
        file.write("# roads\n10 30\n30 20\n")
    graph = wg.read(path, direction="once")
    assert graph.names.tolist() == [10, 20, 30]
    assert graph.bfs(10)[20] == 2


def test_a_wrong_line_is_an_error_with_file_and_line(tmp_path):
    path = tmp_path / "list.el"
    path.write_text("0 1\n1 x\n")
    with pytest.raises(wg.InputError) as raised:
        wg.read(path)
    assert raised.value.line == 2
    assert raised.value.file.endswith("list.el")


def test_a_missing_file():
    with pytest.raises(wg.InputError) as raised:
        wg.read("no-such-file.mtx")
    assert "no-such-file.mtx" in str(raised.value)


def test_names_that_are_no_numbers_cannot_be_written(tmp_path):
    with pytest.raises(wg.UsageError, match="names"):
        wg.from_edges(["a"], ["b"]).write(tmp_path / "graph.wg")


@pytest.mark.parametrize("name", list(wg.generators()))
def test_every_generator_makes_a_graph(name):
    small = {"scale": 6, "vertices": 200, "width": 8, "height": 8, "depth": 3, "edges": 300, "side": 4, "degree": 4}
    known = wg.parameters_of(name)
    assert wg.generate(name, **{key: value for key, value in small.items() if key in known}).n > 0


def test_parameters_of_a_generator_say_what_they_accept():
    assert wg.parameters_of("kron")["scale"] == {
        "name": "scale",
        "default": "16",
        "values": "a whole number from 1 to 31",
        "help": wg.parameters_of("kron")["scale"]["help"],
        "is_switch": False,
    }
    directed = wg.parameters_of("rmat")["directed"]
    assert (directed["default"], directed["values"], directed["is_switch"]) == ("true", "true or false", True)


def test_the_same_generator_gives_the_same_graph():
    assert edges_of(wg.generate("kron", scale=6, seed=3)) == edges_of(wg.generate("kron", scale=6, seed=3))
    assert edges_of(wg.generate("kron", scale=6, seed=3)) != edges_of(wg.generate("kron", scale=6, seed=4))


def test_an_unknown_parameter_is_refused_with_the_nearest_name():
    with pytest.raises(wg.UsageError, match="did you mean width"):
        wg.generate("grid2d", widht=3)
    with pytest.raises(wg.UsageError, match="did you mean kron"):
        wg.generate("kronn")


# --- what a graph tells


def test_a_graph_says_what_it_is():
    graph = wg.from_edges(["a", "b"], ["b", "c"], weight=[1.0, 2.0], directed=True)
    assert repr(graph) == "<warpgraph.Graph: 3 vertices, 2 edges, directed, weights float64>"
    assert (len(graph), graph.directed, graph.weighted, "a" in graph, "d" in graph) == (3, True, True, True, False)
    assert (graph.degrees().tolist(), graph.in_degrees().tolist()) == ([1, 1, 0], [0, 1, 1])
