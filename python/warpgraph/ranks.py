# SPDX-License-Identifier: Apache-2.0
"""Ranks: processes that work on one graph together, each with a part of it. mpi4py connects them."""

import time

import numpy as np

from . import _core
from ._devices import bytes_of
from .errors import RankError, UsageError
from .graph import Graph

_PIECE = 1 << 30  # MPI counts bytes in 32 bits
_FAILED, _ASKED, _ANSWERED = 1, 2, 3  # what letters say, as tags
_STANDSTILL = 0.1  # what a rank sent before it failed still arrives; seconds
_GOODBYE = 2.0

_left = []  # messages of calls that failed: MPI may still look at their memory


class Ranks:
    """The processes of a communicator of mpi4py, each of which has a part of a graph.

    All ranks make the same calls in the same order. An error of one ends the call of all: the others raise RankError,
    which names it. As a context (`with wg.Ranks(comm) as ranks:`) it tells the others of an exception, too, that leaves the
    block on one rank.

    Args:
        comm: a communicator; without it all processes, mpi4py.MPI.COMM_WORLD. It is duplicated, and stays yours.
        time_limit: how many seconds a rank may be late; 0 waits for ever.
        devices: those of this rank, as `wg.set_devices` has them. With "auto" and "cuda" each takes a GPU of its own.
        memory_limit: how much of each device's memory may be used.
    """

    def __init__(self, comm=None, *, time_limit=60, devices=None, memory_limit=None):
        try:
            from mpi4py import MPI
        except ImportError:
            raise UsageError("ranks need the package mpi4py: pip install mpi4py") from None
        if MPI.Query_thread() < MPI.THREAD_SERIALIZED:
            raise UsageError("ranks need MPI with threads: mpi4py.rc.thread_level is not to be less than serialized")
        comm = MPI.COMM_WORLD if comm is None else comm
        if not isinstance(comm, MPI.Intracomm):
            raise UsageError(f"Ranks: a communicator of mpi4py is expected, not a {type(comm).__name__}")
        self._carrier = _Carrier(MPI, comm, time_limit)
        self._programs = set()  # those that all ranks have compiled
        self._devices = _core.open_devices_of_rank(
            self._carrier,
            self.rank,
            self.size,
            MPI.Comm.Compare(comm, MPI.COMM_WORLD) != MPI.UNEQUAL,
            devices or "auto",
            bytes_of(memory_limit),
        )

    @property
    def rank(self):
        """The number of this rank."""
        return self._carrier.rank

    @property
    def size(self):
        """How many ranks there are."""
        return self._carrier.size

    @property
    def devices(self):
        """The devices of this rank, as they were asked for."""
        return self._devices.text

    def fail(self, why):
        """Says to all other ranks that this one cannot go on, and why: they raise RankError. Does not wait."""
        self._carrier.fail(str(why), 0)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is not None and not isinstance(error, RankError):
            self.fail(f"{kind.__name__}: {error}")
        self._carrier.say_goodbye()

    def __repr__(self):
        return f"<warpgraph.Ranks: rank {self.rank} of {self.size}>"


class PartOfGraph(Graph):
    """What this rank has of a graph: the edges into its own vertices. Runs are made by all ranks together, and results have
    the values of the own vertices; facts are those of the whole graph. comm.gather(result.to_pandas()) brings all to one
    rank."""

    @classmethod
    def _of_part(cls, core, ranks):
        part = cls._of(core, first_id=0)  # C++ takes names as they are
        part._ranks = ranks  # they stay as long as it
        return part

    @property
    def m(self):
        """How many edges the whole graph has; an undirected one is listed twice, and counted so."""
        return self._core.edge_count

    @property
    def own(self):
        """How many vertices are this rank's."""
        first, last = self._core.own_range()
        return last - first

    def _make_names(self):
        names = self._core.own_names()
        return names.astype(np.int64) if not names.size or names.max() < 2**63 else names

    @property
    def has_names(self):
        """Whether the vertices' names are told: those of the own vertices are."""
        return True

    def _place(self, name):
        if isinstance(name, (int, np.integer)) and not isinstance(name, bool) and name >= 0:
            return int(name)
        raise UsageError(f"vertices of graphs on ranks are called by numbers from 0 on, not by {name!r}")

    def _on(self, devices=None, memory_limit=None):
        if devices is not None or memory_limit is not None:
            raise UsageError("the devices of a graph on ranks are those of wg.Ranks")
        return self._core

    def _in_order_of_names(self, values):
        raise UsageError("graphs on ranks take no values for their vertices")

    def __contains__(self, name):
        raise UsageError("a rank does not know the names of other ranks' vertices")

    def __repr__(self):
        kind = "directed" if self.directed else "undirected"
        weights = f", weights {self.weight_type}" if self.weighted else ""
        ranks = self._ranks
        return f"<warpgraph.PartOfGraph: rank {ranks.rank} of {ranks.size}, {self.n:,} vertices, {kind}{weights}>"


