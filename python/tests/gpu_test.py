# SPDX-License-Identifier: Apache-2.0
"""Arrays on a GPU, from CuPy and PyTorch and to them. Skipped where there is no GPU, or no CuPy."""

import gc

import numpy as np
import pytest

import warpgraph as wg

cupy = pytest.importorskip("cupy")
try:
    wg.devices("cuda:0")
    HAS_GPU = cupy.cuda.runtime.getDeviceCount() > 0
except Exception:
    HAS_GPU = False
pytestmark = pytest.mark.skipif(not HAS_GPU, reason="needs a GPU, and a build with CUDA")

GPU = "cuda:0"


def edges(count=20000, vertices=3000, seed=1):
    random = np.random.default_rng(seed)
    return random.integers(0, vertices, count), random.integers(0, vertices, count), random.random(count).astype(np.float32)


def csr_of(graph):
    return [None if each is None else each.tolist() for each in graph._core.incoming()]


@pytest.fixture
def ranks():
    source, target, _ = edges()
    return wg.from_edges(source, target, devices=GPU).pagerank()


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
def test_a_graph_of_cupys_arrays_is_that_of_numpys(dtype):
    source, target, weight = edges()
    source, target = source.astype(dtype), target.astype(dtype)
    there = wg.from_edges(cupy.asarray(source), cupy.asarray(target), cupy.asarray(weight), devices=GPU)
    here = wg.from_edges(source, target, weight, devices=GPU)
    assert csr_of(there) == csr_of(here)
    assert there.names.tolist() == here.names.tolist()
    assert np.array_equal(there.sssp(there.names[0]).values, here.sssp(here.names[0]).values)


def test_no_array_comes_to_the_host(monkeypatch):
    source, target, weight = (cupy.asarray(each) for each in edges())
    monkeypatch.setattr(wg.graph, "to_numpy", lambda array: pytest.fail("an array was copied to the host"))
    assert wg.from_edges(source, target, weight, devices=GPU, directed=True).n > 0


def test_numbers_that_do_not_occur_are_no_vertices():
    source, target = np.array([10, 3, 10]), np.array([3, 7, 7])
    graph = wg.from_edges(cupy.asarray(source), cupy.asarray(target), devices=GPU)
    assert graph.names.tolist() == [3, 7, 10]
    assert graph.bfs(7)[10] == 1


def test_arrays_that_a_stream_is_still_making_are_waited_for():
    source, target, _ = edges(1 << 20, 1 << 16)
    here = csr_of(wg.from_edges(source, target, vertices=1 << 16, devices=GPU))
    work = cupy.random.random((4096, 4096), dtype=cupy.float32)
    for stream in (cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream.ptds, cupy.cuda.Stream.null):
        made = cupy.zeros(source.size, cupy.int64), cupy.zeros(source.size, cupy.int64)
        right = cupy.asarray(source), cupy.asarray(target)
        cupy.cuda.Device().synchronize()
        with stream:
            for _ in range(20):
                work = work @ work * 1e-9
            made[0][:] = right[0]
            made[1][:] = right[1]
            there = wg.from_edges(*made, vertices=1 << 16, devices=GPU)
        assert csr_of(there) == here


class OnlyInterface:
    """An array without DLPack, such as those of Numba."""

    def __init__(self, array, stream=None):
        self.array = array
        self.__cuda_array_interface__ = {**array.__cuda_array_interface__, "stream": stream}


def test_arrays_of_the_interface_alone_are_taken_in_the_order_of_their_stream():
    source, target, weight = edges(1 << 18, 1 << 14)
    here = csr_of(wg.from_edges(source, target, weight, vertices=1 << 14, devices=GPU))
    stream = cupy.cuda.Stream(non_blocking=True)
    right = [cupy.asarray(each) for each in (source, target, weight)]
    made = [cupy.zeros_like(each) for each in right]
    work = cupy.random.random((4096, 4096), dtype=cupy.float32)
    cupy.cuda.Device().synchronize()
    with stream:
        for _ in range(20):
            work = work @ work * 1e-9
        for to, each in zip(made, right):
            to[:] = each
    arrays = [OnlyInterface(each, stream.ptr) for each in made]
    assert csr_of(wg.from_edges(*arrays, vertices=1 << 14, devices=GPU)) == here
    both = cupy.asarray(np.stack([source, target], axis=1))
    apart = [OnlyInterface(both[:, 0]), OnlyInterface(both[:, 1]), OnlyInterface(right[2])]
    assert csr_of(wg.from_edges(*apart, vertices=1 << 14, devices=GPU)) == here
    with pytest.raises(wg.UsageError, match="stream 0"):
        wg.from_edges(OnlyInterface(right[0], 0), OnlyInterface(right[1], 0), devices=GPU)


