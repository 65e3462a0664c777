# SPDX-License-Identifier: Apache-2.0
"""Arrays of other libraries as NumPy's, and paths."""

import os

import numpy as np

from .errors import InputError, UsageError

WEIGHT_TYPES = (np.int32, np.int64, np.float32, np.float64)


def file_name(path):
    """A path as text, which C++ would cut at a byte 0."""
    name = os.fsdecode(path)
    if "\0" in name:
        raise UsageError(f"a path has no byte 0, but {name!r} has")
    return name


def to_numpy(array):
    """A NumPy array of anything that holds one: NumPy, lists, pandas, Arrow, Polars, and arrays of CuPy, PyTorch and others
    that have DLPack or `__cuda_array_interface__`. Copies what lies on a GPU, and nothing else that NumPy can see."""
    if isinstance(array, np.ma.MaskedArray):
        refuse_at(np.ma.getmaskarray(array), "a value is masked")
        return array.data
    if isinstance(array, np.ndarray):
        return array
    if hasattr(array, "__cuda_array_interface__") or _is_on_gpu(array):
        return _from_gpu(array)
    if hasattr(array, "to_numpy"):  # pandas, Arrow, Polars
        try:
            return array.to_numpy(zero_copy_only=False)
        except TypeError:
            return array.to_numpy()
    if isinstance(array, (list, tuple)):
        return _of_list(array)
    if hasattr(array, "__array__") or isinstance(array, range) or np.isscalar(array):
        return np.asarray(array)
    if hasattr(array, "__dlpack__"):
        return np.from_dlpack(array)
    return _of_list(list(array))


def refuse_at(wrong, what):
    """Raises InputError for the first place that is wrong."""
    places = np.flatnonzero(wrong)
    if places.size:
        error = InputError(f"{what} at place {places[0]}")
        error.index = int(places[0])
        raise error


def _of_list(values):
    """Numbers, or strings, as they are; whatever else as objects."""
    try:
        array = np.asarray(values)
    except ValueError:  # tuples of several lengths
        array = None
    is_exact = array is not None and array.ndim == 1 and array.dtype.kind in "biufM"
    if is_exact and array.dtype.kind == "f":  # 2^63 and 1 have no common type but this one
        is_exact = not any(type(each) is int and abs(each) > 2**53 for each in values)
    # NumPy's strings have no NUL at their end.
    are_strings = array is not None and array.dtype.kind in "US"
    if is_exact or (are_strings and all(type(each) is str and not each.endswith("\0") for each in values)):
        return array
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _is_on_gpu(array):
    if not hasattr(array, "__dlpack_device__"):
        return False
    kind = array.__dlpack_device__()[0]
    return int(kind) not in (1, 3)  # the host, and memory of it that is pinned


def _from_gpu(array):
    for way in ("get", "cpu"):  # CuPy; PyTorch
        if hasattr(array, way):
            return to_numpy(getattr(array, way)())
    try:
        return np.from_dlpack(array, device="cpu", copy=True)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError):
        pass
    try:
        import cupy
    except ImportError:
        raise UsageError(f"a {type(array).__name__} lies on a GPU, and CuPy is not there to bring it to the host") from None
    return cupy.asnumpy(cupy.asarray(array))


def contiguous(array, dtype):
    return np.ascontiguousarray(array, dtype=dtype)


def weights_of(weight, count):
    """Weights of one of the types that edges can have, or None."""
    if weight is None:
        return None
    array = to_numpy(weight)
    if array.ndim == 0:
        array = np.full(count, array[()])
    if array.shape != (count,):
        raise UsageError(f"there are {array.size} weights, and {count} edges")
    if array.dtype == object:
        array = np.asarray(array.tolist())
    kind = array.dtype.kind
    if array.dtype.newbyteorder("=").type in WEIGHT_TYPES:
        dtype = array.dtype.newbyteorder("=")
    elif kind in "biu":
        dtype = np.dtype(np.int32 if array.dtype.itemsize < 4 else np.int64)
        if array.dtype.itemsize == 8 and kind == "u" and array.size and array.max() > np.iinfo(np.int64).max:
            raise UsageError("weights of 2^63 and more do not fit int64")
    elif kind == "f":
        dtype = np.dtype(np.float32 if array.dtype.itemsize < 4 else np.float64)
    else:
        raise UsageError(f"weights are numbers, not {array.dtype}")
    return contiguous(array, dtype)
