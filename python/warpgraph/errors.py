# SPDX-License-Identifier: Apache-2.0
"""What Warpgraph raises. All are an `Error`; what the message says, attributes say too, where they are known."""


class Error(RuntimeError):
    """Base of all errors of Warpgraph.

    >>> try:
    ...     wg.from_edges([0], [1]).bfs(7)
    ... except wg.Error as error:
    ...     print(error)
    the graph has no vertex 7
    """


class UsageError(Error, ValueError):
    """The caller broke a contract: an option that there is not, a value that it does not accept.

    >>> wg.from_edges([0], [1]).pagerank(dampign=0.9)
    Traceback (most recent call last):
    warpgraph.errors.UsageError: pagerank has no option dampign; did you mean damping?
    """


class InputError(Error, ValueError):
    """The input is at fault: a file, arrays, a graph.

    >>> try:
    ...     wg.from_edges([0, 9], [1, 1], vertices=3)
    ... except wg.InputError as error:
    ...     print(error.index)
    1
    """

    #: The file, or None.
    file = None
    #: The line of the file, from 1 on, or None.
    line = None
    #: The place in an array from 0 on, or None.
    index = None


class UnknownVertex(InputError, KeyError):
    """No vertex is called so.

    >>> try:
    ...     wg.from_edges(["Rome"], ["Oslo"]).bfs("Romr")
    ... except wg.UnknownVertex as error:
    ...     print(error.name)
    Romr
    """

    #: What was asked for.
    name = None

    def __str__(self):  # KeyError would quote it
        return str(self.args[0]) if self.args else ""


class OutOfMemory(Error, MemoryError):
    """A device, or the host, cannot give the memory that was asked for.

    >>> try:
    ...     wg.generate("grid2d").pagerank(memory_limit=1000)
    ... except wg.OutOfMemory as error:
    ...     print(error.free <= 1000)
    True
    """

    #: Bytes, 0 where they are not known.
    asked = 0
    #: Bytes.
    free = 0


class DeviceError(Error):
    """A device, or a call into its driver, failed."""


class RankError(Error):
    """A rank cannot go on: all other ranks raise it, with the same message."""

    #: Which one.
    rank = None
    #: Whether it has given no answer, where otherwise it knows that it has failed.
    is_late = False


class Cancelled(Error):
    """A run was ended before it had a result."""


class OutOfTime(Cancelled, TimeoutError):
    """A run has taken longer than its time_limit.

    >>> try:
    ...     wg.generate("grid2d").kcore(time_limit=1e-9)
    ... except wg.OutOfTime:
    ...     print("late")
    late
    """
