# SPDX-License-Identifier: Apache-2.0
"""Warpgraph: graph processing on one or several GPUs, and on the CPU.

A graph is made of arrays, frames, matrices, files or a generator; the ready algorithms are its methods.

>>> import warpgraph as wg
>>> G = wg.from_edges(["Rome", "Rome", "Oslo"], ["Oslo", "Bern", "Bern"], weight=[3, 9, 1])
>>> G.sssp("Rome").values.tolist()  # of Bern, Oslo and Rome
[4, 3, 0]
"""

import atexit as _atexit
import os as _os

from . import _installed

_installed.warn_of_several(_os.path.dirname(_os.path.dirname(__file__)))  # before the library, which may not load

from . import _core
from . import errors
from ._catalogue import add_methods as _add_methods
from ._catalogue import algorithms, load_plugin, run
from ._device_arrays import DeviceArray
from ._devices import devices, set_devices
from ._generators import document as _document_generators
from ._generators import formats, generators, parameters_of
from ._partition import add_methods as _add_partition
from .errors import Cancelled, DeviceError, Error, InputError, OutOfMemory, OutOfTime, RankError, UnknownVertex, UsageError
from .graph import Graph, from_arrow, from_csr, from_edges, from_networkx, from_pandas, from_scipy, generate, read
from .program import *  # noqa: F403: types and reductions of programs
from .program import __all__ as _of_programs
from .program.run import run as _run_program
from .ranks import PartOfGraph, Ranks
from .result import Report, Result
from .structure import ListRanks, RootedForest, rank_lists

__all__ = [
    "Cancelled",
    "DeviceArray",
    "DeviceError",
    "Error",
    "Graph",
    "InputError",
    "ListRanks",
    "OutOfMemory",
    "OutOfTime",
    "PartOfGraph",
    "RankError",
    "Ranks",
    "Report",
    "Result",
    "RootedForest",
    "UnknownVertex",
    "UsageError",
    "algorithms",
    "devices",
    "formats",
    "from_arrow",
    "from_csr",
    "from_edges",
    "from_networkx",
    "from_pandas",
    "from_scipy",
    "generate",
    "generators",
    "get_include",
    "get_library",
    "load_plugin",
    "parameters_of",
    "rank_lists",
    "read",
    "run",
    "set_devices",
]

__all__ += _of_programs


def _run(self, program, *arguments, **options):
    """Runs a vertex program, or an algorithm by its name: G.run(Distances, source="Rome"), G.run("bfs", "Rome").

    Args:
        program: a subclass of Program, an object of one, what compile_program made, or a name.
        options: the program's parameters, and those of the engine: max_supersteps, deterministic, plan, time_supersteps,
            until (a list of vertices), devices, memory_limit, progress, time_limit.

    >>> wg.from_edges(["Rome"], ["Oslo"]).run("bfs", "Rome")["Oslo"]
    1
    """
    if isinstance(program, str):
        return run(self, program, *arguments, **options)
    return _run_program(self, program, *arguments, **options)


_run.__name__ = "run"
Graph.run = _run
_add_methods()
_add_partition()
_document_generators()
_atexit.register(_core.finish)


def get_include():
    """The folder of the headers, for programs in C++ that are linked with get_library().

    >>> wg.get_include()
    '.../warpgraph/include'
    """
    return _os.path.join(_os.path.dirname(__file__), "include")


def get_library():
    """The path of libwarpgraph.so, which has all of Warpgraph.

    >>> wg.get_library()
    '.../libwarpgraph.so'
    """
    return _os.path.join(_os.path.dirname(__file__), "lib", "libwarpgraph.so")
