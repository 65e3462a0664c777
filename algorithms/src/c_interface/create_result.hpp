// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include "engine_options.hpp"
#include "handles.hpp"
#include "status.hpp"

// From what an algorithm leaves on the device to the result that C sees.
namespace warpgraph::c_interface {

// Each value by itself.
template <class Value, class Convert>
auto converted(const std::vector<Value>& values, const Convert& convert) {
  std::vector<std::remove_cvref_t<decltype(convert(values.front()))>> output(values.size());
  std::ranges::transform(values, output.begin(), convert);
  return output;
}

// From an algorithm's values to those that C sees, all in the order of the graph.
inline constexpr auto kAsTheyAre = [](auto values, const IdMap&) { return values; };
inline constexpr auto kAsCounts = [](const auto& values, const IdMap&) {
  return converted(values, [](auto count) { return static_cast<std::int64_t>(count); });
};
// Numbers from 2^63 on as the negative ones of the same bits.
inline constexpr auto kAsVertices = [](const std::vector<VertexId>& values, const IdMap& ids) {
  const auto has_all_bits = [&](VertexId v) { return v != kNoVertex && ids.name_of(v).value() == ~std::uint64_t{0}; };
  if (std::ranges::find(values, kNoVertex) != values.end() && std::ranges::any_of(values, has_all_bits))
    throw InputError("vertex 2^64 - 1 cannot be told from no vertex, which is -1");
  return converted(values,
                   [&](VertexId v) { return v == kNoVertex ? -1 : static_cast<std::int64_t>(ids.name_of(v).value()); });
};
// Those of a run that has not converged are vertices, and not yet the lowest ones of their components.
inline constexpr auto kAsLabels = [](std::vector<VertexId> values, const IdMap& ids, const RunReport& report) {
  return kAsVertices(report.converged() ? algorithms::lowest_named(std::move(values), ids) : std::move(values), ids);
};
inline constexpr auto kAsDistances = [](const auto& values, const IdMap&) {
  return converted(values, []<class T>(T distance) {
    if constexpr (std::is_floating_point_v<T>)
      return distance;
    else
      return distance == algorithms::kUnreachable<T> ? -1 : static_cast<std::int64_t>(distance);
  });
};
inline constexpr auto kAsWidths = [](const auto& values, const IdMap&) {
  return converted(values, []<class T>(T width) {
    if constexpr (std::is_floating_point_v<T>) {
      return width;
    } else {
      if (width == algorithms::kUnlimited<T>) return algorithms::kUnlimited<std::int64_t>;
      if (width == algorithms::kNoWidth<T>) return algorithms::kNoWidth<std::int64_t>;
      return static_cast<std::int64_t>(width);
    }
  });
};

// What a function of an algorithm of its own leaves, in the words of the catalogue.
struct ColumnOf {
  const char* algorithm;
  const char* column;
};
CColumn c_column(const ColumnOf& column, CValues values);

// `as` is one of the above.
template <class As, class Value>
std::unique_ptr<warpgraph_result> to_handle(const warpgraph_graph& graph, const ColumnOf& column, Result<Value> left,
                                            As as) {
  const auto in_c = [&](std::vector<Value> values) {
    if constexpr (std::is_invocable_v<As, std::vector<Value>, const IdMap&, const RunReport&>)
      return as(std::move(values), graph.ids(), left);
    else
      return as(std::move(values), graph.ids());
  };
  auto output = results::in_user_order(in_c(to_host(graph.stream, left.values)), graph.ids());
  return std::make_unique<warpgraph_result>(
      warpgraph_result{alone(c_column(column, std::move(output))), std::move(static_cast<RunReport&>(left))});
}

// run(stream, graph) is called with the graph of its own type and leaves a Result. `options`: those of the run, of
// which it is seen to here that the caller follows it and ends it.
template <class As, class Run>
warpgraph_status create_result(const warpgraph_graph* graph, warpgraph_result** result, const ColumnOf& column, As as,
                               Run&& run, const warpgraph_run_options* options = nullptr) {
  return create(result, [&] {
    const warpgraph_graph& handle = required(graph, "graph");
    const auto run_on = [&](const auto& each) { return to_handle(handle, column, run(handle.stream.ref(), each), as); };
    const cancellation::Control control = control_of(options);
    return cancellation::controlled(column.algorithm, control, [&] { return std::visit(run_on, handle.graph); });
  });
}

}  // namespace warpgraph::c_interface
