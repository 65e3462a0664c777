// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/c_interface.h>
#include <warpgraph/algorithms/columns.hpp>
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

namespace warpgraph::c_interface {

using CValues = std::variant<std::vector<std::int64_t>, std::vector<float>, std::vector<double>>;

// A column as C sees it.
struct CColumn {
  std::string name;
  CValues values;
  bool is_vertex = false;
  algorithms::Missing missing = algorithms::Missing::kNever;
};

// A list in braces would copy the values.
inline std::vector<CColumn> alone(CColumn column) {
  std::vector<CColumn> columns;
  columns.push_back(std::move(column));
  return columns;
}

struct CFact {
  std::string name;
  std::string unit;
  std::string text = {};
  std::int64_t integer = 0;
  double real = 0;
  std::int32_t type = WARPGRAPH_NONE;
  bool is_vertex = false;
};

}  // namespace warpgraph::c_interface

struct warpgraph_result {
  std::vector<warpgraph::c_interface::CColumn> columns;  // one at least
  warpgraph::RunReport report;
  std::vector<warpgraph::c_interface::CFact> facts = {};
  // For algorithms that leave edges: the ends of those that the values belong to.
  std::vector<std::uint64_t> source = {};
  std::vector<std::uint64_t> target = {};
};
