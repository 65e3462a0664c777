# SPDX-License-Identifier: Apache-2.0
"""Arrays that stay on their devices: DLPack and __cuda_array_interface__, to Warpgraph and from it. Producers that are
made here follow the rules of the host, so that a machine without a GPU tests them; those of GPUs are in gpu_test.py."""

import ctypes
import gc
import weakref

import numpy as np
import pytest

import warpgraph as wg
from warpgraph import _core

CPU = (1, 0)


class Managed(ctypes.Structure):
    """The parts of DLPack's DLTensor that tests look at."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", Managed),
    ]


ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
ctypes.pythonapi.PyCapsule_GetName.restype = ctypes.c_char_p
ctypes.pythonapi.PyCapsule_GetName.argtypes = [ctypes.py_object]


def name_of(capsule):
    return ctypes.pythonapi.PyCapsule_GetName(capsule).decode()


def versioned(capsule):
    return Versioned.from_address(ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor_versioned"))


class Producer:
    """An array of another library: NumPy cannot look into it, and it remembers how it was asked."""

    def __init__(self, values, device=CPU, is_old=False):
        self.array = np.asarray(values)
        self.device = device
        self.is_old = is_old
        self.calls = []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, stream=None, **arguments):
        if self.is_old and arguments:
            raise TypeError("unexpected keyword arguments")
        self.calls.append({"stream": stream, **arguments})
        return self.array.__dlpack__(**{name: value for name, value in arguments.items() if value is not None})


def edges_of(graph):
    source, target, weight = graph.to_edges()
    return source.tolist(), target.tolist(), None if weight is None else weight.tolist()


SOURCE, TARGET, WEIGHT = [0, 0, 3, 2, 1, 3], [1, 2, 1, 3, 4, 3], [5, 6, 7, 8, 9, 1]


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
@pytest.mark.parametrize("directed", [False, True])
def test_a_graph_of_arrays_on_the_device_is_that_of_the_same_arrays_of_numpy(dtype, directed, devices):
    arrays = [np.array(each, dtype) for each in (SOURCE, TARGET)] + [np.array(WEIGHT, np.int64)]
    options = dict(directed=directed, devices=devices)
    there = wg.from_edges(*(Producer(each) for each in arrays), **options)
    assert edges_of(there) == edges_of(wg.from_edges(*arrays, **options))
    assert there.devices == devices


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64])
def test_weights_on_the_device_keep_their_type(dtype):
    graph = wg.from_edges(Producer([0, 1]), Producer([1, 2]), Producer(np.array([2, 3], dtype)))
    assert graph.weight_type == np.dtype(dtype).name


@pytest.mark.parametrize("duplicates", ["keep", "first", "min", "sum"])
def test_options_of_from_edges_hold_on_the_device(duplicates):
    arrays = np.array([0, 0, 1, 2]), np.array([1, 1, 1, 0]), np.array([4, 3, 2, 1])
    options = dict(duplicates=duplicates, drop_self_loops=True, directed=True)
    assert edges_of(wg.from_edges(*map(Producer, arrays), **options)) == edges_of(wg.from_edges(*arrays, **options))


def test_numbers_that_do_not_occur_are_no_vertices():
    source, target = np.array([10, 3, 10]), np.array([3, 7, 7])
    there, here = wg.from_edges(Producer(source), Producer(target)), wg.from_edges(source, target)
    assert there.names.tolist() == here.names.tolist() == [3, 7, 10]
    assert edges_of(there) == edges_of(here)
    assert there.bfs(7)[10] == 1


def test_vertices_says_how_many_there_are():
    assert wg.from_edges(Producer([0, 1]), Producer([1, 0]), vertices=7).n == 7


@pytest.mark.parametrize("wrong", [-1, 5])
def test_a_vertex_out_of_range_is_found(wrong):
    with pytest.raises(wg.InputError, match="edge 1 has a vertex") as raised:
        wg.from_edges(Producer([0, wrong]), Producer([1, 2]), vertices=5)
    assert raised.value.index == 1


@pytest.mark.parametrize("source", [[0, 2**40], [-4, 1]])
def test_numbers_for_which_there_is_no_table_are_looked_up_on_the_host(source):
    graph = wg.from_edges(Producer(source), Producer([1, 2]))
    assert sorted(graph.names.tolist()) == sorted({*source, 1, 2})


def test_sizes_that_differ_are_refused():
    with pytest.raises(wg.UsageError, match="2 sources, and 3 targets"):
        wg.from_edges(Producer([0, 1]), Producer([1, 2, 0]))


def test_elements_may_lie_apart():
    both = np.arange(12).reshape(6, 2) % 5
    there = wg.from_edges(Producer(both[:, 0]), Producer(both[::-1, 1]), Producer(np.arange(12.0)[::2]), directed=True)
    assert edges_of(there) == edges_of(wg.from_edges(both[:, 0], both[::-1, 1], np.arange(12.0)[::2], directed=True))


def test_types_that_a_device_does_not_take_go_by_the_host():
    assert wg.from_edges(Producer(np.array([0, 1], np.int8)), Producer(np.array([1, 2], np.int8))).n == 3


def test_two_dimensions_are_refused():
    with pytest.raises(wg.UsageError, match="one dimension"):
        wg.from_edges(Producer(np.zeros((2, 2), int)), Producer(np.zeros((2, 2), int)))


def test_a_producer_is_asked_for_version_1_and_without_a_stream_on_the_host():
    source, target = Producer([0]), Producer([1])
    wg.from_edges(source, target)
    assert source.calls == target.calls == [{"stream": None, "max_version": (1, 0), "copy": None}]


def test_a_producer_from_before_version_1_is_taken():
    source, target = Producer([0, 1], is_old=True), Producer([1, 2], is_old=True)
    assert wg.from_edges(source, target).n == 3
    assert source.calls == [{"stream": None}]


def test_read_only_arrays_are_taken():
    source = np.array([0, 1])
    source.setflags(write=False)
    assert wg.from_edges(Producer(source), Producer([1, 2])).n == 3


def test_an_array_on_another_device_goes_by_the_host():
    class OnOtherGpu(Producer):
        def cpu(self):
            return self.array

    assert wg.from_edges(OnOtherGpu([0, 1], (2, 0)), OnOtherGpu([1, 2], (2, 0)), devices="host").n == 3


def test_arrays_are_let_go_of_once_the_graph_is_there():
    source, target = Producer([0, 1]), Producer([1, 2])
    kept = weakref.ref(source.array)
    graph = wg.from_edges(source, target)
    del source
    gc.collect()
    assert kept() is None
    assert graph.n == 3


def test_a_capsule_is_taken_once():
    capsule = np.arange(3).__dlpack__()
    taken = _core.take_capsule(capsule)
    assert (taken.size, taken.dtype, taken.device) == (3, "int64", CPU)
    assert name_of(capsule).startswith("used_")
    with pytest.raises(wg.UsageError, match="nobody has taken"):
        _core.take_capsule(capsule)


def test_a_capsule_that_is_taken_keeps_its_array():
    array = np.arange(1000)
    kept = weakref.ref(array)
    taken = _core.take_capsule(array.__dlpack__())
    del array
    gc.collect()
    assert kept() is not None
    del taken
    gc.collect()
    assert kept() is None


def test_another_major_version_is_refused_and_stays_the_producers():
    array = np.arange(3)
    try:
        capsule = array.__dlpack__(max_version=(1, 0))
    except TypeError:
        pytest.skip("needs NumPy 2.1")
    versioned(capsule).major = 2
    with pytest.raises(BufferError, match="version 2"):
        _core.take_capsule(capsule)
    assert name_of(capsule) == "dltensor_versioned"


# --- results


@pytest.fixture
def ranks():
    return wg.generate("grid2d", width=5, height=4, devices="host").pagerank()


def algorithms_with_values():
    def is_asked(entry):  # for more than a source
        return any(option["required"] and option["name"] != "source" for option in entry["options"])

    entries = wg._catalogue._entries().items()
    return [name.replace("-", "_") for name, entry in entries if not entry["leaves_edges"] and not is_asked(entry)]


@pytest.mark.parametrize("name", algorithms_with_values())
def test_columns_on_the_device_are_those_on_the_host(name, devices):
    entry = wg._catalogue._entries()[name.replace("_", "-")]
    graph = {
        "any": lambda: wg.generate("grid2d", width=6, height=5, weights="uniform", devices=devices),
        "forest": lambda: wg.generate("tree", vertices=30, trees=2, devices=devices),
        "lists": lambda: wg.generate("list", vertices=30, lists=3, directed=True, devices=devices),
    }[entry["takes_graphs"]]()
    source = (0,) if entry["has_source"] else ()
    columns = [column["name"] for column in entry["columns"] if not column["costs_extra"]] if "costs_extra" in entry else None
    result = wg.run(graph, name, *source, columns=columns)
    again = wg.run(graph, name, *source, columns=columns)
    for column in result.columns:
        there = again.on_device(column)
        assert there.dtype == result.columns[column].dtype
        assert np.array_equal(np.from_dlpack(there), result.columns[column], equal_nan=True), column
    assert again.facts == result.facts


def test_levels_of_vertices_that_are_not_reached_are_minus_1_on_the_device():
    result = wg.from_edges([0, 2], [1, 3], directed=True, devices="host").bfs(0, columns=["level", "parent"])
    assert np.from_dlpack(result.on_device("level")).tolist() == [0, 1, -1, -1]
    assert np.from_dlpack(result.on_device("parent")).tolist() == result.parent.tolist()


def test_vertices_are_places_among_the_names_on_the_device():
    result = wg.from_edges(["b", "d"], ["a", "c"], devices="host").cc()
    with pytest.raises(wg.UsageError, match="not for devices"):
        result.on_device("component")


def test_names_that_are_numbers_are_names_on_the_device():
    result = wg.from_edges([10, 30], [20, 40], devices="host").cc()
    assert np.from_dlpack(result.on_device()).tolist() == result.values.tolist() == [10, 10, 30, 30]


def test_edges_are_copied_to_the_device():
    result = wg.generate("grid2d", width=3, height=3, weights="uniform", devices="host").msf()
    assert np.from_dlpack(result.on_device("source")).tolist() == result.source.tolist()
    assert np.from_dlpack(result.on_device()).tolist() == result.weight.tolist()


def test_a_column_that_there_is_not_is_refused(ranks):
    with pytest.raises(wg.UsageError, match="no column level; it has rank"):
        ranks.on_device("level")


def test_on_the_host_all_share_the_values(ranks):
    there = np.from_dlpack(ranks.on_device())
    assert np.shares_memory(there, np.asarray(ranks.on_device()))
    assert np.shares_memory(there, ranks.values)


def test_values_outlive_their_result():
    result = wg.generate("grid2d", width=5, height=4, devices="host").pagerank()
    expected = result.values.tolist()
    there = np.from_dlpack(result.on_device())
    capsule = result.on_device().__dlpack__(max_version=(1, 0))
    del result
    gc.collect()
    assert there.tolist() == expected
    assert np.from_dlpack(Holder(capsule)).tolist() == expected


class Holder:
    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack_device__(self):
        return CPU

    def __dlpack__(self, **_):
        return self.capsule


def test_the_capsule_is_of_the_version_that_is_asked_for(ranks):
    array = ranks.on_device()
    assert name_of(array.__dlpack__()) == name_of(array.__dlpack__(max_version=(0, 8))) == "dltensor"
    capsule = array.__dlpack__(max_version=(2, 1))
    assert name_of(capsule) == "dltensor_versioned"
    says = versioned(capsule)
    tensor = says.tensor
    assert (says.major, says.flags) == (1, 0)
    assert (tensor.device_type, tensor.ndim, tensor.code, tensor.bits, tensor.lanes) == (1, 1, 2, 32, 1)
    assert (tensor.shape[0], tensor.strides[0], tensor.byte_offset) == (20, 1, 0)


def test_a_copy_is_one_and_says_so(ranks):
    array = ranks.on_device()
    capsule = array.__dlpack__(max_version=(1, 0), copy=True)
    assert versioned(capsule).flags == 2
    copied = np.from_dlpack(Holder(array.__dlpack__(copy=True)))
    assert copied.tolist() == ranks.values.tolist()
    assert not np.shares_memory(copied, ranks.values)


@pytest.mark.parametrize("stream", [0, 1, 2, -1])
def test_host_memory_has_no_streams(ranks, stream):
    with pytest.raises(BufferError, match="no streams"):
        ranks.on_device().__dlpack__(stream=stream)


def test_streams_of_a_gpu_are_named_by_the_rules():
    check = wg._device_arrays._check_stream
    for stream in (None, -1, 1, 2, 1 << 40):
        check(2, stream)
    for stream, error in ((0, BufferError), (-2, BufferError), ("1", TypeError), (True, TypeError)):
        with pytest.raises(error):
            check(2, stream)


def test_a_device_that_is_not_its_own_is_refused(ranks):
    array = ranks.on_device()
    assert array.__dlpack_device__() == CPU
    assert np.from_dlpack(Holder(array.__dlpack__(dl_device=CPU))).tolist() == ranks.values.tolist()
    with pytest.raises(BufferError, match="no other device"):
        array.__dlpack__(dl_device=(2, 0))


def test_host_memory_has_no_interface_of_cuda(ranks):
    assert not hasattr(ranks.on_device(), "__cuda_array_interface__")


def test_an_array_says_what_it_is(ranks):
    array = ranks.on_device()
    assert (array.shape, array.ndim, array.size, len(array), array.device) == ((20,), 1, 20, 20, "cpu")
    assert repr(array) == "<warpgraph.DeviceArray: 20 values, float32, cpu>"


def test_a_result_goes_into_a_graph_without_the_host():
    graph = wg.generate("grid2d", width=4, height=4, devices="host")
    parents = graph.bfs(0, columns="parent").on_device()
    children = graph.bfs(0).on_device()
    assert parents.dtype == children.dtype == np.int64
    assert wg.from_edges(parents, children, devices="host").n == len(set(np.asarray(parents)) | set(np.asarray(children)))
