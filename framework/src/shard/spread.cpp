// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/spread.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <warpgraph/framework/engine/graph_plan.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph {

namespace {

// What a run keeps for each vertex, about: values, sums, bitmasks and queues; and what does not depend on the graph.
constexpr std::size_t kRunBytes = 64;
constexpr std::size_t kLeastRunBytes = 1 << 17;

template <EdgeValueType EdgeValue>
class Spreading {
 public:
  Spreading(Runtime& runtime, const Graph<EdgeValue>& graph, const SpreadNeeds& needs, const SpreadOptions& options)
      : runtime_(runtime), graph_(graph), needs_(needs), asked_(options.devices) {
    if (graph.vertex_count() != 0) row_ = graph.incoming().row.span();
  }

  [[nodiscard]] std::optional<ShardedGraph<EdgeValue>> operator()() const {
    const int all = runtime_.device_count();
    if (all == 1 || asked_ == 1) return {};
    const int useful = asked_ != 0 ? asked_ : count_useful(all);
    if (needs_.whole_graph) return spread_whole(useful);
    if (useful == 1 && fits_one()) return {};
    return spread_parts(std::max(useful, 2), asked_ != 0 ? asked_ : all);
  }

 private:
  [[nodiscard]] int count_useful(int all) const {
    const auto edges = static_cast<EdgeId>(std::min(static_cast<double>(graph_.edge_count()) * needs_.reads, 0x1p62));
    const bool is_near = !needs_.whole_graph && is_local(row_, graph_.incoming().column.span());
    return useful_devices(graph_.vertex_count(), edges, is_near, all);
  }

  [[nodiscard]] bool fits_one() const {
    MemoryPlan plan = graph_memory<EdgeValue>(graph_.vertex_count(), graph_.edge_count(),
                                              graph_.has_outgoing() && !graph_.is_undirected());
    plan.add("the run", kLeastRunBytes + std::size_t{graph_.vertex_count()} * kRunBytes);
    return plan.total() <= runtime_.device().memory().free;
  }

  // Fewer devices, down to one, if one of them has not the room for the whole graph.
  [[nodiscard]] std::optional<ShardedGraph<EdgeValue>> spread_whole(int devices) const {
    ShardOptions sharding = sharding_options();
    if (graph_.is_undirected()) sharding.outgoing = false;  // its incoming edges are whole on each device
    for (; devices > 1; --devices) {
      try {
        return shard_graph(runtime_, graph_, place_whole(row_, devices), sharding);
      } catch (const OutOfMemory&) {
        if (asked_ != 0) throw;
      }
    }
    return {};
  }

  // More devices, or fewer copies, where the shards do not fit.
  [[nodiscard]] std::optional<ShardedGraph<EdgeValue>> spread_parts(int devices, int most) const {
    ShardOptions sharding = sharding_options();
    for (;; ++devices) {
      const Placement placement = place_by_edges(row_, {.devices = devices});
      for (const Copies copies : {Copies::kAll, Copies::kRead}) {
        sharding.copies = copies;
        const bool is_last = copies == Copies::kRead || !needs_.copies_may_be_few;
        try {
          return shard_graph(runtime_, graph_, placement, sharding);
        } catch (const OutOfMemory&) {
          if (is_last && devices == most) throw;
        }
        if (is_last) break;
      }
    }
  }

  [[nodiscard]] ShardOptions sharding_options() const {
    return {.outgoing = needs_.outgoing && graph_.has_outgoing(), .run_bytes = kRunBytes};
  }

  static constexpr EdgeId kNoRows[] = {0};

  Runtime& runtime_;
  const Graph<EdgeValue>& graph_;
  SpreadNeeds needs_;
  int asked_;
  std::span<const EdgeId> row_ = kNoRows;
};

}  // namespace

template <EdgeValueType EdgeValue>
std::optional<ShardedGraph<EdgeValue>> spread_graph(Runtime& runtime, const Graph<EdgeValue>& graph,
                                                    const SpreadNeeds& needs, const SpreadOptions& options) {
  expects(options.devices >= 0 && options.devices <= runtime.device_count(),
          "spread_graph: the runtime has not so many devices");
  return Spreading<EdgeValue>(runtime, graph, needs, options)();
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                                 \
  template std::optional<ShardedGraph<Value>> spread_graph<Value>(Runtime&, const Graph<Value>&, const SpreadNeeds&, \
                                                                  const SpreadOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
