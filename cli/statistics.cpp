// SPDX-License-Identifier: Apache-2.0
#include "statistics.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <numeric>
#include <span>

#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::cli {

namespace {

constexpr std::size_t kRowsAtOnce = 4096;
constexpr std::size_t kValuesAtOnce = std::size_t{1} << 16;

std::vector<EdgeId> row_lengths(std::span<const EdgeId> row) {
  std::vector<EdgeId> lengths(row.empty() ? 0 : row.size() - 1);
  for (std::size_t v = 0; v < lengths.size(); ++v) lengths[v] = row[v + 1] - row[v];
  return lengths;
}

struct EntryCounts {
  std::atomic<EdgeId> self_loops{0};
  std::atomic<EdgeId> duplicates{0};
};

// Looks at the entries of some rows, and counts how often each vertex occurs in them if `occurrences` has room for it.
void count_entries(std::span<const EdgeId> row, std::span<const VertexId> column, std::size_t first, std::size_t last,
                   EntryCounts& counts, std::span<EdgeId> occurrences) {
  EdgeId self_loops = 0;
  EdgeId duplicates = 0;
  for (std::size_t v = first; v < last; ++v) {
    for (EdgeId e = row[v]; e < row[v + 1]; ++e) {
      const VertexId u = column[e];
      if (u == v) ++self_loops;
      if (e > row[v] && column[e - 1] == u) ++duplicates;
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
    const auto [least, most] = std::ranges::minmax(values.subspan(first, last - first));
    const std::lock_guard lock(mutex);
    range = {std::min<Wide>(range.first, least), std::max<Wide>(range.second, most)};
  });
  return range;
}

std::uint64_t count_isolated(std::span<const EdgeId> incoming, std::span<const EdgeId> outgoing) {
  std::uint64_t count = 0;
  for (std::size_t v = 0; v < incoming.size(); ++v) count += incoming[v] == 0 && outgoing[v] == 0 ? 1 : 0;
  return count;
}

template <class Value>
GraphStatistics describe(const Graph<Value>& graph, ThreadPool& threads) {
  const std::span<const EdgeId> row = graph.incoming().row;
  const std::span<const VertexId> column = graph.incoming().column;
  std::vector<EdgeId> incoming = row_lengths(row);
  std::vector<EdgeId> outgoing;
  if (!graph.is_undirected()) outgoing.resize(incoming.size());

  EntryCounts counts;
  threads.for_chunks(incoming.size(), kRowsAtOnce, [&](std::size_t first, std::size_t last) {
    count_entries(row, column, first, last, counts, outgoing);
  });

  GraphStatistics result;
  result.self_loops = counts.self_loops;
  result.duplicates = counts.duplicates;
  result.isolated_vertices = count_isolated(incoming, graph.is_undirected() ? incoming : outgoing);
  if constexpr (kHasValue<Value>) result.values = range_of(graph.incoming().value.span(), threads);
  if (!graph.is_undirected()) result.outgoing = describe_degrees(std::move(outgoing));
  result.incoming = describe_degrees(std::move(incoming));
  return result;
}

}  // namespace

DegreeStatistics describe_degrees(std::vector<EdgeId> degrees) {
  DegreeStatistics result;
  result.histogram.assign(1, 0);
  if (degrees.empty()) return result;
  const auto [least, most] = std::ranges::minmax(degrees);
  result.least = least;
  result.most = most;
  const EdgeId sum = std::accumulate(degrees.begin(), degrees.end(), EdgeId{0});
  result.mean = static_cast<double>(sum) / static_cast<double>(degrees.size());
  result.histogram.assign(static_cast<std::size_t>(std::bit_width(most)) + 1, 0);
  for (const EdgeId degree : degrees) ++result.histogram[static_cast<std::size_t>(std::bit_width(degree))];
  auto begin = degrees.begin();
  for (std::size_t i = 0; i < kPercentiles.size(); ++i) {
    const std::size_t share = static_cast<std::size_t>(kPercentiles[i]);
    const auto place = degrees.begin() + static_cast<std::ptrdiff_t>((degrees.size() * share + 99) / 100 - 1);
    std::nth_element(begin, place, degrees.end());
    result.percentiles[i] = *place;
    begin = place;
  }
  return result;
}

GraphStatistics describe_graph(const AnyGraph& graph, ThreadPool& threads) {
  return std::visit([&](const auto& typed) { return describe(typed, threads); }, graph);
}

}  // namespace warpgraph::cli
