// SPDX-License-Identifier: Apache-2.0
#include "statistics.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <span>
#include <vector>

#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::cli {

namespace {

constexpr std::size_t kRowsAtOnce = 4096;
constexpr std::size_t kValuesAtOnce = std::size_t{1} << 16;

// Few degrees are large, and most vertices have one of the small ones.
template <class DegreeOf>
DegreeCounts count_degrees(std::size_t vertices, ThreadPool& threads, const DegreeOf& degree_of) {
  DegreeCounts counts;
  std::mutex mutex;
  threads.for_chunks(vertices, kValuesAtOnce, [&](std::size_t first, std::size_t last) {
    std::array<std::uint64_t, 256> small{};
    DegreeCounts large;
    for (std::size_t v = first; v < last; ++v) {
      const EdgeId degree = degree_of(v);
      ++(degree < small.size() ? small[degree] : large[degree]);
    }
    const std::lock_guard lock(mutex);
    for (std::size_t degree = 0; degree < small.size(); ++degree)
      if (small[degree] != 0) counts[degree] += small[degree];
    for (const auto& [degree, count] : large) counts[degree] += count;
  });
  return counts;
}

struct EntryCounts {
  std::atomic<EdgeId> self_loops{0};
  std::atomic<EdgeId> duplicates{0};
};

// Looks at the entries of some rows, and counts how often each vertex occurs in them if `occurrences` has room for it.
template <class Count>
void count_entries(std::span<const EdgeId> row, std::span<const VertexId> column, std::size_t first, std::size_t last,
                   bool is_undirected, EntryCounts& counts, std::span<Count> occurrences) {
  EdgeId self_loops = 0;
  EdgeId duplicates = 0;
  for (std::size_t v = first; v < last; ++v) {
    for (EdgeId e = row[v]; e < row[v + 1]; ++e) {
      const VertexId u = column[e];
      if (u == v) ++self_loops;
      const bool is_counted_elsewhere = is_undirected && u > v;  // at the greater end
      if (e > row[v] && column[e - 1] == u && !is_counted_elsewhere) ++duplicates;
      if (!occurrences.empty()) std::atomic_ref(occurrences[u]).fetch_add(1, std::memory_order_relaxed);
    }
  }
  counts.self_loops += self_loops;
  counts.duplicates += duplicates;
}

template <class Value>
ValueRange range_of(std::span<const Value> values, ThreadPool& threads) {
  using Wide = std::conditional_t<std::is_integral_v<Value>, std::int64_t, double>;
  if (values.empty()) return {};
  std::mutex mutex;
  std::pair<Wide, Wide> range{values[0], values[0]};
  threads.for_chunks(values.size(), kValuesAtOnce, [&](std::size_t first, std::size_t last) {
    const auto [least, max] = std::ranges::minmax(values.subspan(first, last - first));
    const std::lock_guard lock(mutex);
    range = {std::min<Wide>(range.first, least), std::max<Wide>(range.second, max)};
  });
  return range;
}

// `Count` counts how often a vertex occurs as a source.
template <class Count, class Value>
GraphStatistics describe(const Graph<Value>& graph, ThreadPool& threads) {
  const std::span<const EdgeId> row = graph.incoming().row;
  const std::span<const VertexId> column = graph.incoming().column;
  const std::size_t vertices = graph.vertex_count();
  std::vector<Count> outgoing(graph.is_undirected() ? 0 : vertices);

  EntryCounts counts;
  threads.for_chunks(vertices, kRowsAtOnce, [&](std::size_t first, std::size_t last) {
    count_entries(row, column, first, last, graph.is_undirected(), counts, std::span(outgoing));
  });

  const auto in_degree = [&](std::size_t v) { return row[v + 1] - row[v]; };
  const auto out_degree = [&](std::size_t v) { return EdgeId{outgoing[v]}; };
  const auto degree = [&](std::size_t v) { return in_degree(v) + (outgoing.empty() ? 0 : out_degree(v)); };
  GraphStatistics result;
  result.self_loops = counts.self_loops;
  result.duplicates = counts.duplicates;
  result.isolated_vertices = count_degrees(vertices, threads, degree)[0];
  if constexpr (graphs::kHasValue<Value>) result.values = range_of(graph.incoming().value.span(), threads);
  if (!graph.is_undirected()) result.outgoing = describe_degrees(count_degrees(vertices, threads, out_degree));
  result.incoming = describe_degrees(count_degrees(vertices, threads, in_degree));
  return result;
}

template <class Value>
GraphStatistics describe(const Graph<Value>& graph, ThreadPool& threads) {
  const bool is_small = graph.edge_count() <= std::numeric_limits<std::uint32_t>::max();
  return is_small ? describe<std::uint32_t>(graph, threads) : describe<EdgeId>(graph, threads);
}

}  // namespace

DegreeStatistics describe_degrees(const DegreeCounts& counts) {
  DegreeStatistics result;
  result.histogram.assign(1, 0);
  if (counts.empty()) return result;
  result.least = counts.begin()->first;
  result.max = counts.rbegin()->first;
  result.histogram.assign(static_cast<std::size_t>(std::bit_width(result.max)) + 1, 0);
  std::uint64_t vertices = 0;
  EdgeId sum = 0;
  for (const auto& [degree, count] : counts) {
    result.histogram[static_cast<std::size_t>(std::bit_width(degree))] += count;
    vertices += count;
    sum += degree * count;
  }
  result.mean = static_cast<double>(sum) / static_cast<double>(vertices);
  for (std::size_t i = 0; i < kPercentiles.size(); ++i) {
    const auto percent = static_cast<std::uint64_t>(kPercentiles[i]);
    std::uint64_t left = (vertices * percent + 99) / 100;
    auto place = counts.begin();
    for (; place->second < left; ++place) left -= place->second;
    result.percentiles[i] = place->first;
  }
  return result;
}

GraphStatistics describe_graph(const AnyGraph& graph, ThreadPool& threads) {
  return std::visit([&](const auto& typed) { return describe(typed, threads); }, graph);
}

}  // namespace warpgraph::cli
