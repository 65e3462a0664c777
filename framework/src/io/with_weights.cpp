// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/io/with_weights.hpp>

#include <cstdint>
#include <utility>

#include <warpgraph/framework/graph/convert.hpp>

namespace warpgraph::files {

AnyGraph with_weights(ThreadPool& threads, AnyGraph graph, WeightType type) {
  switch (type) {
    case WeightType::kAuto:
      return graph;
    case WeightType::kNone:
      return graphs::convert_values<NoValue>(threads, std::move(graph));
    case WeightType::kInt32:
      return graphs::convert_values<std::int32_t>(threads, std::move(graph));
    case WeightType::kInt64:
      return graphs::convert_values<std::int64_t>(threads, std::move(graph));
    case WeightType::kFloat:
      return graphs::convert_values<float>(threads, std::move(graph));
    case WeightType::kDouble:
      return graphs::convert_values<double>(threads, std::move(graph));
  }
  return graph;
}

}  // namespace warpgraph::files