class _Carrier:
    """Messages between ranks, for C++. Nonblocking, and looked after by polling, so that a rank which waits sees at once that
    another has failed. A rank that is later than three quarters of the time limit is asked whether it lives, and a rank that
    waits itself answers."""

    def __init__(self, MPI, comm, time_limit):
        self._mpi = MPI
        self._data = comm.Dup()
        self._letters = comm.Dup()
        self.rank = comm.Get_rank()
        self.size = comm.Get_size()
        self.milliseconds = int(time_limit * 1000)
        self._answered = [False] * self.size
        self._failure = None
        self._is_over = False
        self._sent = []

    # --- what C++ calls

    def exchange(self, sent, received, check_cancelled):
        """None when all is there; otherwise the failure."""
        if self._is_over:
            return self._failure
        MPI = self._mpi
        requests, froms, sizes, arrivals = [], [], [], []
        for rank, view in received:
            for begin in range(0, len(view), _PIECE):
                room = np.empty(min(_PIECE, len(view) - begin), np.uint8)
                arrivals.append((view, begin, room))
                requests.append(self._data.Irecv([room, MPI.BYTE], rank, 0))
                froms.append(rank)
                sizes.append(room.size)
        receives = len(requests)
        kept = []
        for rank, view in sent:
            for begin in range(0, len(view), _PIECE):
                piece = np.array(np.frombuffer(view[begin : begin + _PIECE], np.uint8))
                kept.append(piece)
                requests.append(self._data.Isend([piece, MPI.BYTE], rank, 0))
                froms.append(rank)
        failure = self._wait(requests, froms, sizes, receives, check_cancelled, (arrivals, kept))
        if failure is None:
            for view, begin, room in arrivals:
                view[begin : begin + room.size] = room.data
        return failure

    def _wait(self, requests, froms, sizes, receives, check_cancelled, memory):
        MPI = self._mpi
        statuses = [MPI.Status() for _ in requests]
        open_ones = set(range(len(requests)))
        late = _LateRank(self)
        pause = _Pause()
        quiet_since = None
        try:
            while open_ones:
                ended = MPI.Request.Testsome(requests, statuses)
                if ended:
                    for place, index in enumerate(ended):
                        open_ones.discard(index)
                        if index < receives:
                            self._check_size(froms[index], sizes[index], statuses[place].Get_count(MPI.BYTE))
                    late.begin_again()
                    pause = _Pause()
                    quiet_since = None
                    continue
                self._poll()
                if self._failure is not None:
                    quiet_since = quiet_since or time.monotonic()
                    if time.monotonic() - quiet_since >= _STANDSTILL:
                        self._is_over = True
                        return self._failure
                else:
                    found = late.find(sorted({froms[index] for index in open_ones}))
                    if found is not None:
                        self._tell(found)
                        self._is_over = True
                        return self._failure
                check_cancelled()
                pause()
        finally:
            if open_ones:
                for index in open_ones:
                    if index < receives:
                        requests[index].Cancel()
                _left.append((requests, memory))
        return None

    def _check_size(self, rank, expected, came):
        if came != expected:
            raise RuntimeError(f"rank {rank} sent {came} bytes, where {expected} bytes were expected")

    def fail(self, why, fault):
        self._is_over = True
        self._tell((self.rank, f"rank {self.rank}: {why}", False, fault))

    def expect_answers(self):
        if self._failure is not None:
            return self._failure
        limit = self.milliseconds / 1000
        if not limit:
            return None
        others = [rank for rank in range(self.size) if rank != self.rank]
        self._ask(others)
        end = time.monotonic() + limit
        pause = _Pause()
        while True:
            self._poll()
            if self._failure is not None:
                return self._failure
            late = [rank for rank in others if not self._answered[rank]]
            if not late:
                return None
            if time.monotonic() >= end:
                self._tell(_no_answer(late[0], limit))
            pause()

    def look_around(self):
        self._poll()
        return self._failure

    # --- letters

    def _tell(self, failure):
        if self._failure is not None:
            return
        rank, message, _, fault = failure
        self._failure = (rank, message[:2000], rank != self.rank, fault)
        text = f"{rank} {fault} {message[:2000]}".encode("utf-8", "replace")
        for other in range(self.size):
            if other != self.rank:
                self._send(other, _FAILED, text)

    def _ask(self, ranks):
        for rank in ranks:
            self._answered[rank] = False
            self._send(rank, _ASKED, b"")

    def _send(self, rank, kind, text):
        text = bytearray(text)
        self._sent.append((self._letters.Isend([text, self._mpi.BYTE], rank, kind), text))

    def _poll(self):
        MPI = self._mpi
        self._sent = [each for each in self._sent if not each[0].Test()]
        status = MPI.Status()
        while self._letters.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG, status):
            rank, kind = status.Get_source(), status.Get_tag()
            text = bytearray(status.Get_count(MPI.BYTE))
            self._letters.Recv([text, MPI.BYTE], rank, kind)
            if kind == _ASKED:
                self._send(rank, _ANSWERED, b"")
            elif kind == _ANSWERED:
                self._answered[rank] = True
            elif self._failure is None:
                whose, fault, message = text.decode("utf-8", "replace").split(" ", 2)
                self._failure = (int(whose), message, int(whose) != rank, int(fault))

    def say_goodbye(self):
        """Letters that are under way get some time, since the launcher may end all when the first process leaves."""
        end = time.monotonic() + _GOODBYE
        while self._sent and time.monotonic() < end:
            self._poll()
            time.sleep(0.001)


