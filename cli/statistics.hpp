// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph {
class ThreadPool;
}

// What `warpgraph info` tells about a graph, without the telling.
namespace warpgraph::cli {

inline constexpr std::array kPercentiles = {10, 50, 90, 99};

// Statistics of the degrees of all vertices.
struct DegreeStatistics {
  EdgeId least = 0;
  EdgeId max = 0;
  double mean = 0;
  // The degree that this percentage of the vertices does not exceed.
  std::array<EdgeId, kPercentiles.size()> percentiles{};
  // [0]: vertices of degree 0; [k]: of degree 2^(k-1) to 2^k - 1. Ends with the largest degree's.
  std::vector<std::uint64_t> histogram;
};

// Smallest and largest value, of integers or of floating-point numbers; nothing if there are no values.
using ValueRange = std::variant<std::monostate, std::pair<std::int64_t, std::int64_t>, std::pair<double, double>>;

struct GraphStatistics {
  DegreeStatistics incoming;
  std::optional<DegreeStatistics> outgoing;  // of directed graphs
  std::uint64_t isolated_vertices = 0;       // without any edge
  EdgeId self_loops = 0;
  EdgeId duplicates = 0;  // edges that repeat another: same source, same target; an undirected one counts once
  ValueRange values;
};

// Reads the edges once, in parallel. Needs 4 bytes a vertex of a directed graph, 8 if it has 2^32 edges.
GraphStatistics describe_graph(const AnyGraph& graph, ThreadPool& threads);

// How many vertices have each degree.
using DegreeCounts = std::map<EdgeId, std::uint64_t>;
DegreeStatistics describe_degrees(const DegreeCounts& counts);

}  // namespace warpgraph::cli
