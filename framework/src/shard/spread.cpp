// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/spread.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph::shards {

namespace {

// What a vertex program keeps for each vertex, about: values, sums, bitmasks and queues; and what does not depend on
// the graph (engine_memory).
constexpr std::size_t kRunBytes = 64;
constexpr std::size_t kLeastRunBytes = 1 << 17;

template <EdgeValueType EdgeValue>
class Spreading {
 public:
  Spreading(Runtime& runtime, const Graph<EdgeValue>& graph, const SpreadNeeds& needs, const SpreadOptions& options)
      : runtime_(runtime), graph_(graph), needs_(needs), options_(options) {
    if (graph.vertex_count() != 0) row_ = graph.incoming().row.span();
  }

  [[nodiscard]] SpreadPlan operator()() const {
    if (runtime_.device_count() == 1 || options_.devices == 1) return {};
    return needs_.whole_graph ? plan_whole() : plan_parts();
  }

 private:
  // As many devices as pay, each with the whole graph, but no more than have room for it.
  [[nodiscard]] SpreadPlan plan_whole() const {
    const VertexId vertices = graph_.vertex_count();
    const auto useful = static_cast<std::uint64_t>(count_useful(/*is_near=*/false));
    const bool is_asked = options_.devices != 0;
    const int wanted = is_asked ? options_.devices
                                : static_cast<int>(std::min(useful, std::max<std::uint64_t>(needs_.max_devices, 1)));
    if (wanted == 1) return {};
    const ShardOptions sharding = sharding_options(place_whole(row_, wanted));
    const std::size_t bytes =
        shard_memory<EdgeValue>({vertices, vertices, graph_.edge_count(), wanted, vertices}, sharding).total();
    for (int i = 0; i < wanted; ++i) {
      const Device& device = runtime_.device(i);
      const std::size_t free = device.memory().free;
      if (bytes <= free) continue;
      if (is_asked) throw OutOfMemory(device.name(), needs_.whole_graph_name, bytes, free);
      const std::string why = "the whole graph does not fit " + device.name();
      if (i <= 1) return {1, {}, {}, why};
      return {i, place_whole(row_, i), sharding, why};
    }
    return {wanted, place_whole(row_, wanted), sharding};
  }

  // As many devices as pay; more devices, or fewer copies, where the shards do not fit.
  [[nodiscard]] SpreadPlan plan_parts() const {
    const int asked = options_.devices;
    int devices = asked != 0 ? asked : count_useful(rows::has_locality(row_, graph_.incoming().column.span()));
    if (devices == 1 && fits_one()) return {};
    const int max = asked != 0 ? asked : runtime_.device_count();
    const std::vector<Copies> possible = possible_copies();
    for (devices = std::max(devices, 2);; ++devices) {
      ShardOptions sharding = sharding_options(place_by_edges(row_, {.devices = devices}));
      for (const Copies copies : possible) {
        sharding.copies = copies;
        try {
          return {devices, place(devices, sharding), sharding};
        } catch (const OutOfMemory&) {
          if (devices != max || copies != possible.back()) continue;
          // What the run takes is an estimate, and one device may have room for it where several have not.
          if (asked == 0 && whole_graph_memory().total() <= runtime_.device().memory().free)
            return {1, {}, {}, "more have no room for their shards"};
          throw;
        }
      }
    }
  }

  [[nodiscard]] int count_useful(bool is_near) const {
    const auto edges = static_cast<EdgeId>(std::min(static_cast<double>(graph_.edge_count()) * needs_.reads, 0x1p62));
    return useful_devices(graph_.vertex_count(), edges, is_near, runtime_.device_count());
  }

  [[nodiscard]] MemoryPlan whole_graph_memory() const {
    return graph_memory<EdgeValue>(graph_.vertex_count(), graph_.edge_count(),
                                   graph_.has_outgoing() && !graph_.is_undirected());
  }
  [[nodiscard]] bool fits_one() const {
    MemoryPlan plan = whole_graph_memory();
    plan.add("the run", run_bytes(place_whole(row_, 1)));
    return plan.total() <= runtime_.device().memory().free;
  }

  [[nodiscard]] std::vector<Copies> possible_copies() const {
    if (options_.copies) return {*options_.copies};
    if (needs_.copies_may_be_few) return {Copies::kAll, Copies::kRead};
    return {Copies::kAll};
  }

  [[nodiscard]] Placement place(int devices, const ShardOptions& sharding) const {
    if (options_.place) return options_.place(devices, sharding);
    Placement placement = place_by_edges(row_, {.devices = devices});
    const auto sizes = shard_sizes(row_, graph_.incoming().column.span(), placement, sharding.copies);
    for (int i = 0; i < devices; ++i)
      runtime_.device(i).require(shard_memory<EdgeValue>(sizes[static_cast<std::size_t>(i)], sharding),
                                 "a shard of the graph");
    return placement;
  }

  // What the run takes beside the graph on the device that has most of it.
  [[nodiscard]] std::size_t run_bytes(const Placement& placement) const {
    if (!needs_.memory) return kLeastRunBytes + std::size_t{graph_.vertex_count()} * kRunBytes;
    RunSize size = run_size(graph_);
    size.devices = placement.device_count();
    size.own_vertices = 0;
    size.own_edges = 0;
    for (std::size_t i = 0; i < placement.own.size(); ++i) {
      const VertexRange held = placement.held[i];
      size.own_vertices = std::max(size.own_vertices, placement.own[i].size());
      size.own_edges = std::max(size.own_edges, row_[held.last] - row_[held.first]);
    }
    const Stream stream(runtime_.device(), "memory");
    return needs_.memory(stream, size).total();
  }

  // Whole graphs of undirected edges are whole without outgoing ones.
  [[nodiscard]] ShardOptions sharding_options(const Placement& placement) const {
    const bool turns_round = graph_.has_outgoing() && !(needs_.whole_graph && graph_.is_undirected());
    ShardOptions sharding{.outgoing = needs_.outgoing && turns_round, .run_bytes = kRunBytes};
    const VertexId vertices = graph_.vertex_count();
    if (needs_.memory && vertices != 0) sharding.run_bytes = (run_bytes(placement) + vertices - 1) / vertices;
    return sharding;
  }

  static constexpr EdgeId kNoRows[] = {0};

  Runtime& runtime_;
  const Graph<EdgeValue>& graph_;
  const SpreadNeeds& needs_;
  const SpreadOptions& options_;
  std::span<const EdgeId> row_ = kNoRows;
};

}  // namespace

template <EdgeValueType EdgeValue>
SpreadPlan plan_spread(Runtime& runtime, const Graph<EdgeValue>& graph, const SpreadNeeds& needs,
                       const SpreadOptions& options) {
  if (options.devices < 0 || options.devices > runtime.device_count())
    throw UsageError("SpreadOptions::devices is " + std::to_string(options.devices) + ", and the runtime has " +
                     std::to_string(runtime.device_count()));
  return Spreading<EdgeValue>(runtime, graph, needs, options)();
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                                \
  template shards::SpreadPlan shards::plan_spread<Value>(Runtime&, const Graph<Value>&, const shards::SpreadNeeds&, \
                                                         const SpreadOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::shards
