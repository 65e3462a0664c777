// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include "handles.hpp"
#include "status.hpp"

// From what an algorithm leaves on the device to the result that C sees.
namespace warpgraph::c_interface {

// From an algorithm's values to those that C sees.
inline constexpr auto kAsTheyAre = [](const IdMap&) { return std::identity(); };
inline constexpr auto kAsCounts = [](const IdMap&) {
  return [](auto count) { return static_cast<std::int64_t>(count); };
};
inline constexpr auto kAsVertices = [](const IdMap& ids) {
  return [&ids](VertexId v) { return v == kNoVertex ? -1 : static_cast<std::int64_t>(ids.name_of(v)); };
};
inline constexpr auto kAsDistances = [](const IdMap&) {
  return []<class T>(T distance) {
    if constexpr (std::is_floating_point_v<T>)
      return distance;
    else
      return distance == kUnreachable<T> ? -1 : static_cast<std::int64_t>(distance);
  };
};
inline constexpr auto kAsWidths = [](const IdMap&) {
  return []<class T>(T width) {
    if constexpr (std::is_floating_point_v<T>) {
      return width;
    } else {
      if (width == kUnlimited<T>) return kUnlimited<std::int64_t>;
      if (width == kNoWidth<T>) return kNoWidth<std::int64_t>;
      return static_cast<std::int64_t>(width);
    }
  };
};

// `as` is one of the above.
template <class As, class Value>
std::unique_ptr<warpgraph_result> to_handle(const warpgraph_graph& graph, Result<Value> left, As as) {
  const auto values = left.to_host(graph.stream, graph.ids());
  const auto convert = as(graph.ids());
  std::vector<std::remove_cvref_t<decltype(convert(values.front()))>> output(values.size());
  std::ranges::transform(values, output.begin(), convert);
  return std::make_unique<warpgraph_result>(
      warpgraph_result{std::move(output), std::move(static_cast<RunReport&>(left))});
}

// run(stream, graph) is called with the graph of its own type and leaves a Result.
template <class As, class Run>
warpgraph_status create_result(const warpgraph_graph* graph, warpgraph_result** result, As as, Run&& run) {
  return create(result, [&] {
    const warpgraph_graph& handle = required(graph, "graph");
    return std::visit([&](const auto& each) { return to_handle(handle, run(handle.stream.ref(), each), as); },
                      handle.graph);
  });
}

}  // namespace warpgraph::c_interface
