// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/framework/shard/spread.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph {

// A graph in host memory and the runtime whose devices work on it: what `run` and the ready algorithms take, whatever
// the devices are. read_graph makes one of a file, on() one of a graph that is there. On a runtime of several ranks it
// is the part of the graph that this rank has, and all ranks make the same calls with it.
//
// The first run puts the graph on the devices: on the first one, or spread over as many as pay (SpreadOptions). Later
// runs find it there, unless they need it in another form. The devices' memory is given back with this object, or by
// leave_devices(). The runtime must outlive it. One call at a time.
//
// On a runtime of several devices, and on ranks, a run that says what memory it takes (shards::SpreadNeeds::memory), as
// most algorithms do that are no vertex programs, puts the graph there again each time. All members but find, with and
// leave_devices cost nothing.
template <EdgeValueType EdgeValue>
class GraphOn {
 public:
  using value_type = EdgeValue;

  // Throws UsageError if the runtime has several ranks: there each rank has a part.
  GraphOn(Runtime& runtime, std::shared_ptr<const Graph<EdgeValue>> graph, SpreadOptions spread = {});
  // Collective. Throws UsageError if the runtime has no ranks.
  GraphOn(Runtime& runtime, ranks::GraphPart<EdgeValue> part);

  [[nodiscard]] Runtime& runtime() const { return *runtime_; }
  // Vertices and edges of the whole graph, as Graph counts them.
  [[nodiscard]] std::uint64_t vertex_count() const;
  [[nodiscard]] EdgeId edge_count() const { return part_ ? part_->edge_count : graph_->edge_count(); }
  [[nodiscard]] bool is_undirected() const { return part_ ? part_->undirected : graph_->is_undirected(); }
  // Whether this is the part that one of several ranks has.
  [[nodiscard]] bool is_part() const { return part_ != nullptr; }
  // Throws UsageError for a part.
  [[nodiscard]] const Graph<EdgeValue>& graph() const;
  // Throws UsageError unless is_part().
  [[nodiscard]] const ranks::GraphPart<EdgeValue>& part() const;

  // The vertex that the user calls `name`, as a program knows it: a program that starts somewhere takes it. O(n) unless
  // vertices are called by their numbers. Collective; puts a part on the devices.
  // Throws UnknownVertex, an InputError, if there is none.
  [[nodiscard]] VertexId find(VertexName name) const;

  // The devices' memory is given back. The next run puts the graph there again. Waits for the devices.
  void leave_devices() { placed_.reset(); }

  // The graph on the devices, put there if it is not: act(stream, device_graph) on one, act(sharded_graph) on several
  // and on ranks. Throws what shards::plan_spread, upload, shard_graph and shards::shard_part throw. To put it there
  // costs what these cost.
  template <class Act>
  auto with(const shards::SpreadNeeds& needs, const Act& act) const {
    place(needs);
    const std::shared_ptr<const Placed> placed = placed_;  // stays, if a callback of the run puts it there again
    if (const auto* one = std::get_if<OnOne>(&placed->graph)) return act(one->stream.ref(), one->graph);
    return act(std::get<ShardedGraph<EdgeValue>>(placed->graph));
  }
  // What the vertices are called, for the caller to keep. The names of a part are known once it is on the devices;
  // where ids have 64 bits those of the own vertices alone. Throws UsageError before.
  [[nodiscard]] std::shared_ptr<const IdMap> ids() const;

 private:
  struct OnOne {
    Stream stream;
    DeviceGraph<EdgeValue> graph;
  };
  struct Placed {
    shards::SpreadNeeds needs;
    std::variant<OnOne, ShardedGraph<EdgeValue>> graph;
  };

  [[nodiscard]] bool serves(const shards::SpreadNeeds& needs) const;
  const Placed& place(const shards::SpreadNeeds& needs) const;
  [[nodiscard]] std::shared_ptr<Placed> put(const shards::SpreadNeeds& needs) const;

  Runtime* runtime_;
  SpreadOptions spread_ = {};
  std::shared_ptr<const Graph<EdgeValue>> graph_ = {};  // or
  std::shared_ptr<const ranks::GraphPart<EdgeValue>> part_ = {};
  mutable std::shared_ptr<Placed> placed_ = {};
  mutable std::shared_ptr<const IdMap> ids_ = {};
};

