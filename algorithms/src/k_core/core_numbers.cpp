// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/k_core.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "common/expect_undirected.hpp"
#include "common/value_types.hpp"
#include "peel_part.hpp"

namespace warpgraph {
namespace {

constexpr unsigned kBlocksPerMultiprocessor = 4;

Buffer<std::int32_t> peel(StreamRef stream, const AdjacencyView<NoValue>& edges) {
  PeelBuffers buffers(stream, static_cast<VertexId>(edges.row.size() - 1));
  buffers.count(stream, edges);
  const auto multiprocessors = static_cast<unsigned>(std::max(1, stream.device().info().multiprocessors));
  launch(stream, WholeDevice{kBlocksPerMultiprocessor * multiprocessors}, buffers.kernel(edges));
  return buffers.take_degrees();
}

// The loop of the host. Every round all devices tell each other which of their vertices go.
class ShardedPeel {
 public:
  explicit ShardedPeel(const Spread& spread, RunReport& report)
      : spread_(spread), report_(report), telling_(spread), wait_(spread) {
    for (const Spread::Part& each : spread.parts) parts_.push_back(std::make_unique<PeelPart>(spread, each));
  }

  std::vector<Buffer<std::int32_t>> operator()() {
    std::uint64_t left = 0;
    for (const auto& each : parts_) left += each->begin();
    for (std::int32_t k = 1; left > 0;) {
      for (const auto& each : parts_) each->collect(k, round_);
      spread_.synchronize();
      std::int32_t least = max_neighbours();
      for (const auto& each : parts_) least = std::min(least, each->know_collected(round_));
      std::uint64_t going = count_listed();
      if (going == 0) {
        k = least;
        continue;
      }
      while (going != 0) {
        left -= going;
        going = take_away(k, going);
      }
      ++k;
    }
    std::vector<Buffer<std::int32_t>> cores;
    for (const auto& each : parts_) cores.push_back(each->take_degrees());
    return cores;
  }

 private:
  // Returns how many go next.
  std::uint64_t take_away(std::int32_t k, std::uint64_t going) {
    std::vector<std::uint64_t> received(parts_.size(), 0);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const View<const VertexId> list = parts_[i]->list(round_);
      for (std::size_t j = 0; j < parts_.size(); ++j) {
        if (i == j) continue;
        telling_.put(static_cast<int>(i), list, static_cast<int>(j),
                     parts_[j]->inbox().subview(received[j], list.size()));
        received[j] += list.size();
      }
    }
    telling_();
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->take_away(k, round_, received[i]);
    spread_.synchronize();
    PeerSuperstep& shared = report_.per_device.emplace_back();
    shared.links = telling_.take_traffic();
    round_ += 2;
    SuperstepStatistics step{static_cast<std::uint32_t>(report_.supersteps.size()), Plan::kPush, going, 0, 0, 0};
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const std::uint64_t edges = parts_[i]->walked(round_ - 1);
      shared.devices.push_back({spread_.parts[i].own, edges, parts_[i]->listed(round_), 0, 0});
      step.active_edges += edges;
    }
    step.updated_vertices = count_listed();
    report_.supersteps.push_back(step);
    return step.updated_vertices;
  }

  [[nodiscard]] std::uint64_t count_listed() const {
    std::uint64_t sum = 0;
    for (const auto& each : parts_) sum += each->listed(round_);
    return sum;
  }

  const Spread& spread_;
  RunReport& report_;
  std::uint64_t round_ = 0;
  std::vector<std::unique_ptr<PeelPart>> parts_;
  Telling telling_;
  WaitForAll wait_;
};

bool fits_queue(std::uint64_t vertices, EdgeId edges) {
  return vertices >> (64 - detail::kPackedEdgeBits) == 0 && edges >> detail::kPackedEdgeBits == 0;
}

struct ToUnsigned {
  View<const std::int32_t> from;
  View<std::uint32_t> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { to[v] = static_cast<std::uint32_t>(from[v]); }
};

template <class Graph>
void check(const Graph& graph) {
  expect_undirected(graph, "core numbers");
  expects(fits_queue(graph.vertex_count(), graph.edge_count()), "core_numbers: the graph is too large");
}

Buffer<std::uint32_t> to_unsigned(StreamRef stream, const Buffer<std::int32_t>& cores) {
  Buffer<std::uint32_t> result(stream, cores.size(), "cores");
  for_each(stream, cores.size(), ToUnsigned{cores, result});
  return result;
}

}  // namespace

MemoryPlan core_numbers_memory(const RunSize& size) {
  MemoryPlan plan = PeelBuffers::memory(size.vertices, size.own_edges);
  plan += OwnRows::memory(size);
  if (size.devices > 1) plan.add_array<VertexId>("cores inbox", size.vertices);
  return plan;
}

template <EdgeValueType EdgeValue>
Result<std::uint32_t> core_numbers(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  check(graph);
  Result<std::uint32_t> result;
  if (graph.vertex_count() == 0) return result;
  stream.device().require(core_numbers_memory(run_size(graph)), "core numbers");
  result.values = to_unsigned(stream, peel(stream, without_values(graph.view().incoming)));
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<std::uint32_t> core_numbers(const ShardedGraph<EdgeValue>& graph, const ExchangeOptions& exchange) {
  check(graph);
  ShardedResult<std::uint32_t> result;
  if (graph.vertex_count() == 0) return result;
  expects(graph.has_outgoing(), "core_numbers: the graph was spread without outgoing edges");
  require_on_all(graph, "core numbers", core_numbers_memory);
  const Spread spread = spread_of(graph, exchange);
  result.own = spread.own();
  const std::vector<Buffer<std::int32_t>> cores = ShardedPeel(spread, result)();
  for (std::size_t i = 0; i < cores.size(); ++i) result.values.push_back(to_unsigned(spread.parts[i].stream, cores[i]));
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                    \
  template Result<std::uint32_t> core_numbers<E>(StreamRef, const DeviceGraph<E>&); \
  template ShardedResult<std::uint32_t> core_numbers<E>(const ShardedGraph<E>&, const ExchangeOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