class _LateRank:
    """Says which rank is late: after three quarters of the time limit the awaited ranks are asked, and at its end those that
    did not answer are late. A rank that answers waits itself, and names the late one."""

    def __init__(self, carrier):
        self._carrier = carrier
        self._limit = carrier.milliseconds / 1000
        self.begin_again()

    def begin_again(self):
        self._last = time.monotonic()
        self._waited = 0.0
        self._has_asked = False

    def find(self, awaited):
        limit = self._limit
        if not limit:
            return None
        now = time.monotonic()
        self._waited += min(now - self._last, limit / 8)  # this process may have been stopped
        self._last = now
        if not self._has_asked and self._waited >= 0.75 * limit:
            self._carrier._ask(awaited)
            self._has_asked = True
        if self._waited < limit:
            return None
        late = [rank for rank in awaited if not self._carrier._answered[rank]]
        if len(late) > 1 and self._waited < 1.25 * limit:
            return None
        if late:
            return _no_answer(late[0], limit)
        if self._waited < 2 * limit:
            return None
        return awaited[0], f"rank {awaited[0]} and this one wait for each other: nothing came within {limit:.1f} s", True, 0


def _no_answer(rank, limit):
    return rank, f"rank {rank} is late: no answer within {limit:.1f} s", True, 0


class _Pause:
    """Between looks at messages: none at first, and up to half a millisecond."""

    def __init__(self):
        self._looks = 0

    def __call__(self):
        self._looks += 1
        if self._looks > 100:
            time.sleep(min(1e-6 * (self._looks - 100), 5e-4))
