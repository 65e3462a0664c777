// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../command.hpp"
#include "job.hpp"
#include "placed_graph.hpp"

namespace warpgraph::cli {

// What --sources asks for: so many at random, or these vertices. Neither: it was not given.
struct AskedSources {
  std::size_t random = 0;
  std::vector<VertexName> ids = {};

  [[nodiscard]] std::size_t count() const { return random + ids.size(); }
};
// Throws UsageError if it is none that can be, or if there is a --source as well.
[[nodiscard]] AskedSources asked_sources(const po::variables_map& options);

// Where runs start: --source, or what --sources asks for, or else the vertex of the lowest id that has an
// edge to another one (an outgoing edge, if none has; of the lowest id, if there are no edges). {0} for algorithms that
// start everywhere.
std::vector<VertexName> sources_of(const po::variables_map& options, const Job& job, const PlacedGraph& graph);

// Throws the same with the graph's file and the option that names the vertex.
[[noreturn]] void throw_unknown_vertex(const UnknownVertex& error, const algorithms::Algorithm& algorithm,
                                       const po::variables_map& options);

}  // namespace warpgraph::cli
