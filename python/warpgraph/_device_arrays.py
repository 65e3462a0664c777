# SPDX-License-Identifier: Apache-2.0
"""Arrays in the memory of devices: how they travel to other libraries and from them, by DLPack and
`__cuda_array_interface__`."""

import numpy as np

from . import _core
from .errors import UsageError

_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED = 1, 2, 3, 13  # of DLPack
_MAX_VERTICES = 2**32 - 1
_INTEGERS = ("int32", "uint32", "int64", "uint64")
_WEIGHTS = ("int32", "int64", "float32", "float64")


class DeviceArray:
    """A column of a result in the memory of the device that ran it: what Result.on_device returns.

    Other libraries take it without a copy: `cupy.asarray(array)`, `torch.from_dlpack(array)`, `numpy.from_dlpack(array)`. The
    values are complete, so that any stream may read them. `numpy.asarray(array)` copies them from a GPU.

    >>> wg.from_edges([0, 1], [1, 2], devices="host").pagerank().on_device()
    <warpgraph.DeviceArray: 3 values, float32, cpu>
    """

    def __init__(self, column):
        self._column = column

    @property
    def size(self):
        """How many values there are.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().size
        3
        """
        return self._column.size

    @property
    def shape(self):
        """The size, as arrays have it.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().shape
        (3,)
        """
        return (self._column.size,)

    @property
    def ndim(self):
        """One dimension.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().ndim
        1
        """
        return 1

    @property
    def dtype(self):
        """The values' type, of NumPy.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().dtype
        dtype('int64')
        """
        return np.dtype(self._column.dtype)

    @property
    def device(self):
        """Where it is: "cpu", or "cuda:0" with the driver's number.

        >>> wg.from_edges([0, 1], [1, 2], devices="host").bfs(0).on_device().device
        'cpu'
        """
        kind, ordinal = self._column.device
        return f"cuda:{ordinal}" if kind == _CUDA else "cpu"

    def to_numpy(self):
        """The values in host memory. Copies what is on a GPU, each time.

        >>> wg.from_edges([0, 1], [1, 2]).bfs(0).on_device().to_numpy().tolist()
        [0, 1, 2]
        """
        return self._column.to_numpy()

    def __len__(self):
        return self._column.size

    def __repr__(self):
        return f"<warpgraph.DeviceArray: {self.size:,} values, {self.dtype}, {self.device}>"

    def __array__(self, dtype=None, copy=None):
        if copy is False and self._column.device[0] == _CUDA:
            raise ValueError("the array lies on a GPU: NumPy has to copy it")
        values = self.to_numpy()
        return np.array(values, dtype=dtype) if copy else np.asarray(values, dtype=dtype)

    def __dlpack_device__(self):
        return self._column.device

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        kind, ordinal = self._column.device
        _check_stream(kind, stream)
        column = self._column
        if dl_device is not None and (int(dl_device[0]), int(dl_device[1])) != (kind, ordinal):
            if int(dl_device[0]) != _CPU:
                raise BufferError(f"the array is on {self.device}, and goes to the host, but to no other device")
            if copy is False:
                raise ValueError("the array lies on a GPU: bringing it to the host is a copy")
            return np.array(self.to_numpy()).__dlpack__()
        if copy:
            column = column.copy()
        return column.give(max_version is not None and max_version[0] >= 1, bool(copy))

    @property
    def __cuda_array_interface__(self):
        if self._column.device[0] != _CUDA:
            raise AttributeError("__cuda_array_interface__: the array lies in host memory")
        return {
            "version": 3,
            "shape": self.shape,
            "strides": None,
            "typestr": self.dtype.str,
            "data": (self._column.address if self.size else 0, False),
            "stream": None,  # the values are complete
        }


def _check_stream(kind, stream):
    """The rules of DLPack: which streams a consumer may name."""
    if stream is None:
        return
    if kind == _CPU:
        raise BufferError("the array lies in host memory, which has no streams")
    if isinstance(stream, bool) or not isinstance(stream, (int, np.integer)):
        raise TypeError(f"a stream is named by a number, not by a {type(stream).__name__}")
    if stream == 0:
        raise BufferError("stream 0 is either of 1 and 2, the default streams")
    if stream < -1:
        raise BufferError(f"there is no stream {stream}")


# --- arrays of other libraries


def graph_of_device_edges(devices, source, target, weight, vertices, dense, **options):
    """The graph of arrays that lie on the first of the devices, made there; None if they do not, or if the host has to look
    at their numbers. `dense`: numbers up to so many times the edges, and some more, are looked up in a table."""
    if vertices is not None and not 0 < vertices < _MAX_VERTICES:
        return None
    arrays = [source, target] if weight is None or np.isscalar(weight) else [source, target, weight]
    if np.isscalar(weight) or not all(_has_device(each) for each in arrays):
        return None
    edges = _core.DeviceEdges(devices)
    here = edges.device
    if not all(_is_on(each, here) for each in arrays):
        return None
    taken = [_taken(each, edges) for each in arrays]
    types = [each.dtype for each in taken]
    if not all(each in _INTEGERS for each in types[:2]) or not all(each in _WEIGHTS for each in types[2:]):
        return None
    size = taken[0].size
    if size == 0 or any(each.size != size for each in taken):
        return None  # the host says it
    highest = min(dense * (size + 256), _MAX_VERTICES) - 1
    return edges.graph(taken[0], taken[1], taken[2] if len(taken) == 3 else None, vertices, highest, **options)


def _has_device(array):
    """Whether it is an array of a library that NumPy cannot look into."""
    if hasattr(array, "__cuda_array_interface__"):
        return True
    return hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__") and not hasattr(array, "__array__")


def _is_on(array, here):
    if hasattr(array, "__dlpack_device__"):
        kind, ordinal = (int(each) for each in array.__dlpack_device__())
        return (kind, ordinal) == here or (kind == _CUDA_MANAGED and here[0] == _CUDA)
    return here[0] == _CUDA  # memory of any GPU that this one reaches


def _taken(array, edges):
    """The array, in the order of the stream that makes the graph."""
    if not hasattr(array, "__dlpack__"):
        return _taken_by_address(array, edges)
    stream = edges.stream
    for arguments in ({"stream": stream, "max_version": (1, 0), "copy": None}, {"stream": stream}):
        try:
            return _core.take_capsule(array.__dlpack__(**arguments))
        except TypeError:  # producers from before version 1 do not know all of these
            if "max_version" not in arguments:
                raise
    return None


def _taken_by_address(array, edges):
    says = array.__cuda_array_interface__
    if says.get("mask") is not None:
        raise UsageError("an array with a mask has values that there are not")
    if len(says["shape"]) != 1:
        raise UsageError(f"arrays have one dimension, not {len(says['shape'])}")
    dtype = np.dtype(says["typestr"])
    if not dtype.isnative or dtype.kind not in "iuf":
        raise UsageError(f"arrays are of numbers of this machine, not of {dtype}")
    stream = says.get("stream")
    if stream is not None:
        if stream == 0:
            raise UsageError("__cuda_array_interface__: stream 0 is either of 1 and 2, the default streams")
        edges.wait_for(stream)
    strides = says.get("strides")
    if strides is not None and strides[0] % dtype.itemsize:
        raise UsageError("the elements of an array lie between each other")
    stride = 1 if strides is None else strides[0] // dtype.itemsize
    return _core.take_address(
        says["data"][0], says["shape"][0], stride, dtype.kind, dtype.itemsize, edges.device[1], array
    )
