# SPDX-License-Identifier: Apache-2.0
"""What vertices are called. Numbers from 0 on are C++'s business, and so are other whole numbers, which files can hold;
names of any other kind are kept here, and C++ sees their places."""

import threading

import numpy as np

from ._arrays import refuse_at, to_numpy
from .errors import InputError, UnknownVertex


def factorised(*columns):
    """The distinct names of all columns in ascending order if they have one, else in the order in which they occur, and
    each column as places in it."""
    arrays = [to_numpy(column) for column in columns]
    sizes = np.cumsum([0] + [array.size for array in arrays])
    for array in arrays:
        if array.ndim != 1:
            raise InputError("sources and targets have one dimension")
        if array.dtype.kind in "fcmM":
            refuse_at(np.isnat(array) if array.dtype.kind in "mM" else np.isnan(array), "a name is missing")
    if {array.dtype.kind for array in arrays} == {"i", "u"}:  # whose common type would be float64
        are_small = all(array.dtype.kind == "i" or not array.size or array.max() < 2**63 for array in arrays)
        arrays = [array.astype(np.int64 if are_small else object) for array in arrays]
    if any(array.dtype.kind in "OUST" for array in arrays):
        together = np.concatenate([array.astype(object) for array in arrays])
        names, places = _of_objects(together)
        if all(type(name) is int and 0 <= name < 2**64 for name in names):
            names = names.astype(np.uint64)
    else:
        names, places = np.unique(np.concatenate(arrays), return_inverse=True)
    places = places.reshape(-1)
    return names, [places[first:last] for first, last in zip(sizes, sizes[1:])]


def _of_objects(values):
    try:
        import pandas
    except ImportError:
        first = {}
        places = np.fromiter((first.setdefault(value, len(first)) for value in values), np.int64, len(values))
        names = np.empty(len(first), object)
        names[:] = list(first)
    else:
        places, names = pandas.factorize(values, use_na_sentinel=True)
        names = np.asarray(names, dtype=object)
    refuse_at(places < 0, "a name is missing")
    try:
        order = sorted(range(len(names)), key=names.__getitem__)
    except TypeError:  # of several kinds
        return names, places
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return names[order], rank[places]


class Names:
    """The names of a graph's vertices, of any kind that can be a key of a dictionary."""

    def __init__(self, names):
        array = np.empty(len(names), object)
        array[:] = names.tolist() if isinstance(names, np.ndarray) else list(names)
        array.flags.writeable = False
        self.array = array
        self._places = None
        self._lock = threading.Lock()

    def __reduce__(self):
        return (Names, (self.array,))

    def place_of(self, name):
        with self._lock:
            if self._places is None:
                self._places = {each: place for place, each in enumerate(self.array.tolist())}
        try:
            return self._places[name]
        except (KeyError, TypeError):
            error = UnknownVertex(f"the graph has no vertex {name!r}")
            error.name = name
            raise error from None

    def of(self, places):
        """The names at these places; -1 is None."""
        places = np.asarray(places)
        names = self.array[places]
        names[places < 0] = None
        return names
