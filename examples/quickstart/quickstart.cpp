// SPDX-License-Identifier: Apache-2.0
//
// Every vertex of a small graph adds up what its neighbours hold.
//   quickstart [devices]   e.g. "cuda:0", "host"; the default takes the GPU if there is one
#include <iostream>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

using namespace warpgraph;

struct AddNeighbours {
  View<const int> row, column, value;
  View<int> sum;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {  // a warp for each vertex
    const auto v = warp.global_index();
    PerLane<int> partial{};
    warp.phase([&](Lane lane) {  // the lanes share the edges, in any order
      for (int e = row[v] + lane; e < row[v + 1]; e += Warp::kSize) {
        partial[lane] += value[column[e]];
      }
    });
    const int total = warp.reduce(partial, Plus{});
    warp.elect([&] { sum[v] = total; });
  }
};

int main(int argc, char** argv) {
  Runtime runtime(argc > 1 ? argv[1] : "auto");
  Stream stream(runtime.device());

  // Vertex 0 has the neighbours 1 and 2, vertex 1 has 2, vertex 2 has 0, 1 and 3, vertex 3 has none.
  const auto row = to_device(stream, std::vector{0, 2, 3, 6, 6}, "row");
  const auto column = to_device(stream, std::vector{1, 2, 2, 0, 1, 3}, "column");
  const auto value = to_device(stream, std::vector{1, 10, 100, 1000}, "value");
  Buffer<int> sum(stream, 4, "sum");

  launch(stream, Warps{4}, AddNeighbours{row, column, value, sum});

  std::cout << "on " << stream.device().name() << ":";
  for (const int each : to_host(stream, sum)) std::cout << ' ' << each;
  std::cout << '\n';  // 110 100 1011 0
}
