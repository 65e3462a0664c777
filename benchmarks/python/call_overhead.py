# SPDX-License-Identifier: Apache-2.0
"""What a call costs in Python, beside the same call in C++: on a small graph, where the call is what takes time.

python benchmarks/python/call_overhead.py [--devices host] [--side 10] [--calls 2000]

The C++ is compiled by the package, as programs are, with -O3, and calls the same library with the same graph. Calls are
taken in turns: some in C++, some in Python, and so on. Each row has medians. `more` is what a call in Python takes
beside the call in C++ inside it, whose time the result tells: so what else the machine does while both are compared
falls out. `least` is what nine tenths of the calls exceed: on a machine that is busy, what a call takes by itself.
"""

import argparse
import ctypes
import os
import pathlib
import statistics
import tempfile
import time

os.environ["WARPGRAPH_CXXFLAGS"] = "-O3"  # before the package reads it: the program of both sides is compiled alike
os.environ["WARPGRAPH_BACKGROUND"] = "0"

import warpgraph as wg
from warpgraph.program.program import package_compiler

FAR = 0xFFFFFFFF


class Distances(wg.Program):
    """The README's."""

    VertexValue = wg.uint32
    EdgeValue = wg.int32
    Reduction = wg.Min
    kMonotoneVisit = True
    source: wg.Vertex

    def initial(self, v):
        return 0 if v == self.source else FAR

    def active_initially(self, v):
        return v == self.source

    def visit(self, distance, length):
        return FAR if distance == FAR else distance + length

    def updated(self, old, distance):
        return distance < old

    def priority(self, distance):
        return distance


CPP = """
#include <chrono>
#include <cstdint>
#include <variant>
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_run.hpp>
#include <warpgraph/python/compiled_program.hpp>
#include <warpgraph/python/program_arithmetic.hpp>

namespace {
namespace program {
@BODY@
}

struct Times {
  std::uint32_t calls;
  double* seconds;
};

void take(const warpgraph::AnyGraphOn* graph, void* argument, auto call) {
  const auto& times = *static_cast<Times*>(argument);
  const auto& one = std::get<warpgraph::GraphOn<std::int32_t>>(*graph);
  for (std::uint32_t i = 0; i < times.calls; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const auto result = call(one);
    times.seconds[i] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
}
}

extern "C" void distances(const warpgraph::AnyGraphOn* graph, void* argument) {
  take(graph, argument, [](const auto& one) {
    program::Distances distances{};
    distances.source = 0;
    return warpgraph::run(one, distances);
  });
}
extern "C" void sssp(const warpgraph::AnyGraphOn* graph, void* argument) {
  take(graph, argument, [](const auto& one) { return warpgraph::algorithms::sssp(one, {.source = 0}); });
}
extern "C" void bfs(const warpgraph::AnyGraphOn* graph, void* argument) {
  take(graph, argument, [](const auto& one) { return warpgraph::algorithms::bfs_levels(one, {.source = 0}); });
}
extern "C" void pagerank(const warpgraph::AnyGraphOn* graph, void* argument) {
  take(graph, argument, [](const auto& one) { return warpgraph::algorithms::pagerank(one); });
}
"""


class Times(ctypes.Structure):
    _fields_ = [("calls", ctypes.c_uint32), ("seconds", ctypes.POINTER(ctypes.c_double))]


def in_cpp(graph, function, calls):
    seconds = (ctypes.c_double * calls)()
    argument = Times(calls, seconds)
    graph._core.call(ctypes.cast(function, ctypes.c_void_p).value, ctypes.addressof(argument))
    return list(seconds)


def in_python(call, calls):
    """What calls take, and what they take beside the call in C++ inside them."""
    seconds, more = [], []
    for _ in range(calls):
        result = None  # what a call leaves is let go of outside the call, as in C++
        begin = time.perf_counter()
        result = call()
        seconds.append(time.perf_counter() - begin)
        more.append(seconds[-1] - result.seconds)
    return seconds, more


def with_values(call, calls):
    seconds = []
    for _ in range(calls):
        begin = time.perf_counter()
        call().values
        seconds.append(time.perf_counter() - begin)
    return seconds


def compiled():
    """The library with the C++ calls."""
    compiler = package_compiler()
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "calls.so")
    import pathlib

    compiler.compile(CPP.replace("@BODY@", Distances.cpp()), "cxx", pathlib.Path(path), "calls")
    return ctypes.CDLL(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", default="host", help="of one device: host or cuda:0")
    parser.add_argument("--side", type=int, default=10, help="the graph is a grid with so many vertices a side")
    parser.add_argument("--calls", type=int, default=2000, help="of each kind")
    given = parser.parse_args()

    graph = wg.generate("grid2d", width=given.side, height=given.side, weights="uniform", devices=given.devices)
    library = compiled()
    rows = {
        "G.run(Distances, source=0)": (library.distances, lambda: graph.run(Distances, source=0)),
        "G.sssp(0)": (library.sssp, lambda: graph.sssp(0)),
        "G.bfs(0)": (library.bfs, lambda: graph.bfs(0)),
        "G.pagerank()": (library.pagerank, lambda: graph.pagerank()),
    }
    print(f"{graph.n} vertices, {graph.m} edges, {graph.devices}; medians of {given.calls} calls, in us")
    print(f"{'call':28} {'C++':>8} {'Python':>8} {'with .values':>13} {'more':>8} {'least':>8}")
    turns = 20
    for name, (function, call) in rows.items():
        cpp, python, values, more = [], [], [], []
        for _ in range(turns):
            cpp += in_cpp(graph, function, given.calls // turns)
            for left, each in zip((python, more), in_python(call, given.calls // turns)):
                left += each
            values += with_values(call, given.calls // turns)
        least = statistics.quantiles(more, n=10)[0] * 1e6
        cpp, python, values, more = (statistics.median(each) * 1e6 for each in (cpp, python, values, more))
        print(f"{name:28} {cpp:8.1f} {python:8.1f} {values:13.1f} {more:8.1f} {least:8.1f}")


if __name__ == "__main__":
    main()
