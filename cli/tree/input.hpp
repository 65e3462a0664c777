// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../command.hpp"

// What `warpgraph tree` begins with.
namespace warpgraph::cli {

struct TreeInput {
  AnyDeviceGraph graph;
  std::vector<VertexId> roots;  // that are given
  double read_seconds = 0;
  std::optional<double> spanning_seconds;  // that finding a spanning forest took

  [[nodiscard]] const IdMap& ids() const;
  [[nodiscard]] VertexId vertex_count() const;
};

// --input, --root, --spanning; those that speak of edges are for graphs.
void add_tree_input_options(Declaration& declaration);

// Throws UsageError for options that do not fit together.
void expect_tree_input_fits(const po::variables_map& options);

// On the stream's device.
TreeInput load_tree(const po::variables_map& options, Runtime& runtime, StreamRef stream, Output& output);

}  // namespace warpgraph::cli
