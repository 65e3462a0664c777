// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/c_interface.h>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

// What stands behind the handles of the C interface.

struct warpgraph_runtime {
  std::shared_ptr<warpgraph::Runtime> runtime;
};

// Keeps the runtime alive: languages that collect garbage destroy handles in any order.
struct warpgraph_graph {
  std::shared_ptr<warpgraph::Runtime> runtime;
  warpgraph::Stream stream;
  warpgraph::AnyDeviceGraph graph;

  [[nodiscard]] const warpgraph::IdMap& ids() const {
    return std::visit([](const auto& each) -> const warpgraph::IdMap& { return each.ids(); }, graph);
  }
  [[nodiscard]] warpgraph::VertexId vertex_count() const {
    return std::visit([](const auto& each) { return each.vertex_count(); }, graph);
  }
};

struct warpgraph_result {
  std::variant<std::vector<std::int64_t>, std::vector<float>, std::vector<double>> values;
  warpgraph::RunReport report;
  // For algorithms that leave edges: the ends of those that the values belong to.
  std::vector<std::uint64_t> source = {};
  std::vector<std::uint64_t> target = {};
};