def test_values_stay_on_the_gpu_until_they_are_asked_for(ranks):
    array = ranks.on_device()
    assert (array.device, array.dtype, array.__dlpack_device__()) == ("cuda:0", np.float32, (2, 0))
    by_interface, by_dlpack = cupy.asarray(array), cupy.from_dlpack(array)
    address = array.__cuda_array_interface__["data"][0]
    assert by_interface.data.ptr == by_dlpack.data.ptr == address
    assert cupy.asnumpy(by_interface).tolist() == cupy.asnumpy(by_dlpack).tolist() == ranks.values.tolist()
    assert np.asarray(array).tolist() == ranks.values.tolist()


@pytest.mark.parametrize("name", ["bfs", "sssp", "sswp", "cc", "scc", "kcore", "betweenness", "hits", "triangles", "cc_labels"])
def test_columns_on_the_gpu_are_those_on_the_host(name):
    source, target, _ = edges(4000, 600)
    graph = wg.from_edges(source, target, np.arange(4000) % 9 + 1, vertices=600, devices=GPU)
    arguments = [0] if name in ("bfs", "sssp", "sswp") else []
    columns = {"bfs": ["level", "parent"], "hits": ["hub", "authority"], "triangles": ["triangles"]}.get(name)
    result = wg.run(graph, name, *arguments, columns=columns)
    for column, values in result.columns.items():
        assert np.array_equal(cupy.asnumpy(cupy.asarray(result.on_device(column))), values, equal_nan=True), column
        assert result.on_device(column).dtype == values.dtype


def test_a_stream_of_the_consumers_may_be_any_but_0(ranks):
    array = ranks.on_device()
    for stream in (None, -1, 1, 2, cupy.cuda.Stream().ptr):
        array.__dlpack__(stream=stream)
    with pytest.raises(BufferError):
        array.__dlpack__(stream=0)


def test_values_that_others_have_taken_stay_theirs():
    source, target, _ = edges()
    graph = wg.from_edges(source, target, devices=GPU)
    result = graph.pagerank()
    expected = result.values.copy()
    taken = cupy.from_dlpack(result.on_device())
    del result
    gc.collect()
    for _ in range(20):
        graph.pagerank(damping=0.5)
    assert cupy.asnumpy(taken).tolist() == expected.tolist()


def test_the_host_gets_a_copy_when_it_asks(ranks):
    capsule = ranks.on_device().__dlpack__(dl_device=(1, 0))

    class Holder:
        def __dlpack_device__(self):
            return 1, 0

        def __dlpack__(self, **_):
            return capsule

    assert np.from_dlpack(Holder()).tolist() == ranks.values.tolist()
    with pytest.raises(ValueError, match="copy"):
        ranks.on_device().__dlpack__(dl_device=(1, 0), copy=False)


def test_a_copy_has_its_own_memory(ranks):
    array = ranks.on_device()

    class Copy:
        def __dlpack_device__(self):
            return array.__dlpack_device__()

        def __dlpack__(self, **arguments):
            return array.__dlpack__(**{**arguments, "copy": True})

    copied = cupy.from_dlpack(Copy())
    assert copied.data.ptr != cupy.asarray(array).data.ptr
    assert cupy.asnumpy(copied).tolist() == ranks.values.tolist()


def test_results_of_the_gpu_make_the_next_graph_there(monkeypatch):
    source, target, _ = edges(4000, 600)
    found = wg.from_edges(source, target, vertices=600, devices=GPU).bfs(0, columns=["level", "parent"])
    monkeypatch.setattr(wg.graph, "to_numpy", lambda array: pytest.fail("an array was copied to the host"))
    parent = cupy.asarray(found.on_device("parent"))
    reached = cupy.flatnonzero(parent >= 0)
    tree = wg.from_edges(parent[reached], reached, vertices=600, directed=True, devices=GPU)
    assert tree.m == int(reached.size)


def test_pytorchs_tensors_are_taken_and_given():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("PyTorch without CUDA")
    source, target, _ = edges()
    graph = wg.from_edges(*(torch.from_numpy(each).cuda() for each in (source, target)), devices=GPU)
    assert csr_of(graph) == csr_of(wg.from_edges(source, target, devices=GPU))
    ranks = graph.pagerank()
    assert torch.from_dlpack(ranks.on_device()).cpu().tolist() == ranks.values.tolist()
