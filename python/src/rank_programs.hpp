// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/ids.hpp>

// Parameters of programs on ranks: a rank knows the graph's numbers of vertices once the graph is on the devices.
namespace warpgraph::python {

struct GivenOnRanks {
  struct Vertex {
    std::size_t offset = 0;  // in the parameters
    std::uint64_t name = 0;
  };
  struct Values {
    std::size_t offset = 0;               // of a pointer and a size in the parameters
    std::span<const std::byte> own = {};  // those of the rank's own vertices
    std::size_t of_each = 1;              // bytes
  };
  bool searches = false;  // whether the program can be pushed
  std::vector<Vertex> vertices = {};
  std::vector<Values> arrays = {};
  std::vector<std::uint64_t> until = {};
};

// Puts the graph on the devices as the program's run does, and fills in the parameters and the vertices that the run
// ends with. Returns the values of all vertices, which the parameters point to. Throws UsageError on all ranks if one
// has not a value for each of its vertices. Collective on ranks.
[[nodiscard]] std::vector<std::vector<std::byte>> fill_in(const AnyGraphOn& graph, const GivenOnRanks& given,
                                                          std::span<std::byte> parameters,
                                                          std::vector<VertexId>& until);

}  // namespace warpgraph::python
