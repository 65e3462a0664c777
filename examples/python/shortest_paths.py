#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shortest paths from Python, by nothing but ctypes; with NumPy, pass array.ctypes.data for the arrays.

    shortest_paths.py [LIBRARY [DEVICES]]     PREFIX/lib/libwarpgraph.so; auto, cuda:0, host

Without LIBRARY it is what the environment variable WARPGRAPH_LIBRARY names, or libwarpgraph.so beside this file, or the
one that the loader finds.
"""
import ctypes
import os
import sys
from ctypes import byref, c_int64, c_uint64, c_void_p

INT64, DOUBLE = 2, 4  # warpgraph_type


def find():
    named = os.environ.get("WARPGRAPH_LIBRARY")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libwarpgraph.so")
    return named or (beside if os.path.exists(beside) else "libwarpgraph.so")


def load(path):
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        sys.exit(f"{error}; name the library as the first argument, or in WARPGRAPH_LIBRARY")
    library.warpgraph_last_error_message.restype = ctypes.c_char_p
    assert library.warpgraph_abi_version() == 1
    return library


class Warpgraph:
    def __init__(self, library):
        self.library = library

    def call(self, name, *arguments):
        if getattr(self.library, "warpgraph_" + name)(*arguments) != 0:
            raise RuntimeError(self.library.warpgraph_last_error_message().decode())

    def create(self, name, *arguments):
        """A new handle, which the last argument of the function receives."""
        handle = c_void_p()
        self.call(name, *arguments, byref(handle))
        return handle


def shortest_paths(warpgraph, devices, vertices, edges, source):
    """The distance of every vertex from the source, along edges (from, to, length)."""
    count = len(edges)
    begin, end = ((c_int64 * count)(*(edge[i] for edge in edges)) for i in (0, 1))
    length = (ctypes.c_double * count)(*(edge[2] for edge in edges))
    distance = (ctypes.c_double * vertices)()

    runtime = warpgraph.create("runtime_create", devices.encode())
    graph = warpgraph.create("graph_create_coo", runtime, c_int64(vertices), c_int64(count), INT64, begin, end,
                             DOUBLE, length, None)
    result = warpgraph.create("sssp", graph, c_uint64(source), None)
    warpgraph.call("result_copy_double", result, distance, ctypes.c_size_t(vertices))

    library = warpgraph.library
    library.warpgraph_result_destroy(result)
    library.warpgraph_graph_destroy(graph)
    library.warpgraph_runtime_destroy(runtime)
    return list(distance)


def main(library=None, devices="auto"):
    warpgraph = Warpgraph(load(library or find()))
    edges = [(0, 1, 5.0), (0, 2, 1.5), (2, 1, 2.0), (1, 3, 4.0)]
    distance = shortest_paths(warpgraph, devices, 5, edges, source=0)
    print(distance)
    assert distance == [0, 3.5, 1.5, 7.5, float("inf")]


if __name__ == "__main__":
    main(*sys.argv[1:])
