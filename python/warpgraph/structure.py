# SPDX-License-Identifier: Apache-2.0
"""Linked lists and rooted forests."""

from collections import namedtuple

import numpy as np

from . import _catalogue, _core, _devices
from ._arrays import to_numpy
from .errors import InputError, UsageError
from .graph import Graph
from .result import Result

_FREE = 0xFFFFFFFF  # no vertex, or one that may be in any part


class _Done:
    """What Result asks for, of a call that has returned it."""

    def __init__(self, facts, report):
        self._facts, self._report = facts, report
        self.seconds = report["seconds"]

    def facts(self):
        return self._facts

    def report(self):
        return self._report


def _done(facts, seconds=0.0, devices=1):
    report = {"end": "converged", "seconds": seconds, "devices": devices, "supersteps": [], "advice": ""}
    return _Done(facts, report)


class RootedForest(Result):
    """The trees of a graph with parents, roots, depths and orders; what asks where vertices meet.

    >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
    >>> tree["d"]  # its parent, root, depth, place in preorder, and the size of its subtree
    ('b', 'a', 2, 2, 1)
    >>> tree.path_to("d")  # from the root
    ['a', 'b', 'd']
    """

    _call = None  # of C++, which has made the columns
    _made = None

    @property
    def _forest(self):
        """The same trees on a device, for queries: made when the first is asked."""
        if self._made is None:
            graph, _, options, *_ = self._call
            roots = self._graph._rows_of(options["roots"]) if "roots" in options else ()
            self._made = _core.root_forest(graph, np.asarray(roots, np.uint32))
        return self._made

    def common_ancestors(self, a, b):
        """Where pairs of vertices meet, as an array of names; None, or -1, where they are in different trees.

        >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
        >>> tree.common_ancestors(["d", "d"], ["c", "b"]).tolist()
        ['a', 'b']
        """
        return self._named(self._answers(a, b, False))

    def path_lengths(self, a, b):
        """The edges between pairs of vertices; -1 where they are in different trees.

        >>> tree = wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"])
        >>> tree.path_lengths(["d", "d"], ["c", "b"]).tolist()
        [3, 1]
        """
        return self._answers(a, b, True)

    def postorder(self):
        """How many vertices' subtrees end before that of each vertex.

        >>> wg.from_edges(["a", "a", "b"], ["b", "c", "d"]).trees(roots=["a"]).postorder().tolist()
        [3, 1, 2, 0]
        """
        return self._forest.postorder().astype(np.int64)

    def _answers(self, a, b, lengths):
        a, b = (np.array([self._row_of(name) for name in each], np.uint32) for each in (a, b))
        if a.size != b.size:
            raise UsageError("pairs: two lists of the same length")
        return _signed(self._forest.answers(a, b, lengths))

    def _named(self, rows):
        names = self.names
        if names.dtype == object:
            found = names[np.maximum(rows, 0)]
            found[rows < 0] = None
            return found
        return np.where(rows < 0, -1, names[np.maximum(rows, 0)]) if names.size else rows


def _signed(vertices):
    """-1 where a vertex is none."""
    return np.where(vertices == _FREE, -1, vertices.astype(np.int64))


ListRanks = namedtuple("ListRanks", "rank head order first lists")
ListRanks.__doc__ = """Linked lists that were ranked: how far each element is from the end of its list (`rank`), and, if they
were asked for, the `head` of its list, the elements list by list (`order`) and where each list begins in it (`first`).

>>> found = wg.rank_lists([2, 4, 1, 3, 3, 5], order=True)
>>> found.lists, found.order.tolist(), found.first.tolist()
(2, [0, 2, 1, 4, 3, 5], [0, 5, 6])
"""


def rank_lists(next, *, from_tail=False, heads=False, order=False, method="walkers", seed=1, devices=None, memory_limit=None):
    """Ranks linked lists: element v is followed by next[v]; a tail is followed by itself or by -1.

    Args:
        next: whole numbers.
        from_tail: whether ranks count from the tails.
        heads, order: whether these are told, too.
        method: "walkers", or "sequential" on the host.
        seed: of the method's choices, on which no result depends.
        devices, memory_limit: as of all runs.

    >>> wg.rank_lists([2, 4, 1, 3, 3, 5]).rank.tolist()
    [0, 2, 1, 4, 3, 0]
    """
    array = to_numpy(next)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise UsageError("rank_lists: next is an array of whole numbers")
    narrow = array.size < 2**32 - 1
    if array.dtype.kind == "i" and array.dtype.itemsize == 8 and narrow:
        wrong = np.flatnonzero((array < -1) | (array >= array.size))
        if wrong.size:
            error = InputError(f"rank_lists: {array[wrong[0]]} at place {wrong[0]} is no element, expected -1 to {array.size - 1}")
            error.index = int(wrong[0])
            raise error
    if array.dtype.itemsize > 4 or array.dtype.itemsize < 4:
        array = array.astype(np.int64).astype(np.uint32 if narrow else np.uint64)
    else:
        array = np.ascontiguousarray(array).view(np.uint32)
    left = _core.rank_lists(
        _devices.opened(devices, memory_limit), np.ascontiguousarray(array), from_tail, heads, order, method, seed
    )
    columns = (left.get(name) for name in ("rank", "head", "order", "first"))
    return ListRanks(*(None if each is None else each.astype(np.int64) for each in columns), left["lists"])


_catalogue.RESULTS["trees"] = RootedForest