// A graph whose value type is known at run time only.
using AnyGraphOn =
    std::variant<GraphOn<NoValue>, GraphOn<std::int32_t>, GraphOn<std::int64_t>, GraphOn<float>, GraphOn<double>>;
std::uint64_t vertex_count(const AnyGraphOn& graph);
EdgeId edge_count(const AnyGraphOn& graph);

// A graph for the devices of the runtime, which is moved in. Costs nothing until the first run.
template <EdgeValueType EdgeValue>
[[nodiscard]] GraphOn<EdgeValue> on(Runtime& runtime, Graph<EdgeValue>&& graph, SpreadOptions spread = {}) {
  return {runtime, std::make_shared<const Graph<EdgeValue>>(std::move(graph)), std::move(spread)};
}
[[nodiscard]] AnyGraphOn on(Runtime& runtime, AnyGraph&& graph, SpreadOptions spread = {});
// The same of a graph that is borrowed: it must stay where it is and outlive what is returned. Copies the ids of the
// vertices, 8 bytes each, if they are not numbers.
template <EdgeValueType EdgeValue>
[[nodiscard]] GraphOn<EdgeValue> on(Runtime& runtime, const Graph<EdgeValue>& graph, SpreadOptions spread = {}) {
  return {runtime, std::shared_ptr<const Graph<EdgeValue>>(std::shared_ptr<const void>(), &graph), std::move(spread)};
}
[[nodiscard]] AnyGraphOn on(Runtime& runtime, const AnyGraph& graph, SpreadOptions spread = {});
// The same of the part that this rank has; the runtime was made with ranks.
template <EdgeValueType EdgeValue>
[[nodiscard]] GraphOn<EdgeValue> on(Runtime& runtime, ranks::GraphPart<EdgeValue> part) {
  return {runtime, std::move(part)};
}
[[nodiscard]] AnyGraphOn on(Runtime& runtime, ranks::AnyGraphPart part);

namespace graphs {

// `type`: the one type among these, or else a variant of them, each once.
template <class Distinct, class... Types>
struct OneOrVariant;
template <class One>
struct OneOrVariant<std::tuple<One>> {
  using type = One;
};
template <class... Each>
struct OneOrVariant<std::tuple<Each...>> {
  using type = std::variant<Each...>;
};
template <class... Before, class Next, class... Types>
struct OneOrVariant<std::tuple<Before...>, Next, Types...>
    : OneOrVariant<
          std::conditional_t<(std::same_as<Next, Before> || ...), std::tuple<Before...>, std::tuple<Before..., Next>>,
          Types...> {};

// act(graph) with the graph of its own type. If what act returns depends on that type, a variant of all that it may
// return.
template <class... G, class Act>
auto visit_graph(const std::variant<G...>& graph, const Act& act) {
  using Returned = typename OneOrVariant<std::tuple<>, std::invoke_result_t<const Act&, const G&>...>::type;
  return std::visit([&](const auto& each) -> Returned { return act(each); }, graph);
}

}  // namespace graphs

template <class G>
concept IsGraphOn = std::same_as<G, AnyGraphOn> || std::same_as<G, GraphOn<typename G::value_type>>;

// Calls run(stream, device_graph) on one device, or run(sharded_graph) on several and on ranks. Returns what bring_back
// makes of the result and the same arguments: an overload for each type of result, in the namespace of that type. For
// an AnyGraphOn as graphs::visit_graph does.
template <IsGraphOn G, class Run>
auto run_on_devices(const G& graph, const shards::SpreadNeeds& needs, const Run& run) {
  if constexpr (std::same_as<G, AnyGraphOn>) {
    return graphs::visit_graph(graph, [&](const auto& each) { return run_on_devices(each, needs, run); });
  } else {
    return graph.with(needs, [&](const auto&... on) {
      auto result = bring_back(run(on...), on...);
      if constexpr (requires { result.ids = graph.ids(); }) result.ids = graph.ids();
      return result;
    });
  }
}

}  // namespace warpgraph
