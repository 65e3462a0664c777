// SPDX-License-Identifier: Apache-2.0
//
// Every vertex of a small graph adds up what its neighbours hold.
//   quickstart [devices]   e.g. "cuda:0", "host"; the default takes the GPU if there is one
#include <iostream>
#include <vector>

#include <warpgraph/warpgraph.hpp>

using warpgraph::View;

struct AddNeighbours {
  View<const int> row, column, value;
  View<int> sum;

  WARPGRAPH_DEVICE void operator()(warpgraph::kernel::Warp& warp) const {  // a warp for each vertex
    const auto v = warp.global_index();
    warpgraph::kernel::PerLane<int> partial{};
    warp.phase([&](warpgraph::kernel::Lane lane) {  // the lanes share the edges, in any order
      for (int e = row[v] + lane; e < row[v + 1]; e += warpgraph::kernel::Warp::kSize) {
        partial[lane] += value[column[e]];
      }
    });
    const int total = warp.reduce(partial, warpgraph::Plus{});
    warp.elect([&] { sum[v] = total; });
  }
};

int main(int argc, char** argv) {
  warpgraph::Runtime runtime(argc > 1 ? argv[1] : "auto");
  warpgraph::Stream stream(runtime.device());

  // Vertex 0 has the neighbours 1 and 2, vertex 1 has 2, vertex 2 has 0, 1 and 3, vertex 3 has none.
  const auto row = warpgraph::to_device(stream, std::vector{0, 2, 3, 6, 6}, "row");
  const auto column = warpgraph::to_device(stream, std::vector{1, 2, 2, 0, 1, 3}, "column");
  const auto value = warpgraph::to_device(stream, std::vector{1, 10, 100, 1000}, "value");
  warpgraph::Buffer<int> sum(stream, 4, "sum");

  warpgraph::kernel::launch(stream, warpgraph::kernel::Warps{4}, AddNeighbours{row, column, value, sum});

  std::cout << "on " << stream.device().name() << ":";
  for (const int each : warpgraph::to_host(stream, sum)) std::cout << ' ' << each;
  std::cout << '\n';  // 110 100 1011 0
}
