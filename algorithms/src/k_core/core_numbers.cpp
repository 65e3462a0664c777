// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/k_core.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/parallel/step_run.hpp>
#include <warpgraph/runtime/error.hpp>

#include "common/expect_undirected.hpp"
#include "common/value_types.hpp"
#include "peel_part.hpp"

namespace warpgraph {
namespace {

using namespace k_core;  // NOLINT(google-build-using-namespace): its parts

constexpr unsigned kBlocksPerMultiprocessor = 3;

Buffer<std::int32_t> peel(StreamRef stream, const AdjacencyView<NoValue>& edges) {
  PeelBuffers buffers(stream, static_cast<VertexId>(edges.row.size() - 1));
  buffers.count(stream, edges);
  const auto multiprocessors = static_cast<unsigned>(std::max(1, stream.device().info().multiprocessors));
  launch(stream, WholeDevice{kBlocksPerMultiprocessor * multiprocessors}, buffers.kernel(edges));
  return buffers.take_degrees();
}

// The loop of the host. Every round the devices send each other which of their vertices go.
class ShardedPeel {
 public:
  ShardedPeel(const PeerGraph& peers, const EngineOptions& engine, RunReport& report)
      : peers_(peers), arrays_(peers), steps_(peers, arrays_, engine, report), wait_(peers) {
    for (const PeerGraph::Part& each : peers.parts) parts_.push_back(std::make_unique<PeelPart>(peers, each));
  }

  std::vector<Buffer<std::int32_t>> operator()() {
    for (const auto& each : parts_) left_ += each->begin();
    for (std::int32_t k = 1; left_ > 0 && steps_.begin(); ++k) {
      for (const auto& each : parts_) each->collect(k, round_);
      peers_.synchronize();
      std::int32_t least = max_neighbours();
      for (const auto& each : parts_) least = std::min(least, each->know_collected(round_));
      if (count_listed() == 0)
        k = least - 1;
      else
        while (take_away(k) && steps_.begin()) continue;
    }
    std::vector<Buffer<std::int32_t>> cores;
    for (const auto& each : parts_) cores.push_back(each->take_degrees());
    return cores;
  }

 private:
  // A round. Returns whether there is another one for this k.
  bool take_away(std::int32_t k) {
    SuperstepStatistics step{0, Plan::kPush, count_listed(), 0, 0, 0};
    left_ -= step.active_vertices;
    std::vector<std::uint64_t> received(parts_.size(), 0);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const View<const VertexId> list = parts_[i]->list(round_);
      for (std::size_t j = 0; j < parts_.size(); ++j) {
        if (i == j) continue;
        arrays_.put(static_cast<int>(i), list, static_cast<int>(j),
                    parts_[j]->inbox().subview(received[j], list.size()));
        received[j] += list.size();
      }
    }
    arrays_.send();
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->take_away(k, round_, received[i]);
    steps_.wait();
    round_ += 2;
    std::vector<DeviceActivity> devices;
    for (const auto& each : parts_) {
      devices.push_back({{}, each->walked(round_ - 1), each->listed(round_), 0, 0});
      step.active_edges += devices.back().edges;
      step.updated_vertices += devices.back().updated;
    }
    steps_.end(step, left_ == 0, std::move(devices));
    return step.updated_vertices != 0;
  }

  [[nodiscard]] std::uint64_t count_listed() const {
    std::uint64_t sum = 0;
    for (const auto& each : parts_) sum += each->listed(round_);
    return sum;
  }

  const PeerGraph& peers_;
  std::uint64_t left_ = 0;
  std::uint64_t round_ = 0;
  std::vector<std::unique_ptr<PeelPart>> parts_;
  PeerArrays arrays_;
  StepRun steps_;
  WaitForPeers wait_;
};

struct ToUnsigned {
  View<const std::int32_t> from;
  View<std::uint32_t> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { to[v] = static_cast<std::uint32_t>(from[v]); }
};

template <class Graph>
void check(const Graph& graph) {
  expect_undirected(graph, "core numbers");
  expects(fits_frontier_queue(graph.vertex_count(), graph.edge_count()), "core_numbers: the graph is too large");
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
Result<std::uint32_t> core_numbers(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const CoreNumbersOptions&) {
  check(graph);
  Result<std::uint32_t> result;
  if (graph.vertex_count() == 0) return result;
  stream.device().require(core_numbers_memory(run_size(graph)), "core numbers");
  result.values = to_unsigned(stream, peel(stream, without_values(graph.view().incoming)));
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<std::uint32_t> core_numbers(const ShardedGraph<EdgeValue>& graph, const CoreNumbersOptions& options) {
  check(graph);
  ShardedResult<std::uint32_t> result;
  if (graph.vertex_count() == 0) return result;
  expects(graph.has_outgoing(), "core_numbers: the graph was spread without outgoing edges");
  require_on_peers(graph, "core numbers", core_numbers_memory);
  const PeerGraph peers = peer_graph(graph, options.engine.exchange);
  result.own = peers.own();
  const std::vector<Buffer<std::int32_t>> cores = ShardedPeel(peers, options.engine, result)();
  for (std::size_t i = 0; i < cores.size(); ++i) result.values.push_back(to_unsigned(peers.parts[i].stream, cores[i]));
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                               \
  template Result<std::uint32_t> core_numbers<E>(StreamRef, const DeviceGraph<E>&, const CoreNumbersOptions&); \
  template ShardedResult<std::uint32_t> core_numbers<E>(const ShardedGraph<E>&, const CoreNumbersOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
